"""Turns, cards and trains of Dampf & Rails: which rule a move breaks. Docstrings begin with the rulebook's heading."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Any

from engineshed.games.dampf_and_rails.rules.moves import (
    Accept,
    Ask,
    Bring,
    Build,
    Buy,
    Charge,
    Connect,
    Cross,
    Deal,
    Deliver,
    Draw,
    Drop,
    End,
    Exchange,
    First,
    Go,
    Goods,
    Grant,
    Keep,
    Lay,
    Load,
    Lose,
    Money,
    Pay,
    Place,
    Propose,
    Refuse,
    Request,
    Send,
    Start,
    Step,
    Stop,
    Turns,
    Withdraw,
    Work,
)
from tests.refusals.dampf_and_rails.board import BOARD, GOODS, OFFERED, ORDERS, TRAINS
from tests.refusals.dampf_and_rails.position import Position
from tests.refusals.judge import Code

CODE = Code()
RUNNING = (Step, Go, Cross, Load, Drop, Deliver, Stop)
BUILDING = (Build, Lay, Connect, Work, Buy, End)
TERMS = (Ask, Grant, Pay, Charge, Bring, Request)
OF_A_PROPOSAL = (*TERMS, Money, Goods, Place, Turns, Send, Withdraw, Accept, Refuse)
MOVES_OF_STAGE: dict[str, tuple[type[Any], ...]] = {
    "keep": (Keep,),
    "start": (Start,),
    "move": (*RUNNING, Propose, Exchange),
    "terms": (*TERMS, Send, Withdraw),
    "money": (Money, Withdraw),
    "goods": (Goods, Withdraw),
    "place": (Place, Withdraw),
    "turns": (Turns, Withdraw),
    "answer": (Accept, Refuse),
    "build": (*BUILDING, Exchange),
    "lose": (Lose,),
    "over": (),
}
"""What can be done in each stage."""


def wrong_seat(p: Position) -> bool:
    return bool(p.view.acting != p.seat)


def wrong_time(p: Position, move: Any) -> bool:
    return not isinstance(move, MOVES_OF_STAGE[p.stage])


# -- turns ------------------------------------------------------------------------------------------------------------


@CODE.turn("R32")
def game_is_over(p: Position, _move: Any) -> bool:
    """Spielende: the game ends as soon as the goal is reached."""
    return p.stage == "over"


@CODE.turn("R6")
def not_their_turn(p: Position, _move: Any) -> bool:
    """Startausrüstung: players take turns clockwise."""
    return p.stage not in ("over", "lose", "answer") and wrong_seat(p)


@CODE.turn("R4")
def not_drawn(_p: Position, move: Any) -> bool:
    """Startausrüstung: cards are drawn from the pile, not chosen."""
    return isinstance(move, Deal | First | Draw)


@CODE.turn("R3")
def orders_first(p: Position, move: Any) -> bool:
    """Startausrüstung: orders to keep are chosen before the game, and at no other time."""
    return (p.stage == "keep" and wrong_time(p, move)) or (p.stage != "keep" and isinstance(move, Keep))


@CODE.turn("R5")
def start_town_first(p: Position, move: Any) -> bool:
    """Startausrüstung: start towns are chosen before the game, and at no other time."""
    return (p.stage == "start" and wrong_time(p, move)) or (p.stage != "start" and isinstance(move, Start))


@CODE.turn("R9")
def other_part_of_the_turn(p: Position, move: Any) -> bool:
    """Spielverlauf: running and goods come first, then building."""
    return (p.stage == "move" and isinstance(move, BUILDING)) or (
        p.stage == "build" and isinstance(move, RUNNING) and p.view.round > 1
    )


@CODE.turn("R7")
def only_building(p: Position, move: Any) -> bool:
    """Streckenbau: in the first round players only build their networks."""
    return p.stage == "build" and p.view.round == 1 and isinstance(move, (*RUNNING, Propose))


@CODE.meaning("R7", Buy)
@CODE.rule("R7", Work)
def trains_stay_as_they_are(p: Position, _move: Any) -> bool:
    """Streckenbau: in the first round players only build their networks."""
    return bool(p.view.round == 1)


@CODE.turn("R30")
def nothing_to_lose(p: Position, move: Any) -> bool:
    """Die Züge: a good is lost only when a hold is lost."""
    return p.stage in ("move", "build") and isinstance(move, Lose)


@CODE.turn("E5")
def loss_first(p: Position, move: Any) -> bool:
    """Derailment: the owner chooses which load is lost before anything else happens."""
    return p.stage == "lose" and (wrong_seat(p) or wrong_time(p, move)) and p.derailed


@CODE.turn("R30")
def hold_first(p: Position, move: Any) -> bool:
    """Die Züge: a load of the smaller train is lost before anything else happens."""
    return p.stage == "lose" and (wrong_seat(p) or wrong_time(p, move)) and not p.derailed


@CODE.rule("R10", Exchange)
def turn_has_begun(p: Position, _move: Exchange) -> bool:
    """Spielverlauf: sitting out replaces a whole turn."""
    return bool(p.view.acted)


# -- before the game --------------------------------------------------------------------------------------------------


@CODE.rule("R3", Keep)
def wrong_orders(p: Position, move: Keep) -> bool:
    """Startausrüstung: three of the five orders are kept."""
    return len(set(move.cards)) != len(move.cards) or len(move.cards) != 3 or not {*move.cards} <= {*p.me.hand}


@CODE.rule("R5", Start)
def wrong_start(p: Position, move: Start) -> bool:
    """Startausrüstung: networks begin in Århus, København or Odense; each of the first two is for one player only."""
    begun = Counter(player.start for player in p.view.players)
    return move.town not in BOARD.starts or begun[move.town] >= BOARD.starts[move.town]


# -- trains -----------------------------------------------------------------------------------------------------------

OF_A_TRAIN = (Step, Go, Cross, Load, Drop, Deliver, Work)


@CODE.meaning("R2", *OF_A_TRAIN)
def no_such_train(p: Position, move: Any) -> bool:
    """Startausrüstung: everybody begins with one train."""
    return not p.has_train(move.train)


@CODE.meaning("V5", *OF_A_TRAIN)
def no_second_train(p: Position, move: Any) -> bool:
    """Variante I: there can be a second train, but no third."""
    return p.fast and not p.has_train(move.train)


@CODE.meaning("R23", Step)
def no_such_milepost(_p: Position, move: Step) -> bool:
    """Die Karte: trains run from milepost to milepost."""
    return not 0 <= move.to < len(BOARD.codes)


@CODE.meaning("R23", Go, Lay)
def no_such_place(_p: Position, move: Any) -> bool:
    """Die Karte: there are 22 towns and two more ports."""
    return not 0 <= move.place < len(BOARD.names)


@CODE.meaning("R14", Cross)
def no_such_ferry_to_cross(_p: Position, move: Cross) -> bool:
    """Benutzung von Fähren: the ferry must be on the map."""
    return not 0 <= move.ferry < len(BOARD.ferry_names)


@CODE.rule("E5", Step, Go, Cross)
def derailed(p: Position, move: Any) -> bool:
    """Derailment: the train does not move in its owner's next turn."""
    return bool(p.me.trains[move.train].stuck)


