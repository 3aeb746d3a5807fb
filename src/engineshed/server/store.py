"""What every store must do, no matter which database it uses. There are two: SQLite and Postgres.

Every write is atomic, and is on disk when it returns. The central method is ``append``: a table's log is keyed by
``(table, ply)``, and its row counts its changes, so if two writers try to make the next change, one of them gets
``TakenError``. That is all that several servers on one store need to agree about a table.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence
from typing import Protocol

from engineshed.server.backup import Dump
from engineshed.server.metrics import STORE_ERRORS
from engineshed.server.refusals import ServiceError
from engineshed.server.results import BlockRow, Booking, Player, RatingRow, ResultRow, Tally
from engineshed.server.rows import (
    NO_PLANS,
    Act,
    ChatLine,
    Described,
    Event,
    Guest,
    Head,
    Latest,
    Listings,
    Notice,
    NoticeWay,
    PartRow,
    Penalty,
    PenaltyKind,
    PlanChange,
    PlanRow,
    Report,
    Search,
    SeatRow,
    Session,
    Snapshot,
    StudyRow,
    TableRow,
    TableState,
)

log = logging.getLogger(__name__)


class TakenError(Exception):
    """Another writer was faster; nothing was saved."""


class StoreDownError(ServiceError):
    """Nothing was saved: the disk is full, or the database is locked or gone. Trying again later may work.

    The service passes it on; the ``reason`` only goes to the operator's log.
    """

    def __init__(self, reason: str) -> None:
        super().__init__("unavailable", "store-down")
        self.reason = reason


def down(error: Exception) -> StoreDownError:
    """A failure of the database, logged and counted here, because not every caller has a log."""
    log.error("the store failed", extra={"cause": f"{type(error).__name__}: {error}"})
    STORE_ERRORS.inc()
    return StoreDownError(str(error))


class Store(Protocol):
    async def close(self) -> None: ...

    # Guests

    async def add_guest(self, guest: Guest) -> None: ...

    async def save_guest(self, guest: Guest) -> None: ...

    async def guests(self, ids: Sequence[str]) -> dict[str, Guest]: ...

    # Tables

    async def add_table(
        self,
        table: TableRow,
        seats: Sequence[SeatRow],
        events: Sequence[Event],
        snapshot: Snapshot | None = None,
        parts: Sequence[PartRow] = (),
    ) -> None:
        """``parts``: left out if the game is played under one version of the rules, from the usual start."""
        ...

    async def table(self, table_id: str) -> TableRow | None: ...

    async def seats(self, table_id: str) -> list[SeatRow]: ...

    # The log

    async def append(
        self,
        table_id: str,
        events: Sequence[Event],
        head: Head,
        snapshot: Snapshot | None = None,
        seats: Sequence[SeatRow] = (),
        revision: int | None = None,
        notices: Sequence[Notice] = (),
        plans: PlanChange = NO_PLANS,
    ) -> None:
        """Add log entries, and write the seats that changed with them, who is to be told, and what is left of plans.

        ``revision``: the revision that was read; raises ``TakenError`` if another writer has changed the table since,
        or if the plan that is carried out is no longer there.
        """
        ...

    async def events(self, table_id: str, after: int = 0, upto: int | None = None) -> list[Event]: ...

    async def ply_at(self, table_id: str, at: float) -> int:
        """The last entry of the log that was made until then; 0 if there is none."""
        ...

    async def event_by_key(self, table_id: str, key: str) -> Event | None: ...

    async def snapshot(self, table_id: str, upto: int | None = None) -> Snapshot | None: ...

    # Chat

    async def add_chat(self, table_id: str, guest_id: str, name: str, text: str, at: float) -> ChatLine: ...

    async def chat(
        self,
        table_id: str,
        after: int = 0,
        before: int | None = None,
        most: int | None = None,
        until: float | None = None,
    ) -> list[ChatLine]:
        """The lines after ``after`` and before ``before``, in order; if there are more than ``most``, the last ones.

        ``until``: only those that were written by then.
        """
        ...

    # Versions of the rules

    async def parts(self, table_id: str) -> list[PartRow]:
        """The parts of the log, in order; none if there is only one, and it begins from the usual start."""
        ...

    async def put_parts(self, table_id: str, parts: Sequence[PartRow]) -> None:
        """Write these parts over those that begin at the same entries."""
        ...

    async def change_version(self, table: TableRow, events: Sequence[Event], parts: Sequence[PartRow]) -> None:
        """Move a table to another version: write its new row, the new log entries, and the parts."""
        ...

    async def described(self, table_id: str) -> list[Described]:
        """The positions that are kept in words, the latest first."""
        ...

    async def describe(self, table_id: str, positions: Sequence[Described]) -> None:
        """Keep these positions in place of the earlier ones, unless a later one is already kept."""
        ...

    async def undescribed(self, most: int, after: str = "") -> list[str]:
        """Ids of tables whose current position or start is not yet kept in words, from ``after`` on."""
        ...

    # Studies of finished games

    async def study(self, table_id: str, ply: int) -> StudyRow | None: ...

    async def open_studies(self, table_id: str, since: float) -> list[StudyRow]:
        """Those of a table that wait or run, and whose server has written since then."""
        ...

    async def begin_study(self, study: StudyRow, since: float) -> bool:
        """Replaces an earlier one of the same position; False if one of the table is open (see ``open_studies``)."""
        ...

    async def save_study(self, study: StudyRow) -> bool:
        """How far it has got; False if it has been cancelled or begun again by somebody else."""
        ...

    async def cancel_study(self, table_id: str, ply: int, at: float) -> bool:
        """Returns whether it was waiting or running."""
        ...

    async def touch_studies(self, holder: str, at: float) -> None:
        """Say that this server still works on its studies."""
        ...

    async def abandon_studies(self, holder: str | None, at: float) -> None:
        """Nobody works any more on those of this server, or on any if None."""
        ...

    async def studies_of(self, guest_id: str) -> list[StudyRow]:
        """Those that this guest has asked for."""
        ...

    # Lists and pages

    async def listings(self, search: Search) -> Listings:
        """A page of the wanted tables. Its cost does not grow with the number of tables."""
        ...

    async def keep_snapshots(self, table_id: str, snapshots: Sequence[Snapshot]) -> None:
        """Keep past positions that had to be replayed, so that it need not be done again."""
        ...

    # Sessions: the cookies of guests on their devices

    async def add_session(self, session: Session) -> None: ...

    async def session(self, token_hash: bytes) -> Session | None:
        """The session with this token, even if it has expired."""
        ...

    async def sessions_of(self, guest_id: str) -> list[Session]: ...

    async def guest_by_token(self, token_hash: bytes, now: float) -> Guest | None:
        """The guest of a session that has not expired."""
        ...

    async def extend_session(self, token_hash: bytes, expires: float) -> None: ...

    async def end_session(self, token_hash: bytes) -> None: ...

    async def end_other_sessions(self, guest_id: str, token_hash: bytes) -> None:
        """All of a guest's except this one."""
        ...

    async def add_device_code(self, code_hash: bytes, guest_id: str, expires: float) -> None: ...

    async def take_device_code(self, code_hash: bytes, now: float) -> str | None:
        """The guest with this code, which works once and only until it expires."""
        ...

    # Retirement

    async def retire_tables(self, states: Sequence[TableState], before: float, most: int) -> list[str]:
        """Delete some of the tables in these states that have not changed since then, with their logs."""
        ...

    async def retire_guests(self, created: float, expires: float, most: int) -> list[str]:
        """Delete some of the guests who have no table, seat or chat line here, were created before one time, and whose
        sessions all end before the other."""
        ...

    async def drop_expired(self, now: float) -> None:
        """Delete the sessions and codes that are no longer valid."""
        ...

    # A guest's own data

    async def erase_guest(self, guest_id: str) -> None:
        """Delete their name, their sessions and what they wrote; their moves remain, without a name."""
        ...

    async def chat_of(self, guest_id: str) -> list[tuple[str, ChatLine]]:
        """What they wrote, with the ids of the tables."""
        ...

    async def reports_of(self, guest_id: str) -> list[Report]: ...

    # Results and ratings

    async def unbooked(self, after: str, most: int) -> list[str]:
        """Ids of tables, from ``after`` on, whose game has ended and has not been booked yet."""
        ...

    async def is_unbooked(self, table_id: str) -> bool:
        """Whether this is one of them."""
        ...

    async def book(self, booking: Booking) -> bool:
        """Write down how a game ended, once; False if somebody has done so or has changed a rating meanwhile."""
        ...

    async def results_of(self, guest_id: str, before: tuple[float, str], most: int) -> list[ResultRow]:
        """A guest's results before this time and table, the latest first."""
        ...

    async def rated_results(self, guest_id: str, game: str, most: int) -> list[ResultRow]:
        """The results that a guest's rating in a game comes from, the latest first."""
        ...

    async def results_at(self, tables: Sequence[str]) -> list[ResultRow]:
        """The results of everybody at these tables, by table and then by place."""
        ...

    async def titles(self, tables: Sequence[str]) -> dict[str, str]:
        """The titles of those of these tables that are still kept."""
        ...

    async def tallies_of(self, guest_id: str, most: int) -> list[Tally]:
        """What a guest's results add up to: against everybody and alone, then against those met most often."""
        ...

    async def ratings(self, guests: Sequence[str], game: str | None = None) -> list[RatingRow]:
        """The ratings of these guests, in one game or in all."""
        ...

    async def players(self, guests: Sequence[str]) -> dict[str, Player]:
        """Those of these guests who have played a rated game."""
        ...

    async def player(self, handle: str) -> Player | None: ...

    async def names_beside(self, guest_id: str, most: int) -> list[str]:
        """The names of others at the tables where this guest sits and whose game is not over."""
        ...

    async def is_known(self, looks: str, guest_id: str, deviation: float) -> bool:
        """Whether somebody else with a name that looks like this has a rating with at most this deviation."""
        ...

    # Coming back without a cookie

    async def put_recovery_code(self, guest_id: str, code_hash: bytes, created: float) -> None:
        """Replaces an earlier code of this guest."""
        ...

    async def recovery_code(self, guest_id: str) -> float | None:
        """When the code of this guest was made; None if there is none."""
        ...

    async def take_recovery_code(self, code_hash: bytes) -> str | None:
        """The guest with this code, which works once."""
        ...

    # With whom guests do not want to play

    async def add_block(self, block: BlockRow, most: int) -> bool:
        """Does nothing if there is one already; False if the guest has blocked the most that one may."""
        ...

    async def remove_block(self, guest_id: str, block_id: str) -> bool:
        """Returns whether there was one."""
        ...

    async def blocks_of(self, guest_id: str) -> list[BlockRow]: ...

    async def blocks_between(self, guest_id: str, others: Sequence[str]) -> list[BlockRow]:
        """Those by which this guest has blocked one of the others, or has been blocked by one."""
        ...

    # Notices: what guests are told while they look elsewhere

    async def house_key(self, name: str) -> bytes | None:
        """A secret of this server, which is drawn once."""
        ...

    async def keep_house_key(self, name: str, value: bytes) -> None:
        """Does nothing if there is one already: another server may have drawn it at the same time."""
        ...

    async def add_way(self, way: NoticeWay, most: int) -> bool:
        """False if the guest already has the most ways that one may have."""
        ...

    async def way(self, way_id: str) -> NoticeWay | None: ...

    async def ways_of(self, guests: Sequence[str]) -> list[NoticeWay]:
        """All ways of these guests, the oldest first."""
        ...

    async def ways_to(self, address: str) -> list[NoticeWay]:
        """The ways of any guest that lead to the same address."""
        ...

    async def save_way(self, way: NoticeWay) -> None:
        """Write what a guest can change about it; its failures are forgotten."""
        ...

    async def settle_way(self, way_id: str, used: float | None, rest: float, failures: int, *, broken: bool) -> None:
        """Write what came of using it."""
        ...

    async def remove_way(self, way: NoticeWay) -> None:
        """Delete it, with all notices that were to be sent by it."""
        ...

    async def drop_waiting_ways(self, before: float) -> None:
        """Delete the ways that nobody has agreed to since then, and notices whose way is gone."""
        ...

    async def due_ways(self, now: float, most: int) -> list[str]:
        """The ways by which something is to be sent now, longest due first."""
        ...

    async def claim_notices(self, way_id: str, holder: str, now: float) -> list[Notice]:
        """Everything that is to be sent by this way, oldest first; from now on no other server will send it."""
        ...

    async def drop_notices(self, way_id: str, holder: str) -> None:
        """What this server has claimed was sent, or never will be."""
        ...

    async def return_notices(self, way_id: str, holder: str) -> None:
        """What this server has claimed was certainly not sent, and may be tried again."""
        ...

    async def drop_left_notices(self, before: float) -> int:
        """Delete what was claimed before this time: its server died, and nobody knows what was sent.

        Returns how many there were.
        """
        ...

    async def notices_for(self, guest_id: str) -> list[Notice]: ...

    # Plans: what players have arranged before their turn

    async def plans(self, table_id: str) -> list[PlanRow]:
        """All plans at a table, by seat."""
        ...

    async def plans_of(self, guest_id: str) -> list[PlanRow]: ...

    async def put_plan(self, plan: PlanRow) -> None:
        """Replaces an earlier one of the same seat and slot."""
        ...

    async def stop_plan(self, plan: PlanRow, revision: int, why: str) -> bool:
        """It will not be carried out any more; False if it or the table is no longer as it was at this revision."""
        ...

    async def drop_plan(self, table_id: str, seat: int, slot: str) -> bool:
        """Returns whether there was one."""
        ...

    async def planned_tables(self) -> list[str]:
        """The tables where a seat is to act that has a plan."""
        ...

    # Chat that somebody does not want to read

    async def ignore(self, guest_id: str, other: str, at: float, most: int) -> bool:
        """False if the guest already ignores as many as one may."""
        ...

    async def heed(self, guest_id: str, other: str) -> None:
        """The opposite of ``ignore``."""
        ...

    async def ignored_by(self, guest_id: str) -> list[str]:
        """Since when longest first."""
        ...

    # Moderation

    async def put_penalty(self, penalty: Penalty) -> None:
        """Replaces an earlier penalty of the same kind for the same target."""
        ...

    async def lift_penalty(self, kind: PenaltyKind, target: str) -> bool:
        """Returns whether there was one."""
        ...

    async def penalties(self) -> list[Penalty]: ...

    async def add_report(self, table_id: str, guest_id: str, text: str, lines: Sequence[ChatLine], at: float) -> int:
        """Returns its number."""
        ...

    async def reports(self, most: int, *, settled: bool) -> list[Report]:
        """The newest first."""
        ...

    async def settle_report(self, number: int, at: float) -> bool:
        """Returns whether there was an open one."""
        ...

    async def add_act(self, act: str, target: str, note: str, at: float) -> None:
        """Add to the audit log, from which nothing is ever deleted."""
        ...

    async def acts(self, most: int) -> list[Act]:
        """The newest first."""
        ...

    # Operating

    async def ping(self) -> None:
        """Raises ``StoreDownError`` if the store cannot be written to now."""
        ...

    async def dump(self, take: Callable[[Dump], None]) -> None:
        """Hand over everything as it is at one moment. ``take`` is called in a thread, so it may be slow."""
        ...

    async def load(self, dump: Dump) -> None:
        """Fill this store with all of the dump or nothing; raises ``Trouble`` if the store is not empty."""
        ...

    async def damage(self) -> list[str]:
        """The errors that the database finds in itself, in its own words."""
        ...

    async def table_ids(self, after: str, most: int) -> list[str]:
        """The ids after this one, in alphabetical order."""
        ...

    async def snapshots(self, table_id: str) -> list[Snapshot]: ...

    # Several servers on one store

    async def latest(self, table_ids: Sequence[str]) -> dict[str, Latest]:
        """How far these tables have come, so that a server can tell which of them have changed elsewhere."""
        ...

    async def tables_for_bots(self, now: float, since: float = 0.0) -> list[str]:
        """The running tables where it is a bot's turn and no server has a lease, longest waiting first.

        ``since``: only those that have changed since then.
        """
        ...

    async def due(self, before: float | None = None) -> list[tuple[str, float]]:
        """The tables that will do something by themselves, and when, the earliest first; those up to ``before``."""
        ...

    async def lease(self, table_id: str, revision: int, holder: str, now: float, until: float) -> bool:
        """Whether this server may let a bot think at this revision of a table; if so, no other server may until then.

        A lease for an older revision no longer counts, and neither does an expired one.
        """
        ...
