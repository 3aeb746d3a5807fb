"""Records: they are read back as they were written, and every false statement in them is found."""

from __future__ import annotations

import json
from contextlib import suppress
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engineshed.core import record as record_module
from engineshed.core.errors import BadRecordError, Trouble
from engineshed.core.record import (
    FORMAT,
    Record,
    digest_of,
    open_record,
    parts_of,
    read_record,
    record_of,
    verify,
    write_record,
    written,
)
from engineshed.core.table import commitment
from tests.core.play import GAME, new_table, played


def whole() -> Record:
    return record_of(played(new_table()), ("Ada", "Bo", "Cy"))


def changed(record: Record, **fields: Any) -> Record:
    return msgspec.structs.replace(record, **fields)


def with_move(record: Record, number: int, seat: int, text: str) -> Record:
    moves = list(record.moves)
    moves[number] = (seat, text)
    return changed(record, moves=tuple(moves))


def test_a_record_is_read_back_as_it_was_written() -> None:
    record = whole()
    text = write_record(record)
    assert read_record(text) == record
    assert write_record(read_record(text)) == text
    assert text.count("\n") > len(record.moves), "one move per line, for diffs"


def test_a_finished_game_is_verified() -> None:
    record = whole()
    verdict = verify(record, GAME)
    assert (verdict.over, verdict.draws_proved) == (True, True)
    assert verdict.moves + verdict.draws == len(record.moves)


def test_an_unfinished_game_is_verified_as_far_as_it_goes() -> None:
    record = record_of(played(new_table(), plies=9))
    assert record.result is None
    assert not verify(record, GAME).over


def test_a_game_that_has_not_begun_can_be_written() -> None:
    table = new_table(2)
    assert len(record_of(table).moves) == 1
    empty = changed(record_of(table), moves=())
    assert read_record(write_record(empty)) == empty


def test_a_record_without_its_seed_keeps_its_digest_but_proves_no_draws() -> None:
    record = whole().without_seed()
    assert record.seed is None
    assert not verify(record, GAME).draws_proved
    assert '"seed": null' in write_record(record)


def test_opening_a_record_leads_to_the_same_states() -> None:
    table = played(new_table())
    opened = open_record(record_of(table), GAME)
    assert opened.states == table.states
    assert (opened.seed, opened.commitment, opened.name) == (table.seed, table.commitment, table.name)
    assert digest_of(opened) == digest_of(table)


def test_a_game_opened_in_the_middle_continues_as_it_did() -> None:
    table = played(new_table())
    for ply in range(table.ply + 1):
        opened = open_record(record_of(table), GAME, upto=ply)
        assert opened.state == table.states[ply]
    halfway = open_record(record_of(table), GAME, upto=table.ply // 2)
    halfway.let_nature_move()
    assert played(halfway).plies == table.plies


@pytest.mark.parametrize(("ply", "shown"), [(-1, "−1"), (10_000, "10000")])
def test_a_ply_that_does_not_exist_is_reported(ply: int, shown: str) -> None:
    with pytest.raises(Trouble, match=rf"but no ply {shown}"):
        open_record(whole(), GAME, upto=ply)


def test_the_digest_depends_on_game_options_moves_and_result() -> None:
    table = played(new_table())
    assert digest_of(table) == digest_of(played(new_table()))
    assert digest_of(table) != digest_of(played(new_table(seed="b")))
    assert digest_of(new_table(bumping=True)) != digest_of(new_table())


@given(st.integers(0, 2000))
@settings(deadline=None, derandomize=True, max_examples=60)
def test_a_truncated_file_is_reported(length: int) -> None:
    text = write_record(whole())
    cut = text[: min(length, len(text) - 2)]
    with pytest.raises(
        BadRecordError, match=r"game\.json is not a complete record: line \d+ is not valid JSON; it may have been cut"
    ):
        read_record(cut, "game.json")


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("[]", "it has no number 'format'"),
        ('"hello"', "it has no number 'format'"),
        ('{"format": "one"}', "it has no number 'format'"),
        ('{"format": 1}', "the key 'game' is missing"),
        ('{"format": 99}', f"has format 99; this version reads up to {FORMAT}"),
        ('{"format": 1, "x": 2}', "game.json"),
        ("[" * 100_000, "nested too deeply"),
        ('{"format": ' + "1" * 5000 + "}", "a number or a character that cannot be read"),
        ('{"format": 1, "game": "\\ud800"}', "a number or a character that cannot be read"),
    ],
)
def test_a_text_that_is_not_a_record_is_refused(text: str, sentence: str) -> None:
    with pytest.raises(BadRecordError, match=sentence):
        read_record(text, "game.json")


