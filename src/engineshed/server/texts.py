"""Checks names and chat lines that people type: normalised, without deceptive characters, within limits."""

from __future__ import annotations

import re
import unicodedata
from typing import Literal

from engineshed.server.refusals import ServiceError

LONGEST_NAME = 32
LONGEST_TITLE = 60
LONGEST_CHAT = 500
MOST_MARKS = 3
"""The most marks on one letter; more are only used to write over other lines."""
LONGEST_REPORT = 1000
LONGEST_NOTE = 200
LONGEST_LABEL = 40

FORBIDDEN = ("Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp")
"""Control, format (direction overrides among them), surrogates, private, unassigned, line separators."""

VISIBLE = ("L", "N", "P", "S")
"""Letters, numbers, punctuation and symbols; marks and joiners alone would make an invisible name."""

WITHOUT_MARKS = str.maketrans({"ł": "l", "ø": "o", "đ": "d", "ı": "i"})
"""Letters that look like another letter with a mark, but that Unicode does not decompose."""

DRAWN_ALIKE = str.maketrans(
    "АВЕЅІЈКМНОРСТУХаеѕіјорсухԁԛԝΑΒΕΖΗΙΚΜΝΟΡΤΥΧορνικ0OIl1|",
    "ABESIJKMHOPCTYXaesijopcyxdqwABEZHIKMNOPTYXopvikooiiii",
)
"""Letters of other alphabets, digits and signs that look like Latin letters, and Latin letters that look alike."""

JOINER = "\u200d"
"""A format character, but one that emoji need."""
SELECTORS = "\ufe0e\ufe0f"
"""Choose whether a symbol is drawn as text or as a picture; invisible themselves."""

INVISIBLE = re.compile(
    "[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u2800\u3164\ufe00-\ufe0d\uffa0\U000e0100-\U000e01ef]"
)
"""Letters, marks and symbols that show nothing, although their categories do not say so."""

SEPARATE = frozenset({"LATIN", "GREEK", "CYRILLIC", "ARMENIAN", "CHEROKEE", "COPTIC", "GEORGIAN", "LISU", "DESERET"})
"""Scripts with lookalike letters: nobody mixes them within a word except to deceive."""


def clean(text: str, field: str, longest: int, form: Literal["NFC", "NFKC"] = "NFKC") -> str:
    """One line of text in normal form; raises ``ServiceError`` naming the field."""
    if len(text) > 4 * longest:  # before doing anything costly with it
        raise _too_long(text, field, longest)
    text = unicodedata.normalize(form, text).strip()
    if not any(_is_visible(character) for character in text):
        raise ServiceError("bad-request", "text-empty", field=f"@field.{field}")
    if len(text) > longest:
        raise _too_long(text, field, longest)
    _check_characters(text, field)
    return text


def searchable(text: str) -> list[str]:
    """The words of a name as they are searched for: without case, accents and punctuation, each once."""
    apart = unicodedata.normalize("NFKD", text.casefold())
    plain = "".join(character for character in apart if not unicodedata.combining(character))
    return list(dict.fromkeys(re.findall(r"\w+", plain.translate(WITHOUT_MARKS))))


def looks(name: str) -> str:
    """What a name looks like at a glance: two names that look the same could be taken for each other.

    Case, accents, spaces and signs are easily overlooked, and some letters and digits are drawn alike.
    """
    apart = unicodedata.normalize("NFKD", name).translate(DRAWN_ALIKE).casefold().translate(WITHOUT_MARKS)
    return re.sub(r"[\W_]+", "", apart.translate(DRAWN_ALIKE)).replace("rn", "m").replace("vv", "w") or name


def clean_name(text: str) -> str:
    return _distinct(clean(text, "name", LONGEST_NAME), "name")


def clean_title(text: str) -> str:
    return _distinct(clean(text, "title", LONGEST_TITLE), "title")


def clean_chat(text: str) -> str:
    """Chat lines are never compared, so fractions and superscripts stay as they were typed."""
    return clean(text, "chat", LONGEST_CHAT, "NFC")


def clean_report(text: str) -> str:
    """A report as one line, although people write paragraphs."""
    return clean(" ".join(text.split()), "report", LONGEST_REPORT)


def clean_note(text: str) -> str:
    return clean(text, "note", LONGEST_NOTE)


def clean_label(text: str) -> str:
    """What a guest calls something of their own, which may have no name."""
    return clean(text, "label", LONGEST_LABEL) if text.strip() else ""


def _distinct(label: str, field: str) -> str:
    """People recognise somebody or something by a label, so two different labels must not look the same."""
    label = re.sub(r" {2,}", " ", label)
    for word in re.split(r"[\W\d_]+", label):
        scripts = {_script(letter) for letter in word} & SEPARATE
        if len(scripts) > 1:
            raise ServiceError("bad-request", "text-scripts", field=f"@field.{field}", word=word)
    return label


def _script(letter: str) -> str:
    """A letter's script, which its Unicode name begins with: CYRILLIC SMALL LETTER A."""
    return unicodedata.name(letter, "").partition(" ")[0]


def _is_visible(character: str) -> bool:
    return unicodedata.category(character)[0] in VISIBLE and not INVISIBLE.match(character)


def _check_characters(text: str, field: str) -> None:
    marks, before = 0, ""
    for number, character in enumerate(text, 1):
        category = unicodedata.category(character)
        marks = marks + 1 if category == "Mn" and character not in SELECTORS else 0
        dangling = character == JOINER and number == len(text)
        if _is_deceptive(character, category, before) or dangling or marks > MOST_MARKS:
            raise ServiceError("bad-request", "text-character", field=f"@field.{field}", code=f"U+{ord(character):04X}")
        before = character


def _is_deceptive(character: str, category: str, before: str) -> bool:
    if character == JOINER or character in SELECTORS:
        return not _belongs_to_emoji(before)
    return category in FORBIDDEN or INVISIBLE.match(character) is not None


def _belongs_to_emoji(character: str) -> bool:
    """Emoji, skin tones, and characters that choose how they are drawn; digits and signs become keycaps."""
    return character != "" and (
        unicodedata.category(character) in ("So", "Sk") or character in SELECTORS or character in "0123456789#*"
    )


def _too_long(text: str, field: str, longest: int) -> ServiceError:
    return ServiceError("bad-request", "text-long", field=f"@field.{field}", most=longest, length=len(text))
