"""Action 3: complete a contract (R36 to R49).

``deliver`` brings everything in the cheapest way. ``plan`` lets the player choose: ``from`` a city, then
``via`` one link after the other until the good is in the network. In this way every route that visits no place
twice can be chosen, and each choice stays small. Goods that are not available are bought when the plan begins.
Every offer leaves enough money for everything still to come, so a plan can always be carried out.
"""

from __future__ import annotations

from typing import Final

from engineshed.core.stages import Log, refuse
from engineshed.core.words import Thing
from engineshed.games.steam_power.rules.components import CONTRACT_IDS, GOODS, NUMBERS
from engineshed.games.steam_power.rules.consequences import place_at
from engineshed.games.steam_power.rules.moves import AnyMove, Deliver, From, Plan, Rest, Via
from engineshed.games.steam_power.rules.names import (
    TILE_WORDS,
    bonus_word,
    company_word,
    the_city,
    the_contract,
    the_link,
)
from engineshed.games.steam_power.rules.phases.take_money import pay_bank, pay_company
from engineshed.games.steam_power.rules.phases.turn import begin_action, end_action, watch_target
from engineshed.games.steam_power.rules.state import State
from engineshed.games.steam_power.rules.supply import (
    bought,
    cheapest,
    cheapest_cities,
    cost_of,
    forget_prices,
    has_choice,
    has_detour,
    prices,
    sources,
)
from engineshed.games.steam_power.rules.truth import NOBODY, Bonus, Shipment, Stage
from engineshed.rail.network import UNREACHED, bits

BONUS_OF: Final = {name: number for number, name in enumerate(Bonus.NAMES)}
REST: Final = Rest()


# -- what may be done -----------------------------------------------------------------------------------------------


def offer_deliveries(s: State) -> list[AnyMove]:
    """Contracts that can be completed now, first in the cheapest way, then by a plan if there is a choice."""
    company = s.active
    purse = s.purse(company)
    hand = s.hands[purse]
    if not hand or not s.links[company]:
        return []
    table, money, ground = prices(s, company), s.money[purse], s.ground
    demands = ground.demands
    (_, black, b_extra, b_far), (_, white, w_extra, w_far), (_, orange, o_extra, o_far), (_, grey, g_extra, g_far) = (
        table
    )
    far = b_far or w_far or o_far or g_far
    delivers: list[AnyMove] = []
    plans: list[AnyMove] = []
    for contract in hand:
        b, w, o, g = demand = demands[contract]
        spare = money - black[b] - white[w] - orange[o] - grey[g]
        if spare >= 0:
            delivers.append(ground.delivers[contract])
            elsewhere = b_extra[b] <= spare or w_extra[w] <= spare or o_extra[o] <= spare or g_extra[g] <= spare
            if elsewhere or (far and has_detour(s, company, table, demand, spare)):
                plans.append(ground.plans[contract])
    return delivers + plans


def offer_sources(s: State) -> list[AnyMove]:
    """The cities that can supply one of the goods still missing from a plan."""
    assert s.shipment is not None
    money, needs = s.money[s.purse(s.active)], s.shipment.needs
    table = prices(s, s.active)
    everything = cost_of(table, needs)
    moves: list[AnyMove] = []
    for colour, wanted in enumerate(needs):
        if not wanted:
            continue
        others = everything - table[colour].costs[wanted]
        found = sources(s, s.active, colour)
        for cost, _, city, _, _ in found:
            rest = cheapest(found, wanted - 1, without=city)
            if others + rest + cost <= money:
                moves.append(s.ground.froms[city])
    moves.sort(key=lambda move: move.city)  # type: ignore[union-attr]
    return [*moves, REST]


def offer_links(s: State) -> list[AnyMove]:
    """The links that a good on its way can take next, if it can then still reach the network at an affordable price."""
    return [*_next_links(s), REST]


def _next_links(s: State) -> list[Via]:
    shipment = s.shipment
    assert shipment is not None
    spare = s.money[s.purse(s.active)] - cost_of(prices(s, s.active), shipment.needs)
    distance = s.net.distances_avoiding(s.active, shipment.visited)
    return [
        Via(company, s.board.places[place][0])
        for company, place in _links_from(s, shipment)
        if distance[place] != UNREACHED and (distance[place] + 1) * NUMBERS.link_fee <= spare
    ]


def _links_from(s: State, shipment: Shipment) -> list[tuple[int, int]]:
    """Each company's links from where the good is to places where it has not been."""
    links = []
    for company, between in enumerate(s.net.between):
        ahead = between[shipment.at] & ~shipment.visited
        if ahead:
            links += [(company, place) for place in bits(ahead)]
    return links


# -- why not --------------------------------------------------------------------------------------------------------


