"""Move goods or raise the range, in two passes (ST-MOVE, ST-LOCO, ST-DEL, ST-PTS).

``Deliver`` names a result: cube, goal and what everybody gains; one of its routes is taken. If a result has
several routes, ``Plan`` lets the player choose the links one by one; only links that lead to a goal are offered. Why a
delivery is refused is worked out in ``delivery_refusals``.
"""

from __future__ import annotations

from engineshed.core.stages import Log, refuse
from engineshed.games.steam.rules.components import NUMBERS
from engineshed.games.steam.rules.deliveries import Search, link_of, net_of, results_from
from engineshed.games.steam.rules.moves import AnyMove, Deliver, Income, Pass, Plan, Points, Upgrade, Via
from engineshed.games.steam.rules.names import GOOD_WORDS, company_word, the_link, the_place
from engineshed.games.steam.rules.phases.choose_action import raise_range
from engineshed.games.steam.rules.phases.rounds import next_mover
from engineshed.games.steam.rules.state import State
from engineshed.games.steam.rules.truth import Stage, Trip

PASS, UPGRADE, POINTS, INCOME = Pass(), Upgrade(), Points(), Income()


# -- what may be done -----------------------------------------------------------------------------------------------


def offer_actions(s: State) -> list[AnyMove]:
    moves: list[AnyMove] = [PASS]
    if may_upgrade(s):
        moves.append(UPGRADE)
    delivers: list[Deliver] = []
    plans: list[Plan] = []
    if any(link.owner == s.active and link.complete for link in s.links):
        for number, hex_ in enumerate(s.city_hexes()):
            _offer_cubes(s, number, hex_, delivers, plans)
    delivers.sort(key=lambda m: (m.city, m.colour, m.goal, m.gains))
    plans.sort(key=lambda m: (m.city, m.colour))
    return [*moves, *delivers, *plans]


def _offer_cubes(s: State, number: int, hex_: int, delivers: list[Deliver], plans: list[Plan]) -> None:
    colours = sum(1 << colour for colour, count in enumerate(s.cubes[number]) if count)
    if not colours or hex_ not in net_of(s):
        return
    for colour, results in results_from(s, s.active, hex_, colours).items():
        if colours >> colour & 1:
            delivers += [result.move for result in results]
            if any(result.several for result in results):
                plans.append(Plan(hex_, colour))


def may_upgrade(s: State) -> bool:
    player = s.players[s.active]
    return not player.upgraded and player.range < NUMBERS.range_highest


def offer_links(s: State) -> list[AnyMove]:
    assert s.trip is not None
    return [Via(edge) for edge in Search(s, s.active).next_edges(s.trip)]


def offer_scales(_s: State) -> list[AnyMove]:
    return [POINTS, INCOME]


# -- why not --------------------------------------------------------------------------------------------------------


def check_upgrade(s: State) -> None:
    player = s.players[s.active]
    if player.range >= NUMBERS.range_highest:
        raise refuse("ST-LOCO-4", "range-highest", most=NUMBERS.range_highest)
    if player.upgraded:
        raise refuse("ST-MOVE-2", "upgraded")


# -- doing it -------------------------------------------------------------------------------------------------------


def play_pass(s: State, log: Log) -> None:
    if log.on:
        log.tell("pass", company=company_word(s.active))
    next_mover(s, log)


def play_upgrade(s: State, log: Log) -> None:
    s.change(s.active, upgraded=True)
    raise_range(s, log)
    next_mover(s, log)


def play_deliver(s: State, m: Deliver, log: Log) -> None:
    _deliver(s, m, route_of(s, m), log)


def route_of(s: State, m: Deliver) -> tuple[int, ...]:
    """The first of a delivery's routes: the edges across which it leaves each place in turn."""
    results = results_from(s, s.active, m.city, 1 << m.colour)[m.colour]
    return next(result.route for result in results if result.move == m)


def play_plan(s: State, m: Plan, log: Log) -> None:
    s.trip = Trip(m.city, m.colour, ())
    s.stage = Stage.ROUTE
    log.tell("plan", company=company_word(s.active), city=the_place(s, m.city), good=GOOD_WORDS[m.colour])
    _follow(s, log)


def play_via(s: State, m: Via, log: Log) -> None:
    assert s.trip is not None
    s.trip = Trip(s.trip.city, s.trip.colour, (*s.trip.edges, m.edge))
    _follow(s, log)


def _follow(s: State, log: Log) -> None:
    """The cube moves on as long as there is only one way; at a city of its colour it is delivered."""
    search = Search(s, s.active)
    while s.trip is not None:
        delivered = search.arrived(s.trip)
        if delivered is not None:
            route, s.trip = s.trip.edges, None
            _deliver(s, delivered, route, log)
            return
        edges = search.next_edges(s.trip)
        if len(edges) > 1:
            return
        s.trip = Trip(s.trip.city, s.trip.colour, (*s.trip.edges, edges[0]))


def _deliver(s: State, m: Deliver, route: tuple[int, ...], log: Log) -> None:
    """The cube leaves the game; its mover is the first to say how they take their points (ST-PTS-3)."""
    number = s.city_number(m.city)
    left = tuple(count - (colour == m.colour) for colour, count in enumerate(s.cubes[number]))
    s.cubes = (*s.cubes[:number], left, *s.cubes[number + 1 :])
    _tell_delivery(s, m, route, log)
    deciders = (s.active, *(seat for seat in s.order if seat != s.active))
    s.gains = tuple((seat, m.gains[seat]) for seat in deciders if m.gains[seat])
    s.stage, s.active = Stage.POINTS, s.gains[0][0]


def _tell_delivery(s: State, m: Deliver, route: tuple[int, ...], log: Log) -> None:
    """The links of the route are told as well, so that it can be shown."""
    if not log.on:
        return
    net, places, over = net_of(s), [m.city], []
    for edge in route:
        hop = next(hop for hop in net[places[-1]] if hop.edge == edge)
        places.append(hop.there)
        over.append(the_link(s, link_of(s, hop)))
    log.tell(
        "delivered",
        company=company_word(s.active),
        good=GOOD_WORDS[m.colour],
        route=tuple([the_place(s, place) for place in places]),
        links=len(route),
        over=tuple(over),
    )


def play_points(s: State, log: Log) -> None:
    seat, points = s.gains[0]
    s.change(seat, vp=s.players[seat].vp + points)
    log.tell("vp", company=company_word(seat), points=points)
    _next_decision(s, log)


def play_income(s: State, log: Log) -> None:
    """Take points as income; what goes beyond the end of the scale is lost."""
    seat, points = s.gains[0]
    wanted = s.players[seat].income + points
    income = min(wanted, s.options.income_highest)
    s.change(seat, income=income)
    log.tell("more-income", company=company_word(seat), points=points, income=income)
    if wanted > income:
        log.tell("points-lost", company=company_word(seat), points=wanted - income)
    _next_decision(s, log)


def _next_decision(s: State, log: Log) -> None:
    s.gains = s.gains[1:]
    if s.gains:
        s.active = s.gains[0][0]
    else:
        next_mover(s, log)
