"""What the refusals of Steam claim about turns, money and actions, checked against the position."""

from __future__ import annotations

from typing import Any

from engineshed.games.steam.rules.moves import Urbanise
from tests.refusals.judge import Claim
from tests.refusals.steam.naming import ACTIONS, GOODS, Said, company, is_place
from tests.refusals.steam.position import GROWTH, URBANISATION, Position
from tests.refusals.steam.predicates import (
    CODE,
    MOVES_OF_STAGE,
    acts,
    holder,
    least_bid,
    out,
    owed,
    tile_price,
    wrong_seat,
)

# -- time -------------------------------------------------------------------------------------------------------------


@CODE.says("not-your-turn")
def _turn(p: Position, _m: Any, said: Said) -> bool:
    return wrong_seat(p) and said == {"company": company(p.view.active)}


def _time_of(stage: str) -> Claim:
    """The sentence says what this stage is for."""
    return lambda p, _m, said: p.view.stage == stage and not said


for _stage in MOVES_OF_STAGE:
    CODE.says(f"time-{_stage}")(_time_of(_stage))


@CODE.says("bankrupt")
def _bankrupt(p: Position, _m: Any, said: Said) -> bool:
    return out(p) and not said


@CODE.says("over")
def _over(p: Position, _m: Any, said: Said) -> bool:
    return p.view.stage == "over" and not said


@CODE.says("no-capital", "not-nature")
def _nothing_said(_p: Position, _m: Any, said: Said) -> bool:
    return not said


# -- bids, capital, action tiles --------------------------------------------------------------------------------------


@CODE.says("bid-low")
def _bid_low(p: Position, _m: Any, said: Said) -> bool:
    return said == {"least": least_bid(p)}


@CODE.says("bid-high")
def _bid_high(p: Position, _m: Any, said: Said) -> bool:
    return said == {"most": p.capacity if p.view.stage == "opening" else p.me.cash}


@CODE.says("must-open")
def _must_open(p: Position, _m: Any, said: Said) -> bool:
    return p.view.auction.leader is None and not said


@CODE.says("no-skip")
def _no_skip(p: Position, _m: Any, said: Said) -> bool:
    return p.view.skipper != p.seat and not said


@CODE.says("capital-low")
def _capital_low(_p: Position, m: Any, said: Said) -> bool:
    return m.units < 0 and not said


@CODE.says("capital-high")
def _capital_high(p: Position, _m: Any, said: Said) -> bool:
    return said == {"most": p.steps}


@CODE.says("no-tile")
def _no_tile(_p: Position, m: Any, said: Said) -> bool:
    return not 1 <= m.tile <= 7 and said == {"most": 7}


@CODE.says("tile-taken")
def _tile_taken(p: Position, m: Any, said: Said) -> bool:
    return said == {"action": f"@action.{ACTIONS[m.tile - 1]}", "company": company(holder(p, m.tile))}


@CODE.says("range-highest")
def _range_highest(p: Position, _m: Any, said: Said) -> bool:
    return p.me.range == 6 and said == {"most": 6}


@CODE.says("no-town-left")
def _no_town_left(p: Position, _m: Any, said: Said) -> bool:
    return not p.towns and not said


@CODE.says("no-new-city-left")
def _no_new_city_left(p: Position, _m: Any, said: Said) -> bool:
    return not any(p.view.new_cities) and not said


@CODE.says("no-city-to-grow")
def _no_city_to_grow(p: Position, _m: Any, said: Said) -> bool:
    return all(city.grown for city in p.view.cities) and not said


@CODE.says("no-goods-to-grow")
def _no_goods_to_grow(p: Position, _m: Any, said: Said) -> bool:
    return not any(map(any, p.view.fields)) and not said


@CODE.says("tile-price")
def _tile_price(p: Position, m: Any, said: Said) -> bool:
    action = f"@action.{ACTIONS[m.tile - 1]}"
    return said == {"action": action, "price": tile_price(p, m.tile), "money": p.capacity}


@CODE.says("idle-expert")
def _idle_expert(p: Position, _m: Any, said: Said) -> bool:
    return p.expert and not said


@CODE.says("no-idle")
def _no_idle(_p: Position, m: Any, said: Said) -> bool:
    return m.tile not in (GROWTH, URBANISATION) and said == {"action": f"@action.{ACTIONS[m.tile - 1]}"}


# -- actions and the end of a turn ------------------------------------------------------------------------------------


@CODE.says("loose")
def _loose(p: Position, _m: Any, said: Said) -> bool:
    return p.loose_track and not said


@CODE.says("nothing-loose")
def _nothing_loose(p: Position, _m: Any, said: Said) -> bool:
    return not p.loose_track and not said


@CODE.says("action-owed")
def _action_owed(p: Position, _m: Any, said: Said) -> bool:
    return owed(p) and p.me.tile is not None and said == {"action": f"@action.{ACTIONS[p.me.tile - 1]}"}


@CODE.says("not-urbanising")
def _not_urbanising(p: Position, _m: Any, said: Said) -> bool:
    return p.me.tile != URBANISATION and not said


@CODE.says("not-growing")
def _not_growing(p: Position, _m: Any, said: Said) -> bool:
    return p.me.tile != GROWTH and not said


@CODE.says("idle-tile")
def _idle_tile(p: Position, _m: Any, said: Said) -> bool:
    return bool(p.me.idle) and not said


@CODE.says("acted")
def _acted(p: Position, m: Any, said: Said) -> bool:
    tile = URBANISATION if isinstance(m, Urbanise) else GROWTH
    return p.me.tile == tile and bool(p.view.acted) and not acts(p, tile) and not said


@CODE.says("urbanise-no-town")
def _urbanise_no_town(p: Position, m: Any, said: Said) -> bool:
    return m.hex not in p.towns and not said


@CODE.says("urbanised")
def _urbanised(p: Position, m: Any, said: Said) -> bool:
    return m.hex in p.cities and is_place(p, said["city"], m.hex)


@CODE.says("no-colour")
def _no_colour(_p: Position, m: Any, said: Said) -> bool:
    return not 0 <= m.colour < 5 and not said


@CODE.says("new-cities-gone")
def _new_cities_gone(p: Position, m: Any, said: Said) -> bool:
    return p.view.new_cities[m.colour] == 0 and said == {"colour": f"@city-colour.{GOODS[m.colour]}"}


@CODE.says("grow-no-city")
def _grow_no_city(p: Position, m: Any, said: Said) -> bool:
    return m.hex not in p.cities and not said


@CODE.says("grown")
def _grown(p: Position, m: Any, said: Said) -> bool:
    return bool(p.cities[m.hex].grown) and is_place(p, said["city"], m.hex)


@CODE.says("supply-empty")
def _supply_empty(p: Position, _m: Any, said: Said) -> bool:
    return not any(map(any, p.view.fields)) and not said


@CODE.says("no-field")
def _no_field(p: Position, m: Any, said: Said) -> bool:
    most = len(p.view.fields)
    return not 0 <= m.field < most and said == {"most": most}


@CODE.says("field-empty")
def _field_empty(p: Position, m: Any, said: Said) -> bool:
    return not any(p.view.fields[m.field]) and said == {"field": m.field + 1}
