"""Exact odds of battles: WIN[a][d] is the chance that a dice roll a greater sum than d dice."""

MOST_DICE = 8


def ways(dice):
    """A list: in how many ways so many dice roll each sum."""
    counts = [1]
    for _ in range(dice):
        longer = [0] * (len(counts) + 6)
        for total, count in enumerate(counts):
            for face in range(1, 7):
                longer[total + face] += count
        counts = longer
    return counts


def win_chance(attackers, defenders):
    """Whole numbers until the one division, so that it is the nearest number to the exact chance."""
    against = ways(defenders)
    wins = sum(count * sum(against[:total]) for total, count in enumerate(ways(attackers)))
    return wins / 6 ** (attackers + defenders)


WIN = [[win_chance(a, d) for d in range(MOST_DICE + 1)] for a in range(MOST_DICE + 1)]
