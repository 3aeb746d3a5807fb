"""Measures the lobby and a table with Lighthouse in its mobile setting: ``make lighthouse``.

Lighthouse is fetched by npm when it is first used. It is not part of ``make test``, because it is large, and because
its figures depend on what else the machine is doing.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from typing import Any

import msgspec
from hatch_build import npm

from tests.browser.chromium import find_chromium
from tests.server.test_app_serve import create_me, service

LIGHTHOUSE = "lighthouse@13.5.0"
SECONDS = {"lobby": 1.8, "table": 2.0}
"""The latest time of the largest paint, as the median of all runs."""
TABLE = {"game": "steam-power", "map": "ireland", "seats": [{"kind": "me"}, {"kind": "bot", "bot": "greedy"}]}


def measure(url: str, report: Path) -> tuple[float, float]:
    """The time of the largest paint in seconds, and the score for accessibility from 0 to 1."""
    flags = "--chrome-flags=--headless=new --no-sandbox --disable-gpu"
    asked = ["--quiet", "--output=json", f"--output-path={report}", "--only-categories=performance,accessibility"]
    if npm(["exec", "--yes", f"--package={LIGHTHOUSE}", "--", "lighthouse", url, flags, *asked]) != 0:
        sys.exit("Lighthouse could not be fetched, or failed; see its output above.")
    found: dict[str, Any] = msgspec.json.decode(report.read_bytes())
    return found["audits"]["largest-contentful-paint"]["numericValue"] / 1000, found["categories"]["accessibility"][
        "score"
    ]


def main(runs: int) -> int:
    os.environ["CHROME_PATH"] = find_chromium() or os.environ.get("CHROME_PATH", "")
    good = True
    with TemporaryDirectory() as folder, service(Path(folder), "--unlimited") as (client, _):
        create_me(client)
        origin = str(client.base_url).rstrip("/")
        table = client.post("/api/tables", json=TABLE, headers={"Origin": origin}).json()["id"]
        for page, url in {"lobby": f"{origin}/", "table": f"{origin}/t/{table}"}.items():
            measured = [measure(url, Path(folder) / "report.json") for _ in range(runs)]
            paint, access = median(paint for paint, _ in measured), min(access for _, access in measured)
            print(f"{page}: largest paint {paint:.2f} s (at most {SECONDS[page]}), accessibility {100 * access:.0f}")
            good = good and paint <= SECONDS[page] and access == 1
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]) if len(sys.argv) > 1 else 5))
