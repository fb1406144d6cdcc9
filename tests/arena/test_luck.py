"""The evidence against a lucky player: honest ones hardly ever give any, one that looks soon does."""

from __future__ import annotations

import numpy as np
import pytest

from hazard.arena.luck import evidence


def test_no_risk_is_no_evidence() -> None:
    assert evidence([]) == 0
    assert evidence([(0.0, False)] * 100) == pytest.approx(0)


def test_a_mine_that_is_hit_speaks_for_honesty_and_one_avoided_against_it() -> None:
    assert evidence([(0.5, True)]) < 0 < evidence([(0.5, False)])
    assert evidence([(1.0, True)]) == pytest.approx(0)


def test_pinned_values() -> None:
    # prod exp(-2 hit) / (1 - p + p exp(-2)), in decimal digits
    assert evidence([(0.5, False)]) == pytest.approx(-np.log10(0.5 + 0.5 * np.exp(-2)))
    assert evidence([(0.2, False)] * 100) == pytest.approx(-100 * np.log10(0.8 + 0.2 * np.exp(-2)))
    assert evidence([(0.2, True)]) == pytest.approx(np.log10(np.exp(-2) / (0.8 + 0.2 * np.exp(-2))))


def test_honest_players_are_not_blamed_though_they_stop_when_it_looks_worst() -> None:
    """Ville: at most a tenth of them ever reaches one digit. Of 4,000, 5 standard deviations are 95."""
    rng = np.random.default_rng(5)
    risks = rng.choice([0.02, 0.1, 0.3, 0.5], (4000, 300))
    hits = rng.random(risks.shape) < risks
    steps = -2 * hits - np.log1p(-risks * (1 - np.exp(-2)))
    worst = np.cumsum(steps, axis=1).max(axis=1) / np.log(10)
    assert worst[0] >= evidence(zip(risks[0].tolist(), hits[0].tolist(), strict=True))
    assert (worst >= 1).sum() < 400 + 95
    assert (worst >= 6).sum() == 0
