"""The shelf of a game's maps: every file in its folder is offered."""

from __future__ import annotations

import sys
from pathlib import Path

import msgspec
import pytest

from engineshed.core.boards import Heading, HeadingReader, Shelf
from engineshed.core.datafile import read_toml
from engineshed.core.errors import BadFileError


def read(text: str, source: str) -> Heading:
    heading = read_toml(text, source, Heading)
    HeadingReader(heading, source).check_heading("ferries", (2, 4))
    return heading


def a_map(name: str, *more: str) -> str:
    lines = [f'id = "{name}"', 'game = "ferries"', f'title = "{name.title()}"', "players = [2, 3]", 'basis = "own"']
    return "\n".join([*lines, *more]) + "\n"


@pytest.fixture
def maps(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of a package's maps."""
    folder = tmp_path / "ferries_of_the_test" / "data" / "maps"
    folder.mkdir(parents=True)
    (folder.parents[1] / "__init__.py").touch()
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.delitem(sys.modules, "ferries_of_the_test", raising=False)
    return folder


def shelf() -> Shelf[Heading]:
    return Shelf("ferries", "ferries_of_the_test", read)


def test_maps_are_sorted_by_their_order_and_then_by_their_ids(maps: Path) -> None:
    for name, more in {"skagen": (), "fyn": ("order = 2",), "aero": ("order = 1",), "als": ()}.items():
        (maps / f"{name}.toml").write_text(a_map(name, *more), "utf-8")
    (maps / "notes.txt").write_text("no map", "utf-8")
    assert shelf().ids() == ("aero", "fyn", "als", "skagen")
    assert shelf().load("als").title == "Als"


def test_a_map_title_is_in_the_readers_language_if_the_file_has_one(maps: Path) -> None:
    (maps / "fyn.toml").write_text(a_map("fyn", 'titles = { de = "Fünen" }'), "utf-8")
    assert [shelf().title("fyn", language) for language in ("en", "de", "pl")] == ["Fyn", "Fünen", "Fyn"]


def test_a_broken_map_is_listed_but_refused_when_it_is_chosen(maps: Path) -> None:
    (maps / "als.toml").write_text(a_map("als"), "utf-8")
    (maps / "fyn.toml").write_text("title = 3", "utf-8")
    (maps / "skagen.toml").write_text("title = ", "utf-8")
    assert shelf().ids() == ("als", "fyn", "skagen")
    assert [shelf().title(name, "en") for name in shelf().ids()] == ["Als", "fyn", "skagen"]
    with pytest.raises(BadFileError, match=r"skagen.toml, .*this is not TOML"):
        shelf().load("skagen")


@pytest.mark.parametrize(
    ("titles", "message"),
    [
        ({"dk": "Fyn"}, "my.toml, titles: there is no language 'dk'; choose from en, de, pl"),
        ({"de": " Fyn"}, "my.toml, titles, de: ' Fyn' should have no blanks at its ends"),
    ],
)
def test_titles_are_checked(titles: dict[str, str], message: str) -> None:
    heading = msgspec.structs.replace(read(a_map("fyn"), "my.toml"), titles=titles)
    with pytest.raises(BadFileError, match=message):
        HeadingReader(heading, "my.toml").check_heading("ferries", (2, 4))
