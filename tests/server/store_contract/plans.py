"""What a store keeps of plans: carried out with their move or not at all, and gone with what they were made for."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from engineshed.server.rows import PlanChange, PlanRow, PlanSlot, SeatRow
from engineshed.server.store import Store, TakenError
from tests.server.store_contract.furniture import Opener, UsesAStore, dumped, event, furnished, head


def plan(seat: int = 0, slot: PlanSlot = "next", **fields: Any) -> PlanRow:
    row = PlanRow("t1", seat, slot, f"plan {seat} {slot}", ("ada", "bob")[seat], "moves", "{}", None, 1.0)
    found: PlanRow = msgspec.structs.replace(row, **fields)
    return found


async def with_plans(store: Store, *plans: PlanRow) -> None:
    await furnished(store)
    await store.append("t1", [], head(0), seats=[SeatRow(0, "guest", "ada"), SeatRow(1, "guest", "bob")])
    for one in plans:
        await store.put_plan(one)


class PlansContract(UsesAStore):
    def test_plans_are_kept_replaced_and_dropped(self, open_store: Opener) -> None:
        async def work(store: Store) -> None:
            await with_plans(store, plan(), plan(slot="standing"), plan(1))
            await store.put_plan(plan(id="another", plan="[]"))
            kept = [plan(id="another", plan="[]"), plan(slot="standing"), plan(1)]
            assert await store.plans("t1") == kept
            assert await store.plans_of("ada") == kept[:2]
            assert await store.drop_plan("t1", 0, "next")
            assert not await store.drop_plan("t1", 0, "next")
            assert await store.plans("t1") == kept[1:]

        self.tried(open_store, work)

    def test_a_plan_is_carried_out_with_its_move_or_not_at_all(self, open_store: Opener) -> None:
        async def work(store: Store) -> None:
            await with_plans(store, plan())
            await store.append("t1", [event(1)], head(1), plans=PlanChange(plan(), "[1]"))
            assert await store.plans("t1") == [plan(plan="[1]")]
            with pytest.raises(TakenError):
                await store.append("t1", [event(2)], head(2), plans=PlanChange(plan(id="gone"), "[2]"))
            await store.drop_plan("t1", 0, "next")
            with pytest.raises(TakenError):
                await store.append("t1", [event(2)], head(2), plans=PlanChange(plan(), None))
            assert [one.ply for one in await store.events("t1")] == [1]
            await store.put_plan(plan())
            await store.append("t1", [event(2)], head(2), plans=PlanChange(plan(), None))
            assert await store.plans("t1") == []

        self.tried(open_store, work)

    def test_a_plan_is_stopped_only_at_the_revision_and_the_plan_that_were_seen(self, open_store: Opener) -> None:
        async def work(store: Store) -> None:
            await with_plans(store, plan())
            found = await store.table("t1")
            assert found is not None
            assert not await store.stop_plan(plan(), found.revision - 1, "late")
            assert not await store.stop_plan(plan(id="gone"), found.revision, "late")
            assert not await store.stop_plan(plan(plan="[]"), found.revision, "late")
            assert await store.stop_plan(plan(), found.revision, "now")
            assert await store.plans("t1") == [plan(stopped="now")]

        self.tried(open_store, work)

    def test_tables_are_found_where_a_seat_with_a_plan_is_to_act(self, open_store: Opener) -> None:
        async def work(store: Store) -> None:
            await with_plans(store, plan(1))
            for acting, tables in (((0,), []), ((1,), ["t1"]), ((0, 1), ["t1"]), ((11,), [])):
                await store.append("t1", [], msgspec.structs.replace(head(0), to_act=acting))
                assert await store.planned_tables() == tables, acting
            await store.append("t1", [], msgspec.structs.replace(head(0), to_act=(1,), held=1))
            assert await store.planned_tables() == [], "the turn is held"
            await store.append("t1", [], msgspec.structs.replace(head(0), to_act=(1,)))
            await store.put_plan(plan(1, stopped="why"))
            assert await store.planned_tables() == []

        self.tried(open_store, work)

    def test_plans_end_with_what_they_were_made_for(self, open_store: Opener) -> None:
        async def work(store: Store) -> None:
            everything = plan(), plan(slot="standing", kind="pass"), plan(1, kind="bid")
            await with_plans(store, *everything)
            await store.append("t1", [event(1)], head(1), plans=PlanChange(by_hand=0))
            assert await store.plans("t1") == list(everything[1:]), "only planned moves end when somebody moves"
            await store.append("t1", [event(2)], head(2), plans=PlanChange(undone=0))
            assert await store.plans("t1") == [everything[2]]
            await store.append("t1", [], head(2), seats=[SeatRow(1, "guest", "bob", "random", away=True)])
            assert await store.plans("t1") == []
            await store.append("t1", [], head(2), seats=[SeatRow(1, "guest", "bob")])
            await store.put_plan(plan(1))
            await store.append("t1", [], msgspec.structs.replace(head(2), state="over"))
            assert await store.plans("t1") == []

        self.tried(open_store, work)

    def test_plans_go_with_their_guest_and_their_table_and_are_backed_up(self, open_store: Opener) -> None:
        async def work(store: Store) -> None:
            await with_plans(store, plan(), plan(1))
            assert len((await dumped(store))["plans"][1]) == 2
            await store.erase_guest("ada")
            assert await store.plans("t1") == [plan(1)]
            assert await store.retire_tables(["running"], 1e9, 5) == ["t1"]
            assert await store.plans_of("bob") == []

        self.tried(open_store, work)
