"""`hazard agents`: the tables of agents, listed."""

from __future__ import annotations


def agents(game: str | None = None, /, *, json: bool = False) -> None:
    """List the agents that can play, with one sentence each.

    Besides these, every verb takes a file of your own as an agent: FILE.py, FILE.py:Class, or FILE.onnx.

    Parameters
    ----------
    game
        Only the agents of this game: mines or dice.
    json
        One JSON array on stdout instead of the table.
    """
    from hazard.apps.cli.output import screen, write_json
    from hazard.core import registry

    rows = registry.agents(game)
    if json:
        write_json([{"agent": row.name, "sentence": row.sentence, "native": row.native} for row in rows])
        return

    from rich.table import Table

    table = Table(box=None, padding=(0, 2, 0, 0))
    table.add_column("agent", style="bold", no_wrap=True)
    table.add_column("plays", no_wrap=True)
    table.add_column("what it does")
    for row in rows:
        table.add_row(row.name, "native" if row.native else "Python", row.sentence)
    screen().print(table)
