"""A first Dicewars agent: attacks where it is likely to win and to stay."""

from __future__ import annotations

from hazard.dice.agent import PositionAgent
from hazard.dice.command import END, Command
from hazard.dice.odds import hold, win_chance
from hazard.dice.views import View


class Steady(PositionAgent):
    """The attack most likely to win and to hold what it won: from 30 % on, or with all of 8 dice."""

    def choose_one(self, view: View) -> Command:
        def chance(attack: Command) -> float:
            dice, at = int(view.dice[attack.source]), attack.target
            foes = [int(view.dice[area]) for area in view.around(at) if view.owners[area] != view.player]
            return win_chance(dice, int(view.dice[at])) * hold(dice - 1, foes)

        ready = (one for one in view.attacks() if view.dice[one.source] == 8 or chance(one) > 0.3)
        return max(ready, key=chance, default=END)
