"""Reading and writing people's files, with a sentence for everything that can go wrong."""

from __future__ import annotations

import errno
from pathlib import Path

from engineshed.cli.phrases import Mistake, command_words
from engineshed.core.words import ENGLISH

LARGEST = 16_000_000
"""In bytes; no record, map or scenario comes near it."""


def read_text(path: Path) -> str:
    try:
        if path.is_file() and path.stat().st_size > LARGEST:
            raise Mistake("large", file=str(path), most=LARGEST // 1_000_000)
        return path.read_text(encoding="utf-8")
    except UnicodeDecodeError:
        raise Mistake("not-text", file=str(path)) from None
    except (OSError, ValueError) as error:
        raise Mistake("read", file=str(path), reason=reason(error)) from None


def write_text(path: Path, text: str) -> None:
    try:
        path.write_text(text, encoding="utf-8")
    except (OSError, ValueError) as error:
        raise Mistake("write", file=str(path), reason=reason(error)) from None


def make_folder(path: Path) -> None:
    try:
        path.mkdir(parents=True, exist_ok=True)
    except (OSError, ValueError) as error:
        raise Mistake("folder", folder=str(path), reason=reason(error)) from None


def reason(error: OSError | ValueError) -> str:
    """Our words for common errors, otherwise the system's own ("Broken pipe"), without its number and path."""
    if not isinstance(error, OSError):
        return str(error)
    ours = f"system.{errno.errorcode.get(error.errno or 0)}"
    return f"@{ours}" if ours in command_words(ENGLISH).templates else error.strerror or str(error)
