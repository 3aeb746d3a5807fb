"""Players who leave, whose time is up, or who come back; pauses; and what the others decide about them.

Everything here is in the log, and changes nothing in the game itself: from then on somebody else chooses a seat's
moves, or the clocks stand still. Whoever comes back plays at once.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal

from msgspec.structs import replace

from engineshed.core.contract import AnyGame, Seat
from engineshed.core.notes import Note
from engineshed.core.registry import bot_names
from engineshed.server import clocks
from engineshed.server.clocks import Choice, Clock, Timing, Vote
from engineshed.server.holding import end_held, end_turn, joined
from engineshed.server.live import Live, Written, seats_of
from engineshed.server.loaded import LoadedTable
from engineshed.server.metrics import TIME_OUTS
from engineshed.server.refusals import ServiceError
from engineshed.server.rows import Guest, SeatRow
from engineshed.server.service import Service, with_fresh_eyes

Pause = Literal["all", "mine", "none"]
"""All clocks, once everybody wants that; only mine, as long as I have holidays left; or neither any more."""

NOTHING: Written = ([], [])


# -- leaving and coming back ------------------------------------------------------------------------------------------


@with_fresh_eyes
async def leave(
    service: Service, guest: Guest, table_id: str, seat: int, bot: str | None = None, *, for_good: bool = False
) -> None:
    """Leave a seat: before the game it is open again; during the game a bot plays until the guest comes back.

    ``for_good``: they will not, so that somebody new may take it; only where that was agreed on. A seat that is only
    kept for the guest is open to others then.
    """
    loaded = await service.table(table_id)
    async with loaded.lock:
        live = loaded.live
        _must_not_be_closed(live)
        if 0 <= seat < len(live.seats) and live.seats[seat].kept_for == guest.id:
            return await _commit(service, loaded, _with(live, replace(live.seats[seat], kept_for=None)), NOTHING)
        _must_hold(live, guest, seat)
        if live.row.state == "open":
            return await _commit(service, loaded, _with(live, SeatRow(seat, "open")), NOTHING)
        name = bot_called(live.game, bot)
        if for_good:
            return await _commit(service, loaded, *_given_up(live, guest, seat, name, service.clock()))
        if live.seats[seat].away and live.seats[seat].bot == name:
            return None
        return await _commit(service, loaded, *_handed_over(live, [seat], name, "away", service.clock()))


def _with(live: Live, seat: SeatRow) -> Live:
    after = live.copy()
    after.seats[seat.seat] = seat
    return after


@with_fresh_eyes
async def come_back(service: Service, guest: Guest, table_id: str, seat: int) -> None:
    """Take a seat back from a bot, or tell those who vote about it that its player is here."""
    loaded = await service.table(table_id)
    async with loaded.lock:
        live, at = loaded.live, service.clock()
        _must_hold(live, guest, seat)
        _must_not_be_closed(live)
        timing = live.row.timing
        if not live.seats[seat].away and (timing is None or timing.vote is None or timing.vote.about != seat):
            return
        after = live.copy()
        after.seats[seat] = replace(live.seats[seat], away=False, bot=None)
        if timing is not None:
            after.set(timing=_awaited_again(live.row.clock, clocks.charged(timing, at), seat, clocks.BACK))
        await _commit(service, loaded, after, _noted(live, after, seat, Note("back"), at))


def _awaited_again(clock: Clock, timing: Timing, seat: int, least: float) -> Timing:
    """The clocks once nobody votes any more, and the seat, whose turn is no new one, has time again."""
    timing = clocks.with_more(clock, timing, seat, least)
    return replace(timing, vote=None, turn=tuple(sorted({*timing.turn, seat})))


def _given_up(live: Live, guest: Guest, seat: int, bot: str, at: float) -> _Change:
    """A bot plays on until somebody new sits down, who must not have played another seat of this game."""
    if not live.takes_latecomers:
        raise ServiceError("conflict", "no-latecomers")
    sat = " ".join(sorted({*live.seats[seat].sat.split(), guest.id}))
    after = _with(live, SeatRow(seat, "bot", bot=bot, sat=sat))
    written = _noted(live, after, seat, Note("gave-up", bot), at)
    return after, joined(written, end_turn(after, at)) if seat == live.row.held else written


def _handed_over(live: Live, seats: Iterable[int], bot: str, why: Literal["away", "out"], at: float) -> _Change:
    """Bots take over seats. A player who leaves has ended a turn that is held."""
    after, written = live.copy(), NOTHING
    for seat in seats:
        after.seats[seat] = replace(live.seats[seat], away=True, bot=bot)
        written = joined(written, _noted(live, after, seat, Note(why, bot), at))
        if seat == live.row.held:
            written = joined(written, end_turn(after, at))
    return after, written


# -- when time is up --------------------------------------------------------------------------------------------------


async def time_is_up(service: Service, table_id: str) -> None:
    """Do what a table does by itself at this time, if anything: it may have changed meanwhile."""
    loaded = await service.table(table_id)
    async with loaded.lock:
        live, at = loaded.live, service.clock()
        row = live.row
        if row.due is None or row.due > at or row.state != "running":
            return
        if row.held_until is not None and row.held_until <= at:
            await end_held(service, loaded)
        elif row.timing is not None and row.timing.vote is not None:
            await _decide(service, loaded, live.copy(), NOTHING, at)
        elif row.timing is not None:
            await _run_out(service, loaded, row.timing, at)


async def _run_out(service: Service, loaded: LoadedTable, timing: Timing, at: float) -> None:
    live = loaded.live
    late, agreed = clocks.out_of_time(timing, at), live.row.clock
    if late and (agreed.out == "bot" or not _voters(live, late[0])):
        TIME_OUTS.labels("bot").inc(len(late))
        await _commit(service, loaded, *_handed_over(live, late, bot_called(live.game, agreed.bot), "out", at))
    elif late:
        TIME_OUTS.labels("vote").inc()
        await _commit(service, loaded, *_called(live, timing, late[0], Note("out"), at))


def _called(live: Live, timing: Timing, seat: int, note: Note, at: float) -> _Change:
    """The others vote about a seat from now on."""
    after = live.copy()
    vote = Vote(seat, at + clocks.lasting(live.row.clock))
    after.set(timing=replace(clocks.charged(timing, at), vote=vote))
    return after, _noted(live, after, seat, note, at)


# -- votes ------------------------------------------------------------------------------------------------------------


@with_fresh_eyes
async def vote(service: Service, guest: Guest, table_id: str, seat: int, about: int, choice: Choice) -> None:
    """Vote about a seat whose time is up. At a table without a clock, this begins a vote if the seat is awaited for
    long."""
    loaded = await service.table(table_id)
    async with loaded.lock:
        live, at = loaded.live, service.clock()
        _must_hold(live, guest, seat)
        _must_not_be_closed(live)
        after, written = live.copy(), NOTHING
        if live.row.timing is None or live.row.timing.vote is None:
            _must_be_missed(live, about, at)
            after, written = _called(live, live.row.timing or Timing(since=at), about, Note("called"), at)
        timing = after.row.timing
        asked = None if timing is None else timing.vote
        if timing is None or asked is None or asked.about != about or seat not in _voters(after, about):
            raise ServiceError("conflict", "no-vote")
        cast = (*((other, theirs) for other, theirs in asked.cast if other != seat), (seat, choice))
        after.set(timing=replace(timing, vote=replace(asked, cast=cast)))
        written = joined(written, _noted(live, after, seat, Note("vote", about=about, decision=choice), at))
        await _decide(service, loaded, after, written, at)


async def _decide(service: Service, loaded: LoadedTable, after: Live, written: Written, at: float) -> None:
    """Carry out what has been decided, or only write down the votes if nothing has."""
    timing = after.row.timing
    assert timing is not None, "called at a table with a vote"
    assert timing.vote is not None, "the same"
    about, voters = timing.vote.about, _voters(after, timing.vote.about)
    vote = replace(timing.vote, cast=tuple(cast for cast in timing.vote.cast if cast[0] in voters))
    choice = clocks.decided(vote, voters, at)
    if choice is None:
        after.set(timing=replace(timing, vote=vote))
    else:
        bot = bot_called(after.game, after.row.clock.bot) if choice == "bot" else None
        written = joined(written, _noted(after, after, about, Note("decided", bot, decision=choice), at))
        written = joined(written, _carried_out(after, timing, about, bot, choice, at))
    await _commit(service, loaded, after, written)


def _carried_out(after: Live, timing: Timing, about: int, bot: str | None, choice: Choice, at: float) -> Written:
    if choice == "wait":
        after.set(timing=_awaited_again(after.row.clock, timing, about, clocks.WAIT_MORE))
    elif choice == "end":
        after.set(state="closed", held=None, held_until=None, timing=replace(timing, vote=None, turn=(), ended=True))
    else:
        after.set(timing=replace(timing, vote=None))
        after.seats[about] = replace(after.seats[about], away=True, bot=bot)
        if about == after.row.held:
            return end_turn(after, at)
    return NOTHING


def _voters(live: Live, about: int) -> list[int]:
    """One seat of each other person who plays here."""
    voters: dict[str, int] = {}
    for seat in live.seats:
        if seat.guest is not None and not seat.by_bot and seat.guest != live.seats[about].guest:
            voters.setdefault(seat.guest, seat.seat)
    return list(voters.values())


def _must_be_missed(live: Live, about: int, at: float) -> None:
    """Only at a table without a clock: with one, it says when there is a vote."""
    if not 0 <= about < len(live.seats) or about not in live.row.to_act or live.seats[about].by_bot:
        raise ServiceError("conflict", "no-vote")
    if live.row.state != "running" or live.row.clock.kind != "none":
        raise ServiceError("conflict", "no-vote")
    if at - live.row.updated < clocks.MISSED:
        raise ServiceError("conflict", "vote-later", minutes=int(clocks.MISSED / clocks.MINUTE))


# -- pauses -----------------------------------------------------------------------------------------------------------


@with_fresh_eyes
async def pause(service: Service, guest: Guest, table_id: str, seat: int, wish: Pause) -> None:
    """Ask for a pause of all clocks, take a holiday, or make clocks go again."""
    loaded = await service.table(table_id)
    async with loaded.lock:
        live, at = loaded.live, service.clock()
        _must_hold(live, guest, seat)
        timing = live.row.timing
        if live.row.state != "running" or timing is None or not timing.left or live.seats[seat].away:
            raise ServiceError("conflict", "no-clock")
        timing = clocks.charged(timing, at)
        if wish == "mine":
            if timing.rest[seat] <= 0.0:
                raise ServiceError("conflict", "no-holidays")
            change = _resting(live, timing, seat, at)
        elif wish == "all":
            change = _asking(live, timing, seat, at)
        else:
            change = _going_on(live, timing, seat, at)
        if change is not None:
            await _commit(service, loaded, *change)


def _resting(live: Live, timing: Timing, seat: int, at: float) -> _Change | None:
    if seat in timing.resting:
        return None
    after = live.copy()
    after.set(timing=replace(timing, resting=tuple(sorted({*timing.resting, seat}))))
    return after, _noted(live, after, seat, Note("holiday"), at)


def _asking(live: Live, timing: Timing, seat: int, at: float) -> _Change | None:
    if timing.paused or seat in timing.asked:
        return None
    after, asked = live.copy(), {*timing.asked, *seats_of_same(live, seat)}
    written = _noted(live, after, seat, Note("pause"), at)
    people = {one.seat for one in live.seats if one.guest is not None and not one.by_bot}
    paused = people <= asked
    if paused:
        written = joined(written, _noted(live, after, seat, Note("paused"), at))
    after.set(timing=replace(timing, asked=() if paused else tuple(sorted(asked)), paused=paused))
    return after, written


def _going_on(live: Live, timing: Timing, seat: int, at: float) -> _Change | None:
    """Anybody can end a pause; a holiday or a wish for a pause only whose it is."""
    after = live.copy()
    if timing.paused:
        after.set(timing=replace(timing, paused=False))
        return after, _noted(live, after, seat, Note("resumed"), at)
    if seat in timing.asked:
        after.set(timing=replace(timing, asked=tuple(one for one in timing.asked if one != seat)))
        return after, _noted(live, after, seat, Note("no-pause"), at)
    if seat in timing.resting:
        after.set(timing=replace(timing, resting=tuple(one for one in timing.resting if one != seat)))
        return after, _noted(live, after, seat, Note("resumed"), at)
    return None


# -- all of them ------------------------------------------------------------------------------------------------------

_Change = tuple[Live, Written]


async def _commit(service: Service, loaded: LoadedTable, after: Live, written: Written) -> None:
    changed = [now for now, before in zip(after.seats, loaded.live.seats, strict=True) if now != before]
    await service.commit(loaded, after, *written, changed)


def _noted(before: Live, after: Live, seat: int, note: Note, at: float) -> Written:
    """The entry of the log; none after a game that is over, whose record does not change any more."""
    return NOTHING if before.row.state != "running" else after.note(Seat(seat), note, at)


def seats_of_same(live: Live, seat: int) -> list[int]:
    """The seats of the guest who holds this one."""
    return [one.seat for one in live.seats if one.guest == live.seats[seat].guest]


def bot_called(game: AnyGame, name: str | None) -> str:
    known = bot_names(game.id)
    if name is None:
        return game.bots.usual
    if name not in known:
        raise ServiceError("bad-request", "no-bot", bot=name[:40], known=", ".join(known))
    return name


def _must_hold(live: Live, guest: Guest, seat: int) -> None:
    if not 0 <= seat < len(live.seats):
        raise ServiceError("not-found", "no-seat")
    if seat not in seats_of(live, guest):
        raise ServiceError("forbidden", "not-your-seat")


def _must_not_be_closed(live: Live) -> None:
    if live.row.state == "closed":
        raise ServiceError("conflict", "closed")
