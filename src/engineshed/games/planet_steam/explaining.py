"""What the pieces of Planet Steam say about themselves."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import groupby

from engineshed.core.explaining import ByKind, Explanation, Kind, named, only, told
from engineshed.core.reference import Picture
from engineshed.core.words import Message, Thing
from engineshed.games.planet_steam.boards.drawing import SIDE, parts
from engineshed.games.planet_steam.boards.signs import signs
from engineshed.games.planet_steam.reference import SIGNS
from engineshed.games.planet_steam.rules.board import Board, load_board
from engineshed.games.planet_steam.rules.boardfile import Cost
from engineshed.games.planet_steam.rules.components import (
    CONVERTED,
    DIE,
    ENERGY,
    RESOURCES,
    SPECIALISTS,
    WATER,
    SpecialistName,
)
from engineshed.games.planet_steam.rules.names import COMPANY_WORDS, RESOURCE_WORDS, SPECIALIST_WORDS
from engineshed.games.planet_steam.rules.view import PlayerView, View, ZoneView
from engineshed.rail.pictures import picture


def _board(v: View) -> Board:
    return load_board(v.options.map)


def _words(words: Sequence[str]) -> tuple[Thing, ...]:
    return tuple(Thing("word", word, word) for word in words)


def _cost(cost: Cost) -> tuple[Thing, ...]:
    """The resources of a cost, one entry for each; credits are said separately."""
    return _words([word for word, units in zip(RESOURCE_WORDS, cost.goods, strict=True) for _ in range(units)])


# -- the map ----------------------------------------------------------------------------------------------------------


def _zone(v: View, zone: int) -> Explanation:
    board, seen = _board(v), v.zones[zone]
    see = [named("company", seen.owner)] if isinstance(seen.owner, int) else []
    if seen.product is not None:
        see.append(named("tank", zone))
    name = told("river-zone" if board.river[zone] else "zone", zone=board.names[zone])
    return Explanation(name, tuple(_on_zone(v, zone, seen)), _zone_rules(seen), tuple(see))


def _zone_rules(seen: ZoneView) -> tuple[str, ...]:
    if isinstance(seen.owner, int):
        return ("R22", "R93")
    return {"neutral": ("R20", "R44", "R38"), "unavailable": ("R16",), None: ("R42", "R44", "R38")}[seen.owner]


def _on_zone(v: View, zone: int, seen: ZoneView) -> Iterator[Message]:
    board = _board(v)
    if isinstance(seen.owner, int):
        yield told("zone-of", company=COMPANY_WORDS[seen.owner], worth=board.zone_value)
        if seen.product is None:
            yield told("zone-bare")
    elif seen.owner == "neutral":
        yield told("zone-neutral")
    elif seen.owner == "unavailable":
        yield told("zone-closed")
    else:
        yield told("zone-free")
        if not v.options.free_zone_choice:
            yield from claim_odds(v, zone)
    if board.river[zone]:
        yield told("zone-river-restricted" if v.options.river_restriction else "zone-river")
    if v.airship == board.row_of[zone]:
        yield told("zone-airship")


def claim_odds(v: View, zone: int) -> Iterator[Message]:
    """What a roll for an unclaimed zone can lead to (R42)."""
    board = _board(v)
    good = DIE + 1 - board.claimed_by
    yield told("claim-odds", least=board.claimed_by, good=good, all=DIE)
    others = [next((other for other in line if v.zones[other].owner is None), None) for line in board.lines[zone]]
    names = [board.names[other] for other in others if other is not None]
    yield told("claim-else", zones=_words(names)) if names else told("claim-none", credits=board.no_zone)


def _row(v: View, row: int) -> Explanation:
    name = told("anchorage", row=row + 1)
    now = told("airship-here") if v.airship == row else told("airship-not")
    return Explanation(name, (now,), ("R45", "R68"), picture=_picture("anchorage"))


def _tanks(v: View) -> list[int]:
    return [zone for zone, seen in enumerate(v.zones) if seen.product is not None]


def _tank(v: View, zone: int) -> Explanation:
    board, seen = _board(v), v.zones[zone]
    product = seen.product if seen.product is not None else WATER
    name = told("tank", zone=board.names[zone], resource=RESOURCE_WORDS[product])
    free = product == ENERGY or (product == WATER and board.river[zone])
    now = [told("tank-free" if free else "tank-pays", resource=RESOURCE_WORDS[product])]
    now += [told("tank-converter", resource=RESOURCE_WORDS[product])] if product != WATER else []
    now += [told("tank-supercharger", worth=board.supercharger_value)] if seen.supercharger else []
    now += [told("tank-fallen")] if seen.fallen else []
    now += [told("tank-works")] if seen.works else []
    now.append(told("tank-worth", worth=board.tank_value))
    see = (named("zone", zone), named("resource", product))
    return Explanation(name, tuple(now), ("R63" if free else "R58", "R65", "R66"), see)


# -- the market -------------------------------------------------------------------------------------------------------


def _resources(_: View) -> range:
    return range(len(RESOURCES))


def _resource(v: View, resource: int) -> Explanation:
    board = _board(v)
    word = RESOURCE_WORDS[resource]
    now = told(
        "resource-price", price=v.prices[resource], lowest=board.lowest[resource], highest=board.highest[resource]
    )
    uses = told(f"uses-{RESOURCES[resource]}")
    see = (named("supply", resource),)
    return Explanation(told("resource", resource=word), (now, uses, _place(v, resource)), ("R69", "R70", "R71"), see)


def _place(v: View, resource: int) -> Message:
    """When a resource is traded."""
    if not v.options.variable_trade_order:
        return told("resource-number", number=resource + 1)
    number = v.markers[resource]
    return told("resource-unmarked") if number is None else told("resource-number", number=number)


def _supply(v: View, resource: int) -> Explanation:
    """The scale of a supply; its colours decide how the price moves."""
    board = _board(v)
    count, shifts = v.supplies[resource], board.shifts[resource]
    now = [told("supply-now", count=count, resource=RESOURCE_WORDS[resource], most=len(shifts) - 1)]
    now.append(told(_moves(shifts[count]), spaces=abs(shifts[count])))
    bands = [[supply for supply, _ in band] for _, band in groupby(enumerate(shifts), lambda pair: pair[1])]
    for band in bands:
        shift = shifts[band[0]]
        now.append(told(f"band-{_moves(shift)}", least=band[0], most=band[-1], spaces=abs(shift)))
    return Explanation(told("supply", resource=RESOURCE_WORDS[resource]), tuple(now), ("R73", "R4", "R75"))


def _moves(shift: int) -> str:
    return "rises" if shift > 0 else "falls" if shift < 0 else "stays"


# -- specialists and cards --------------------------------------------------------------------------------------------

SPECIALIST_RULES: dict[SpecialistName, str] = {
    "lady-steam": "R27",
    "speculator": "R28",
    "airship-captain": "R29",
    "engineer": "R30",
    "banker": "R31",
}


def _card(v: View, number: int) -> Explanation:
    board = _board(v)
    card = board.cards[v.seats][number - 1]
    names = [SPECIALISTS[who] for who in card.who]
    now = [told(name, credits=board.engineer) for name in names]
    now.append(told("card-order", number=number))
    holders = [seat for seat, player in enumerate(v.players) if player.card == number]
    now += [told("card-of", company=COMPANY_WORDS[seat]) for seat in holders]
    rules = (*(SPECIALIST_RULES[name] for name in names), "R35", "R8")
    who = _words([SPECIALIST_WORDS[who] for who in card.who])
    return Explanation(
        told("card", number=number, who=who), tuple(now), rules, tuple(named("company", s) for s in holders)
    )


def _bonus(v: View, _: str) -> Explanation:
    left = _words([word for word, units in zip(RESOURCE_WORDS, v.bonus, strict=True) for _ in range(units)])
    now = (told("bonus-now", goods=left),) if left else (told("bonus-none"),)
    return Explanation(told("bonus"), now, ("R32", "R36", "R37"))


def _carrier_card(v: View, _: str) -> Explanation:
    now = [told("independent-now", count=_board(v).independent)]
    if v.carrier is not None:
        now.append(told("independent-of", company=COMPANY_WORDS[v.carrier], rounds=v.lease))
    return Explanation(told("independent"), tuple(now), ("R121", "R120", "R122"))


# -- players ----------------------------------------------------------------------------------------------------------


def _seats(v: View) -> range:
    return range(v.seats)


def _company(v: View, seat: int) -> Explanation:
    player = v.players[seat]
    zones = sum(zone.owner == seat for zone in v.zones)
    tanks = sum(zone.owner == seat and zone.product is not None for zone in v.zones)
    now = told("company-now", zones=zones, tanks=tanks)
    card = () if player.card is None else (named("card", player.card),)
    see = tuple(named(kind, seat) for kind in ("money", "vp", "licence", "quarters", "claim"))
    return Explanation(told("company", company=COMPANY_WORDS[seat]), (now,), ("R1", "R8"), (*card, *see))


Tell = Callable[[View, PlayerView], tuple[Message, ...]]


def _figure(name: str, rules: tuple[str, ...], now: Tell) -> Callable[[View, int], Explanation]:
    """One of the numbers that every player has."""

    def explain(v: View, seat: int) -> Explanation:
        return Explanation(told(name, company=COMPANY_WORDS[seat]), now(v, v.players[seat]), rules)

    return explain


def _credits(_: View, player: PlayerView) -> tuple[Message, ...]:
    return (told("credits-hidden"),) if player.credits is None else (told("credits-now", credits=player.credits),)


def _worth(_: View, player: PlayerView) -> tuple[Message, ...]:
    parts_ = [told("worth-part", part=f"@part.{part}", worth=worth) for part, worth in player.property.items()]
    return (told("worth-now", worth=sum(player.property.values())), *parts_)


def _licences(v: View, player: PlayerView) -> tuple[Message, ...]:
    board = _board(v)
    return (
        told("licences-now", count=player.licences),
        told("licence-use", goods=_cost(board.licence_cost), credits=board.licence_sale),
    )


def _quarters(v: View, player: PlayerView) -> tuple[Message, ...]:
    board = _board(v)
    cost = told("quarters-use", goods=_cost(board.quarters_cost), worth=board.quarters_value)
    return (told("quarters-now", count=player.quarters), cost)


def _markers(_: View, player: PlayerView) -> tuple[Message, ...]:
    return (told("markers-now", count=player.markers),)


def _carriers(v: View) -> list[str]:
    return [f"{seat}-{resource}" for seat in range(v.seats) for resource in range(len(RESOURCES))]


def _carrier(v: View, id_: str) -> Explanation:
    seat, resource = map(int, id_.split("-"))
    board, player = _board(v), v.players[seat]
    level = player.classes[resource]
    now = [told("carrier-now", count=player.goods[resource], room=player.capacities[resource], level=level)]
    if level + 1 < len(board.capacities[resource]):
        room, goods = board.capacities[resource][level + 1], _cost(board.upgrade)
        now.append(told("carrier-next", level=level + 1, room=room, goods=goods))
    name = told("carrier", company=COMPANY_WORDS[seat], resource=RESOURCE_WORDS[resource])
    return Explanation(name, tuple(now), ("R24", "R25", "R55"), (named("resource", resource),))


# -- beside the board -------------------------------------------------------------------------------------------------


def _tank_market(v: View, _: str) -> Explanation:
    board = _board(v)
    price = told("market-sold-out") if v.tank_price is None else told("market-price", price=v.tank_price, left=v.market)
    local = told("market-local", goods=_cost(board.local_tank))
    foreign = told("market-import", goods=_cost(board.imported_tank), credits=board.imported_tank.credits)
    return Explanation(
        told("market"), (price, local, foreign, told("market-pieces", left=v.tank_pieces)), ("R50", "R51", "R76")
    )


def _converter(v: View, resource: int) -> Explanation:
    cost = _board(v).converters[resource].credits
    now = told("converter-now", left=v.converters[resource], credits=cost, resource=RESOURCE_WORDS[resource])
    return Explanation(told("converter", resource=RESOURCE_WORDS[resource]), (now,), ("R23", "R53"))


def _superchargers(v: View, _: str) -> Explanation:
    board = _board(v)
    now = told(
        "superchargers-now", left=v.superchargers, goods=_cost(board.supercharger), worth=board.supercharger_value
    )
    return Explanation(told("superchargers"), (now,), ("R54", "R66"))


def _licence_stock(v: View, _: str) -> Explanation:
    board = _board(v)
    use = told("licence-use", goods=_cost(board.licence_cost), credits=board.licence_sale)
    return Explanation(told("licence-stock"), (told("stock-now", left=v.licence_stock), use), ("R44", "R74", "R10"))


def _quarters_stock(v: View, _: str) -> Explanation:
    board = _board(v)
    use = told("quarters-use", goods=_cost(board.quarters_cost), worth=board.quarters_value)
    return Explanation(told("quarters-stock"), (told("stock-now", left=v.quarters_stock), use), ("R74", "R93", "R10"))


def _round(v: View, _: str) -> Explanation:
    return Explanation(told("round"), (told("round-now", round=v.round, rounds=v.rounds),), ("R12", "R92"))


PHASE_RULES = {"expansion": "R26", "tanks": "R46", "resources": "R57", "end": "R75"}


def _phase(_: View, phase: str) -> Explanation:
    return Explanation(told(f"phase-{phase}"), (told(f"phase-{phase}-now"),), (PHASE_RULES[phase],))


# -- legend -----------------------------------------------------------------------------------------------------------


def _picture(name: str) -> Picture:
    return picture(parts()[name], SIGNS[name], (SIDE + 8, SIDE + 8))


def _ground(_: View, name: str) -> Explanation:
    rule = {"zone": "R20", "river-zone": "R63", "anchorage": "R45"}[name]
    return Explanation(told(f"ground-{name}"), (told(f"ground-{name}-now"),), (rule,), picture=_picture(name))


SIGN_RULES = {
    "claim": "R20",
    "neutral": "R44",
    "closed": "R16",
    "puff": "R20",
    "tank": "R23",
    "dome": "R66",
    "bolt": "R58",
    "fallen": "R117",
    "airship": "R68",
    "ladder": "R73",
    "count": "R3",
    "die": "R42",
}


def _sign(_: View, name: str) -> Explanation:
    drawn = picture(*signs()[name], (SIDE + 8, SIDE + 8))
    return Explanation(told(f"sign-{name}"), (told(f"sign-{name}-now"),), (SIGN_RULES[name],), picture=drawn)


def _legend(v: View) -> list[str]:
    """What is drawn, as far as this map and these players have it."""
    zones = v.zones
    there = {
        "claim": any(isinstance(zone.owner, int) for zone in zones),
        "neutral": any(zone.owner == "neutral" for zone in zones),
        "closed": any(zone.owner == "unavailable" for zone in zones),
        "puff": True,
        "tank": any(zone.product is not None for zone in zones),
        "dome": any(zone.supercharger for zone in zones),
        "bolt": any(zone.works for zone in zones),
        "fallen": any(zone.fallen for zone in zones),
        "airship": v.airship is not None,
        "ladder": True,
        "count": True,
    }
    return [
        *(named("ground", name) for name in parts()),
        *(named("sign", name) for name, shown in there.items() if shown),
    ]


EXPLAINS: ByKind[View] = ByKind(
    {
        "ground": Kind(lambda _: parts(), _ground),
        "sign": Kind(lambda _: SIGN_RULES, _sign),
        "zone": Kind(lambda v: range(len(v.zones)), _zone),
        "row": Kind(lambda v: range(_board(v).rows), _row),
        "tank": Kind(_tanks, _tank),
        "resource": Kind(_resources, _resource),
        "supply": Kind(_resources, _supply),
        "card": Kind(lambda v: [card.number for card in _board(v).cards[v.seats]], _card),
        "bonus": Kind(only, _bonus),
        "independent": Kind(lambda v: ("",) if v.options.independent_carrier else (), _carrier_card),
        "company": Kind(_seats, _company),
        "money": Kind(_seats, _figure("credits", ("R9", "R93"), _credits)),
        "vp": Kind(_seats, _figure("worth", ("R93",), _worth)),
        "licence": Kind(_seats, _figure("licences", ("R44", "R74"), _licences)),
        "quarters": Kind(_seats, _figure("quarters", ("R74", "R93"), _quarters)),
        "claim": Kind(_seats, _figure("markers", ("R7", "R39"), _markers)),
        "carrier": Kind(_carriers, _carrier),
        "market": Kind(only, _tank_market),
        "converter": Kind(lambda _: CONVERTED, _converter),
        "superchargers": Kind(only, _superchargers),
        "licences": Kind(only, _licence_stock),
        "quarters-stock": Kind(only, _quarters_stock),
        "round": Kind(only, _round),
        "phase": Kind(lambda _: PHASE_RULES, _phase),
    },
    _legend,
)
