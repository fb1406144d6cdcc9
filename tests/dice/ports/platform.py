"""A stand-in for the course's platform, written from the description of its interface: what an AI may import.

`write(folder)` makes a package `dicewars` there that shares nothing with Hazard. `python FOLDER/play.py NAME
TURNS` then plays `dicewars.ai.NAME` against itself, and prints each command as a JSON line. `python
FOLDER/answer.py NAME …` reads positions, a JSON line each, and prints for each a list of what every AI
commands there, and with it the commands that a searching AI holds for as good as that, but for rounding.
"""

from __future__ import annotations

from pathlib import Path
from textwrap import dedent

FILES = {
    "dicewars/__init__.py": "",
    "dicewars/ai/__init__.py": "",
    "dicewars/client/__init__.py": "",
    "dicewars/client/ai_driver.py": """
        class BattleCommand:
            def __init__(self, source_name, target_name):
                self.source_name, self.target_name = source_name, target_name

        class TransferCommand:
            def __init__(self, source_name, target_name):
                self.source_name, self.target_name = source_name, target_name

        class EndTurnCommand:
            pass
    """,
    "dicewars/client/game/__init__.py": "",
    "dicewars/client/game/area.py": """
        class Area:
            def __init__(self, name, owner, dice, neighbours):
                self.name, self.owner, self.dice, self.neighbours = name, owner, dice, neighbours

            def get_name(self):
                return self.name

            def get_dice(self):
                return self.dice

            def get_owner_name(self):
                return self.owner

            def get_adjacent_areas_names(self):
                return self.neighbours

            def can_attack(self):
                return self.dice >= 2

            def set_dice(self, dice):
                self.dice = dice

            def set_owner(self, name):
                self.owner = name
    """,
    "dicewars/client/game/board.py": """
        class Board:
            def __init__(self, areas):
                self.areas = {str(area.get_name()): area for area in areas}

            def get_area(self, name):
                return self.areas[str(name)]

            def get_player_areas(self, player):
                return [area for area in self.areas.values() if area.get_owner_name() == player]

            def nb_players_alive(self):
                return len({area.get_owner_name() for area in self.areas.values()})
    """,
    "play.py": """
        import json, random, sys
        from copy import deepcopy
        from importlib import import_module
        from pathlib import Path

        sys.path.insert(0, str(Path(__file__).parent))
        from dicewars.client.ai_driver import BattleCommand, EndTurnCommand, TransferCommand
        from dicewars.client.game.area import Area
        from dicewars.client.game.board import Board

        def missing(name):
            try:
                import_module(name)
            except ImportError:
                return True

        def roll(area):
            return sum(random.randint(1, 6) for _ in range(area.get_dice()))

        assert missing("hazard") and missing("numpy"), sys.path
        AI = import_module("dicewars.ai." + sys.argv[1]).AI
        random.seed(7)
        # Areas of a grid, three players who own columns of it: names begin with 1.
        side, order = 6, [2, 3, 1]
        names = {(x, y): 1 + x + side * y for x in range(side) for y in range(side)}
        areas = [
            Area(name, order[x // 2], random.randint(1, 8), [
                names[place] for place in ((x + 1, y), (x, y - 1), (x - 1, y), (x, y + 1)) if place in names
            ])
            for (x, y), name in names.items()
        ]
        board = Board(areas)
        players = {name: AI(name, deepcopy(board), order, 6) for name in order}
        turns = dict.fromkeys(order, 0)
        for turn in range(int(sys.argv[2])):
            me = order[turn % 3]
            if not board.get_player_areas(me) or board.nb_players_alive() == 1:
                continue
            moves = transfers = 0
            while moves < 200:
                command = players[me].ai_turn(deepcopy(board), moves, transfers, turns[me], 10.0)
                if isinstance(command, EndTurnCommand):
                    print(json.dumps([me, "end"]))
                    break
                source, target = board.get_area(command.source_name), board.get_area(command.target_name)
                assert source.get_owner_name() == me
                assert target.get_name() in source.get_adjacent_areas_names()
                moves += 1
                if isinstance(command, TransferCommand):
                    assert target.get_owner_name() == me and transfers < 6
                    moved = min(8 - target.get_dice(), source.get_dice() - 1)
                    assert moved > 0
                    source.set_dice(source.get_dice() - moved)
                    target.set_dice(target.get_dice() + moved)
                    transfers += 1
                    print(json.dumps([me, "transfer"]))
                    continue
                assert isinstance(command, BattleCommand) and source.can_attack()
                assert target.get_owner_name() != me
                print(json.dumps([me, "attack"]))
                if roll(source) > roll(target):
                    target.set_owner(me)
                    target.set_dice(source.get_dice() - 1)
                source.set_dice(1)
            turns[me] += 1
            for area in board.get_player_areas(me):
                area.set_dice(min(8, area.get_dice() + random.randint(0, 2)))
    """,
    "answer.py": """
        import json, sys
        from importlib import import_module
        from pathlib import Path

        sys.path.insert(0, str(Path(__file__).parent))
        from dicewars.client.ai_driver import BattleCommand, EndTurnCommand, TransferCommand
        from dicewars.client.game.area import Area
        from dicewars.client.game.board import Board

        def told(command):
            if isinstance(command, EndTurnCommand):
                return [0, 0, 0]
            assert isinstance(command, (BattleCommand, TransferCommand))
            return [1 if isinstance(command, BattleCommand) else 2, command.source_name, command.target_name]

        def as_good(options):
            best = max([value for _, value in options], default=0)
            return [command for command, value in options if value > best - 1e-6]

        classes = [import_module("dicewars.ai." + name).AI for name in sys.argv[1:]]
        for line in sys.stdin:
            asked = json.loads(line)
            commands = []
            for AI in classes:
                board = Board([Area(*area) for area in asked["areas"]])
                ai = AI(asked["player"], board, asked["order"], asked["transfers"])
                command = told(ai.ai_turn(board, *asked["counts"], 10.0))
                commands.append([command, as_good(getattr(ai, "options", []))])
            print(json.dumps(commands), flush=True)
    """,
}


def write(folder: Path) -> None:
    """Make the package, and the program that plays."""
    for name, text in FILES.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(dedent(text).lstrip())
