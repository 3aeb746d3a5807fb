"""Turns, auctions, money and action tiles of Steam: which rule a move breaks. Docstrings begin with a heading."""

from __future__ import annotations

from typing import Any

from engineshed.games.steam.rules.moves import (
    TRACK,
    Bid,
    Capital,
    Choose,
    Cubes,
    Deal,
    Deliver,
    Done,
    Group,
    Grow,
    Income,
    Pass,
    Plan,
    Points,
    Second,
    Skip,
    TakeBack,
    Upgrade,
    Urbanise,
    Via,
)
from tests.refusals.judge import Code
from tests.refusals.steam.position import GROWTH, LOCOMOTIVE, URBANISATION, Position

CODE = Code()

MOVES_OF_STAGE: dict[str, tuple[type[Any], ...]] = {
    "opening": (Bid, Pass),
    "capital": (Capital,),
    "auction": (Bid, Skip, Pass),
    "choose": (Choose,),
    "build": (*TRACK, Urbanise, Grow, TakeBack, Done),
    "group": (Group,),
    "move": (Upgrade, Deliver, Plan, Pass),
    "route": (Via,),
    "points": (Points, Income),
    "over": (),
}
"""The moves that each stage allows."""


def out(p: Position) -> bool:
    """Bankrupt players have no turn at all, so they cannot miss it."""
    return p.me.fallen is not None


def wrong_seat(p: Position) -> bool:
    return bool(p.seat != p.view.active) and not out(p)


def wrong_time(p: Position, move: Any) -> bool:
    return not isinstance(move, MOVES_OF_STAGE[p.view.stage]) and not out(p)


def _stage(*stages: str) -> Any:
    """A move by the wrong player, or of the wrong kind, in one of these stages."""
    return lambda p, move: p.view.stage in stages and (wrong_seat(p) or wrong_time(p, move))


CODE.turn("ST-ORD-4")(_stage("opening"))  # turn order: everybody bids or passes, clockwise
CODE.turn("ST-XCAP-1")(_stage("capital"))  # expert, phase 1: everybody raises money once, in turn order
CODE.turn("ST-XAUC-1")(_stage("auction"))  # expert, phase 2: everybody raises the bid or passes, in turn order
CODE.turn("ST-ACT-1")(_stage("choose"))  # phase 1: everybody takes a tile, in turn order
CODE.turn("ST-TRACK-1")(_stage("build", "group"))  # phase 2: players take whole turns, one after the other
CODE.turn("ST-MOVE-1")(_stage("move"))  # phase 3: everybody delivers, upgrades or passes, in turn order
CODE.turn("ST-DEL-2")(_stage("route"))  # phase 3: the player who moves a cube chooses its route


@CODE.turn("ST-PTS-2")
def points_first(p: Position, move: Any) -> bool:
    """Points: players take them at once, as income or as victory points."""
    return p.view.stage == "points" and wrong_time(p, move)


@CODE.turn("ST-PTS-3")
def others_decide_first(p: Position, _move: Any) -> bool:
    """Points: the mover decides first, then the others in turn order."""
    return p.view.stage == "points" and wrong_seat(p)


@CODE.turn("ST-PHASE-2")
def another_phase(p: Position, move: Any) -> bool:
    """Course of play: one phase ends before the next begins."""
    return p.view.stage != "over" and wrong_time(p, move)


@CODE.turn("ST-END-1")
def game_is_over(p: Position, _move: Any) -> bool:
    """End of the game: the game ends after the income of the last round."""
    return bool(p.view.stage == "over")


@CODE.turn("ST-BANK-2")
def is_bankrupt(p: Position, _move: Any) -> bool:
    """Bankruptcy: the player is out of the game."""
    return p.view.stage != "over" and out(p)


@CODE.turn("ST-GEN-7")
def not_drawn(_p: Position, move: Any) -> bool:
    """Setting up: only the start is random, and nobody chooses what is drawn."""
    return isinstance(move, Cubes | Deal)


@CODE.turn("ST-URB-3")
def new_city_first(p: Position, move: Any) -> bool:
    """Urbanisation: the cubes follow the New City at once."""
    return p.view.stage == "group" and bool(p.view.cities[p.view.growing].new) and wrong_time(p, move)


@CODE.turn("ST-GROW-1")
def goods_first(p: Position, move: Any) -> bool:
    """Goods Growth: a city and a group of cubes are chosen."""
    return p.view.stage == "group" and not p.view.cities[p.view.growing].new and wrong_time(p, move)


@CODE.turn("ST-FIN-4")
def nothing_due(p: Position, move: Any) -> bool:
    """Finances: money is raised only for a payment that is due, and the game does that automatically."""
    return isinstance(move, Capital) and not p.expert


