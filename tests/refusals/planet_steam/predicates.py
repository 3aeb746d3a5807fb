"""Planet Steam: which rule a move breaks. Docstrings begin with the German rulebook's heading."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from engineshed.games.planet_steam.rules.moves import (
    PURCHASES,
    REARRANGING,
    Activate,
    Anchor,
    Bid,
    Buy,
    BuyLicence,
    BuyQuarters,
    Card,
    Claim,
    Discard,
    Done,
    Engineer,
    Extract,
    Fit,
    Idle,
    Keep,
    Licence,
    Manipulate,
    Name,
    Neutral,
    Order,
    Pass,
    Release,
    Sabotage,
    Sell,
    SellLicence,
    Shift,
    Take,
    Topple,
    Unload,
    Upgrade,
    Work,
)
from tests.refusals.judge import Code
from tests.refusals.planet_steam.position import QUARTZ, Position

CODE = Code()

MOVES_OF_STAGE: dict[str, tuple[type[Any], ...]] = {
    "first-upgrade": (Upgrade,),
    "carrier-auction": (Bid, Pass),
    "auction": (Bid, Pass),
    "card": (Card,),
    "engineer": (Engineer,),
    "banker": (Take, Upgrade),
    "bonus": (Take,),
    "marker": (Order,),
    "manipulate": (Manipulate,),
    "shift": (Shift, Done),
    "sabotage": (Sabotage,),
    "topple": (Topple,),
    "river": (Neutral,),
    "own-claim": (Claim,),
    "neutral-claim": (Neutral,),
    "name": (Name,),
    "zone-auction": (Bid, Pass),
    "claim": (Claim, Licence, Pass),
    "divert": (Claim,),
    "anchor": (Anchor,),
    "keep": (Keep, Release),
    "activate": (Activate, Idle),
    "tank": (*PURCHASES, *REARRANGING, Done),
    "fit": (Fit, Discard),
    "extract": (Work, Extract),
    "unload": (Unload,),
    "trade": (Buy, Sell, Pass),
    "certificate": (BuyLicence, SellLicence, BuyQuarters, Pass),
    "over": (),
}
"""The moves that each stage allows."""

STAGE_RULES: dict[str, tuple[str, ...]] = {
    "first-upgrade": ("R18",),
    "carrier-auction": ("R120",),
    "auction": ("R34",),
    "card": ("R35",),
    "engineer": ("R30",),
    "banker": ("R31",),
    "bonus": ("R36",),
    "marker": ("R97",),
    "manipulate": ("R113",),
    "shift": ("R113", "R114"),
    "sabotage": ("R116",),
    "topple": ("R116",),
    "river": ("R101",),
    "own-claim": ("R103",),
    "neutral-claim": ("R103",),
    "name": ("R38",),
    "zone-auction": ("R39",),
    "claim": ("R41",),
    "divert": ("R42", "R43"),
    "anchor": ("R45",),
    "keep": ("R122",),
    "activate": ("R48",),
    "tank": ("R49",),
    "fit": ("R53",),
    "extract": ("R58",),
    "unload": ("R123",),
    "trade": ("R69",),
    "certificate": ("R74",),
}
"""The rules that say what happens in each stage."""
AUCTIONS = {"auction": "R34", "zone-auction": "R39", "carrier-auction": "R120"}


# -- turns ------------------------------------------------------------------------------------------------------------


def out_of_turn(p: Position) -> bool:
    return p.stage != "over" and not p.acting


def wrong_time(p: Position, move: Any) -> bool:
    return not isinstance(move, MOVES_OF_STAGE[p.stage])


def _time(rule: str) -> Callable[[Position, Any], bool]:
    def broken(p: Position, move: Any) -> bool:
        return p.acting and rule in STAGE_RULES.get(p.stage, ()) and wrong_time(p, move)

    return broken


for _rule in sorted({rule for rules in STAGE_RULES.values() for rule in rules}):
    CODE.turn(_rule)(_time(_rule))


@CODE.turn("R78")
def game_is_over(p: Position, _move: Any) -> bool:
    """Abschlussphase: after the last round the game is over."""
    return p.stage == "over"


@CODE.turn("R8")
def not_in_player_order(p: Position, _move: Any) -> bool:
    """Spielerreihenfolge: outside auctions, players act in the order of their specialist cards."""
    return out_of_turn(p) and p.stage not in AUCTIONS


def _bidding(stage: str) -> Callable[[Position, Any], bool]:
    return lambda p, _move: out_of_turn(p) and p.stage == stage


for _stage, _rule in AUCTIONS.items():
    CODE.turn(_rule)(_bidding(_stage))  # clockwise, each player bids more or passes


# -- auctions ---------------------------------------------------------------------------------------------------------


def too_low(p: Position, move: Bid) -> bool:
    """Versteigerung: a bid is at least 1 credit and higher than the last one."""
    return move.amount < p.least_bid


def too_high(p: Position, move: Bid) -> bool:
    """Versteigerung: nobody bids more than they can pay."""
    return move.amount > p.most_bid or p.most_bid < p.least_bid


def opens(p: Position, _move: Pass) -> bool:
    """Versteigerung: the player who opens must bid, unless they have no credits."""
    return p.view.bid == 0 and p.most_bid > 0


def _in(stage: str, predicate: Callable[[Position, Any], bool]) -> Callable[[Position, Any], bool]:
    return lambda p, move: p.stage == stage and predicate(p, move)


for _stage, _rule in AUCTIONS.items():
    CODE.rule(_rule, Bid)(_in(_stage, too_low))
    CODE.rule(_rule, Bid)(_in(_stage, lambda p, move: not p.speculates and too_high(p, move)))
    CODE.rule(_rule, Pass)(_in(_stage, opens))


@CODE.rule("R40", Bid)
def speculates_too_much(p: Position, move: Bid) -> bool:
    """Eine Zone versteigern: the Speculator pays half of the bid, and must be able to."""
    return p.speculates and too_high(p, move)


@CODE.meaning("R11", Card)
def no_such_card(p: Position, move: Card) -> bool:
    """Spielvorbereitung: there are as many cards as players."""
    return not 1 <= move.number <= p.view.seats


@CODE.rule("R35", Card)
def card_is_taken(p: Position, move: Card) -> bool:
    """Versteigerung einer Spezialistenkarte: the winner takes one of the cards that are left."""
    return any(player.card == move.number for player in p.view.players)


# -- specialists ------------------------------------------------------------------------------------------------------


@CODE.rule("R30", Engineer)
def no_licence_to_take(p: Position, move: Engineer) -> bool:
    """Ingenieur: the player takes a licence, if one is left, or 15 credits."""
    return not move.credits and p.view.licence_stock == 0


@CODE.meaning("R2", Take, Upgrade, Order, Shift, Unload)
def no_such_resource(_p: Position, move: Any) -> bool:
    """Rohstoffe: there are four."""
    return not 0 <= move.resource < 4


@CODE.rule("R31", Take)
def no_room_for_it(p: Position, move: Take) -> bool:
    """Banker: the player takes a resource that they can store."""
    return p.stage == "banker" and p.me.rooms[move.resource] == 0


@CODE.rule("R36", Take)
def no_such_bonus(p: Position, move: Take) -> bool:
    """Einen Bonusrohstoff nehmen: the player takes a resource that is on offer."""
    return p.stage == "bonus" and not p.view.bonus[move.resource]


@CODE.rule("R25", Upgrade)
def highest_class(p: Position, move: Upgrade) -> bool:
    """Frachterkarten: there are four classes."""
    return bool(p.me.classes[move.resource] == 4)


# -- optional cards ---------------------------------------------------------------------------------------------------


@CODE.rule("R97", Order)
def marker_cannot_go_there(p: Position, move: Order) -> bool:
    """Variable Handelsreihenfolge: an unused marker goes to a resource without one."""
    used = move.number in p.view.markers
    return not 1 <= move.number <= 4 or used or p.view.markers[move.resource] is not None


COSTS, SPACES = (0, 4, 8), (3, 4, 5)


@CODE.meaning("R113", Manipulate)
def no_such_way(_p: Position, move: Manipulate) -> bool:
    """Preismanipulation: there are three ways."""
    return not 0 <= move.way < 3


@CODE.rule("R114", Manipulate)
def way_too_expensive(p: Position, move: Manipulate) -> bool:
    """Preismanipulation: the ways cost 0, 4 and 8 credits."""
    return COSTS[move.way] > p.credits


@CODE.rule("R114", Shift)
def price_cannot_move_like_this(p: Position, move: Shift) -> bool:
    """Preismanipulation: the total number of spaces is limited, and only the strong way moves quartz."""
    if move.resource == QUARTZ and p.view.way != "strong":
        return True
    down, up = room_to_move(p, move)
    return move.spaces == 0 or not -down <= move.spaces <= up or move.resource in p.view.shifted


def room_to_move(p: Position, move: Shift) -> tuple[int, int]:
    """How far this price can fall and rise."""
    price = p.view.prices[move.resource]
    down = min(p.view.budget, price - p.board.lowest[move.resource])
    return down, min(p.view.budget, p.board.highest[move.resource] - price)


@CODE.rule("R113", Done)
def moves_nothing(p: Position, _move: Done) -> bool:
    """Preismanipulation: prices must be moved."""
    return p.stage == "shift" and not p.view.shifted


@CODE.rule("R116", Sabotage)
def not_an_opponent_with_a_tank(p: Position, move: Sabotage) -> bool:
    """Sabotage: the victim is an opponent with a tank, who then lays one on its side."""
    opponent = 0 <= move.seat < p.view.seats and move.seat != p.seat
    return not opponent or not any(zone.owner == move.seat and zone.product is not None for zone in p.view.zones)


@CODE.rule("R116", Topple)
def not_an_own_tank(p: Position, move: Topple) -> bool:
    """Sabotage: the tank is the player's own."""
    return not p.exists(move.zone) or not p.has_own_tank(move.zone)


@CODE.rule("R122", Keep)
def carrier_too_expensive(p: Position, _move: Keep) -> bool:
    """Unabhängiger Frachter: keeping it costs the bid once more."""
    return bool(p.view.deposit > p.credits)
