"""What the acting player may do: any of the five actions (R11), or the one that a contract gave as a bonus (R48)."""

from __future__ import annotations

from typing import Any, Final

from engineshed.core.contract import Illegal
from engineshed.core.stages import refuse
from engineshed.games.steam_power.rules.moves import BUILDING, AnyMove, Contracts, Done, Factory, Money
from engineshed.games.steam_power.rules.names import bonus_word
from engineshed.games.steam_power.rules.phases.build_factory import offer_factories
from engineshed.games.steam_power.rules.phases.build_track import offer_track
from engineshed.games.steam_power.rules.phases.complete_contract import offer_deliveries
from engineshed.games.steam_power.rules.phases.take_contracts import offer_contracts
from engineshed.games.steam_power.rules.state import State
from engineshed.games.steam_power.rules.truth import Bonus

MONEY, DONE = Money(), Done()
"""The moves without fields; one object each is enough."""

BONUS_MOVES: Final[dict[int, tuple[type[Any], ...]]] = {
    Bonus.TRACK: (*BUILDING, Done),
    Bonus.FACTORY: (Factory, Done),
    Bonus.CONTRACTS: (Contracts, Done),
}


def offer_actions(s: State) -> list[AnyMove]:
    moves = offer_track(s)
    moves += offer_factories(s)
    moves += offer_deliveries(s)
    moves += offer_contracts(s)
    moves.append(MONEY)
    return moves


def offer_laying(s: State) -> list[AnyMove]:
    """Moves after the first tile of an action: lay a second one, or stop."""
    return [*offer_track(s), DONE]


def offer_bonus(s: State) -> list[AnyMove]:
    match s.bonus:
        case Bonus.TRACK:
            return [*offer_track(s), DONE]
        case Bonus.FACTORY:
            return [*offer_factories(s), DONE]
        case _:
            return [*offer_contracts(s), DONE]


def check_bonus(s: State, m: AnyMove) -> None:
    if type(m) not in BONUS_MOVES[s.bonus]:
        raise not_the_bonus(s)


def not_the_bonus(s: State) -> Illegal:
    return refuse("R48", "bonus", bonus=bonus_word(s.bonus))
