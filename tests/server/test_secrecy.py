"""Non-interference: what a viewer is sent does not depend, byte for byte, on anything that is hidden from them.

Twin services have the same table (id, seed, seats, times), but their states differ in what one viewer may not know:
the second state is guessed from the viewer's view of the first. Both must answer every question with the same bytes.
Then both tables play on with moves that look the same to the viewer, and all questions are asked again.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Sequence
from contextlib import asynccontextmanager
from typing import Any
from unittest.mock import patch

import msgspec
import pytest

from engineshed.core.contract import CHANCE, Seat
from engineshed.core.errors import Trouble
from engineshed.core.record import write_record
from engineshed.core.registry import find_game
from engineshed.core.rng import Rng
from engineshed.core.table import Table
from engineshed.games.steam_power.rules.components import CONTRACT_IDS
from engineshed.server import chat, explaining, hints, lobby, plans, play, replay, tables, viewing
from engineshed.server.deciding import MovesPlan, Stop, written
from engineshed.server.descriptions import in_words
from engineshed.server.explaining import Asked
from engineshed.server.live import Live
from engineshed.server.messages import SeatWish
from engineshed.server.refusals import RefusedError, ServiceError
from engineshed.server.replay import HIDDEN
from engineshed.server.rows import Event, Guest, PartRow, SeatRow, TableRow
from engineshed.server.service import Service
from engineshed.server.sqlite import SQLiteStore
from tests.server.play import GAME_ID, AtOnce, counting_clock, live, opened, play_together, run, three_players

GAME = find_game(GAME_ID)
SEED = "5eed" * 8
TABLE = "the-twin-table"
SEATS = 3
PLAYERS = [Guest(f"player {seat}", bytes([seat]), f"Player {seat}") for seat in range(SEATS)]
SEAT_ROWS = [SeatRow(seat, "guest", guest=guest.id) for seat, guest in enumerate(PLAYERS)]
WATCHER = Guest("watcher", b"watcher", "Wanda")


# -- twin services -------------------------------------------------------------------------------------------------


def truth(seed: str, plies: int) -> Any:
    """A position from random play in which a player is to act, not nature."""
    table = Table(GAME, SEATS, None, seed=seed)
    while table.ply < plies and not table.over:
        seat = table.to_act()[0]
        table.play(seat, Rng("truth", seed, table.ply).choice(table.legal(seat)))
    assert not table.over
    return table.state


def other_truths(state: Any, viewer: Seat | None, count: int) -> list[Any]:
    """Other states that are possible from the viewer's point of view, but are not the real one."""
    view = GAME.rules.view(state, viewer)
    guesses = [GAME.rules.guess(view, Rng("other", number)) for number in range(count * 2)]
    others = [guess for guess in guesses if guess != state][:count]
    assert len(others) == count
    return others


@asynccontextmanager
async def service_in(state: Any) -> AsyncIterator[Service]:
    """A service with one table that begins in this position; everything else is always the same."""
    async with empty_service() as service:
        parts = [PartRow(0, 0, GAME.version, in_words(GAME, state))]
        table = Live(GAME, row(forked_from="another"), SEAT_ROWS, None, parts)
        await tables.open_table(service, table, {}, parts=parts)
        yield service


@asynccontextmanager
async def service_dealt(tiles: str, hands: Sequence[Sequence[int]], first: str) -> AsyncIterator[Service]:
    """A service with one table where nature has drawn exactly these tiles, hands and first player."""
    async with empty_service() as service:
        deals = ["deal " + " ".join(CONTRACT_IDS[contract] for contract in hand) for hand in hands]
        events = [Event(ply, CHANCE, "move", text) for ply, text in enumerate((tiles, *deals, first), 1)]
        table = Live(GAME, row(), SEAT_ROWS, None)
        table.follow(events)
        await tables.open_table(service, table, {}, events=events)
        yield service


@asynccontextmanager
async def empty_service() -> AsyncIterator[Service]:
    store = SQLiteStore(":memory:")
    try:
        for guest in (*PLAYERS, WATCHER):
            await store.add_guest(guest)
        service = Service(store, counting_clock())
        service.workers = AtOnce()
        yield service
    finally:
        await store.close()


