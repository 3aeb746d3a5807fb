"""A position as at a table, for pages that show one without a table: examples and lessons."""

from __future__ import annotations

from typing import Any

from engineshed.core.contract import CHANCE, AnyGame, Seat
from engineshed.core.options import write_options
from engineshed.core.standing import standing_of
from engineshed.lab.examples import options_of
from engineshed.server.messages import Delay, Offer, SeatInfo, TableInfo, TableView


def still(
    game: AnyGame, name: str, state: Any, seat: Seat | None, *, title: str = "", pupil: bool = False
) -> TableView:
    """A position of a table where only bots play, and wait.

    ``pupil``: the seat that looks belongs to the viewer, who chooses among its moves.
    """
    view = game.rules.view(state, seat)
    moves = list(game.rules.legal(state, seat)) if pupil and seat is not None else []
    write, price, hint = game.speech.write, game.speech.price, game.boards.hint
    return TableView(
        table=_info(game, name, state, seat if pupil else None, title=title, my_turn=bool(moves)),
        seat=seat,
        view=view,
        hints=game.boards.hints(state, seat),
        legal=[Offer(move, write(state, move), price(state, move), hint(state, move)) for move in moves],
        task=game.speech.task(view),
        standing=standing_of(game, state, seat) if pupil else None,
        undo=0,
        log=[],
    )


def _info(game: AnyGame, name: str, state: Any, pupil: Seat | None, *, title: str, my_turn: bool) -> TableInfo:
    return TableInfo(
        id=name,
        game=game.id,
        version=game.version,
        title=title,
        options=write_options(options_of(game, state)),
        mode="live",
        speed="any",
        level="any",
        language=None,
        public=False,
        delay=Delay(),
        latecomers=False,
        shared=False,
        hints=False,
        rated=False,
        state="running",
        ply=0,
        revision=0,
        to_act=tuple(int(seat) for seat in game.rules.to_act(state) if seat != CHANCE),
        end_turn="off",
        held=None,
        pace=0,
        seats=tuple(_seat(number, pupil) for number in range(len(game.rules.scores(state)))),
        mine=False,
        my_turn=my_turn,
        commitment="",
        seed=None,
        result=None,
        created=0,
        updated=0,
    )


def _seat(number: int, pupil: Seat | None) -> SeatInfo:
    """Beside a pupil sit people without names, who are called by their colours."""
    if pupil is None:
        return SeatInfo(number, "bot", None, None, away=False, mine=False, link=False)
    return SeatInfo(number, "guest", "", None, away=False, mine=number == pupil, link=False)
