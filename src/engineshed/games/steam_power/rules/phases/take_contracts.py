"""Action 4: take contracts, from the bag or, when it is empty, from the fullest hand (R50, R52)."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain
from typing import Final

from engineshed.core.rng import Rng
from engineshed.core.stages import Log, refuse
from engineshed.games.steam_power.rules.components import NUMBERS
from engineshed.games.steam_power.rules.moves import Contracts, Draw
from engineshed.games.steam_power.rules.names import company_word, the_contract
from engineshed.games.steam_power.rules.phases.turn import begin_action, end_action
from engineshed.games.steam_power.rules.state import State
from engineshed.games.steam_power.rules.truth import Stage

CONTRACTS: Final = Contracts()
"""One object is enough for a move without fields."""


def offer_contracts(s: State) -> list[Contracts]:
    return [CONTRACTS] if s.bag or left_to_draw(s) else []


def check_contracts(s: State) -> None:
    """Refuse the action if no contract is left: taking none would be passing, which nobody may do (R12)."""
    if not left_to_draw(s):
        raise refuse("R66" if s.solo else "R52", "none-to-draw")


def play_contracts(s: State, log: Log) -> None:
    begin_action(s)
    s.draws = min(NUMBERS.contracts_drawn, left_to_draw(s))
    s.stage = Stage.DRAW
    if log.on:
        log.tell("contracts", company=company_word(s.active), contracts=s.draws)
    if s.draws < NUMBERS.contracts_drawn:
        log.tell("no-more-contracts")


def left_to_draw(s: State) -> int:
    """How many contracts could be drawn one after the other: the bag, and then the other players' hands."""
    return len(s.bag) + sum(map(len, s.hands)) - len(s.hands[s.purse(s.active)])


def drawable(s: State) -> tuple[int, ...]:
    """What the next contract is drawn from. If several hands are the fullest, they are mixed."""
    if s.bag:
        return s.bag
    own = s.purse(s.active)
    most = max((len(hand) for seat, hand in enumerate(s.hands) if seat != own), default=0)
    rivals = [hand for seat, hand in enumerate(s.hands) if seat != own and len(hand) == most]
    return tuple(sorted(chain.from_iterable(rivals)))


def offer_draw(s: State) -> Iterator[Draw]:
    return map(Draw, drawable(s))


def draw_contract(s: State, rng: Rng) -> Draw:
    return Draw(rng.choice(drawable(s)))


def check_draw(s: State, m: Draw) -> None:
    if m.contract not in drawable(s):
        raise refuse("R52" if not s.bag else "R50", "draw")


def play_draw(s: State, m: Draw, log: Log) -> None:
    own = s.purse(s.active)
    drawn, mine = the_contract(m.contract), company_word(s.active)
    if s.bag:
        s.bag = _without(s.bag, m.contract)
        if log.on:
            log.tell("drawn", company=mine, contract=drawn, only=(own,))
    else:
        loser = next(seat for seat, hand in enumerate(s.hands) if m.contract in hand)
        _change_hand(s, loser, _without(s.hands[loser], m.contract))
        theirs = company_word(loser)
        if log.on:
            log.tell("taken", company=mine, other=theirs)
            log.tell("taken-which", company=mine, other=theirs, contract=drawn, only=(own, loser))
    _change_hand(s, own, tuple(sorted((*s.hands[own], m.contract))))
    s.draws -= 1
    if not s.draws:
        end_action(s, log)


def _without(contracts: tuple[int, ...], contract: int) -> tuple[int, ...]:
    at = contracts.index(contract)
    return contracts[:at] + contracts[at + 1 :]


def _change_hand(s: State, seat: int, hand: tuple[int, ...]) -> None:
    s.hands = (*s.hands[:seat], hand, *s.hands[seat + 1 :])
