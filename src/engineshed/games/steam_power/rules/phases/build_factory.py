"""Action 2: build a factory (R33 to R35), also as a bonus with 4 to 6 goods (R48)."""

from __future__ import annotations

from engineshed.core.stages import Log, refuse
from engineshed.games.steam_power.rules.components import NUMBERS, VP_CITY
from engineshed.games.steam_power.rules.moves import Factory
from engineshed.games.steam_power.rules.names import TILE_WORDS, company_word, the_city
from engineshed.games.steam_power.rules.phases.turn import begin_action, end_action
from engineshed.games.steam_power.rules.state import State
from engineshed.games.steam_power.rules.supply import forget_prices
from engineshed.games.steam_power.rules.truth import Stage


def offer_factories(s: State) -> list[Factory]:
    if not s.sites or not s.factories_left(s.active):
        return []
    if s.options.limited_goods:
        return [Factory(site.city, goods) for site in s.sites for goods in first_goods(s, site.city)]
    if s.stage == Stage.BONUS:
        return [site for own in s.sites for site in s.ground.bonus_factories[own.city]]
    return list(s.sites)


def first_goods(s: State, city: int) -> range:
    """How many goods a factory may start with now. If the table limits goods, it gets no more than are left."""
    printed, left = _printed_goods(s), s.goods_in_supply(s.colours[city])
    if left >= printed[0]:
        return range(printed[0], min(printed[-1], left) + 1)
    return range(left, left + 1) if left else range(0)


def _printed_goods(s: State) -> range:
    fewest, most = NUMBERS.bonus_goods if s.stage == Stage.BONUS else (NUMBERS.factory_goods, NUMBERS.factory_goods)
    return range(fewest, most + 1)


def usual_goods(s: State, city: int) -> int:
    """What a factory starts with by default."""
    return min(NUMBERS.factory_goods, s.goods_in_supply(s.colours[city]))


def check_factory(s: State, m: Factory) -> None:
    if not 0 <= m.city < len(s.colours):
        raise refuse("R33", "no-city")
    city = the_city(s, m.city)
    if s.colours[m.city] == VP_CITY:
        raise refuse("R35", "factory-vp", city=city)
    if s.factories[m.city]:
        owner = company_word(s.factories[m.city] - 1)
        raise refuse("R35", "factory-exhausted" if s.exhausted(m.city) else "factory-taken", city=city, owner=owner)
    if not s.net.connected >> s.board.place_of[m.city] & 1:
        raise refuse("R33", "factory-unconnected", city=city)
    if not s.factories_left(s.active):
        raise refuse("R3", "factories-gone", factories=NUMBERS.factories)
    _check_goods(s, m)


def _check_goods(s: State, m: Factory) -> None:
    allowed, good = first_goods(s, m.city), TILE_WORDS[s.colours[m.city]]
    if not allowed:
        raise refuse("R3", "goods-gone", good=good)
    if m.goods in allowed:
        return
    printed = _printed_goods(s)
    if m.goods in printed or allowed[-1] < printed[0]:
        raise refuse("R3", "goods-short", left=allowed[-1], good=good)
    if s.stage == Stage.BONUS:
        raise refuse("R48", "bonus-goods", low=printed[0], high=printed[-1], goods=m.goods)
    raise refuse("R34", "factory-goods", wanted=printed[0], goods=m.goods)


def play_factory(s: State, m: Factory, log: Log) -> None:
    begin_action(s)
    colour = s.colours[m.city]
    s.factories = _with_byte(s.factories, m.city, s.active + 1)
    s.goods = _with_byte(s.goods, m.city, m.goods)
    s.sites = tuple(site for site in s.sites if site.city != m.city)
    forget_prices(s, colour)
    if log.on:
        log.tell(
            "factory", company=company_word(s.active), city=the_city(s, m.city), goods=m.goods, good=TILE_WORDS[colour]
        )
    end_action(s, log)


def _with_byte(data: bytes, place: int, value: int) -> bytes:
    changed = bytearray(data)
    changed[place] = value
    return bytes(changed)
