"""Puzzles: a game's own, and the one of the day. They are solved like lessons."""

from __future__ import annotations

import msgspec

from engineshed.lab.puzzles import Ease, game_of_the_day, of_the_day, puzzle_names, puzzle_title, puzzles
from engineshed.server.guests import DAY
from engineshed.server.web.bodies import Language
from engineshed.server.web.operation import operation
from engineshed.server.web.request import ApiRequest
from engineshed.server.web.routes.games import asked_game, asked_language


class PuzzleInfo(msgspec.Struct, frozen=True):
    id: str
    """It is solved like the lesson of this name."""
    title: str
    ease: Ease


class PuzzleOfTheDay(msgspec.Struct, frozen=True):
    """The same for everybody, from midnight to midnight by Greenwich."""

    game: str | None
    """Null if no game has puzzles."""
    id: str
    title: str


@operation("GET", "/api/games/{game:str}/puzzles")
async def list_puzzles(request: ApiRequest, query: Language) -> list[PuzzleInfo]:
    """The puzzles of a game; none if it has none."""
    game = asked_game(request)
    language = await asked_language(request, game, query)
    return [
        PuzzleInfo(name, puzzle_title(number, language), puzzle.ease)
        for number, (name, puzzle) in enumerate(zip(puzzle_names(game), puzzles(game), strict=True), start=1)
    ]


@operation("GET", "/api/puzzle")
async def get_puzzle_of_the_day(request: ApiRequest, query: Language) -> PuzzleOfTheDay:
    """The puzzle of the day, and its game."""
    today = int(request.service.clock() // DAY)
    game = game_of_the_day(today)
    name = None if game is None else of_the_day(game, today)
    if game is None or name is None:
        return PuzzleOfTheDay(None, "", "")
    language = await asked_language(request, game, query)
    number = puzzle_names(game).index(name) + 1
    return PuzzleOfTheDay(game.id, name, puzzle_title(number, language))


OPERATIONS = [list_puzzles, get_puzzle_of_the_day]
