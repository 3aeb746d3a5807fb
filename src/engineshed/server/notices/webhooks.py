"""Notices as messages to chats and programs: Discord, Matrix, ntfy, and signed JSON."""

from __future__ import annotations

import hmac
import json
import re
import time
from base64 import b64decode, b64encode
from collections.abc import Callable
from email.header import Header
from hashlib import sha256
from typing import Any, NamedTuple
from urllib.parse import quote

from engineshed.server.notices.saying import Letter
from engineshed.server.rows import NoticeWay, WayKind

BEGINNING = "whsec_"
"""How the secrets begin with which JSON is signed (standardwebhooks.com)."""
MARKS = re.compile(r"([\\`*_~|<>\[\]()#@:>-])")
"""What Discord would take for formatting, links or mentions."""


class Post(NamedTuple):
    """A request."""

    method: str
    url: str
    headers: dict[str, str]
    body: bytes


Made = Callable[[NoticeWay, Letter, str], Post]
"""Makes the request for a letter; the text is its id, which stays the same if it has to be sent again."""


def _discord(way: NoticeWay, letter: Letter, _id: str) -> Post:
    lines = [f"**{_escaped(letter.title)}**", *map(_escaped, letter.text.splitlines()), letter.url]
    content = {"content": "\n".join(lines)[:1900], "allowed_mentions": {"parse": []}, "flags": 4}
    return Post("POST", way.address, {"content-type": "application/json"}, _json(content))


def _escaped(text: str) -> str:
    return MARKS.sub(r"\\\1", text)


def _matrix(way: NoticeWay, letter: Letter, letter_id: str) -> Post:
    room = quote(way.keys["room"], safe="")
    url = f"{way.address.rstrip('/')}/_matrix/client/v3/rooms/{room}/send/m.room.message/{letter_id}"
    content = {"msgtype": "m.text", "body": f"{letter.title}\n{letter.text}\n{letter.url}"}
    headers = {"authorization": f"Bearer {way.keys['token']}", "content-type": "application/json"}
    return Post("PUT", url, headers, _json(content))


def _ntfy(way: NoticeWay, letter: Letter, _id: str) -> Post:
    headers = {
        "title": Header(letter.title, "utf-8", maxlinelen=1000).encode(),
        "click": letter.url,
        "tags": "steam_locomotive",
        "content-type": "text/plain; charset=utf-8",
    }
    if token := way.keys.get("token"):
        headers["authorization"] = f"Bearer {token}"
    return Post("POST", way.address, headers, letter.text.encode())


def _signed_json(way: NoticeWay, letter: Letter, letter_id: str) -> Post:
    told = [
        {"kind": item.kind, "table": item.table, "ply": item.ply, "game": item.game, "title": item.title}
        | {"text": item.text, "url": item.url}
        for item in letter.items
    ]
    content = {"type": "notices", "title": letter.title, "language": letter.language, "url": letter.url, "items": told}
    body, at = _json(content), str(int(time.time()))
    headers = {
        "content-type": "application/json",
        "webhook-id": letter_id,
        "webhook-timestamp": at,
        "webhook-signature": f"v1,{signature(way.keys['secret'], letter_id, at, body)}",
    }
    return Post("POST", way.address, headers, body)


def signature(secret: str, letter_id: str, at: str, body: bytes) -> str:
    """As receivers compute it to make sure that the message is ours."""
    key = b64decode(secret.removeprefix(BEGINNING))
    return b64encode(hmac.digest(key, f"{letter_id}.{at}.".encode() + body, sha256)).decode()


def _json(content: Any) -> bytes:
    return json.dumps(content, ensure_ascii=False, separators=(",", ":")).encode()


POSTS: dict[WayKind, Made] = {"discord": _discord, "matrix": _matrix, "ntfy": _ntfy, "json": _signed_json}
