"""What is this? Everything on a table explains itself."""

from __future__ import annotations

from engineshed.core.words import PLURALS, known_language
from engineshed.server import explaining
from engineshed.server.explaining import Asked
from engineshed.server.messages import Explained
from engineshed.server.web.bodies import LegendQuery, ThingQuery
from engineshed.server.web.operation import operation
from engineshed.server.web.request import ApiRequest


@operation("GET", "/api/tables/{table:str}/explain", refuses=["forbidden", "conflict", "too-many"])
async def explain_thing(request: ApiRequest, query: ThingQuery) -> Explained:
    """What a piece, a card, a number or a place on the table is, as far as I may know it."""
    return await explaining.explain(request.service, await _asked(request, query), query.thing)


@operation("GET", "/api/tables/{table:str}/legend", refuses=["forbidden", "conflict", "too-many"])
async def get_legend(request: ApiRequest, query: LegendQuery) -> list[Explained]:
    """What is drawn on this board, and what it means."""
    return await explaining.legend(request.service, await _asked(request, query))


async def _asked(request: ApiRequest, query: LegendQuery | ThingQuery) -> Asked:
    guest = await request.visitor()
    await request.spend_question(guest)
    language = await request.language() if query.language is None else known_language(query.language, PLURALS)
    return Asked(guest, request.table, query.seat, query.at, language)


OPERATIONS = [explain_thing, get_legend]
