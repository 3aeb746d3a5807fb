"""Mistakes are answered in the guest's language: typed moves, map files, records, options and requests."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from engineshed.core.record import record_of
from engineshed.core.registry import find_game
from engineshed.core.table import Table
from tests.server.web import Doc, Visitor, web

GAME_ID = "steam-power"
MAP = """
id = "tiny"
game = "steam-power"
title = "Tiny"
players = [2, 3]
basis = "own"
terrain = '''
A . Q
. . B
'''
[cities]
A = "Aston"
B = "Bath"
"""


def asked(language: str, path: str, body: Any) -> Doc:
    """The answer to a bad request from a guest with this language; ``{table}`` is one of their tables."""
    with web() as client:
        guest = Visitor(client).create_me("Ada", language)
        answer = guest.ask("POST", path.format(table=guest.create_table(options={"start_player": "red"})), body)
        assert answer.status_code == 400, answer.text
        doc: Doc = answer.json()
        return doc


def new_table(**wishes: Any) -> tuple[str, Doc]:
    return "/api/tables", {"game": GAME_ID, "seats": [{"kind": "me"}, {"kind": "me"}], **wishes}


def record(**lies: Any) -> tuple[str, Doc]:
    table: Table[Any, Any, Any] = Table(find_game(GAME_ID), 2, seed="a seed")
    return "/api/records", {**msgspec.to_builtins(record_of(table)), **lies}


TROUBLES: dict[str, tuple[tuple[str, Doc], str, str, str]] = {
    "typed move": (
        ("/api/tables/{table}/check", {"seat": 0, "move": "mony"}),
        "no.move",
        "Es gibt keine Aktion „mony“; meinst du money?",
        "Nie ma ruchu „mony”; czy chodzi o money?",
    ),
    "typed way": (
        ("/api/tables/{table}/check", {"seat": 0, "move": "track A1 n-n"}),
        "read.way",
        "„n-n“ ist kein Weg; verbinde zwei verschiedene Kanten aus n, ne, se, s, sw, nw, zum Beispiel n-se",
        "„n-n” to nie droga; połącz dwie różne krawędzie spośród n, ne, se, s, sw, nw, na przykład n-se",
    ),
    "move as an object": (
        ("/api/tables/{table}/check", {"seat": 0, "move": {"type": "factory", "city": "Köln"}}),
        "read.misfit",
        "Das ist keine Aktion; $.city: hier gehört eine ganze Zahl hin, nicht ein Text in Anführungszeichen",
        "To nie jest ruch; $.city: oczekiwano: liczba całkowita, a jest: tekst w cudzysłowie",
    ),
    "map file": (
        new_table(map=MAP),
        "map.no-entry",
        (
            "Die Kartendatei, terrain, Reihe 1, Spalte C (Feld C1): Stadt Q hat keinen Namen; "
            'ergänze Q = "..." unter [cities]'
        ),
        'Plik mapy, terrain, rząd 1, kolumna C (pole C1): miasto Q nie ma nazwy; dodaj Q = "..." pod [cities]',
    ),
    "map file that is not TOML": (
        new_table(map=MAP + "[towns\n"),
        "file.not-toml",
        "Die Kartendatei, Zeile 14, Spalte 7: das ist kein TOML: eine [Überschrift] muss mit ihrer Klammer enden",
        "Plik mapy, wiersz 14, kolumna 7: to nie jest TOML: [nagłówek] powinien kończyć się nawiasem",
    ),
    "map": (
        new_table(map="steel-blet"),
        "no.map",
        "Es gibt keine Karte „steel-blet“; meinst du steel-belt?",
        "Nie ma mapy „steel-blet”; czy chodzi o steel-belt?",
    ),
    "option": (
        new_table(options={"take_money": 4}),
        "option.choices",
        "Die Option take_money kann nicht 4 sein; zur Wahl: 3, 5",
        "Opcja take_money nie może mieć wartości 4; do wyboru: 3, 5",
    ),
    "record": (
        record(seed="another"),
        "record.seed",
        "Der Startwert passt nicht zu der Prüfsumme, die am Anfang gezeigt wurde",
        "Ziarno nie pasuje do skrótu, który pokazano na początku",
    ),
    "field": (
        new_table(pace="slow"),
        "house.field-wrong",
        "Das Feld $.pace hat einen falschen Wert: hier gehört eine Zahl hin, nicht ein Text in Anführungszeichen",
        "Pole $.pace ma złą wartość: oczekiwano: liczba, a jest: tekst w cudzysłowie",
    ),
}


@pytest.mark.parametrize(("wish", "message", "german", "polish"), TROUBLES.values(), ids=TROUBLES)
def test_a_mistake_is_explained_in_the_guests_language(
    wish: tuple[str, Doc], message: str, german: str, polish: str
) -> None:
    for language, text in (("de", german), ("pl", polish)):
        problem = asked(language, *wish)
        assert (problem["message"]["id"], problem["text"]) == (message, text)


@pytest.mark.parametrize(
    ("language", "beginning"), [("de", "Aktion 1 („done“) wird nach R"), ("pl", "Ruch 1 („done”) jest niedozwolony, R")]
)
def test_the_problem_of_a_record_quotes_the_games_refusal_in_the_same_language(language: str, beginning: str) -> None:
    problem = asked(language, *record(moves=[[0, "done"]]))
    assert problem["text"].startswith(beginning)
    refusal = problem["message"]["params"]["problem"]
    said = find_game(GAME_ID).speech.words_in(language).templates.values()
    assert refusal.lower() in {template.lower() for template in said}
