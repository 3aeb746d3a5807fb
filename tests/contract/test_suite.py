"""The contract suite itself: a sound game passes, and every way of breaking the contract is caught by its law."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import count, product
from typing import Annotated, Any, NoReturn

import msgspec
import pytest

from engineshed.core.bot import Evaluation, Value
from engineshed.core.contract import CHANCE, AnyGame, Fact, Illegal, Outcome, Result, Score, Seat, Step
from engineshed.core.levels import Levels
from engineshed.core.registry import find_game, game_ids
from engineshed.core.review import Chronicle, Highlight
from engineshed.core.rng import Rng
from engineshed.core.rulebook import Rulebook
from engineshed.core.standing import Standing, Tally, tallied
from engineshed.core.words import Message, Param, Words
from engineshed.lab.scenario import read_scenario, scenario_files
from engineshed.testing import (
    ScenarioCase,
    cases,
    check_case,
    check_game,
    check_scenario,
    covering_cases,
    default_option_sets,
    scenario_cases,
)
from engineshed.testing.secrecy import nothing_is_hidden_where_the_game_says_so
from tests.core import toy
from tests.core.toy import GAME, AnyMove, Deal, Die, Draw, Drop, HandcarRace, Options, Pick, Roll, State, View, game_of

changed = msgspec.structs.replace


def test_a_sound_game_passes() -> None:
    report = check_game(GAME, games=2)
    assert report.games == len(cases(GAME)) * 2
    assert report.refusals >= 10_000
    assert report.plies > 1000


def test_the_option_sets_are_the_printed_rules_each_value_alone_and_all_together() -> None:
    assert default_option_sets(GAME) == [{}, {"bumping": True}, {"die": 4}, {"bumping": True, "die": 4}]


def test_wide_ranges_are_tried_at_their_ends_and_in_the_middle() -> None:
    class Wide(HandcarRace):
        options = msgspec.defstruct("Wide", [("laps", Annotated[int, msgspec.Meta(ge=1, le=30)], 1), ("x", str, "")])

    assert default_option_sets(game_of(Wide())) == [{}, {"laps": 2}, {"laps": 16}, {"laps": 30}]


def test_tables_combine_every_board_with_every_option_set_and_number_of_seats() -> None:
    assert len(cases(GAME)) == 2 * 4 * 3
    assert len(cases(GAME, seats=[2], maps=["main"], option_sets=[{}], games=3)) == 3


@pytest.mark.parametrize("game", [GAME, *map(find_game, game_ids())], ids=lambda game: game.id)
def test_the_covering_tables_have_every_board_with_every_number_of_seats_and_every_option(game: AnyGame) -> None:
    few = covering_cases(game)
    boards: list[str | None] = [*game.boards.maps()] or [None]
    assert len(few) <= len(cases(game))
    assert {(case.board, case.seats) for case in few if not case.options} == set(product(boards, game.seats))
    played = [case.options for case in few]
    assert all(options in played for options in default_option_sets(game))


def test_a_game_without_maps_is_tested_on_its_only_board() -> None:
    class OneBoard(HandcarRace):
        def maps(self) -> tuple[str, ...]:
            return ()

    assert {case.board for case in cases(game_of(OneBoard()))} == {None}
    assert default_option_sets(game_of(OneBoard())) == default_option_sets(GAME)


# -- games that break the contract ---------------------------------------------------------------------------------


class BackToFront(HandcarRace):
    def legal(self, s: State, seat: Seat) -> Iterator[AnyMove]:
        return reversed(list(super().legal(s, seat)))


class Stutters(HandcarRace):
    def legal(self, s: State, seat: Seat) -> Iterator[AnyMove]:
        for move in super().legal(s, seat):
            yield move
            yield move


class AnybodysTurn(HandcarRace):
    def legal(self, s: State, seat: Seat) -> Iterator[AnyMove]:
        return super().legal(s, Seat(s.turn) if seat != CHANCE and s.stage in {"act", "picked"} else seat)


class NothingToDraw(HandcarRace):
    def legal(self, s: State, seat: Seat) -> Iterator[AnyMove]:
        return iter(()) if seat == CHANCE else super().legal(s, seat)


class NoRolling(HandcarRace):
    def check(self, s: State, seat: Seat, m: AnyMove) -> None:
        if m == Roll() and s.round > 1:
            self._refuse("H3", "stage")
        super().check(s, seat, m)

    def legal(self, s: State, seat: Seat) -> Iterator[AnyMove]:
        if s.round == 1:
            return super().legal(s, seat)
        return (move for move in super().legal(s, seat) if s.round != 4 or move != Roll())


class AnyCardWillDo(HandcarRace):
    def check(self, s: State, seat: Seat, m: AnyMove) -> None:
        super().check(s, seat, Roll() if isinstance(m, Pick) else m)


class ChokesOnNumbers(HandcarRace):
    def check(self, s: State, seat: Seat, m: AnyMove) -> None:
        if isinstance(m, Pick):
            (0, 0, 0, 0)[m.card]
        super().check(s, seat, m)


class UnknownRule(HandcarRace):
    def _refuse(self, rule: str, why: str, **params: Param) -> NoReturn:
        raise Illegal("H9" if rule == "H4" else rule, Message(f"refused.{why}", params))


class SpeechlessRefusal(HandcarRace):
    def _refuse(self, rule: str, why: str, **params: Param) -> NoReturn:
        raise Illegal(rule, Message("refused.because" if rule == "H4" else f"refused.{why}", params))


class AnySeatMayPlay(HandcarRace):
    def check(self, s: State, seat: Seat, m: AnyMove) -> None:
        super().check(s, self.to_act(s)[0] if self.to_act(s) and seat != CHANCE else seat, m)


class PlaysOnAfterTheEnd(HandcarRace):
    def check(self, s: State, seat: Seat, m: AnyMove) -> None:
        if s.stage != "over":
            super().check(s, seat, m)


class LoadedDie(HandcarRace):
    def draw(self, s: State, rng: Rng) -> AnyMove:
        return Die(7) if s.stage == "die" else super().draw(s, rng)


class RollsAgain(HandcarRace):
    rolls = count()

    def draw(self, s: State, rng: Rng) -> AnyMove:
        return Die(1 + next(self.rolls) % 4) if s.stage == "die" else super().draw(s, rng)


class LosesCards(HandcarRace):
    def played(self, s: State, seat: Seat, m: AnyMove) -> Step[State]:
        step = super().played(s, seat, m)
        return Step(changed(step.state, pile=()), step.facts, step.reveals) if m == Drop() else step


class ChangesItsStates(HandcarRace):
    def played(self, s: State, seat: Seat, m: AnyMove) -> Step[State]:
        step = super().played(s, seat, m)
        msgspec.structs.force_setattr(s, "round", s.round + 1)
        return step


class ChangesStatesByLooking(HandcarRace):
    def view(self, s: State, seat: Seat | None) -> View:
        seen = super().view(s, seat)
        msgspec.structs.force_setattr(s, "pile", (*s.pile, 1))
        return seen


class SpeechlessFact(HandcarRace):
    def words_in(self, language: str) -> Words:
        return Words(language, {key: text for key, text in toy.WORDS.templates.items() if key != "fact.ride"})


class TellsNobody(HandcarRace):
    def played(self, s: State, seat: Seat, m: AnyMove) -> Step[State]:
        step = super().played(s, seat, m)
        return Step(step.state, (*step.facts, Fact("fact.deal", to=(9,))), step.reveals) if m == Roll() else step


class OneWordForAll(HandcarRace):
    def write(self, s: State, m: AnyMove) -> str:
        return "pick 1" if isinstance(m, Pick) else super().write(s, m)


class Endless(HandcarRace):
    def write(self, s: State, m: AnyMove) -> str:
        return super().write(s, m) + " " * 500


class Forgetful(HandcarRace):
    def load(self, data: bytes) -> State:
        return changed(super().load(data), round=1)


class Vague(HandcarRace):
    def describe(self, s: State) -> dict[str, Any]:
        return {key: value for key, value in super().describe(s).items() if key != "picked"}


class DescribesInTuples(HandcarRace):
    """Its descriptions can only be read back while they contain tuples."""

    def arrange(self, doc: Mapping[str, Any]) -> State:
        return changed(super().arrange(doc), turn=0) if isinstance(doc["places"], list) else super().arrange(doc)


class ShowsTheDeck(HandcarRace):
    def view(self, s: State, seat: Seat | None) -> View:
        return changed(super().view(s, seat), round=100 * s.round + sum(s.deck))

    def guess(self, v: View, rng: Rng) -> State:
        return super().guess(changed(v, round=v.round // 100), rng)


class ShowsTheSeed(HandcarRace):
    def view(self, s: State, seat: Seat | None) -> View:
        return changed(super().view(s, seat), options=Options(map=f"{s.options.map} seed of table 0"))

    def guess(self, v: View, rng: Rng) -> State:
        return super().guess(changed(v, options=Options(map=v.options.map.split()[0])), rng)


class GuessesOutOfThinAir(HandcarRace):
    def guess(self, v: View, rng: Rng) -> State:
        return changed(super().guess(v, rng), deck=())


class FearsEvenHands(HandcarRace):
    """A rule that depends on another player's hand."""

    def _afraid(self, s: State, seat: Seat, m: AnyMove) -> bool:
        return isinstance(m, Pick) and sum(s.hands[(seat + 1) % len(s.hands)]) % 2 == 0

    def legal(self, s: State, seat: Seat) -> Iterator[AnyMove]:
        return (move for move in super().legal(s, seat) if not self._afraid(s, seat, move))

    def check(self, s: State, seat: Seat, m: AnyMove) -> None:
        super().check(s, seat, m)
        if self._afraid(s, seat, m):
            self._refuse("H3", "stage")


