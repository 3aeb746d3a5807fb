"""Zones, tanks and resources of Planet Steam: which rule a move breaks. Headings are from the German rulebook."""

from __future__ import annotations

from typing import Any

from engineshed.games.planet_steam.rules.moves import (
    Activate,
    Anchor,
    Buy,
    BuyLicence,
    BuyQuarters,
    Claim,
    Converter,
    Import,
    Licence,
    Name,
    Neutral,
    Sell,
    SellLicence,
    Supercharger,
    Tank,
    Unload,
    Upgrade,
    Work,
)
from tests.refusals.planet_steam.position import ENERGY, ORE, QUARTZ, Position
from tests.refusals.planet_steam.predicates import CODE

# -- zones ------------------------------------------------------------------------------------------------------------

OF_A_ZONE = (Name, Claim, Neutral, Licence, Tank, Import, Converter, Supercharger, Work)


@CODE.meaning("R20", *OF_A_ZONE)
def no_such_zone(p: Position, move: Any) -> bool:
    """Landkarte: the zone is on the map."""
    return not p.exists(move.zone)


@CODE.rule("R20", Name, Claim, Neutral, Licence)
def unavailable(p: Position, move: Any) -> bool:
    """Spielaufbau: with two or three players some zones are not used."""
    return bool(p.zone(move.zone).owner == "unavailable")


@CODE.rule("R38", Name)
def cannot_be_auctioned(p: Position, move: Name) -> bool:
    """Eine Zone versteigern: the zone is unclaimed, or has a neutral marker if no zone is unclaimed."""
    return move.zone not in (p.unclaimed or p.neutral)


def is_claimed(p: Position, move: Any) -> bool:
    return move.zone not in p.unclaimed


def _claim(rule: str, stage: str, free: bool | None = None) -> None:
    """Eine Zone beanspruchen: only unclaimed zones are claimed."""

    def broken(p: Position, move: Any) -> bool:
        return p.stage == stage and is_claimed(p, move) and free in (None, p.view.options.free_zone_choice)

    CODE.rule(rule, Claim, Neutral)(broken)


_claim("R42", "claim", free=False)
_claim("R110", "claim", free=True)
_claim("R42", "divert")
_claim("R103", "own-claim")
_claim("R103", "neutral-claim")
_claim("R101", "river")


@CODE.rule("R43", Claim)
def nothing_to_roll_for(p: Position, _move: Claim) -> bool:
    """Würfeln: nobody rolls when no zone is unclaimed."""
    return p.stage == "claim" and not p.unclaimed and not p.view.options.free_zone_choice


@CODE.rule("R7", Claim, Licence)
def markers_gone(p: Position, _move: Any) -> bool:
    """Spielmaterial: there are 14 claim markers of each colour."""
    return p.stage == "claim" and bool(p.me.markers == 0)


@CODE.rule("R42", Claim)
def not_the_nearest(p: Position, move: Claim) -> bool:
    """Würfeln: after a failed roll the player claims the nearest unclaimed zone in one of the four directions."""
    return p.stage == "divert" and move.zone not in p.nearest


@CODE.rule("R101", Neutral)
def not_on_the_river(p: Position, move: Neutral) -> bool:
    """Variable Besitzmarker: these markers go on river zones."""
    return p.stage == "river" and not p.board.river[move.zone]


@CODE.meaning("R44", Licence)
@CODE.rule("R44", Licence)
def no_licence(p: Position, _move: Licence) -> bool:
    """Eine Baulizenz benutzen: the player needs a licence."""
    return bool(p.me.licences == 0)


@CODE.rule("R44", Licence)
def licence_does_not_help(p: Position, move: Licence) -> bool:
    """Eine Baulizenz benutzen: it claims an unclaimed zone or replaces a neutral marker."""
    return move.zone not in p.unclaimed | p.neutral


@CODE.rule("R45", Anchor)
def no_such_anchorage(p: Position, move: Anchor) -> bool:
    """Das Unterstützungsluftschiff einsetzen: it anchors at a row of the map."""
    return not 0 <= move.row < p.board.rows


# -- the tank phase ---------------------------------------------------------------------------------------------------


@CODE.rule("R48", Activate)
def no_water_to_activate(p: Position, _move: Activate) -> bool:
    """Aktivierungskosten zahlen: activating costs 1 water."""
    return p.lacks(water=1)


@CODE.rule("R22", Tank, Import)
def tank_cannot_be_placed_there(p: Position, move: Any) -> bool:
    """Einen Tank kaufen: it goes on one of the player's own zones without a tank."""
    return not p.mine(move.zone) or p.has_tank(move.zone)


def tank_price(p: Position) -> int:
    """The price that the market's space shows."""
    return int(p.board.tank_prices[p.view.market - 1])


@CODE.rule("R50", Tank)
def local_tank_too_expensive(p: Position, _move: Tank) -> bool:
    """Einen Tank vom lokalen Tankmarkt kaufen: it costs 1 water and the space's price, while any are left."""
    return p.view.market == 0 or p.lacks(water=1, credits=tank_price(p))


@CODE.rule("R51", Import)
def imported_tank_too_expensive(p: Position, _move: Import) -> bool:
    """Einen Tank importieren: it costs 1 water, 2 quartz and 5 credits."""
    return p.lacks(water=1, quartz=2, credits=5)


@CODE.rule("R52", Tank, Import)
@CODE.rule("R7", Tank, Import)
def tanks_gone(p: Position, _move: Any) -> bool:
    """Spielmaterial: there are 35 tanks."""
    return bool(p.view.tank_pieces == 0)


