"""The answers about players: their results and ratings, whom they have blocked, on which devices they are known."""

from __future__ import annotations

import msgspec


class RatingInfo(msgspec.Struct, frozen=True):
    """How strong somebody is by Glicko-2."""

    points: int
    spread: int
    """The true strength lies within so many points of it, in 95 cases of a hundred."""
    provisional: bool
    """Whether too little is known yet."""


class RatingStep(msgspec.Struct, frozen=True):
    """A rating after a game, for a curve."""

    at: float
    points: int
    spread: int


class GameRating(msgspec.Struct, frozen=True):
    game: str
    rating: RatingInfo
    games: int
    """How many rated games it comes from."""
    history: list[RatingStep]
    """After each of the latest of them, the oldest first."""


class GameTally(msgspec.Struct, frozen=True):
    """My results in a game, against others."""

    game: str
    games: int
    won: int
    """How often I came first, alone or together with others."""
    streak: int
    """How many of the last games I have won in a row."""
    longest: int
    best: int | None
    """My highest score."""


class OpponentTally(msgspec.Struct, frozen=True):
    """My results in a game against one opponent."""

    game: str
    name: str | None
    """Null if it is a bot; empty for all who are gone."""
    bot: str | None
    games: int
    won: int
    """How often I came before them; in the games that are neither won nor lost, we shared a place."""
    lost: int


class AloneTally(msgspec.Struct, frozen=True):
    """My results in games for one."""

    game: str
    map: str
    """Empty if it was played on a map of my own."""
    games: int
    best: int | None


class MyResults(msgspec.Struct, frozen=True):
    """What my finished games add up to."""

    games: list[GameTally]
    opponents: list[OpponentTally]
    """Those against whom I have played most often, at most 40 in all games together."""
    alone: list[AloneTally]
    ratings: list[GameRating]
    page: str | None
    """The name of my public page, `/players/...`; null until I have played a rated game."""


class Finisher(msgspec.Struct, frozen=True):
    """Somebody in a finished game."""

    seat: int
    name: str | None
    """Null for a bot; empty for somebody who is gone."""
    bot: str | None
    mine: bool
    place: int
    score: int | None
    gone: bool
    """Whether they had left or run out of time, so that they come last."""
    rating: RatingInfo | None
    """After the game, if it was rated."""


class FinishedGame(msgspec.Struct, frozen=True):
    table: str
    title: str | None
    """Null if the table is no longer kept."""
    game: str
    at: float
    rated: bool
    seats: list[Finisher]
    """By place."""


class FinishedGames(msgspec.Struct, frozen=True):
    """A page of finished games, the latest first."""

    games: list[FinishedGame]
    more: str | None
    """The value of `after` for the next page; null if this is the last one."""


class PlayerPage(msgspec.Struct, frozen=True):
    """What everybody may know about somebody who plays rated games."""

    name: str
    ratings: list[GameRating]
    games: list[FinishedGame]
    """The latest of their rated games at public tables."""


class SeatRating(msgspec.Struct, frozen=True):
    """How strong the player on a seat is."""

    seat: int
    rating: RatingInfo
    player: str | None
    """The name of their public page; null for bots."""


class TableRatings(msgspec.Struct, frozen=True):
    """The ratings of those who sit at a rated table; newcomers have none."""

    seats: list[SeatRating]


class Blocked(msgspec.Struct, frozen=True):
    """Somebody with whom I do not want to play or talk."""

    id: str
    name: str
    at: float


class Blocks(msgspec.Struct, frozen=True):
    blocked: list[Blocked]


class Device(msgspec.Struct, frozen=True):
    """A browser that knows me by its cookie."""

    created: float
    seen: float
    """About when it was used last."""
    this: bool


class MyDevices(msgspec.Struct, frozen=True):
    devices: list[Device]
    recovery: float | None
    """When my recovery code was made; null if there is none."""


class RecoveryCode(msgspec.Struct, frozen=True):
    """A code with which I come back after all my cookies are lost. It is shown only once."""

    code: str
