"""Steam by Martin Wallace, the base game and the expert game.

rules/    how it is played; ``stages.py`` is the whole game at a glance
speech/   words, notation, descriptions of positions
boards/   the pictures, and what the page needs to draw the table
bots/     its bots; their weights are files in ``data/``
data/     maps, tiles, numbers, scenarios, bots
"""

from engineshed.core.contract import Game, Key
from engineshed.games.steam.ahead import AHEAD
from engineshed.games.steam.boards import BOARDS
from engineshed.games.steam.boards.table import draw_table
from engineshed.games.steam.bots import BOTS
from engineshed.games.steam.chronicle import SteamChronicle
from engineshed.games.steam.encoding import ENCODING
from engineshed.games.steam.explaining import EXPLAINS
from engineshed.games.steam.reference import tables
from engineshed.games.steam.rules.board import GAME_ID
from engineshed.games.steam.rules.components import PLAYER_COUNTS
from engineshed.games.steam.rules.datafiles import FILES
from engineshed.games.steam.rules.moves import AnyMove
from engineshed.games.steam.rules.options import COMPANIES
from engineshed.games.steam.rules.stages import RULES
from engineshed.games.steam.rules.standing import standing
from engineshed.games.steam.rules.state import State
from engineshed.games.steam.rules.truth import Stage
from engineshed.games.steam.rules.view import View
from engineshed.games.steam.speech import SPEECH

GAME: Game[State, AnyMove, View] = Game(
    id=GAME_ID,
    title="Steam",
    version=1,
    seats=PLAYER_COUNTS,
    seat_names=COMPANIES,
    minutes=(90, 120),
    weight=4,
    package=__name__,
    keys=(Key(("T", "Y", "F", "Z", "V", "K", "B", "I", "X"), "keys.groups"),),
    rules=RULES,
    answers=lambda s: s.stage in (Stage.OPENING, Stage.AUCTION),
    open_with={},
    speech=SPEECH,
    boards=BOARDS,
    bots=BOTS,
    tables=tables,
    explains=EXPLAINS,
    corrections=FILES,
    ahead=AHEAD,
    standing=standing,
    encoding=ENCODING,
    draw_table=draw_table,
    chronicle=SteamChronicle,
)
