"""Seeds: pinned values, and the native twin computes the same."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from hazard.core.seeds import game_seeds, mix, mix64, mix_many, pick
from hazard.mines import native

SEED = st.integers(0, 2**64 - 1)


def test_mixing_is_splitmix64() -> None:
    # The first outputs of splitmix64 from state 1234567, as published with xoshiro.
    expected = [6457827717110365317, 3203168211198807973, 9817491932198370423, 4593380528125082431]
    assert [mix(1234567, salt) for salt in range(4)] == expected
    assert mix64(0) == 0


@given(seed=SEED, salt=st.integers(0, 2**40))
def test_python_numpy_and_native_mix_alike(seed: int, salt: int) -> None:
    many = mix_many(np.array([seed], np.uint64), np.array([salt]))
    assert mix(seed, salt) == native.mix(seed, salt) == int(many[0])


def test_the_seeds_of_a_match_are_pinned() -> None:
    layout, agent = game_seeds(1, 0, 3)
    assert layout.tolist() == [2136084709156939726, 4712522484801991588, 3582244608185578849]
    assert agent.tolist() == [11177963629346792734, 6194757090403827388, 7818736309027062369]


def test_a_games_seeds_depend_on_match_seed_and_number_only() -> None:
    whole = game_seeds(7, 0, 20)
    for start in (0, 5, 19):
        part = game_seeds(7, start, 1)
        assert (part[0][0], part[1][0]) == (whole[0][start], whole[1][start])
    assert game_seeds(7, 0, 0)[0].shape == (0,)
    everything = np.concatenate([*whole, *game_seeds(8, 0, 20)])
    assert len(np.unique(everything)) == 80


@given(SEED, st.integers(0, 1000), st.integers(1, 500))
def test_a_pick_is_the_top_half_of_the_mix_scaled(seed: int, move: int, count: int) -> None:
    picked = pick(np.array([seed], np.uint64), np.array([move]), np.array([count]))
    assert int(picked[0]) == ((mix(seed, move) >> 32) * count) >> 32 < count


def test_picks_are_uniform() -> None:
    count = 100_000
    picked = pick(np.arange(count, dtype=np.uint64), np.zeros(count, int), np.full(count, 10))
    counts = np.bincount(picked, minlength=10)
    # 9 degrees of freedom: a right program exceeds 42 about once in 300,000 times.
    assert ((counts - count / 10) ** 2 / (count / 10)).sum() < 42
