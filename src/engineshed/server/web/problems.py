"""All refusals of the web API in one format, in the reader's language."""

from __future__ import annotations

import logging
from http import HTTPStatus
from typing import Literal

import msgspec
from litestar.exceptions import HTTPException

from engineshed.core.contract import AnyGame
from engineshed.core.errors import Trouble
from engineshed.core.house import house_words
from engineshed.core.misfits import misfit
from engineshed.core.words import ENGLISH, Message, Param, capital
from engineshed.server import refusals
from engineshed.server.logs import REQUEST, way_of
from engineshed.server.refusals import BusyError, ClosableError, RefusedError, ServiceError, StaleError
from engineshed.server.store import StoreDownError

logger = logging.getLogger("engineshed.server")

WebCode = Literal[
    "no-method", "too-slow", "too-large", "address-too-long", "not-json", "wrong-host", "head-too-large", "defect"
]
"""Codes of the web layer; the others are the service's."""

Code = refusals.Code | WebCode

STATUS: dict[Code, HTTPStatus] = {
    "bad-request": HTTPStatus.BAD_REQUEST,
    "unknown-guest": HTTPStatus.UNAUTHORIZED,
    "forbidden": HTTPStatus.FORBIDDEN,
    "not-found": HTTPStatus.NOT_FOUND,
    "no-method": HTTPStatus.METHOD_NOT_ALLOWED,
    "too-slow": HTTPStatus.REQUEST_TIMEOUT,
    "stale": HTTPStatus.CONFLICT,
    "conflict": HTTPStatus.CONFLICT,
    "too-large": HTTPStatus.REQUEST_ENTITY_TOO_LARGE,
    "address-too-long": HTTPStatus.REQUEST_URI_TOO_LONG,
    "not-json": HTTPStatus.UNSUPPORTED_MEDIA_TYPE,
    "wrong-host": HTTPStatus.MISDIRECTED_REQUEST,
    "refused": HTTPStatus.UNPROCESSABLE_ENTITY,
    "too-many": HTTPStatus.TOO_MANY_REQUESTS,
    "head-too-large": HTTPStatus.REQUEST_HEADER_FIELDS_TOO_LARGE,
    "defect": HTTPStatus.INTERNAL_SERVER_ERROR,
    "unavailable": HTTPStatus.SERVICE_UNAVAILABLE,
}


_GRAVITY: dict[Code, int] = {"defect": logging.ERROR, "unavailable": logging.WARNING}


class Problem(msgspec.Struct, frozen=True, omit_defaults=True):
    """Why a request was not carried out: a code for programs, and a message for people."""

    code: Code
    message: Message
    text: str
    path: str | None = None
    """The field of the request that is wrong, as in `$.seats[0].kind`."""
    rule: str | None = None
    """The rule that refuses a move."""
    rule_text: str | None = None
    ply: int | None = None
    """The table's ply, if the request came too late."""
    retry_after: int | None = None
    """Seconds after which it is worth trying again."""
    request: str | None = None
    """The request's id in the server's log, if it was not the client's fault."""
    closable: bool = False
    """Whether the table can never go on, and is yours, so that you may close it."""


class TooManyError(ServiceError):
    def __init__(self, seconds: int) -> None:
        super().__init__("too-many", "too-many", seconds=seconds)
        self.seconds = seconds


class FieldError(ServiceError):
    """A request that does not fit its schema: which field, and what is wrong with it."""

    def __init__(self, path: str, message: str, *, problem: Trouble | None = None, **params: Param) -> None:
        super().__init__("bad-request", message, **params)
        self.path, self._problem = path, problem

    def message_in(self, language: str) -> Message:
        told = {"problem": self._problem.told(language)} if self._problem else {}
        return Message(self.message.id, {**self.message.params, **told})


def field_error(error: msgspec.DecodeError) -> FieldError:
    path, problem = misfit(error)
    match problem.message:
        case Message("value.missing", {"key": str(key)}):
            return FieldError(f"{path}.{key}", "field-missing", field=key)
        case Message("value.unknown", {"key": str(key)}):
            return FieldError(f"{path}.{key}", "field-unknown", field=key)
    if not isinstance(error, msgspec.ValidationError):
        return FieldError("$", "broken-json", problem=problem)
    return FieldError(path, "field-wrong", field=path, problem=problem)


def problem_of(error: Exception, language: str, game: AnyGame | None = None) -> Problem:
    """Any error as a ``Problem``. ``game``: the table's game, whose rules may have refused something.

    If it is the server's fault, it is logged with its cause.
    """
    problem = _problem_of(error, language, game)
    if STATUS[problem.code] < HTTPStatus.INTERNAL_SERVER_ERROR:
        return problem
    cause = error.reason if isinstance(error, StoreDownError) else way_of(error)
    status, gravity = STATUS[problem.code], _GRAVITY[problem.code]
    logger.log(gravity, "answered with %d, %s", status, problem.message.id, extra={"cause": cause})
    return _numbered(problem, language)


def _numbered(problem: Problem, language: str) -> Problem:
    """Add the request's id, which people can quote when they report the problem."""
    request = REQUEST.get()
    if request is None:
        return problem
    told = house_words(language).say(Message("house.numbered", {"sentence": problem.text, "request": request}))
    return msgspec.structs.replace(problem, text=told, request=request)


def _problem_of(error: Exception, language: str, game: AnyGame | None) -> Problem:
    if isinstance(error, RefusedError) and game is not None:
        return _by_the_rules(error, game, language)
    if isinstance(error, ServiceError):
        return _by_the_service(error, language)
    if isinstance(error, Trouble):
        return Problem("bad-request", error.message_in(language), capital(error.told(language)))
    if isinstance(error, RecursionError):
        return said("bad-request", Message("house.nested"), language)
    if isinstance(error, HTTPException):
        return _by_the_web(error, language)
    return said("defect", Message("house.defect"), language)


def said(code: Code, message: Message, language: str) -> Problem:
    return Problem(code, message, house_words(language).say(message))


def _by_the_rules(error: RefusedError, game: AnyGame, language: str) -> Problem:
    spoken = language if language in game.languages else ENGLISH
    rule = game.speech.rulebook_in(spoken).rule(error.rule)
    text = game.speech.words_in(spoken).say(error.message)
    return Problem(error.code, error.message, text, rule=error.rule, rule_text=rule.text)


def _by_the_service(error: ServiceError, language: str) -> Problem:
    problem = said(error.code, error.message_in(language) if isinstance(error, FieldError) else error.message, language)
    match error:
        case StaleError():
            return msgspec.structs.replace(problem, ply=error.ply)
        case FieldError():
            return msgspec.structs.replace(problem, path=error.path)
        case TooManyError() | BusyError():
            return msgspec.structs.replace(problem, retry_after=error.seconds)
        case ClosableError():
            return msgspec.structs.replace(problem, closable=True)
    return problem


_WEB: dict[int, tuple[Code, str]] = {
    400: ("bad-request", "house.bad-request"),
    404: ("not-found", "house.no-page"),
    405: ("no-method", "house.no-method"),
    408: ("too-slow", "house.too-slow"),
    413: ("too-large", "house.too-large"),
}


def _by_the_web(error: HTTPException, language: str) -> Problem:
    code, message = _WEB.get(error.status_code, ("defect", "house.defect"))
    return said(code, Message(message), language)