class Gossips(HandcarRace):
    """A refusal that gives away what the next player holds."""

    def _gossip(self, s: State, seat: Seat) -> int:
        return sum(s.hands[(seat + 1) % len(s.hands)])

    def check(self, s: State, seat: Seat, m: AnyMove) -> None:
        if isinstance(m, Pick) and s.stage == "act" and seat == s.turn and m.card not in s.hands[seat]:
            self._refuse("H4", "hand", card=self._gossip(s, seat))
        super().check(s, seat, m)


class DrawsInPassing(HandcarRace):
    """Dropping a card draws the lowest card of the deck at once, yet the move can be taken back."""

    def played(self, s: State, seat: Seat, m: AnyMove) -> Step[State]:
        step = super().played(s, seat, m)
        if m != Drop() or step.state.stage != "draw":
            return step
        return Step(super().played(step.state, CHANCE, Draw(min(step.state.deck))).state, step.facts)


class PicksFaceUp(HandcarRace):
    def view(self, s: State, seat: Seat | None) -> View:
        return changed(super().view(s, seat), picked=s.picked)

    def guess(self, v: View, rng: Rng) -> State:
        if v.picked is None or v.seat == v.turn:
            return super().guess(v, rng)
        # The guess must fit the view: a player who shows a card holds it.
        while True:
            state = super().guess(v, rng)
            if v.picked in state.hands[v.turn]:
                return state

    def played(self, s: State, seat: Seat, m: AnyMove) -> Step[State]:
        step = super().played(s, seat, m)
        return Step(step.state, step.facts, reveals=True)


