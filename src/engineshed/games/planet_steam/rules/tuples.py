"""Copies of tuples with one value replaced."""

from __future__ import annotations


def put(values: tuple[int, ...], place: int, value: int) -> tuple[int, ...]:
    new = list(values)
    new[place] = value
    return tuple(new)


def put_byte(values: bytes, place: int, value: int) -> bytes:
    new = bytearray(values)
    new[place] = value
    return bytes(new)
