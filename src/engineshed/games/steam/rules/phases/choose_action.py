"""Choose an action tile (ST-ACT; expert: ST-XACT)."""

from __future__ import annotations

from typing import Final

from engineshed.core.stages import Log, refuse
from engineshed.games.steam.rules.components import ACTIONS, NUMBERS
from engineshed.games.steam.rules.money import capacity
from engineshed.games.steam.rules.moves import AnyMove, Choose
from engineshed.games.steam.rules.names import action_word, company_word
from engineshed.games.steam.rules.phases.finance import charge
from engineshed.games.steam.rules.phases.goods_growth import can_grow, has_groups
from engineshed.games.steam.rules.phases.rounds import next_chooser
from engineshed.games.steam.rules.phases.urbanisation import can_urbanise, town_left
from engineshed.games.steam.rules.state import State
from engineshed.games.steam.rules.truth import Tile

CHOICES: Final = tuple((Choose(action.number, False), Choose(action.number, True)) for action in ACTIONS)


def offer_tiles(s: State) -> list[AnyMove]:
    taken, money = [player.tile for player in s.players], capacity(s, s.players[s.active])
    moves: list[AnyMove] = []
    for action in ACTIONS:
        if action.number not in taken and not _excluded(s, action.number):
            wanted, idle = CHOICES[action.number - 1]
            if _usable(s, action.number) and tile_price(s, wanted) <= money:
                moves.append(wanted)
            if action.may_pass and not s.expert:
                moves.append(idle)
    return moves


def tile_price(s: State, m: Choose) -> int:
    """The price of a tile: nothing in the expert game, or if the tile is taken only for its number."""
    if s.expert or m.idle:
        return 0
    action = ACTIONS[m.tile - 1]
    return action.cost + (s.players[s.active].range + 1 if action.plus_range else 0)


def _excluded(s: State, tile: int) -> bool:
    """Whether a tile cannot be taken at all, not even for its number."""
    if tile == Tile.LOCOMOTIVE:
        return s.players[s.active].range >= NUMBERS.range_highest
    return tile == Tile.URBANISATION and not can_urbanise(s)


def _usable(s: State, tile: int) -> bool:
    """Whether a tile's action can be used; in the expert game Goods Growth always counts, since its action is
    optional."""
    return tile != Tile.GROWTH or s.expert or can_grow(s)


def check_choose(s: State, m: Choose) -> None:
    if not 1 <= m.tile <= len(ACTIONS):
        raise refuse("ST-ACT-1", "no-tile", most=len(ACTIONS))
    name = action_word(m.tile)
    for seat, player in enumerate(s.players):
        if player.tile == m.tile:
            raise refuse("ST-ACT-1", "tile-taken", action=name, company=company_word(seat))
    if _excluded(s, m.tile):
        if m.tile == Tile.LOCOMOTIVE:
            raise refuse("ST-LOCO-4", "range-highest", most=NUMBERS.range_highest)
        raise refuse("ST-ACT-2", "no-new-city-left" if town_left(s) else "no-town-left")
    if m.idle:
        _check_idle(s, m)
        return
    if not _usable(s, m.tile):
        if has_groups(s):
            raise refuse("ST-GROW-2", "no-city-to-grow")
        raise refuse("ST-GROW-3", "no-goods-to-grow")
    cost, money = tile_price(s, m), capacity(s, s.players[s.active])
    if cost > money:
        raise refuse("ST-FIN-7", "tile-price", action=name, price=cost, money=money)


def _check_idle(s: State, m: Choose) -> None:
    if s.expert:
        raise refuse("ST-XACT-2", "idle-expert")
    if not ACTIONS[m.tile - 1].may_pass:
        raise refuse("ST-ACT-4", "no-idle", action=action_word(m.tile))


def play_choose(s: State, m: Choose, log: Log) -> None:
    cost = tile_price(s, m)
    said = "tile-idle" if m.idle else "tile"
    if log.on:
        log.tell(said, company=company_word(s.active), action=action_word(m.tile), price=cost)
    charge(s, s.active, cost, log)
    s.change(s.active, tile=m.tile, idle=m.idle)
    if m.tile == Tile.LOCOMOTIVE:
        raise_range(s, log)
    next_chooser(s)


def raise_range(s: State, log: Log) -> None:
    reach = s.players[s.active].range + 1
    s.change(s.active, range=reach)
    if log.on:
        log.tell("range", company=company_word(s.active), range=reach)
