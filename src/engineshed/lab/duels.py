"""How a bot does against others, seat by seat, from varied openings, and how long it thinks.

Bots that are sure of themselves begin all games alike, and so meet only a few of the positions that people lead them
into. So the first moves can be made for everybody: some by the game's quick policy, others at random where there is
little to choose from. All games of a block share them, and the bot sits on each seat once.

``python -m engineshed.lab.duels planet-steam strong greedy-1 --games 40 --opening 6``
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from time import process_time
from typing import Any, NamedTuple

from engineshed.bots.player import Player
from engineshed.core.contract import CHANCE, AnyGame, Seat
from engineshed.core.loop import Turn, play
from engineshed.core.options import read_options
from engineshed.core.registry import find_game
from engineshed.core.rng import Rng
from engineshed.lab.stats import wilson

FEW = 8
"""In an opening, one of so many moves may be made at random; among more, such as bids, most are silly."""


class Duel(NamedTuple):
    """One bot against several of another."""

    game: AnyGame
    bot: str
    rival: str
    seats: int
    seed: str
    opening: int = 0
    """How many moves are made for the players before the bots take over."""
    options: Any = None

    def seat_of(self, number: int) -> Seat:
        return Seat(number % self.seats)

    def seed_of(self, number: int) -> str:
        return f"{self.seed}/{number // self.seats}"


class Fought(NamedTuple):
    seat: Seat
    scores: tuple[int, ...]
    ranks: tuple[int, ...]
    times: tuple[float, ...]
    """The processor's seconds for each choice of the bot among several moves."""

    @property
    def won(self) -> float:
        """1 for a victory, a share of it for one that is shared."""
        return 1 / self.ranks.count(1) if self.ranks[self.seat] == 1 else 0.0

    @property
    def lead(self) -> int:
        return self.scores[self.seat] - max(score for seat, score in enumerate(self.scores) if seat != self.seat)


def fight(duel: Duel, number: int) -> Fought:
    seat, times, state = duel.seat_of(number), [], None
    for turn, seconds in turns(duel, number):
        state = turn.step.state
        if turn.seat == seat and seconds:
            times.append(seconds)
    result = duel.game.rules.result(state)
    if result is None:
        raise RuntimeError(f"game {number} did not end")
    return Fought(seat, tuple(score.total for score in result.scores), result.ranks, tuple(times))


def turns(duel: Duel, number: int) -> Iterator[tuple[Turn[Any, Any], float]]:
    """Every move of a game, with the processor's seconds that it took to choose; 0 where there was no choice."""
    game, seed = duel.game, duel.seed_of(number)
    players = [Player(game, duel.bot if seat == duel.seat_of(number) else duel.rival) for seat in range(duel.seats)]
    opening, spent, made = Rng("opening", seed), [0.0], [0]

    def answers(state: Any, acting: tuple[Seat, ...], ply: int) -> tuple[Seat, Any]:
        seat, began = acting[0], process_time()
        moves = list(game.rules.legal(state, seat))
        made[0] += 1
        if made[0] <= duel.opening:
            spent[0] = 0.0
            return seat, _opened(game, state, seat, moves, opening)
        move = players[seat].choose(state, seat, seed=seed, ply=ply)
        spent[0] = process_time() - began if len(moves) > 1 else 0.0
        return seat, move

    options = duel.options if duel.options is not None else game.rules.options()
    for turn in play(game.rules, game.rules.start(duel.seats, options), answers, seed=seed, tell=False):
        yield turn, 0.0 if turn.seat == CHANCE else spent[0]


def _opened(game: AnyGame, state: Any, seat: Seat, moves: Sequence[Any], rng: Rng) -> Any:
    if len(moves) <= FEW and rng.below(2):
        return rng.choice(moves)
    return game.bots.policy(state, seat, moves, rng)


def told(fought: Sequence[Fought]) -> str:
    """What some games have shown, in a line."""
    won, times = sum(game.won for game in fought), sorted(time for game in fought for time in game.times)
    low, high = wilson(won, len(fought))
    lead = sum(game.lead for game in fought) / len(fought)
    seats = sorted({game.seat for game in fought})
    by_seat = [f"{sum(g.won for g in fought if g.seat == s):g}/{sum(g.seat == s for g in fought)}" for s in seats]
    mean, most = sum(times) / len(times), times[-1]
    middle, late = times[len(times) // 2], times[len(times) * 19 // 20]
    return (
        f"{won:g} of {len(fought)} ({low:.0%} to {high:.0%}), by seat {' '.join(by_seat)}, lead {lead:+.1f}, "
        f"ms mean {1000 * mean:.0f} p50 {1000 * middle:.0f} p95 {1000 * late:.0f} most {1000 * most:.0f}, "
        f"{len(times) // len(fought)} decisions a game"
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game")
    parser.add_argument("bot")
    parser.add_argument("rival")
    parser.add_argument("--seats", type=int, default=2)
    parser.add_argument("--games", type=int, default=20)
    parser.add_argument("--opening", type=int, default=0)
    parser.add_argument("--option", action="append", default=[])
    parser.add_argument("--seed", default="duel")
    given = parser.parse_args()
    game = find_game(given.game)
    options = read_options(game.rules.options, dict(option.split("=", 1) for option in given.option))
    duel = Duel(game, given.bot, given.rival, given.seats, given.seed, given.opening, options)
    fought: list[Fought] = []
    for number in range(given.games):
        fought.append(fight(duel, number))
        print(f"\r{told(fought)}", end="", flush=True)
    print()


if __name__ == "__main__":
    main()
