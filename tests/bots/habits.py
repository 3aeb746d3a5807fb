"""What bots do with what they have, counted over whole games: energy, movement, goods, contracts, and money at the end.

``python -m tests.bots.habits planet-steam casual greedy-1 --games 40``
"""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Callable
from typing import Any

from engineshed.core.contract import Seat
from engineshed.core.loop import Turn
from engineshed.core.registry import find_game
from engineshed.games.dampf_and_rails.rules.moves import Deliver, Drop, Load, Stop
from engineshed.games.dampf_and_rails.rules.state import State as Railways
from engineshed.games.planet_steam.rules.moves import Extract, Work
from engineshed.games.planet_steam.rules.phases.extraction import working_zones
from engineshed.games.planet_steam.rules.state import State as Planet
from engineshed.games.planet_steam.rules.truth import Stage, Tanks
from engineshed.lab.duels import Duel, turns
from tests.bots.track_habits import Delivering, hauling

Counts = Counter[str]
Count = Callable[[Counts, Seat, Turn[Any, Any]], None]


def planet_steam(counts: Counts, seat: Seat, turn: Turn[Planet, Any]) -> None:
    before, after = turn.before, turn.step.state
    if after.stage == Stage.OVER:
        counts["credits left"] += after.credits[seat]
        counts["ends"] += 1
    if before.stage == Stage.EXTRACT and before.active == seat and isinstance(turn.move, Work | Extract):
        worked = set(working_zones(before, seat)) | ({turn.move.zone} if isinstance(turn.move, Work) else set())
        if after.active != seat or after.stage != Stage.EXTRACT or isinstance(turn.move, Extract):
            standing = [zone for zone in before.own[seat] if before.tanks[zone] and zone != before.fallen]
            counts["tanks"] += len(standing)
            counts["tanks idle"] += len(standing) - len(worked & set(standing))
            for zone in standing:
                counts["tanks for " + ("quartz", "ore", "water", "energy")[Tanks.PRODUCT[before.tanks[zone]]]] += 1


class Running:
    """Movement and goods of one player in one game."""

    def __init__(self) -> None:
        self.dropped: dict[int, int] = {}

    def __call__(self, counts: Counts, seat: Seat, turn: Turn[Railways, Any]) -> None:
        before, move = turn.before, turn.move
        if turn.seat != seat:
            return
        match move:
            case Stop() if before.round > 1:
                for number, train in enumerate(before.trains[seat]):
                    if not train.stuck:
                        counts["points"] += before.speed(train)
                        counts["points unused"] += before.points_left(number)
                        port = before.board.place_at[train.at]
                        if before.points_left(number) and port >= 0 and before.box.ferries_at[port]:
                            counts["points unused at ferries"] += before.points_left(number)
            case Drop(_, good):
                counts["drops"] += 1
                self.dropped[good] = before.round
            case Load(_, good):
                counts["loads"] += 1
                counts["loads of what was set down"] += before.round - self.dropped.get(good, -9) <= 4
            case Deliver():
                counts["deliveries"] += 1


def habits(game_id: str, bot: str, rival: str, seats: int, games: int, opening: int) -> Counts:
    game = find_game(game_id)
    duel = Duel(game, bot, rival, seats, "habits", opening, game.rules.options())
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
    given = parser.parse_args()
    counts = habits(given.game, given.bot, given.rival, given.seats, given.games, given.opening)
    for name in sorted(counts):
        print(f"{name}: {counts[name]} ({counts[name] / given.games:.1f} a game)")


if __name__ == "__main__":
    main()
