"""What a position is worth to every seat: its cash, its plans, and what it has built and bought for later ones."""

from __future__ import annotations

from msgspec.structs import replace

from engineshed.core.bot import Value
from engineshed.games.dampf_and_rails.bots.network import network
from engineshed.games.dampf_and_rails.bots.outlook import Outlook
from engineshed.games.dampf_and_rails.bots.plans import planners_of
from engineshed.games.dampf_and_rails.bots.weights import Weights
from engineshed.games.dampf_and_rails.rules.for_bots import NOWHERE, NUMBERS, STAGES, Stage, State, sections_of


def evaluate(s: State, w: Weights) -> tuple[Value, ...]:
    """The value of a position: at the end only cash; before that, also some of the money spent on track and trains."""
    return tuple(_value(s, seat, w) for seat in range(s.seats))


def _value(s: State, seat: int, w: Weights) -> Value:
    cash = float(s.cash[seat])
    if s.stage == Stage.OVER:
        return Value({"cash": cash})
    return Value(
        {
            "cash": cash,
            "plans": max(_plans(s, seat, town, w) for town in _homes(s, seat)),
            "track": (1 - w.track) * _price_of_network(s, seat),
            "towns": w.start_town * sum(s.joined[town] >> seat & 1 for town in s.box.start_towns),
            "trains": _trains(s, seat, w),
        }
    )


def _homes(s: State, seat: int) -> tuple[int, ...]:
    """Where the network begins, or could."""
    return s.box.start_towns if s.starts[seat] == NOWHERE else (s.starts[seat],)


def _plans(s: State, seat: int, town: int, w: Weights) -> float:
    """The best plan of each train. A player without a good one can still exchange their hand, which takes a round."""
    home = s.board.places[town].at
    trains = tuple(train if train.at != NOWHERE else replace(train, at=home) for train in s.trains[seat])
    net = network(s.box, s.rails, s.ferries, seat, home, s.seats, w.ways)
    outlook = Outlook(w, s, net, s.cash[seat], s.hands[seat], trains)
    return sum(max(w.hopeless - outlook.round, planner.best.worth) for planner in planners_of(outlook))


def _price_of_network(s: State, seat: int) -> int:
    """Roughly what the network has cost: mileposts, water and ferries; a lone port costs as much as its ferry."""
    posts = [post for post in s.networks[seat].members if _counts(s, post)]
    return (
        sum([s.box.post_price[post] for post in posts])
        + sum([s.box.water_price[section] for section in sections_of(s.rails, seat + 1)])
        + sum([ferry.price for ferry, owners in zip(s.board.ferries, s.ferries, strict=True) if owners >> seat & 1])
    )


def _counts(s: State, post: int) -> bool:
    """Whether a milepost has a price of its own: in a hexagon only the centre does, and lone ports do not."""
    place = s.board.place_at[post]
    return place == NOWHERE or (s.board.places[place].at == post and s.board.places[place].is_town)


def _trains(s: State, seat: int, w: Weights) -> float:
    """What the trains have cost, as far as there is time to earn it back."""
    trains = s.trains[seat]
    paid = NUMBERS.upgrade * sum(STAGES[max(train.kind, train.becomes)] for train in trains)
    paid += s.box.numbers.second_train * (len(trains) - 1)
    return paid * min(1.0, max(0, s.goal(seat) - s.cash[seat]) / w.to_earn)
