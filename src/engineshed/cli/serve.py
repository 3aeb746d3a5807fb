"""``engineshed serve``: tables for this machine, or for the world."""

from __future__ import annotations

import asyncio
import os
import re
import signal
import socket
import sys
import time
import webbrowser
from collections.abc import Callable
from ipaddress import ip_address
from multiprocessing.connection import Connection
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Annotated, Any

import msgspec
import uvicorn
from cyclopts import Parameter
from cyclopts.validators import Number

from engineshed.bots.process import serve_the_parent
from engineshed.cli.datafolder import DataFolder, announced
from engineshed.cli.files import read_text, reason
from engineshed.cli.language import Language
from engineshed.cli.limits import read_limits
from engineshed.cli.noticing import Channel, notice_rules
from engineshed.cli.phrases import Mistake, Phrases
from engineshed.core.contract import AnyGame
from engineshed.core.corrections import Texts
from engineshed.core.registry import find_game, game_ids
from engineshed.core.words import ENGLISH
from engineshed.server.app import Settings, make_app, wire
from engineshed.server.backends import open_bus, open_store, serving
from engineshed.server.crew import Crew
from engineshed.server.fleet import Fleet, FleetFailedError
from engineshed.server.garbage import collect_rarely
from engineshed.server.logs import LogFormat, LogLevel, logging_config
from engineshed.server.reading import Readers
from engineshed.server.retention import Rule
from engineshed.server.rlimits import raise_open_files
from engineshed.server.service import Service
from engineshed.server.studies import SECONDS as STUDY_SECONDS
from engineshed.server.studies import Studies
from engineshed.server.web.address import Addresses
from engineshed.server.web.homes import Homes, Server
from engineshed.server.web.limits import UNLIMITED, Limits
from engineshed.server.web.operator import Operators
from engineshed.server.workers import SECONDS, Workers

DATABASE = Path("engineshed.db")
SHORTEST_TOKEN = 20
"""The least length of a token, in characters, so that nobody can guess it."""
DAYS = Parameter(validator=Number(gt=0))
ADDRESS = re.compile(r"https?://[^\s/?#]+")
EVERYWHERE = ("0.0.0.0", "::")  # noqa: S104  (named, so that nothing is opened in the browser there)


def _env(name: str) -> Parameter:
    """The option can also be set in the environment."""
    return Parameter(env_var=f"ENGINESHED_{name}")