@pytest.mark.parametrize("field", ["game", "version", "seats", "options", "moves", "digest", "commitment"])
def test_a_missing_field_is_named(field: str) -> None:
    doc = json.loads(write_record(whole()))
    del doc[field]
    with pytest.raises(BadRecordError, match=field):
        read_record(json.dumps(doc))


def test_an_unknown_field_is_named() -> None:
    doc = json.loads(write_record(whole()))
    with pytest.raises(BadRecordError, match="cheat"):
        read_record(json.dumps({**doc, "cheat": True}))


@pytest.mark.parametrize(
    ("seat", "text", "sentence"),
    [
        (1, "roll", r"move 2 \('roll'\) is refused by H1: It is not Blue's turn"),
        (0, "advance", r"move 2 \('advance'\) is refused by H3: That cannot be done now"),
        (0, "pick 9", r"move 2 \('pick 9'\) is refused by H4: There is no 9 in the hand"),
        (0, "rol", r"move 2 \('rol'\): there is no move 'rol'; did you mean roll"),
        (0, "x" * 501, "at most 500 printable characters"),
        (77, "roll", "refused by H1"),
    ],
)
def test_a_tampered_move_is_named(seat: int, text: str, sentence: str) -> None:
    with pytest.raises(BadRecordError, match=sentence):
        verify(with_move(whole(), 1, seat, text), GAME)


def test_a_tampered_draw_is_named_with_what_the_seed_draws() -> None:
    record = whole()
    number, (seat, text) = next((n, move) for n, move in enumerate(record.moves) if move[1].startswith("die"))
    lie = "die 1" if text != "die 1" else "die 2"
    head = changed(with_move(record, number, seat, lie), result=None)
    shortened = changed(head, moves=head.moves[: number + 1])
    with pytest.raises(BadRecordError, match=rf"move {number + 1} is '{lie}', but the seed draws '{text}'"):
        verify(shortened, GAME)


def test_an_added_legal_move_does_not_match_the_digest() -> None:
    record = record_of(played(new_table(), plies=3))
    number = len(record.moves)
    longer = changed(record, moves=(*record.moves, (1, "roll")))
    assert open_record(longer, GAME).ply == number + 1
    with pytest.raises(BadRecordError, match="the digest does not match"):
        verify(longer, GAME)


def test_missing_moves_at_the_end_are_noticed() -> None:
    record = whole()
    with pytest.raises(BadRecordError, match="the result in the record is not what the moves lead to"):
        verify(changed(record, moves=record.moves[:-1]), GAME)


def test_a_tampered_result_is_reported() -> None:
    record = whole()
    assert record.result is not None
    lie = {**record.result, "ranks": [1, 1, 1]}
    with pytest.raises(BadRecordError, match="the result in the record is not what the moves lead to"):
        verify(changed(record, result=lie), GAME)


def test_a_tampered_seed_is_reported() -> None:
    with pytest.raises(BadRecordError, match="the seed does not match the hash shown at the start"):
        verify(changed(whole(), seed="another"), GAME)


def test_a_wrong_commitment_is_reported() -> None:
    with pytest.raises(BadRecordError, match="the seed does not match the hash"):
        verify(changed(whole(), commitment="0" * 64), GAME)


def test_another_seed_with_a_matching_commitment_gives_other_draws() -> None:
    forged = changed(whole(), seed="another", commitment=commitment("another", "friday"))
    with pytest.raises(BadRecordError, match="but the seed draws"):
        verify(forged, GAME)


