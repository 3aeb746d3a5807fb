"""``engineshed serve``: tables for this machine, or for the world."""

from __future__ import annotations

import asyncio
import signal
import socket
import time
import webbrowser
from ipaddress import ip_address
from pathlib import Path
from typing import Annotated

import uvicorn
from cyclopts import Parameter
from cyclopts.validators import Number

from engineshed.cli.datafolder import DataFolder, announced
from engineshed.cli.files import reason
from engineshed.cli.language import Language
from engineshed.cli.phrases import Mistake, Phrases
from engineshed.core.contract import AnyGame
from engineshed.core.corrections import Texts
from engineshed.core.registry import find_game, game_ids
from engineshed.core.words import ENGLISH
from engineshed.server.app import Settings, make_app
from engineshed.server.service import Service
from engineshed.server.sqlite import SQLiteStore
from engineshed.server.web.limits import UNLIMITED, Limits
from engineshed.server.web.socket import WIRE
from engineshed.server.workers import Workers

GRACE = 5
"""How many seconds running requests have to finish when the server closes."""
DATABASE = Path("engineshed.db")
EVERYWHERE = ("0.0.0.0", "::")  # noqa: S104  (named, so that nothing is opened in the browser there)


def serve(
    *,
    host: str = "127.0.0.1",
    port: Annotated[int, Parameter(validator=Number(gte=0, lte=65535))] = 8000,
    db: Path = DATABASE,
    data: DataFolder = None,
    no_browser: bool = False,
    origin: Annotated[list[str] | None, Parameter(negative_iterable=())] = None,
    proxy: Annotated[list[str] | None, Parameter(negative_iterable=())] = None,
    unlimited: bool = False,
    language: Language = ENGLISH,
) -> None:
    """Serve tables over HTTP and WebSocket until Ctrl-C.

    Parameters
    ----------
    host
        The address to listen on. The default can only be reached from this machine.
    port
        The port; 0 for any free one.
    db
        The file that keeps tables and guests; created if it does not exist.
    no_browser
        Do not open a browser.
    origin
        A website that may send requests, for example https://play.example.org; needed behind a proxy that changes
        the host. If not given, only the pages of this server may.
    proxy
        The address of a proxy that may say where a request really comes from.
    unlimited
        No limits on the number of moves and tables, for playing among friends. A server that only this machine can
        reach never has limits.
    """
    phrases = Phrases(language)
    texts = {game_id: _checked(find_game(game_id), data, language) for game_id in game_ids()}
    with _listening(host, port) as listener:
        service = Service(SQLiteStore(db), time.time, texts)
        address = _address(host, listener.getsockname()[1])
        alone = _is_loopback(host) and not origin and not proxy
        limits = UNLIMITED if unlimited or alone else Limits()
        settings = Settings(_origins(host, listener.getsockname()[1], origin), limits)
        print(phrases.say("serve.open", address=address), flush=True)
        if not no_browser:
            webbrowser.open(address)
        try:
            _run(service, settings, listener, proxy or [])
        finally:
            print(phrases.say("serve.closed"))


def _checked(game: AnyGame, folder: Path | None, language: str) -> Texts:
    """What the tables of a game are played with; nobody should find out at a table that a file is wrong."""
    texts = announced(game, folder, language)
    game.corrections.doubts(texts)
    return texts


def _run(service: Service, settings: Settings, listener: socket.socket, proxies: list[str]) -> None:
    config = uvicorn.Config(
        make_app(service, settings, Workers()),
        access_log=False,  # paths contain the ids of private tables
        log_level="warning",
        proxy_headers=bool(proxies),
        forwarded_allow_ips=proxies,
        server_header=False,
        timeout_graceful_shutdown=GRACE,
        **WIRE,
    )
    for number in (signal.SIGINT, signal.SIGTERM):  # uvicorn shuts down on these, and then raises them again
        signal.signal(number, lambda _number, _frame: None)
    with asyncio.Runner(loop_factory=config.get_loop_factory()) as runner:
        try:
            runner.run(uvicorn.Server(config).serve([listener]))
        finally:
            runner.run(service.store.close())


def _listening(host: str, port: int) -> socket.socket:
    try:
        family = socket.AF_INET6 if ":" in host else socket.AF_INET
        return socket.create_server((host, port), family=family, backlog=2048)
    except OSError as error:
        raise Mistake("listen", host=host, port=port, reason=reason(error)) from None


def _address(host: str, port: int) -> str:
    """The address for a browser on this machine."""
    shown = "127.0.0.1" if host in EVERYWHERE else host
    return f"http://[{shown}]:{port}" if ":" in shown else f"http://{shown}:{port}"


def _origins(host: str, port: int, given: list[str] | None) -> list[str]:
    """By name if possible, because another site can point a name of its own at this machine's address."""
    if given:
        return given
    return [f"http://{name}:{port}" for name in ("127.0.0.1", "localhost", "[::1]")] if _is_loopback(host) else []


def _is_loopback(host: str) -> bool:
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"
