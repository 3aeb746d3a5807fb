"""A new game before anything is rolled, and the whole state that follows from a truth."""

from __future__ import annotations

from engineshed.core.errors import Trouble
from engineshed.core.state import completed
from engineshed.games.planet_steam.rules.board import CLOSED, NOBODY, Board, load_board
from engineshed.games.planet_steam.rules.components import PLAYER_COUNTS, SEATS
from engineshed.games.planet_steam.rules.options import Options
from engineshed.games.planet_steam.rules.state import State
from engineshed.games.planet_steam.rules.troubles import trouble
from engineshed.games.planet_steam.rules.truth import NO_ORDER, STANDARD_ORDER, Truth


def new_state(seats: int, options: Options) -> State:
    if seats not in PLAYER_COUNTS:
        raise Trouble(trouble("seats"), least=SEATS[0], most=SEATS[1], seats=seats)
    board = load_board(options.map)
    fewest, most = board.players
    if not fewest <= seats <= most:
        raise Trouble(trouble("board-seats"), title=board.title, least=fewest, most=most, seats=seats)
    _check_river_neutrals(board, seats, options)
    start = (board.reduced if options.reduced_start else board.starts)[seats]
    owners = board.setups[seats]
    if options.variable_claims:
        owners = bytes(owner if owner == CLOSED else NOBODY for owner in owners)
    truth = Truth(
        options=options,
        seats=seats,
        credits=(start.credits,) * seats,
        goods=start.goods * seats,
        classes=(1,) * 4 * seats,
        licences=(0,) * seats,
        quarters=(0,) * seats,
        cards=(0,) * seats,
        prices=board.start_prices,
        supplies=board.start_supplies[seats],
        market=board.tank_start[seats],
        licence_stock=board.licences[seats],
        quarters_stock=board.quarters[seats],
        markers=NO_ORDER if options.variable_trade_order else STANDARD_ORDER,
        owners=owners,
        tanks=bytes(len(owners)),
    )
    return with_consequences(truth)


def _check_river_neutrals(board: Board, seats: int, options: Options) -> None:
    """Check that there are river zones for the agreed number of neutral claim markers."""
    if options.variable_claims and options.river_neutrals != "roll":
        zones = sum(wet and owner != CLOSED for wet, owner in zip(board.river, board.setups[seats], strict=True))
        if int(options.river_neutrals) > zones:
            raise Trouble(trouble("river-neutrals"), zones=zones)


def with_consequences(truth: Truth) -> State:
    owners = truth.owners
    return completed(
        truth,
        State,
        board=load_board(truth.options.map),
        free=tuple(zone for zone, owner in enumerate(owners) if owner == NOBODY),
        own=tuple(tuple(zone for zone, owner in enumerate(owners) if owner == seat) for seat in range(truth.seats)),
    )
