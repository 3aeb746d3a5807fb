"""Compresses the API's answers for clients that ask for it, if it is worth the work."""

from __future__ import annotations

import asyncio
import gzip

from litestar.types import HTTPResponseStartEvent, HTTPScope, Message, Send

SMALLEST = 1000
"""Bytes from which compression pays: less fits into one packet anyway."""
LARGE = 32_000
"""Bytes from which compression is left to another thread, so that others need not wait for it."""
LEVEL = 6
"""At this level, a table of 8 kB shrinks to a fifth in less than a tenth of a millisecond."""


def packed(scope: HTTPScope, send: Send) -> Send:
    """Compress the answers to GET requests to the API; the files of the page were compressed when they were built."""
    return _packing(send) if _wanted(scope) else send


def accepts(wishes: str, coding: str) -> bool:
    """Whether an Accept-Encoding header names this coding without ruling it out by ``q=0``."""
    for wish in wishes.split(","):
        name, *parameters = [part.strip().lower() for part in wish.split(";")]
        if name == coding:
            return all(parameter.rstrip("0") not in ("q=", "q=0.") for parameter in parameters)
    return False


def _wanted(scope: HTTPScope) -> bool:
    if scope["method"] != "GET" or not scope["path"].startswith("/api/"):
        return False
    wishes = b",".join(value for name, value in scope["headers"] if name == b"accept-encoding").decode("latin-1")
    return accepts(wishes, "gzip")


def _packing(send: Send) -> Send:
    """Holds the head back until the body is complete, because the head contains its length."""
    head: HTTPResponseStartEvent | None = None

    async def send_packed(message: Message) -> None:
        nonlocal head
        if message["type"] == "http.response.start":
            head = message
            return
        if message["type"] == "http.response.body" and head is not None:
            body = message["body"]
            if not message["more_body"] and len(body) >= SMALLEST:
                message["body"] = await _compressed(body)
                _relabel(head, len(message["body"]))
            started, head = head, None
            await send(started)
        await send(message)

    return send_packed


async def _compressed(body: bytes) -> bytes:
    if len(body) < LARGE:
        return gzip.compress(body, LEVEL, mtime=0)
    return await asyncio.to_thread(gzip.compress, body, LEVEL, mtime=0)


def _relabel(head: HTTPResponseStartEvent, length: int) -> None:
    kept = [(name, value) for name, value in head["headers"] if name.lower() != b"content-length"]
    head["headers"] = [
        *kept,
        (b"content-length", str(length).encode()),
        (b"content-encoding", b"gzip"),
        (b"vary", b"accept-encoding"),
    ]
