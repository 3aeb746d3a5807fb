"""The client's sources build on every machine and comply with the page's security policy."""

from __future__ import annotations

import json
import re
from pathlib import Path

from engineshed.core.registry import game_ids

CLIENT = Path(__file__).parents[2] / "client"
LOCKED = json.loads((CLIENT / "package-lock.json").read_text("utf-8"))["packages"]
FIXED_STYLE = re.compile(r"""\sstyle=("[^"{]*"|'[^'{]*')""")


def test_the_lock_file_is_valid_on_every_machine() -> None:
    """It contains no addresses and nothing for a single system, except fsevents, which is optional."""
    assert [name for name, package in LOCKED.items() if "resolved" in package] == []
    bound = [name for name, package in LOCKED.items() if {"os", "cpu", "libc"} & package.keys()]
    assert bound == ["node_modules/fsevents"]
    assert LOCKED["node_modules/fsevents"]["optional"]


def test_no_package_runs_a_script_when_it_is_installed() -> None:
    scripted = [name for name, package in LOCKED.items() if package.get("hasInstallScript")]
    assert scripted == []
    assert "ignore-scripts=true" in (CLIENT / ".npmrc").read_text("utf-8").splitlines()


def test_versions_are_exact() -> None:
    needed = json.loads((CLIENT / "package.json").read_text("utf-8"))["devDependencies"]
    assert [name for name, version in needed.items() if not re.search(r"(^|@)\d+\.\d+\.\d+$", version)] == []


def test_there_are_no_fixed_styles_in_the_markup() -> None:
    """The policy makes browsers ignore them. Styles with `{...}` are set by script, which is allowed."""
    sources = sorted((CLIENT / "src").rglob("*.svelte"))
    assert sources
    found = [f"{file.name}: {hit[0]}" for file in sources for hit in FIXED_STYLE.finditer(file.read_text("utf-8"))]
    assert found == []


def test_fixed_styles_are_distinguished_from_others() -> None:
    assert FIXED_STYLE.search('<p style="color: red">')
    assert FIXED_STYLE.search("<p class='x' style='color: red'>")
    assert not FIXED_STYLE.search('<p style="color: {colour}" style:width={wide}>')


def test_a_game_is_named_only_in_its_own_folder() -> None:
    """Types are generated from the registered games, and the build finds each game's folder by itself."""
    apart = (CLIENT / "src" / "games", CLIENT / "src" / "api" / "types.ts")
    files = [file for file in (CLIENT / "src").rglob("*.*") if file.suffix in (".ts", ".svelte", ".json")]
    others = [file for file in files if not any(file.is_relative_to(place) for place in apart)]
    named = re.compile("|".join(rf"[\"'`./]{game}[\"'`./]" for game in game_ids()))
    assert len(others) > 100
    assert [file.name for file in others if named.search(file.read_text("utf-8"))] == []
