"""Ask whether anything that the container installs, or the page is built with, is known to be unsafe.

``make audit`` calls this. It fails if anything is found; if the databases cannot be reached, it says so and succeeds.
"""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).parent
SECONDS = 300


def main() -> int:
    return max(audit_python(), audit_page())


def audit_python() -> int:
    outcome = _run(sys.executable, "-m", "pip_audit", "--require-hashes", "--disable-pip", "--format", "json",
                   "-r", str(HERE / "requirements.lock"), "-r", str(HERE / "build.lock"))  # fmt: skip
    try:
        packages = json.loads(outcome.stdout)["dependencies"]
    except (ValueError, KeyError):
        return _unknown("Python packages", outcome)
    found = [f"{one['name']} {one['version']}: {flaw['id']}" for one in packages for flaw in one.get("vulns", [])]
    return _told("Python packages", len(packages), found)


def audit_page() -> int:
    outcome = _run(sys.executable, "hatch_build.py", "audit", "--json")
    try:
        told = json.loads(outcome.stdout[outcome.stdout.index("{") :])
        flaws, count = told["vulnerabilities"], told["metadata"]["dependencies"]["total"]
    except (ValueError, KeyError):
        return _unknown("packages of the page", outcome)
    return _told("packages of the page", count, [f"{name}: {flaw['severity']}" for name, flaw in flaws.items()])


def _run(*command: str) -> subprocess.CompletedProcess[str]:
    try:
        return subprocess.run(  # noqa: S603
            command, cwd=HERE.parent, capture_output=True, text=True, timeout=SECONDS, check=False
        )
    except subprocess.TimeoutExpired:
        return subprocess.CompletedProcess(command, 1, "", f"no answer within {SECONDS} s")


def _told(what: str, count: int, found: list[str]) -> int:
    print(f"{what}: {count} looked at, {len(found)} known to be unsafe")
    for line in found:
        print(f"  {line}")
    return 1 if found else 0


def _unknown(what: str, outcome: subprocess.CompletedProcess[str]) -> int:
    """Report that a database did not answer; the last line of its complaint says why."""
    why = (outcome.stderr or outcome.stdout).strip().splitlines() or ["no output"]
    print(f"{what}: could not be looked at ({why[-1][:200]})")
    return 0


if __name__ == "__main__":
    sys.exit(main())
