"""Planet Steam by Heinz-Georg Thiemann, with its advanced and optional rules.

rules/    how it is played; ``stages.py`` is the whole game at a glance
speech/   words, notation, descriptions of positions
boards/   the pictures, and what the page needs to draw the table
bots/     its bots; their weights are files in ``data/``
data/     the board, scenarios, bots
"""

from engineshed.core.contract import Game, Key
from engineshed.games.planet_steam.ahead import AHEAD
from engineshed.games.planet_steam.boards import BOARDS
from engineshed.games.planet_steam.boards.table import draw_table
from engineshed.games.planet_steam.bots import BOTS
from engineshed.games.planet_steam.chronicle import PlanetSteamChronicle
from engineshed.games.planet_steam.encoding import ENCODING
from engineshed.games.planet_steam.explaining import EXPLAINS
from engineshed.games.planet_steam.reference import tables
from engineshed.games.planet_steam.rules.components import COMPANIES, GAME_ID, PLAYER_COUNTS
from engineshed.games.planet_steam.rules.datafiles import FILES
from engineshed.games.planet_steam.rules.moves import AnyMove
from engineshed.games.planet_steam.rules.stages import RULES
from engineshed.games.planet_steam.rules.standing import standing
from engineshed.games.planet_steam.rules.state import State
from engineshed.games.planet_steam.rules.truth import AUCTIONS
from engineshed.games.planet_steam.rules.view import View
from engineshed.games.planet_steam.speech import SPEECH

GAME: Game[State, AnyMove, View] = Game(
    id=GAME_ID,
    title="Planet Steam",
    version=2,
    seats=PLAYER_COUNTS,
    seat_names=COMPANIES,
    minutes=(90, 150),
    weight=4,
    package=__name__,
    keys=(Key(("T", "Y", "F", "V", "K", "B", "I", "X"), "keys.groups"),),
    rules=RULES,
    answers=lambda s: s.stage in AUCTIONS,
    open_with={"open_credits": True},
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
    chronicle=PlanetSteamChronicle,
)
