"""Every command and every piece of Python in the README and in docs/ runs as it is printed."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import msgspec
import pytest

from engineshed.games.steam.rules import board as steam
from engineshed.games.steam_power.rules import board as steam_power
from engineshed.rail.maps import NO_HEX
from tests.documents import ROOT, blocks, installed

DOCUMENTS = sorted([ROOT / "README.md", ROOT / "CONTRIBUTING.md", *ROOT.glob("docs/**/*.md")])
RUNNABLE = ("sh", "python")
SHOWN = ("console", "text", "toml", "json")
"""Blocks that are only for reading: they need a person, or are not commands."""


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """A folder that looks like the checkout, where documents can write files without disturbing each other."""
    for name in ("src", "docs", "tests", "README.md", "pyproject.toml"):
        (tmp_path / name).symlink_to(ROOT / name)
    return tmp_path


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: str(path.relative_to(ROOT)))
def test_a_document_runs(document: Path, checkout: Path) -> None:
    environment = installed(document, checkout)
    environment["PATH"] = f"{Path(sys.executable).parent}{os.pathsep}{environment['PATH']}"
    script: list[str] = []
    for language, file, code in blocks(document):
        assert language in (*RUNNABLE, *SHOWN), f"{document.name}: a block is marked {language!r}"
        if file:
            continue
        if language == "python":
            script.append(code)  # later blocks of a document may use names from earlier ones
        if language in RUNNABLE:
            command = ["bash", "-euc", code] if language == "sh" else [sys.executable, "-c", "\n".join(script)]
            done = subprocess.run(command, cwd=checkout, env=environment, capture_output=True, text=True, check=False)
            assert done.returncode == 0, f"{document.name}:\n{code}\n{done.stdout}\n{done.stderr}"


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: str(path.relative_to(ROOT)))
def test_files_of_a_document_do_not_overwrite_ours(document: Path) -> None:
    ours = ("src/", "docs/", "tests/", "client/")
    assert [file for _, file, _ in blocks(document) if file.startswith(ours)] == []


def test_the_readme_has_commands_and_python() -> None:
    assert {language for language, _, _ in blocks(ROOT / "README.md")} >= {*RUNNABLE}


def test_links_lead_somewhere() -> None:
    for document in DOCUMENTS:
        for target in re.findall(r"\]\(([^)#:]+)\)", document.read_text(encoding="utf-8")):
            assert (document.parent / target).exists(), f"{document.name} links to {target}"


MAPS = (ROOT / "docs" / "how-to-add-a-map.md").read_text("utf-8")
PARTS_OF_MAPS: list[type[msgspec.Struct]] = [
    steam_power._MapFile,
    steam._MapFile,
    steam._City,
    steam._Town,
]


@pytest.mark.parametrize("part", PARTS_OF_MAPS, ids=lambda part: f"{part.__module__}.{part.__name__}")
def test_every_key_of_a_map_file_is_described(part: type[msgspec.Struct]) -> None:
    keys = [field.encode_name for field in msgspec.structs.fields(part)]
    assert [key for key in keys if not re.search(rf"`\[?{key}\b", MAPS)] == []


@pytest.mark.parametrize("game", [steam, steam_power])
def test_every_symbol_of_a_map_file_is_described(game: ModuleType) -> None:
    assert [symbol for symbol in (*game.SYMBOLS, NO_HEX) if f"| `{symbol}` |" not in MAPS] == []
