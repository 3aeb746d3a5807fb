"""What a notice says, in the guest's language: which table, which game, what is to be decided, and where."""

from __future__ import annotations

import secrets
from collections.abc import Sequence

import msgspec

from engineshed.core.contract import Seat
from engineshed.core.house import house_words
from engineshed.core.words import Message
from engineshed.server.live import Live
from engineshed.server.notices.outbox import acting
from engineshed.server.refusals import ServiceError
from engineshed.server.rows import Guest, Notice, NoticeKind, TableRow
from engineshed.server.service import Service
from engineshed.server.store import StoreDownError

MOST_ITEMS = 20
"""The most tables that one message tells of."""


class Item(msgspec.Struct, frozen=True):
    """What a message says about one table."""

    kind: NoticeKind
    table: str
    ply: int
    game: str
    title: str
    text: str
    url: str


class Letter(msgspec.Struct, frozen=True):
    """One message: about one table or several."""

    title: str
    items: tuple[Item, ...]
    language: str
    url: str
    """Where it leads: to the table, or to the lobby if there are several."""
    id: str
    """The same whenever the same is told again, because it had certainly not arrived."""

    @property
    def text(self) -> str:
        """Everything below the title."""
        if len(self.items) == 1:
            return self.items[0].text
        return "\n".join(f"{item.title}: {item.text}" for item in self.items)


async def letter_for(service: Service, guest: Guest, notices: Sequence[Notice], address: str) -> Letter | None:
    """What is still worth telling; None if nothing is. ``address``: where the server's pages are."""
    items = []
    for notice in _latest(notices):
        item = await _item(service, guest, notice, address)
        if item is not None:
            items.append(item)
    return letter_of(guest.language, items[-MOST_ITEMS:], address) if items else None


def test_letter(language: str, address: str) -> Letter:
    """Shows that notices arrive."""
    say = house_words(language)
    title, text, url = say.word("notice.test"), say.word("notice.test.text"), f"{address}/me"
    return Letter(title, (Item("turn", "", 0, "", title, text, url),), language, url, secrets.token_hex(12))


def letter_of(language: str, items: Sequence[Item], address: str) -> Letter:
    letter_id = " ".join(f"{item.kind} {item.table} {item.ply}" for item in items)
    if len(items) == 1:
        return Letter(items[0].title, tuple(items), language, items[0].url, letter_id)
    title = house_words(language).say(Message("notice.several", {"tables": len(items)}))
    return Letter(title, tuple(items), language, f"{address}/", letter_id)


def _latest(notices: Sequence[Notice]) -> list[Notice]:
    """The last notice about each table: what came before it no longer matters."""
    return list({notice.table: notice for notice in notices}.values())


async def _item(service: Service, guest: Guest, notice: Notice, address: str) -> Item | None:
    try:
        live = (await service.table(notice.table)).live
    except StoreDownError:
        raise
    except ServiceError:
        return None  # the table is gone, or cannot be opened here
    text = _text(live, guest, notice.kind)
    if text is None:
        return None
    title = house_words(guest.language).say(Message(f"notice.{notice.kind}", {"table": _plain(live.row)}))
    game = live.game.title
    return Item(notice.kind, notice.table, notice.ply, game, title, text, f"{address}/t/{notice.table}")


def _plain(row: TableRow) -> str:
    """The title of a table as a parameter; an @ at its beginning would be taken for the id of a word."""
    return row.title.lstrip("@ ") or row.id


def _text(live: Live, guest: Guest, kind: NoticeKind) -> str | None:
    """None if it is no longer true."""
    my_turn = live.row.state == "running" and guest.id in acting(live.seats, live.row.to_act)
    if kind == "over":
        return _said(guest, "notice.over.text", game=live.game.title) if live.row.state == "over" else None
    if live.row.state != "running":
        return None
    if not my_turn:
        return _said(guest, "notice.begun.text", game=live.game.title) if kind == "begun" else None
    return _said(guest, "notice.turn.text", game=live.game.title, task=_task(live, guest))


def _said(guest: Guest, message: str, **params: str) -> str:
    return house_words(guest.language).say(Message(message, dict(params)))


def _task(live: Live, guest: Guest) -> str:
    """What is to be decided, in the words of the game."""
    seat = next(seat for seat in live.to_act() if live.seats[seat].guest == guest.id)
    task = None if live.row.held is not None else live.game.speech.task(live.game.rules.view(live.state, Seat(seat)))
    if task is None:
        return house_words(guest.language).word("notice.task")
    return live.game.speech.words_in(guest.language).text(task)
