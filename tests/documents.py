"""The runnable parts of the documents: commands, pieces of Python, and whole files with their names.

``python -m tests.documents`` writes the package that docs/how-to-add-a-game.md builds to ``tests/shunting-yard``, where
it is checked like our own code. The page is the original; a test fails if the two differ.
"""

from __future__ import annotations

import os
import re
import tomllib
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parents[1]
HOW_TO = ROOT / "docs" / "how-to-add-a-game.md"
BLOCK = re.compile(r"^```(\w+)(?: (\S+))?\n(.*?)^```$", re.MULTILINE | re.DOTALL)


class Block(NamedTuple):
    language: str
    file: str
    """The file name in its heading, if it has one."""
    text: str


def blocks(document: Path) -> list[Block]:
    return [Block(*found) for found in BLOCK.findall(document.read_text(encoding="utf-8"))]


def write_files(document: Path, folder: Path) -> list[Path]:
    """Write the files of a document into their places under a folder."""
    written = []
    for block in blocks(document):
        if block.file:
            file = folder / block.file
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(block.text, encoding="utf-8")
            written.append(file)
    return written


def installed(document: Path, folder: Path) -> dict[str, str]:
    """An environment with the packages of a document, as if pip had installed them from this folder."""
    projects = [file for file in write_files(document, folder) if file.name == "pyproject.toml"]
    for project in projects:
        _announce(project)
    places = [*(str(project.parent) for project in projects), *filter(None, [os.environ.get("PYTHONPATH")])]
    return {**os.environ, "PYTHONPATH": os.pathsep.join(places)}


def _announce(project: Path) -> None:
    """Write the metadata that Python needs to find an installed package."""
    metadata = tomllib.loads(project.read_text(encoding="utf-8"))["project"]
    home = project.parent / f"{metadata['name'].replace('-', '_')}-{metadata['version']}.dist-info"
    home.mkdir()
    (home / "METADATA").write_text(
        f"Metadata-Version: 2.1\nName: {metadata['name']}\nVersion: {metadata['version']}\n", "utf-8"
    )
    groups = [
        "\n".join([f"[{group}]", *(f"{name} = {value}" for name, value in points.items())])
        for group, points in metadata["entry-points"].items()
    ]
    (home / "entry_points.txt").write_text("\n".join(groups) + "\n", "utf-8")


if __name__ == "__main__":
    write_files(HOW_TO, ROOT / "tests")
