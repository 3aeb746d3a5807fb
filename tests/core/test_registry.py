"""Games, bots and maps are found through entry points: ours and those of other packages."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from importlib import invalidate_caches
from pathlib import Path

import pytest

from engineshed.bots.random import RandomBot
from engineshed.core import registry
from engineshed.core.errors import BadFileError, Trouble, UnknownNameError
from engineshed.core.table import Table
from engineshed.testing import check_game
from tests.core import toy

ENTRY_POINTS = """
[engineshed.games]
handcar-race = tests.core.toy:GAME
broken-game = third_party_shed:NO_SUCH_THING
gone-game = no_such_module_anywhere:GAME

[engineshed.bots]
handcar-race.first = third_party_shed:FirstBot

[engineshed.maps]
handcar-race.tunnel = third_party_shed:TUNNEL
handcar-race.cliff = third_party_shed:CLIFF
"""

MODULE = '''
TUNNEL = """
id = "tunnel"
goal = 7
"""

CLIFF = """
id = "cliff"
goal = 7
slopes = [70]
"""


class FirstBot:
    def choose(self, ask):
        return ask.moves[0]
'''


@pytest.fixture
def _third_party(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Another installed package: a module, and metadata with its entry points."""
    (tmp_path / "third_party_shed.py").write_text(MODULE, "utf-8")
    info = tmp_path / "third_party_shed-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: third-party-shed\nVersion: 1.0\n", "utf-8")
    (info / "entry_points.txt").write_text(ENTRY_POINTS, "utf-8")
    monkeypatch.syspath_prepend(str(tmp_path))
    _forget()
    yield
    monkeypatch.undo()
    sys.modules.pop("third_party_shed", None)
    _forget()


def _forget() -> None:
    """Entry points are cached for the whole process; these tests change them."""
    invalidate_caches()
    registry._points.cache_clear()
    toy.line_of.cache_clear()


def test_our_own_games_are_registered() -> None:
    assert {"steam", "steam-power"} <= set(registry.game_ids())


def test_an_unknown_game_suggests_the_nearest() -> None:
    with pytest.raises(UnknownNameError, match=r"there is no game 'steam-pwer'; did you mean steam-power or steam\?"):
        registry.find_game("steam-pwer")


def test_an_unknown_bot_suggests_the_nearest() -> None:
    with pytest.raises(UnknownNameError, match=r"there is no bot 'randm'; did you mean random\?"):
        registry.make_bot("steam-power", "randm")


@pytest.mark.usefixtures("_third_party")
def test_a_bot_for_any_game_plays_every_game() -> None:
    assert registry.bot_names("handcar-race")[-1] == "random"
    assert isinstance(registry.make_bot("handcar-race", "random"), RandomBot)


@pytest.mark.usefixtures("_third_party")
def test_a_game_from_another_package_is_found_and_keeps_the_contract() -> None:
    assert "handcar-race" in registry.game_ids()
    game = registry.find_game("handcar-race")
    assert game is toy.GAME
    check_game(game, seats=[3], maps=["tunnel"], option_sets=[{}], refusals=100)


@pytest.mark.usefixtures("_third_party")
def test_a_map_from_another_package_is_used_like_our_own() -> None:
    assert registry.extra_maps("handcar-race") == ["cliff", "tunnel"]
    assert list(toy.GAME.boards.maps()) == ["branch", "main", "cliff", "tunnel"]
    table = Table(toy.GAME, 2, toy.GAME.boards.map_option("tunnel"), seed="a")
    assert toy.line_of(table.state.options.map).goal == 7


@pytest.mark.usefixtures("_third_party")
def test_a_broken_map_from_another_package_is_reported_with_its_place() -> None:
    with pytest.raises(BadFileError, match="cliff, slopes: 70 is not between 2 and the goal"):
        toy.GAME.boards.map_option("cliff")


@pytest.mark.usefixtures("_third_party")
def test_a_bot_from_another_package_comes_before_those_for_any_game() -> None:
    names = registry.bot_names("handcar-race")
    assert names == ["hasty", "playouts", "first", "random"]
    assert type(registry.make_bot("handcar-race", "first")).__name__ == "FirstBot"
    with pytest.raises(UnknownNameError, match="there is no bot 'first'"):
        registry.make_bot("steam-power", "first")


@pytest.mark.usefixtures("_third_party")
@pytest.mark.parametrize("name", ["broken-game", "gone-game"])
def test_a_broken_package_is_reported_and_named(name: str) -> None:
    with pytest.raises(Trouble, match=f"the package that provides '{name}' is broken"):
        registry.find_game(name)


@pytest.mark.usefixtures("_third_party")
def test_a_map_belongs_to_one_game_only() -> None:
    assert registry.extra_maps("handcar") == []
    assert registry.extra_maps("steam-power") == []
