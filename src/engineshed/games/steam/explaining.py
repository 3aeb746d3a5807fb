"""What the pieces of Steam say about themselves."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from engineshed.core.explaining import ByKind, Explanation, Kind, named, only, told
from engineshed.core.words import Message
from engineshed.games.steam.boards.drawing import parts, shown_parts
from engineshed.games.steam.boards.signs import signs
from engineshed.games.steam.reference import SIGNS, face_picture
from engineshed.games.steam.rules.board import Board, Terrain, load_board
from engineshed.games.steam.rules.components import ACTIONS, CUBES, FACE_NAMES, GOODS, NUMBERS, Action
from engineshed.games.steam.rules.names import CITY_COLOUR_WORDS, GOOD_WORDS, company_word, the_cubes
from engineshed.games.steam.rules.options import COMPANIES
from engineshed.games.steam.rules.scoring import income_vp
from engineshed.games.steam.rules.tiles import tile_set_of
from engineshed.games.steam.rules.view import CityView, LinkView, PlayerView, View
from engineshed.rail.pictures import picture

NOBODY = -1


def _board(v: View) -> Board:
    return load_board(v.options.map)


def _expert(v: View) -> bool:
    return v.options.variant == "expert"


# -- the map ----------------------------------------------------------------------------------------------------------


def _place_name(board: Board, hex_: int) -> str:
    city, town = board.city_at[hex_], board.town_at[hex_]
    if city >= 0:
        return board.cities[city].name
    return board.towns[town].name if town >= 0 else board.grid.names[hex_]


def _hex(v: View, hex_: int) -> Explanation:
    board = _board(v)
    city = next((city for city in v.cities if city.hex == hex_), None)
    name = _place_name(board, hex_)
    links = tuple(named("link", link.id) for link in v.links if hex_ in _touched(board, link))
    if city is not None:
        goods = tuple(named("good", GOODS[colour]) for colour, count in enumerate(city.cubes) if count)
        said = told("city", city=name, colour=CITY_COLOUR_WORDS[city.colour])
        return Explanation(said, tuple(_in_city(city)), ("ST-GEN-4", "ST-GEN-5", "ST-GEN-6"), (*links, *goods))
    if board.city_at[hex_] >= 0:
        return Explanation(told("place", place=name), (told("cubes-to-come"),), ("ST-SETUP-2",))
    if board.terrain[hex_] == Terrain.WATER:
        return Explanation(told("water-hex", hex=name), (told("water"),), ("ST-TERR-2", "ST-TRACK-9"))
    if board.town_at[hex_] >= 0:
        in_town = (told("town"), told("town-price", town=NUMBERS.town_cost, ground=board.surcharge(hex_)))
        return Explanation(told("town-name", town=name), in_town, ("ST-TOWN-1", "ST-TOWN-4", "ST-URB-1"), links)
    now = tuple(_on_land(v, board, hex_, bool(links)))
    rules = ("ST-UPG-1", "ST-UPG-3") if links else ("ST-COST-1", "ST-COST-2")
    ground = "@entry.hill" if board.terrain[hex_] == Terrain.HILL else "@entry.plain"
    return Explanation(told("hex", hex=name, terrain=ground), now, rules, links)


def _in_city(city: CityView) -> Iterator[Message]:
    yield told("city-takes", good=GOOD_WORDS[city.colour])
    yield told("city-cubes", cubes=the_cubes(city.cubes)) if any(city.cubes) else told("city-empty")
    if city.new:
        yield told("city-new")
    else:
        yield told("city-grown") if city.grown else told("city-grows")


def _on_land(_: View, board: Board, hex_: int, track: bool) -> Iterator[Message]:
    """An upgrade pays nothing for the ground (ST-COST-4)."""
    if track:
        yield told("track-here")
    else:
        yield told("tile-price", edge=NUMBERS.edge_cost, ground=board.surcharge(hex_))
    if board.wet[hex_]:
        yield told("river-here")


def _touched(board: Board, link: LinkView) -> set[int]:
    """The hexes of a link: its tiles, and the places that it is joined to."""
    here, hexes = link.start, {link.start} if link.head else set[int]()
    for number, edge in enumerate(link.edges):
        here = board.grid.neighbours[here][edge]
        if number < len(link.edges) - 1 or link.tail:
            hexes.add(here)
    return hexes


# -- links ------------------------------------------------------------------------------------------------------------


def _link(v: View, id_: str) -> Explanation:
    board, link = _board(v), next(link for link in v.links if link.id == id_)
    owner = company_word(NOBODY if link.owner is None else link.owner)
    start, goal = _place_name(board, link.start), _place_name(board, link.goal)
    see = () if link.owner is None else (named("company", link.owner),)
    complete = link.head and link.tail
    name = told("link" if complete else "loose", company=owner, start=start, goal=goal)
    if complete:
        now = told("link-now", company=owner) if see else told("link-free")
        return Explanation(name, (now,), ("ST-PTS-1", "ST-DEL-2", "ST-END-3") if see else ("ST-DEL-10",), see)
    if not see:
        return Explanation(told("ownerless", start=start), (told("ownerless-now"),), ("ST-OWNL-1", "ST-OWNL-2"))
    fresh = link.since is not None and link.since >= v.round
    now = told("loose-fresh", company=owner) if fresh else told("loose-now", company=owner)
    return Explanation(name, (now,), ("ST-INC-2", "ST-INC-4", "ST-INC-6"), see)


# -- goods ------------------------------------------------------------------------------------------------------------


def _good(v: View, good: str) -> Explanation:
    colour = GOODS.index(good)
    there = sum(city.cubes[colour] for city in v.cities if city.cubes)  # none before they are drawn
    supply = sum(field[colour] for field in v.fields)
    cities = sum(city.colour == colour for city in v.cities)
    now = told("good-now", cubes=there, supply=supply, all=CUBES[colour], cities=cities)
    return Explanation(told("good", good=GOOD_WORDS[colour]), (now,), ("ST-GEN-5", "ST-DEL-2", "ST-DEL-3"))


def _filled(v: View) -> list[int]:
    return [number for number, field in enumerate(v.fields) if any(field)]


def _field(v: View, number: int) -> Explanation:
    now = told("field-now", cubes=the_cubes(v.fields[number]))
    return Explanation(told("field"), (now, told("field-use")), ("ST-GROW-1", "ST-URB-3", "ST-GROW-3"))


def _new_city(v: View, good: str) -> Explanation:
    colour = GOODS.index(good)
    now = told("new-city-now", left=v.new_cities[colour])
    return Explanation(told("new-city", colour=CITY_COLOUR_WORDS[colour]), (now,), ("ST-URB-1", "ST-URB-3", "ST-URB-5"))


# -- tiles ------------------------------------------------------------------------------------------------------------


def _action(v: View, number: int) -> Explanation:
    tile = ACTIONS[number - 1]
    expert = _expert(v)
    now = [told("turn-order-expert" if expert and tile.id == "turn-order" else tile.id, tiles=NUMBERS.engineer_tiles)]
    now += [] if expert else [told("action-number", number=number), *_action_price(v, tile)]
    if tile.may_pass:
        now.append(told("action-decline") if expert else told("action-idle"))
    holder = [seat for seat, player in enumerate(v.players) if player.tile == number]
    now += [told("action-of", company=company_word(seat)) for seat in holder]
    see = tuple(named("company", seat) for seat in holder)
    return Explanation(
        told("action", action=f"@action.{tile.id}"), tuple(now), (_action_rule(tile, expert), "ST-ACT-2"), see
    )


def _action_price(v: View, tile: Action) -> list[Message]:
    if tile.plus_range:
        mine = None if v.seat is None else v.players[v.seat].range
        if mine is None or mine >= NUMBERS.range_highest:
            return [told("action-range", cost=tile.cost)]
        return [told("action-range-now", cost=tile.cost, range=mine + 1, sum=tile.cost + mine + 1)]
    return [told("action-cost", cost=tile.cost) if tile.cost else told("action-free")]


def _action_rule(tile: Action, expert: bool) -> str:
    rules = {
        "turn-order": "ST-XAUC-4" if expert else "ST-TURN-1",
        "first-move": "ST-MOVE-1",
        "engineer": "ST-TRACK-2",
        "first-build": "ST-TRACK-1",
        "goods-growth": "ST-GROW-1",
        "locomotive": "ST-XACT-3" if expert else "ST-LOCO-3",
        "urbanisation": "ST-URB-1",
    }
    return rules[tile.id]


def _face(v: View, name: str) -> Explanation:
    number = FACE_NAMES.index(name)
    tiles = tile_set_of(v.options.data)
    price = next(laying.price for laying in tiles.layings if laying.face == number)
    now = told("face-now", price=price, shown=v.shown[number])
    rules = ("ST-TILE-3", "ST-COST-8")
    return Explanation(told("face", face=name), (now,), rules, picture=face_picture(tiles.faces[number]))


# -- players ----------------------------------------------------------------------------------------------------------


def _seats(v: View) -> range:
    return range(v.seats)


def _figure(
    name: str, rules: tuple[str, ...], now: Callable[[View, PlayerView], tuple[Message, ...]]
) -> Callable[[View, int], Explanation]:
    """One of the numbers that every player has."""

    def explain(v: View, seat: int) -> Explanation:
        return Explanation(told(name, company=f"@company.{COMPANIES[seat]}"), now(v, v.players[seat]), rules)

    return explain


def _company(v: View, seat: int) -> Explanation:
    player = v.players[seat]
    place = v.order.index(seat) + 1 if seat in v.order else 0
    now = [told("company-place", place=place)] if place else []
    if player.fallen is not None:
        now.append(told("company-fallen"))
    see = tuple(named(kind, seat) for kind in ("money", "income", "vp", "train", "links"))
    tile = () if player.tile is None else (named("action", player.tile),)
    return Explanation(
        told("company", company=company_word(seat)), tuple(now), ("ST-GEN-1", "ST-TURN-1"), (*see, *tile)
    )


def _money(v: View, player: PlayerView) -> tuple[Message, ...]:
    now = told("money-now", money=player.cash)
    return (now, told("money-raise-expert" if _expert(v) else "money-raise", loan=NUMBERS.loan))


def _income(v: View, player: PlayerView) -> tuple[Message, ...]:
    lowest, highest = v.options.income_lowest, v.options.income_highest
    scale = told("income-scale", lowest=lowest, highest=highest)
    now = told("income-gets" if player.income >= 0 else "income-pays", money=abs(player.income))
    return (now, told("income-end", income=player.income, vp=income_vp(player.income)), scale)


def _vp(_: View, player: PlayerView) -> tuple[Message, ...]:
    after = player.vp + income_vp(player.income) + NUMBERS.link_vp * player.links
    return (
        told("vp-now", vp=player.vp),
        told("vp-end", income=income_vp(player.income), links=player.links, sum=after),
    )


def _range(v: View, player: PlayerView) -> tuple[Message, ...]:
    now = told("range-now", range=player.range, most=NUMBERS.range_highest)
    return (now, told("range-upkeep", money=NUMBERS.upkeep * player.range)) if _expert(v) else (now,)


def _links(_: View, player: PlayerView) -> tuple[Message, ...]:
    return (told("links-now", links=player.links, vp=NUMBERS.link_vp * player.links),)


def _capacity(_: View, player: PlayerView) -> tuple[Message, ...]:
    return (told("capacity-now", money=player.capacity, loan=NUMBERS.loan, vp=NUMBERS.loan_vp),)


def _scale(v: View, name: str) -> Explanation:
    values = [getattr(player, name) for player in v.players]
    now = told(f"scale-{name}", most=max(values), least=min(values))
    return Explanation(
        told(f"scale-{name}-name"), (now,), ("ST-PTS-2", "ST-END-2") if name == "income" else ("ST-PTS-2", "ST-END-4")
    )


def _round(v: View, _: str) -> Explanation:
    return Explanation(
        told("round"), (told("round-now", round=v.round, rounds=v.rounds),), ("ST-PHASE-1", "ST-SETUP-8")
    )


# -- legend -----------------------------------------------------------------------------------------------------------


def _grounds(v: View) -> list[str]:
    return shown_parts(_board(v))


def _ground(_: View, name: str) -> Explanation:
    meanings = {
        "plain": (told("ground-plain"), "ST-COST-3"),
        "hill": (told("ground-extra", money=NUMBERS.hill_cost), "ST-GEN-2"),
        "river": (told("ground-extra", money=NUMBERS.river_cost), "ST-COST-2"),
        "canal": (told("ground-extra", money=NUMBERS.river_cost), "ST-COST-2"),
        "town": (told("town"), "ST-GEN-4"),
        "city": (told("ground-city"), "ST-GEN-4"),
        "water": (told("water"), "ST-TERR-2"),
        "barrier": (told("ground-barrier"), "ST-TRACK-10"),
    }
    now, rule = meanings[name]
    drawn = picture(parts()[name], SIGNS[name])
    return Explanation(told("ground", ground=f"@legend.{name}"), (now,), (rule,), picture=drawn)


def _sign(_: View, name: str) -> Explanation:
    rules = {"growth": "ST-GROW-1", "buffer": "ST-INC-1", "no-owner": "ST-OWNL-1", "new-city": "ST-URB-4"}
    drawn = picture(*signs()[name])
    return Explanation(told(f"sign-{name}"), (told(f"sign-{name}-now"),), (rules[name],), picture=drawn)


SIGNS_ON_BOARD = ("growth", "buffer", "no-owner", "new-city")


def _legend(v: View) -> list[str]:
    signs = {
        "growth": any(not city.grown for city in v.cities),
        "buffer": any(not (link.head and link.tail) for link in v.links),
        "no-owner": any(link.owner is None for link in v.links),
        "new-city": any(city.new for city in v.cities),
    }
    there = [named("sign", name) for name, shown in signs.items() if shown]
    return [*(named("ground", name) for name in _grounds(v)), *there]


EXPLAINS: ByKind[View] = ByKind(
    {
        "ground": Kind(_grounds, _ground),
        "sign": Kind(lambda _: SIGNS_ON_BOARD, _sign),
        "hex": Kind(lambda v: range(len(_board(v).grid)), _hex),
        "link": Kind(lambda v: [link.id for link in v.links], _link),
        "good": Kind(lambda _: GOODS, _good),
        "field": Kind(_filled, _field),
        "new-city": Kind(lambda _: GOODS, _new_city),
        "action": Kind(lambda _: [tile.number for tile in ACTIONS], _action),
        "face": Kind(lambda _: FACE_NAMES, _face),
        "company": Kind(_seats, _company),
        "money": Kind(_seats, _figure("money", ("ST-FIN-4", "ST-FIN-9"), _money)),
        "income": Kind(_seats, _figure("income", ("ST-PAY-2", "ST-END-2", "ST-PTS-5"), _income)),
        "vp": Kind(_seats, _figure("vp", ("ST-END-4", "ST-PTS-2"), _vp)),
        "train": Kind(_seats, _figure("range", ("ST-LOCO-1", "ST-LOCO-2"), _range)),
        "links": Kind(_seats, _figure("links", ("ST-END-3", "ST-TRACK-16"), _links)),
        "bank": Kind(_seats, _figure("capacity", ("ST-FIN-7", "ST-FIN-2"), _capacity)),
        "scale": Kind(lambda _: ("vp", "income"), _scale),
        "round": Kind(only, _round),
    },
    _legend,
)
