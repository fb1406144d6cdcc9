"""The contract between an agent and whoever plays it.

An agent is an object with one method, `choose(views) -> decisions`: many positions in, one decision for each
out. Its class is made without arguments, once in every process that plays it. What it must obey:

1. **Only what it sees counts.** A decision is a function of its view alone: position, level, number of
   decisions so far, and the view's seed. The same view gets the same decision tomorrow, in another process,
   on another machine.
2. **Company does not matter.** Views are decided as if each came alone: neither their order nor how many come
   together may change a decision. Nothing is remembered from call to call, except what only saves time.
3. **Chance comes from the view.** Draw with the view's seed and move number (`hazard.core.seeds.pick`),
   never with a global generator, the clock or the process id. The seed tells nothing about where the mines
   are or how dice fall.
4. **Look, do not touch.** The arrays of a view are read-only and belong to the caller. Copy what you want to
   change or keep.
5. **Answer everything.** As many decisions as views, in their order, of the shapes that the game's decision
   type states. Values, where given, are finite on covered cells and on legal attacks; elsewhere they may
   be nan.
6. **Be legal.** An action that the rules refuse ends the game with the status ILLEGAL, and the match goes
   on; neither it nor what stood after it is carried out, and the agent is not asked again. (In Dicewars the
   game goes on as well: the seat that has failed, in this or another way, only ends its turns from then on.)
7. **Be quick and quiet.** A decision takes at most ten seconds (or what the match says); then the agent's
   process is ended, and the game has the status TIMEOUT. Print nothing, read no keyboard, start no processes
   that stay.
8. **Fail by raising.** An exception ends a game with the status ERROR and its message. When a batch fails,
   its views are asked again one by one, so that only the games that fail alone are lost.

`hazard check AGENT` tries all this out; its checks name these rules. `hazard.mines.views` has the shapes of
Minesweeper, `hazard.dice.views` those of Dicewars.
"""

from __future__ import annotations

import re
from typing import Protocol, TypeVar

ViewsT = TypeVar("ViewsT", contravariant=True)
DecisionsT = TypeVar("DecisionsT", covariant=True)


class Agent(Protocol[ViewsT, DecisionsT]):
    """Anything with `choose`; the module's docstring states what it must obey."""

    def choose(self, views: ViewsT) -> DecisionsT:
        """One decision for each view, in their order."""
        ...


def rules() -> dict[int, str]:
    """The titles of the rules above, by number."""
    return {int(number): title for number, title in re.findall(r"(?m)^(\d)\. \*\*(.+?)\.\*\*", __doc__ or "")}
