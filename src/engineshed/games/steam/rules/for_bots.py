"""What the bots of this game use from its rules. They import nothing else from them, so the rest is free to change."""

from engineshed.games.steam.rules.board import Board, load_board
from engineshed.games.steam.rules.components import ACTIONS, GOODS, NUMBERS
from engineshed.games.steam.rules.deliveries import places_of
from engineshed.games.steam.rules.ground import NO_CITY, Ground, ground_of
from engineshed.games.steam.rules.links import OPPOSITE
from engineshed.games.steam.rules.moves import (
    AnyMove,
    Bid,
    Capital,
    Choose,
    Cross,
    Deliver,
    Done,
    Group,
    Grow,
    Income,
    Pass,
    Plan,
    Points,
    Redirect,
    Second,
    Skip,
    TakeBack,
    Town,
    Track,
    Upgrade,
    Urbanise,
    Via,
)
from engineshed.games.steam.rules.names import CITY_COLOUR_WORDS, action_word, the_cubes
from engineshed.games.steam.rules.phases.build_track import price as price_of_track
from engineshed.games.steam.rules.phases.choose_action import tile_price as price_of_tile
from engineshed.games.steam.rules.scoring import BANKRUPT, complete_links, income_vp, result
from engineshed.games.steam.rules.state import State
from engineshed.games.steam.rules.tiles import ALL_FACES, tile_set_of
from engineshed.games.steam.rules.truth import NO_CUBES, Stage, Tile
from engineshed.games.steam.rules.view import LinkView, View
from engineshed.games.steam.rules.viewing import view

# The box and the map
__all__ = [
    "ACTIONS",
    "GOODS",
    "NO_CITY",
    "NO_CUBES",
    "NUMBERS",
    "OPPOSITE",
    "Board",
    "Ground",
    "ground_of",
    "load_board",
]
# Tiles as codes, and the stock of them
__all__ += ["ALL_FACES", "tile_set_of"]
# Positions, whole and as they are seen
__all__ += ["LinkView", "Stage", "State", "Tile", "View", "complete_links", "places_of", "view"]
# What things cost, and what counts in the end
__all__ += ["BANKRUPT", "income_vp", "price_of_tile", "price_of_track", "result"]
# Moves: of auctions and money, of the build turn, of the goods phase
__all__ += ["AnyMove", "Bid", "Capital", "Choose", "Pass", "Skip"]
__all__ += ["Cross", "Done", "Group", "Grow", "Redirect", "Second", "TakeBack", "Town", "Track", "Urbanise"]
__all__ += ["Deliver", "Income", "Plan", "Points", "Upgrade", "Via"]
# What sentences call things
__all__ += ["CITY_COLOUR_WORDS", "action_word", "the_cubes"]