class OverTooSoon(HandcarRace):
    def result(self, s: State) -> Result | None:
        return super().result(changed(s, stage="over")) if s.round > 2 else super().result(s)


class EverybodyWins(HandcarRace):
    def result(self, s: State) -> Result | None:
        found = super().result(s)
        return found and changed(found, ranks=(1,) * len(found.ranks))


class OtherScoresAtTheEnd(HandcarRace):
    def result(self, s: State) -> Result | None:
        found = super().result(s)
        return found and changed(found, scores=tuple(Score(0, {}) for _ in found.scores))


class WrongSum(HandcarRace):
    def scores(self, s: State) -> tuple[Score, ...]:
        return tuple(changed(score, total=score.total + 1) for score in super().scores(s))


class SpeechlessEnd(HandcarRace):
    def result(self, s: State) -> Result | None:
        found = super().result(s)
        return found and changed(found, reason=Message("end.of.the.line"))


class HalfTranslated(HandcarRace):
    languages: Sequence[str] = ("en", "de")

    def words_in(self, language: str) -> Words:
        templates = toy.WORDS.templates if language == "en" else {**toy.WORDS.templates, "fact.roll": "gewürfelt"}
        return Words(language, templates)

    def rulebook_in(self, language: str) -> Rulebook:
        return toy.RULEBOOK if language in self.languages else super().rulebook_in(language)


