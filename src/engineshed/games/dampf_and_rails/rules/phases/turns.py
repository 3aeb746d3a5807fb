"""Turns and rounds: what begins and ends with them, and when the game is over (R9, R21, R32, A38)."""

from __future__ import annotations

from msgspec.structs import replace

from engineshed.core.stages import Log
from engineshed.games.dampf_and_rails.rules.board import NOWHERE, STREET
from engineshed.games.dampf_and_rails.rules.components import NUMBERS
from engineshed.games.dampf_and_rails.rules.consequences import set_running
from engineshed.games.dampf_and_rails.rules.memo import NO_DRAFTS
from engineshed.games.dampf_and_rails.rules.names import (
    COMPANY_WORDS,
    GOOD_WORDS,
    TRAIN_WORDS,
    the_event,
    the_place,
    the_post,
)
from engineshed.games.dampf_and_rails.rules.phases.losing import lose_one
from engineshed.games.dampf_and_rails.rules.state import State
from engineshed.games.dampf_and_rails.rules.terms import Promise
from engineshed.games.dampf_and_rails.rules.truth import Running, Stage


def go_on(s: State, log: Log) -> None:
    """Continue after a card or a lost good: first all losses, then all draws, then the stage that was interrupted."""
    if s.losing:
        s.stage = Stage.LOSE
    elif cards_are_short(s):
        s.stage = Stage.DRAW
    elif s.resume == Stage.END:
        end_turn(s, log)
    else:
        s.stage = s.resume


def cards_are_short(s: State) -> bool:
    return row_is_short(s) or len(s.hands[s.active]) < s.hand_limit(s.active)


def row_is_short(s: State) -> bool:
    return s.round >= NUMBERS.public_from and len(s.public) < NUMBERS.public_orders


# -- the turn ------------------------------------------------------------------------------------------------------


def begin_turn(s: State, log: Log) -> None:
    """Begin a turn; in the first round it is for building only (R7)."""
    s.resume = Stage.BUILD if s.round == 1 else Stage.MOVE
    go_on(s, log)


def wipe_slate(s: State) -> None:
    """The player whose turn it is now has done nothing yet."""
    s.acted, s.moved, s.crossed, s.paid, s.asked, s.outlay = False, 0, 0, 0, 0, 0
    s.spent = (0,) * len(s.trains[s.active])
    s.exits, s.drafts = s.box.no_exits, NO_DRAFTS


def play_end(s: State, log: Log) -> None:
    log.tell("end", company=COMPANY_WORDS[s.active])
    end_turn(s, log)


def end_turn(s: State, log: Log) -> None:
    seat = s.active
    _free_trains(s, seat, log)
    _clear_towns(s, seat, log)
    if s.running:
        _end_events(s, seat, log)
    if s.tolls or s.promises:
        count_down(s, seat, log)
    s.active = (seat + 1) % s.seats
    wipe_slate(s)
    if s.active != s.first or _next_round(s, log):
        begin_turn(s, log)


def _free_trains(s: State, seat: int, log: Log) -> None:
    for number, train in enumerate(s.trains[seat]):
        if train.stuck:
            s.set_train(seat, number, replace(train, stuck=train.stuck - 1))
            if train.stuck == 1:
                log.tell("back-on-track", company=COMPANY_WORDS[seat], at=the_post(s, train.at))


def _clear_towns(s: State, seat: int, log: Log) -> None:
    """Give back what this player set down four rounds ago (R16)."""
    gone = [lying for lying in s.lying if lying.seat == seat and lying.until <= s.round]
    if not gone:
        return
    s.lying = tuple(lying for lying in s.lying if lying not in gone)
    for lying in gone:
        s.stock(lying.good, 1)
        log.tell("cleared", good=GOOD_WORDS[lying.good], town=the_place(s, lying.town))


def _end_events(s: State, seat: int, log: Log) -> None:
    """Events that this player drew in this turn begin; those of their last turn end (R21)."""
    left = []
    for event in s.running:
        if event.seat != seat:
            left.append(event)
        elif event.begun:
            log.tell("event-ends", event=the_event(event.event))
        else:
            left.append(Running(event.event, seat, begun=True))
            log.tell("event-begins", event=the_event(event.event))
    set_running(s, tuple(left))


