"""Learns what a position of Planet Steam is worth: which of its features made the difference between the players.

Games are played on by the quick replies of casual bots. So that all kinds of positions occur, and not only those into
which such bots get by themselves, one round of each game begins with a shock: money, goods, prices and supplies are
changed at random. What is learned is then the effect of each feature, and not only what it goes along with. Only the
differences between the players of a position count, because only the lead decides.

``python -m tests.bots.learning --games 400 --seed learned`` writes the table ``value`` of a
file of weights.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from statistics import fmean

from engineshed.core.contract import CHANCE, Seat
from engineshed.core.registry import find_game
from engineshed.core.rng import Rng
from engineshed.games.planet_steam.bots.features import NAMES, features
from engineshed.games.planet_steam.bots.policy import policy
from engineshed.games.planet_steam.bots.replies import Replies
from engineshed.games.planet_steam.rules.for_bots import RESOURCES, State, property_value, room

STYLES = ("casual-1", "greedy-2", "strong-2")
"""Weights that the players follow."""
SEATS = (2, 2, 2, 3, 3, 4)
WANDERING = 12
"""At most so many moves at the beginning are made by rules of thumb."""
RIDGE = 3.0
"""How many standard deviations' worth of evidence a feature needs to count fully: keeps coefficients small."""

Row = tuple[list[float], float]
"""Features of a player less their mean over all players, twice (the second time for each round to come), and the same
of the final wealth."""


def rows(games: int, seed: str) -> Iterator[Row]:
    for number in range(games):
        yield from _rows_of(Rng("learning", seed, number))


def _rows_of(rng: Rng) -> Iterator[Row]:
    """The positions at the beginning of rounds, from the shock on."""
    game = find_game("planet-steam")
    rules = game.rules
    seats = rng.choice(SEATS)
    players = [Replies(game.bots.weights(rng.choice(STYLES))) for _ in range(seats)]
    s: State = rules.start(seats, rules.options())
    shock, wandering, seen, made = 1 + rng.below(s.rounds - 1), rng.below(WANDERING), 0, 0
    found: list[tuple[int, list[tuple[float, ...]]]] = []
    while acting := rules.to_act(s):
        if s.round > seen and acting[0] != CHANCE and (s.round > 1 or made >= wandering):
            seen = s.round
            if seen == shock:
                s = _shocked(s, rng)
            if seen >= shock:
                found.append((s.rounds - seen + 1, [features(s, seat) for seat in range(seats)]))
        seat, made = acting[0], made + 1
        if seat == CHANCE:
            move = rules.draw(s, rng)
        elif made <= wandering:
            move = policy(s, seat, list(rules.legal(s, seat)), rng)
        else:
            move = players[seat](rules, s, Seat(seat), rng)
        s = rules.apply(s, seat, move, tell=False).state
    wealth = [float(s.credits[seat] + sum(property_value(s, seat).values())) for seat in range(seats)]
    for left, seen_by in found:
        yield from _compared(left, seen_by, wealth)


def _shocked(s: State, rng: Rng) -> State:
    """The same position with other money, goods, prices and supplies."""
    after = s.copy()
    after.credits = tuple(credits_ * (30 + rng.below(170)) // 100 + rng.below(20) for credits_ in s.credits)
    for seat in range(s.seats):
        for resource in range(len(RESOURCES)):
            if rng.below(2):
                more = room(after, seat, resource)
                after.change_goods(
                    seat, resource, rng.below(more + after.has(seat, resource) + 1) - after.has(seat, resource)
                )
    low, high = s.board.lowest, s.board.highest
    after.prices = tuple(
        price if rng.below(2) else low[r] + rng.below(high[r] - low[r] + 1) for r, price in enumerate(s.prices)
    )
    after.supplies = tuple(supply if rng.below(2) else rng.below(supply + 4) for supply in s.supplies)
    return after


def _compared(left: int, seen_by: Sequence[tuple[float, ...]], wealth: Sequence[float]) -> Iterator[Row]:
    means, level = [fmean(column) for column in zip(*seen_by, strict=True)], fmean(wealth)
    for found, total in zip(seen_by, wealth, strict=True):
        apart = [value - mean for value, mean in zip(found, means, strict=True)]
        yield [*apart, *(left * value for value in apart)], total - level


# -- least squares -------------------------------------------------------------------------------------------------


def fitted(found: Sequence[Row]) -> list[float]:
    """The coefficients of ridge regression on standardised columns."""
    size = len(found[0][0])
    scale = [max(1e-9, fmean([row[0][i] ** 2 for row in found]) ** 0.5) for i in range(size)]
    squares = [[0.0] * (size + 1) for _ in range(size)]
    for values, target in found:
        scaled = [value / unit for value, unit in zip(values, scale, strict=True)]
        for i, value in enumerate(scaled):
            if value:
                line = squares[i]
                for j in range(size):
                    line[j] += value * scaled[j]
                line[size] += value * target
    for i in range(size):
        squares[i][i] += RIDGE * len(found) ** 0.5
    return [value / unit for value, unit in zip(_solved(squares), scale, strict=True)]


def _solved(lines: list[list[float]]) -> list[float]:
    """Gauss's elimination; the matrix is positive definite, so no rows need to change places."""
    size = len(lines)
    for i in range(size):
        for j in range(i + 1, size):
            factor = lines[j][i] / lines[i][i]
            if factor:
                lines[j] = [a - factor * b for a, b in zip(lines[j], lines[i], strict=True)]
    found = [0.0] * size
    for i in reversed(range(size)):
        found[i] = (lines[i][size] - sum(lines[i][j] * found[j] for j in range(i + 1, size))) / lines[i][i]
    return found


def explained(found: Sequence[Row], coefficients: Sequence[float]) -> float:
    """The share of the differences that is told beforehand; 1 is all."""
    missed = sum(
        (target - sum(c * v for c, v in zip(coefficients, values, strict=True))) ** 2 for values, target in found
    )
    return 1 - missed / sum(target**2 for _, target in found)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=400)
    parser.add_argument("--seed", default="learned")
    given = parser.parse_args()
    found = list(rows(given.games, given.seed))
    coefficients, check = fitted(found), list(rows(max(1, given.games // 8), f"{given.seed}/check"))
    print(
        f"# {len(found)} positions of {given.games} games; of the differences in {len(check)} others it tells", end=""
    )
    print(f" {explained(check, coefficients):.0%}.\n[value]")
    for number, name in enumerate(NAMES):
        print(f"{name} = [{coefficients[number]:.3f}, {coefficients[number + len(NAMES)]:.3f}]")


if __name__ == "__main__":
    main()