def section_to(p: Position, move: Step) -> int | None:
    """The section with track, or the street, that a step uses."""
    section = BOARD.around[p.me.trains[move.train].at].get(move.to)
    return section if section in BOARD.streets or section in p.owner else None


@CODE.rule("R11", Step)
def no_track_or_points(p: Position, move: Step) -> bool:
    """Bewegung: a train runs on track and uses a point for each step."""
    return section_to(p, move) is None or p.points(move.train) < 1


def _slow(event: str) -> Callable[[Position, Step], bool]:
    def broken(p: Position, move: Step) -> bool:
        here = p.me.trains[move.train].at
        return (
            event in p.running and p.cost(here, move.to) == 2 > p.points(move.train) and p.slowed(event, here, move.to)
        )

    return broken


CODE.rule("E3", Step)(_slow("snow"))  # a step in the snow costs two points
CODE.rule("E4", Step)(_slow("fog"))  # a step in the fog costs two points


@CODE.rule("R13", Step)
def toll_cannot_be_paid(p: Position, move: Step) -> bool:
    """Benutzung von Streckennetzen: the toll is 4 million for each network and round."""
    owner = p.owner.get(section_to(p, move) or -1)
    return owner is not None and p.toll(owner) > p.me.cash


@CODE.rule("E6", Step)
def on_struck_track(p: Position, move: Step) -> bool:
    """Signalmen walk out: nobody runs on the network of the player who drew the card."""
    owner = p.owner.get(section_to(p, move) or -1)
    return owner is not None and p.struck(owner)


