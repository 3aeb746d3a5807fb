"""What the owner of a box can correct: files with what the rulebook shows only in pictures, or not at all.

Corrected texts of files (``Texts``, by their names) become options of a table. A map's text is the option ``map``; the
text of any other file is part of the option ``data``, unless the game has its own options for what is in the file. So a
record contains everything it was played with, and nothing else is needed to replay it.

What is printed is certain, and a text that contradicts it is refused. Anything else that looks odd is a *doubt*: a
trouble that is reported and not raised.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Annotated, Any

import msgspec

from engineshed.core.datafile import packaged_text, parse_toml
from engineshed.core.errors import BadFileError, Trouble, UnknownNameError

Texts = Mapping[str, str]
"""Files by their names below the game's ``data/``: ``orders.toml``, ``maps/ruhr.toml``."""

LARGEST_FILE = 40_000
"""Characters; about twice the largest file that comes with a game."""
MOST_FILES = 16


class CorrectedFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    file: str
    """Its name, as in ``Texts``."""
    text: Annotated[str, msgspec.Meta(max_length=LARGEST_FILE)]


Data = Annotated[tuple[CorrectedFile, ...], msgspec.Meta(max_length=MOST_FILES)]
"""The option ``data``: the corrected files that a table is played with."""


Judge = Callable[[str, Texts], Iterable[Trouble]]
"""Reads one of the files, given all of them: raises a trouble if it is wrong, and returns the doubts."""
Settings = Callable[[Texts], Mapping[str, Any]]
"""For files whose contents are options of the game: these options, as the files set them."""

MAPS, ENDING = "maps/", ".toml"


def no_doubts(_name: str, _texts: Texts) -> Iterable[Trouble]:
    return ()


def no_settings(_texts: Texts) -> Mapping[str, Any]:
    return {}


class Corrections:
    """The files of one game that can be corrected."""

    def __init__(
        self,
        package: str = "",
        names: Sequence[str] = (),
        judge: Judge = no_doubts,
        *,
        as_options: Sequence[str] = (),
        settings: Settings = no_settings,
    ) -> None:
        """``as_options``: the files that ``settings`` turns into options, and that are not part of ``data``."""
        self.package, self.names, self._judge = package, tuple(names), judge
        self._as_options, self._settings = as_options, settings

    def text(self, name: str) -> str:
        """A file as it comes with the game."""
        return packaged_text(self.package, "data", *name.split("/"))

    def all_texts(self, corrected: Texts) -> dict[str, str]:
        """Every file: the corrected ones as given, the others as packaged."""
        for name in corrected:
            if name not in self.names:
                raise UnknownNameError("data-file", name, self.names)
        return {name: corrected[name] if name in corrected else self.text(name) for name in self.names}

    def box_texts(self, data: Sequence[CorrectedFile]) -> dict[str, str]:
        """Every file that the option ``data`` can correct, as a table with this option has it."""
        names = self._data_names
        for corrected in data:
            if corrected.file not in names:
                raise UnknownNameError("data-file", corrected.file, names)
        texts = {corrected.file: corrected.text for corrected in data}
        return {name: texts[name] if name in texts else self.text(name) for name in names}

    @property
    def _data_names(self) -> list[str]:
        return [name for name in self.names if not name.startswith(MAPS) and name not in self._as_options]

    def changed(self, texts: Texts) -> dict[str, str]:
        """The texts that differ from the game's own files; comments do not count."""
        self.all_texts(texts)
        return {name: text for name, text in texts.items() if _content(text, name) != _content(self.text(name), name)}

    def doubts(self, texts: Texts) -> tuple[Trouble, ...]:
        """What looks odd in corrected texts; raises a trouble if something is wrong in them."""
        return tuple(doubt for name in self.names if name in texts for doubt in self.judged(name, texts))

    def judged(self, name: str, texts: Texts) -> tuple[Trouble, ...]:
        """The doubts about one of the files."""
        text = texts[name]
        if len(text) > LARGEST_FILE:
            raise BadFileError(name, "", "file.long", length=len(text), most=LARGEST_FILE)
        return tuple(self._judge(name, self.all_texts(texts)))

    def applied(self, texts: Texts, given: Mapping[str, Any], usual_map: str | None) -> dict[str, Any]:
        """A table's options, with corrected texts in place of the packaged ones.

        ``usual_map``: the board if none is chosen. All other choices stay. Raises a trouble if something is wrong with
        the texts that the table needs.
        """
        own_map = f"{MAPS}{given.get('map', usual_map)}{ENDING}"
        changed = self.changed(texts)
        needed = {name: changed[name] for name in changed if name == own_map or not name.startswith(MAPS)}
        self.doubts(needed)
        return {
            **self._settings(self.all_texts(needed)),
            **self._data(needed),
            **given,
            **({"map": needed[own_map]} if own_map in needed else {}),
        }

    def _data(self, texts: Texts) -> dict[str, Any]:
        data = [{"file": name, "text": texts[name]} for name in self._data_names if name in texts]
        return {"data": data} if data else {}


NOTHING = Corrections()
"""The corrections of a game whose files are all as printed."""


def _content(text: str, source: str) -> Any:
    return _without_basis(parse_toml(text, source))


def _without_basis(value: Any) -> Any:
    """The tables without ``basis``: how we know something does not change the game."""
    if isinstance(value, dict):
        return {key: _without_basis(inside) for key, inside in value.items() if key not in ("basis", "note")}
    return [_without_basis(inside) for inside in value] if isinstance(value, list) else value
