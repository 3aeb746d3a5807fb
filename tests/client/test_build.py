"""The page is built only when necessary. npm itself is not called here."""

from __future__ import annotations

from pathlib import Path

import hatch_build
import pytest


class Npm:
    """A stand-in for npm that remembers its calls."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.asked: list[str] = []
        self.builds = ["index.html", "manifest.json"]
        self.fails = False

    def __call__(self, arguments: list[str]) -> int:
        self.asked.append(" ".join(arguments))
        (self.root / "client/node_modules").mkdir(exist_ok=True)
        if arguments == ["run", "build"]:
            self.build("for sale")
        return int(self.fails)

    def build(self, content: str) -> None:
        hatch_build.PAGE.mkdir(parents=True, exist_ok=True)
        for name in self.builds:
            (hatch_build.PAGE / name).write_text(content)

    def calls_of_build(self) -> list[str]:
        """Build the page, and return the calls that this makes."""
        self.asked = []
        hatch_build.build_page()
        return self.asked


@pytest.fixture
def npm(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Npm:
    for name in ("ROOT", "CLIENT", "PACKAGES", "LOCK", "PAGE", "MANIFEST", "INSTALLED", "BUILT"):
        there = getattr(hatch_build, name).relative_to(Path(hatch_build.__file__).parent)
        monkeypatch.setattr(hatch_build, name, tmp_path / there)
    fake = Npm(tmp_path)
    monkeypatch.setattr(hatch_build, "npm", fake)
    (tmp_path / "client/src").mkdir(parents=True)
    (tmp_path / "client/src/main.ts").write_text("1")
    (tmp_path / "client/package-lock.json").write_text("{}")
    return fake


def test_the_first_build_installs_and_builds_and_the_second_does_nothing(npm: Npm) -> None:
    assert npm.calls_of_build() == ["ci", "run build"]
    assert npm.calls_of_build() == []


def test_a_changed_source_is_built_again(npm: Npm) -> None:
    npm.calls_of_build()
    (npm.root / "client/src/main.ts").write_text("2")
    assert npm.calls_of_build() == ["run build"]
    (npm.root / "client/src/main.ts").rename(npm.root / "client/src/other.ts")
    assert npm.calls_of_build() == ["run build"]


def test_a_changed_lock_file_is_installed_again(npm: Npm) -> None:
    npm.calls_of_build()
    (npm.root / "client/package-lock.json").write_text("{ }")
    assert npm.calls_of_build() == ["ci", "run build"]


def test_a_change_among_the_packages_builds_nothing(npm: Npm) -> None:
    npm.calls_of_build()
    (npm.root / "client/node_modules/any.js").write_text("1")
    assert npm.calls_of_build() == []


def test_a_page_that_was_built_differently_is_built_again(npm: Npm) -> None:
    npm.calls_of_build()
    npm.build("for watching")
    assert npm.calls_of_build() == ["run build"]
    (hatch_build.PAGE / "index.html").unlink()
    assert npm.calls_of_build() == ["run build"]


@pytest.mark.parametrize("missing", ["index.html", "manifest.json"])
def test_a_build_that_leaves_out_a_file_fails(npm: Npm, missing: str) -> None:
    npm.builds.remove(missing)
    with pytest.raises(hatch_build.PageError, match="is missing"):
        hatch_build.build_page()


def test_a_failure_of_npm_is_reported(npm: Npm) -> None:
    npm.fails = True
    with pytest.raises(hatch_build.PageError, match="'npm ci' failed"):
        hatch_build.build_page()
    assert npm.asked == ["ci"]
