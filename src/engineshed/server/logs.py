"""The server's log: one line for each entry, with its time, level, request and cause; as text, or as JSON.

Errors are logged with their type and where they were raised, never with their text, which may quote a hand, a seed or a
token.
"""

from __future__ import annotations

import json
import logging
from contextvars import ContextVar
from datetime import UTC, datetime
from pathlib import Path
from traceback import extract_tb
from typing import Any, Literal

LogFormat = Literal["text", "json"]
LogLevel = Literal["debug", "info", "warning", "error"]

REQUEST: ContextVar[str | None] = ContextVar("request", default=None)
"""The id of the request that is being answered."""

NOT_UTF8 = "Invalid UTF-8 sequence received from client."


class DropInvalidText(logging.Filter):
    """Keeps invalid text frames out of the log: they are the sender's mistake, and answered with close code 1007."""

    def filter(self, record: logging.LogRecord) -> bool:
        return record.msg != NOT_UTF8


def way_of(error: BaseException) -> str:
    """The type of an error and where it passed through, innermost first, in one line."""
    way = extract_tb(error.__traceback__)
    frames = [f"{Path(frame.filename).name}:{frame.lineno} in {frame.name}" for frame in way]
    return " < ".join([type(error).__name__, *reversed(frames)])


class _Entry(logging.Formatter):
    """A log entry in parts; subclasses put them together."""

    def parts(self, record: logging.LogRecord) -> dict[str, str]:
        when = datetime.fromtimestamp(record.created, UTC)
        found = {
            "time": f"{when:%Y-%m-%dT%H:%M:%S}.{when.microsecond // 1000:03d}Z",
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": " ".join(record.getMessage().split()),
        }
        cause = getattr(record, "cause", None)
        if record.exc_info and record.exc_info[1] is not None:
            cause = way_of(record.exc_info[1])
        if cause is not None:
            found["cause"] = " ".join(str(cause).split())
        if (request := REQUEST.get()) is not None:
            found["request"] = request
        return found


class TextEntry(_Entry):
    def format(self, record: logging.LogRecord) -> str:
        parts = self.parts(record)
        line = f"{parts['time']} {parts['level'].upper():7} {parts['logger']}: {parts['message']}"
        more = [f"{name}: {parts[name]}" for name in ("cause", "request") if name in parts]
        return "; ".join([line, *more])


class JsonEntry(_Entry):
    def format(self, record: logging.LogRecord) -> str:
        return json.dumps(self.parts(record), ensure_ascii=False)


def logging_config(form: LogFormat = "text", level: LogLevel = "warning") -> dict[str, Any]:
    """Settings for ``logging.config``: everything goes to standard error, in one format."""
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "filters": {"mistakes": {"()": DropInvalidText}},
        "formatters": {"entry": {"()": TextEntry if form == "text" else JsonEntry}},
        "handlers": {
            "stderr": {"class": "logging.StreamHandler", "stream": "ext://sys.stderr", "formatter": "entry"},
        },
        "root": {"handlers": ["stderr"], "level": "WARNING"},
        "loggers": {
            "engineshed": {"level": level.upper()},
            "uvicorn.error": {"level": level.upper(), "filters": ["mistakes"]},
        },
    }
