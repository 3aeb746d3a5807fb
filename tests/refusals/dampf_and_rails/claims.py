"""What the refusals of Dampf & Rails claim, checked against the position."""

from __future__ import annotations

from typing import Any

from engineshed.core.contract import Illegal
from engineshed.games.dampf_and_rails.rules.moves import Keep, Lay, Propose
from tests.refusals.dampf_and_rails.board import BOARD, EVENT_IDS, GOOD_IDS, OFFERED, ORDERS, TRAINS
from tests.refusals.dampf_and_rails.position import Position
from tests.refusals.dampf_and_rails.predicates import (
    BUILDING,
    CODE,
    MOVES_OF_STAGE,
    RUNNING,
    asked_for,
    is_quicker,
    quickest,
    section_to,
    town_of,
    ways_to,
    wrong_seat,
)
from tests.refusals.dampf_and_rails.predicates_building import ferries_of
from tests.refusals.judge import Claim

COMPANIES = ("red", "blue", "green")
Said = dict[str, Any]


def unjudged(p: Position, move: Any, refusal: Illegal) -> bool:
    """Blocking (R28) may also be the reason why a whole way cannot be built, which is tested elsewhere."""
    message = refusal.message.id.removeprefix("refuse.")
    return isinstance(move, Lay) and message == "no-way-to-build" and p.cheapest_way(move.place) <= p.money


CODE.unjudged = unjudged


def company(seat: int) -> str:
    return f"@company.{COMPANIES[seat]}"


def post_name(post: int) -> str:
    """A milepost is named after its place, except for those around København."""
    place = BOARD.place_at.get(post)
    return str(BOARD.codes[post] if place is None or BOARD.posts_of[place][0] != post else BOARD.names[place])


def is_post(thing: Any, post: int) -> bool:
    return bool(thing.id == post and thing.name == post_name(post))


def is_place(thing: Any, place: int) -> bool:
    return is_post(thing, BOARD.posts_of[place][0])


def is_ferry(thing: Any, ferry: int) -> bool:
    return bool(thing.id == ferry and thing.name == BOARD.ferry_names[ferry])


def is_event(thing: Any, id_: str) -> bool:
    return bool(thing.id == EVENT_IDS.index(id_) and thing.name == f"@event.{id_}")


def is_section(things: Any, section: int) -> bool:
    return sorted(thing.id for thing in things) == sorted(BOARD.ends[section])


def event_of(said: Said) -> str:
    return EVENT_IDS[said["event"].id] if is_event(said["event"], EVENT_IDS[said["event"].id]) else ""


def good(number: int) -> str:
    return f"@good.{GOOD_IDS[number]}"


# -- turns ------------------------------------------------------------------------------------------------------------


@CODE.says("over")
def _over(p: Position, _m: Any, said: Said) -> bool:
    return p.stage == "over" and not said


@CODE.says("not-your-turn", "wait-lose")
def _turn(p: Position, _m: Any, said: Said) -> bool:
    return wrong_seat(p) and said == {"company": company(p.view.acting)}


def _time_of(stage: str) -> Claim:
    return lambda p, m, said: p.stage == stage and not isinstance(m, MOVES_OF_STAGE[stage]) and not said


for _stage in MOVES_OF_STAGE:
    CODE.says(f"time-{_stage}")(_time_of(_stage))


@CODE.says("not-nature", "nothing-lost")
def _nothing_said(_p: Position, _m: Any, said: Said) -> bool:
    return not said


@CODE.says("past-keep", "past-start")
def _past(p: Position, m: Any, said: Said) -> bool:
    return p.stage != ("keep" if isinstance(m, Keep) else "start") and p.view.round >= 1 and not said


@CODE.says("first-round")
def _first_round(p: Position, m: Any, said: Said) -> bool:
    return p.view.round == 1 and isinstance(m, (*RUNNING, Propose)) and not said


@CODE.says("first-round-trains")
def _first_round_trains(p: Position, m: Any, said: Said) -> bool:
    return p.view.round == 1 and isinstance(m, BUILDING) and not said


@CODE.says("acted")
def _acted(p: Position, _m: Any, said: Said) -> bool:
    return bool(p.view.acted) and not said


# -- before the game --------------------------------------------------------------------------------------------------


