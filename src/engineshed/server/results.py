"""What is kept of finished games besides their tables: results, what they add up to, and ratings."""

from __future__ import annotations

import msgspec

from engineshed.server.glicko import Glicko, after_rest

ALL = ""
"""In place of an opponent: everybody."""
ALONE = " "
"""Before the name of a map, in place of an opponent: a game for one. Opponents do not begin with a blank."""
BOT = "bot "
"""Before the name of a bot."""
GONE = "gone"
"""In place of all opponents who have deleted their data."""

WEEK = 7 * 24 * 3600.0
"""A rating period in seconds: how fast one becomes less certain about somebody who does not play."""
SURE = 110.0
"""The largest deviation of a rating that is not provisional."""


class ResultRow(msgspec.Struct, frozen=True):
    """How one seat came out."""

    table: str
    seat: int
    game: str
    map: str
    """The name of the map; empty if the game has none or it was the table's own."""
    seats: int
    at: float
    public: bool
    guest: str
    """Who played here; empty for a bot, for somebody who is gone, and where several people shared a screen."""
    bot: str | None
    place: int
    """1 for the winner. Those who were ``gone`` come behind those who were not."""
    score: int | None
    """None if the game was not played to its end."""
    gone: bool
    """Whether a bot played to the end for a person, or for a while because they had left or their time was up."""
    rating: float | None = None
    """What the player's rating was after this game, and its deviation; None if the game was not rated."""
    deviation: float | None = None


class Tally(msgspec.Struct, frozen=True):
    """What a guest's results against one opponent (or everybody, or alone) add up to.

    Against everybody, to win is to come first; against one opponent, to come before them.
    """

    guest: str
    game: str
    opponent: str
    games: int
    won: int
    lost: int
    streak: int = 0
    """How many of the last games were won in a row."""
    longest: int = 0
    best: int | None = None
    """The highest score."""


class Player(msgspec.Struct, frozen=True):
    """A guest who has played a rated game."""

    guest: str
    handle: str
    """The name of their public page. It says nothing else, and is no key to anything."""
    looks: str
    """What their name looks like, see ``texts.looks``."""


class RatingRow(msgspec.Struct, frozen=True):
    guest: str
    game: str
    points: float
    deviation: float
    volatility: float
    games: int
    at: float
    """When the last game ended, so that the deviation can grow."""

    def now(self, at: float) -> Glicko:
        """The rating at some time after the last game."""
        known = Glicko(self.points, self.deviation, self.volatility)
        return after_rest(known, max(0.0, at - self.at) / WEEK)


class Booking(msgspec.Struct, frozen=True):
    """Everything that is written about a table whose game has ended."""

    table: str
    results: tuple[ResultRow, ...] = ()
    tallies: tuple[Tally, ...] = ()
    """What is added to the tallies so far."""
    players: tuple[Player, ...] = ()
    """Those who have not played a rated game before."""
    ratings: tuple[RatingRow, ...] = ()
    """The new ratings; if somebody's number of games is not one less in the store, nothing is written."""


class BlockRow(msgspec.Struct, frozen=True):
    """Somebody with whom a guest does not want to play or talk."""

    id: str
    guest: str
    blocked: str
    at: float
