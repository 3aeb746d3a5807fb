"""A build turn as a whole: what it consists of, how a loose track is given up, how it ends (ST-TRACK-20, ST-INC)."""

from __future__ import annotations

from typing import Final

from engineshed.core.stages import Log, refuse
from engineshed.games.steam.rules.laying import disown
from engineshed.games.steam.rules.moves import AnyMove, Done, Second, TakeBack
from engineshed.games.steam.rules.names import action_word, company_word, the_hex, the_link, the_place
from engineshed.games.steam.rules.phases.build_track import owes_second
from engineshed.games.steam.rules.phases.goods_growth import growth_pending, offer_growth
from engineshed.games.steam.rules.phases.rounds import next_builder
from engineshed.games.steam.rules.phases.track_offers import offer_track
from engineshed.games.steam.rules.phases.urbanisation import offer_urbanisation, urbanisation_pending
from engineshed.games.steam.rules.state import State
from engineshed.games.steam.rules.truth import Tile

TAKE_BACK, DONE = TakeBack(), Done()
LATER: Final = (Tile.GROWTH, Tile.URBANISATION)
"""Action tiles whose action is carried out in the build turn."""


def offer_build_turn(s: State) -> list[AnyMove]:
    """The moves of a build turn. There is always one: either the turn can end, or what must come first is possible."""
    moves = offer_track(s)
    if owes_second(s):
        return moves
    moves += offer_urbanisation(s)
    moves += offer_growth(s)
    if s.before is not None:
        moves.append(TAKE_BACK)
    elif not _owes_action(s):
        moves.append(DONE)
    return moves


def _owes_action(s: State) -> bool:
    """An action that was paid for must be used if it still can be (ST-ACT-5); in the expert game none is paid for."""
    return not s.expert and (growth_pending(s) or urbanisation_pending(s))


def check_second_first(s: State, m: AnyMove) -> None:
    """Refuse everything else while a tile is waiting for its second track."""
    if not isinstance(m, Second) and owes_second(s):
        raise refuse("ST-TRACK-14", "second-owed", hex=the_hex(s, s.fresh))


def check_done(s: State) -> None:
    if s.before is not None:
        raise refuse("ST-UPG-6", "loose")
    if _owes_action(s):
        raise refuse("ST-ACT-5", "action-owed", action=action_word(s.players[s.active].tile))


def check_take_back(s: State) -> None:
    if s.before is None:
        raise refuse("ST-UPG-6", "nothing-loose")


def play_done(s: State, log: Log) -> None:
    """End the build turn; links that were not extended in this round become ownerless (ST-INC-3)."""
    player = s.players[s.active]
    if player.tile in LATER and not player.idle and not s.acted:
        log.tell("not-acted", company=company_word(s.active), action=action_word(player.tile))
    for link in s.links:
        if link.owner == s.active and not link.complete and link.since < s.round:
            disown(s, link)
            place = the_place(s, link.start)
            log.tell("lapsed", company=company_word(s.active), place=place, link=the_link(s, link))
    next_builder(s, log)


def play_take_back(s: State, log: Log) -> None:
    """Go back to the position before the loose track. No other may be begun in this turn, or the turn might never
    end.
    """
    assert s.before is not None
    log.tell("taken-back", company=company_word(s.active))
    s.become(s.before)
    s.cautious = True
