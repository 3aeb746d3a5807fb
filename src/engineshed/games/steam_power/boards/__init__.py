"""What Steam Power is played on, and what the page needs to draw it."""

from engineshed.core.boards import OnShelf
from engineshed.games.steam_power.boards import drawing, hints, layout
from engineshed.games.steam_power.rules.board import SHELF, Board
from engineshed.games.steam_power.rules.moves import AnyMove
from engineshed.games.steam_power.rules.state import State


class Boards(OnShelf[Board]):
    draw_map = staticmethod(drawing.draw_map)
    draw_ground = staticmethod(drawing.draw_ground)
    layout = staticmethod(layout.layout)

    def hint(self, s: State, m: AnyMove) -> hints.Hint:
        return hints.hint(s, m)

    hints = staticmethod(hints.hints)


BOARDS = Boards(SHELF)
