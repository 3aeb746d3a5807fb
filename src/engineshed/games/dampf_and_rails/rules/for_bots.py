"""The part of the rules that the game's bots use; they may use nothing else."""

from engineshed.games.dampf_and_rails.rules.board import FREE, NOWHERE, STREET
from engineshed.games.dampf_and_rails.rules.box import Box, box_of
from engineshed.games.dampf_and_rails.rules.components import NUMBERS, STAGES, TRAIN_IDS
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
    Goods,
    Keep,
    Lay,
    Load,
    Lose,
    Money,
    Place,
    Propose,
    Refuse,
    Start,
    Step,
    Stop,
    Turns,
    Withdraw,
    Work,
)
from engineshed.games.dampf_and_rails.rules.names import COMPANY_WORDS, GOOD_WORDS, TRAIN_WORDS, the_order
from engineshed.games.dampf_and_rails.rules.nearness import SHIFT, UNREACHED, ferry_price, nearest
from engineshed.games.dampf_and_rails.rules.networks import sections_of
from engineshed.games.dampf_and_rails.rules.onward import has_room, is_open
from engineshed.games.dampf_and_rails.rules.phases.building import way_of
from engineshed.games.dampf_and_rails.rules.phases.moving import tolls_due
from engineshed.games.dampf_and_rails.rules.running import steps_to
from engineshed.games.dampf_and_rails.rules.state import State
from engineshed.games.dampf_and_rails.rules.terms import Promise, Proposal, Sum, Term, Toll
from engineshed.games.dampf_and_rails.rules.truth import Stage, Train
from engineshed.games.dampf_and_rails.rules.tuples import without
from engineshed.games.dampf_and_rails.rules.view import View
from engineshed.games.dampf_and_rails.rules.viewing import ferries_of, guess, proposal_of, rails_of, trains_of
from engineshed.games.dampf_and_rails.rules.ways import Way

# fmt: off
__all__ = [  # noqa: RUF022  (by theme)
    # what is in the box
    "Box", "NUMBERS", "STAGES", "TRAIN_IDS", "box_of",
    # views, and states that fit them
    "State", "Stage", "Train", "View", "guess", "rails_of", "ferries_of", "trains_of",
    "Proposal", "Term", "Toll", "Sum", "Promise", "proposal_of",
    "FREE", "STREET", "NOWHERE", "without",
    # moves
    "AnyMove", "Keep", "Start", "Step", "Go", "Cross", "Load", "Drop", "Deliver", "Accept", "Refuse", "Withdraw",
    "Lose", "Stop", "Build", "Lay", "Connect", "Work", "Buy", "Exchange", "End",
    "Propose", "Money", "Goods", "Place", "Turns",
    # what messages call things
    "COMPANY_WORDS", "GOOD_WORDS", "TRAIN_WORDS", "the_order",
    # prices
    "ferry_price", "tolls_due",
    # ways to build, and to run
    "Way", "cheapest_way_to", "has_room", "is_open", "way_of",
    "sections_of", "steps_to",
    # how near a place is on an empty board
    "SHIFT", "UNREACHED", "nearest",
]