@CODE.says("keep")
def _keep(_p: Position, m: Any, said: Said) -> bool:
    return (len(m.cards) != 3 or len(set(m.cards)) < 3) and said == {"cards": 3}


@CODE.says("keep-strange")
def _keep_strange(p: Position, m: Any, said: Said) -> bool:
    return not {*m.cards} <= {*p.me.hand} and not said


@CODE.says("no-start-town")
def _no_start_town(_p: Position, m: Any, said: Said) -> bool:
    return m.town not in BOARD.starts and sorted(t.name for t in said["towns"]) == sorted(
        BOARD.names[town] for town in BOARD.starts
    )


@CODE.says("start-taken")
def _start_taken(p: Position, m: Any, said: Said) -> bool:
    begun = sum(player.start == m.town for player in p.view.players)
    return begun >= BOARD.starts[m.town] and is_place(said["town"], m.town)


# -- running ----------------------------------------------------------------------------------------------------------


@CODE.says("no-train")
def _no_train(p: Position, m: Any, said: Said) -> bool:
    return not p.has_train(m.train) and said == {"number": m.train + 1}


@CODE.says("no-milepost", "no-place", "no-section", "no-ferry", "no-good", "no-town-there")
def _no_such_thing(_p: Position, m: Any, said: Said) -> bool:
    sizes = {"to": len(BOARD.codes), "place": len(BOARD.names), "section": len(BOARD.ends), "town": BOARD.towns}
    sizes |= {"ferry": len(BOARD.ferry_names), "good": len(GOOD_IDS)}
    return not said and any(hasattr(m, name) and not 0 <= getattr(m, name) < size for name, size in sizes.items())


@CODE.says("derailed")
def _derailed(p: Position, m: Any, said: Said) -> bool:
    return bool(p.me.trains[m.train].stuck) and event_of(said) == "derailment"


@CODE.says("no-track")
def _no_track(p: Position, m: Any, said: Said) -> bool:
    here = p.me.trains[m.train].at
    return section_to(p, m) is None and is_post(said["start"], here) and is_post(said["to"], m.to)


@CODE.says("no-turning")
def _no_turning(p: Position, m: Any, said: Said) -> bool:
    train = p.me.trains[m.train]
    return train.came == m.to and is_post(said["post"], train.at)


def _owner(p: Position, m: Any) -> int:
    """The owner of the network that a step or crossing uses."""
    return int(m.owner) if hasattr(m, "owner") else p.owner[section_to(p, m) or 0]


@CODE.says("no-toll")
def _no_toll(p: Position, m: Any, said: Said) -> bool:
    owner = _owner(p, m)
    toll = p.toll(owner)
    return toll > p.me.cash and said == {"company": company(owner), "money": toll, "cash": p.me.cash}


@CODE.says("strike")
def _strike(p: Position, m: Any, said: Said) -> bool:
    owner = _owner(p, m)
    return p.struck(owner) and event_of(said) == "walkout" and said["company"] == company(owner)


@CODE.says("no-points")
def _no_points(p: Position, m: Any, said: Said) -> bool:
    return p.points(m.train) < 1 and not said


@CODE.says("slow")
def _slow(p: Position, m: Any, said: Said) -> bool:
    here = p.me.trains[m.train].at
    return p.points(m.train) == 1 and event_of(said) in p.running and p.slowed(event_of(said), here, m.to)


@CODE.says("is-there")
def _is_there(p: Position, m: Any, said: Said) -> bool:
    return p.me.trains[m.train].at in BOARD.posts_of[m.place] and is_place(said["place"], m.place)


@CODE.says("no-way")
def _no_way(p: Position, m: Any, said: Said) -> bool:
    train = p.me.trains[m.train]
    cut_off = p.reach(m.train).keys().isdisjoint(BOARD.posts_of[m.place])
    places = is_post(said["start"], train.at) and is_place(said["place"], m.place)
    return cut_off and places and said["left"] == p.points(m.train)


@CODE.says("no-quicker-way")
def _no_quicker_way(p: Position, m: Any, said: Said) -> bool:
    return m.quickest and not is_quicker(p, m) and is_place(said["place"], m.place)


