"""Dampf & Rails by Michael Mette, the standard game and Variant I.

rules/    how it is played; ``stages.py`` is the whole game at a glance
speech/   words, notation, descriptions of positions
boards/   the pictures, and what the page needs to draw the table
bots/     its bots; their weights are files in ``data/``
data/     the map, cards, goods, trains, numbers, scenarios, bots
"""

from engineshed.core.contract import Game, Key
from engineshed.games.dampf_and_rails.ahead import AHEAD
from engineshed.games.dampf_and_rails.boards import BOARDS
from engineshed.games.dampf_and_rails.boards.table import draw_table
from engineshed.games.dampf_and_rails.bots import BOTS
from engineshed.games.dampf_and_rails.chronicle import DampfAndRailsChronicle
from engineshed.games.dampf_and_rails.earlier import EARLIER
from engineshed.games.dampf_and_rails.encoding import ENCODING
from engineshed.games.dampf_and_rails.explaining import EXPLAINS
from engineshed.games.dampf_and_rails.reference import tables
from engineshed.games.dampf_and_rails.rules.board import GAME_ID
from engineshed.games.dampf_and_rails.rules.datafiles import FILES
from engineshed.games.dampf_and_rails.rules.moves import AnyMove
from engineshed.games.dampf_and_rails.rules.stages import RULES
from engineshed.games.dampf_and_rails.rules.standing import standing
from engineshed.games.dampf_and_rails.rules.state import State
from engineshed.games.dampf_and_rails.rules.truth import ANSWERS, COMPANIES, PLAYER_COUNTS
from engineshed.games.dampf_and_rails.rules.view import View
from engineshed.games.dampf_and_rails.speech import SPEECH

GAME: Game[State, AnyMove, View] = Game(
    id=GAME_ID,
    title="Dampf & Rails",
    version=3,
    package=__name__,
    seats=PLAYER_COUNTS,
    seat_names=COMPANIES,
    minutes=(120, 180),
    weight=3,
    keys=(Key(("V", "F", "K", "J", "B", "T", "Y", "Z", "X"), "keys.groups"),),
    rules=RULES,
    answers=lambda s: s.stage in ANSWERS,
    speech=SPEECH,
    boards=BOARDS,
    bots=BOTS,
    tables=tables,
    explains=EXPLAINS,
    corrections=FILES,
    earlier=EARLIER,
    ahead=AHEAD,
    standing=standing,
    encoding=ENCODING,
    draw_table=draw_table,
    chronicle=DampfAndRailsChronicle,
)
