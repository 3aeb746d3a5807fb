"""Setting up: city tiles, contracts, start player (R4 to R9), and the solo game's trains and counter (R60, R61)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import combinations
from typing import Final

from engineshed.core.rng import Rng
from engineshed.core.stages import Log, refuse
from engineshed.games.steam_power.rules.components import CITY_TILES, NUMBERS
from engineshed.games.steam_power.rules.consequences import building_sites, by_colour
from engineshed.games.steam_power.rules.moves import Aside, Deal, First, Tiles, Train
from engineshed.games.steam_power.rules.names import company_word, the_contract, the_contracts
from engineshed.games.steam_power.rules.phases.turn import next_solo_turn, start_turn
from engineshed.games.steam_power.rules.state import State
from engineshed.games.steam_power.rules.truth import Stage

ALL_TILES: Final = tuple(kind for kind, count in enumerate(CITY_TILES) for _ in range(count))


# -- city tiles -----------------------------------------------------------------------------------------------------


def offer_tiles(_s: State) -> Iterator[Tiles]:
    """Every order of the tiles, lazily: there are far too many to list."""
    return map(Tiles, _arrangements(list(CITY_TILES), ()))


def _arrangements(left: list[int], laid: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
    if not any(left):
        yield laid
    for kind, count in enumerate(left):
        if count:
            left[kind] -= 1
            yield from _arrangements(left, (*laid, kind))
            left[kind] += 1


def draw_tiles(_s: State, rng: Rng) -> Tiles:
    return Tiles(tuple(rng.shuffled(ALL_TILES)))


def check_tiles(_s: State, m: Tiles) -> None:
    if Counter(m.tiles) != Counter(ALL_TILES):
        raise refuse("R4", "tiles", count=len(ALL_TILES))


def play_tiles(s: State, m: Tiles, log: Log) -> None:
    cities = len(s.colours)
    s.colours = bytes(m.tiles[:cities])
    s.spare = m.tiles[cities:]
    s.cities_of = by_colour(s.colours)
    s.sites = building_sites(s.ground, s.net, s.colours, s.factories)
    s.active, s.stage = 0, Stage.DEAL
    log.tell("tiles", cities=cities, spare=len(s.spare))
    log.tell("first-contracts", contracts=NUMBERS.start_contracts)  # only the player learns which


# -- contracts ------------------------------------------------------------------------------------------------------


def offer_deal(s: State) -> Iterator[Deal]:
    return map(Deal, combinations(s.bag, NUMBERS.start_contracts))


def draw_deal(s: State, rng: Rng) -> Deal:
    return Deal(tuple(rng.shuffled(s.bag)[: NUMBERS.start_contracts]))


def check_deal(s: State, m: Deal) -> None:
    different = set(m.contracts)
    if not len(m.contracts) == len(different) == NUMBERS.start_contracts or not different <= set(s.bag):
        raise refuse("R7", "deal", count=NUMBERS.start_contracts)


def play_deal(s: State, m: Deal, log: Log) -> None:
    seat = s.active
    s.hands = (*s.hands[:seat], m.contracts, *s.hands[seat + 1 :])
    s.bag = tuple(contract for contract in s.bag if contract not in m.contracts)
    log.tell("dealt", company=company_word(seat), contracts=the_contracts(m.contracts), only=(seat,))
    if seat + 1 < s.seats:
        s.active = seat + 1
    elif s.seats == 1:
        s.first, s.stage = 0, Stage.TRAIN
    elif s.options.start_player == "random":
        s.stage = Stage.FIRST
    else:
        _begin(s, 0, log)


# -- start player ---------------------------------------------------------------------------------------------------


def offer_first(s: State) -> Iterator[First]:
    return map(First, range(s.seats))


def draw_first(s: State, rng: Rng) -> First:
    return First(rng.below(s.seats))


def check_first(s: State, m: First) -> None:
    if not 0 <= m.seat < s.seats:
        raise refuse("R9", "first", seats=s.seats)


def play_first(s: State, m: First, log: Log) -> None:
    _begin(s, m.seat, log)


def _begin(s: State, seat: int, log: Log) -> None:
    s.first = seat
    log.tell("first", company=company_word(seat))
    start_turn(s, seat)


# -- solo -----------------------------------------------------------------------------------------------------------


def offer_train(s: State) -> Iterator[Train]:
    return (train for train, _ in train_odds(s))


def train_odds(s: State) -> Iterator[tuple[Train, int]]:
    """A company's chance is proportional to its trains in the bag."""
    return ((Train(company), trains) for company, trains in enumerate(s.trains) if trains)


def draw_train(s: State, rng: Rng) -> Train:
    return Train(rng.choice([company for company, trains in enumerate(s.trains) for _ in range(trains)]))


def check_train(s: State, m: Train) -> None:
    if not 0 <= m.company < s.companies or not s.trains[m.company]:
        raise refuse("R61", "train")


def play_train(s: State, m: Train, log: Log) -> None:
    s.trains = tuple(n - (company == m.company) for company, n in enumerate(s.trains))
    log.tell("train", company=company_word(m.company))
    start_turn(s, m.company)


def offer_aside(s: State) -> Iterator[Aside]:
    return map(Aside, s.bag)


def draw_aside(s: State, rng: Rng) -> Aside:
    return Aside(rng.choice(s.bag))


def check_aside(s: State, m: Aside) -> None:
    if m.contract not in s.bag:
        raise refuse("R61", "aside")


def play_aside(s: State, m: Aside, log: Log) -> None:
    s.bag = tuple(contract for contract in s.bag if contract != m.contract)
    s.aside = (*s.aside, m.contract)
    log.tell("aside", contract=the_contract(m.contract), turn=s.round)
    next_solo_turn(s)
