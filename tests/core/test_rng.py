"""Keyed draws: pinned, unbiased, and independent of each other."""

from __future__ import annotations

import subprocess
import sys
from collections import Counter
from itertools import permutations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engineshed.core.rng import Rng


def test_the_stream_of_a_key_is_pinned() -> None:
    """If these numbers change, no existing record can be verified. They must not change."""
    rng = Rng("draw", "seed", 7)
    assert [rng.word() for _ in range(4)] == [
        16327781817119397394,
        2182277740778631266,
        1137395132903730021,
        16789052662436974931,
    ]


def test_shuffles_and_choices_are_pinned() -> None:
    assert Rng("pinned").shuffled(range(10)) == [3, 5, 6, 2, 4, 9, 1, 7, 8, 0]
    assert [Rng("pinned", n).below(6) for n in range(10)] == [1, 2, 4, 4, 3, 5, 1, 2, 0, 2]
    assert Rng("pinned").choice("abcdef") == "a"


def test_a_word_is_splitmix64() -> None:
    """The published generator: these are its first numbers from state 0."""
    rng = Rng()
    rng._state = 0
    assert [rng.word() for _ in range(3)] == [0xE220A8397B1DCDAF, 0x6E789E6AA1B965F4, 0x06C45D188009454F]


def test_other_processes_get_the_same_numbers() -> None:
    code = "from engineshed.core.rng import Rng; print(Rng('far', 1).word())"
    out = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert int(out.stdout) == Rng("far", 1).word()


@pytest.mark.parametrize(("one", "other"), [(("a", "b"), ("ab",)), (("a", 1), ("a1",)), ((1, 23), (12, 3))])
def test_the_parts_of_a_key_do_not_run_together(one: tuple[str | int, ...], other: tuple[str | int, ...]) -> None:
    assert Rng(*one).word() != Rng(*other).word()


@given(st.integers(1, 2**64), st.text())
@settings(deadline=None, derandomize=True)
def test_below_stays_below_its_limit(n: int, key: str) -> None:
    assert 0 <= Rng(key.encode("utf-8", "replace").decode()).below(n) < n


@pytest.mark.parametrize("n", [0, -1])
def test_below_refuses_a_limit_that_is_not_positive(n: int) -> None:
    with pytest.raises(ValueError, match="positive"):
        Rng("x").below(n)


def test_below_draws_every_number_equally_often() -> None:
    """Chi-squared with 5 degrees of freedom exceeds 20.5 once in a thousand runs; our draws are fixed."""
    counts = Counter(Rng("even", n).below(6) for n in range(6000))
    assert sum((counts[side] - 1000) ** 2 / 1000 for side in range(6)) < 20.5


def test_words_past_the_last_full_multiple_are_drawn_again() -> None:
    """Otherwise the low numbers of a range that does not divide 2**64 would come up too often."""
    n = 3 * 2**62
    below = [Rng("again", k).below(n) for k in range(300)]
    assert all(number < n for number in below)
    low = sum(number < 2**62 for number in below)
    assert 70 < low < 130  # a remainder would give a half, not a third


def test_every_order_of_a_shuffle_is_equally_likely() -> None:
    counts = Counter(tuple(Rng("order", n).shuffled("abc")) for n in range(6000))
    assert set(counts) == set(permutations("abc"))
    assert sum((count - 1000) ** 2 / 1000 for count in counts.values()) < 20.5


@given(st.lists(st.integers()), st.integers(0, 50))
@settings(deadline=None, derandomize=True)
def test_a_shuffle_keeps_what_it_is_given(items: list[int], key: int) -> None:
    before = list(items)
    assert sorted(Rng(key).shuffled(items)) == sorted(before)
    assert items == before