def check_deliver(s: State, m: Deliver | Plan) -> None:
    company = s.active
    purse = s.purse(company)
    if not s.hands[purse]:
        raise refuse("R36", "empty-hand")
    if m.contract not in s.hands[purse]:
        done = any(m.contract in done for done in s.done)
        raise refuse("R36", "contract-done" if done else "not-yours", contract=_called(m.contract))
    name = the_contract(m.contract)
    if not s.links[company]:
        raise refuse("R45", "no-network", contract=name)
    table, demand, money = prices(s, company), s.ground.demands[m.contract], s.money[purse]
    cost, missing = cost_of(table, demand), bought(table, demand)
    if cost > money:
        bank = missing * NUMBERS.bank_price
        rule = "R44" if missing else "R43"
        raise refuse(rule, "delivery-price", contract=name, cost=cost, fees=cost - bank, bank=bank, money=money)
    if isinstance(m, Plan) and not has_choice(s, company, demand, money - cost):
        raise refuse("R40", "no-choice", contract=name)


def _called(contract: int) -> Thing | str:
    """A number that belongs to no contract is shown as it is."""
    return the_contract(contract) if 0 <= contract < len(CONTRACT_IDS) else str(contract)


def check_from(s: State, m: From) -> None:
    shipment = s.shipment
    assert shipment is not None
    if shipment.at != NOBODY:
        raise refuse("R37", "on-the-way", place=_place(s, shipment.at))
    if not 0 <= m.city < len(s.colours):
        raise refuse("R37", "no-city")
    city, colour = the_city(s, m.city), s.colours[m.city]
    if not s.goods[m.city]:
        raise refuse("R46" if s.factories[m.city] else "R37", "no-goods", city=city)
    if not shipment.needs[colour]:
        raise refuse("R36", "not-needed", city=city, good=TILE_WORDS[colour], contract=the_contract(shipment.contract))
    costs = {number: cost for cost, _, number, _, _ in sources(s, s.active, colour)}
    if m.city not in costs:
        raise refuse("R37", "unreachable", city=city)
    if s.ground.froms[m.city] not in offer_sources(s):
        raise refuse("R44", "source-price", city=city, cost=costs[m.city], money=s.money[s.purse(s.active)])


def check_via(s: State, m: Via) -> None:
    shipment = s.shipment
    assert shipment is not None
    if shipment.at == NOBODY:
        raise refuse("R37", "nothing-on-the-way")
    if not 0 <= m.company < s.companies or not 0 <= m.city < len(s.colours):
        raise refuse("R37", "no-link", place=_place(s, shipment.at))
    place = s.ground.place_of[m.city]
    here, there = _place(s, shipment.at), the_city(s, m.city)
    if m.city != s.board.places[place][0]:
        raise refuse("R32", "group-name", city=there, first=_place(s, place))
    if shipment.visited >> place & 1:
        raise refuse("R37", "been-there", place=there)
    if not s.net.between[m.company][shipment.at] >> place & 1:
        raise refuse("R37", "no-such-link", place=here, city=there, company=company_word(m.company))
    if s.net.distances_avoiding(s.active, shipment.visited)[place] == UNREACHED:
        raise refuse("R37", "leads-away", city=there)
    if m not in _next_links(s):
        raise refuse("R44", "dead-end", city=there, money=s.money[s.purse(s.active)])


def _place(s: State, place: int) -> Thing:
    return the_city(s, s.board.places[place][0])


# -- doing it -------------------------------------------------------------------------------------------------------


def play_deliver(s: State, m: Deliver, log: Log) -> None:
    _begin(s, m.contract, log)
    play_rest(s, log)


def play_plan(s: State, m: Plan, log: Log) -> None:
    _begin(s, m.contract, log)
    s.stage = Stage.PLAN


def _begin(s: State, contract: int, log: Log) -> None:
    begin_action(s)
    table, demand = prices(s, s.active), s.ground.demands[contract]
    if log.on:
        log.tell("contract", company=company_word(s.active), contract=the_contract(contract))
    needs = tuple(min(n, colour.available) for n, colour in zip(demand, table, strict=True))
    for colour in range(len(GOODS)):
        _buy(s, colour, demand[colour] - needs[colour], log)
    s.shipment = Shipment(contract, needs)


def _buy(s: State, colour: int, goods: int, log: Log) -> None:
    if goods:
        price = goods * NUMBERS.bank_price
        pay_bank(s, s.active, price)
        if log.on:
            log.tell("bought", goods=goods, good=TILE_WORDS[colour], price=price)


def play_from(s: State, m: From, log: Log) -> None:
    _take(s, m.city, log)
    _follow(s, log)


def play_via(s: State, m: Via, log: Log) -> None:
    _carry(s, m.company, s.ground.place_of[m.city], log)
    _follow(s, log)


