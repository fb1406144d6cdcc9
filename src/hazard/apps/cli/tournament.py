"""`hazard tournament dice`: all agents against all, rated."""

from __future__ import annotations

from hazard.apps.cli.dice_options import DiceOptions

MAPS = 400
USUAL = DiceOptions()


def dice(*agents: str, options: DiceOptions = USUAL) -> None:
    """Let all agents play against all, every map from every seat, and rate them.

    Every set of as many agents as there are seats has its turn on the maps, over and over, in an order that
    the seed gives; with fewer agents than seats, some sit there twice. The ratings are those of the
    Bradley–Terry fit in Elo points, their mean is 0; their 95 % intervals take maps for the sample.

    Parameters
    ----------
    agents
        Names that `hazard agents dice` lists, or FILE.py[:Class]; none: all of the table.
    """
    from hazard.apps.cli.match_dice import run
    from hazard.arena.dice.match import tournament_dice
    from hazard.core import registry

    names = agents or tuple(row.name for row in registry.agents("dice"))
    play = tournament_dice(names, options.deal(MAPS), options.time_limit)
    run(play, ["tournament", "dice", *agents], {}, options)
