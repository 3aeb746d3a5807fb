"""Chat at a table."""

from __future__ import annotations

from engineshed.server import chat
from engineshed.server.messages import Chat
from engineshed.server.web.bodies import Between, ChatBody
from engineshed.server.web.operation import operation
from engineshed.server.web.request import ApiRequest


@operation("GET", "/api/tables/{table:str}/chat", refuses=["too-many"])
async def get_chat(request: ApiRequest, query: Between) -> list[Chat]:
    """The last lines of the chat, at most 50; `before` a line, those before it."""
    guest = await request.visitor()
    await request.spend_question(guest)
    return await chat.lines(request.service, guest, request.table, query.since, query.before)


@operation("POST", "/api/tables/{table:str}/chat", status=201, refuses=["unknown-guest", "too-many"])
async def post_chat(request: ApiRequest, body: ChatBody) -> Chat:
    """Write a chat line: any guest may at a public table, only players at others."""
    guest = await request.player()
    await request.context.chat.spend(guest.id)
    return await chat.say(request.service, guest, request.table, body.text)


@operation(
    "POST",
    "/api/tables/{table:str}/chat/{line:int}/ignore",
    status=204,
    refuses=["unknown-guest", "conflict", "too-many"],
)
async def ignore_writer(request: ApiRequest) -> None:
    """I do not want to read any more of whoever wrote this line, at any table. They are not told."""
    guest = await request.guest()
    await request.context.chat.spend(guest.id)
    await chat.ignore(request.service, guest, request.table, request.number("line"), wish=True)


@operation(
    "DELETE", "/api/tables/{table:str}/chat/{line:int}/ignore", status=204, refuses=["unknown-guest", "too-many"]
)
async def heed_writer(request: ApiRequest) -> None:
    """I want to read them again."""
    guest = await request.guest()
    await request.context.chat.spend(guest.id)
    await chat.ignore(request.service, guest, request.table, request.number("line"), wish=False)


OPERATIONS = [get_chat, post_chat, ignore_writer, heed_writer]
