"""Action 2: build a factory (R33 to R35), also as a bonus with 4 to 6 goods (R48)."""

from __future__ import annotations

from engineshed.core.stages import Log, refuse
from engineshed.games.steam_power.rules.components import NUMBERS, VP_CITY
from engineshed.games.steam_power.rules.moves import Factory
from engineshed.games.steam_power.rules.names import TILE_WORDS, company_word, the_city
from engineshed.games.steam_power.rules.phases.turn import begin_action, end_action
from engineshed.games.steam_power.rules.state import Stage, State
from engineshed.games.steam_power.rules.supply import forget_prices


def offer_factories(s: State) -> list[Factory]:
    if not s.sites or not s.factories_left(s.active):
        return []
    sites = (
        [site for site in s.sites if s.goods_in_supply(s.colours[site.city])] if s.options.limited_goods else s.sites
    )
    if s.stage == Stage.BONUS:
        return [site for own in sites for site in s.ground.bonus_factories[own.city]]
    return list(sites)


def check_factory(s: State, m: Factory) -> None:
    if not 0 <= m.city < len(s.colours):
        raise refuse("R33", "no-city")
    _check_goods(s, m)
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
    if not s.goods_in_supply(s.colours[m.city]):
        raise refuse("R3", "goods-gone", good=TILE_WORDS[s.colours[m.city]])


def _check_goods(s: State, m: Factory) -> None:
    low, high = NUMBERS.bonus_goods
    if s.stage == Stage.BONUS:
        if not low <= m.goods <= high:
            raise refuse("R48", "bonus-goods", low=low, high=high, goods=m.goods)
    elif m.goods != NUMBERS.factory_goods:
        raise refuse("R34", "factory-goods", wanted=NUMBERS.factory_goods, goods=m.goods)


def play_factory(s: State, m: Factory, log: Log) -> None:
    begin_action(s)
    colour = s.colours[m.city]
    goods = min(m.goods, s.goods_in_supply(colour)) if s.options.limited_goods else m.goods
    s.factories = _with_byte(s.factories, m.city, s.active + 1)
    s.goods = _with_byte(s.goods, m.city, goods)
    s.sites = tuple(site for site in s.sites if site.city != m.city)
    forget_prices(s, colour)
    log.tell("factory", company=company_word(s.active), city=the_city(s, m.city), goods=goods, good=TILE_WORDS[colour])
    end_action(s, log)


def _with_byte(data: bytes, place: int, value: int) -> bytes:
    changed = bytearray(data)
    changed[place] = value
    return bytes(changed)
