"""A picture of the map with all that is on it, from a view."""

from __future__ import annotations

from collections.abc import Iterator

from engineshed.core.boards import PAINT, upon
from engineshed.games.dampf_and_rails.boards.drawing import draw_ground, ferry_line, post_at
from engineshed.games.dampf_and_rails.rules.box import box_of
from engineshed.games.dampf_and_rails.rules.truth import COMPANIES
from engineshed.games.dampf_and_rails.rules.view import View
from engineshed.rail.drawing import cased, label, line_path, tag
from engineshed.rail.engraving import INK, PAPER


def draw_table(v: View) -> str:
    return upon(draw_ground(v.options, dark=False), "\n".join((*_track(v), *_trains(v), *_names(v))))


def _track(v: View) -> Iterator[str]:
    board = box_of(v.options.data).board
    for name, player in zip(COMPANIES, v.players, strict=False):
        for section in player.sections:
            a, b = board.ends[section]
            yield cased(line_path(post_at(board, a), post_at(board, b)), 7, PAINT[name], PAPER)
        for ferry in player.ferries:
            yield cased(line_path(*ferry_line(board, board.ferries[ferry])), 3, PAINT[name], PAPER)


def _trains(v: View) -> Iterator[str]:
    board = box_of(v.options.data).board
    for name, player in zip(COMPANIES, v.players, strict=False):
        for train in player.trains:
            if train.at is not None:
                x, y = post_at(board, train.at)
                yield tag("rect", x=x - 13, y=y - 9, width=26, height=18, rx=4, fill=PAINT[name], stroke=INK)
                yield label((x, y), str(len(train.loads)), 13, fill=PAPER, font_weight="bold")


def _names(v: View) -> Iterator[str]:
    board = box_of(v.options.data).board
    for place in board.places:
        x, y = post_at(board, place.at)
        yield label((x, y - 22), place.name, 15, fill=INK, stroke=PAPER, stroke_width=4, paint_order="stroke")
