"""The words of the house, in every language that a game can have."""

from __future__ import annotations

import pytest

from engineshed.core.errors import UnknownNameError
from engineshed.core.house import house_words
from engineshed.core.words import ENGLISH, PLURALS, check_catalogues


@pytest.mark.parametrize("language", list(PLURALS))
def test_the_words_of_the_house_exist_in_every_language(language: str) -> None:
    assert house_words(language).language == language
    assert check_catalogues(house_words(ENGLISH), house_words(language)) == []


def test_a_language_without_a_catalogue_is_refused() -> None:
    with pytest.raises(UnknownNameError, match="there is no language 'xx'"):
        house_words("xx")
