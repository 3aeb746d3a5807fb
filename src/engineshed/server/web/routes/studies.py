"""Studies of finished games: what decided one, and how a position of it would go on."""

from __future__ import annotations

import asyncio
from typing import Literal

import msgspec

from engineshed.core.contract import AnyGame
from engineshed.core.words import PLURALS, Message, known_language
from engineshed.lab.analysis import Analysis
from engineshed.lab.analysis.playing_on import QUICK
from engineshed.lab.analysis.report import write_analysis
from engineshed.server import replay
from engineshed.server.refusals import ServiceError
from engineshed.server.rows import WHOLE_GAME, Guest, StudyRow, StudyState
from engineshed.server.studies import Kept, unpack
from engineshed.server.study import Endings
from engineshed.server.web.bodies import ReportQuery, StudyBody, StudyQuery
from engineshed.server.web.operation import operation
from engineshed.server.web.request import ApiRequest


class ChancesAt(msgspec.Struct, frozen=True):
    """Everybody's chances of victory after an entry of the log, each with its 95% band: value, low, high."""

    ply: int
    round: int
    seat: int | None
    """Whose turn led here; -1: nature drew; null before the first turn."""
    chances: list[list[float]]


class TurnThatDecided(msgspec.Struct, frozen=True):
    """A turn that cost its player chances of victory, and a move that would certainly have been better."""

    seat: int
    before: int
    """The entry of the log before the move."""
    round: int
    played: str
    better: str
    gain: list[float]
    """By how much the chance would have been higher: value, low, high."""
    reasons: list[Message]
    """What speaks for the better move, in the game's words."""


class MistakesOf(msgspec.Struct, frozen=True):
    """How often a player chose otherwise than the adviser, by kind of move."""

    seat: int
    kind: str
    decisions: int
    otherwise: int


class ShiftOf(msgspec.Struct, frozen=True):
    """By how much a player's chance changed in the whole game, and through whom."""

    own: float
    others: float
    luck: float


class AnalysisView(msgspec.Struct, frozen=True):
    """What decided a game, as far as it is known."""

    worlds: int
    """How many worlds of each position were played on; 0 while the curve is the rough one."""
    bot: str
    """Who plays on; empty for the game's quick policy."""
    adviser: str
    looked_at: int
    """How many turns were looked at again."""
    points: list[ChancesAt]
    turns: list[TurnThatDecided]
    """Those that cost most first; fewer than three if no more are certain."""
    shifts: list[ShiftOf]
    mistakes: list[MistakesOf]


class StudyView(msgspec.Struct, frozen=True):
    """A study of a finished game, as far as it has got."""

    state: StudyState | Literal["none"]
    done: float
    mine: bool
    """Whether I may cancel it."""
    analysis: AnalysisView | None
    endings: Endings | None


class StudyReport(msgspec.Struct, frozen=True):
    """A page that needs nothing from elsewhere, as text, and a name for its file."""

    name: str
    html: str


@operation("GET", "/api/tables/{table:str}/study", refuses=["conflict", "too-many"])
async def get_study(request: ApiRequest, query: StudyQuery) -> StudyView:
    """How far it has been found out what decided a finished game, or how a position of it would go on (`at`)."""
    guest = await request.visitor()
    await request.spend_question(guest)
    row = await request.context.studies.look(request.table, _place(query.at))
    return await _view(request, guest, row)


@operation(
    "POST",
    "/api/tables/{table:str}/study",
    status=202,
    refuses=["unknown-guest", "conflict", "too-many"],
)
async def begin_study(request: ApiRequest, body: StudyBody) -> StudyView:
    """Find out what decided a finished game, or play one of its positions on 200 times; one of a table at a time."""
    guest = await request.player()
    studies, place = request.context.studies, _place(body.at)
    there = await studies.look(request.table, place)
    if there is None or there.state not in ("waiting", "running", "done"):
        await request.context.study_requests.spend(guest.id)
    return await _view(request, guest, await studies.begin(guest, request.table, place))


@operation(
    "DELETE",
    "/api/tables/{table:str}/study",
    status=204,
    refuses=["unknown-guest", "conflict", "too-many"],
)
async def cancel_study(request: ApiRequest, query: StudyQuery) -> None:
    """Stop working on it; what was found so far remains. For whoever asked for it, and for those at the table."""
    guest = await request.player()
    await request.spend_question(guest)
    await request.context.studies.cancel(guest, request.table, _place(query.at))


@operation("GET", "/api/tables/{table:str}/study/report", refuses=["conflict", "too-many"])
async def get_study_report(request: ApiRequest, query: ReportQuery) -> StudyReport:
    """What decided a finished game, as one page to keep: in my language, or the one asked for."""
    await request.spend_question(await request.visitor())
    language = await request.language() if query.language is None else known_language(query.language, PLURALS)
    row = await request.context.studies.look(request.table, WHOLE_GAME)
    kept = None if row is None else unpack(row.found)
    if kept is None or kept.found.analysis is None:
        raise ServiceError("not-found", "no-study")
    record = await replay.record(request.service, None, request.table)
    game = (await request.service.table(request.table)).live.game
    html = await asyncio.to_thread(_page, game, kept.found.analysis, record.players, language)
    return StudyReport(f"{game.id}-{request.table}.html", html)


def _page(game: AnyGame, found: Analysis, players: tuple[str, ...], language: str) -> str:
    effort = found.effort
    chosen = {"worlds": effort.worlds, "trials": effort.trials, "bot": effort.bot or "quick", "adviser": effort.adviser}
    settings = " ".join(f"--{name} {value}" for name, value in chosen.items())
    command = f"engineshed analyse game.json {settings} --seed {effort.seed}"
    return next(text for ending, text in write_analysis(game, found, players, language, command) if ending == "html")


def _place(at: int | None) -> int:
    return WHOLE_GAME if at is None else at


async def _view(request: ApiRequest, guest: Guest | None, row: StudyRow | None) -> StudyView:
    if row is None:
        return StudyView("none", 0.0, False, None, None)
    kept = unpack(row.found)
    mine = guest is not None and await request.context.studies.may_cancel(guest, row)
    analysis = None if kept is None or kept.found.analysis is None else _analysis(kept.found.analysis, kept)
    return StudyView(row.state, row.done, mine, analysis, None if kept is None else kept.found.endings)


def _analysis(found: Analysis, kept: Kept) -> AnalysisView:
    entry, effort = kept.entries, found.effort
    movers = [None, *(turn.seat for turn in found.turns)]
    rounds = {point.ply: point.round for point in found.points}
    return AnalysisView(
        worlds=found.worlds,
        bot="" if effort.bot == QUICK else effort.bot,
        adviser=effort.adviser,
        looked_at=found.looked_at,
        points=[
            ChancesAt(entry[point.ply], point.round, mover, [[one.value, one.low, one.high] for one in point.chances])
            for point, mover in zip(found.points, movers, strict=True)
        ],
        turns=[
            TurnThatDecided(
                seat=one.turn.seat,
                before=entry[one.ply],
                round=rounds[one.turn.first],
                played=one.played,
                better=one.better,
                gain=[one.gain.value, one.gain.low, one.gain.high],
                reasons=list(one.reasons),
            )
            for one in found.better
        ],
        shifts=[ShiftOf(shift.own, shift.others, shift.luck) for shift in found.shifts],
        mistakes=[MistakesOf(one.seat, one.kind, one.decisions, one.otherwise) for one in found.mistakes],
    )


OPERATIONS = [get_study, begin_study, cancel_study, get_study_report]