@CODE.turn("ST-XCAP-3")
def only_first(p: Position, move: Any) -> bool:
    """Expert, phase 1: no other phase raises money."""
    return isinstance(move, Capital) and p.expert and p.view.stage != "capital"


@CODE.turn("ST-TRACK-14")
def piece_missing(p: Position, move: Any) -> bool:
    """Phase 2: only tiles in stock can be laid; a track without a tile needs its second track first."""
    return p.view.stage == "build" and p.lacks_a_piece and not isinstance(move, Second)


# -- auctions and capital ---------------------------------------------------------------------------------------------


def least_bid(p: Position) -> int:
    auction = p.view.auction
    return 0 if auction.leader is None else auction.bids[auction.leader] + 1


@CODE.rule("ST-ORD-4", Bid)
def opening_bid_too_low(p: Position, move: Bid) -> bool:
    """Turn order: the first bid is $0 or more, and each later bid is higher."""
    return p.view.stage == "opening" and move.amount < least_bid(p)


@CODE.rule("ST-ORD-4", Pass)
def opener_passes(p: Position, _move: Pass) -> bool:
    """Turn order: the player who opens the auction has to bid."""
    return p.view.stage == "opening" and p.view.auction.leader is None


@CODE.rule("ST-FIN-7", Bid)
def opening_bid_too_high(p: Position, move: Bid) -> bool:
    """Finances: nobody can spend more than their cash and the money that they can raise."""
    return p.view.stage == "opening" and move.amount > p.capacity


@CODE.rule("ST-XAUC-1", Bid)
def bid_too_low(p: Position, move: Bid) -> bool:
    """Expert, phase 2: bids start at $0 and rise."""
    return p.view.stage == "auction" and move.amount < least_bid(p)


@CODE.rule("ST-XAUC-2", Bid)
def bid_too_high(p: Position, move: Bid) -> bool:
    """Expert, phase 2: no bid is higher than the bidder's cash."""
    return p.view.stage == "auction" and move.amount > p.me.cash


@CODE.rule("ST-XAUC-4", Skip)
def may_not_skip(p: Position, _move: Skip) -> bool:
    """Expert, phase 2: the player who took Turn Order in the last round may skip one bid."""
    return bool(p.view.skipper != p.seat)


@CODE.rule("ST-XCAP-1", Capital)
def pays_back(_p: Position, move: Capital) -> bool:
    """Expert, phase 1: money is raised in steps; it is not paid back."""
    return move.units < 0


@CODE.rule("ST-XCAP-2", Capital)
def raises_too_much(p: Position, move: Capital) -> bool:
    """Expert, phase 1: income stops at its lowest step; after that, each $5 costs 2 points."""
    return move.units > p.steps


# -- action tiles -----------------------------------------------------------------------------------------------------


def tile_price(p: Position, tile: int) -> int:
    price = {GROWTH: 2, LOCOMOTIVE: 4 + p.me.range + 1, URBANISATION: 6}.get(tile, 0)
    return 0 if p.expert else price


def holder(p: Position, tile: int) -> int | None:
    return next((seat for seat, player in enumerate(p.view.players) if player.tile == tile), None)


@CODE.meaning("ST-ACT-1", Choose)
def no_such_tile(p: Position, move: Choose) -> bool:
    """Phase 1: everybody takes one of the seven tiles, if it is left."""
    return not 1 <= move.tile <= 7 or holder(p, move.tile) is not None


@CODE.rule("ST-ACT-2", Choose)
def no_urbanisation(p: Position, move: Choose) -> bool:
    """Urbanisation: it cannot be chosen when no town or no New City is left."""
    return move.tile == URBANISATION and not p.can_urbanise


@CODE.rule("ST-LOCO-4", Choose)
def locomotive_at_the_end(p: Position, move: Choose) -> bool:
    """Locomotive: it cannot be chosen at range 6."""
    return move.tile == LOCOMOTIVE and p.me.range == 6


@CODE.rule("ST-GROW-1", Choose)
def no_growth(p: Position, move: Choose) -> bool:
    """Goods Growth: a group of cubes goes to a city without a marker, so both are needed."""
    return move.tile == GROWTH and not move.idle and not p.expert and not p.can_grow


@CODE.rule("ST-GROW-2", Choose)
def no_city_to_grow(p: Position, move: Choose) -> bool:
    """Goods Growth: every city already has its marker."""
    return no_growth(p, move) and all(city.grown for city in p.view.cities)


@CODE.rule("ST-GROW-3", Choose)
def no_goods_to_grow(p: Position, move: Choose) -> bool:
    """Goods Growth: the supply is not refilled."""
    return no_growth(p, move) and not any(map(any, p.view.fields))


@CODE.rule("ST-ACT-4", Choose)
def cannot_be_idle(p: Position, move: Choose) -> bool:
    """Phase 1: only Goods Growth and Urbanisation may be taken without their action."""
    return move.idle and not p.expert and move.tile not in (GROWTH, URBANISATION)


