"""The log of a table in pages.

The sentences of an entry are not stored: they follow from replaying the move. So a log is replayed chapter by chapter,
each from the last snapshot before it, and a replayed chapter is cached.
"""

from __future__ import annotations

import msgspec

from engineshed.server.live import Live, Said
from engineshed.server.loaded import LoadedTable
from engineshed.server.service import Service

ON_A_PAGE = 200
"""The most entries that are shown at once."""
CHAPTER = 100
"""How many entries are replayed and kept together."""

_encoder = msgspec.msgpack.Encoder()
_decoder = msgspec.msgpack.Decoder(list[Said])


async def said_between(service: Service, loaded: LoadedTable, after: int, upto: int) -> list[Said]:
    """The log entries after ``after``, up to ``upto``; recent ones are in memory."""
    live, after = loaded.live, max(0, after)
    if after >= upto:
        return []
    recalled = loaded.recalled(after, upto)
    if recalled is not None:
        return recalled
    said: list[Said] = []
    for start in range(after - after % CHAPTER, upto, CHAPTER):
        said += await said_in_chapter(service, live, start)
    return [entry for entry in said if after < entry.ply <= upto]


async def said_in_chapter(service: Service, live: Live, start: int) -> list[Said]:
    """The entries after ``start``, up to the end of the chapter or of the log."""
    end = min(start + CHAPTER, live.ply)

    async def make() -> bytes:
        return _encoder.encode(await service.archive.said(live, start, end))

    return _decoder.decode(await service.works.get(("log", live.row.id, live.row.version, start, end), make))
