"""What is this? A game's explanations of what is on a table, in the reader's words."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec import msgpack

from engineshed.core.contract import AnyGame
from engineshed.core.explaining import Explanation
from engineshed.core.words import ENGLISH
from engineshed.server.live import Live
from engineshed.server.messages import Explained, ExplainedRule, Named, Sight
from engineshed.server.refusals import ServiceError
from engineshed.server.replay import must_have
from engineshed.server.rows import Guest
from engineshed.server.service import Service
from engineshed.server.viewing import seen_by, sight_key, sight_of, viewing_seat


class Asked:
    """Who asks at which table, from which seat, about which position (None for the present), in which language."""

    def __init__(
        self, guest: Guest | None, table: str, seat: int | None = None, ply: int | None = None, language: str = ENGLISH
    ) -> None:
        self.guest, self.table, self.seat, self.ply, self.language = guest, table, seat, ply, language


async def explain(service: Service, asked: Asked, thing: str) -> Explained:
    """What one thing is; refused if there is no such thing, or nothing that the viewer may know of."""

    def find(game: AnyGame, view: Any) -> list[Explained]:
        found = game.explains.explain(view, thing)
        return [] if found is None else [_in_words(game, view, thing, found, asked.language)]

    explained = await _kept(service, asked, thing, find)
    if not explained:
        raise ServiceError("not-found", "no-thing")
    return explained[0]


async def legend(service: Service, asked: Asked) -> list[Explained]:
    """What is drawn on the board, each thing with what it means."""

    def find(game: AnyGame, view: Any) -> list[Explained]:
        named = [(thing, game.explains.explain(view, thing)) for thing in game.explains.legend(view)]
        return [_in_words(game, view, thing, found, asked.language) for thing, found in named if found is not None]

    return await _kept(service, asked, None, find)


Find = Callable[[AnyGame, Any], list[Explained]]


async def _kept(service: Service, asked: Asked, thing: str | None, find: Find) -> list[Explained]:
    """An explanation depends on the position, on who asks, and on the language."""
    live = (await service.table(asked.table)).live
    last = await seen_by(service, live, asked.guest)
    if asked.ply is not None:
        must_have(asked.ply, last)
    seat = viewing_seat(live, asked.guest, asked.seat)
    ply = last if asked.ply is None and last < live.ply else asked.ply

    async def make() -> bytes:
        game, sight = await _sight(service, live, seat, ply)
        if sight.view is None:
            raise ServiceError("conflict", "not-begun")
        return msgpack.encode(find(game, sight.view))

    key = ("explain", sight_key(live, seat, ply), thing, asked.language)
    return msgpack.decode(await service.works.get(key, make), type=list[Explained])


async def _sight(service: Service, live: Live, seat: int | None, ply: int | None) -> tuple[AnyGame, Sight]:
    if ply is None:
        return live.game, service.sights.get_now(sight_key(live, seat), lambda: sight_of(live, seat))
    past = await service.archive.past(live, ply)
    return past.game, sight_of(past, seat, past=True)


def _in_words(game: AnyGame, view: Any, thing: str, found: Explanation, language: str) -> Explained:
    language = language if language in game.languages else ENGLISH
    words, book = game.speech.words_in(language), game.speech.rulebook_in(language)
    others = [(other, game.explains.explain(view, other)) for other in dict.fromkeys(found.see)]
    rules = [book.rule(rule) for rule in found.rules]
    return Explained(
        thing=thing,
        name=words.say(found.name),
        now=[words.say(message) for message in found.now],
        rules=[ExplainedRule(rule.id, rule.title, rule.text) for rule in rules],
        see=[Named(other, words.say(told.name)) for other, told in others if told is not None],
        picture="" if found.picture is None else found.picture.svg,
    )