def test_a_tampered_digest_is_reported() -> None:
    with pytest.raises(BadRecordError, match="the digest does not match"):
        verify(changed(whole(), digest="0" * 64), GAME)


def test_moves_spelled_differently_are_the_same_game() -> None:
    """Somebody may have typed the record by hand, so its moves are read as moves and not compared as text."""
    record = whole()
    assert verify(with_move(record, 1, *_shouted(record.moves[1])), GAME) == verify(record, GAME)


def _shouted(move: tuple[int, str]) -> tuple[int, str]:
    return move[0], move[1].upper()


@pytest.mark.parametrize(
    ("fields", "sentence"),
    [
        ({"seats": 9}, "the record's table cannot be set up: Handcar Race is for 2 to 4 players, not for 9"),
        ({"options": {"die": 5}}, "the record's table cannot be set up: option die cannot be 5; choose from 4, 6"),
        ({"options": {"dye": 4}}, "did you mean die"),
        ({"options": {"map": "brnch"}}, "did you mean branch"),
        ({"game": "other"}, "this is a record of other, not of handcar-race"),
        ({"version": 2}, "the digest does not match"),
    ],
)
def test_a_record_of_another_table_is_refused(fields: dict[str, Any], sentence: str) -> None:
    with pytest.raises(BadRecordError, match=sentence):
        verify(changed(whole(), **fields), GAME)


def test_an_older_format_is_migrated_step_by_step(monkeypatch: pytest.MonkeyPatch) -> None:
    """An invented history: format -1 called the moves "log", format 0 kept them as one text."""

    def from_minus_one(doc: dict[str, Any]) -> dict[str, Any]:
        log = doc.pop("log")
        return {**doc, "format": 0, "moves": log}

    def from_zero(doc: dict[str, Any]) -> dict[str, Any]:
        moves = [line.split(" ", 1) for line in doc["moves"].split("\n")]
        return {**doc, "format": 1, "moves": [[int(seat), text] for seat, text in moves]}

    monkeypatch.setattr(record_module, "MIGRATIONS", {-1: from_minus_one, 0: from_zero})
    record = whole()
    old = json.loads(write_record(record))
    lines = "\n".join(f"{seat} {text}" for seat, text in old.pop("moves"))
    assert read_record(json.dumps({**old, "format": 0, "moves": lines})) == record
    assert read_record(json.dumps({**old, "format": -1, "log": lines})) == record
    with pytest.raises(BadRecordError, match="has format −2"):
        read_record(json.dumps({**old, "format": -2}))


@given(st.data())
@settings(deadline=None, derandomize=True, max_examples=150)
def test_a_damaged_record_never_fails_without_a_sentence(data: st.DataObject) -> None:
    """Whatever characters change, the record is refused with a sentence, or nothing that matters has changed."""
    text = write_record(whole())
    place = data.draw(st.integers(0, len(text) - 1))
    damaged = text[:place] + data.draw(st.text(max_size=3)) + text[place + 1 :]
    with suppress(Trouble):
        assert verify(read_record(damaged), GAME) == verify(whole(), GAME)


def test_notes_about_players_are_written_proved_and_cannot_be_changed() -> None:
    plain = whole()
    fields = ("seats", "options", "table", "players", "commitment", "moves", "seed", "result")
    notes = ((0, 1, "away random"), (len(plain.moves), 1, "back"))
    told = written(game=GAME, parts=parts_of(plain), notes=notes, **{name: getattr(plain, name) for name in fields})
    assert read_record(write_record(told)) == told
    assert (told.format, verify(told, GAME).notes, verify(plain, GAME).notes) == (FORMAT, 2, 0)
    for false, problem in (
        (notes[1:], "note 1 about the players"),
        ((*notes, (0, 0, "pause")), "note 3 about the players"),
        (((0, 1, "away greedy"), notes[1]), "digest does not match"),
    ):
        with pytest.raises(BadRecordError, match=problem):
            verify(changed(told, notes=false), GAME)
    with pytest.raises(BadRecordError, match="note 1 about the players"):
        verify(changed(told, format=2), GAME)
