"""Commands as whole numbers, the same for all positions of a table: what environments and networks choose.

    0                                        end of the turn
    1 + area * degree + k                    attack from the area on its k-th neighbour
    1 + (areas + area) * degree + k          transfer from the area to its k-th neighbour

The k-th neighbour of an area is entry [area, k] of a view's `neighbours`.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from hazard.core.errors import BadInput, IllegalMove
from hazard.dice.command import END, Command, Kind
from hazard.dice.games import DEGREE
from hazard.dice.views import NO_AREA, View, Views


@dataclass(frozen=True)
class Actions:
    """The numbering for tables of so many areas, whose arrays have room for `degree` neighbours of each."""

    areas: int
    degree: int = DEGREE

    def __len__(self) -> int:
        return 1 + 2 * self.areas * self.degree

    def mask(self, views: Views) -> NDArray[np.bool_]:
        """bool[n, actions]: what is legal and changes something."""
        n = len(views)
        attacks, transfers = views.masks()
        ends = np.ones((n, 1), np.bool_)
        return np.concatenate([ends, attacks.reshape(n, -1), transfers.reshape(n, -1)], axis=1)

    def command(self, view: View, action: int) -> Command:
        """What an action means here, legal or not.

        Raises BadInput where there is no action of that number, IllegalMove where no neighbour is.
        """
        if not 0 <= action < len(self):
            raise BadInput(f"action {action}: want 0 to {len(self) - 1}")
        if action == 0:
            return END
        place, neighbour = divmod(action - 1, self.degree)
        transfers, source = divmod(place, self.areas)
        target = int(view.neighbours[source, neighbour])
        if target == NO_AREA:
            raise IllegalMove(f"action {action}: area {source} has no neighbour {neighbour}")
        return Command(Kind.TRANSFER if transfers else Kind.ATTACK, source, target)

    def number(self, view: View, command: Command) -> int:
        """The action that means a command here; raises BadInput where its areas do not touch."""
        kind, source, target = command
        if kind == Kind.END:
            return 0
        around = view.around(source) if 0 <= source < self.areas else []
        if target not in around:
            raise BadInput(f"{command}: the areas {source} and {target} do not touch")
        return 1 + ((kind == Kind.TRANSFER) * self.areas + source) * self.degree + around.index(target)
