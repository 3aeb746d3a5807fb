"""Messages become sentences."""

from __future__ import annotations

import msgspec
import pytest

from engineshed.core.contract import Fact
from engineshed.core.words import Message, Words

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


def test_what_a_player_wrote_is_never_a_template(words: Words) -> None:
    """A name with braces stays a name."""
    message = Message("fact.sold", {"who": "{sum}", "count": 1, "good": "{0}", "sum": 3})
    assert words.say(message) == "{sum} sells 1 {0} for 3"


def test_a_missing_id_or_parameter_is_an_error_of_ours(words: Words) -> None:
    with pytest.raises(KeyError):
        words.say(Message("fact.lost"))
    with pytest.raises(KeyError):
        words.say(Message("fact.sold", {"who": "red"}))
    with pytest.raises(KeyError):
        words.say(Message("fact.sold", {"who": "@good.white", "count": 1, "good": "x", "sum": 1}))


def test_messages_have_parameters_of_their_own() -> None:
    assert Message("plain").params is not Message("plain").params


def test_a_fact_is_a_message_for_some_or_all() -> None:
    fact = Fact("plain", to=(2,))
    assert msgspec.json.decode(msgspec.json.encode(fact), type=Fact) == fact
    assert Fact("plain").to is None