class LosesARule(HalfTranslated):
    def words_in(self, language: str) -> Words:
        return Words(language, toy.WORDS.templates)

    def rulebook_in(self, language: str) -> Rulebook:
        return changed(toy.RULEBOOK, rules=toy.RULEBOOK.rules[language == "de" :])


class SkipsRounds(HandcarRace):
    def round(self, s: State) -> int:
        return 2 * s.round - 1


class NeverEnds(HandcarRace):
    def draw(self, s: State, rng: Rng) -> AnyMove:
        return super().draw(s, rng)

    def played(self, s: State, seat: Seat, m: AnyMove) -> Step[State]:
        step = super().played(s, seat, m)
        return Step(changed(step.state, places=(0,) * len(s.places), round=1), step.facts, step.reveals)


class EqualAndUnequal(HandcarRace):
    """Its states are both equal and unequal."""

    class Odd(State, frozen=True):
        def __ne__(self, other: object) -> bool:
            return True

    def start(self, seats: int, options: Options) -> State:
        return self.Odd(options, places=(0,) * seats, hands=((),) * seats)

    def load(self, data: bytes) -> State:
        return msgspec.msgpack.decode(data, type=self.Odd)


class Restless(HandcarRace):
    """The same move is played differently the next time."""

    times = count()

    def played(self, s: State, seat: Seat, m: AnyMove) -> Step[State]:
        step = super().played(s, seat, m)
        if m == Drop() and next(self.times) % 2:
            return Step(changed(step.state, pile=step.state.pile[::-1]), step.facts, step.reveals)
        return step


class HalfACharacter(HandcarRace):
    """Its result cannot be encoded."""

    def result(self, s: State) -> Result | None:
        found = super().result(s)
        return found and changed(found, reason=Message("end.goal", {"who": "\ud800"}))


class ChangesItsMind(HandcarRace):
    """A move reveals something when it is played first, but not when it is played again."""

    def __init__(self) -> None:
        self.known: list[tuple[State, AnyMove]] = []

    def played(self, s: State, seat: Seat, m: AnyMove) -> Step[State]:
        step = super().played(s, seat, m)
        new = m == Roll() and (s, m) not in self.known
        self.known.append((s, m))
        return Step(step.state, step.facts, step.reveals or new)


class SpeechlessTask(HandcarRace):
    def task(self, v: View) -> Message:  # noqa: ARG002
        return Message("task.of.the.day")


class PaysForMoves(HandcarRace):
    def price(self, s: State, m: AnyMove) -> int:  # noqa: ARG002
        return -1 if m == Roll() else 0


class DrawsByDayOnly(HandcarRace):
    def draw_ground(self, options: Options, *, dark: bool) -> str:  # noqa: ARG002
        return super().draw_ground(options, dark=False)


class DrawsNoPicture(HandcarRace):
    def draw_ground(self, options: Options, *, dark: bool) -> str:  # noqa: ARG002
        return f"<p>dark: {dark}</p>"


class AlwaysGivesFacts(HandcarRace):
    def apply(self, s: State, seat: Seat, m: AnyMove, *, tell: bool = True) -> Step[State]:  # noqa: ARG002
        return self.played(s, seat, m)


class OtherStateWithoutFacts(HandcarRace):
    def apply(self, s: State, seat: Seat, m: AnyMove, *, tell: bool = True) -> Step[State]:
        step = super().apply(s, seat, m, tell=tell)
        return step if tell else Step(changed(step.state, pile=()), (), step.reveals)


class OneKeyForAll(HandcarRace):
    def key(self, s: State) -> bytes:  # noqa: ARG002
        return b"a race"


class EvenChances(HandcarRace):
    """Forgets that some cards are more numerous than others."""

    def _ways(self, s: State, m: AnyMove) -> int:  # noqa: ARG002
        return 1 if isinstance(m, Deal) else 1 + 100 * (m == Draw(1))


