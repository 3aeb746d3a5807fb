"""Steam Power by Martin Wallace, for two to five players or one alone.

rules/    how it is played; ``stages.py`` is the whole game at a glance
speech/   words, notation, descriptions of positions
boards/   the pictures, and what the page needs to draw the table
bots/     its bots; their weights are files in ``data/``
data/     maps, contracts, tiles, numbers, scenarios, bots
"""

from engineshed.core.contract import Game, Key
from engineshed.games.steam_power.ahead import AHEAD
from engineshed.games.steam_power.boards import BOARDS
from engineshed.games.steam_power.boards.table import draw_table
from engineshed.games.steam_power.bots import BOTS
from engineshed.games.steam_power.chronicle import SteamPowerChronicle
from engineshed.games.steam_power.encoding import ENCODING
from engineshed.games.steam_power.explaining import EXPLAINS
from engineshed.games.steam_power.reference import tables
from engineshed.games.steam_power.rules.datafiles import FILES
from engineshed.games.steam_power.rules.moves import AnyMove
from engineshed.games.steam_power.rules.stages import RULES
from engineshed.games.steam_power.rules.standing import standing
from engineshed.games.steam_power.rules.state import State
from engineshed.games.steam_power.rules.troubles import GAME_ID
from engineshed.games.steam_power.rules.truth import COMPANIES, PLAYER_COUNTS
from engineshed.games.steam_power.rules.view import View
from engineshed.games.steam_power.speech import SPEECH

GAME: Game[State, AnyMove, View] = Game(
    id=GAME_ID,
    title="Steam Power",
    version=2,
    seats=PLAYER_COUNTS,
    seat_names=COMPANIES,
    minutes=(45, 75),
    weight=3,
    package=__name__,
    keys=(Key(("T", "F", "V", "K", "B", "X"), "keys.groups"),),
    rules=RULES,
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
    chronicle=SteamPowerChronicle,
)
