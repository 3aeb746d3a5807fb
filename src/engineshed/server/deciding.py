"""What a plan says in a position: play this, stop for this reason, or wait for its player.

Nothing here knows a game: which moves pass or bid, and what a move means, comes from the contract (``core/ahead.py``).
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated, Any, Literal, NamedTuple

import msgspec
from msgspec import Meta

from engineshed.core.ahead import Matter, meaning
from engineshed.core.contract import AnyGame, Illegal, Seat
from engineshed.core.errors import Trouble
from engineshed.core.table import MOVE_LENGTH
from engineshed.core.words import Message
from engineshed.server.live import Live
from engineshed.server.rows import PlanRow

MOST_MOVES = 12
"""How many moves can be planned, one after the other."""
MOST_MONEY = 1_000_000_000

Amount = Annotated[int, Meta(ge=0, le=MOST_MONEY)]
MoveText = Annotated[str, Meta(min_length=1, max_length=MOVE_LENGTH)]


class Plan(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="kind"):
    """The base of all below."""


class PassPlan(Plan, frozen=True, tag="pass"):
    """Pass whenever it is my turn and I may."""

    until: Literal["matter", "round", "game"] = "matter"
    """Until this auction or step is over, or the round, or the game; the latter only where nothing else is possible."""
    only: bool = False
    """Only where nothing else is possible; otherwise I decide."""
    above: Amount | None = None
    """Stop if somebody bids more than this."""


class BidPlan(Plan, frozen=True, tag="bid"):
    """Bid in this auction up to an amount."""

    upto: Amount
    jump: bool = False
    """Bid the whole amount at once; otherwise each time as little as possible."""
    then: Literal["pass", "ask"] = "pass"
    """Once others have bid so much that I would have to bid more: pass, or stop and let me decide."""


class MovesPlan(Plan, frozen=True, tag="moves"):
    """Play these moves, one after the other, as long as each still means what it meant when it was planned."""

    moves: Annotated[list[MoveText], Meta(min_length=1, max_length=MOST_MOVES)]
    """In the game's notation."""


AnyPlan = PassPlan | BidPlan | MovesPlan
StopReason = Literal["over", "above", "limit", "changed", "refused", "unreadable"]


class Meant(msgspec.Struct, frozen=True):
    """What a planned move meant."""

    price: int
    digest: str


class Kept(msgspec.Struct, frozen=True):
    """A plan as it is stored, with what it was made for."""

    plan: AnyPlan
    matter: str | None
    """The key of the matter for whose duration it was made."""
    round: int
    auction: bool = False
    """Whether that is an auction."""
    meant: tuple[Meant, ...] = ()
    """For planned moves, what each meant."""


class Stop(msgspec.Struct, frozen=True, omit_defaults=True):
    """Why a plan was taken back.

    ``over``: what it was made for is over. ``above``, ``limit``: somebody has bid too much. ``changed``: a move would
    lead to something else than when it was planned. ``refused``: the rules no longer allow it.
    """

    why: StopReason
    move: str | None = None
    bid: int | None = None
    price: int | None = None
    """What the move cost when it was planned, and ``now``: what it would cost."""
    now: int | None = None
    rule: str | None = None
    message: Message | None = None
    """The refusal, in the game's words."""


class Play(NamedTuple):
    """Play this move; ``left`` is the plan that remains, None if it has been fulfilled."""

    move: Any
    left: Kept | None


Decision = Play | Stop | None
"""None: the player decides, and the plan waits."""

_decoder = msgspec.json.Decoder(Kept)
_stops = msgspec.json.Decoder(Stop)


def read_kept(text: str) -> Kept:
    return _decoder.decode(text)


def read_stop(text: str) -> Stop:
    return _stops.decode(text)


def written(value: Kept | Stop) -> str:
    return msgspec.json.encode(value).decode()


