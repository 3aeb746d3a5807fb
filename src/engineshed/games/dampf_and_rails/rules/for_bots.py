"""The part of the rules that the game's bots use; they may use nothing else."""

from engineshed.games.dampf_and_rails.rules.board import BOARD, NOWHERE
from engineshed.games.dampf_and_rails.rules.components import GOODS, NUMBERS, ORDERS, TRAIN_IDS, TRAINS
from engineshed.games.dampf_and_rails.rules.exploring import cheapest_way_to
from engineshed.games.dampf_and_rails.rules.moves import (
    Accept,
    AnyMove,
    Build,
    Buy,
    Connect,
    Cross,
    Deliver,
    Drop,
    End,
    Exchange,
    Go,
    Keep,
    Lay,
    Load,
    Lose,
    Refuse,
    Start,
    Step,
    Stop,
    Withdraw,
    Work,
)
from engineshed.games.dampf_and_rails.rules.nearness import (
    FAR_FROM_ALL,
    MASK,
    SHIFT,
    UNREACHED,
    ferry_price,
    nearest,
    prices_to,
)
from engineshed.games.dampf_and_rails.rules.networks import GROUPS, sections_of
from engineshed.games.dampf_and_rails.rules.onward import has_room, is_open, onward_from
from engineshed.games.dampf_and_rails.rules.phases.building import BUILDS, CONNECTS, way_of
from engineshed.games.dampf_and_rails.rules.phases.moving import tolls_due
from engineshed.games.dampf_and_rails.rules.prices import FERRIES_AT, LIMITS, PORT_FERRY, POST_PRICE, WATER_PRICE
from engineshed.games.dampf_and_rails.rules.running import steps_to
from engineshed.games.dampf_and_rails.rules.state import FREE, SPEEDS, START_TOWNS, STREET, Stage, State, Train
from engineshed.games.dampf_and_rails.rules.terms import Promise, Proposal, Sum, Term, Toll
from engineshed.games.dampf_and_rails.rules.tuples import without
from engineshed.games.dampf_and_rails.rules.view import View
from engineshed.games.dampf_and_rails.rules.viewing import ferries_of, guess, proposal_of, rails_of, trains_of
from engineshed.games.dampf_and_rails.rules.ways import BY_FERRY, Way

# fmt: off
__all__ = [  # noqa: RUF022  (by theme)
    # what lies in the box
    "BOARD", "GOODS", "NUMBERS", "ORDERS", "TRAINS", "TRAIN_IDS", "SPEEDS", "START_TOWNS",
    # what is seen, and what may be true
    "State", "Stage", "Train", "View", "guess", "rails_of", "ferries_of", "trains_of",
    "Proposal", "Term", "Toll", "Sum", "Promise", "proposal_of",
    "FREE", "STREET", "NOWHERE", "without",
    # moves
    "AnyMove", "Keep", "Start", "Step", "Go", "Cross", "Load", "Drop", "Deliver", "Accept", "Refuse", "Withdraw",
    "Lose", "Stop", "Build", "Lay", "Connect", "Work", "Buy", "Exchange", "End", "BUILDS", "CONNECTS",
    # prices
    "POST_PRICE", "WATER_PRICE", "PORT_FERRY", "FERRIES_AT", "LIMITS", "ferry_price", "tolls_due",
    # ways to build, and to run
    "BY_FERRY", "MASK", "Way", "cheapest_way_to", "has_room", "is_open", "onward_from", "way_of",
    "GROUPS", "sections_of", "steps_to",
    # how near a place is on an empty board
    "FAR_FROM_ALL", "SHIFT", "UNREACHED", "nearest", "prices_to",
]