CONVERTER_PRICES = {QUARTZ: 8, ORE: 5, ENERGY: 2}


@CODE.meaning("R53", Converter)
def no_own_tank_for_it(p: Position, move: Converter) -> bool:
    """Einen Konverter kaufen: it is fitted to one of the player's own tanks."""
    return p.exists(move.zone) and not p.has_own_tank(move.zone)


@CODE.meaning("R23", Converter)
def no_such_converter(_p: Position, move: Converter) -> bool:
    """Tanks: converters are for quartz, ore and energy."""
    return move.resource not in CONVERTER_PRICES


@CODE.rule("R53", Converter)
def converter_too_expensive(p: Position, move: Converter) -> bool:
    """Einen Konverter kaufen: it costs 8, 5 or 2 credits, and the tank does not have the same one already."""
    return p.lacks(credits=CONVERTER_PRICES[move.resource]) or p.zone(move.zone).product == move.resource


@CODE.rule("R7", Converter)
def converters_gone(p: Position, move: Converter) -> bool:
    """Spielmaterial: there are 14 converters of each kind."""
    return bool(p.view.converters[move.resource] == 0)


@CODE.rule("R96", Converter)
def not_on_a_river(p: Position, move: Converter) -> bool:
    """Flusseinschränkung: no converters for ore or quartz on the river."""
    return bool(p.view.options.river_restriction) and p.board.river[move.zone] and move.resource in (QUARTZ, ORE)


@CODE.meaning("R117", Converter)
@CODE.rule("R117", Converter, Supercharger)
def tank_lies_on_its_side(p: Position, move: Any) -> bool:
    """Sabotage: nothing is fitted to a tank on its side."""
    return p.exists(move.zone) and p.has_own_tank(move.zone) and bool(p.zone(move.zone).fallen)


@CODE.rule("R54", Supercharger)
def supercharger_cannot_be_bought(p: Position, move: Supercharger) -> bool:
    """Einen Kompressor kaufen: it costs 1 water, 1 ore and 2 quartz; the player's tank must not have one."""
    tank = p.has_own_tank(move.zone) and not p.zone(move.zone).supercharger
    return not tank or p.lacks(water=1, ore=1, quartz=2)


@CODE.rule("R7", Supercharger)
def superchargers_gone(p: Position, _move: Supercharger) -> bool:
    """Spielmaterial: there are 13 superchargers."""
    return bool(p.view.superchargers == 0)


@CODE.rule("R55", Upgrade)
def upgrade_too_expensive(p: Position, _move: Upgrade) -> bool:
    """Eine Frachteraufwertung kaufen: it costs 1 ore and 1 energy."""
    return p.stage == "tank" and p.lacks(ore=1, energy=1)


# -- the resource phase -----------------------------------------------------------------------------------------------


@CODE.rule("R58", Work)
def cannot_be_paid_for(p: Position, move: Work) -> bool:
    """Grundförderung: each of the player's tanks that works costs 1 energy."""
    return not p.has_own_tank(move.zone) or bool(p.zone(move.zone).works) or p.lacks(energy=1)


@CODE.rule("R59", Work)
def no_energy_left(p: Position, _move: Work) -> bool:
    """Grundförderung: energy is paid before anything is extracted."""
    return p.lacks(energy=1)


@CODE.rule("R61", Work)
def cannot_work(p: Position, move: Work) -> bool:
    """Sabotage: a tank on its side extracts nothing."""
    return p.has_own_tank(move.zone) and bool(p.zone(move.zone).fallen)


@CODE.rule("R63", Work)
def works_anyway(p: Position, move: Work) -> bool:
    """Grundförderung: tanks without a converter on the river, and tanks with an energy converter, need no energy."""
    return p.has_own_tank(move.zone) and p.works_free(move.zone)


@CODE.rule("R123", Unload)
def has_room(p: Position, move: Unload) -> bool:
    """Unabhängiger Frachter: only goods that do not fit on the player's four carriers are unloaded."""
    return bool(p.me.goods[move.resource] <= p.me.capacities[move.resource])


@CODE.rule("R70", Buy)
def cannot_buy(p: Position, move: Buy) -> bool:
    """Kaufen: the player pays the price for each, and cannot buy more than the market has."""
    price, supply = p.view.prices[p.view.resource], p.view.supplies[p.view.resource]
    return bool(move.amount < 1 or move.amount > supply or move.amount * price > p.credits)


@CODE.rule("R71", Sell)
def cannot_sell(p: Position, move: Sell) -> bool:
    """Verkaufen: nobody sells more than they have."""
    return bool(move.amount < 1 or move.amount > p.me.goods[p.view.resource])


@CODE.rule("R74", BuyLicence)
def licence_too_expensive(p: Position, _move: BuyLicence) -> bool:
    """Eine Baulizenz kaufen: it costs 1 quartz and 1 water, if one is left."""
    return p.view.licence_stock == 0 or p.lacks(quartz=1, water=1)


@CODE.rule("R74", SellLicence)
def no_licence_to_sell(p: Position, _move: SellLicence) -> bool:
    """Eine Baulizenz verkaufen: the player needs a licence."""
    return bool(p.me.licences == 0)


@CODE.rule("R74", BuyQuarters)
def quarters_too_expensive(p: Position, _move: BuyQuarters) -> bool:
    """Ein Luxusquartier kaufen: it costs 1 quartz and 1 ore, if one is left."""
    return p.view.quarters_stock == 0 or p.lacks(quartz=1, ore=1)
