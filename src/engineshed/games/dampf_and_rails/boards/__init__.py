"""The one board of Dampf & Rails, and what the page needs to draw it."""

from engineshed.core.boards import OneBoard
from engineshed.games.dampf_and_rails.boards import drawing, hints, layout
from engineshed.games.dampf_and_rails.rules.board import read_board


class Boards(OneBoard):
    read_map = staticmethod(read_board)
    draw_map = staticmethod(drawing.draw_map)
    draw_ground = staticmethod(drawing.draw_ground)
    layout = staticmethod(layout.layout)
    hints = staticmethod(hints.hints)


BOARDS = Boards()
