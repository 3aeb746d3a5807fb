"""boardgame.io under the same load in the same run: its server plays a trivial game, ours plays Steam Power.

Its load generator is not part of this project: it is a folder with a ``load.js`` that prints a line ``RESULT {...}``.
"""

from __future__ import annotations

import asyncio
import shutil
from pathlib import Path

import msgspec

from engineshed.core.errors import Trouble, UnknownNameError
from engineshed.server.bench.load import Conditions

BOARDGAMEIO = "boardgameio"
MARK = b"RESULT "


NAMES = {
    "moves_per_second": "moves_s",
    "moves_per_cpu_second": "moves_per_server_cpu_s",
    "seen_p50_ms": "p50_ms",
}
"""Our names for the conditions, and those in ``load.js``."""


class PeerLoad(msgspec.Struct, frozen=True, rename=NAMES):
    """The results of ``load.js`` that are compared."""

    version: str
    moves_per_second: float
    moves_per_cpu_second: float
    seen_p50_ms: float


class Peer:
    """The folder of a load generator, and the node that runs it."""

    def __init__(self, name: str, folder: Path | None) -> None:
        if name != BOARDGAMEIO:
            raise UnknownNameError("peer", name, [BOARDGAMEIO])
        if folder is None or not (folder / "load.js").is_file():
            given = "@kind.null" if folder is None else str(folder)
            raise Trouble("bench.peer-folder", peer=BOARDGAMEIO, folder=given)
        node = shutil.which("node")
        if node is None:
            raise Trouble("bench.no-node", peer=BOARDGAMEIO)
        self._folder, self._node = folder, node

    async def load(self, conditions: Conditions) -> PeerLoad:
        given = {
            "db": "flatfile",  # its store on disk, because ours is on disk too
            "matches": conditions.tables,
            "seconds": conditions.seconds,
            "rate": conditions.rate,
        }
        options = [word for name, value in given.items() for word in (f"--{name}", str(value))]
        child = await asyncio.create_subprocess_exec(
            *(self._node, "load.js", *options),
            cwd=self._folder,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.PIPE,
        )
        out, err = await child.communicate()
        return self._result(out, err)

    def _result(self, out: bytes, err: bytes) -> PeerLoad:
        for line in out.splitlines():
            if line.startswith(MARK):
                return msgspec.json.decode(line.removeprefix(MARK), type=PeerLoad)
        last = err.decode(errors="replace").strip().splitlines()[-1:]
        raise Trouble("bench.no-result", problem="".join(last))