def is_over(live: Live, kept: Kept) -> bool:
    """Whether the matter or the round is over for which a plan was made."""
    matter = live.game.ahead.matter(live.state)
    match kept.plan:
        case BidPlan() | PassPlan(until="matter"):
            return matter is None or matter.key != kept.matter
        case PassPlan(until="round"):
            return live.game.rules.round(live.state) != kept.round
    return False


def decide(live: Live, seat: Seat, kept: Kept) -> Decision:
    """What a plan says about the position in which its seat is to act."""
    if is_over(live, kept):
        return Stop("over")
    if isinstance(kept.plan, MovesPlan):
        return _next_move(live, seat, kept, kept.plan)
    moves = list(live.game.rules.legal(live.state, seat))
    matter = live.game.ahead.matter(live.state)
    if isinstance(kept.plan, PassPlan):
        return _passing(live.game, moves, matter, kept, kept.plan)
    return _bidding(live.game, moves, matter, kept, kept.plan)


def _passing(game: AnyGame, moves: list[Any], matter: Matter | None, kept: Kept, plan: PassPlan) -> Decision:
    bid = None if matter is None else matter.bid
    if plan.above is not None and bid is not None and bid > plan.above:
        return Stop("above", bid=bid)
    move = a_pass(game, moves)
    if move is None or (plan.only and len(moves) > 1):
        return None
    return Play(move, kept)


def _bidding(game: AnyGame, moves: list[Any], matter: Matter | None, kept: Kept, plan: BidPlan) -> Decision:
    bids = bids_among(game, moves)
    within = [amount for amount in bids if amount <= plan.upto]
    if within:
        wanted = plan.upto if plan.jump and plan.upto in bids else min(within)
        return Play(bids[wanted], kept)
    move = a_pass(game, moves)
    if plan.then == "pass" and move is not None:
        return Play(move, None)
    return Stop("limit", bid=None if matter is None else matter.bid)


def _next_move(live: Live, seat: Seat, kept: Kept, plan: MovesPlan) -> Decision:
    text, *rest = plan.moves
    try:
        move = live.game.speech.read(live.state, text)
        live.game.rules.check(live.state, seat, move)
    except Illegal as refusal:
        return Stop("refused", text, rule=refusal.rule, message=refusal.message)
    except Trouble:
        return Stop("unreadable", text)
    meant, now = kept.meant[0], meaning(live.game, live.state, seat, move)[0]
    if now.digest != meant.digest:
        return Stop("changed", text, price=meant.price, now=now.price)
    left = msgspec.structs.replace(kept, plan=MovesPlan(rest), meant=kept.meant[1:]) if rest else None
    return Play(move, left)


def a_pass(game: AnyGame, moves: list[Any]) -> Any | None:
    return next((move for move in moves if game.ahead.passes(move)), None)


def bids_among(game: AnyGame, moves: list[Any]) -> dict[int, Any]:
    """The bids among these moves by their amounts."""
    return {amount: move for move in moves if (amount := game.ahead.amount(move)) is not None}


# -- whose plans ------------------------------------------------------------------------------------------------------


def awaited(live: Live) -> set[int]:
    """The seats of people who are to act and have not handed their seat to a bot."""
    if live.row.state != "running" or live.row.held is not None:
        return set()
    return {int(seat) for seat in live.to_act() if seat >= 0 and not live.seats[seat].by_bot}


def waiting(live: Live, rows: Iterable[PlanRow]) -> list[PlanRow]:
    """The plans of seats that are to act: those for the next turn come before standing orders."""
    acting = awaited(live)
    return [
        row for row in rows if row.stopped is None and row.seat in acting and live.seats[row.seat].guest == row.guest
    ]


def leaves_to_plans(live: Live, rows: Iterable[PlanRow]) -> set[str]:
    """The guests whose plans are about to move for them, so that they need not be told that it is their turn."""
    theirs = waiting(live, rows)
    return {row.guest for row in theirs if isinstance(decide(live, Seat(row.seat), read_kept(row.plan)), Play)}
