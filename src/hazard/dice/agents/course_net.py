"""The course's AI that judges by a network, in three forms, and its parts taken away one by one.

While fewer than three quarters of the turn's transfers are used, dice go to the front; then every attack
with at least as many dice as the target has is tried on a copy of the board: won, and after it the
attack of greatest dice difference of every opponent in turn. The board is judged, the best attack is played.
Where none is left, the other transfers evacuate what is endangered.

What its report leaves open is ours: which dice go to the front, when an area is endangered (a neighbour has
more dice), and the evaluation by hand: a player's share of all dice and eight times all largest regions.
"""

from __future__ import annotations

from hazard.core.registry import AgentRow
from hazard.dice.agents.policy import PolicyAgent

BY_NETWORK = "course-net"
AS_WRITTEN = "course-net-authors"


class CourseNet(PolicyAgent):
    """On the current board, by a network that was tested on games it had not learnt."""

    policy = BY_NETWORK


class CourseNetByHand(PolicyAgent):
    """The same with an evaluation made by hand, on any table."""

    policy = "course-net-by-hand"


class CourseNetAuthors(PolicyAgent):
    """As its authors' program behaves: attacks are tried on the board of its construction, long past.

    That is the game's beginning where its native policy plays whole games. Asked about views it knows of no
    beginning, and takes what it sees for it.
    """

    policy = AS_WRITTEN


PARTS = {
    "course-net-authors, new split": "as its authors wrote it, with the network of the mended one",
    "course-net-authors, new board": "as its authors wrote it, on the current board",
    "course-net-authors, both new": "both mended, and the transfers as its authors'",
    "course-net, no transfers": "without transfers",
    "course-net, front only": "dice go to the front, none are evacuated",
    "course-net, evacuation only": "dice are evacuated, none go to the front",
    "course-net, no reply": "the board is judged as the attack leaves it",
    "course-net, two replies": "two attacks of every opponent",
    "course-net, three replies": "three attacks of every opponent",
    "course-net, careful while small": "attacks with more dice only, while its region is small",
    "course-net, careful once large": "the same, once its region is a player's share of the areas",
}
"""Native policies that no table lists: what each leaves out or does otherwise."""


def part(policy: str) -> AgentRow:
    """A row for one of PARTS, for studies; it plays whole games only."""
    return AgentRow(f"dice/{policy}", f"{__name__}:{CourseNet.__name__}", PARTS[policy], policy)