class MoreThanCertain(HandcarRace):
    def outcomes(self, s: State) -> Sequence[Outcome[AnyMove]]:
        return [Outcome(outcome.move, 2 * outcome.chance) for outcome in super().outcomes(s)]


class ForgetsAnOutcome(HandcarRace):
    def outcomes(self, s: State) -> Sequence[Outcome[AnyMove]]:
        return [Outcome(Die(1), Fraction(1))] if s.stage == "die" else super().outcomes(s)


class HintsAtHands(HandcarRace):
    def hints(self, s: State, seat: Seat | None) -> int:
        return 0 if seat is None else sum(s.hands[(seat + 1) % len(s.hands)])


class SpeechlessVictory(HandcarRace):
    def words_in(self, language: str) -> Words:
        return Words(language, {key: text for key, text in toy.WORDS.templates.items() if key != "about.wins"})


FLIP = count()


def levels(kind: type[Levels] = Levels, **changes: Any) -> Levels:
    sound: dict[str, Any] = {
        "players": {"hasty": toy.HastyBot, "playouts": toy.HastyBot},
        "weights": toy.Weights,
        "evaluation": toy.evaluate,
        "policy": toy.policy,
    }
    return kind("tests.core", **{**sound, **changes})


def broken_player(_weights: Any) -> NoReturn:
    raise ValueError("this player cannot play")


def fickle(_s: State, _seat: Seat, moves: Sequence[AnyMove], _rng: Rng) -> AnyMove:
    return moves[next(FLIP) % len(moves)]


class SpeechlessOption(HandcarRace):
    def words_in(self, language: str) -> Words:
        return Words(language, {key: text for key, text in toy.WORDS.templates.items() if key != "option-title.die"})


class OneValue(Levels):
    def evaluation(self, name: str | None = None) -> Evaluation:  # noqa: ARG002
        return lambda _state: [Value({"all": 1.0})]


class NamesNoParts(Levels):
    def evaluation(self, name: str | None = None) -> Evaluation:
        sound = super().evaluation(name)
        return lambda state: [Value({**value.parts, f"seat {n}": 0.0}) for n, value in enumerate(sound(state))]


BROKEN: list[tuple[str, Callable[[], HandcarRace]]] = [
    ("legal_is_sorted_and_has_each_move_once", BackToFront),
    ("legal_is_sorted_and_has_each_move_once", Stutters),
    ("only_those_to_act_have_moves", AnybodysTurn),
    ("only_those_to_act_have_moves", NothingToDraw),
    ("random play", NoRolling),
    ("other_moves_are_refused", AnyCardWillDo),
    ("refusals_tell_nothing_hidden", ChokesOnNumbers),
    ("other_moves_are_refused", UnknownRule),
    ("other_moves_are_refused", SpeechlessRefusal),
    ("those_not_to_act_are_refused", AnySeatMayPlay),
    ("those_not_to_act_are_refused", PlaysOnAfterTheEnd),
    ("nature_draws_what_is_allowed", LoadedDie),
    ("nature_draws_what_is_allowed", RollsAgain),
    ("state_is_sound", LosesCards),
    ("moves_leave_their_state_alone", ChangesItsStates),
    ("moves_leave_their_state_alone", ChangesStatesByLooking),
    ("facts_can_be_told", SpeechlessFact),
    ("facts_can_be_told", TellsNobody),
    ("translations_say_the_same", HalfTranslated),
    ("translations_say_the_same", LosesARule),
    ("moves_survive_text", OneWordForAll),
    ("moves_survive_text", Endless),
    ("states_survive_bytes", Forgetful),
    ("states_survive_bytes", EqualAndUnequal),
    ("states_survive_description", Vague),
    ("states_survive_description", DescribesInTuples),
    ("secret_moves_look_alike_to_those_not_told", ShowsTheDeck),
    ("views_tell_nothing_hidden", GuessesOutOfThinAir),
    ("views_can_be_sent", ShowsTheSeed),
    ("legal_moves_tell_nothing_hidden", FearsEvenHands),
    ("refusals_tell_nothing_hidden", Gossips),
    ("moves_that_reveal_say_so", DrawsInPassing),
    ("secret_moves_look_alike_to_those_not_told", PicksFaceUp),
    ("over_exactly_when_there_is_a_result", OverTooSoon),
    ("the_result_follows_from_the_scores", EverybodyWins),
    ("the_result_follows_from_the_scores", OtherScoresAtTheEnd),
    ("the_result_follows_from_the_scores", SpeechlessEnd),
    ("scores_are_the_sum_of_their_parts", WrongSum),
    ("tasks_can_be_told", SpeechlessTask),
    ("prices_are_never_negative", PaysForMoves),
    ("the_table_can_be_drawn", DrawsByDayOnly),
    ("the_table_can_be_drawn", DrawsNoPicture),
    ("rounds_are_counted_from_one", SkipsRounds),
    ("moves_leave_their_state_alone", Restless),
    ("the_game_survives_its_record", HalfACharacter),
    ("moves_can_be_taken_back_until_something_is_revealed", ChangesItsMind),
    ("random play", NeverEnds),
    ("moves_can_be_played_without_facts", AlwaysGivesFacts),
    ("moves_can_be_played_without_facts", OtherStateWithoutFacts),
    ("equal_positions_have_equal_keys", OneKeyForAll),
    ("nature_has_the_chances_it_states", EvenChances),
    ("nature_has_the_chances_it_states", MoreThanCertain),
    ("nature_has_the_chances_it_states", ForgetsAnOutcome),
    ("views_tell_nothing_hidden", HintsAtHands),
    ("the_manifest_can_be_told", SpeechlessVictory),
    ("the_manifest_can_be_told", SpeechlessOption),
]


