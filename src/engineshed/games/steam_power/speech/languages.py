"""Steam Power's words and rules in every language."""

from __future__ import annotations

from engineshed.core.languages import Texts
from engineshed.core.words import ENGLISH
from engineshed.games.steam_power.rules.board import GAME_ID

LANGUAGES = (ENGLISH, "de", "pl")

_TEXTS = Texts("engineshed.games.steam_power", GAME_ID, LANGUAGES)
words_in, rulebook_in = _TEXTS.words_in, _TEXTS.rulebook_in
