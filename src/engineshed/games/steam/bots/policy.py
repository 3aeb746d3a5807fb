"""A quick choice in a whole position by rules of thumb, for simulated games."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from engineshed.core.contract import Seat
from engineshed.core.rng import Rng
from engineshed.games.steam.bots.sites import Sites
from engineshed.games.steam.rules.for_bots import (
    NUMBERS,
    AnyMove,
    Bid,
    Capital,
    Choose,
    Deliver,
    Done,
    Group,
    Grow,
    Income,
    Points,
    Stage,
    State,
    Tile,
    Town,
    Track,
    Upgrade,
    Urbanise,
    complete_links,
    places_of,
    price_of_tile,
    price_of_track,
)

DEBT = -3
"""The income below which nothing more is borrowed."""
TRIALS = 12
"""How many tiles are considered, besides those that continue the player's own track."""
FEW_LINKS = 3
"""With fewer dollars than this, capital is also raised for track."""
GOOD_TRACK = 1.5
"""How good a tile must look to be laid."""
WEALTH = 6
"""The income that is enough."""
TILES = {
    Tile.TURN_ORDER: 0.2,
    Tile.FIRST_MOVE: 0.6,
    Tile.FIRST_BUILD: 0.8,
    Tile.ENGINEER: 1.0,
    Tile.GROWTH: 1.5,
    Tile.LOCOMOTIVE: 4.0,
    Tile.URBANISATION: 2.0,
}
"""What an action is worth if it is useful."""
DOLLAR = 0.3
"""How much a dollar spent counts against what is gained."""

Moves = Sequence[AnyMove]


def policy(s: State, seat: Seat, moves: Moves, rng: Rng) -> AnyMove:
    if len(moves) == 1:
        return moves[0]
    choose = CHOICES.get(s.stage)
    return rng.choice(moves) if choose is None else choose(s, seat, moves, rng)


# -- money ----------------------------------------------------------------------------------------------------------


def _upkeep(s: State, seat: int) -> int:
    return NUMBERS.upkeep * s.players[seat].range if s.expert else 0


def _spare(s: State, seat: int) -> int:
    """What may be spent: cash beyond the expenses, and in the base game what can be borrowed without much debt."""
    player = s.players[seat]
    if s.expert:
        return player.cash - max(0, _upkeep(s, seat) - player.income)
    return player.cash + (NUMBERS.loan * max(0, player.income - DEBT) if s.round < s.rounds else 0)


