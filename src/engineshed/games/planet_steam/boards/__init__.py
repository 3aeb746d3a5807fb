"""What Planet Steam is played on, and what the page needs to draw it."""

from engineshed.core.boards import OnShelf
from engineshed.games.planet_steam.boards import drawing, hints, layout
from engineshed.games.planet_steam.boards.hints import ClaimHint, TradeHint
from engineshed.games.planet_steam.rules.board import SHELF, Board
from engineshed.games.planet_steam.rules.moves import AnyMove
from engineshed.games.planet_steam.rules.state import State


class Boards(OnShelf[Board]):
    draw_map = staticmethod(drawing.draw_map)
    draw_ground = staticmethod(drawing.draw_ground)
    layout = staticmethod(layout.layout)
    hints = staticmethod(hints.hints)

    def hint(self, s: State, m: AnyMove) -> TradeHint | ClaimHint | None:
        return hints.hint(s, m)


BOARDS = Boards(SHELF)
