"""Pictures for people who look for a game: games in progress, and tables as spectators see them."""

from __future__ import annotations

import pytest

from engineshed.core.contract import AnyGame
from engineshed.core.datafile import read_toml
from engineshed.core.options import read_options
from engineshed.core.registry import find_game, game_ids
from engineshed.lab import scenes
from engineshed.server import depicting
from engineshed.server.messages import Delay
from engineshed.server.rows import Guest
from engineshed.server.service import Service
from tests.core.toy import GAME as TOY
from tests.server.play import ME, OPEN, live, new_guest, new_table, opened, play_on, run
from tests.server.web import problem, visitors

GAMES = [find_game(game_id) for game_id in game_ids()]


def ground_of(game: AnyGame) -> str:
    return game.boards.draw_ground(read_options(game.rules.options, {}), dark=False)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_every_game_is_shown_in_progress(game: AnyGame) -> None:
    """The position is from a game that goes on, and there is more in the picture than the empty board."""
    file = scenes.scene_file(game)
    assert file is not None
    state = game.speech.arrange(read_toml(file.read_text("utf-8"), file.name, scenes.Scene).position)
    assert game.rules.to_act(state)
    empty = game.boards.draw_ground(state.options, dark=False)
    assert pieces_in(scenes.picture_of(game)) > pieces_in(empty) + 40


def pieces_in(picture: str) -> int:
    return sum(picture.count(f"<{tag} ") for tag in ("path", "circle", "rect", "use"))


def test_a_game_without_a_scene_is_shown_by_its_empty_board() -> None:
    assert scenes.drawn(TOY) == ground_of(TOY)


def test_a_scene_is_made_by_bots() -> None:
    game = find_game("planet-steam")
    state = scenes.played(game, None, players=2, bot="random", share=0.5)
    assert game.rules.to_act(state)
    assert state == scenes.played(game, None, players=2, bot="random", share=0.5)
    assert state != scenes.played(game, None, players=2, bot="random", share=0.6)


def test_pictures_of_games_and_tables_are_sent() -> None:
    with visitors() as (ada, bob):
        assert ada.get("/api/games/steam/scene")["picture"] == scenes.picture_of(find_game("steam"))
        problem(ada.ask("GET", "/api/games/chess/scene"), 404, "house.no-such-game")
        table = ada.create_table()
        assert "<svg" in bob.get(f"/api/tables/{table}/picture")["picture"]


async def picture(service: Service, guest: Guest | None, table: str) -> str:
    return await depicting.picture_of(service, await service.table(table), guest)


def test_the_picture_of_a_table_changes_with_the_game() -> None:
    async def go() -> None:
        async with opened() as service:
            ada = await new_guest(service)
            waiting = await new_table(service, ada, ME, OPEN, map="ireland")
            assert await picture(service, None, waiting) == find_game("steam-power").boards.draw_ground(
                (await live(service, waiting)).options, dark=False
            )
            table = await new_table(service, ada, map="ireland", shared=True)
            first = await picture(service, None, table)
            await play_on(service, ada, table, 60)
            later = await picture(service, None, table)
            assert later != first
            assert later == await picture(service, ada, table), "it shows nothing that only a player may see"

    run(go())


def test_who_is_behind_sees_the_picture_of_then() -> None:
    async def go() -> None:
        async with opened() as service:
            ada = await new_guest(service)
            table = await new_table(service, ada, map="ireland", shared=True, delay=Delay(moves=100))
            empty = await picture(service, None, table)
            await play_on(service, ada, table, 60)
            assert await picture(service, ada, table) != empty == await picture(service, None, table)
            await play_on(service, ada, table)
            assert await picture(service, ada, table) == await picture(service, None, table) != empty

    run(go())
