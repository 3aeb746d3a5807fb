"""The course of a round: whose turn it is, which phase comes next, and when the game is over (ST-PHASE, ST-TURN)."""

from __future__ import annotations

from engineshed.core.stages import Log
from engineshed.games.steam.rules.components import NUMBERS
from engineshed.games.steam.rules.links import NOBODY
from engineshed.games.steam.rules.names import the_companies
from engineshed.games.steam.rules.phases.income_and_expenses import settle_accounts
from engineshed.games.steam.rules.state import State
from engineshed.games.steam.rules.truth import NOWHERE, Auction, Stage, Tile


def begin_phase(s: State, stage: int, order: tuple[int, ...]) -> None:
    s.stage, s.active, s.queue = stage, order[0], order[1:]


def next_player(s: State) -> bool:
    """On to the next player of this phase; False when all have had their turn."""
    if not s.queue:
        return False
    s.active, s.queue = s.queue[0], s.queue[1:]
    return True


def first_goes(s: State, tile: int) -> tuple[int, ...]:
    """The turn order, with the holder of this action tile in front."""
    holder = tuple(seat for seat in s.order if s.players[seat].tile == tile)
    return holder + tuple(seat for seat in s.order if seat not in holder)


def begin_round(s: State) -> None:
    begin_phase(s, Stage.CAPITAL if s.expert else Stage.CHOOSE, s.order)


def begin_auction(s: State) -> None:
    """Expert: all places of the round are sold at once."""
    s.auction = Auction((NOBODY,) * s.seats, NOBODY, s.order, ())
    s.stage, s.active, s.queue = Stage.AUCTION, s.order[0], ()


def next_capital(s: State) -> None:
    if not next_player(s):
        begin_auction(s)


def next_chooser(s: State) -> None:
    if not next_player(s):
        begin_phase(s, Stage.BUILD, first_goes(s, Tile.FIRST_BUILD))
        begin_build_turn(s)


def begin_build_turn(s: State) -> None:
    engineer = s.players[s.active].tile == Tile.ENGINEER
    s.placements = NUMBERS.engineer_tiles if engineer else NUMBERS.tiles_per_turn


def next_builder(s: State, log: Log) -> None:
    s.placements, s.acted, s.cautious, s.fresh = 0, False, False, NOWHERE
    if next_player(s):
        begin_build_turn(s)
        return
    log.tell("goods-phase", round=s.round)
    s.passes = NUMBERS.passes - 1
    begin_phase(s, Stage.MOVE, first_goes(s, Tile.FIRST_MOVE))


def next_mover(s: State, log: Log) -> None:
    """Go on after an action of the goods phase: to the next player, the next pass, or the end of the round."""
    s.stage = Stage.MOVE
    if next_player(s):
        return
    if s.passes:
        s.passes -= 1
        log.tell("second-pass")
        begin_phase(s, Stage.MOVE, first_goes(s, Tile.FIRST_MOVE))
        return
    settle_accounts(s, log)
    _end_round(s, log)


def _end_round(s: State, log: Log) -> None:
    """The game is over after the last round, or if only one player is left (ST-PHASE-3)."""
    if len(s.order) == 1 or s.round == s.rounds:
        s.stage, s.active, s.queue = Stage.OVER, 0, ()
        log.tell("over")
        return
    if s.expert:
        holders = [seat for seat in s.order if s.players[seat].tile == Tile.TURN_ORDER]
        s.skipper = holders[0] if holders else NOBODY
    else:
        s.order = tuple(sorted(s.order, key=lambda seat: s.players[seat].tile))
    for seat in range(s.seats):
        s.change(seat, tile=Tile.NONE, idle=False, upgraded=False)
    s.round += 1
    log.tell("round", round=s.round, order=the_companies(s.order))
    begin_round(s)
