"""Texts that no honest person would send, and what reading them does. Readers import this."""

from __future__ import annotations

import time
from pathlib import Path

import msgspec


class Endless(msgspec.Struct, frozen=True):
    source: str = "@source.map-file"
    long: bool = False

    def read(self) -> None:
        while True:
            pass


class Sleeping(Endless, frozen=True):
    def read(self) -> None:
        time.sleep(3600)


class Hungry(Endless, frozen=True):
    def read(self) -> None:
        kept = []
        while True:
            kept.append(bytearray(10_000_000))


class Writing(Endless, frozen=True):
    def read(self) -> None:
        Path("/tmp/engineshed-attack").write_text("x")  # noqa: S108


class Honest(Endless, frozen=True):
    def read(self) -> int:  # type: ignore[override]
        return 42
