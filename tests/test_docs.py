"""Every command and every piece of Python in the README and in docs/ is run as it stands there."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
DOCUMENTS = sorted([ROOT / "README.md", ROOT / "CONTRIBUTING.md", *ROOT.glob("docs/**/*.md")])
BLOCK = re.compile(r"^```(\w+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
RUNNABLE = ("sh", "python")
SHOWN = ("console", "text", "toml", "json")
"""Blocks that are for reading: they need a person, or are no commands."""


def blocks(document: Path) -> list[tuple[str, str]]:
    return BLOCK.findall(document.read_text(encoding="utf-8"))


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """A folder that looks like the checkout, where documents may write to build/ without meeting each other."""
    for name in ("src", "docs", "tests", "README.md", "pyproject.toml"):
        (tmp_path / name).symlink_to(ROOT / name)
    return tmp_path


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: str(path.relative_to(ROOT)))
def test_document_runs(document: Path, checkout: Path) -> None:
    environment = {**os.environ, "PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"}
    script: list[str] = []
    for language, code in blocks(document):
        assert language in (*RUNNABLE, *SHOWN), f"{document.name}: a block is marked {language!r}"
        if language == "python":
            script.append(code)  # later blocks of a document may use names of earlier ones
        if language in RUNNABLE:
            command = ["bash", "-euc", code] if language == "sh" else [sys.executable, "-c", "\n".join(script)]
            done = subprocess.run(command, cwd=checkout, env=environment, capture_output=True, text=True, check=False)
            assert done.returncode == 0, f"{document.name}:\n{code}\n{done.stdout}\n{done.stderr}"


def test_the_front_page_shows_something() -> None:
    assert {language for language, _ in blocks(ROOT / "README.md")} >= {*RUNNABLE}


def test_links_lead_somewhere() -> None:
    for document in DOCUMENTS:
        for target in re.findall(r"\]\(([^)#:]+)\)", document.read_text(encoding="utf-8")):
            assert (document.parent / target).exists(), f"{document.name} links to {target}"
