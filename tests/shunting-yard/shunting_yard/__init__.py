"""Shunting Yard: take wagons off tracks, and clear a track if you can."""

from engineshed.core.contract import Game
from shunting_yard.boards import BOARDS
from shunting_yard.bots import BOTS
from shunting_yard.rules import RULES
from shunting_yard.speech import SPEECH
from shunting_yard.standing import standing
from shunting_yard.state import COLOURS, First, State, Take, View
from shunting_yard.yard import GAME_ID, SEATS

GAME: Game[State, First | Take, View] = Game(
    id=GAME_ID,
    title="Shunting Yard",
    version=1,
    seats=SEATS,
    seat_names=COLOURS,
    minutes=(5, 10),
    weight=1,
    package=__name__,
    rules=RULES,
    speech=SPEECH,
    boards=BOARDS,
    bots=BOTS,
    standing=standing,
)
