"""What players ask before they move: what to do now, what a move costs, and why something cannot be done."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from engineshed.core.contract import Illegal, Seat
from engineshed.core.notation import read_number
from engineshed.core.questions import attempts, refusal_of
from engineshed.core.words import Message
from engineshed.games.steam.rules import moves
from engineshed.games.steam.rules.components import ACTIONS, GOODS, NUMBERS
from engineshed.games.steam.rules.moves import AnyMove
from engineshed.games.steam.rules.names import action_word, company_word
from engineshed.games.steam.rules.phases import build_track, choose_action
from engineshed.games.steam.rules.phases.build_turn import LATER
from engineshed.games.steam.rules.stages import RULES
from engineshed.games.steam.rules.state import State
from engineshed.games.steam.rules.tiles import tile_set_of
from engineshed.games.steam.rules.truth import Stage, Tile
from engineshed.games.steam.rules.view import AuctionView, View
from engineshed.games.steam.speech import notation
from engineshed.rail import notation as rail
from engineshed.rail.faces import WAYS

# -- what is to be done ---------------------------------------------------------------------------------------------


def task(v: View) -> Message:
    """One sentence for the player to act."""
    match v.stage:
        case "opening" | "auction" if v.auction is not None:
            return _bidding(v, v.auction)
        case "build":
            return _building(v)
        case "move":
            passes = {"number": NUMBERS.passes - v.passes, "passes": NUMBERS.passes}
            return Message("task.move", {"range": v.players[v.active].range, **passes})
        case "points":
            return Message("task.points", {"points": v.gains[0].points, "income": v.players[v.active].income})
        case "capital" | "choose" | "group" | "route" | "over":
            return Message(f"task.{v.stage}")
        case _:
            return Message("task.nature")


def _bidding(v: View, auction: AuctionView) -> Message:
    sold = len(auction.placed)
    place = sold + 1 if v.stage == "opening" else len(v.order) - sold
    highest = None if auction.leader is None else auction.bids[auction.leader]
    if auction.leader is None or highest is None:
        return Message(f"task.{v.stage}-open", {"place": place})
    company = company_word(auction.leader)
    return Message(f"task.{v.stage}", {"place": place, "company": company, "money": highest})


def _building(v: View) -> Message:
    """How many tiles are left, and whether something else is to be done in this turn."""
    player = v.players[v.active]
    if not v.options.unlimited_tiles and not tile_set_of(v.options.data).within_stock(v.shown):
        return Message("task.build-second")
    if v.before is not None:
        return Message("task.build-loose", {"tiles": v.placements})
    if player.tile is not None and player.tile in LATER and not player.idle and not v.acted:
        action = action_word(player.tile)
        if not v.placements:
            return Message("task.build-only-action", {"action": action})
        return Message("task.build-action", {"tiles": v.placements, "action": action})
    return Message("task.build", {"tiles": v.placements}) if v.placements else Message("task.build-end")


# -- what it costs --------------------------------------------------------------------------------------------------


def price(s: State, m: AnyMove) -> int:
    """What is paid at once; bids are paid when they have won."""
    match m:
        case moves.Track() | moves.Second() | moves.Cross() | moves.Redirect() | moves.Town():
            return build_track.price(s, m)
        case moves.Choose():
            return choose_action.tile_price(s, m)
        case _:
            return 0


# -- why not --------------------------------------------------------------------------------------------------------

FARTHEST = (
    *("first-tile", "no-start", "town-alone", "not-last", "redirect-loose", "redirect-entry"),
    *("redirect-foreign", "closed-edge"),
    *("joins-foreign", "not-claimable", "loop", "no-complex", "too-many-exits", "tiles-gone", "track-price"),
    *("no-cube", "goal-colour", "no-route", "too-far", "first-city", "no-own-link", "minority"),
)
"""Refusals in the order in which a move runs into them."""


def why_not(s: State, seat: Seat, about: str) -> Illegal | None:
    """``about``: ``hex D7``, ``city Albany``, ``town Poughkeepsie``, or the name of an action."""
    return refusal_of(attempts(s, about, THINGS, ACTS), lambda move: RULES.check(s, seat, move), FARTHEST)


def _at_hex(s: State, hex_: int) -> Iterator[AnyMove]:
    """What could be built there; in the goods phase, which cubes could leave a city."""
    if s.city_number(hex_) >= 0 or s.stage in (Stage.MOVE, Stage.ROUTE):
        return _at_city(s, hex_)
    return _town_at(s, hex_) if s.ground.is_town[hex_] else _track_at(s, hex_)


def _track_at(s: State, hex_: int) -> Iterator[AnyMove]:
    ways = range(len(WAYS))
    if not s.tiles[hex_]:
        yield from (moves.Track(hex_, way) for way in ways)
        return
    yield from (moves.Redirect(hex_, way) for way in ways)
    yield from (moves.Cross(hex_, way) for way in ways)
    if s.fresh == hex_:
        yield from (moves.Second(hex_, way) for way in ways)


def _town_at(s: State, hex_: int) -> Iterator[AnyMove]:
    yield from (moves.Town(hex_, exits) for exits in s.ground.exits)
    if s.players[s.active].tile == Tile.URBANISATION:
        yield from (moves.Urbanise(hex_, colour) for colour in range(len(GOODS)))


def _at_city(s: State, hex_: int) -> Iterator[AnyMove]:
    if s.stage == Stage.MOVE and s.city_number(hex_) >= 0:
        return _deliveries_from(s, hex_)
    return iter((moves.Grow(hex_) if s.city_number(hex_) >= 0 else moves.Deliver(hex_, 0, hex_, ()),))


def _deliveries_from(s: State, hex_: int) -> Iterator[AnyMove]:
    """Every cube there to every city; for an empty city, a cube of the first colour, which will be refused."""
    cubes = s.cubes[s.city_number(hex_)]
    for colour in [colour for colour, count in enumerate(cubes) if count] or [0]:
        for goal in s.city_hexes():
            yield from notation.deliveries_to(s, hex_, colour, goal) or [moves.Deliver(hex_, colour, goal, ())]


THINGS: dict[str, Callable[[State, Sequence[str]], Iterator[AnyMove]]] = {
    "hex": lambda s, words: _at_hex(s, rail.read_hex(s.board.grid, " ".join(words))),
    "city": lambda s, words: _at_city(s, notation.read_spot(s, words, "city")),
    "town": lambda s, words: _town_at(s, notation.read_spot(s, words, "town")),
    "tile": lambda _s, words: iter((moves.Choose(read_number(" ".join(words), "tile"), False),)),
}
ACTS: dict[str, Callable[[State], Iterator[AnyMove]]] = {
    "track": lambda s: (move for hex_ in range(s.ground.size) for move in _track_at(s, hex_)),
    "urbanise": lambda s: (moves.Urbanise(hex_, c) for hex_ in s.ground.town_hexes or (0,) for c in range(len(GOODS))),
    "grow": lambda s: (moves.Grow(city.hex) for city in s.board.cities),
    "group": lambda s: (moves.Group(field) for field in range(max(1, len(s.fields)))),
    "choose": lambda _s: (moves.Choose(action.number, False) for action in ACTIONS),
    "bid": lambda _s: (moves.Bid(amount) for amount in range(NUMBERS.loan * 20)),
    "capital": lambda _s: iter((moves.Capital(1),)),
    "deliver": lambda s: (move for hex_ in s.city_hexes() for move in _at_city(s, hex_)),
    "upgrade": lambda _s: iter((moves.Upgrade(),)),
    "skip": lambda _s: iter((moves.Skip(),)),
    "pass": lambda _s: iter((moves.Pass(),)),
    "points": lambda _s: iter((moves.Points(),)),
    "income": lambda _s: iter((moves.Income(),)),
    "takeback": lambda _s: iter((moves.TakeBack(),)),
    "done": lambda _s: iter((moves.Done(),)),
}
