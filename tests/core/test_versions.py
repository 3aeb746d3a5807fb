"""Versions of a game: positions carried over in words, and records in parts."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import msgspec
import pytest

from engineshed.core.contract import AnyGame
from engineshed.core.earlier import Doc, Earlier
from engineshed.core.errors import BadRecordError, Trouble
from engineshed.core.record import (
    IN_PARTS,
    Record,
    open_part,
    open_record,
    parts_of,
    read_record,
    record_of,
    verify,
    write_record,
)
from engineshed.core.registry import find_game, game_ids
from engineshed.core.table import Before, Part, Table
from engineshed.core.versions import carried, game_of, reloaded
from tests.core.play import GAME, new_table, played
from tests.core.toy import HandcarRace, State
from tests.core.toy import game_of as made_of

NEXT = replace(GAME, version=2)
KEEPING = replace(NEXT, earlier=Earlier(kept={1: lambda: GAME}))


# -- positions ------------------------------------------------------------------------------------------------------


def test_a_game_knows_its_own_version_and_those_that_it_keeps() -> None:
    assert game_of(NEXT, 2) is NEXT
    assert game_of(NEXT, 1) is None
    assert game_of(KEEPING, 1) is GAME
    assert game_of(KEEPING, 3) is None


def test_descriptions_of_earlier_versions_are_reworded_and_those_of_this_one_are_not() -> None:
    def reword(doc: Doc, version: int) -> Doc:
        assert version == 1
        return {**doc, "round": 7}

    game = replace(NEXT, earlier=Earlier(reword=reword))
    state = played(new_table(), 9).state
    words = GAME.speech.describe(state)
    assert carried(game, words, 2) == state
    assert carried(game, words, 1) == msgspec.structs.replace(state, round=7)


def test_a_position_that_could_not_arise_now_is_carried_over_if_it_can_be_played_on() -> None:
    class Stricter(HandcarRace):
        def arrange(self, doc: Mapping[str, Any]) -> State:
            known = dict(doc)
            if not known.pop("by_hand", False):
                raise Trouble("position.faulty", faults="nobody rides like that any more")
            return super().arrange(known)

    state = played(new_table(), 9).state
    assert carried(made_of(Stricter(), version=2), GAME.speech.describe(state), 1) == state
    with pytest.raises(Trouble, match="nobody rides like that"):
        carried(made_of(Stricter(), version=2), {"cars": []}, 1)


def test_bytes_of_another_version_are_only_believed_if_the_referee_finds_no_fault() -> None:
    state = played(new_table(), 9).state
    odd = GAME.rules.dump(msgspec.structs.replace(state, deck=()))
    assert reloaded(NEXT, GAME.rules.dump(state), 1) == state
    assert reloaded(GAME, odd, 1).deck == ()
    with pytest.raises(Trouble, match="the cards are"):
        reloaded(NEXT, odd, 1)
    recoding = replace(NEXT, earlier=Earlier(recode=lambda data, version: data[version:]))
    assert reloaded(recoding, b"x" + GAME.rules.dump(state), 1) == state


# -- records --------------------------------------------------------------------------------------------------------


def gone_on(first: AnyGame = GAME, then: AnyGame = NEXT, plies: int = 12) -> Table[Any, Any, Any]:
    """A game that was begun under one version and played to its end under the next."""
    begun = played(new_table(), plies)
    moves = tuple((int(ply.seat), ply.text) for ply in begun.plies)
    before = Before((Part(first.version, len(moves)),), moves)
    start = json.loads(json.dumps(first.speech.describe(begun.state)))
    return played(Table(then, 3, seed="a", name="friday", start=start, before=before))


def test_a_record_in_one_part_is_written_as_ever() -> None:
    text = write_record(record_of(played(new_table())))
    doc = json.loads(text)
    assert (doc["format"], "parts" in doc, "notes" in doc) == (1, False, False)
    plain = [name for name in Record.__struct_fields__ if name not in ("moves", "parts", "notes")]
    assert list(doc) == [*plain, "moves"]
    assert "parts" not in json.loads(msgspec.json.encode(record_of(played(new_table()))))


def test_nature_draws_as_if_there_had_been_no_change() -> None:
    whole = played(new_table())
    assert [ply.text for ply in gone_on(then=NEXT).plies if ply.seat < 0][:2] == [
        ply.text for ply in whole.plies[gone_on().before.parts[0].moves :] if ply.seat < 0
    ][:2]


def test_a_record_in_parts_says_so_and_reads_as_it_was_written() -> None:
    table = gone_on()
    record = record_of(table)
    assert (record.format, record.version) == (IN_PARTS, 2)
    assert [part.version for part in parts_of(record)] == [1, 2]
    assert read_record(write_record(record)) == record


def test_each_part_is_proved_by_its_own_rules() -> None:
    record = record_of(gone_on())
    verdict = verify(record, KEEPING)
    assert (verdict.whole, verdict.over, verdict.draws_proved) == (True, True, True)
    last = parts_of(record)[0].moves
    here = verify(record, NEXT)
    assert not here.whole
    assert [(part.version, part.first, part.last, part.replayed) for part in here.parts] == [
        (1, 1, last, False),
        (2, last + 1, len(record.moves), True),
    ]


def test_a_record_of_rules_that_are_gone_is_neither_proved_nor_false() -> None:
    record = record_of(played(new_table()))
    verdict = verify(record, NEXT)
    assert (verdict.whole, verdict.over, verdict.moves) == (False, True, verify(record, GAME).moves)
    with pytest.raises(BadRecordError, match="the digest does not match"):
        verify(msgspec.structs.replace(record, moves=record.moves[:-1]), NEXT)
    with pytest.raises(BadRecordError, match="the seed does not match"):
        verify(msgspec.structs.replace(record, seed="b"), NEXT)
    with pytest.raises(BadRecordError, match="recorded with version 1 of Handcar Race; this is version 2"):
        open_record(record, NEXT)


def test_a_position_is_opened_in_its_part() -> None:
    table = gone_on()
    record = record_of(table)
    first = parts_of(record)[0].moves
    assert open_record(record, KEEPING, upto=first - 1).game is GAME
    at_the_change = open_record(record, KEEPING, upto=first)
    assert (at_the_change.game, at_the_change.plies) == (KEEPING, [])
    assert open_record(record, NEXT).states == table.states
    assert open_part(record, NEXT, 0) is None
    with pytest.raises(BadRecordError, match="recorded with version 1"):
        open_record(record, NEXT, upto=first - 1)


def test_a_game_opened_in_its_last_part_goes_on_and_keeps_what_was_before() -> None:
    record = record_of(gone_on())
    first = parts_of(record)[0].moves
    halfway = open_record(record, NEXT, upto=first + 4)
    halfway.let_nature_move()
    assert record_of(played(halfway)).moves == record.moves
    assert record_of(halfway).parts == record.parts


LIES: dict[str, tuple[dict[str, Any], str]] = {
    "another start": ({"places": [1, 1, 1]}, "does not begin where the part before it ends"),
    "a secret start": ({"start": "?"}, "is left out, because it was secret"),
    "no start": ({"start": None}, "the parts of the record do not fit its moves"),
    "too many moves": ({"moves": 1}, "the parts of the record do not fit its moves"),
    "another version": ({"version": 1}, "the parts of the record do not fit its moves"),
    "a start of another table": ({"hands": [[], []], "places": [0, 0]}, "of a table with other players"),
    "a start with other options": ({"options": {"die": 4}}, "of a table with other players, options or another map"),
    "a start that is none": ({"start": {"cars": 3}}, "the record's table cannot be set up"),
}


@pytest.mark.parametrize(("lie", "sentence"), LIES.values(), ids=LIES)
def test_a_false_part_is_found(lie: dict[str, Any], sentence: str) -> None:
    record = record_of(gone_on())
    first, second = parts_of(record)
    assert isinstance(second.start, dict)
    if "places" in lie or "options" in lie:
        second = msgspec.structs.replace(second, start={**second.start, **lie})
    elif "moves" in lie:
        second = msgspec.structs.replace(second, moves=second.moves + lie["moves"])
    else:
        second = msgspec.structs.replace(second, **lie)
    with pytest.raises(BadRecordError, match=sentence):
        verify(msgspec.structs.replace(record, parts=(first, second)), KEEPING)


@pytest.mark.parametrize("fields", [{"format": 1}, {"parts": ()}], ids=["format 1", "no parts"])
def test_parts_belong_to_their_format(fields: dict[str, Any]) -> None:
    with pytest.raises(BadRecordError, match="the parts of the record do not fit its moves"):
        verify(msgspec.structs.replace(record_of(gone_on()), **fields), KEEPING)


def test_the_digest_depends_on_the_parts() -> None:
    record = record_of(gone_on())
    first, second = parts_of(record)
    with pytest.raises(BadRecordError, match="the digest does not match"):
        verify(msgspec.structs.replace(record, parts=(msgspec.structs.replace(first, version=0), second)), NEXT)


@pytest.mark.parametrize("game_id", game_ids())
def test_positions_of_every_game_begin_a_table_of_its_seats_and_options_only(game_id: str) -> None:
    game = find_game(game_id)
    few, many = game.seats[0], game.seats[-1]
    table: Table[Any, Any, Any] = Table(game, few, seed="a")
    start = json.loads(msgspec.json.encode(game.speech.describe(table.state)))
    again: Table[Any, Any, Any] = Table(game, few, seed=None, start=start)
    assert again.state == table.state
    with pytest.raises(Trouble, match="of a table with other players"):
        Table(game, many, seed=None, start=start)
    for name in game.boards.maps()[1:]:
        with pytest.raises(Trouble, match="another map"):
            Table(game, few, game.boards.map_option(name), seed=None, start=start)
