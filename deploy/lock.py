"""Renew the locks of the container: every package that it installs, with the hash of every file that may be used.

``make lock`` calls this. It asks pip which versions fit together for the container's Python, once for each kind of
processor, and writes ``requirements.lock`` (to run) and ``build.lock`` (to build).
"""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
import tomllib
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent
PYTHON = "3.13"
"""The Python of the container."""
PROCESSORS = ("x86_64", "aarch64")
GLIBC = ("manylinux_2_28", "manylinux_2_17", "manylinux2014")

Hashes = dict[tuple[str, str], set[str]]


def main() -> None:
    with (HERE.parent / "pyproject.toml").open("rb") as file:
        project: dict[str, Any] = tomllib.load(file)
    extras = project["project"]["optional-dependencies"]
    run = [*project["project"]["dependencies"], *extras["cluster"], *extras["notices"]]
    for name, wanted in {"requirements.lock": run, "build.lock": project["build-system"]["requires"]}.items():
        (HERE / name).write_text(locked(wanted), encoding="utf-8")


def locked(wanted: list[str]) -> str:
    hashes: Hashes = {}
    for processor in PROCESSORS:
        for package, version, digest in resolved(wanted, processor):
            hashes.setdefault((package, version), set()).add(digest)
    lines = [f"# Made by make lock, for Python {PYTHON} on Linux ({', '.join(PROCESSORS)}); do not edit."]
    for (package, version), digests in sorted(hashes.items()):
        pinned = [f"{package}=={version}", *(f"--hash=sha256:{digest}" for digest in sorted(digests))]
        lines.append(" \\\n    ".join(pinned))
    return "\n".join(lines) + "\n"


def resolved(wanted: list[str], processor: str) -> list[tuple[str, str, str]]:
    """Name, version and hash of everything that pip would install."""
    platforms = [f"--platform={system}_{processor}" for system in GLIBC]
    with tempfile.TemporaryDirectory() as folder:
        report = Path(folder) / "report.json"
        choice = ["--only-binary=:all:", f"--python-version={PYTHON}", f"--target={folder}/nowhere", *platforms]
        pip = [sys.executable, "-m", "pip", "install", "--quiet", "--dry-run", "--ignore-installed"]
        subprocess.run([*pip, f"--report={report}", *choice, *wanted], check=True)  # noqa: S603
        found = json.loads(report.read_text(encoding="utf-8"))["install"]
    return [
        (
            one["metadata"]["name"].lower().replace("_", "-"),
            one["metadata"]["version"],
            one["download_info"]["archive_info"]["hashes"]["sha256"],
        )
        for one in found
    ]


if __name__ == "__main__":
    main()
