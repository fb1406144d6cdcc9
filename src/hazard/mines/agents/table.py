"""The table of Minesweeper agents; nothing else lists them."""

from __future__ import annotations

from hazard.core.registry import AgentRow

PLAYS_MODELS: str | None = "hazard.mines.nets.agent:NetAgent"

AGENTS: tuple[AgentRow, ...] = (
    AgentRow(
        "mines/random",
        "hazard.mines.agents.random:Random",
        "opens a random covered cell",
        "random",
        counts=False,
    ),
    AgentRow(
        "mines/rules",
        "hazard.mines.agents.rules:Rules",
        "opens what the two counting rules prove safe, else a random cell",
        "rules",
        counts=False,
    ),
    AgentRow(
        "mines/equations",
        "hazard.mines.agents.equations:Equations",
        "opens what the linear system of all numbers proves safe, else a random cell",
        "equations",
        counts=False,
    ),
    AgentRow(
        "mines/equations-estimate",
        "hazard.mines.agents.guessing:EquationsEstimate",
        "the same, but guesses the cell of least risk by a cheap estimate of its own",
    ),
    AgentRow(
        "mines/equations-exact",
        "hazard.mines.agents.guessing:EquationsExact",
        "the same, but guesses the cell of least exact risk",
    ),
    AgentRow(
        "mines/exact",
        "hazard.mines.agents.exact:Exact",
        "opens what is certainly safe, else the cell of least exact risk",
        "exact",
    ),
    AgentRow(
        "mines/datalog",
        "hazard.mines.agents.datalog:Datalog",
        "opens what Datalog derives by the two counting rules, else a random cell",
        counts=False,
        takes="rules for pyDatalog",
    ),
    AgentRow(
        "mines/asp",
        "hazard.mines.agents.asp:Asp",
        "opens what answer set programming proves safe, else the cell of least exact risk",
        takes="rules for clingo",
    ),
    AgentRow(
        "mines/genetic",
        "hazard.mines.agents.evolved:Genetic",
        "a small evolved network of the cells within radius 2; it is told no rule",
        counts=False,
    ),
    AgentRow(
        "mines/dense",
        "hazard.mines.agents.dense:Dense",
        "a dense network a board size (4x4, 5x5, 9x9), of the study dense-net",
        counts=False,
    ),
    AgentRow(
        "mines/thesis-cnn",
        "hazard.mines.agents.thesis:ThesisCnn",
        "convolutions of the study cnn-thesis that predict exact risks, for boards of any size",
        counts=False,
    ),
    AgentRow(
        "mines/thesis-dense",
        "hazard.mines.agents.thesis:ThesisDense",
        "the dense network of the study cnn-thesis with exact risks as labels, for 8x8",
        counts=False,
    ),
    AgentRow(
        "mines/q",
        "hazard.mines.agents.values:Q",
        "a network that learnt from rewards what opening a cell is worth (gamma 0)",
        counts=False,
    ),
    AgentRow(
        "mines/q-slide5",
        "hazard.mines.agents.values:Slide5",
        "the same from 5x5 boards alone; its windows slide over the board",
        counts=False,
    ),
    AgentRow(
        "mines/q-slide7",
        "hazard.mines.agents.values:Slide7",
        "the same by 7x7 windows of larger boards, which slide over the board",
        counts=False,
    ),
    AgentRow(
        "mines/dqn",
        "hazard.mines.agents.values:Dqn",
        "a network that learnt what opening a cell is worth with what follows (gamma 0.5)",
        counts=False,
    ),
    AgentRow(
        "mines/windows",
        "hazard.mines.nets.windows:Windows",
        "flags where a network of 4x4 windows sees mines, and opens what numbers then leave",
    ),
    AgentRow(
        "mines/fewer-guesses",
        "hazard.mines.agents.evolved:FewerGuesses",
        "equations first; where they prove nothing, guesses that were evolved to be few",
        counts=False,
    ),
)