def count_down(s: State, seat: int, log: Log) -> None:
    """Agreements that count this player's turns have one turn less to go; those with none left are over (A36, A40)."""
    tolls, s.tolls = s.tolls, ()
    for deal in tolls:
        if deal.runner != seat:
            s.tolls += (deal,)
        elif deal.turns > 1:
            s.tolls += (replace(deal, turns=deal.turns - 1),)
        else:
            log.tell("toll-ends", runner=COMPANY_WORDS[deal.runner], owner=COMPANY_WORDS[deal.owner])
    promises, s.promises = s.promises, ()
    for promise in promises:
        if promise.giver != seat:
            s.promises += (promise,)
        elif promise.turns > 1:
            s.promises += (replace(promise, turns=promise.turns - 1),)
        else:
            tell_promise(s, "promise-broken", promise, log)


def tell_promise(s: State, message: str, promise: Promise, log: Log) -> None:
    giver, taker = COMPANY_WORDS[promise.giver], COMPANY_WORDS[promise.taker]
    log.tell(message, giver=giver, taker=taker, good=GOOD_WORDS[promise.good], town=the_place(s, promise.town))


# -- the round -----------------------------------------------------------------------------------------------------


def _next_round(s: State, log: Log) -> bool:
    """Begin the next round, if there is one. The first round does not count as quiet, because nobody can deliver
    yet.
    """
    s.quiet = 0 if s.delivered or s.round == 1 else s.quiet + 1
    s.delivered = False
    if s.final:
        return _over(s, log)
    if s.options.idle_rounds and s.quiet >= s.options.idle_rounds:
        log.tell("idle", rounds=s.quiet)
        return _over(s, log)
    change_trains(s, log)
    s.round += 1
    log.tell("round", round=s.round)
    return True


def change_trains(s: State, log: Log) -> None:
    """Trains become what was paid for, wherever they are; a good without a hold is lost (R30)."""
    for seat in s.order():
        for number, train in enumerate(s.trains[seat]):
            if train.becomes != NOWHERE:
                s.set_train(seat, number, replace(train, kind=train.becomes, becomes=NOWHERE))
                company, kind = COMPANY_WORDS[seat], TRAIN_WORDS[train.becomes]
                log.tell("train-changed", company=company, train=kind, at=the_post(s, train.at))
                if len(train.loads) > s.box.trains[train.becomes].holds:
                    lose_one(s, seat, number, log)


def _over(s: State, log: Log) -> bool:
    """End the game: everybody shows their cash."""
    s.stage = Stage.OVER
    log.reveal()
    log.tell("over")
    return False


# -- the goal ------------------------------------------------------------------------------------------------------


def settle(s: State, seat: int, log: Log) -> None:
    """A player who has received money or built may have reached the goal (R32)."""
    if not reaches_goal(s, seat):
        return
    log.tell("goal", company=COMPANY_WORDS[seat])
    if s.options.finish_round:
        s.final = True
    else:
        _over(s, log)


def reaches_goal(s: State, seat: int) -> bool:
    """Whether a player is the first to reach the goal."""
    return s.cash[seat] >= s.goal(seat) and not s.final and is_linked(s, seat)


def might_end(s: State, seat: int) -> bool:
    """Whether money for this player might end the game, as far as the others know: they know that this player is
    rich."""
    return bool(s.announced >> seat & 1) and is_linked(s, seat)


def is_linked(s: State, seat: int) -> bool:
    """Whether the start towns are joined by this player's own track and ferries."""
    known = s.memo.linked
    if seat not in known:
        known[seat] = all(s.joined[town] >> seat & 1 for town in s.box.start_towns) and _are_joined(
            s, seat, s.box.start_towns
        )
    return known[seat]


def _are_joined(s: State, seat: int, towns: tuple[int, ...]) -> bool:
    reached = _own_network(s, seat, s.board.places[towns[0]].at)
    return all(s.board.places[town].at in reached for town in towns)


def _own_network(s: State, seat: int, start: int) -> dict[int, bool]:
    """All mileposts that the player's own track, own ferries and streets join with this one."""
    reached, waiting, own = {start: True}, [start], 1 << seat + 1 | 1 << STREET
    ferries = [s.board.ferries[n].ports for n, owners in enumerate(s.ferries) if owners >> seat & 1]
    while waiting:
        here = waiting.pop()
        beside = [there for there, owner in s.tracks.get(here, ()) if owner & own]
        beside += [b if here == a else a for a, b in ferries if here in (a, b)]
        for there in beside:
            if there not in reached:
                reached[there] = True
                waiting.append(there)
    return reached
