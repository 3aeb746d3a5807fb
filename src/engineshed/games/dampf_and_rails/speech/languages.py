"""The words and rules of Dampf & Rails in every language."""

from __future__ import annotations

from engineshed.core.languages import Texts
from engineshed.core.words import ENGLISH
from engineshed.games.dampf_and_rails.rules.board import GAME_ID

LANGUAGES = (ENGLISH, "de", "pl")

_TEXTS = Texts("engineshed.games.dampf_and_rails", GAME_ID, LANGUAGES)
words_in, rulebook_in = _TEXTS.words_in, _TEXTS.rulebook_in
