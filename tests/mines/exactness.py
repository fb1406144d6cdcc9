"""How exact a risk must be: the promise of exact inference, in one place."""

from __future__ import annotations

from fractions import Fraction

from hazard.mines.deduction import MINE, SAFE, UNKNOWN
from hazard.mines.inference import Analysis

RELATIVE = Fraction(1, 10**12)  # what is promised; a handful of roundings of doubles is far below


def is_exact(found: float, exact: Fraction) -> bool:
    """A probability to 1e-12 relative; 0 and 1 without any error."""
    return abs(Fraction(float(found)) - exact) <= (RELATIVE * exact if exact < 1 else 0)


def check_risk(analysis: Analysis, cell: tuple[int, int], risk: Fraction) -> None:
    """A covered cell's risk, and whether it is called certain exactly where it is."""
    found = float(analysis.mine_probability[cell])
    assert is_exact(found, risk), f"cell {cell}: risk {found}, but exactly {risk}"
    certain = SAFE if risk == 0 else MINE if risk == 1 else UNKNOWN
    assert analysis.certain[cell] == certain, f"cell {cell}: certain {analysis.certain[cell]}, risk {risk}"
