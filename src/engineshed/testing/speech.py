"""There are words for everything that a game says, in each of its languages."""

from __future__ import annotations

from engineshed.core.contract import AnyGame
from engineshed.core.words import Message, Param, Thing, check_catalogues
from engineshed.testing.case import Playout, Walk


def must_be_sayable(game: AnyGame, message: Message, source: str) -> None:
    for language in game.languages:
        words = game.speech.words_in(language)
        if message.id not in words.templates:
            raise AssertionError(f"{source}: there are no words for {message.id!r} in {language!r}")
        for value in message.params.values():
            for name in _names(value):
                if name.startswith("@") and name[1:] not in words.templates:
                    raise AssertionError(f"{source}: there is no word for {name!r} in {language!r}")
        words.say(message)


def _names(value: Param) -> list[str]:
    match value:
        case str():
            return [value]
        case Thing():
            return [value.name]
        case tuple():
            return [thing.name for thing in value]
    return []


def facts_can_be_told(walk: Walk) -> None:
    """Every line of the log has words, and is addressed to seats that exist."""
    for number, ply in enumerate(walk.plies, start=1):
        source = f"move {number} ({ply.text!r})"
        for fact in ply.facts:
            must_be_sayable(walk.game, fact, source)
            for seat in fact.to or ():
                if not 0 <= seat < walk.seats:
                    raise AssertionError(f"{source} tells {fact.id!r} to seat {seat}, which is not at the table")


def translations_say_the_same(playout: Playout) -> None:
    """No message or rule is missing or added in any language."""
    game = playout.game
    for language in game.languages:
        for fault in check_catalogues(game.speech.words, game.speech.words_in(language)):
            raise AssertionError(f"the words do not fit the English ones: {fault}")
        rules = [rule.id for rule in game.speech.rulebook_in(language).rules]
        if rules != [rule.id for rule in game.speech.rulebook.rules]:
            raise AssertionError(f"the rulebook in {language!r} has other rules than the English one")


def the_manifest_can_be_told(playout: Playout) -> None:
    """There are words for how to win, for the page's keys and for the options, and the designer is named."""
    game = playout.game
    must_be_sayable(game, game.wins, "what wins")
    for option in game.rules.options.__struct_fields__:
        for family in ("option-title", "option"):
            must_be_sayable(game, Message(f"{family}.{option}"), f"the option {option}")
    for key in game.keys:
        must_be_sayable(game, Message(key.does), f"the keys {' '.join(key.press)}")
    if not (game.credits.designer and game.credits.publisher):
        raise AssertionError("the rulebook does not say who made the game")
    if not 1 <= game.weight <= 5 or not 0 < game.minutes[0] <= game.minutes[1]:
        raise AssertionError(f"a weight of {game.weight} and {game.minutes} minutes cannot be")
