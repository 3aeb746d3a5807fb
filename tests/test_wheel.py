"""When a wheel is compiled, and what happens where that is impossible."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import build_backend
import hatch_build
import hatch_rules
import pytest


class App:
    """The part of hatchling's application that the hook uses."""

    def __init__(self) -> None:
        self.warnings: list[str] = []

    def abort(self, message: str) -> None:
        raise SystemExit(message)

    def display_warning(self, message: str) -> None:
        self.warnings.append(message)


@pytest.fixture
def app(monkeypatch: pytest.MonkeyPatch) -> App:
    app = App()
    monkeypatch.setattr(hatch_build, "build_page", lambda: None)
    monkeypatch.setattr(hatch_build.Hook, "app", app)
    monkeypatch.delenv("ENGINESHED_COMPILE", raising=False)
    monkeypatch.setattr(hatch_rules, "_c_compiler", lambda: "/usr/bin/cc")
    return app


def built(version: str = "standard") -> dict[str, Any]:
    data: dict[str, Any] = {"force_include": {}, "pure_python": True}
    hook: Any = object.__new__(hatch_build.Hook)
    hook.initialize(version, data)
    return data


@pytest.fixture
def compiles(app: App, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:  # noqa: ARG001  (sets the stage)
    (tmp_path / "engineshed").mkdir()
    monkeypatch.setattr(hatch_rules, "compiled_package", lambda: tmp_path)
    monkeypatch.setattr(hatch_rules, "extensions", lambda _folder: [tmp_path / "engineshed" / "rules.so"])
    return tmp_path


@pytest.fixture
def cannot_compile(app: App, monkeypatch: pytest.MonkeyPatch) -> App:
    def fail() -> Path:
        raise hatch_rules.CompilingError("no Python.h")

    monkeypatch.setattr(hatch_rules, "compiled_package", fail)
    return app


def test_a_wheel_has_what_was_compiled_and_the_tag_of_the_platform(compiles: Path) -> None:
    data = built()
    assert data["force_include"] == {str(compiles / "engineshed" / "rules.so"): "engineshed/rules.so"}
    assert (data["pure_python"], data["infer_tag"]) == (False, True)


def test_an_installation_in_place_is_never_compiled(compiles: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ENGINESHED_COMPILE", "require")
    assert built("editable") == {"force_include": {}, "pure_python": True}
    assert "mypy" not in str(build_backend.get_requires_for_build_editable())
    assert "mypy" in str(build_backend.get_requires_for_build_wheel())
    assert compiles.is_dir()


def test_without_a_compiler_the_wheel_is_plain(compiles: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hatch_rules, "_c_compiler", lambda: None)
    assert built()["pure_python"] is True
    assert "mypy" not in str(build_backend.get_requires_for_build_wheel())
    monkeypatch.setenv("ENGINESHED_COMPILE", "require")
    assert built()["pure_python"] is False
    assert compiles.is_dir()


def test_an_ordinary_build_that_cannot_compile_says_so_and_is_plain(cannot_compile: App) -> None:
    assert built()["pure_python"] is True
    assert "plain Python.\nno Python.h" in cannot_compile.warnings[0]


def test_a_release_that_cannot_compile_fails(cannot_compile: App, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ENGINESHED_COMPILE", "require")
    with pytest.raises(SystemExit, match="could not be compiled"):
        built()
    assert not cannot_compile.warnings


def test_rules_are_compiled_once(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    asked: list[str] = []

    def compile_rules(folder: Path, level: str) -> int:
        (folder / "build").mkdir(parents=True)
        asked.append(level)
        return 1

    monkeypatch.setattr(hatch_rules, "KEPT", tmp_path)
    monkeypatch.setattr(hatch_rules, "compile_rules", compile_rules)
    assert hatch_rules.compiled_package("1") == hatch_rules.compiled_package("1")
    assert hatch_rules.compiled_package("2") != hatch_rules.compiled_package("1")
    assert asked == ["1", "2"]


def test_play_uses_the_compiled_rules_only_while_they_are_up_to_date(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    note = tmp_path / "installed-from"
    monkeypatch.setattr(hatch_rules, "INSTALLED", note)
    assert hatch_rules.best_environment().name == ".venv"
    note.write_text(hatch_rules._package_digest())
    assert hatch_rules.best_environment().name == ".venv-fast"
    note.write_text("of other sources")
    assert hatch_rules.best_environment().name == ".venv"