def _bid(s: State, seat: int, moves: Moves, _rng: Rng) -> AnyMove:
    """A dollar for each player who would come after."""
    assert s.auction is not None
    least = moves[0]
    if isinstance(least, Bid) and least.amount < min(len(s.auction.bidders), _spare(s, seat) // 2 + 1):
        return least
    return next((move for move in moves if not isinstance(move, Bid)), least)


def _capital(s: State, seat: int, moves: Moves, _rng: Rng) -> AnyMove:
    """Enough for the expenses with one more step of range, and for some track while the income is not bad."""
    player = s.players[seat]
    needed = _upkeep(s, seat) + 1 - player.income
    if player.income > DEBT and complete_links(s, seat) < FEW_LINKS:
        needed += NUMBERS.loan
    units = max(0, -(-(needed - player.cash) // (NUMBERS.loan - 1)))
    return [move for move in moves if isinstance(move, Capital) and move.units <= units][-1]


# -- action tiles ---------------------------------------------------------------------------------------------------


def _tile(s: State, seat: int, moves: Moves, _rng: Rng) -> AnyMove:
    spare, longer = _spare(s, seat), complete_links(s, seat) > s.players[seat].range
    best, worth = moves[0], float("-inf")
    for move in moves:
        assert isinstance(move, Choose)
        price = price_of_tile(s, move)
        useful = not move.idle and (longer or move.tile != Tile.LOCOMOTIVE)
        gain = (TILES[move.tile] if useful else 0.0) - DOLLAR * price - (price > spare) * 10.0
        if gain > worth:
            best, worth = move, gain
    return best


# -- build turn -----------------------------------------------------------------------------------------------------


def _build(s: State, seat: int, moves: Moves, rng: Rng) -> AnyMove:
    """The tile's action if it helps the player's own network, then track; anything else only if it must be done."""
    own = places_of(s, seat)
    actions = [move for move in moves if isinstance(move, Grow | Urbanise)] if _may_act(s, seat) else []
    for move in actions:
        if move.hex in own:
            return move
    tile = _best_tile(s, seat, own, moves, rng)
    if tile is not None:
        return tile
    return moves[-1] if isinstance(moves[-1], Done) or not actions else rng.choice(actions)


def _may_act(s: State, seat: int) -> bool:
    """Whether the action of the player's tile is still to be carried out in this build turn."""
    return not s.acted and s.players[seat].tile in (Tile.GROWTH, Tile.URBANISATION)


def _best_tile(s: State, seat: int, own: frozenset[int], moves: Moves, rng: Rng) -> AnyMove | None:
    """The best of the tiles that continue the player's own track, and of some others."""
    spare, sites = _spare(s, seat), Sites(s, seat, own)
    ahead = {key // 6 for key, link in s.ends.items() if link.owner == seat}
    steps = max(1, len(moves) // TRIALS)
    some = moves[rng.below(steps) :: steps]
    going_on = [move for move in moves if isinstance(move, Track | Town) and move.hex in ahead] if ahead else []
    best, worth = None, GOOD_TRACK
    for move in (*some, *going_on):
        if isinstance(move, Track | Town):
            gain = sites.gain(move)
            if gain > worth:
                price = price_of_track(s, move)
                if price <= spare and gain - DOLLAR * price > worth:
                    best, worth = move, gain - DOLLAR * price
    return best


def _group(s: State, seat: int, moves: Moves, _rng: Rng) -> AnyMove:
    """The group with the most cubes that a city in the player's own network can use."""
    wanted = {s.colours[place] for place in places_of(s, seat)}

    def useful(move: AnyMove) -> int:
        assert isinstance(move, Group)
        return sum(count for colour, count in enumerate(s.fields[move.field]) if colour in wanted)

    return max(moves, key=useful)


# -- goods phase ----------------------------------------------------------------------------------------------------


def _action(s: State, seat: int, moves: Moves, _rng: Rng) -> AnyMove:
    """A longer range first, as long as the network has use for it and there is time; then the best delivery."""
    player, upgrade = s.players[seat], isinstance(moves[1], Upgrade)
    longer = upgrade and complete_links(s, seat) > player.range and player.income >= (DEBT if not s.expert else 0)
    if longer and s.passes and s.rounds - s.round > 2:
        return moves[1]
    best, worth = None, 0.0
    for move in moves:
        if isinstance(move, Deliver):
            own = move.gains[seat]
            gain = own - (sum(move.gains) - own) / (2 * s.seats)
            if gain > worth:
                best, worth = move, gain
    return best or (moves[1] if longer else moves[0])


def _scale(s: State, seat: int, _moves: Moves, _rng: Rng) -> AnyMove:
    """Income early, points late."""
    to_come, income = s.rounds - s.round, s.players[seat].income - _upkeep(s, seat)
    return Income() if income < 0 or (to_come > 3 and income < WEALTH) else Points()


CHOICES: dict[int, Callable[[State, int, Moves, Rng], AnyMove]] = {
    Stage.OPENING: _bid,
    Stage.CAPITAL: _capital,
    Stage.AUCTION: _bid,
    Stage.CHOOSE: _tile,
    Stage.BUILD: _build,
    Stage.GROUP: _group,
    Stage.MOVE: _action,
    Stage.POINTS: _scale,
}
"""In stages without a rule of thumb, any move will do."""
