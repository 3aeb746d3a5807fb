"""Urbanisation in the build turn: a New City takes a town's place (ST-URB)."""

from __future__ import annotations

from engineshed.core.stages import Log, refuse
from engineshed.games.steam.rules.components import GOODS
from engineshed.games.steam.rules.courses import goal_of
from engineshed.games.steam.rules.ground import NO_CITY
from engineshed.games.steam.rules.laying import found_city
from engineshed.games.steam.rules.links import Link
from engineshed.games.steam.rules.moves import AnyMove, Urbanise
from engineshed.games.steam.rules.names import CITY_COLOUR_WORDS, company_word, the_place
from engineshed.games.steam.rules.phases.build_track import settle_loose, tell_laid
from engineshed.games.steam.rules.phases.goods_growth import has_groups
from engineshed.games.steam.rules.state import State
from engineshed.games.steam.rules.truth import NOWHERE, Stage, Tile


def can_urbanise(s: State) -> bool:
    return town_left(s) and any(s.new_cities_left())


def town_left(s: State) -> bool:
    """Whether there is a town that has not become a city."""
    return len(s.new_cities) < len(s.board.towns)


def urbanisation_pending(s: State) -> bool:
    """The player holds Urbanisation, has not used it in this turn, and still could."""
    player = s.players[s.active]
    return player.tile == Tile.URBANISATION and not player.idle and not s.acted and can_urbanise(s)


def offer_urbanisation(s: State) -> list[AnyMove]:
    if not urbanisation_pending(s):
        return []
    colours = [colour for colour, left in enumerate(s.new_cities_left()) if left]
    return [s.ground.new_cities[hex_][colour] for hex_ in s.towns_left() for colour in colours]


def check_urbanise(s: State, m: Urbanise) -> None:
    player = s.players[s.active]
    if player.tile != Tile.URBANISATION:
        raise refuse("ST-URB-1", "not-urbanising")
    if player.idle:
        raise refuse("ST-ACT-4", "idle-tile")
    if s.acted:
        raise refuse("ST-URB-1", "acted")
    if not 0 <= m.hex < s.ground.size or not s.ground.is_town[m.hex]:
        raise refuse("ST-URB-1", "urbanise-no-town")
    if s.colours[m.hex] != NO_CITY:
        raise refuse("ST-URB-1", "urbanised", city=the_place(s, m.hex))
    if not 0 <= m.colour < len(GOODS):
        raise refuse("ST-SETUP-4", "no-colour")
    if not s.new_cities_left()[m.colour]:
        raise refuse("ST-SETUP-4", "new-cities-gone", colour=CITY_COLOUR_WORDS[m.colour])


def play_urbanise(s: State, m: Urbanise, log: Log) -> None:
    log.tell("urbanise", company=company_word(s.active), town=the_place(s, m.hex), colour=CITY_COLOUR_WORDS[m.colour])
    completed, gone = found_city(s, s.active, m.hex, m.colour)
    _tell_gone(s, m.hex, gone, log)
    for laid in completed:
        tell_laid(s, laid, log)
    s.acted, s.fresh = True, NOWHERE
    settle_loose(s, log)
    if has_groups(s):
        s.growing, s.stage = len(s.cubes) - 1, Stage.GROUP
    else:
        log.tell("no-goods", city=the_place(s, m.hex))


def _tell_gone(s: State, hex_: int, gone: list[Link], log: Log) -> None:
    """A link that consisted only of an exit of the town is lost to its owner; other exits led nowhere (ST-URB-6)."""
    for link in gone:
        if link.complete:
            start, goal = the_place(s, link.start), the_place(s, goal_of(s.ground, link.start, link.edges))
            log.tell("link-gone", company=company_word(link.owner), start=start, goal=goal)
    exits = sum(not link.complete for link in gone)
    if exits:
        log.tell("exits-gone", town=the_place(s, hex_), exits=exits)