def told(change: Callable[[State, tuple[Tally, ...]], dict[str, Any]]) -> Callable[[State, Seat | None], Standing]:
    """A standing that has a mistake."""

    def standing(s: State, viewer: Seat | None) -> Standing:
        tallies = tallied(toy.PARTS.scores(s), viewer)
        sound = Standing(Message("end.dusk"), 1, rounds=None, phase=None, next=(), tallies=tallies)
        return changed(sound, **change(s, tallies))

    return standing


class CountsNonsense(Chronicle):
    accounts = ("nonsense",)


class SpeaksOfTheFuture(Chronicle):
    def luck(self, _s: State) -> list[Highlight]:
        return [Highlight(Message("end.dusk"), ply=1_000_000)]


BROKEN_BOTS: list[tuple[str, dict[str, Any]]] = [
    ("positions_have_a_value_for_every_seat", {"bots": levels(OneValue)}),
    ("positions_have_a_value_for_every_seat", {"bots": levels(NamesNoParts)}),
    ("the_policy_plays_legal_moves", {"bots": levels(policy=lambda _s, _seat, _moves, _rng: Die(1))}),
    (
        "the_policy_plays_legal_moves",
        {"bots": levels(policy=lambda _s, _seat, moves, _rng: moves[next(FLIP) % len(moves)])},
    ),
    ("every_level_can_be_played", {"bots": levels(players={"hasty": toy.HastyBot, "playouts": broken_player})}),
    ("the_manifest_can_be_told", {"weight": 9}),
    ("nothing_is_hidden_where_the_game_says_so", {"open_with": {}}),
    ("standings_add_up", {"standing": told(lambda _s, tallies: {"tallies": tallies[:1]})}),
    ("standings_add_up", {"standing": told(lambda _s, tallies: {"tallies": [changed(t, total=9) for t in tallies]})}),
    ("standings_add_up", {"standing": told(lambda _s, tallies: {"tallies": [changed(t, parts={}) for t in tallies]})}),
    (
        "standings_tell_nothing_hidden",
        {"standing": told(lambda s, _tallies: {"tallies": (), "rounds": 99 + sum(s.hands[0])})},
    ),
    ("standings_can_be_told", {"standing": told(lambda _s, _tallies: {"goal": Message("nonsense")})}),
    ("standings_can_be_told", {"standing": told(lambda _s, _tallies: {"round": 3, "rounds": 2})}),
    (
        "the_last_standing_is_the_result",
        {"standing": told(lambda _s, _tallies: {"tallies": (), "next": (Message("end.dusk"),)})},
    ),
    ("the_review_can_be_told", {"chronicle": CountsNonsense}),
    ("the_review_can_be_told", {"chronicle": SpeaksOfTheFuture}),
]


