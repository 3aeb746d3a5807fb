"""The rules. `STAGES` is the whole game at a glance; the functions above it say what its parts do."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from engineshed.core.contract import Illegal, Result, Score, Seat
from engineshed.core.rng import Rng
from engineshed.core.stages import Asks, Does, Draws, Log, StagedRules, refuse
from engineshed.core.words import Message, Thing
from shunting_yard.state import COLOURS, MOVES, First, Options, Player, Stage, State, Take, View
from shunting_yard.yard import LETTERS, SHELF

BONUS = 2
"""Points for clearing a track."""


def start(seats: int, options: Options) -> State:
    nothing = (0,) * seats
    return State(options=options, tracks=SHELF.load(options.map).tracks, wagons=nothing, cleared=nothing)


# -- who begins ---------------------------------------------------------------------------------------------------


def offer_first(s: State) -> list[First]:
    return [First(seat) for seat in range(len(s.wagons))]


def draw_first(s: State, rng: Rng) -> First:
    return First(rng.below(len(s.wagons)))


def check_first(s: State, m: First) -> None:
    if not 0 <= m.seat < len(s.wagons):
        raise refuse("SY1", "no-seat")


def play_first(s: State, m: First, log: Log) -> None:
    s.active, s.stage = m.seat, Stage.TAKE
    log.tell("first", who=seat_word(m.seat))


# -- taking wagons ------------------------------------------------------------------------------------------------


def offer_take(s: State) -> list[Take]:
    """In order: by track, then by number."""
    return [
        Take(LETTERS[track], wagons)
        for track, left in enumerate(s.tracks)
        for wagons in range(1, min(left, s.options.most) + 1)
    ]


def check_take(s: State, m: Take) -> None:
    if len(m.track) != 1 or m.track not in LETTERS[: len(s.tracks)]:
        raise refuse("SY2", "no-track", track=m.track)
    if not 1 <= m.wagons <= s.options.most:
        raise refuse("SY2", "number", most=s.options.most)
    left = s.tracks[LETTERS.index(m.track)]
    if m.wagons > left:
        raise refuse("SY2", "too-few", track=track_thing(m.track), left=left)


def play_take(s: State, m: Take, log: Log) -> None:
    track, seat = LETTERS.index(m.track), s.active
    s.tracks = added(s.tracks, track, -m.wagons)
    s.wagons = added(s.wagons, seat, m.wagons)
    log.tell("take", who=seat_word(seat), wagons=m.wagons, track=track_thing(m.track))
    if not s.tracks[track]:
        s.cleared = added(s.cleared, seat, 1)
        log.tell("clear", who=seat_word(seat), track=track_thing(m.track), points=BONUS)
    if any(s.tracks):
        s.active, s.turn = (seat + 1) % len(s.wagons), s.turn + 1
    else:
        s.stage = Stage.OVER


def added(numbers: tuple[int, ...], place: int, more: int) -> tuple[int, ...]:
    return tuple(number + more * (n == place) for n, number in enumerate(numbers))


def seat_word(seat: int) -> str:
    """The `@` means that the word is looked up in the reader's language."""
    return f"@company.{COLOURS[seat]}"


def track_thing(letter: str) -> Thing:
    return Thing("track", letter, letter)


# -- the table of stages ------------------------------------------------------------------------------------------

STAGES: dict[int, Asks[State]] = {
    Stage.FIRST: Draws("SY1", offer_first, draw_first, {First: Does(play_first, check_first)}),
    Stage.TAKE: Asks("SY2", offer_take, {Take: Does(play_take, check_take)}),
}


def not_to_act(s: State, _seat: Seat) -> Illegal:
    if s.stage == Stage.OVER:
        return refuse("SY4", "over")
    if s.stage == Stage.FIRST:
        return refuse("SY1", "chance")
    return refuse("SY1", "not-your-turn", who=seat_word(s.active))


def out_of_time(s: State, _kind: type[Any]) -> Illegal:
    return refuse("SY1", "chance" if s.stage == Stage.FIRST else "begun")


# -- what is seen, what counts ------------------------------------------------------------------------------------

NAMES: dict[int, Any] = {stage: stage.name.lower() for stage in Stage}


def view(s: State, _seat: Seat | None) -> View:
    tracks = dict(zip(LETTERS, s.tracks, strict=False))
    players = tuple(Player(wagons, cleared) for wagons, cleared in zip(s.wagons, s.cleared, strict=True))
    return View(s.options, NAMES[s.stage], s.active, s.turn, tracks, players)


def guess(v: View, _rng: Rng) -> State:
    """A whole position that fits what is seen. Nothing is hidden here, so there is only one."""
    return State(
        options=v.options,
        tracks=tuple(v.tracks.values()),
        wagons=tuple(player.wagons for player in v.players),
        cleared=tuple(player.cleared for player in v.players),
        stage=Stage[v.stage.upper()],
        active=v.active,
        turn=v.turn,
    )


def scores(s: State) -> tuple[Score, ...]:
    pairs = zip(s.wagons, s.cleared, strict=True)
    return tuple(
        Score(wagons + BONUS * tracks, {"wagons": wagons, "tracks": BONUS * tracks}) for wagons, tracks in pairs
    )


def result(s: State) -> Result | None:
    if s.stage != Stage.OVER:
        return None
    totals = [score.total for score in scores(s)]
    ranks = tuple(1 + sum(other > own for other in totals) for own in totals)
    return Result(ranks, scores(s), Message("end.empty"))


def faults(s: State) -> Iterator[str]:
    """What must never happen; tests check it after every move."""
    yard = SHELF.load(s.options.map)
    if len(s.tracks) != len(yard.tracks) or sum(s.tracks) + sum(s.wagons) != sum(yard.tracks):
        yield "wagons are missing, or there are too many"
    if sum(s.cleared) != s.tracks.count(0):
        yield "the tracks that players have cleared are not those that are empty"
    if (s.stage == Stage.OVER) == any(s.tracks):
        yield "the game goes on in an empty yard, or is over before it is empty"


RULES: StagedRules[State, First | Take, View] = StagedRules(
    STAGES,
    over=Stage.OVER,
    moves=MOVES,
    options=Options,
    start=start,
    truth=State,
    whole=lambda truth: truth,
    view=view,
    guess=guess,
    scores=scores,
    result=result,
    faults=faults,
    not_to_act=not_to_act,
    out_of_time=out_of_time,
)
