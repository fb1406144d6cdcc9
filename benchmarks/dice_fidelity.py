"""Our reference AIs on our engine beside the original platform's counts; takes the games a cell.

Both sides are samples. A right program fails one of the bars (a cell beyond |z| = 3.5, the sum of squares or
the seats beyond their 99.9 % points) less than once in 60 runs of other seeds; maps have room of 2 %.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence

import numpy as np
from _measure import print_table

from hazard.core.registry import resolve
from hazard.dice.map import Map
from hazard.dice.playing import Block, play_block
from hazard.dice.rules import Rules
from hazard.dice.seeds import table_seeds

SEED = 20_261_119  # written down before the run that counts; nothing is tuned on it
BLOCK = 512
# One against three copies of another, seats rotated: who, against whom, per cent won, of how many games.
AGAINST_STRONG = ("kb.stei_adt", "kb.sdc_pre_at", "kb.stei_at", "kb.stei_dt", "dt.stei")
AGAINST_OTHERS = ("dt.sdc", "kb.sdc_post_dt", "dt.ste", "dt.wpm_c", "dt.wpm_d", "dt.wpm_s", "dt.rand")
ORIGINAL: tuple[tuple[str, int, dict[str, float]], ...] = (
    ("kb.stei_adt", 600, dict(zip(AGAINST_STRONG, (25.8, 36.8, 28.8, 61.0, 79.0), strict=True))),
    ("kb.stei_at", 520, dict(zip(AGAINST_STRONG, (23.7, 37.3, 28.1), strict=False))),
    ("kb.sdc_pre_at", 520, dict(zip(AGAINST_STRONG, (12.9, 23.7, 13.7, 25.0, 39.8), strict=True))),
    ("kb.stei_adt", 500, dict(zip(AGAINST_OTHERS, (81.8, 83.2, 80.0, 77.8, 74.0, 78.8, 89.8), strict=True))),
    (
        "kb.sdc_pre_at",
        120,
        dict(zip(AGAINST_OTHERS, (52.5, 50.0, 35.0, 56.7, 50.0, 49.2, 62.5), strict=True)),
    ),
)
SEATS = (123, 70, 61, 46)  # games won by each seat of four kb.sdc_pre_at, of 300
RARE = {3: 16.27, 27: 55.48}  # 99.9 % points of chi-square, by degrees of freedom
MAPS = {"neighbours of an area": 3.37, "pairs of areas that touch": 57.3, "hexes of an area": 15.3}


def winners(one: str, rival: str, games: int, salt: int) -> tuple[np.ndarray, np.ndarray]:
    """Who won, and the seat of `one`, in games on fresh maps, its seat going round: two int[games]."""
    players, rules = [resolve(f"dice/{name}", "dice") for name in (one, rival)], Rules()
    won: list[np.ndarray] = []
    for begin in range(0, games, BLOCK):
        numbers = range(begin, min(games, begin + BLOCK))
        seeds = np.array([table_seeds(SEED + salt, number, 0, 4) for number in numbers])
        seats = np.array([np.arange(4) != number % 4 for number in numbers]).astype(np.intp)
        won.append(play_block(players, Block(rules, seeds, seats), threads=2).winner)
    return np.concatenate(won).astype(int), np.arange(games) % 4


def two_samples(ours: int, of: int, theirs: int, of_theirs: int) -> float:
    """How many standard errors two proportions differ by, pooled."""
    pooled = (ours + theirs) / (of + of_theirs)
    return (ours / of - theirs / of_theirs) / (pooled * (1 - pooled) * (1 / of + 1 / of_theirs)) ** 0.5


def same_shares(ours: Sequence[int], theirs: Sequence[int]) -> float:
    """Chi-square of two samples of the same kinds."""
    table = np.array([ours, theirs], float)
    expected = table.sum(1, keepdims=True) * table.sum(0) / table.sum()
    return float(((table - expected) ** 2 / expected).sum())


def play_cells(games: int) -> list[str]:
    """Print all cells; what is beyond its bar."""
    rows: list[list[str]] = []
    scores: list[float] = []
    for one, of, cells in ORIGINAL:
        for rival, percent in cells.items():
            winner, seat = winners(one, rival, games, len(rows))
            ours, theirs = int((winner == seat).sum()), round(percent * of / 100)
            scores.append(two_samples(ours, games, theirs, of))
            rows.append(
                [
                    one,
                    rival,
                    f"{100 * theirs / of:.1f}",
                    str(of),
                    f"{100 * ours / games:.1f}",
                    f"{scores[-1]:+.2f}",
                ]
            )
    total = sum(z * z for z in scores)
    bar = RARE[len(scores)]
    print_table(
        f"One against three copies, {games:,} games a cell; sum of z² {total:.1f}, bar {bar:.1f}",
        ["AI", "against", "original %", "games", "here %", "z"],
        rows,
    )
    wrong = [f"{row[0]} against {row[1]}" for row, z in zip(rows, scores, strict=True) if abs(z) >= 3.5]
    return wrong + ["the sum of z²"] * (total >= bar)


def play_seats(games: int) -> list[str]:
    """Print how often each of four equal seats wins."""
    winner, _ = winners("kb.sdc_pre_at", "kb.sdc_pre_at", games, 1000)
    ours: list[int] = np.bincount(winner[winner >= 0], minlength=4).tolist()
    chi_square = same_shares(ours, SEATS)
    rows = [
        [str(seat + 1), f"{100 * theirs / sum(SEATS):.1f}", f"{100 * mine / sum(ours):.1f}"]
        for seat, (mine, theirs) in enumerate(zip(ours, SEATS, strict=True))
    ]
    print_table(
        f"Four kb.sdc_pre_at, {games:,} games, {games - sum(ours)} without winner; "
        f"chi-square {chi_square:.1f}, bar {RARE[3]:.1f}",
        ["seat", "original % of 300", "here %"],
        rows,
    )
    return ["the seats"] * (chi_square >= RARE[3])


def grow_maps(count: int = 20_000) -> list[str]:
    """Print what maps are like."""
    touching = np.zeros(count)
    hexes = np.zeros(count)
    for seed in range(count):
        grown = Map.grow(seed=SEED + seed)
        touching[seed] = sum(map(len, grown.neighbours))
        hexes[seed] = sum(map(len, grown.hexes))
    ours = dict(zip(MAPS, (touching.mean() / 34, touching.mean() / 2, hexes.mean() / 34), strict=True))
    off = {name: ours[name] / original - 1 for name, original in MAPS.items()}
    rows = [[name, str(MAPS[name]), f"{ours[name]:.3f}", f"{100 * off[name]:+.2f} %"] for name in MAPS]
    print_table(f"Means of {count:,} maps", ["of", "original, 300 maps", "here", "difference"], rows)
    return [name for name in MAPS if abs(off[name]) > 0.02]


def main() -> None:
    """Print three tables; fails where a bar is missed."""
    games = int(sys.argv[1]) if len(sys.argv) > 1 else 20_000
    wrong = grow_maps() + play_seats(games) + play_cells(games)
    if wrong:
        sys.exit(f"Not as on the original platform: {', '.join(wrong)}")


if __name__ == "__main__":
    main()