def serve(
    *,
    host: Annotated[str, _env("HOST")] = "127.0.0.1",
    port: Annotated[int, _env("PORT"), Parameter(validator=Number(gte=0, lte=65535))] = 8000,
    db: Annotated[Path, _env("DB")] = DATABASE,
    store: Annotated[str | None, _env("STORE")] = None,
    bus: Annotated[str | None, _env("BUS")] = None,
    workers: Annotated[int, _env("WORKERS"), Parameter(validator=Number(gte=1))] = 1,
    data: DataFolder = None,
    no_browser: Annotated[bool, _env("NO_BROWSER")] = False,
    origin: Annotated[list[str] | None, _env("ORIGIN"), Parameter(negative_iterable=())] = None,
    address: Annotated[str | None, _env("ADDRESS")] = None,
    proxy: Annotated[list[str] | None, _env("PROXY"), Parameter(negative_iterable=())] = None,
    unlimited: Annotated[bool, _env("UNLIMITED")] = False,
    limit: Annotated[list[str] | None, _env("LIMIT"), Parameter(negative_iterable=())] = None,
    bot_workers: Annotated[int, _env("BOT_WORKERS"), Parameter(validator=Number(gte=1, lte=256))] = 2,
    bot_seconds: Annotated[float, _env("BOT_SECONDS"), Parameter(validator=Number(gt=0, lte=4))] = SECONDS,
    study_workers: Annotated[int, _env("STUDY_WORKERS"), Parameter(validator=Number(gte=0, lte=64))] = 1,
    study_seconds: Annotated[
        float, _env("STUDY_SECONDS"), Parameter(validator=Number(gt=0, lte=86400))
    ] = STUDY_SECONDS,
    keep_finished: Annotated[float | None, _env("KEEP_FINISHED"), DAYS] = None,
    keep_waiting: Annotated[float | None, _env("KEEP_WAITING"), DAYS] = None,
    keep_abandoned: Annotated[float | None, _env("KEEP_ABANDONED"), DAYS] = None,
    keep_guests: Annotated[float | None, _env("KEEP_GUESTS"), DAYS] = None,
    admin_token: Annotated[Path | None, _env("ADMIN_TOKEN_FILE")] = None,
    metrics_token: Annotated[Path | None, _env("METRICS_TOKEN_FILE")] = None,
    notices: Annotated[list[Channel] | None, _env("NOTICES"), Parameter(negative_iterable=())] = None,
    mail_server: Annotated[str | None, _env("MAIL_SERVER")] = None,
    mail_from: Annotated[str | None, _env("MAIL_FROM")] = None,
    mail_password: Annotated[Path | None, _env("MAIL_PASSWORD_FILE")] = None,
    allow_private_webhooks: Annotated[bool, _env("ALLOW_PRIVATE_WEBHOOKS")] = False,
    log_format: Annotated[LogFormat, _env("LOG_FORMAT")] = "text",
    log_level: Annotated[LogLevel, _env("LOG_LEVEL")] = "warning",
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
    store
        A database instead of the file, which several processes and machines can use, for example
        postgresql://user@host/name.
    bus
        What these processes tell each other goes through here, for example redis://host. Needed if there is more
        than one, on this machine or on others.
    workers
        How many processes serve on this machine.
    no_browser
        Do not open a browser.
    origin
        A website that may send requests, for example https://play.example.org; needed behind a proxy that changes
        the host. If not given, only the pages of this server may.
    address
        Where others reach this server, for links and QR codes, for example https://play.example.org. If not given, the
        first --origin, or else the address at which it was found by whoever asks for a link.
    proxy
        The address of a proxy that may say where a request really comes from.
    unlimited
        No limits on the number of moves and tables, for playing among friends. A server that only this machine can
        reach never has limits.
    limit
        A limit that differs from the usual one, for example tables=20/h or moves=5/s+20 (20 at once); can be repeated.
    bot_workers
        How many bots can think at the same time, each in a process of its own.
    bot_seconds
        After how many seconds a bot plays the best move that it has found.
    study_workers
        How many analyses of finished games are worked on at the same time, each in a process of its own; 0 for none.
    study_seconds
        How long one of them may take.
    keep_finished
        For how many days finished and closed tables are kept; for ever if not given.
    keep_waiting
        For how many days tables are kept whose game never began.
    keep_abandoned
        For how many days tables are kept where nobody moves any more.
    keep_guests
        For how many days guests are kept who have no table and do not come back.
    admin_token
        A file with the token for engineshed admin; or set ENGINESHED_ADMIN_TOKEN. Without a token, nobody can use it.
    metrics_token
        A file with the token for /metrics; or set ENGINESHED_METRICS_TOKEN. Without one, only this machine can see it,
        and only if neither --origin nor --proxy is given.
    notices
        How people may be told that it is their turn: browser, mail, webhooks or none; can be repeated. If not given,
        in all ways that work here.
    mail_server
        Where mails are handed over, for example smtp://user@mail.example.org (smtps:// for TLS from the beginning,
        smtp+plain:// for none). Without it, no mails are sent.
    mail_from
        The sender of mails, for example Engine Shed <shed@example.org>.
    mail_password
        A file with the password for the mail server; or set ENGINESHED_MAIL_PASSWORD.
    allow_private_webhooks
        Webhooks may lead into the network of this server, and need no TLS. Only for servers whose guests you know.
    log_format
        text or json.
    log_level
        What is logged: error, warning, info (also every request) or debug.
    """
    phrases = Phrases(language)
    _must_fit(store, bus, workers)
    texts = {game_id: _checked(find_game(game_id), data, language) for game_id in game_ids()}
    alone = _is_loopback(host) and not origin and not proxy
    limits = read_limits(limit or [], UNLIMITED if unlimited or alone else Limits())
    operators = Operators(
        admin=_token("ENGINESHED_ADMIN_TOKEN", admin_token),
        metrics=_token("ENGINESHED_METRICS_TOKEN", metrics_token),
        local=not origin and not proxy,
    )
    with serving(store, db, bus), _listening(host, port) as listener:
        raise_open_files()
        port = listener.getsockname()[1]
        settings = Settings(
            origins=_origins(host, port, origin),
            limits=limits,
            proxies=proxy or [],
            addresses=_addresses(host, port, address, origin, proxy),
            any_host=bool(origin),
            retention=Rule(keep_finished, keep_waiting, keep_abandoned, keep_guests),
            operators=operators,
            notices=notice_rules(
                _addresses(host, port, address, origin, proxy).seen_from(_address(host, port)),
                notices,
                mail_server,
                mail_from,
                mail_password,
                private=allow_private_webhooks,
            ),
        )
        plan = Plan(
            db,
            store,
            bus,
            host,
            port,
            settings,
            bot_workers,
            bot_seconds,
            study_workers,
            study_seconds,
            logging_config(log_format, log_level),
            texts,
        )

        def opened() -> None:
            for message in notes_for(host, origin, proxy, limits):
                print(phrases.say(message, port=port), file=sys.stderr, flush=True)
            print(phrases.say("serve.open", address=_address(host, port)), flush=True)
            others = settings.addresses.seen_from(_address(host, port))
            if others != _address(host, port):
                print(phrases.say("serve.others", address=others), flush=True)
            if not no_browser:
                webbrowser.open(_address(host, port))

        service = plan.service()
        try:
            if workers == 1:
                opened()
                _run(plan, service, listener)
            else:
                asyncio.run(service.store.close())
                listener.close()
                _run_fleet(workers, plan, opened)
        finally:
            print(phrases.say("serve.closed"))


def notes_for(host: str, origin: list[str] | None, proxy: list[str] | None, limits: Limits) -> list[str]:
    """Warnings about settings that leave a public server unprotected."""
    if origin and not proxy and limits is not UNLIMITED:
        return ["serve.shared-quota"]
    return ["serve.by-address"] if not origin and not _is_loopback(host) else []


def _token(variable: str, file: Path | None) -> str | None:
    """The token itself is never an option, because every user of the machine can read other users' command lines."""
    token = (os.environ.get(variable, "") if file is None else read_text(file)).strip()
    if token and len(token) < SHORTEST_TOKEN:
        raise Mistake("token", variable=variable, least=SHORTEST_TOKEN)
    return token or None


class Plan(msgspec.Struct, frozen=True):
    """Everything that a process needs to know to serve."""

    db: Path
    store: str | None
    bus: str | None
    host: str
    port: int
    settings: Settings
    bot_workers: int
    bot_seconds: float
    study_workers: int
    study_seconds: float
    log_config: dict[str, Any]
    texts: dict[str, Texts]

    def service(self) -> Service:
        readers = Readers(self.settings.limits.reading)
        return Service(open_store(self.store, self.db), time.time, self.texts, readers, open_bus(self.bus))


def _must_fit(store: str | None, bus: str | None, workers: int) -> None:
    """Several processes need a database that they can share, and a way to talk to each other."""
    if store is None and workers > 1:
        raise Mistake("workers-file")
    if store is None and bus is not None:
        raise Mistake("bus-file")
    if bus is None and workers > 1:
        raise Mistake("workers-bus")
    if workers > 1 and not hasattr(socket, "SO_REUSEPORT"):
        raise Mistake("workers-system")


def _run_fleet(workers: int, plan: Plan, opened: Callable[[], None]) -> None:
    """The parent keeps the port, so that nobody else gets it while no process is listening."""
    with socket.socket(_family(plan.host), socket.SOCK_STREAM) as reserved:
        reserved.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        reserved.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEPORT, 1)
        reserved.bind((plan.host, plan.port))
        try:
            with TemporaryDirectory(prefix="engineshed-") as folder:
                Fleet(workers, work, (plan, Path(folder), workers)).run(opened)
        except FleetFailedError:
            raise Mistake("workers-failed") from None


