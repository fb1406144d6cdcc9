"""The reference AIs of the course: native policies, asked here about views as any agent is."""

from __future__ import annotations

from typing import Any, ClassVar

import numpy as np

from hazard.dice import native
from hazard.dice.views import Decisions, Views

NUMBERS = {name: number for number, name in enumerate(native.policies())}


class Reference:
    """An agent that a native policy decides for; `policy` is its name there."""

    policy: ClassVar[str]

    def choose(self, views: Views) -> Decisions:
        """One command a view, the same that the policy gives in whole games."""
        arrays: list[Any] = [np.ascontiguousarray(array) for array in views.arrays]
        return Decisions(native.choose(NUMBERS[self.policy], views.rules.native, *arrays))


class Rand(Reference):
    """A random legal attack until none is left."""

    policy = "dt.rand"


class Sdc(Reference):
    """The attack with the greatest dice difference, while it is not negative."""

    policy = "dt.sdc"


class Ste(Reference):
    """The attack most likely to win and to hold what it won, from 20 % on."""

    policy = "dt.ste"


class Stei(Reference):
    """As Ste from 40 % on, attacks from the largest region counted double."""

    policy = "dt.stei"


class WpmS(Reference):
    """The attack that raises a win probability made of largest regions most."""

    policy = "dt.wpm_s"


class WpmD(Reference):
    """The attack that raises a win probability made of numbers of dice most."""

    policy = "dt.wpm_d"


class WpmC(Reference):
    """The attack that raises a win probability made of regions and dice most."""

    policy = "dt.wpm_c"


class SdcPreAt(Reference):
    """Transfers to the border, then Sdc."""

    policy = "kb.sdc_pre_at"


class SdcPostAt(Reference):
    """The same as Sdc: it means to transfer afterwards, and never does."""

    policy = "kb.sdc_post_at"


class SdcPostDt(Reference):
    """Sdc, then evacuates endangered dice."""

    policy = "kb.sdc_post_dt"


class SteiAt(Reference):
    """All transfers to the border, then Stei, then evacuation with what is left."""

    policy = "kb.stei_at"


class SteiAdt(Reference):
    """As SteiAt, with two transfers reserved for the evacuation."""

    policy = "kb.stei_adt"


class SteiDt(Reference):
    """Stei, then evacuation with all transfers."""

    policy = "kb.stei_dt"


class Xlogin00(Reference):
    """Two random attacks a turn."""

    policy = "xlogin00"


class Xlogin42(Reference):
    """Random in its first three turns, then the greatest difference out of its largest region."""

    policy = "xlogin42"
