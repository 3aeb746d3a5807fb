"""What the pieces of Steam Power say about themselves."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from engineshed.core.explaining import ByKind, Explanation, Kind, named, only, told
from engineshed.core.words import Message, Thing
from engineshed.games.steam_power.boards.drawing import parts, shown_parts
from engineshed.games.steam_power.boards.signs import signs
from engineshed.games.steam_power.reference import SIGNS, demand
from engineshed.games.steam_power.rules.board import Board, Terrain, load_board
from engineshed.games.steam_power.rules.box import box_of
from engineshed.games.steam_power.rules.components import CONTRACT_IDS, GOODS, NUMBERS
from engineshed.games.steam_power.rules.names import company_word
from engineshed.games.steam_power.rules.truth import COMPANIES
from engineshed.games.steam_power.rules.view import CityView, View
from engineshed.rail.paths import Path
from engineshed.rail.pictures import picture, track_tile


def _board(v: View) -> Board:
    return load_board(v.options.map)


def _things(words: Sequence[str]) -> tuple[Thing, ...]:
    return tuple(Thing("word", word, word) for word in words)


def _companies(companies: Sequence[int]) -> tuple[Thing, ...]:
    return _things([company_word(company) for company in companies])


# -- the map ----------------------------------------------------------------------------------------------------------


def _hexes(v: View) -> range:
    return range(len(_board(v).grid))


def _hex(v: View, hex_: int) -> Explanation:
    board = _board(v)
    if board.city_at[hex_] >= 0:
        return _city(v, board.city_at[hex_])
    terrain = board.terrain[hex_]
    name = told("hex", hex=board.grid.names[hex_], terrain=f"@entry.{terrain.name.lower()}")
    links = [id_ for id_, path in _paths(v) if hex_ in [laid for laid, _ in path.tiles(board.grid)]]
    if terrain == Terrain.WATER:
        return Explanation(name, (told("water"),), ("R15", "R30"))
    if links:
        here = told("crossed", tracks=len(links), price=NUMBERS.crossing_cost)
        return Explanation(name, (here,), ("R26", "R29"), tuple(named("link", id_) for id_ in links))
    return Explanation(name, (told("tile-price", price=NUMBERS.terrain_cost[terrain]),), ("R14", "R15"))


def _city(v: View, city: int) -> Explanation:
    board, seen = _board(v), v.cities[city]
    group = [other for other in board.places[board.place_of[city]] if other != city]
    now = [*_in_city(v, city, seen)]
    if group:
        now.append(told("group", cities=_things([board.cities[other] for other in group])))
    ends = [named("link", id_) for id_, path in _paths(v) if board.city_hex[city] in _ends(board, path)]
    owner = [] if seen.factory is None else [named("company", seen.factory)]
    rules = ("R57", "R58") if seen.tile == "vp" else ("R33", "R34", "R46")
    return Explanation(told("city", city=board.cities[city]), tuple(now), rules, (*owner, *ends))


def _in_city(v: View, city: int, seen: CityView) -> Iterator[Message]:
    good = f"@good.{seen.tile}"
    if seen.tile is None:
        yield told("no-city-tile")
    elif seen.tile == "vp":
        connected = _connected(v, city)
        share = NUMBERS.vp_city // max(1, len(connected))
        yield told("vp-city", vp=NUMBERS.vp_city)
        yield told("vp-city-of", companies=_companies(connected), vp=share) if connected else told("vp-city-free")
    elif seen.factory is None:
        yield told("no-factory", good=good, goods=NUMBERS.factory_goods)
    elif seen.goods:
        company = company_word(seen.factory)
        yield told("factory", company=company, good=good, goods=seen.goods, fee=NUMBERS.factory_fee)
    else:
        yield told("exhausted", company=company_word(seen.factory), vp=NUMBERS.factory_vp)


def _connected(v: View, city: int) -> list[int]:
    """The companies with a VP city in their network, as the table counts it (R58)."""
    board = _board(v)
    direct = v.options.vp_cities == "direct"
    cities = [city] if direct else board.places[board.place_of[city]]
    hexes = {board.city_hex[other] for other in cities}
    linked = [{end for path in company.links for end in _ends(board, path)} for company in v.companies]
    return [company for company, ends in enumerate(linked) if ends & hexes]


def _ends(board: Board, path: Path) -> tuple[int, int]:
    return path.start, path.goal(board.grid)


# -- links ------------------------------------------------------------------------------------------------------------


def _paths(v: View) -> Iterator[tuple[str, Path]]:
    """All links by their ids in facts; the unfinished one of a company has the next number."""
    for company, seen in enumerate(v.companies):
        paths = [*seen.links, *([seen.loose] if seen.loose else [])]
        for number, path in enumerate(paths):
            yield f"{COMPANIES[company]}-{number}", path


def _link(v: View, id_: str) -> Explanation:
    name, _, number = id_.rpartition("-")
    company, board = COMPANIES.index(name), _board(v)
    path = dict(_paths(v))[id_]
    start = board.cities[board.city_at[path.start]]
    tiles = len(path.edges) - 1
    see = (named("company", company), named("hex", path.start))
    if int(number) == len(v.companies[company].links):
        said = told("loose", company=company_word(company), start=start)
        return Explanation(said, (told("loose-now", tiles=tiles),), ("R20", "R24", "R22"), see)
    goal = path.goal(board.grid)
    said = told("link", company=company_word(company), start=start, goal=board.cities[board.city_at[goal]])
    now = told("link-now", tiles=tiles, fee=NUMBERS.link_fee, company=company_word(company))
    return Explanation(said, (now,), ("R38", "R18", "R25"), (*see, named("hex", goal)))


# -- contracts and goods ----------------------------------------------------------------------------------------------


def _contracts(v: View) -> list[int]:
    """The contracts that the viewer may read."""
    done = [contract for player in v.players for contract in player.done]
    shown = [] if v.shipment is None else [v.shipment.contract]
    return list(dict.fromkeys([*(v.hand or ()), *shown, *done, *v.aside]))


def _contract(v: View, contract: int) -> Explanation:
    card = box_of(v.options.data).contracts[contract]
    now = [told("contract-asks", goods=demand(card)), told("contract-pays", money=card.money, vp=card.vp)]
    if card.bonus != "none":
        now.append(told("contract-bonus", bonus=f"@bonus.{card.bonus}"))
    now += [told("contract-done", company=company_word(seat)) for seat in _who_did(v, contract)]
    see = tuple(named("good", good) for good, units in zip(GOODS, card.demand, strict=True) if units)
    return Explanation(told("contract", contract=CONTRACT_IDS[contract]), tuple(now), ("R36", "R38", "R48"), see)


def _who_did(v: View, contract: int) -> list[int]:
    return [seat for seat, player in enumerate(v.players) if contract in player.done]


def _good(v: View, good: str) -> Explanation:
    there = sum(city.goods for city in v.cities if city.tile == good)
    cities = sum(city.tile == good and city.factory is None for city in v.cities)
    now = (told("good-now", goods=there, cities=cities), told("good-bank", price=NUMBERS.bank_price))
    return Explanation(told("good", good=f"@good.{good}"), now, ("R37", "R38", "R42"))


# -- players ----------------------------------------------------------------------------------------------------------


def _seats(v: View) -> range:
    return range(v.seats)


def _all_companies(v: View) -> range:
    return range(len(v.companies))


def _name(id_: str, company: int) -> Message:
    return told(id_, company=company_word(company))


def _company(v: View, company: int) -> Explanation:
    seen = v.companies[company]
    now = [told("company-now", links=len(seen.links), trains=seen.trains, factories=seen.factories)]
    solo = v.seats == 1
    figures = ("links", "factory", "train") if solo else ("money", "done", "vp", "hand", "links", "factory", "train")
    see = tuple(named(kind, company) for kind in figures)
    return Explanation(_name("company", company), tuple(now), ("R60",) if solo else ("R6", "R2"), see)


def _money(v: View, seat: int) -> Explanation:
    money = v.players[seat].money
    now = told("money-now", money=money, each=NUMBERS.money_per_vp, vp=money // NUMBERS.money_per_vp)
    return Explanation(_name("money", seat), (now,), ("R53", "R56", "R44"))


def _done(v: View, seat: int) -> Explanation:
    player, target = v.players[seat], NUMBERS.targets.get(v.seats)
    now = [told("done-now", contracts=len(player.done))]
    now.append(told("done-ends", target=target) if target else told("done-solo", turns=NUMBERS.solo.turns))
    see = tuple(named("contract", contract) for contract in player.done)
    return Explanation(_name("done", seat), tuple(now), ("R54", "R55") if target else ("R62",), see)


def _vp(v: View, seat: int) -> Explanation:
    contracts = box_of(v.options.data).contracts
    vp = sum(contracts[contract].vp for contract in v.players[seat].done)
    return Explanation(_name("vp", seat), (told("vp-now", vp=vp), told("vp-more")), ("R56", "R57"))


def _hand(v: View, seat: int) -> Explanation:
    now = told("hand-now", contracts=v.players[seat].contracts)
    see = tuple(named("contract", contract) for contract in v.hand or ()) if v.seat == seat else ()
    return Explanation(_name("hand", seat), (now,), ("R49", "R50", "R51"), see)


def _links(v: View, company: int) -> Explanation:
    number = len(v.companies[company].links)
    see = tuple(named("link", f"{COMPANIES[company]}-{link}") for link in range(number))
    return Explanation(_name("links", company), (told("links-now", links=number),), ("R18", "R20"), see)


def _factories(v: View, company: int) -> Explanation:
    here = [city for city in v.cities if city.factory == company]
    exhausted = sum(not city.goods for city in here)
    left = v.companies[company].factories
    now = told("factories-now", left=left, built=len(here), exhausted=exhausted, vp=NUMBERS.factory_vp)
    return Explanation(_name("factories", company), (now,), ("R33", "R35", "R56"))


def _trains(v: View, company: int) -> Explanation:
    return Explanation(_name("trains", company), (told("trains-now", left=v.companies[company].trains),), ("R22",))


# -- beside the board -------------------------------------------------------------------------------------------------


def _bag(v: View, _: str) -> Explanation:
    now = told("bag-now", contracts=v.bag, drawn=NUMBERS.contracts_drawn)
    return Explanation(told("bag"), (now,), ("R50", "R52"))


def _bank(v: View, _: str) -> Explanation:
    return Explanation(told("bank"), (told("bank-now", money=v.bank, take=v.options.take_money),), ("R53", "R8"))


def _round(v: View, _: str) -> Explanation:
    now = [told("round-now", round=v.round, actions=NUMBERS.actions)]
    if v.final:
        now.append(told("round-last"))
    if v.seats == 1:
        return Explanation(
            told("round"), (told("round-solo", round=v.round, turns=NUMBERS.solo.turns),), ("R61", "R62")
        )
    return Explanation(told("round"), tuple(now), ("R10", "R54", "R55"))


def _start_player(v: View) -> list[int]:
    return [] if v.first is None else [v.first]


def _first(_: View, seat: int) -> Explanation:
    return Explanation(told("first"), (told("first-now", company=company_word(seat)),), ("R9", "R10"))


def _tile(v: View, number: int) -> Explanation:
    stock = box_of(v.options.data).stocks[number]
    faces = _things([f"@face.{face.name}" for face in stock.faces])
    rules = ("R26", "R29") if any(len(face.ways) > 1 for face in stock.faces) else ("R13", "R15")
    now = told("tiles-now", left=v.stock[number], count=stock.count)
    return Explanation(told("tiles", faces=faces), (now,), rules, picture=track_tile(stock.faces[0].ways))


def _spare(v: View, tile: str) -> Explanation:
    now = told("spare-now", tiles=sum(spare == tile for spare in v.spare))
    return Explanation(told("spare", good=f"@entry.{tile}-city"), (now,), ("R5",))


# -- legend -----------------------------------------------------------------------------------------------------------


def _grounds(v: View) -> list[str]:
    return shown_parts(_board(v))


def _ground(_: View, name: str) -> Explanation:
    meanings = {
        "plain": (told("tile-price", price=NUMBERS.terrain_cost[Terrain.PLAIN]), "R14"),
        "hill": (told("tile-price", price=NUMBERS.terrain_cost[Terrain.HILL]), "R14"),
        "mountain": (told("tile-price", price=NUMBERS.terrain_cost[Terrain.MOUNTAIN]), "R14"),
        "crossing": (told("crossing", price=NUMBERS.crossing_cost), "R26"),
        "water": (told("water"), "R15"),
        "city": (told("city-ground"), "R18"),
        "group": (told("group-ground"), "R32"),
    }
    now, rule = meanings[name]
    drawn = picture(parts()[name], SIGNS[name])
    return Explanation(told("ground", ground=f"@legend.{name}"), (now,), (rule,), picture=drawn)


SIGN_RULES = {"factory": "R34", "exhausted": "R46", "vp-city": "R57", "train": "R22", "loose": "R20"}


def _sign(_: View, name: str) -> Explanation:
    drawn = picture(*signs()[name])
    return Explanation(told(f"sign-{name}"), (told(f"sign-{name}-now"),), (SIGN_RULES[name],), picture=drawn)


def _legend(v: View) -> list[str]:
    there = {
        "factory": any(city.factory is not None and city.goods for city in v.cities),
        "exhausted": any(city.factory is not None and not city.goods for city in v.cities),
        "vp-city": any(city.tile == "vp" for city in v.cities),
        "train": any(company.links for company in v.companies),
        "loose": any(company.loose for company in v.companies),
    }
    shown = [named("sign", name) for name, there_now in there.items() if there_now]
    return [*(named("ground", name) for name in _grounds(v)), *shown]


EXPLAINS: ByKind[View] = ByKind(
    {
        "ground": Kind(_grounds, _ground),
        "sign": Kind(lambda _: SIGN_RULES, _sign),
        "hex": Kind(_hexes, _hex),
        "link": Kind(lambda v: [id_ for id_, _ in _paths(v)], _link),
        "contract": Kind(_contracts, _contract),
        "good": Kind(lambda _: GOODS, _good),
        "company": Kind(_all_companies, _company),
        "money": Kind(_seats, _money),
        "done": Kind(_seats, _done),
        "vp": Kind(_seats, _vp),
        "hand": Kind(_seats, _hand),
        "links": Kind(_all_companies, _links),
        "factory": Kind(_all_companies, _factories),
        "train": Kind(_all_companies, _trains),
        "bag": Kind(only, _bag),
        "bank": Kind(only, _bank),
        "round": Kind(only, _round),
        "first": Kind(_start_player, _first),
        "tile": Kind(lambda v: range(len(v.stock)), _tile),
        "spare": Kind(lambda v: sorted(set(v.spare)), _spare),
    },
    _legend,
)