def work(given: tuple[Plan, Path, int], number: int, ready: Connection) -> None:
    """One of several processes. Each has its own socket, and the system spreads connections evenly across them."""
    plan, folder, workers = given
    serve_the_parent()
    with _listening(plan.host, plan.port, shared=True) as listener:
        service, crew = plan.service(), Crew(folder, number, workers)
        service.new_table_id = crew.ids_in_turn()
        ready.send(True)
        _run(plan, service, listener, crew)


def _checked(game: AnyGame, folder: Path | None, language: str) -> Texts:
    """Checks the corrected files of a game at the start, so that nobody finds a mistake in them at a table."""
    texts = announced(game, folder, language)
    game.corrections.doubts(texts)
    return texts


def _run(plan: Plan, service: Service, listener: socket.socket, crew: Crew | None = None) -> None:
    workers = Workers(plan.bot_workers, seconds=plan.bot_seconds)
    studies = Studies(service, plan.study_workers, seconds=plan.study_seconds)
    app = make_app(service, plan.settings, workers, crew, studies)
    homes = None if crew is None else Homes(crew, app.traffic)
    config = uvicorn.Config(
        app,
        access_log=False,  # paths contain the ids of private tables
        log_config=plan.log_config,
        **wire(app, homes),
    )
    service.readers.warm()
    collect_rarely()
    for number in (signal.SIGINT, signal.SIGTERM):  # uvicorn shuts down on these, and then raises them again
        signal.signal(number, lambda _number, _frame: None)
    with asyncio.Runner(loop_factory=config.get_loop_factory()) as runner:
        try:
            server = uvicorn.Server(config) if homes is None else Server(config, homes)
            runner.run(server.serve([listener]))
        finally:
            service.readers.close()
            runner.run(service.store.close())


def _listening(host: str, port: int, *, shared: bool = False) -> socket.socket:
    try:
        return socket.create_server((host, port), family=_family(host), backlog=2048, reuse_port=shared)
    except OSError as error:
        raise Mistake("listen", host=host, port=port, reason=reason(error)) from None


def _family(host: str) -> socket.AddressFamily:
    return socket.AF_INET6 if ":" in host else socket.AF_INET


def _address(host: str, port: int) -> str:
    """The address for a browser on this machine."""
    shown = "127.0.0.1" if host in EVERYWHERE else host
    return f"http://[{shown}]:{port}" if ":" in shown else f"http://{shown}:{port}"


def _addresses(
    host: str, port: int, address: str | None, origin: list[str] | None, proxy: list[str] | None
) -> Addresses:
    if address is not None and not ADDRESS.fullmatch(address):
        raise Mistake("address", address=address)
    public = address or next(iter(origin or ()), None)
    return Addresses(public, port if host in EVERYWHERE and not proxy else None)


def _origins(host: str, port: int, given: list[str] | None) -> list[str]:
    """The sites whose pages may send requests, by name: another site can point its own name at this machine."""
    if given:
        return given
    return [f"http://{name}:{port}" for name in ("127.0.0.1", "localhost", "[::1]")] if _is_loopback(host) else []


def _is_loopback(host: str) -> bool:
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"
