"""The contract suite: checks every law of the contract at every table of a game.

    from engineshed.testing import check_game
    check_game(MY_GAME)

needs no test framework. It raises ``AssertionError`` with the broken law and the place: game, board, seats, options,
seed and ply. The seed reproduces it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from math import ceil

import msgspec

from engineshed.core.contract import AnyGame
from engineshed.testing.asking import (
    prices_are_never_negative,
    tasks_can_be_told,
    the_table_can_be_drawn,
    things_explain_themselves,
)
from engineshed.testing.case import LIMIT, Case, Playout, Position, Walk
from engineshed.testing.ending import (
    over_exactly_when_there_is_a_result,
    rounds_are_counted_from_one,
    scores_are_the_sum_of_their_parts,
    the_result_follows_from_the_scores,
)
from engineshed.testing.legality import (
    legal_is_sorted_and_has_each_move_once,
    legal_moves_pass_check,
    nature_draws_what_is_allowed,
    only_those_to_act_have_moves,
    other_moves_are_refused,
    those_not_to_act_are_refused,
)
from engineshed.testing.round_trips import (
    moves_survive_json,
    moves_survive_text,
    states_survive_bytes,
    states_survive_description,
    the_game_survives_its_record,
)
from engineshed.testing.scenarios import ScenarioCase, scenario_cases
from engineshed.testing.secrecy import (
    legal_moves_tell_nothing_hidden,
    moves_that_reveal_say_so,
    nothing_is_hidden_where_the_game_says_so,
    refusals_tell_nothing_hidden,
    secret_moves_look_alike_to_those_not_told,
    views_can_be_sent,
    views_tell_nothing_hidden,
)
from engineshed.testing.speech import facts_can_be_told, the_manifest_can_be_told, translations_say_the_same
from engineshed.testing.standings import (
    standings_add_up,
    standings_can_be_told,
    standings_tell_nothing_hidden,
    the_last_standing_is_the_result,
    the_review_can_be_told,
)
from engineshed.testing.taking_back import moves_can_be_taken_back_until_something_is_revealed
from engineshed.testing.thinking import (
    equal_positions_have_equal_keys,
    every_level_can_be_played,
    moves_can_be_played_without_facts,
    nature_has_the_chances_it_states,
    positions_have_a_value_for_every_seat,
    the_policy_plays_legal_moves,
)
from engineshed.testing.values import moves_leave_their_state_alone, state_is_sound
from engineshed.testing.variants import OptionSet, cases

AFTER_EVERY_MOVE: tuple[Callable[[Position], None], ...] = (
    state_is_sound,
    over_exactly_when_there_is_a_result,
)
"""Laws that are cheap enough to check at every position."""

AT_SAMPLED_POSITIONS: tuple[Callable[[Position], None], ...] = (
    only_those_to_act_have_moves,
    legal_is_sorted_and_has_each_move_once,
    legal_moves_pass_check,
    those_not_to_act_are_refused,
    nature_draws_what_is_allowed,
    moves_leave_their_state_alone,
    moves_survive_json,
    moves_survive_text,
    states_survive_bytes,
    states_survive_description,
    views_can_be_sent,
    views_tell_nothing_hidden,
    legal_moves_tell_nothing_hidden,
    refusals_tell_nothing_hidden,
    moves_that_reveal_say_so,
    secret_moves_look_alike_to_those_not_told,
    scores_are_the_sum_of_their_parts,
    standings_add_up,
    standings_tell_nothing_hidden,
    standings_can_be_told,
    tasks_can_be_told,
    prices_are_never_negative,
    things_explain_themselves,
    nature_has_the_chances_it_states,
    moves_can_be_played_without_facts,
    equal_positions_have_equal_keys,
    positions_have_a_value_for_every_seat,
    the_policy_plays_legal_moves,
)

AFTER_THE_END: tuple[Callable[[Walk], None], ...] = (
    facts_can_be_told,
    the_result_follows_from_the_scores,
    the_last_standing_is_the_result,
    the_review_can_be_told,
)

OF_WHOLE_GAMES: tuple[Callable[[Playout], None], ...] = (
    the_manifest_can_be_told,
    translations_say_the_same,
    every_level_can_be_played,
    rounds_are_counted_from_one,
    nothing_is_hidden_where_the_game_says_so,
    the_game_survives_its_record,
    the_table_can_be_drawn,
    moves_can_be_taken_back_until_something_is_revealed,
)


class Report(msgspec.Struct, frozen=True):
    """How much was checked."""

    games: int = 0
    plies: int = 0
    refusals: int = 0

    def plus(self, other: Report) -> Report:
        return Report(self.games + other.games, self.plies + other.plies, self.refusals + other.refusals)


def check_game(
    game: AnyGame,
    *,
    seats: Sequence[int] | None = None,
    maps: Sequence[str] | None = None,
    option_sets: Sequence[OptionSet] | None = None,
    scenarios: bool = True,
    games: int = 1,
    positions: int = 12,
    refusals: int = 10_000,
    limit: int = LIMIT,
) -> Report:
    """Check that a game keeps the contract.

    ``games`` random games of at most ``limit`` plies are played at every table (board x options x seats; None means
    all), the expensive laws are checked at ``positions`` positions of each, and at least ``refusals`` illegal
    moves are tried in total. With ``scenarios``, random play then continues from each of the game's scenarios.
    """
    tables = cases(game, seats=seats, maps=maps, option_sets=option_sets, games=games)
    report = Report()
    for case in tables:
        share = ceil(refusals / len(tables))
        report = report.plus(check_case(case, positions=positions, refusals=share, limit=limit))
    for scenario in scenario_cases(game) if scenarios else ():
        report = report.plus(check_scenario(scenario, limit=limit))
    return report


def check_case(case: Case, *, positions: int = 12, refusals: int = 100, limit: int = LIMIT) -> Report:
    """The same at one table, with one random game."""
    with _at(case, "random play"):
        playout = case.playout(limit)
    return check_playout(playout, positions=positions, refusals=refusals)


def check_scenario(case: ScenarioCase, *, positions: int = 4, refusals: int = 20, limit: int = LIMIT) -> Report:
    """The same, starting from a scenario."""
    with _at(case, "random play"):
        walk = case.walk(limit)
    return check_walk(walk, positions=positions, refusals=refusals)


def check_playout(playout: Playout, *, positions: int = 12, refusals: int = 100) -> Report:
    """The same for a game that has already been played, by any player."""
    report = check_walk(playout, positions=positions, refusals=refusals)
    for law in OF_WHOLE_GAMES:
        with _at(playout, law.__name__):
            law(playout)
    return report


def check_walk(walk: Walk, *, positions: int, refusals: int) -> Report:
    """The laws that hold wherever a game starts and no matter how it is played."""
    for position in walk.positions():
        for law in AFTER_EVERY_MOVE:
            with _at(position, law.__name__):
                law(position)
    sample = walk.sample(positions)
    for position in sample:
        for law in AT_SAMPLED_POSITIONS:
            with _at(position, law.__name__):
                law(position)
    for law_of_walks in AFTER_THE_END:
        with _at(walk, law_of_walks.__name__):
            law_of_walks(walk)
    return Report(1, len(walk.plies), _check_refusals(walk, sample, refusals))


def _check_refusals(walk: Walk, sample: list[Position], wanted: int) -> int:
    """Spread over the positions in which somebody can be refused."""
    refused = 0
    for left, position in zip(range(len(sample), 0, -1), sample, strict=True):
        with _at(position, other_moves_are_refused.__name__):
            refused += other_moves_are_refused(position, max(0, ceil((wanted - refused) / left)))
    if refused < wanted:
        raise AssertionError(f"{walk}: only {refused} of {wanted} illegal moves could be made up")
    return refused


@contextmanager
def _at(place: Case | ScenarioCase | Walk | Position, law: str) -> Iterator[None]:
    """Adds the law and the place to any error inside."""
    try:
        yield
    except AssertionError as broken:
        raise AssertionError(f"{law}: {place}: {broken}") from broken
    except Exception as error:
        error.add_note(f"while testing {law}: {place}")
        raise