@CODE.says("dear-way")
def _dear_way(p: Position, m: Any, said: Said) -> bool:
    toll = quickest(ways_to(p, m, at_any_price=True))[0]
    return is_place(said["place"], m.place) and said["money"] == toll > said["cash"] == p.me.cash


@CODE.says("one-step")
def _one_step(p: Position, m: Any, said: Said) -> bool:
    here = p.me.trains[m.train].at
    return not {*BOARD.around[here]}.isdisjoint(BOARD.posts_of[m.place]) and is_place(said["place"], m.place)


@CODE.says("not-in-port")
def _not_in_port(p: Position, m: Any, said: Said) -> bool:
    here = BOARD.place_at.get(p.me.trains[m.train].at)
    return here not in BOARD.ferry_ends[m.ferry] and is_ferry(said["ferry"], m.ferry)


@CODE.says("not-first")
def _not_first(p: Position, m: Any, said: Said) -> bool:
    return m.train in (*p.view.moved, *p.view.crossed) and is_ferry(said["ferry"], m.ferry)


@CODE.says("ferry-stopped")
def _ferry_stopped(p: Position, m: Any, said: Said) -> bool:
    ferry = said["ferry"].id
    meant = (
        {m.ferry} if hasattr(m, "ferry") else {BOARD.port_ferry(m.place)} if isinstance(m, Lay) else ferries_of(p, m)
    )
    return ferry in p.stopped.get(event_of(said), set()) and ferry in meant and is_ferry(said["ferry"], ferry)


@CODE.says("no-ferry-owner")
def _no_ferry_owner(p: Position, m: Any, said: Said) -> bool:
    return not p.ferry_owners(m.ferry) and is_ferry(said["ferry"], m.ferry)


@CODE.says("not-their-ferry")
def _not_the_owners_ferry(p: Position, m: Any, said: Said) -> bool:
    return m.owner not in p.ferry_owners(m.ferry) and is_ferry(said["ferry"], m.ferry)


@CODE.says("own-ferry")
def _own_ferry(p: Position, m: Any, said: Said) -> bool:
    return p.seat in p.ferry_owners(m.ferry) and m.owner != p.seat and is_ferry(said["ferry"], m.ferry)


# -- goods ------------------------------------------------------------------------------------------------------------


@CODE.says("no-town")
def _no_town(p: Position, m: Any, said: Said) -> bool:
    return town_of(p, m) is None and not said


@CODE.says("idle-docks")
def _idle_docks(p: Position, m: Any, said: Said) -> bool:
    town = town_of(p, m)
    return town is not None and town in p.idle.get(event_of(said), set()) and is_place(said["town"], town)


@CODE.says("no-points-for-goods")
def _no_points_for_goods(p: Position, m: Any, said: Said) -> bool:
    return p.fast and p.points(m.train) < 1 and not said


@CODE.says("not-there")
def _not_there(p: Position, m: Any, said: Said) -> bool:
    town = town_of(p, m)
    there = town in OFFERED[m.good] or p.lies(town, m.good)
    return town is not None and not there and said["good"] == good(m.good) and is_place(said["town"], town)


@CODE.says("no-chip")
def _no_chip(p: Position, m: Any, said: Said) -> bool:
    return p.view.supply[m.good] == 0 and said == {"good": good(m.good)}


@CODE.says("full")
def _full(p: Position, m: Any, said: Said) -> bool:
    train = p.me.trains[m.train]
    holds = TRAINS[train.kind]["holds"]
    return bool(len(train.loads) == holds and said.get("holds", holds) == holds)


@CODE.says("not-loaded")
def _not_loaded(p: Position, m: Any, said: Said) -> bool:
    return m.good not in p.me.trains[m.train].loads and said == {"good": good(m.good)}


@CODE.says("not-your-order")
def _not_your_order(p: Position, m: Any, said: Said) -> bool:
    return m.card not in (*p.me.hand, *p.view.public) and not said


@CODE.says("not-wanted")
def _not_wanted(p: Position, m: Any, said: Said) -> bool:
    town = town_of(p, m)
    things = town is not None and is_place(said["town"], town) and said["good"] == good(m.good)
    return 0 <= m.card < len(ORDERS) and not asked_for(p, m) and things and said["card"].id == m.card


@CODE.says("lose")
def _lose(p: Position, m: Any, said: Said) -> bool:
    return m.good not in p.losing_loads and not said