def row(forked_from: str | None = None) -> TableRow:
    return TableRow(
        id=TABLE,
        game=GAME_ID,
        version=GAME.version,
        seats=SEATS,
        options={},
        title="Twins",
        owner=PLAYERS[0].id,
        seed=SEED,
        public=True,
        forked_from=forked_from,
    )


def guest_of(viewer: Seat | None) -> Guest:
    return WATCHER if viewer is None else PLAYERS[viewer]


# -- everything that is sent ----------------------------------------------------------------------------------------


async def answer(question: Awaitable[Any]) -> bytes:
    """The bytes that are sent: the answer, or the refusal with all its parts."""
    try:
        return msgspec.json.encode(await question)
    except RefusedError as refusal:
        return msgspec.json.encode(["refused", refusal.rule, refusal.message, str(refusal)])
    except ServiceError as error:
        return msgspec.json.encode([error.code, error.message, str(error)])
    except Trouble as trouble:
        return msgspec.json.encode([trouble.message, str(trouble)])


async def forked(service: Service, guest: Guest, ply: int) -> Any:
    """Everything that the owner of a fork sees, which is all of it, because they hold every seat."""
    with (
        patch.object(replay, "new_seed", lambda: "f0" * 16),
        patch.object(service, "new_table_id", lambda: f"fork-{ply}"),
    ):
        created = await replay.fork(service, guest, TABLE, ply, None, [SeatWish("me")] * SEATS)
    seated = await service.table(created.id)
    shown = [await viewing.look(service, seated, guest, seat, 0) for seat in range(SEATS)]
    return msgspec.structs.replace(shown[0], log=[]), [view.view for view in shown]