@CODE.rule("A10", Step)
def turns_back(p: Position, move: Step) -> bool:
    """Our reading of this option: trains turn back in towns, in ports, and where the track ends."""
    train = p.me.trains[move.train]
    return p.turning(train.at, move.to, train.came)


@CODE.rule("R11", Go)
def cannot_get_there(p: Position, move: Go) -> bool:
    """Bewegung: the way uses open track and the points that are left, and is longer than one step."""
    ways = ways_to(p, move)
    if p.me.trains[move.train].at in BOARD.posts_of[move.place] or not ways:
        return True
    if not move.quickest:
        return _is_step(p, move, min(ways))
    return not is_quicker(p, move) or (not quickest_is_too_expensive(p, move) and _is_step(p, move, quickest(ways)))


@CODE.rule("R13", Go)
def quickest_is_too_expensive(p: Position, move: Go) -> bool:
    """Benutzung fremder Strecken: the tolls on the quickest of all ways are more than the player has."""
    if not move.quickest or not ways_to(p, move) or not is_quicker(p, move):
        return False
    return quickest(ways_to(p, move))[1] > quickest(ways_to(p, move, at_any_price=True))[1]


def ways_to(p: Position, move: Go, *, at_any_price: bool = False) -> set[tuple[int, int]]:
    """The tolls and points of all ways to a place that can be paid for."""
    reached = p.reach(move.train, at_any_price=at_any_price)
    return set().union(*(reached.get(post, set()) for post in BOARD.posts_of[move.place]))


def quickest(ways: set[tuple[int, int]]) -> tuple[int, int]:
    """The way with the fewest points, and the cheapest of several such ways."""
    return min(ways, key=lambda way: way[::-1])


def is_quicker(p: Position, move: Go) -> bool:
    """Whether the quickest way of all saves points."""
    return quickest(ways_to(p, move, at_any_price=True))[1] < min(ways_to(p, move))[1]


def _is_step(p: Position, move: Go, way: tuple[int, int]) -> bool:
    """Whether a single step leads there for the same toll and points."""
    at, came = p.me.trains[move.train].at, p.me.trains[move.train].came
    return any(
        BOARD.place_at.get(post) == move.place and way == (0 if owner is None else p.toll(owner), p.cost(at, post))
        for post, owner in p.steps(at, came)
    )


# -- ferries ----------------------------------------------------------------------------------------------------------


@CODE.rule("R14", Cross)
def does_not_sail(p: Position, move: Cross) -> bool:
    """Benutzung von Fähren: trains cross from a port, at the start of a turn, on a connected ferry."""
    here = BOARD.place_at.get(p.me.trains[move.train].at)
    first = move.train not in p.view.moved and move.train not in p.view.crossed
    return here not in BOARD.ferry_ends[move.ferry] or not first or not p.ferry_owners(move.ferry)


@CODE.rule("R13", Cross)
def wrong_owner_paid(p: Position, move: Cross) -> bool:
    """Benutzung von Streckennetzen: a player's own ferry is free, another's costs the toll.

    A player whose own signalmen have walked out may pay another owner of the ferry instead.
    """
    owners = p.ferry_owners(move.ferry)
    mine = p.seat in owners and not p.struck(p.seat)
    return move.owner not in owners or (mine and move.owner != p.seat) or p.toll(move.owner) > p.me.cash


