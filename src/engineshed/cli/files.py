"""Reading and writing people's files, with a sentence for everything that can be wrong with one."""

from __future__ import annotations

from pathlib import Path

from engineshed.core.errors import Trouble

LARGEST = 16_000_000
"""Bytes; no game, map or scenario comes near it."""


def read_text(path: Path) -> str:
    try:
        if path.is_file() and path.stat().st_size > LARGEST:
            raise Trouble(f"{path} is larger than {LARGEST // 1_000_000} MB, so it is none of ours")
        return path.read_text(encoding="utf-8")
    except UnicodeDecodeError:
        raise Trouble(f"{path} is no text file in UTF-8") from None
    except (OSError, ValueError) as error:
        raise Trouble(f"{path} cannot be read: {_reason(error)}") from None


def write_text(path: Path, text: str) -> None:
    try:
        path.write_text(text, encoding="utf-8")
    except (OSError, ValueError) as error:
        raise Trouble(f"{path} cannot be written: {_reason(error)}") from None


def make_folder(path: Path) -> None:
    try:
        path.mkdir(parents=True, exist_ok=True)
    except (OSError, ValueError) as error:
        raise Trouble(f"the folder {path} cannot be made: {_reason(error)}") from None


def _reason(error: OSError | ValueError) -> str:
    """The system's own words ("No such file or directory") without number and path."""
    return (error.strerror or str(error)) if isinstance(error, OSError) else str(error)
