"""What is in deploy/: its settings exist, only locked packages are installed, operators' requests are kept out."""

from __future__ import annotations

import importlib.util
import json
import re
import subprocess
import tomllib
from pathlib import Path

import pytest

from engineshed.cli import program
from engineshed.core.words import ENGLISH
from tests.documents import ROOT

DEPLOY = ROOT / "deploy"
FILES = sorted(path for path in DEPLOY.iterdir() if path.is_file())
PIN = re.compile(r"^([a-z0-9.-]+)==\S+ \\$")
HASH = re.compile(r"^    --hash=sha256:[0-9a-f]{64}( \\)?$")
TOKENS = {"ENGINESHED_ADMIN_TOKEN", "ENGINESHED_METRICS_TOKEN"}
INSIDE = ("/metrics", "/health/", "/api/admin/")


def settings() -> set[str]:
    """The names by which ``engineshed serve`` takes its options from the environment."""
    arguments = program(ENGLISH)["serve"].assemble_argument_collection(parse_docstring=True)
    return {name for argument in arguments for name in argument.parameter.env_var or ()} | TOKENS


@pytest.mark.parametrize("file", FILES, ids=lambda path: path.name)
def test_settings_exist(file: Path) -> None:
    named = set(re.findall(r"ENGINESHED_[A-Z_]+", file.read_text("utf-8")))
    assert named <= settings()


def test_every_setting_is_in_the_page_for_hosts() -> None:
    page = (ROOT / "docs" / "hosting.md").read_text("utf-8")
    assert sorted(name for name in settings() if name not in page) == []


@pytest.mark.parametrize("lock", ["requirements.lock", "build.lock"])
def test_every_locked_package_has_hashes(lock: str) -> None:
    head, *lines = (DEPLOY / lock).read_text("utf-8").splitlines()
    assert head.startswith("#")
    assert PIN.match(lines[0])
    for line, after in zip(lines, [*lines[1:], ""], strict=True):
        assert PIN.match(line) or HASH.match(line), line
        assert line.endswith("\\") == after.startswith(" "), line


def test_everything_that_we_need_is_locked() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    run = [*project["project"]["dependencies"], *project["project"]["optional-dependencies"]["cluster"]]
    for lock, wanted in {"requirements.lock": run, "build.lock": project["build-system"]["requires"]}.items():
        pinned = {found[1] for line in (DEPLOY / lock).read_text("utf-8").splitlines() if (found := PIN.match(line))}
        names = {re.split(r"[\[<>=~! ]", requirement)[0].lower() for requirement in wanted}
        assert names <= pinned, "make lock renews the locks"


def test_the_container_has_no_root_and_installs_only_what_is_locked() -> None:
    text = (DEPLOY / "Containerfile").read_text("utf-8")
    assert re.search(r"^USER 10001$", text, re.MULTILINE)
    assert "/health/ready" in text
    installs = re.findall(r"pip[^&\n]*install[^&\n]*", text)
    assert len(installs) == 3
    assert all("--require-hashes" in line or "--no-index" in line for line in installs)


@pytest.mark.parametrize("proxy", ["Caddyfile", "nginx.conf"])
def test_proxies_keep_operators_requests_inside(proxy: str) -> None:
    text = (DEPLOY / proxy).read_text("utf-8")
    for path in INSIDE:
        assert path.strip("/") in text
    assert "404" in text
    assert "X-Forwarded-For" in text


def test_every_variable_of_the_compose_file_is_in_the_example_with_the_same_value() -> None:
    wanted = dict(re.findall(r"\$\{(\w+):[?-](\w*)\}", (DEPLOY / "compose.yaml").read_text("utf-8")))
    example = re.findall(r"^(\w+)=(\w*)$", (DEPLOY / "example.env").read_text("utf-8"), re.MULTILINE)
    assert dict(example) == wanted


def test_the_backup_belongs_to_the_user_of_the_server() -> None:
    lines = (DEPLOY / "engineshed-backup.service").read_text("utf-8").splitlines()
    for line in ("DynamicUser=yes", "User=engineshed", "ProtectSystem=strict", "NoNewPrivileges=yes"):
        assert line in lines


def test_the_unit_gives_the_server_nothing_that_it_does_not_need() -> None:
    lines = (DEPLOY / "engineshed.service").read_text("utf-8").splitlines()
    for line in ("DynamicUser=yes", "ProtectSystem=strict", "NoNewPrivileges=yes", "CapabilityBoundingSet="):
        assert line in lines
    assert any(line.startswith("MemoryMax=") for line in lines)


# -- the audit ------------------------------------------------------------------------------------------------------


def audit_hearing(*answers: str) -> int:
    """The exit code of the audit if its two queries get these answers."""
    spec = importlib.util.spec_from_file_location("audit", DEPLOY / "audit.py")
    assert spec is not None
    assert spec.loader is not None
    audit = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(audit)
    waiting = list(answers)

    def answered(*command: str) -> subprocess.CompletedProcess[str]:
        return subprocess.CompletedProcess(command, 1, waiting.pop(0), "no network")

    vars(audit)["_run"] = answered
    return int(audit.main())


SOUND = json.dumps({"dependencies": [{"name": "x", "version": "1", "vulns": []}]})
FLAWED = json.dumps({"dependencies": [{"name": "x", "version": "1", "vulns": [{"id": "CVE-1"}]}]})
PAGE = json.dumps({"vulnerabilities": {}, "metadata": {"dependencies": {"total": 3}}})


@pytest.mark.parametrize(
    ("python", "page", "code", "said"),
    [
        ("", "", 0, "could not be looked at (no network)"),
        (SOUND, PAGE, 0, "3 looked at, 0 known to be unsafe"),
        (FLAWED, "", 1, "x 1: CVE-1"),
    ],
)
def test_an_audit_fails_for_what_it_finds_and_not_without_a_network(
    python: str, page: str, code: int, said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert audit_hearing(python, page) == code
    assert said in capsys.readouterr().out
