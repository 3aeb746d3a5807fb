"""What Steam is played on, and what the page needs to draw it."""

from engineshed.core.boards import OnShelf
from engineshed.games.steam.boards import drawing, hints, layout
from engineshed.games.steam.rules.board import SHELF, Board


class Boards(OnShelf[Board]):
    draw_map = staticmethod(drawing.draw_map)
    draw_ground = staticmethod(drawing.draw_ground)
    layout = staticmethod(layout.layout)
    hint = staticmethod(hints.hint)
    hints = staticmethod(hints.hints)


BOARDS = Boards(SHELF)
