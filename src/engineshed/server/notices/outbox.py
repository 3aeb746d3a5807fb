"""Who is to be told of a change. It is saved together with the change, so neither is ever saved without the other."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence

from msgspec.structs import replace

from engineshed.server.deciding import leaves_to_plans
from engineshed.server.live import Live
from engineshed.server.rows import NO_PLANS, Event, Head, Notice, NoticeKind, NoticeWay, PlanChange, PlanRow, SeatRow
from engineshed.server.store import Store

MOST_KNOWN = 10_000


class Outbox:
    """What this server knows about who wants to be told; most guests do not, and then a change costs nothing."""

    def __init__(self, store: Store, reliable: Callable[[], bool]) -> None:
        """``reliable``: whether this server hears of what guests change on others."""
        self._store, self._reliable = store, reliable
        self._ways: dict[str, tuple[NoticeWay, ...]] = {}
        self._forgotten = 0
        """How often something was forgotten: what was read from the store meanwhile may be out of date."""
        self.open = False
        """Whether anything is sent at all; set from outside."""
        self.posted: Callable[[], None] = lambda: None
        """Called when notices have been saved; set from outside."""

    async def notices(
        self, before: Live, after: Live, head: Head, events: Sequence[Event], at: float, plans: PlanChange = NO_PLANS
    ) -> Sequence[Notice]:
        """What is to be sent because of this change; ``plans`` says whether it was a planned move.

        Nobody is told that it is their turn if their plan is about to move for them.
        """
        if not self.open:
            return ()
        told = whom_to_tell(before, after, head, events, None if plans.carried is None else plans.carried.guest)
        if not told:
            return ()
        ways = await self._known(told)
        wanted = [
            (guest, way, next((kind for kind in kinds if kind in way.about), None))
            for guest, kinds in told.items()
            for way in ways[guest]
        ]
        if any(kind == "turn" for _, _, kind in wanted):
            spared = leaves_to_plans(after, _left(await self._store.plans(after.row.id), plans))
            wanted = [one for one in wanted if one[0] not in spared]
        return [
            Notice(way.id, after.row.id, kind, head.ply, at, at + way.every)
            for _, way, kind in wanted
            if kind is not None
        ]

    async def _known(self, guests: Collection[str]) -> Mapping[str, tuple[NoticeWay, ...]]:
        if not self._reliable() or len(self._ways) > MOST_KNOWN:
            self._ways.clear()
        known = {guest: self._ways[guest] for guest in guests if guest in self._ways}
        unknown = [guest for guest in guests if guest not in known]
        if unknown:
            forgotten = self._forgotten
            found = [way for way in await self._store.ways_of(unknown) if way.state == "on"]
            known |= {guest: tuple(way for way in found if way.guest == guest) for guest in unknown}
            if forgotten == self._forgotten:
                self._ways |= known
        return known

    def forget(self, guest_id: str | None) -> None:
        """Forget how a guest wants to be told things, because it has changed; None for all."""
        self._forgotten += 1
        if guest_id is None:
            self._ways.clear()
        else:
            self._ways.pop(guest_id, None)


def _left(rows: Sequence[PlanRow], change: PlanChange) -> list[PlanRow]:
    """The plans at a table after a planned move."""
    done, left = change.carried, change.left
    others = [row for row in rows if done is None or row.id != done.id]
    return others if done is None or left is None else [*others, replace(done, plan=left)]


def whom_to_tell(
    before: Live, after: Live, head: Head, events: Sequence[Event], planned: str | None = None
) -> Mapping[str, tuple[NoticeKind, ...]]:
    """The guests for whom something has begun with a change, and what: of several kinds, they are told the first that
    they want to know, so that one change is never told twice.

    ``planned``: the guest whose plan has moved; they have not been told yet that it is their turn.
    """
    if head.state == "over" and before.row.state != "over":
        return dict.fromkeys(_guests(after.seats), ("over",))
    if head.state == "running" and before.row.state == "open":
        first = acting(after.seats, head.to_act)
        return {guest: ("begun", "turn") if guest in first else ("begun",) for guest in _guests(after.seats)}
    if head.state != "running" or not events:
        return {}
    waited_for = set(acting(before.seats, before.row.to_act)) - {planned}
    return {guest: ("turn",) for guest in acting(after.seats, head.to_act) if guest not in waited_for}


def acting(seats: Sequence[SeatRow], to_act: Iterable[int]) -> list[str]:
    """The guests whose turn it is, and for whom no bot plays."""
    here = [seats[seat] for seat in to_act if seat >= 0]
    return list(dict.fromkeys(seat.guest for seat in here if seat.guest is not None and not seat.by_bot))


def _guests(seats: Sequence[SeatRow]) -> list[str]:
    return list(dict.fromkeys(seat.guest for seat in seats if seat.guest is not None))
