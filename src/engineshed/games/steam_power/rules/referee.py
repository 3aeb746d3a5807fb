"""Everything that must hold in every position, with a sentence for each thing that does not.

What follows from the links (tiles, stock, networks, sites) is recomputed and compared, which also checks
that every move kept it up to date.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from engineshed.core.state import truth_alone
from engineshed.games.steam_power.rules.board import Terrain
from engineshed.games.steam_power.rules.components import CITY_TILES, CONTRACT_IDS, NUMBERS, VP_CITY
from engineshed.games.steam_power.rules.consequences import with_consequences
from engineshed.games.steam_power.rules.phases.take_contracts import left_to_draw
from engineshed.games.steam_power.rules.state import State
from engineshed.games.steam_power.rules.supply import cost_of, prices
from engineshed.games.steam_power.rules.truth import (
    COMPANIES,
    LAST_OF_NATURE,
    NOBODY,
    UNKNOWN_TILE,
    Bonus,
    Shipment,
    Stage,
)
from engineshed.rail.faces import WAY_NAMES
from engineshed.rail.hexgrid import EDGES, NOWHERE
from engineshed.rail.network import UNREACHED, bits
from engineshed.rail.paths import Path


def faults(s: State) -> Iterator[str]:
    track = list(_track(s))
    yield from track
    if not track:
        yield from _consequences(s)
    yield from _pieces(s)
    yield from _cities(s)
    yield from _contracts(s)
    yield from _last_round(s)
    yield from _money(s)
    yield from unplayable(s)


def unplayable(s: State) -> Iterator[str]:
    """The worst faults: a position with one of these could not be played on."""
    yield from _turn(s)
    yield from _solo(s)
    yield from _shipment(s)
    yield from _lost_goods(s)


# -- track ----------------------------------------------------------------------------------------------------------


def _track(s: State) -> Iterator[str]:
    laid: dict[int, list[int]] = {}
    for company in range(s.companies):
        for path in s.links[company]:
            yield from _path(s, company, path, laid, finished=True)
        loose = s.loose[company]
        if loose is not None:
            yield from _path(s, company, loose, laid, finished=False)
    for hex_, ways in laid.items():
        if not s.ground.tiles.code(tuple(ways[:2])) or len(ways) > 2:
            names = " and ".join(WAY_NAMES[way] for way in ways)
            yield f"in {s.board.grid.names[hex_]} track runs {names}, and no tile has that (R26)"


def _path(s: State, company: int, path: Path, laid: dict[int, list[int]], *, finished: bool) -> Iterator[str]:
    board, name = s.board, f"{COMPANIES[company]}'s link"
    if board.terrain[path.start] != Terrain.CITY or len(path.edges) < 2:
        yield f"{name} does not begin with a tile beside a city (R16)"
        return
    here = path.start
    for coming, going in zip(path.edges, path.edges[1:], strict=False):
        here = board.grid.neighbours[here][coming]
        if here == NOWHERE or board.terrain[here] in (Terrain.WATER, Terrain.CITY):
            yield f"{name} from {_city(s, path.start)} runs where no track can be laid (R15)"
            return
        if coming == (going + 3) % 6:
            yield f"{name} from {_city(s, path.start)} turns back on itself in {board.grid.names[here]}"
            return
    for hex_, way in path.tiles(board.grid):
        laid.setdefault(hex_, []).append(way)
    yield from _end(s, path, name, finished=finished)


def _end(s: State, path: Path, name: str, *, finished: bool) -> Iterator[str]:
    goal = path.goal(s.board.grid)
    where = f"{name} from {_city(s, path.start)}"
    if goal == NOWHERE or s.board.terrain[goal] == Terrain.WATER:
        yield f"{where} ends towards the {EDGES[path.edges[-1]]} where it could never go on (R30)"
    elif goal == path.start:
        yield f"{where} comes back to where it began (R18)"
    elif finished != (s.board.terrain[goal] == Terrain.CITY):
        yield f"{where} is {'not ' if finished else ''}finished, but is kept as if it were {'' if finished else 'not'}"


def _city(s: State, hex_: int) -> str:
    return s.board.cities[s.board.city_at[hex_]]


def _consequences(s: State) -> Iterator[str]:
    fresh = with_consequences(truth_alone(s))
    for name in ("tiles", "stock", "ends", "net", "frontiers", "cities_of", "sites"):
        if getattr(s, name) != getattr(fresh, name):
            yield f"{name} were not kept up to date"
    yield from _loose_ends(s)


def _loose_ends(s: State) -> Iterator[str]:
    """No two loose ends meet (R21), and a company builds only from its own network (R17)."""
    ends: dict[tuple[int, int], int] = {}
    for company, loose in enumerate(s.loose):
        if loose is None:
            continue
        last = loose.tiles(s.board.grid)[-1][0]
        ahead = loose.goal(s.board.grid)
        if ends.get((ahead, last)) is not None:
            yield f"the loose ends of {COMPANIES[company]} and {COMPANIES[ends[ahead, last]]} meet (R21)"
        ends[last, ahead] = company
    for company in range(s.companies):
        yield from _one_network(s, company)


def _one_network(s: State, company: int) -> Iterator[str]:
    """Links were built one after the other, each from a place already in the network, the unfinished one last."""
    place_of, city_at, grid = s.board.place_of, s.board.city_at, s.board.grid
    known: int = 0
    loose = s.loose[company]
    for path in (*s.links[company], *([loose] if loose is not None else [])):
        start = 1 << place_of[city_at[path.start]]
        goal_city = city_at[path.goal(grid)]
        goal = 1 << place_of[goal_city] if goal_city >= 0 else 0
        if known and not known & (start | goal):
            yield f"{COMPANIES[company]}'s link from {_city(s, path.start)} does not touch the network it had (R17)"
        known |= start | goal


# -- pieces ---------------------------------------------------------------------------------------------------------


def _pieces(s: State) -> Iterator[str]:
    for number, left in enumerate(s.stock):
        if not 0 <= left <= s.ground.tiles.counts[number]:
            yield f"{left} track tiles are left of stock {number + 1}, which has {s.ground.tiles.counts[number]} (R3)"
    for company in range(s.companies):
        if s.trains_left(company) < 0:
            yield f"{COMPANIES[company]} uses more than {NUMBERS.trains} trains (R3)"
        if s.factories_left(company) < 0:
            yield f"{COMPANIES[company]} uses more than {NUMBERS.factories} factories (R3)"


def _cities(s: State) -> Iterator[str]:
    if s.stage == Stage.TILES:
        return
    used = [*s.colours, *s.spare]
    if UNKNOWN_TILE in used or [used.count(kind) for kind in range(len(CITY_TILES))] != list(CITY_TILES):
        yield f"the city tiles on the board and the spare ones are not the {sum(CITY_TILES)} of the box (R3)"
    most = max(NUMBERS.bonus_goods)
    for city, (factory, goods) in enumerate(zip(s.factories, s.goods, strict=True)):
        name = s.board.cities[city]
        if factory > s.companies:
            yield f"the factory in {name} belongs to nobody"
        if factory and s.colours[city] >= VP_CITY:
            yield f"there is a factory in the VP city {name} (R35)"
        if factory and not s.net.connected >> s.board.place_of[city] & 1:
            yield f"the factory in {name} stands where no finished link leads (R33)"
        if factory and goods > most:
            yield f"there are {goods} goods in {name} (R34)"
    if s.options.limited_goods:
        yield from (
            f"more goods of colour {c} are out than there are (R3)" for c in range(VP_CITY) if s.goods_in_supply(c) < 0
        )


def _lost_goods(s: State) -> Iterator[str]:
    for city, goods in enumerate(s.goods):
        if goods and (not s.factories[city] or s.colours[city] >= VP_CITY):
            yield f"there are {goods} goods in {s.board.cities[city]}, where no factory can have made them (R34, R35)"


def _contracts(s: State) -> Iterator[str]:
    where = [*s.bag, *s.aside]
    for cards in (*s.hands, *s.done):
        where += cards
    if sorted(where) != list(range(len(CONTRACT_IDS))):
        yield f"the contracts in bag, hands and piles are not the {len(CONTRACT_IDS)} of the box (R3)"
    if any(list(hand) != sorted(hand) for hand in (*s.hands, s.bag)):
        yield "a hand or the bag is not in order"
    if s.shipment is not None and s.shipment.contract not in s.hands[s.purse(s.active)]:
        yield "a contract is being completed that its player does not hold (R36)"


def _last_round(s: State) -> Iterator[str]:
    if s.stage == Stage.OVER and not (s.round >= NUMBERS.solo.turns if s.solo else s.final):
        yield "the game is over before its last round (R55, R62)"
    if s.solo:
        return
    target = NUMBERS.targets[s.seats]
    reached = any(len(done) >= target for done in s.done)
    if reached != s.final:
        told = "has not begun, though" if reached else "has begun before"
        yield f"the last round {told} somebody has {target} contracts (R54)"


def _money(s: State) -> Iterator[str]:
    if any(money < 0 for money in s.money):
        yield "somebody has less than nothing (R44)"
    if sum(s.money) + s.bank != NUMBERS.bank:
        yield f"money of players and bank makes {sum(s.money) + s.bank} instead of {NUMBERS.bank}"


# -- turn -----------------------------------------------------------------------------------------------------------

BONUS_STAGES: Final = {
    Bonus.TRACK: (Stage.BONUS, Stage.LAYING),
    Bonus.FACTORY: (Stage.BONUS,),
    Bonus.CONTRACTS: (Stage.BONUS, Stage.DRAW),
}


def _turn(s: State) -> Iterator[str]:
    stage = s.stage
    if not 0 <= s.active < s.companies:
        yield "nobody is active"
    whole_turn = 1 if s.solo else NUMBERS.actions
    if not (1 <= s.actions <= whole_turn if stage == Stage.ACTION else 0 <= s.actions < whole_turn):
        yield f"{s.actions} actions are left (R10)"
    if not _counts(s.steps, NUMBERS.tiles_per_action - 1, now=stage == Stage.LAYING):
        yield f"{s.steps} steps of building are left (R13)"
    if not _counts(s.draws, NUMBERS.contracts_drawn, now=stage == Stage.DRAW):
        yield f"{s.draws} contracts are still to be drawn (R50)"
    if s.draws > left_to_draw(s):
        yield f"{s.draws} contracts are still to be drawn, and only {left_to_draw(s)} are left to draw (R52)"
    if s.bonus and stage not in BONUS_STAGES[s.bonus]:
        yield "a bonus action is pending at the wrong time (R48)"
    if stage == Stage.BONUS and s.bonus == Bonus.NONE:
        yield "there is no bonus action to take (R48)"
    if stage > LAST_OF_NATURE and s.first == NOBODY:
        yield "nobody is the start player (R9)"


def _counts(number: int, most: int, *, now: bool) -> bool:
    """Whether a countdown is positive while it is running, and 0 at any other time."""
    return 1 <= number <= most if now else number == 0


def _solo(s: State) -> Iterator[str]:
    """What happens only in the solo game, and what never happens there."""
    if s.stage in ((Stage.FIRST,) if s.solo else (Stage.TRAIN, Stage.ASIDE)):
        yield f"{Stage.NAMES[s.stage]} is no stage of a game for {s.seats} (R61)"
    if any(not 0 <= trains <= NUMBERS.solo.trains_in_bag for trains in s.trains):
        yield f"there are not 0 to {NUMBERS.solo.trains_in_bag} trains of each company in the bag (R60)"


def _shipment(s: State) -> Iterator[str]:
    """A contract that is half completed can be completed: what is missing is available and affordable."""
    shipment = s.shipment
    if (s.stage in (Stage.PLAN, Stage.ROUTE)) != (shipment is not None):
        yield "only a plan, and every plan, is about a contract that is half completed (R36)"
    if shipment is None:
        return
    if (s.stage == Stage.ROUTE) != (shipment.at != NOBODY):
        yield "a good is on its way though no link is asked for, or none is though one is (R37)"
    if shipment.at == NOBODY and not any(shipment.needs):
        yield f"no good is missing for {CONTRACT_IDS[shipment.contract]}, but it is not completed (R36)"
    demand, table = s.ground.demands[shipment.contract], prices(s, s.active)
    if any(n > min(most, colour.available) for n, most, colour in zip(shipment.needs, demand, table, strict=True)):
        yield f"more goods are missing than {CONTRACT_IDS[shipment.contract]} asks for or than can be had (R36)"
    elif s.money[s.purse(s.active)] < cost_of(table, shipment.needs) + _way_home(s, shipment) * NUMBERS.link_fee:
        yield "the goods that are missing cannot be paid, or one cannot be brought home (R44)"


def _way_home(s: State, shipment: Shipment) -> int:
    """How many links the good on its way still needs, avoiding places where it has been."""
    if shipment.at == NOBODY:
        return 0
    distance = s.net.distances_avoiding(s.active, shipment.visited)
    ahead = bits(s.net.adjacent[shipment.at] & ~shipment.visited)
    return 1 + min((distance[place] for place in ahead), default=UNREACHED)