@CODE.rule("ST-XACT-2", Choose)
def idle_expert(p: Position, move: Choose) -> bool:
    """Expert, phase 3: an action is declined later, not when the tile is chosen."""
    return move.idle and p.expert


@CODE.rule("ST-FIN-7", Choose)
def tile_too_expensive(p: Position, move: Choose) -> bool:
    """Finances: nobody can spend more than their cash and the money that they can raise."""
    return not move.idle and tile_price(p, move.tile) > p.capacity and not p.expert


# -- new goods and New Cities -----------------------------------------------------------------------------------------


def acts(p: Position, tile: int) -> bool:
    """Whether the builder may still carry out this tile's action."""
    return p.me.tile == tile and not p.me.idle and not p.view.acted


@CODE.rule("ST-URB-1", Urbanise)
def does_not_urbanise(p: Position, move: Urbanise) -> bool:
    """Urbanisation: the player with the tile puts one New City on one town."""
    return not acts(p, URBANISATION) or move.hex not in p.towns


@CODE.rule("ST-ACT-4", Urbanise, Grow)
def idle_action(p: Position, move: Urbanise | Grow) -> bool:
    """Phase 1: a player who passed on the action of a tile does not carry it out."""
    return bool(p.me.tile == (URBANISATION if isinstance(move, Urbanise) else GROWTH) and p.me.idle)


@CODE.rule("ST-SETUP-4", Urbanise)
def no_such_city_tile(p: Position, move: Urbanise) -> bool:
    """Components: eight New Cities, four of them grey."""
    return not 0 <= move.colour < 5 or p.view.new_cities[move.colour] == 0


@CODE.rule("ST-GROW-1", Grow)
def does_not_grow(p: Position, move: Grow) -> bool:
    """Goods Growth: the player with the tile chooses a city and a group of cubes."""
    return not acts(p, GROWTH) or move.hex not in p.cities


@CODE.rule("ST-GROW-2", Grow)
def cannot_grow_again(p: Position, move: Grow) -> bool:
    """Goods Growth: a city with a marker does not grow, and neither does a New City."""
    return move.hex in p.cities and bool(p.cities[move.hex].grown)


@CODE.rule("ST-GROW-3", Grow)
def supply_is_empty(p: Position, _move: Grow) -> bool:
    """Goods Growth: the supply is not refilled."""
    return not any(map(any, p.view.fields))


@CODE.meaning("ST-GROW-1", Group)
def no_such_field_to_grow(p: Position, move: Group) -> bool:
    """Goods Growth: the cubes come from one field of the supply."""
    return not 0 <= move.field < len(p.view.fields)


@CODE.meaning("ST-URB-3", Group)
def no_such_field_for_a_city(p: Position, move: Group) -> bool:
    """Urbanisation: the cubes come from one field of the supply."""
    return not 0 <= move.field < len(p.view.fields) and bool(p.view.cities[p.view.growing].new)


@CODE.rule("ST-GROW-3", Group)
def field_is_empty(p: Position, move: Group) -> bool:
    """Goods Growth: an empty field stays empty."""
    return not any(p.view.fields[move.field])


# -- the end of a build turn ------------------------------------------------------------------------------------------


def owed(p: Position) -> bool:
    """Whether a paid action is still to be carried out, and is possible."""
    possible = (p.me.tile == GROWTH and p.can_grow) or (p.me.tile == URBANISATION and p.can_urbanise)
    return possible and not p.expert and not p.me.idle and not p.view.acted


@CODE.rule("ST-ACT-5", Done)
def paid_is_not_done(p: Position, _move: Done) -> bool:
    """Phase 2: a player who did not pass on Goods Growth or Urbanisation must carry it out."""
    return owed(p)


@CODE.rule("ST-UPG-6", Done)
def track_is_loose(p: Position, _move: Done) -> bool:
    """Upgrading: at the end of the turn all track is joined to a city."""
    return p.loose_track


@CODE.rule("ST-UPG-6", TakeBack)
def nothing_is_loose(p: Position, _move: TakeBack) -> bool:
    """Upgrading: only loose track is taken back, not track that is joined to a city."""
    return not p.loose_track


# -- the goods phase --------------------------------------------------------------------------------------------------


@CODE.rule("ST-MOVE-2", Upgrade)
def upgraded_already(p: Position, _move: Upgrade) -> bool:
    """Phase 3: the range is raised once a round."""
    return bool(p.me.upgraded)


@CODE.rule("ST-LOCO-4", Upgrade)
def range_at_the_end(p: Position, _move: Upgrade) -> bool:
    """Phase 3, range: 6 is the highest."""
    return bool(p.me.range == 6)
