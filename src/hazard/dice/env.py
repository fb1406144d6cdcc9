"""Dicewars as a PettingZoo environment (AEC: the players act one after the other).

    from hazard.dice.env import env

    table = env(rules=Rules(players=2, areas=10))
    table.reset(seed=1)
    for agent in table.agent_iter():
        observation, reward, terminated, truncated, info = table.last()
        over = terminated or truncated
        table.step(None if over else table.action_space(agent).sample(info["action_mask"]))

`env` is `DiceEnv` in PettingZoo's wrapper that refuses calls in a wrong order. The agents are `player_0` to
`player_7`, in the order of their turns; one commands until it ends its turn.

Observation: `{"observation": …, "action_mask": int8[actions]}`, and the observation is

    owners      int8[areas]            0 the player's own, 1 the next player's, …; -1 where there is no area
    dice        int8[areas]            1 to 8; 0 where there is no area
    neighbours  int8[areas, 16]        in the order of discovery, -1 padded
    reserves    int8[players]          dice that had no room: the player's own, the next player's, …
    transfers   int8[1]                left to the player in this turn; 0 where it is another's turn

Action: a number of `hazard.dice.actions`: 0 ends the turn, then attacks, then transfers. The mask of what is
legal is in the observation, in `info["action_mask"]`, and `action_mask(agent)` gives it as bool; it is all 0
while another player commands. An illegal action raises IllegalMove and changes nothing; for a penalty
instead, there is PettingZoo's TerminateIllegalWrapper.

Options:

    rules        a `hazard.dice.rules.Rules`: players, areas, transfers, …
    reward       a name in `hazard.dice.rewards.REWARDS`, or a Reward of your own
    seats        who sits where: None for a player of the environment, or an agent with a native policy
                 ("dice/dt.stei"), which plays its turns in the engine. Games that such agents end before all
                 others had a turn are not played but dealt again
    render_mode  "ansi": the position as text

Who loses all land is terminated at once, the others play on. A game that ends by `Rules.most_turns` is
truncated.

Seeds: `reset(seed=s)` seeds the generator that draws the seed of this game and of all later ones.
`info["seed"]` is the game's: `hazard.dice.game.Game(rules, seed)` is the same game.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

try:
    from gymnasium import spaces
    from pettingzoo import AECEnv  # pyright: ignore[reportMissingTypeStubs]
    from pettingzoo.utils.wrappers import OrderEnforcingWrapper  # pyright: ignore[reportMissingTypeStubs]
except ModuleNotFoundError as error:  # pragma: no cover
    raise ModuleNotFoundError("the environment needs PettingZoo: pip install 'hazard[envs]'") from error

from hazard.core.errors import BadInput, IllegalMove
from hazard.core.registry import agents, resolve
from hazard.core.seeds import mix_many
from hazard.dice.actions import Actions
from hazard.dice.games import OUTSIDE, POLICIES, Games, no_commands
from hazard.dice.position import Position
from hazard.dice.rewards import Reward, reward_of
from hazard.dice.rules import MOST_DICE, MOST_RESERVE, Rules

MODES = ("ansi",)
MOST_DEALS = 1000
"""In a row, where native players end each game at once."""

Info = dict[str, Any]
Observation = dict[str, Any]


class DiceEnv(AECEnv[str, Observation, Any]):
    """One game at a time; the module's docstring describes it."""

    metadata: dict[str, Any] = {  # noqa: RUF012 as the base has it
        "name": "hazard_dice_v0",
        "render_modes": list(MODES),
        "is_parallelizable": False,
        "render_fps": 4,
    }

    def __init__(
        self,
        rules: Rules | None = None,
        reward: str | Reward = "win",
        seats: Sequence[str | None] | None = None,
        *,
        render_mode: str | None = None,
    ) -> None:
        super().__init__()
        self.rules = Rules() if rules is None else rules
        self.reward = reward_of(reward)
        self.render_mode = checked_mode(render_mode)
        self.actions = Actions(self.rules.areas)
        self._policies = policies_of(seats, self.rules.players)
        self.possible_agents = [f"player_{seat}" for seat in np.flatnonzero(self._policies == OUTSIDE)]
        self._seats = {agent: int(agent.removeprefix("player_")) for agent in self.possible_agents}
        self.observation_spaces = {agent: seen(self.rules, self.actions) for agent in self.possible_agents}
        self.action_spaces: dict[str, spaces.Space[Any]] = {
            agent: spaces.Discrete(len(self.actions)) for agent in self.possible_agents
        }
        self.agents = []
        self.game_seed = 0  # of the game that is played
        self._games = Games(self.rules, 1)
        self._draw = np.random.default_rng()
        self._told = no_commands(1)
        self._nothing = np.zeros(len(self.actions), np.int8)

    def observation_space(self, agent: str) -> spaces.Space[Observation]:
        """What an agent sees."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """What an agent does."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: Info | None = None) -> None:
        """A new game; `options` are not used."""
        if seed is not None:
            self._draw = np.random.default_rng(seed)
        self._deal()
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self._skip_agent_selection = None
        self._regions = self._shares()
        self._look()

    def step(self, action: int | None) -> None:
        """Carry out a command of the agent that is selected; None of one for whom the game is over."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        if action is None:
            raise BadInput(f"{agent} is to command: None is for agents whose game is over")
        command = self.actions.command(self._games.views[0], int(action))
        self._told[0] = command
        self._games.step(self._told)
        if self._games.refused[0]:
            why = self._games.position(0).why_illegal(command)
            raise IllegalMove(f"action {int(action)}, {command}: {why}")
        self._cumulative_rewards[agent] = 0.0
        self._pay()
        self._accumulate_rewards()
        self._look()
        self._deads_step_first()

    def observe(self, agent: str) -> Observation:
        """What an agent sees now; copies, to keep as long as you like."""
        views, seat, players = self._games.views, self._seats[agent], self.rules.players
        owners = views.owners[0]
        asked = int(views.player[0]) == seat
        return {
            "observation": {
                "owners": relative(owners, seat, players),
                "dice": views.dice[0].copy(),
                "neighbours": views.neighbours[0].copy(),
                "reserves": np.roll(views.reserves[0], -seat).astype(np.int8),
                "transfers": np.array([views.transfers[0] if asked else 0], np.int8),
            },
            "action_mask": self._mask_of(agent).copy(),
        }

    def action_mask(self, agent: str) -> NDArray[np.bool_]:
        """bool[actions]: what an agent may do now; nothing, where it is not its turn."""
        return self._mask_of(agent) == 1

    def render(self) -> str | None:
        """The position as text, where render_mode is `ansi`."""
        if self.render_mode is None or not self.agents:
            return None
        return told(self._games.position(0))

    def close(self) -> None:
        """There is nothing to close."""

    def _deal(self) -> None:
        """The next game in which every player of the environment gets its turn, up to the first command."""
        games, players = self._games, self.rules.players
        for _ in range(MOST_DEALS):
            self.game_seed = int.from_bytes(self._draw.bytes(8), "little")
            games.deal(np.full((1, 4), self.game_seed, np.uint64))
            own = mix_many(np.full(players, self.game_seed, np.uint64), np.arange(1, players + 1))
            games.seat(self._policies[np.newaxis], own[np.newaxis])
            games.advance()
            if not games.over[0] and all(self._areas()[seat] for seat in self._seats.values()):
                return
        raise BadInput(f"{self.rules}: the native players end every game before others have a turn")

    def _areas(self) -> list[int]:
        """How many each player owns."""
        return np.bincount(self._games.views.owners[0] + 1, minlength=self.rules.players + 1)[1:].tolist()

    def _shares(self) -> dict[str, float]:
        """Of all areas, in the largest region of each agent; not asked for where nothing is paid for them."""
        if not self.reward.region:
            return {}
        position = self._games.position(0)
        whole = len(position.map)
        return {agent: len(position.largest_region(self._seats[agent])) / whole for agent in self.agents}

    def _pay(self) -> None:
        """Rewards of the last command, and for whom it was the end."""
        games, reward = self._games, self.reward
        over, winner, areas = bool(games.over[0]), int(games.winner[0]), self._areas()
        cut = over and winner < 0 and games.position(0).native.all_turns >= self.rules.most_turns
        shares = self._shares()
        for agent in self.agents:
            seat = self._seats[agent]
            paid = reward.region * (shares[agent] - self._regions[agent]) if shares else 0.0
            if over or not areas[seat]:
                paid += reward.won if winner == seat else reward.nobody if areas[seat] else reward.lost
                self.truncations[agent] = cut and areas[seat] > 0
                self.terminations[agent] = not self.truncations[agent]
            self.rewards[agent] = paid
        self._regions = shares

    def _look(self) -> None:
        """Whose turn it is, and what it may do."""
        games = self._games
        over, winner = bool(games.over[0]), int(games.winner[0])
        self._mask = self._nothing if over else self.actions.mask(games.views)[0].astype(np.int8)
        if not over:
            self.agent_selection = f"player_{games.views.player[0]}"
        won_by = f"player_{winner}" if winner >= 0 else None
        self.infos = {
            agent: {"action_mask": self._mask_of(agent), "seed": self.game_seed, "winner": won_by}
            for agent in self.agents
        }

    def _mask_of(self, agent: str) -> NDArray[np.int8]:
        return self._mask if self._seats[agent] == self._games.views.player[0] else self._nothing


def env(**options: Any) -> OrderEnforcingWrapper[str, Observation, Any]:
    """A `DiceEnv` that says what was called in a wrong order; the options are those of `DiceEnv`."""
    return OrderEnforcingWrapper(DiceEnv(**options))


def relative(owners: NDArray[np.int8], seat: int, players: int) -> NDArray[np.int8]:
    """Owners as a player counts them: 0 itself, 1 the next, …; -1 stays."""
    return np.where(owners < 0, owners, (owners - seat) % players).astype(np.int8)


def seen(rules: Rules, actions: Actions) -> spaces.Space[Observation]:
    """The space of observations."""
    areas, players = rules.areas, rules.players
    board: dict[str, spaces.Space[Any]] = {
        "owners": spaces.Box(-1, players - 1, (areas,), np.int8),
        "dice": spaces.Box(0, MOST_DICE, (areas,), np.int8),
        "neighbours": spaces.Box(-1, areas - 1, (areas, actions.degree), np.int8),
        "reserves": spaces.Box(0, MOST_RESERVE, (players,), np.int8),
        "transfers": spaces.Box(0, rules.transfers, (1,), np.int8),
    }
    mask: spaces.Space[Any] = spaces.Box(0, 1, (len(actions),), np.int8)
    whole: dict[str, spaces.Space[Any]] = {"observation": spaces.Dict(board), "action_mask": mask}
    return spaces.Dict(whole)


def policies_of(seats: Sequence[str | None] | None, players: int) -> NDArray[np.int32]:
    """The native policy of each seat, int32[players], OUTSIDE for players of the environment."""
    seats = [None] * players if seats is None else list(seats)
    if len(seats) != players:
        raise BadInput(f"{len(seats)} seats for {players} players")
    if None not in seats:
        raise BadInput("a seat must be left to the environment: None")
    return np.array([OUTSIDE if name is None else policy_of(name) for name in seats], np.int32)


def policy_of(name: str) -> int:
    """The number of the native policy of an agent of the table; raises UnknownAgent, BadInput."""
    row = resolve(name, "dice").row
    if row.native is None:
        others = ", ".join(other.name for other in agents("dice") if other.native is not None)
        raise BadInput(f"{row.name} has no native policy to play a seat; these have: {others}")
    return POLICIES[row.native]


def checked_mode(mode: str | None) -> str | None:
    """The render mode; raises ValueError."""
    if mode is not None and mode not in MODES:
        raise ValueError(f"unknown render_mode {mode!r}; the modes are {', '.join(MODES)}")
    return mode


def told(position: Position) -> str:
    """A position as text: a line for each player, then one for each area."""
    lines = [f"player_{position.player} commands, {position.transfers_left} transfers left"]
    lines += [
        f"player_{player}  {len(position.areas_of(player)):2} areas  {position.dice_of(player):3} dice  "
        f"region {len(position.largest_region(player)):2}  reserve {position.reserves[player]:2}"
        for player in range(position.rules.players)
    ]
    lines += [
        f"area {area:2}  player_{position.owners[area]}  {position.dice[area]} dice  "
        f"beside {' '.join(map(str, others))}"
        for area, others in enumerate(position.map.neighbours)
    ]
    return "\n".join(lines) + "\n"
