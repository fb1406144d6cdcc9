"""The reference AIs of the course, each a native policy."""

from __future__ import annotations

from hazard.dice.agents.policy import PolicyAgent


class Rand(PolicyAgent):
    """A random legal attack until none is left."""

    policy = "dt.rand"


class Sdc(PolicyAgent):
    """The attack with the greatest dice difference, while it is not negative."""

    policy = "dt.sdc"


class Ste(PolicyAgent):
    """The attack most likely to win and to hold what it won, from 20 % on."""

    policy = "dt.ste"


class Stei(PolicyAgent):
    """As Ste from 40 % on, attacks from the largest region counted double."""

    policy = "dt.stei"


class WpmS(PolicyAgent):
    """The attack that raises a win probability made of largest regions most."""

    policy = "dt.wpm_s"


class WpmD(PolicyAgent):
    """The attack that raises a win probability made of numbers of dice most."""

    policy = "dt.wpm_d"


class WpmC(PolicyAgent):
    """The attack that raises a win probability made of regions and dice most."""

    policy = "dt.wpm_c"


class SdcPreAt(PolicyAgent):
    """Transfers to the border, then Sdc."""

    policy = "kb.sdc_pre_at"


class SdcPostAt(PolicyAgent):
    """The same as Sdc: it means to transfer afterwards, and never does."""

    policy = "kb.sdc_post_at"


class SdcPostDt(PolicyAgent):
    """Sdc, then evacuates endangered dice."""

    policy = "kb.sdc_post_dt"


class SteiAt(PolicyAgent):
    """All transfers to the border, then Stei, then evacuation with what is left."""

    policy = "kb.stei_at"


class SteiAdt(PolicyAgent):
    """As SteiAt, with two transfers reserved for the evacuation."""

    policy = "kb.stei_adt"


class SteiDt(PolicyAgent):
    """Stei, then evacuation with all transfers."""

    policy = "kb.stei_dt"


class Xlogin00(PolicyAgent):
    """Two random attacks a turn."""

    policy = "xlogin00"


class Xlogin42(PolicyAgent):
    """Random in its first three turns, then the greatest difference out of its largest region."""

    policy = "xlogin42"
