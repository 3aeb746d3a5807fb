"""The only part of the rules that the bots of this game may use, so that the rest can be rebuilt freely."""

from engineshed.games.steam_power.rules.board import Board, load_board
from engineshed.games.steam_power.rules.box import box_of
from engineshed.games.steam_power.rules.components import (
    CONTRACT_IDS,
    GOODS,
    NUMBERS,
    TILE_NAMES,
    VP_CITY,
    Contract,
    TileName,
)
from engineshed.games.steam_power.rules.consequences import network_of
from engineshed.games.steam_power.rules.ground import NEVER, Ground, ground_of
from engineshed.games.steam_power.rules.moves import (
    BUILDING,
    AnyMove,
    Contracts,
    Cross,
    Deliver,
    Done,
    Factory,
    From,
    Money,
    Plan,
    Remove,
    Replace,
    Rest,
    Track,
    Via,
)
from engineshed.games.steam_power.rules.names import COMPANY_WORDS, TILE_WORDS, the_contract
from engineshed.games.steam_power.rules.options import Options
from engineshed.games.steam_power.rules.scoring import SPARE_TILES_THAT_COUNT, scores
from engineshed.games.steam_power.rules.state import State
from engineshed.games.steam_power.rules.supply import cost_of, one_by_one, prices
from engineshed.games.steam_power.rules.truth import Prices, Stage
from engineshed.games.steam_power.rules.view import View
from engineshed.games.steam_power.rules.viewing import view

# The box and its numbers
__all__ = ["CONTRACT_IDS", "GOODS", "NUMBERS", "SPARE_TILES_THAT_COUNT", "Contract", "box_of"]
__all__ += ["TILE_NAMES", "VP_CITY", "TileName"]
# The board
__all__ += ["NEVER", "Board", "Ground", "ground_of", "load_board", "network_of"]
# Positions
__all__ += ["Options", "Prices", "Stage", "State", "View", "cost_of", "one_by_one", "prices", "scores", "view"]
# Moves
__all__ += ["BUILDING", "AnyMove", "Contracts", "Cross", "Deliver", "Done", "Factory", "Money"]
__all__ += ["From", "Plan", "Remove", "Replace", "Rest", "Track", "Via"]
# What sentences call things
__all__ += ["COMPANY_WORDS", "TILE_WORDS", "the_contract"]