def _stopped(event: str, of: Callable[[Position, Any], set[int]]) -> Callable[[Position, Any], bool]:
    return lambda p, move: bool(of(p, move) & p.stopped.get(event, set()))


CODE.rule("E1", Cross)(_stopped("kattegat-gale", lambda _p, move: {move.ferry}))  # these ferries stay in port
CODE.rule("E2", Cross)(_stopped("baltic-storm", lambda _p, move: {move.ferry}))  # these ferries stay in port


@CODE.rule("E6", Cross)
def on_a_struck_ferry(p: Position, move: Cross) -> bool:
    """Signalmen walk out: nobody crosses on the ferries of the player who drew the card."""
    return p.struck(move.owner)


# -- goods ------------------------------------------------------------------------------------------------------------


def town_of(p: Position, move: Any) -> int | None:
    """The town where the train is; ports that are not towns do not count."""
    place = BOARD.place_at.get(p.me.trains[move.train].at)
    return place if place is not None and place < BOARD.towns else None


def no_such_good(_p: Position, move: Any) -> bool:
    """Die Waren: there are 20 goods."""
    return not 0 <= move.good < len(GOODS)


for _rule, _kind in (("R15", Load), ("R16", Drop), ("R17", Deliver)):
    CODE.meaning(_rule, _kind)(no_such_good)


def outside_towns(p: Position, move: Any) -> bool:
    """Waren laden, abliefern: goods are handled in towns."""
    return town_of(p, move) is None


for _rule, _kind in (("R15", Load), ("R16", Drop), ("R17", Deliver)):
    CODE.rule(_rule, _kind)(outside_towns)


@CODE.rule("E9", Load, Drop, Deliver)
def docks_are_idle(p: Position, move: Any) -> bool:
    """Dock strike: nothing is loaded or unloaded in these towns."""
    return town_of(p, move) in p.idle.get("dock-strike", set())


@CODE.rule("V3", Load, Drop, Deliver)
def no_point_for_goods(p: Position, move: Any) -> bool:
    """Variante I: every good that is loaded or unloaded costs a point."""
    return p.fast and p.points(move.train) < 1


@CODE.rule("R15", Load)
def cannot_be_loaded(p: Position, move: Load) -> bool:
    """Waren laden: the town offers the good and the supply has it, or one was set down there; a hold is free."""
    train, town = p.me.trains[move.train], town_of(p, move)
    offered = town in OFFERED[move.good] and p.view.supply[move.good] > 0
    return len(train.loads) >= TRAINS[train.kind]["holds"] or not (offered or p.lies(town, move.good))


@CODE.rule("R16", Drop)
def not_on_board(p: Position, move: Drop) -> bool:
    """Die Waren: only a good on the train can be set down."""
    return move.good not in p.me.trains[move.train].loads


@CODE.rule("R17", Deliver)
def not_an_order(p: Position, move: Deliver) -> bool:
    """Waren abliefern: the good is on the train, and an order in hand or a public order asks for it here."""
    if move.card not in (*p.me.hand, *p.view.public) or move.good not in p.me.trains[move.train].loads:
        return True
    return not asked_for(p, move)


def asked_for(p: Position, move: Deliver) -> bool:
    town = town_of(p, move)
    wanted = [(BOARD.names.index(demand["town"]), demand["good"]) for demand in ORDERS[move.card]]
    return (town, GOODS[move.good]["id"]) in wanted


@CODE.rule("R30", Lose)
def lost_good_is_not_on_the_train(p: Position, move: Lose) -> bool:
    """Die Züge: the good that is lost must be on the train."""
    return not p.derailed and move.good not in p.losing_loads


@CODE.rule("E5", Lose)
def derailed_good_is_not_on_the_train(p: Position, move: Lose) -> bool:
    """Derailment: the train loses one of its loads."""
    return p.derailed and move.good not in p.losing_loads