async def outgoing(service: Service, viewer: Seat | None) -> dict[str, bytes]:
    """Every message that this viewer can get from the service, with a name for each."""
    guest, seated = guest_of(viewer), await service.table(TABLE)
    ply = seated.live.ply
    sent = {
        "look": await answer(viewing.look(service, seated, guest, None, 0)),
        "look since": await answer(viewing.look(service, seated, guest, None, ply - 2)),
        "look as a stranger": await answer(viewing.look(service, seated, None, None, 0)),
        "look as another": await answer(viewing.look(service, seated, guest, ((viewer or 0) + 1) % SEATS, 0)),
        "lobby": await answer(lobby.page(service, guest)),
        "my tables": await answer(lobby.page(service, guest, mine=True, search="Ada")),
        "log": await answer(viewing.log_page(service, seated, guest, None, None)),
        "earlier log": await answer(viewing.log_page(service, seated, guest, None, ply // 2)),
        "record": await answer(replay.record(service, guest, TABLE)),
        "chat": await answer(chat.lines(service, guest, TABLE, 0)),
        "fork": await answer(forked(service, guest, ply)),
        "legend": await answer(explaining.legend(service, Asked(guest, TABLE))),
    }
    for thing in ASKED:
        sent[f"explain {thing}"] = await answer(explaining.explain(service, Asked(guest, TABLE), thing))
    for last in range(max(1, ply - LATEST), ply + 1):
        sent[f"changes of {last}"] = await answer(hints.happened(service, guest, TABLE, viewer, None, last))
    for past in range(ply + 1):
        sent[f"position {past}"] = await answer(replay.position_at(service, guest, TABLE, None, past))
    for seat in range(SEATS):
        for text in TRIED:
            sent[f"check {seat} {text}"] = await answer(play.check(service, guest, TABLE, seat, text))
            stale = play.move(service, guest, TABLE, seat, text, ply + 1, None)
            sent[f"move {seat} {text}"] = await answer(stale)
        sent[f"plans {seat}"] = await answer(plans.plans(service, guest, TABLE, seat))
        sent[f"foresee {seat}"] = await answer(plans.foresee(service, guest, TABLE, seat, ()))
        sent[f"undo {seat}"] = await answer(play.undo(service, guest, TABLE, seat, ply + 1, None, whole_turn=True))
    for seat in range(SEATS):  # last, because the log of this table says so
        sent[f"hints {seat}"] = await answer(hints.hints(service, guest, TABLE, seat, None))
    return sent


ASKED = (*(f"contract {contract}" for contract in range(len(CONTRACT_IDS))), "hand 0", "hand 1", "bag", "money 2")
"""Things whose explanation could reveal something: every contract, and what is counted but not shown."""

LATEST = 4
"""So many entries of the log are asked about: what they have changed."""

TRIED = (
    *(f"{verb} {contract}" for contract in CONTRACT_IDS for verb in ("deliver", "plan")),
    *("draw A1", "contracts", "money", "done", "rest", "first red", "nonsense"),
)
"""Moves whose refusal could reveal something: every contract, nature's moves, and others."""


async def same_to(viewer: Seat | None, services: list[Service]) -> None:
    first, *others = [await outgoing(service, viewer) for service in services]
    for other in others:
        assert first.keys() == other.keys()
        for name, sent in first.items():
            assert other[name] == sent, f"{name} reveals to viewer {viewer} what they may not know"


def alike(viewer: Seat | None, states: list[Any], seat: Seat) -> list[Any]:
    """The moves that are legal in all the states, without the viewer's own draws, which may differ."""
    choices = [list(GAME.rules.legal(state, seat)) for state in states]
    common = [move for move in choices[0] if all(move in others for others in choices[1:])]
    return [move for move in common if seat != viewer or type(move).__name__ != "Contracts"]


def any_kind(moves: list[Any], rng: Rng) -> Any:
    """A random move; each kind is equally likely, however many tracks there are to choose from."""
    kind = rng.choice(list(dict.fromkeys(type(move) for move in moves)))
    return rng.choice([move for move in moves if type(move) is kind])


async def play_alike(viewer: Seat | None, services: list[Service], moves: int) -> None:
    for _ in range(moves):
        lives = [await live(service, TABLE) for service in services]
        seat = lives[0].to_act()[0]
        move = any_kind(alike(viewer, [now.state for now in lives], seat), Rng("alike", lives[0].ply))
        for service, now in zip(services, lives, strict=True):
            await play.move(service, PLAYERS[seat], TABLE, seat, move, now.ply, f"key {now.ply}")


# -- the tests ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("viewer", [Seat(0), Seat(1), Seat(2), None])
@pytest.mark.parametrize("plies", [5, 40, 120, 250])
def test_two_states_that_a_viewer_cannot_tell_apart_give_the_same_bytes(viewer: Seat | None, plies: int) -> None:
    async def go() -> None:
        state = truth(f"seed {plies}", plies)
        (other,) = other_truths(state, viewer, 1)
        async with service_in(state) as first, service_in(other) as second:
            await same_to(viewer, [first, second])
            await play_alike(viewer, [first, second], 6)
            await same_to(viewer, [first, second])

    run(go())


@pytest.mark.parametrize("viewer", [Seat(0), Seat(1), Seat(2), None])
def test_two_deals_that_a_viewer_cannot_tell_apart_give_the_same_game(viewer: Seat | None) -> None:
    """These tables begin with the first entry of the log, so that records and past positions are compared too."""

    async def go() -> None:
        table = Table(GAME, SEATS, None, seed="deal")
        (other,) = other_truths(table.state, viewer, 1)
        tiles, first = table.plies[0].text, table.plies[-1].text
        async with (
            service_dealt(tiles, table.state.hands, first) as one,
            service_dealt(tiles, other.hands, first) as two,
        ):
            await same_to(viewer, [one, two])
            for _ in range(3):
                await play_alike(viewer, [one, two], 12)
                await same_to(viewer, [one, two])
            texts = [entry.text for entry in await one.store.events(TABLE)]
            assert "contracts" in texts, "somebody drew something that the viewer may not see"
            record = await replay.record(one, guest_of(viewer), TABLE)
            assert HIDDEN in [text for _, text in record.moves]

    run(go())


def test_the_twins_differ_for_a_viewer_who_may_know() -> None:
    """Otherwise the tests above would prove nothing."""

    async def go() -> None:
        state = truth("differ", 40)
        actor = GAME.rules.to_act(state)[0]
        (other,) = other_truths(state, Seat((actor + 1) % SEATS), 1)
        async with service_in(state) as first, service_in(other) as second:
            seen = [await outgoing(service, actor) for service in (first, second)]
            differing = [name for name in seen[0] if seen[0][name] != seen[1][name]]
            assert {"look", "position 0"} <= set(differing)
            assert b'"reasons"' in seen[0][f"hints {actor}"]
            assert any(name.startswith(f"check {actor} deliver") for name in differing)

    run(go())


@pytest.mark.parametrize("viewer", [Seat(0), Seat(1), None])
def test_what_others_have_planned_changes_nothing_that_a_viewer_is_sent(viewer: Seat | None) -> None:
    """Neither a plan that waits nor one that was taken back."""

    async def go() -> None:
        state = truth("planned", 41)
        actor = GAME.rules.to_act(state)[0]
        planner = Seat(next(seat for seat in (2, 1, 0) if seat not in (viewer, actor)))
        async with service_in(state) as first, service_in(state) as second:
            foreseen = await plans.foresee(first, PLAYERS[planner], TABLE, planner, ())
            await plans.plan(first, PLAYERS[planner], TABLE, planner, MovesPlan([foreseen.offers[0].text]))
            second.clock()
            assert len(await plans.plans(first, PLAYERS[planner], TABLE, planner)) == 1
            await same_to(viewer, [first, second])
            await play_alike(viewer, [first, second], 1)
            (row,) = await first.store.plans(TABLE)
            await first.stop_plan(await live(first, TABLE), row, written(Stop("over")))
            await same_to(viewer, [first, second])

    run(go())


# -- planted secrets ------------------------------------------------------------------------------------------------


async def hidden_texts(service: Service, table: str, seat: int | None) -> set[str]:
    """The log entries of draws that this viewer must not read during the game."""
    now = await live(service, table)
    said = (await service.archive.past(now, 0)).follow(await service.store.events(table))
    eyes = () if seat is None else (seat,)
    return {entry.text for entry in said if entry.text_for(eyes) is None}


async def hidden_contracts(service: Service, table: str, seat: int | None) -> set[str | int]:
    """Contracts in other hands and in the bag, by name and number, except those shown by a move that was taken back."""
    state = (await live(service, table)).state
    words = {word for event in await service.store.events(table) if event.seat != CHANCE for word in event.text.split()}
    hidden = [contract for other, hand in enumerate(state.hands) if other != seat for contract in hand] + [*state.bag]
    unshown = [contract for contract in hidden if CONTRACT_IDS[contract] not in words]
    return {*unshown, *(CONTRACT_IDS[contract] for contract in unshown)}


def contents(sent: bytes) -> tuple[set[str], set[str | int]]:
    """All texts in a message, and all contracts that it mentions."""
    texts: set[str] = set()
    contracts: set[str | int] = set()

    def walk(part: Any, name: str) -> None:
        match part:
            case dict():
                for key, value in part.items():
                    walk(value, key)
            case list():
                for value in part:
                    walk(value, f"{name}[]" if name == "done" else name)
            case str():
                texts.add(part)
                if name in ("contract", "contracts"):
                    contracts.update(part.replace(",", " ").split())
            case int() if name in ("contract", "done[]", "aside"):
                contracts.add(part)

    walk(msgspec.json.decode(sent), "")
    return texts, contracts


@pytest.mark.parametrize("seat", [0, 1, 2, None])
def test_no_message_contains_the_seed_or_a_hidden_contract_before_the_end(seat: int | None) -> None:
    """A real table is looked at several times during a whole game, and once more when everything may be known."""

    async def go() -> None:
        async with opened() as service:
            table, players = await three_players(service)
            guest = WATCHER if seat is None else players[seat]
            seed = (await live(service, table)).row.seed.encode()
            for plies in (5, 60, 150, 300):
                await play_together(service, players, table, plies)
                secret_texts = await hidden_texts(service, table, seat)
                secret_contracts = await hidden_contracts(service, table, seat)
                assert secret_texts
                assert secret_contracts
                for sent in await shown(service, guest, table):
                    texts, contracts = contents(sent)
                    assert seed not in sent
                    assert not texts & secret_texts
                    assert not contracts & secret_contracts
            await play_together(service, players, table, 10_000)
            assert any(seed in sent for sent in await shown(service, guest, table))

    run(go())


async def shown(service: Service, guest: Guest, table: str) -> list[bytes]:
    """What a viewer is sent about a table: its present and its past."""
    seated = await service.table(table)
    record = await replay.record(service, guest, table)
    pages = [await viewing.look(service, seated, guest, None, 0), await lobby.page(service, guest, mine=True), record]
    past = [await replay.position_at(service, guest, table, None, ply) for ply in range(0, seated.live.ply + 1, 13)]
    return [*(msgspec.json.encode(page) for page in (*pages, *past)), write_record(record).encode()]