@pytest.mark.parametrize(("law", "changes"), BROKEN_BOTS, ids=[law for law, _ in BROKEN_BOTS])
def test_each_mistake_in_bots_and_manifest_is_caught_by_its_law(law: str, changes: dict[str, Any]) -> None:
    with pytest.raises(Exception) as found:  # noqa: PT011
        check_game(game_of(HandcarRace(), **changes), seats=[3], option_sets=[{}], refusals=40)
    assert any(law in text for text in [str(found.value), *getattr(found.value, "__notes__", [])]), found.value


@pytest.mark.parametrize(("law", "broken"), BROKEN, ids=lambda given: getattr(given, "__name__", given))
def test_each_way_of_breaking_the_contract_is_caught_by_its_law(law: str, broken: Callable[[], HandcarRace]) -> None:
    with pytest.raises(Exception) as found:  # noqa: PT011  (an error raised by the game itself gets a note)
        check_game(game_of(broken()), seats=[3], option_sets=[{}], positions=1000, refusals=400, limit=1000)
    messages = [str(found.value), *getattr(found.value, "__notes__", [])]
    assert any(law in text for text in messages), messages
    assert any("3 seats, the printed rules, seed 'seed of table 0'" in text for text in messages), messages


def test_a_game_that_hides_something_cannot_say_that_it_does_not() -> None:
    game = replace(find_game("planet-steam"), open_with={})
    with pytest.raises(AssertionError, match="sees what is hidden"):
        nothing_is_hidden_where_the_game_says_so(cases(game, seats=[2])[0].playout())


def test_a_broken_law_is_reported_with_the_table_and_the_ply() -> None:
    with pytest.raises(AssertionError, match=r"state_is_sound: handcar-race on branch, 3 seats, .*, ply \d+: a broken"):
        check_case(cases(game_of(LosesCards()), seats=[3])[0])


# -- play after a scenario -----------------------------------------------------------------------------------------

DECK = [1] * 4 + [2] * 5 + [3] * 5
LATE: dict[str, Any] = {
    "id": "late",
    "game": toy.GAME.id,
    "title": "Nearly home",
    "text": "Red is not far from home.",
    "rules": [],
    "position": {"stage": "act", "hands": [[1, 2], [1, 3]], "deck": DECK, "places": [8, 0], "round": 9},
    "steps": [{"move": "pick 1"}],
}


def late(game: AnyGame, monkeypatch: pytest.MonkeyPatch, **changes: Any) -> ScenarioCase:
    for part in ("reading", "playing"):
        monkeypatch.setattr(f"engineshed.lab.scenario.{part}.find_game", lambda _: game)
    return ScenarioCase(game, "late.toml", read_scenario({**LATE, **changes}, "late.toml"))


def test_a_walk_begins_with_the_scenario_and_continues_to_the_end_of_the_game(monkeypatch: pytest.MonkeyPatch) -> None:
    walk = late(GAME, monkeypatch).walk()
    assert (walk.states[0].stage, walk.states[0].places) == ("act", (8, 0))
    assert (walk.plies[0].text, walk.told) == ("pick 1", 1)
    assert not GAME.rules.to_act(walk.states[-1])
    assert {0, 1} <= {position.ply for position in walk.sample(3)}


def test_the_laws_are_checked_on_a_walk_from_a_scenario_too(monkeypatch: pytest.MonkeyPatch) -> None:
    assert check_scenario(late(GAME, monkeypatch)).refusals == 20
    with pytest.raises(AssertionError, match=r"state_is_sound: handcar-race, scenario late.toml, ply \d+: a broken"):
        check_scenario(late(game_of(LosesCards()), monkeypatch, position={**LATE["position"], "places": [0, 0]}))
    with pytest.raises(AssertionError, match=r"random play: handcar-race, scenario late.toml: .* has not ended"):
        check_scenario(late(game_of(NeverEnds()), monkeypatch), limit=500)


def test_scenarios_with_impossible_positions_are_left_out() -> None:
    for game_id in game_ids():
        found = scenario_cases(find_game(game_id))
        assert 0 < len(found) <= len(scenario_files(find_game(game_id)))
        assert not any(case.scenario.by_hand for case in found)
    assert scenario_cases(GAME) == []
