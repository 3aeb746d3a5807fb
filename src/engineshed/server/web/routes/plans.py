"""Plans: what I arrange for my seat before my turn. Nobody else is told of it."""

from __future__ import annotations

import msgspec

from engineshed.server import plans
from engineshed.server.plans import Foreseen, MyPlan
from engineshed.server.refusals import RefusedError, ServiceError
from engineshed.server.rows import PlanSlot
from engineshed.server.web.bodies import ForeseeBody, PlanBody
from engineshed.server.web.operation import operation
from engineshed.server.web.request import ApiRequest

SLOTS: dict[str, PlanSlot] = {"next": "next", "standing": "standing"}
PLANS = "/api/tables/{table:str}/seats/{seat:int}/plans"


@operation("GET", PLANS, refuses=["unknown-guest", "forbidden", "too-many"])
async def get_plans(request: ApiRequest) -> list[MyPlan]:
    """What I have planned for my seat, and why a plan was taken back."""
    guest = await request.guest()
    await request.spend_question(guest)
    found = await plans.plans(request.service, guest, request.table, request.number("seat"))
    return [await _in_words(request, plan) for plan in found]


async def _in_words(request: ApiRequest, plan: MyPlan) -> MyPlan:
    """With the refusal, if there is one, in the reader's language."""
    stop = plan.stopped
    if stop is None or stop.rule is None or stop.message is None:
        return plan
    problem = await request.problem(RefusedError(stop.rule, stop.message))
    return msgspec.structs.replace(plan, refusal=problem.text)


@operation("POST", f"{PLANS}/foresee", refuses=["unknown-guest", "conflict", "refused", "too-many"])
async def foresee(request: ApiRequest, body: ForeseeBody) -> Foreseen:
    """What could I plan now? The moves of my next turn, as far as they can be foreseen, and what I could bid."""
    guest = await request.player()
    await request.spend_question(guest)
    return await plans.foresee(request.service, guest, request.table, request.number("seat"), body.moves)


@operation("POST", PLANS, status=204, refuses=["unknown-guest", "stale", "conflict", "refused", "too-many"])
async def make_plan(request: ApiRequest, body: PlanBody) -> None:
    """Plan something for my seat, in place of what I had planned. If it is my turn, it is carried out at once."""
    guest = await request.player()
    await request.context.moves.spend(guest.id)
    await plans.plan(request.service, guest, request.table, request.number("seat"), body.plan)


@operation("DELETE", f"{PLANS}/{{slot:str}}", status=204, refuses=["unknown-guest", "too-many"])
async def take_back_plan(request: ApiRequest) -> None:
    """Take a plan back: what has not been carried out by the answer never will be. Without a plan, nothing happens."""
    guest = await request.player()
    await request.context.moves.spend(guest.id)
    slot = SLOTS.get(str(request.connection.path_params["slot"]))
    if slot is None:
        raise ServiceError("not-found", "no-plan")
    await plans.take_back(request.service, guest, request.table, request.number("seat"), slot)


OPERATIONS = [get_plans, foresee, make_plan, take_back_plan]
