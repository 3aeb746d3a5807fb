"""Plans: what players arrange before their turn, so that nobody has to wait for what is already clear.

A plan belongs to a seat and its player, and nobody else is ever told of it: it is no part of the table. ``planner.py``
carries it out.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice
from typing import Any, Literal

import msgspec

from engineshed.core.ahead import Meaning, foreseen, meaning, no_pass
from engineshed.core.contract import Illegal, Seat
from engineshed.core.rng import Rng
from engineshed.core.words import Message
from engineshed.server.bots import hashed
from engineshed.server.deciding import (
    AnyPlan,
    BidPlan,
    Kept,
    Meant,
    MovesPlan,
    PassPlan,
    Stop,
    bids_among,
    is_over,
    read_kept,
    read_stop,
    written,
)
from engineshed.server.live import Live, seats_of
from engineshed.server.play import read_sent
from engineshed.server.refusals import RefusedError, ServiceError
from engineshed.server.rows import Guest, PlanRow, PlanSlot
from engineshed.server.secrets import new_id
from engineshed.server.service import Service, with_fresh_eyes

MOST_OFFERED = 1000
"""How many moves are offered for a plan; others can be typed."""


class MyPlan(msgspec.Struct, frozen=True):
    """What I have planned for one of my seats."""

    slot: PlanSlot
    plan: AnyPlan
    prices: list[int]
    """What planned moves cost."""
    auction: bool
    """Whether it was made for an auction."""
    made: float
    stopped: Stop | None
    """Why it was taken back; null as long as it waits."""
    refusal: str | None = None
    """The rules' refusal in the reader's language, if that is why."""


class Foreseeable(msgspec.Struct, frozen=True):
    """A move that can be planned."""

    move: Any
    text: str
    price: int


class PlannedMove(msgspec.Struct, frozen=True):
    """A move that would be planned, and what it would mean."""

    text: str
    price: int
    facts: list[Message]


class Foreseen(msgspec.Struct, frozen=True):
    """What can be planned for a seat now, as far as it can be foreseen."""

    now: bool
    """Whether the seat is to act already."""
    round: int
    matter: Literal["auction", "step"] | None
    """What I may pass or bid in until it is over."""
    passes: bool
    """Whether players can pass in this game at all."""
    least: int | None
    """What could be bid next; null if nothing."""
    most: int | None
    moves: list[PlannedMove]
    """The moves that I have chosen so far, and what each would mean."""
    offers: list[Foreseeable]
    """The moves that could follow them; none if the turn is over then, or nobody can know."""


# -- looking ----------------------------------------------------------------------------------------------------------


async def plans(service: Service, guest: Guest, table_id: str, seat: int) -> list[MyPlan]:
    live = (await service.table(table_id)).live
    _must_hold(live, guest, seat)
    rows = await service.store.plans(table_id)
    return [_shown(live, row) for row in rows if row.seat == seat and row.guest == guest.id]


def _shown(live: Live, row: PlanRow) -> MyPlan:
    kept = read_kept(row.plan)
    stopped = None if row.stopped is None else read_stop(row.stopped)
    if stopped is None and is_over(live, kept):
        stopped = Stop("over")
    return MyPlan(row.slot, kept.plan, [one.price for one in kept.meant], kept.auction, row.made, stopped)


async def foresee(service: Service, guest: Guest, table_id: str, seat: int, moves: Sequence[Any]) -> Foreseen:
    """What the seat could plan: the moves it would have in its next turn after ``moves``, and what it could bid."""
    live = (await service.table(table_id)).live
    _must_be_playing(live, guest, seat)
    game, world = live.game, _world(live, Seat(seat))
    matter = game.ahead.matter(live.state)
    offered = [] if world is None else list(islice(game.rules.legal(world, Seat(seat)), MOST_OFFERED))
    bids = bids_among(game, offered) if matter is not None and world is not None and _same(live, world) else {}
    planned, after = _followed(live, Seat(seat), world, moves)
    if moves:
        offered = [] if after is None else list(islice(game.rules.legal(after, Seat(seat)), MOST_OFFERED))
    speech = game.speech
    return Foreseen(
        now=Seat(seat) in live.to_act(),
        round=game.rules.round(live.state),
        matter=None if matter is None else "auction" if matter.auction else "step",
        passes=game.ahead.passes is not no_pass,
        least=min(bids, default=None),
        most=max(bids, default=None),
        moves=[PlannedMove(text, meant.price, list(meant.facts)) for text, meant in planned],
        offers=[Foreseeable(m, speech.write(after, m), speech.price(after, m)) for m in offered],
    )


def _world(live: Live, seat: Seat) -> Any | None:
    """A state in which the seat is to act next, made only from what it may know; always the same one."""
    key = hashed("ahead", live.row.seed, live.moves, int(seat))
    return foreseen(live.game, live.state, seat, Rng("ahead", key))


def _same(live: Live, world: Any) -> bool:
    """Whether what is being decided now still would be."""
    now, then = live.game.ahead.matter(live.state), live.game.ahead.matter(world)
    return now is not None and then is not None and now.key == then.key


def _followed(
    live: Live, seat: Seat, world: Any | None, moves: Sequence[Any]
) -> tuple[list[tuple[str, Meaning]], Any | None]:
    """What these moves would mean, one after the other, and the state after them; None if nobody can know that."""
    found: list[tuple[str, Meaning]] = []
    game, state = live.game, world
    for wanted in moves:
        if state is None:
            raise ServiceError("conflict", "plan-unknown")
        move = read_sent(game, state, wanted)
        try:
            game.rules.check(state, seat, move)
        except Illegal as refusal:
            raise RefusedError(refusal.rule, refusal.message) from None
        text = game.speech.write(state, move)
        meant, state = meaning(game, state, seat, move)
        found.append((text, meant))
    return found, state


# -- planning ---------------------------------------------------------------------------------------------------------


@with_fresh_eyes
async def plan(service: Service, guest: Guest, table_id: str, seat: int, wish: AnyPlan) -> None:
    """Plan something for a seat, in place of what was planned. If the seat is to act, it is carried out at once."""
    loaded = await service.table(table_id)
    async with loaded.lock:
        live = loaded.live
        _must_be_playing(live, guest, seat)
        kept = _kept(live, Seat(seat), wish)
        slot: PlanSlot = "standing" if isinstance(wish, PassPlan) and wish.only else "next"
        kind = type(wish).__struct_config__.tag
        row = PlanRow(table_id, seat, slot, new_id(), guest.id, kind, written(kept), None, service.clock())  # type: ignore[arg-type]
        await service.store.put_plan(row)
    service.has_planned(table_id, guest.id)


def _kept(live: Live, seat: Seat, wish: AnyPlan) -> Kept:
    matter, round_ = live.game.ahead.matter(live.state), live.game.rules.round(live.state)
    kept = Kept(wish, None if matter is None else matter.key, round_, matter is not None and matter.auction)
    match wish:
        case PassPlan():
            _must_make_sense(live, wish, kept.matter)
        case BidPlan():
            _must_be_bid(live, seat, wish)
        case MovesPlan():
            planned, _ = _followed(live, seat, _world(live, seat), wish.moves)
            meant = tuple(Meant(one.price, one.digest) for _, one in planned)
            return msgspec.structs.replace(kept, plan=MovesPlan([text for text, _ in planned]), meant=meant)
    return kept


def _must_make_sense(live: Live, wish: PassPlan, matter: str | None) -> None:
    if live.game.ahead.passes is no_pass:
        raise ServiceError("conflict", "plan-no-pass", game=live.game.title)
    if wish.until == "matter" and matter is None:
        raise ServiceError("conflict", "plan-no-matter")
    if wish.until == "game" and not wish.only:
        raise ServiceError("bad-request", "plan-too-long")


def _must_be_bid(live: Live, seat: Seat, wish: BidPlan) -> None:
    matter = live.game.ahead.matter(live.state)
    world = _world(live, seat)
    if matter is None or not matter.auction or world is None or not _same(live, world):
        raise ServiceError("conflict", "plan-no-auction")
    bids = bids_among(live.game, list(live.game.rules.legal(world, seat)))
    if not bids:
        raise ServiceError("conflict", "plan-no-auction")
    if wish.upto not in bids:
        raise ServiceError("bad-request", "plan-bid", least=min(bids), most=max(bids))


async def take_back(service: Service, guest: Guest, table_id: str, seat: int, slot: PlanSlot) -> None:
    """Take a plan back, or put away what is said about one that has stopped. Nothing happens if there is none."""
    loaded = await service.table(table_id)
    async with loaded.lock:
        _must_hold(loaded.live, guest, seat)
        dropped = await service.store.drop_plan(table_id, seat, slot)
    if dropped:
        service.has_planned(table_id, guest.id)


def _must_hold(live: Live, guest: Guest, seat: int) -> None:
    if seat not in seats_of(live, guest):
        raise ServiceError("forbidden", "not-your-seat")


def _must_be_playing(live: Live, guest: Guest, seat: int) -> None:
    _must_hold(live, guest, seat)
    if live.seats[seat].away:
        raise ServiceError("conflict", "away")
    if live.row.state == "open":
        raise ServiceError("conflict", "not-begun")
    if live.row.state == "closed":
        raise ServiceError("conflict", "closed")
    if live.row.state == "over":
        raise ServiceError("conflict", "plan-over")
