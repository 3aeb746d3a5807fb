"""Messages become sentences."""

from __future__ import annotations

import msgspec
import pytest

from engineshed.core.contract import Fact
from engineshed.core.errors import UnknownNameError
from engineshed.core.words import PLURALS, Message, Param, Thing, Words, check_catalogues, known_language

TEXT = """
plain = "nothing happened"
[good]
black = "coal"
[fact]
sold = "{who} sells {count} {good} for {sum}"
deep.down = "far below"
"""


@pytest.fixture
def words() -> Words:
    return Words.parse("en", TEXT)


def test_tables_become_dotted_ids(words: Words) -> None:
    assert words.language == "en"
    assert list(words.templates) == ["plain", "good.black", "fact.sold", "fact.deep.down"]
    assert words.word("fact.deep.down") == "far below"


def test_a_sentence_is_filled_and_begins_with_a_capital(words: Words) -> None:
    message = Message("fact.sold", {"who": "red", "count": 2, "good": "@good.black", "sum": "$5"})
    assert words.say(message) == "Red sells 2 coal for $5"
    assert words.say(Message("plain")) == "Nothing happened"


def test_text_from_a_player_is_never_used_as_a_template(words: Words) -> None:
    """A name may contain braces."""
    message = Message("fact.sold", {"who": "{sum}", "count": 1, "good": "{0}", "sum": 3})
    assert words.say(message) == "{sum} sells 1 {0} for 3"


def test_a_missing_id_or_parameter_is_a_bug(words: Words) -> None:
    with pytest.raises(KeyError):
        words.say(Message("fact.lost"))
    with pytest.raises(KeyError):
        words.say(Message("fact.sold", {"who": "red"}))


def test_text_from_a_player_may_look_like_the_id_of_a_word(words: Words) -> None:
    message = Message("fact.sold", {"who": "@good.white", "count": 1, "good": "@", "sum": 1})
    assert words.say(message) == "@good.white sells 1 @ for 1"


def test_messages_do_not_share_their_parameters() -> None:
    assert Message("plain").params is not Message("plain").params


def test_a_fact_is_for_some_seats_or_for_all() -> None:
    fact = Fact("plain", to=(2,))
    assert msgspec.json.decode(msgspec.json.encode(fact), type=Fact) == fact
    assert Fact("plain").to is None


# -- numbers and forms ----------------------------------------------------------------------------------------------

FORMS = {
    "en": "{goods} {goods:good|goods}",
    "de": "{goods} {goods:Ressource|Ressourcen}",
    "pl": "{goods} {goods:zasób|zasoby|zasobów}",
}


@pytest.mark.parametrize(
    ("language", "goods", "said"),
    [
        ("en", 0, "0 goods"),
        ("en", 1, "1 good"),
        ("en", 2, "2 goods"),
        ("en", 21, "21 goods"),
        ("en", -1, "−1 good"),
        ("de", 0, "0 Ressourcen"),
        ("de", 1, "1 Ressource"),
        ("de", 12, "12 Ressourcen"),
        ("pl", 0, "0 zasobów"),
        ("pl", 1, "1 zasób"),
        ("pl", 2, "2 zasoby"),
        ("pl", 4, "4 zasoby"),
        ("pl", 5, "5 zasobów"),
        ("pl", 11, "11 zasobów"),
        ("pl", 12, "12 zasobów"),
        ("pl", 14, "14 zasobów"),
        ("pl", 21, "21 zasobów"),
        ("pl", 22, "22 zasoby"),
        ("pl", 112, "112 zasobów"),
        ("pl", 124, "124 zasoby"),
        ("pl", -2, "−2 zasoby"),
    ],
)
def test_a_number_picks_its_plural_form(language: str, goods: int, said: str) -> None:
    words = Words(language, {"left": FORMS[language]})
    assert words.say(Message("left", {"goods": goods})) == said


def test_plural_forms_may_have_several_words_and_leave_out_the_number() -> None:
    words = Words("en", {"solo": "{turns:one turn was|all turns were} played"})
    assert words.say(Message("solo", {"turns": 1})) == "One turn was played"
    assert words.say(Message("solo", {"turns": 8})) == "All turns were played"


def test_asking_a_text_for_a_plural_form_is_a_bug() -> None:
    with pytest.raises(ValueError, match="is no case"):
        Words("en", {"left": FORMS["en"]}).say(Message("left", {"goods": "many"}))


# -- names and cases ------------------------------------------------------------------------------------------------

