"""What bots do with what they have, counted over whole games: energy, movement, goods, contracts, and money at the end.

``python -m tests.bots.habits planet-steam casual greedy-1 --games 40``

The games are those of ``engineshed.lab.duels`` with the same seed and opening.
"""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Callable
from typing import Any

from engineshed.core.contract import Seat
from engineshed.core.loop import Turn
from engineshed.core.registry import find_game
from engineshed.games.dampf_and_rails.rules.moves import (
    Build,
    Connect,
    Cross,
    Deliver,
    Drop,
    Go,
    Lay,
    Load,
    Step,
    Stop,
)
from engineshed.games.dampf_and_rails.rules.state import State as Railways
from engineshed.games.planet_steam.rules.for_bots import ENERGY, room, yields
from engineshed.games.planet_steam.rules.moves import Bid, Done, Extract, Idle, Pass, Work
from engineshed.games.planet_steam.rules.phases.extraction import working_zones
from engineshed.games.planet_steam.rules.scoring import property_value
from engineshed.games.planet_steam.rules.stages import RULES
from engineshed.games.planet_steam.rules.state import State as Planet
from engineshed.games.planet_steam.rules.truth import Stage, Tanks
from engineshed.lab.duels import Duel, turns
from tests.bots.track_habits import Delivering, hauling

Counts = Counter[str]
Count = Callable[[Counts, Seat, Turn[Any, Any]], None]


def _wealth(s: Planet, seat: Seat) -> int:
    return s.credits[seat] + sum(property_value(s, seat).values())


def _pays(s: Planet, seat: Seat, worked: set[int], zone: int) -> bool:
    """Whether what a tank would extract and the player could store sells for more than the energy."""
    resource = Tanks.PRODUCT[s.tanks[zone]]
    now, then = (min(yields(s, zones)[resource], room(s, seat, resource)) for zones in (list(worked), [*worked, zone]))
    return (then - now) * s.prices[resource] > s.prices[ENERGY]


def _ends_buying(s: Planet, move: Any) -> bool:
    return isinstance(move, Done | Idle | Pass) and s.stage in (Stage.TANK, Stage.ACTIVATE, Stage.CERTIFICATE)


def _passed_over(s: Planet, seat: Seat) -> bool:
    """Whether something that could be bought would count more in the end than it costs."""
    now = _wealth(s, seat)
    return any(_wealth(RULES.apply(s, seat, move).state, seat) > now for move in RULES.legal(s, seat))


def planet_steam(counts: Counts, seat: Seat, turn: Turn[Planet, Any]) -> None:
    before, after = turn.before, turn.step.state
    if after.stage == Stage.OVER:
        counts["credits left"] += after.credits[seat]
    if turn.seat == seat and isinstance(turn.move, Bid) and before.bid:
        counts["raises"] += 1
        counts["raises by one"] += turn.move.amount == before.bid + 1
    if turn.seat == seat and before.round == before.rounds and _ends_buying(before, turn.move):
        counts["last purchases passed over"] += _passed_over(before, seat)
    if before.stage == Stage.EXTRACT and before.active == seat and isinstance(turn.move, Work | Extract):
        worked = set(working_zones(before, seat)) | ({turn.move.zone} if isinstance(turn.move, Work) else set())
        if after.active != seat or after.stage != Stage.EXTRACT or isinstance(turn.move, Extract):
            standing = [zone for zone in before.own[seat] if before.tanks[zone] and zone != before.fallen]
            counts["tanks"] += len(standing)
            counts["tanks idle"] += len(standing) - len(worked & set(standing))
            counts["tanks idle that would pay"] += sum(
                _pays(before, seat, worked, zone) for zone in set(standing) - worked
            )
            for zone in standing:
                counts["tanks for " + ("quartz", "ore", "water", "energy")[Tanks.PRODUCT[before.tanks[zone]]]] += 1


class Running:
    """Movement and goods of one player in one game."""

    def __init__(self) -> None:
        self.dropped: dict[int, int] = {}
        self.passed: set[tuple[int, int]] = set()
        """Where trains have been in this turn since goods were last handled."""
        self.in_port: dict[int, int] = {}
        """The points that each train had left when it stopped in a port; ``elsewhere``: those of all other trains."""
        self.elsewhere = 0

    def __call__(self, counts: Counts, seat: Seat, turn: Turn[Railways, Any]) -> None:
        before, move = turn.before, turn.move
        if turn.seat != seat:
            return
        self._back_and_forth(counts, turn)
        counts["tolls paid"] += turn.step.state.paid.bit_count() - before.paid.bit_count() if _runs(move) else 0
        match move:
            case Stop() if before.round > 1:
                self._stopped(counts, seat, before)
            case Build() | Lay() | Connect():
                counts["points unused where track was missing"] += self.elsewhere
                self.elsewhere = 0
            case Cross(number):
                counts["points unused before a crossing"] += self.in_port.pop(number, 0)
            case Drop(_, good):
                counts["drops"] += 1
                self.dropped[good] = before.round
            case Load(_, good):
                counts["loads"] += 1
                counts["loads of what was set down"] += before.round - self.dropped.get(good, -9) <= 4
            case Deliver():
                counts["deliveries"] += 1

    def _stopped(self, counts: Counts, seat: Seat, before: Railways) -> None:
        """Trains cannot cross on the turn when they arrive in a port, nor use track that is built after they ran."""
        self.in_port, self.elsewhere = {}, 0
        for number, train in enumerate(before.trains[seat]):
            if not train.stuck:
                left, place = before.points_left(number), before.board.place_at[train.at]
                counts["points"] += before.speed(train)
                counts["points unused"] += left
                if place >= 0 and before.box.ferries_at[place]:
                    self.in_port[number] = left
                else:
                    self.elsewhere += left

    def _back_and_forth(self, counts: Counts, turn: Turn[Railways, Any]) -> None:
        if not _runs(turn.move):
            self.passed.clear()
            return
        number = turn.move.train
        self.passed.add((number, turn.before.trains[turn.seat][number].at))
        counts["runs back"] += (number, turn.step.state.trains[turn.seat][number].at) in self.passed


def _runs(move: Any) -> bool:
    return isinstance(move, Step | Go | Cross)


def habits(game_id: str, bot: str, rival: str, seats: int, games: int, opening: int, seed: str) -> Counts:
    game = find_game(game_id)
    duel = Duel(game, bot, rival, seats, seed, opening, game.rules.options())
    counts: Counts = Counter()
    for number in range(games):
        see = COUNTED[game_id]()
        for turn, _ in turns(duel, number):
            see(counts, duel.seat_of(number), turn)
    return counts


COUNTED: dict[str, Callable[[], Count]] = {
    "steam-power": Delivering,
    "steam": lambda: hauling,
    "planet-steam": lambda: planet_steam,
    "dampf-and-rails": Running,
}
"""What is counted in a game of each kind."""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game", choices=COUNTED)
    parser.add_argument("bot")
    parser.add_argument("rival")
    parser.add_argument("--seats", type=int, default=2)
    parser.add_argument("--games", type=int, default=20)
    parser.add_argument("--opening", type=int, default=0)
    parser.add_argument("--seed", default="habits")
    given = parser.parse_args()
    counts = habits(given.game, given.bot, given.rival, given.seats, given.games, given.opening, given.seed)
    for name in sorted(counts):
        print(f"{name}: {counts[name]} ({counts[name] / given.games:.1f} a game)")


if __name__ == "__main__":
    main()
