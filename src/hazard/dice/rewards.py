"""What the environment pays: a small table of named schemes."""

from __future__ import annotations

from dataclasses import dataclass

from hazard.core.errors import BadInput
from hazard.core.names import meant


@dataclass(frozen=True, slots=True)
class Reward:
    """One scheme. Each player is paid once for how the game ended for it, and for its land on the way."""

    name: str
    sentence: str
    won: float = 1.0
    """To who owns everything."""
    lost: float = -1.0
    """To who owns nothing any more, at that moment."""
    nobody: float = 0.0
    """To who still owns land when a game ends without winner."""
    region: float = 0.0
    """Besides, to everybody, at every command: this times the change of its largest region's share of areas.

    What a game pays for regions adds up to the difference of its end and its beginning, whatever the way.
    """


REWARDS: tuple[Reward, ...] = (
    Reward("win", "1 for a won game, -1 for a lost one, 0 where nobody wins"),
    Reward("region", "the same, and the change of the largest region's share of all areas", region=1.0),
)


def reward_of(scheme: str | Reward) -> Reward:
    """The scheme of that name; raises BadInput."""
    if isinstance(scheme, Reward):
        return scheme
    named = {row.name: row for row in REWARDS}
    if scheme not in named:
        hint = meant(scheme, named, f"the names are {', '.join(named)}")
        raise BadInput(f"unknown reward {scheme!r}; {hint}")
    return named[scheme]
