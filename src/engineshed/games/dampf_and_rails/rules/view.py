"""What a seat may know: the shapes.

Hidden are the others' orders and cash, what lies under the pile but for one's own cards, and the order of the pile.
"""

from __future__ import annotations

import msgspec

from engineshed.games.dampf_and_rails.rules.options import Options
from engineshed.games.dampf_and_rails.rules.state import Lying, Running, Toll, Train


class PlayerView(msgspec.Struct, frozen=True):
    cash: int | None
    """None where it is hidden."""
    orders: int
    """How many are in hand."""
    hand: tuple[int, ...] | None
    start: int
    trains: tuple[Train, ...]
    points: tuple[int, ...]
    """What each train can still use, for the player whose turn it is; what it has in a turn, for the others."""
    announced: bool
    towns: tuple[bool, ...]
    """Which of the start towns are connected, in their order on the map."""
    linked: bool
    """Whether they are joined by own track and ferries."""
    goal: int
    """The cash that ends the game."""


class View(msgspec.Struct, frozen=True):
    seat: int | None
    options: Options
    seats: int
    stage: int
    round: int
    first: int
    active: int
    acting: int
    players: tuple[PlayerView, ...]
    pile: int
    under: tuple[int | None, ...]
    """The cards under the pile; None for those that somebody else put there."""
    under_of: tuple[int, ...]
    """Who put them there."""
    discards: tuple[int, ...]
    public: tuple[int, ...]
    laid_out: bool
    rails: tuple[int, ...]
    """By section: 0 without track, else the owner's seat + 1; 9 in the streets of København."""
    ferries: tuple[int, ...]
    """Who has connected each, as bits by seat."""
    supply: tuple[int, ...]
    lying: tuple[Lying, ...]
    running: tuple[Running, ...]
    tolls: tuple[Toll, ...]
    acted: bool
    spent: tuple[int, ...]
    moved: int
    crossed: int
    paid: int
    asked: int
    outlay: int
    limit: int
    """What may be spent on building in a turn."""
    goal: int
    exits: tuple[int, ...]
    proposal: Toll | None
    losing: tuple[tuple[int, int], ...]
    resume: int
    final: bool
    delivered: bool
    quiet: int