def _follow(s: State, log: Log) -> None:
    """The good moves on as long as there is only one way; then a link or a source is chosen, or the contract is
    complete."""
    while s.shipment is not None and s.shipment.at != NOBODY:
        links = _next_links(s)
        if len(links) > 1:
            s.stage = Stage.ROUTE
            return
        _carry(s, links[0].company, s.ground.place_of[links[0].city], log)
    s.stage = Stage.PLAN
    _complete_if_all_there(s, log)


def play_rest(s: State, log: Log) -> None:
    """The good on its way and all other missing goods are delivered in the cheapest way."""
    assert s.shipment is not None
    _carry_home(s, log)
    for city in cheapest_cities(s, s.active, s.shipment.needs):
        _take(s, city, log)
        _carry_home(s, log)
    _complete_if_all_there(s, log)


def _take(s: State, city: int, log: Log) -> None:
    """One good leaves its factory, whose owner is paid; the last one exhausts the city (R46)."""
    assert s.shipment is not None
    colour, owner, company = s.colours[city], s.factories[city] - 1, s.active
    if owner != company:
        pay_company(s, company, owner, NUMBERS.factory_fee)
    goods = bytearray(s.goods)
    goods[city] -= 1
    s.goods = bytes(goods)
    forget_prices(s, colour)
    needs = s.shipment.needs
    needs = (*needs[:colour], needs[colour] - 1, *needs[colour + 1 :])
    place = s.ground.place_of[city]
    inside = s.net.owned[company] >> place & 1
    s.shipment = Shipment(s.shipment.contract, needs, NOBODY if inside else place, 0 if inside else 1 << place)
    if log.on:
        log.tell(
            "shipped",
            good=TILE_WORDS[colour],
            city=the_city(s, city),
            owner=company_word(owner),
            fee=0 if owner == company else NUMBERS.factory_fee,
        )
    if not goods[city] and log.on:
        log.tell("exhausted", city=the_city(s, city), owner=company_word(owner))


def _carry(s: State, company: int, place: int, log: Log) -> None:
    """Carry the good over one foreign link, whose owner is paid; a good that enters the network has arrived."""
    shipment = s.shipment
    assert shipment is not None
    pay_company(s, s.active, company, NUMBERS.link_fee)
    if log.on:
        log.tell(
            "carried",
            start=_place(s, shipment.at),
            goal=_place(s, place),
            link=the_link(company, link_between(s, company, shipment.at, place)),
            company=company_word(company),
            fee=NUMBERS.link_fee,
        )
    inside = s.net.owned[s.active] >> place & 1
    visited = 0 if inside else shipment.visited | 1 << place
    s.shipment = Shipment(shipment.contract, shipment.needs, NOBODY if inside else place, visited)


def link_between(s: State, company: int, here: int, there: int) -> int:
    """The number of a company's link that joins two places."""
    board, place_of, city_at = s.board, s.ground.place_of, s.ground.city_at
    for number, path in enumerate(s.links[company]):
        start = place_of[city_at[path.start]]
        if start in (here, there) and place_at(board, path.goal(board.grid)) == here + there - start:
            return number
    raise AssertionError("no link of this company joins these places")


def _carry_home(s: State, log: Log) -> None:
    """Carry the good into the network over the fewest links; if several are equal, over the first company's."""
    while s.shipment is not None and s.shipment.at != NOBODY:
        distance = s.net.distances_avoiding(s.active, s.shipment.visited)
        company, place = min(_links_from(s, s.shipment), key=lambda link: (distance[link[1]], link))
        _carry(s, company, place, log)


def _complete_if_all_there(s: State, log: Log) -> None:
    assert s.shipment is not None
    if not any(s.shipment.needs):
        _complete(s, s.shipment.contract, log)


def _complete(s: State, number: int, log: Log) -> None:
    """The reward, the bonus action if there is one, and the end of the game if that was the last contract needed."""
    contract, purse = s.ground.contracts[number], s.purse(s.active)
    hand = tuple(other for other in s.hands[purse] if other != number)
    s.hands = (*s.hands[:purse], hand, *s.hands[purse + 1 :])
    s.done = (*s.done[:purse], (*s.done[purse], number), *s.done[purse + 1 :])
    s.shipment = None
    pay_bank(s, s.active, -contract.money)
    if log.on:
        log.tell(
            "completed",
            company=company_word(s.active),
            contract=the_contract(number),
            vp=contract.vp,
            money=contract.money,
        )
    watch_target(s, s.active, log)
    s.bonus = BONUS_OF[contract.bonus]
    if s.bonus:
        s.stage = Stage.BONUS
        if log.on:
            log.tell("bonus", company=company_word(s.active), bonus=bonus_word(s.bonus))
    else:
        end_action(s, log)