RED = {"good.red": "czerwony", "good.red:gen": "czerwonego", "good.grey": "szary", "good.grey:gen": "szarego"}


@pytest.mark.parametrize(
    ("template", "good", "said"),
    [
        ("brak: {good}", "@good.red", "Brak: czerwony"),
        ("nie ma {good:gen}", "@good.red", "Nie ma czerwonego"),
        ("nie ma {good:gen}", Thing("good", "grey", "@good.grey"), "Nie ma szarego"),
        (
            "nie ma {good:gen}",
            (Thing("good", 0, "@good.red"), Thing("good", 1, "@good.grey")),
            "Nie ma czerwonego, szarego",
        ),
        ("dla {good:dat}", "@good.red", "Dla czerwony"),
        ("nie ma {good:gen}", "Albany", "Nie ma Albany"),
        ("nie ma {good:gen}", "@nothing", "Nie ma @nothing"),
    ],
)
def test_a_placeholder_can_ask_for_a_word_in_a_case(template: str, good: Param, said: str) -> None:
    assert Words("pl", {**RED, "x": template}).say(Message("x", {"good": good})) == said


@pytest.mark.parametrize(
    ("forms", "faults"),
    [
        ({}, []),
        ({"good.red:gen": "czerwonego", "good.grey:gen": "szarego"}, []),
        ({"good.red:gen": "czerwonego"}, ["pl: good.grey:gen is missing, though its neighbours have it"]),
        ({"good.blue:gen": "niebieskiego"}, ["pl: good.blue:gen is the form of no word in no known case"]),
        ({"good.red:abl": "czerwonego"}, ["pl: good.red:abl is the form of no word in no known case"]),
    ],
)
def test_all_words_of_a_family_have_the_same_cases(forms: dict[str, str], faults: list[str]) -> None:
    english = Words("en", {"good.red": "red", "good.grey": "grey", "x": "no {good}"})
    polish = {"good.red": "czerwony", "good.grey": "szary", "x": "nie ma {good:gen}", **forms}
    assert check_catalogues(english, Words("pl", polish)) == faults


# -- languages ------------------------------------------------------------------------------------------------------


def test_a_language_without_plural_rules_is_refused() -> None:
    with pytest.raises(UnknownNameError, match="there is no language 'tlh'; choose from en, de, pl"):
        Words.parse("tlh", TEXT)


def test_a_language_must_be_one_of_the_known_ones() -> None:
    assert known_language("de", PLURALS) == "de"
    with pytest.raises(UnknownNameError, match="there is no language 'de'; choose from en"):
        known_language("de", ["en"])


# -- checking a catalogue -------------------------------------------------------------------------------------------


def test_a_code_is_said_with_the_place_near_it_unless_the_list_says_it_already() -> None:
    words = Words("en", {"thing.near": "{name} (near {place})", "at": "at {post}", "way": "{posts:–}"})
    hals, k4, k5, l5 = (
        Thing("post", 0, "Hals"),
        *(
            Thing("post", number, name, near)
            for number, name, near in ((1, "K4", "Hals"), (2, "K5", "Ribe"), (3, "L5", "Ribe"))
        ),
    )
    assert words.say(Message("at", {"post": k4})) == "At K4 (near Hals)"
    assert words.say(Message("way", {"posts": (hals, k4)})) == "Hals–K4"
    assert words.say(Message("way", {"posts": (k4, k5, l5)})) == "K4 (near Hals)–K5–L5 (near Ribe)"


def test_a_complete_translation_has_no_faults() -> None:
    english, polish = Words("en", {"left": FORMS["en"]}), Words("pl", {"left": FORMS["pl"]})
    assert check_catalogues(english, polish) == []
    assert check_catalogues(english, english) == []


@pytest.mark.parametrize(
    ("templates", "faults"),
    [
        ({}, ["pl: left is missing"]),
        ({"left": FORMS["pl"], "lost": "x"}, ["pl: lost is unknown in 'en'"]),
        ({"left": "{towary}"}, ["pl: left: the placeholders are towary instead of goods"]),
        ({"left": "{goods:zasób|zasoby}"}, ["pl: left: 'zasób|zasoby' are 2 forms for goods; there should be 3"]),
        ({"left": "{goods:zasoby}"}, ["pl: left: 'zasoby' are 1 forms for goods; there should be 3"]),
    ],
)
def test_every_fault_of_a_translation_is_reported(templates: dict[str, str], faults: list[str]) -> None:
    assert check_catalogues(Words("en", {"left": FORMS["en"]}), Words("pl", templates)) == faults
