"""What the pieces of Dampf & Rails say about themselves."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from engineshed.core.explaining import ByKind, Explanation, Kind, named, only, told
from engineshed.core.words import Message, Thing
from engineshed.games.dampf_and_rails.boards.drawing import parts
from engineshed.games.dampf_and_rails.boards.signs import signs
from engineshed.games.dampf_and_rails.reference import SIGNS, SIZE
from engineshed.games.dampf_and_rails.rules.board import NOWHERE, PORT
from engineshed.games.dampf_and_rails.rules.box import Box, box_of
from engineshed.games.dampf_and_rails.rules.components import EVENT_IDS, Order
from engineshed.games.dampf_and_rails.rules.names import COMPANY_WORDS, GOOD_WORDS, TRAIN_WORDS
from engineshed.games.dampf_and_rails.rules.view import PlayerView, TrainView, View
from engineshed.games.dampf_and_rails.rules.weather import Weather, weather_of
from engineshed.rail.pictures import picture


def _box(v: View) -> Box:
    return box_of(v.options.data)


def _weather(v: View) -> Weather:
    return weather_of(_box(v), tuple((event.event, event.seat) for event in v.running if event.begun))


def _words(words: Sequence[str]) -> tuple[Thing, ...]:
    return tuple(Thing("word", word, word) for word in words)


def _goods(goods: Sequence[int]) -> tuple[Thing, ...]:
    return _words([GOOD_WORDS[good] for good in goods])


def _companies(seats: Sequence[int]) -> tuple[Thing, ...]:
    return _words([COMPANY_WORDS[seat] for seat in seats])


# -- the map ----------------------------------------------------------------------------------------------------------


def _post(v: View, post: int) -> Explanation:
    board = _box(v).board
    place = board.place_at[post]
    return _milepost(v, post) if place == NOWHERE else _place(v, place)


def _milepost(v: View, post: int) -> Explanation:
    box = _box(v)
    name = _milepost_name(box, post)
    now = [told("milepost-price", price=box.post_price[post]), *_waters(box, post), *_under_weather(v, post)]
    owners = _track_at(v, post)
    now += [told("track-of", companies=_companies(owners))] if owners else []
    return Explanation(name, tuple(now), ("R26", "R25", "R11"), tuple(named("network", seat) for seat in owners))


def _milepost_name(box: Box, post: int) -> Message:
    code = box.board.own_names[post]
    if post not in box.board.nearest:
        return told("lone-milepost", post=code)
    town, steps = box.board.nearest[post]
    return told("milepost", post=code, town=box.board.place_names[town], steps=steps)


def _waters(box: Box, post: int) -> list[Message]:
    extra = sorted({box.water_price[section] for _, section in box.board.around[post]} - {0})
    return [told("water-price", price=price) for price in extra]


def _under_weather(v: View, post: int) -> Iterator[Message]:
    weather = _weather(v)
    if weather.frozen[post]:
        yield told("frozen")
    elif weather.slow[post]:
        yield told("slow")


def _track_at(v: View, post: int) -> list[int]:
    sections = {section for _, section in _box(v).board.around[post]}
    return [seat for seat, player in enumerate(v.players) if sections & set(player.sections)]


def _place(v: View, number: int) -> Explanation:
    box = _box(v)
    place = box.board.places[number]
    name = told(f"kind-{place.kind}", town=place.name)
    now = [*_at_place(v, box, number), *_under_weather(v, place.at)]
    ferries = tuple(named("ferry", ferry) for ferry in box.ferries_at[number])
    goods = tuple(named("good", good) for good in box.offers[number])
    rules = ("R27", "R28", "R14") if place.kind == PORT else ("R15", "R28", "R26")
    return Explanation(name, tuple(now), (*rules, "R5") if place.starts else rules, (*ferries, *goods))


def _at_place(v: View, box: Box, number: int) -> Iterator[Message]:
    place = box.board.places[number]
    connected = [seat for seat, player in enumerate(v.players) if _reaches(box, player, number)]
    if place.starts:
        yield told("start-town")
    if box.offers[number]:
        yield told("offers", goods=_goods(box.offers[number]))
    lying = [good for good in v.lying if good.town == number]
    for good in lying:
        yield told("lying", good=GOOD_WORDS[good.good], round=good.until, company=COMPANY_WORDS[good.seat])
    if place.kind == PORT:
        yield told("port-price", price=box.place_price[number])
    else:
        yield told("town-price", price=box.place_price[number])
    yield told("town-places", places=box.limits[number], connected=len(connected))
    if connected:
        yield told("town-of", companies=_companies(connected))
    if _weather(v).idle_docks >> number & 1:
        yield told("idle-docks")


def _reaches(box: Box, player: PlayerView, place: int) -> bool:
    """Whether a player has connected a town or port, by track, by ferry, or because they began there."""
    posts = set(box.board.places[place].mileposts)
    by_track = any(posts & set(box.board.ends[section]) for section in player.sections)
    return by_track or player.start == place or any(place in box.board.ferries[ferry].ends for ferry in player.ferries)


def _ferry(v: View, number: int) -> Explanation:
    box = _box(v)
    ferry = box.board.ferries[number]
    start, goal = (box.board.place_names[end] for end in ferry.ends)
    owners = [seat for seat, player in enumerate(v.players) if number in player.ferries]
    now = [told("ferry-joins", start=start, goal=goal), told("ferry-price", price=ferry.price)]
    now += [told("ferry-of", companies=_companies(owners))] if owners else []
    now += [told("ferry-crossing"), *([told("ferry-stopped")] if _weather(v).stopped >> number & 1 else [])]
    see = tuple(named("post", box.board.places[end].at) for end in ferry.ends)
    return Explanation(told("ferry", ferry=ferry.name), tuple(now), ("R14", "R27", "R13"), see)


def _network(v: View, seat: int) -> Explanation:
    player, toll = v.players[seat], _box(v).numbers.toll
    company = COMPANY_WORDS[seat]
    now = [told("network-now", sections=len(player.sections), ferries=len(player.ferries))]
    now.append(told("network-toll", company=company, toll=toll))
    now += [told("network-closed")] if _weather(v).struck >> seat & 1 else []
    return Explanation(told("network", company=company), tuple(now), ("R13", "R25"), (named("company", seat),))


# -- trains -----------------------------------------------------------------------------------------------------------


def _trains(v: View) -> list[str]:
    return [f"{seat}-{number}" for seat, player in enumerate(v.players) for number in range(len(player.trains))]


def _train(v: View, id_: str) -> Explanation:
    seat, number = map(int, id_.split("-"))
    player = v.players[seat]
    train = player.trains[number]
    name = told("train", train=TRAIN_WORDS[train.kind], company=COMPANY_WORDS[seat])
    now = tuple(_of_train(v, player, number, train))
    see = (named("type", train.kind), *(named("good", good) for good in dict.fromkeys(train.loads)))
    return Explanation(name, now, ("R11", "R29", "R15"), see)


def _of_train(v: View, player: PlayerView, number: int, train: TrainView) -> Iterator[Message]:
    box = _box(v)
    yield told("train-points", points=player.points[number])
    holds = box.trains[train.kind].holds
    if train.loads:
        yield told("train-loads", goods=_goods(train.loads), count=len(train.loads), holds=holds)
    else:
        yield told("train-empty", holds=holds)
    if train.stuck:
        yield told("train-stuck", turns=train.stuck)
    if train.becomes is not None:
        yield told("train-becomes", train=TRAIN_WORDS[train.becomes])


def _type(v: View, kind: int) -> Explanation:
    box = _box(v)
    train = box.trains[kind]
    points = box.speeds[v.options.variant][kind]
    now = [told("type-now", points=points, holds=train.holds)]
    if train.stage:
        now.append(told("type-upgrade", price=box.numbers.upgrade))
        now.append(told("type-refit", price=box.numbers.refit))
    else:
        now.append(told("type-first"))
    now.append(told("type-when"))
    return Explanation(told("type", train=TRAIN_WORDS[kind]), tuple(now), ("R29", "R30"))


# -- goods and orders -------------------------------------------------------------------------------------------------


def _good(v: View, good: int) -> Explanation:
    box = _box(v)
    kind = box.goods[good]
    towns = _words([box.board.place_names[town] for town in kind.towns])
    now = [told("good-towns", towns=towns), told("good-chips", left=v.supply[good], chips=kind.chips)]
    wanted = [card for card in _cards(v) if any(demand.good == good for demand in box.orders[card])]
    see = tuple(named("order", card) for card in wanted)
    return Explanation(told("good", good=GOOD_WORDS[good]), tuple(now), ("R15", "R16", "R17"), see)


def _cards(v: View) -> list[int]:
    """The orders that the viewer may read."""
    hands = [card for player in v.players for card in player.hand or ()]
    return list(dict.fromkeys([*hands, *v.public]))


def _order(v: View, card: int) -> Explanation:
    box = _box(v)
    demands = [_demand(box, box.orders[card], line) for line in range(len(box.orders[card]))]
    kind = told("order-public") if card in v.public else told("order-own")
    return Explanation(told("order", number=card + 1), (kind, *demands), ("R17", "R19" if card in v.public else "R20"))


def _demand(box: Box, order: Order, line: int) -> Message:
    demand = order[line]
    towns = _words([box.board.place_names[town] for town in box.goods[demand.good].towns])
    town = box.board.place_names[demand.town]
    return told("demand", good=GOOD_WORDS[demand.good], town=town, money=demand.pay, towns=towns)


def _pile(v: View, _: str) -> Explanation:
    now = told("pile-now", cards=v.pile + len(v.under), discards=len(v.discards))
    return Explanation(told("pile"), (now,), ("R4", "R18", "R21"))


def _event(v: View, event: int) -> Explanation:
    """An event card: its rule says what it does, and this says when."""
    now = [told(f"event-{EVENT_IDS[event]}")]
    for running in v.running:
        if running.event == event:
            until = "event-until" if running.begun else "event-from"
            now.append(told(until, company=COMPANY_WORDS[running.seat]))
    return Explanation(told("event", event=f"@event.{EVENT_IDS[event]}"), tuple(now), (f"E{event + 1}", "R21"))


# -- agreements -------------------------------------------------------------------------------------------------------


def _toll(v: View, number: int) -> Explanation:
    toll = v.tolls[number]
    now = told(
        "toll-now",
        runner=COMPANY_WORDS[toll.runner],
        owner=COMPANY_WORDS[toll.owner],
        money=toll.money or 0,
        turns=toll.turns or 0,
        usual=_box(v).numbers.toll,
    )
    return Explanation(told("toll"), (now,), ("A36", "R13"))


def _promise(v: View, number: int) -> Explanation:
    box, promise = _box(v), v.promises[number]
    now = told(
        "promise-now",
        giver=COMPANY_WORDS[promise.giver],
        taker=COMPANY_WORDS[promise.taker],
        good=GOOD_WORDS[promise.good or 0],
        town=box.board.place_names[promise.town or 0],
        turns=promise.turns or 0,
    )
    return Explanation(told("promise"), (now, told("promise-binds")), ("A40",))


# -- players ----------------------------------------------------------------------------------------------------------


def _seats(v: View) -> range:
    return range(v.seats)


def _company(v: View, seat: int) -> Explanation:
    player = v.players[seat]
    start = () if player.start is None else (told("company-start", town=_box(v).board.place_names[player.start]),)
    trains = tuple(named("train", f"{seat}-{number}") for number in range(len(player.trains)))
    see = tuple(named(kind, seat) for kind in ("money", "goal", "hand", "network"))
    return Explanation(told("company", company=COMPANY_WORDS[seat]), start, ("R5", "R6"), (*trains, *see))


Tell = Callable[[View, PlayerView], tuple[Message, ...]]


def _figure(name: str, rules: tuple[str, ...], now: Tell) -> Callable[[View, int], Explanation]:
    """One of the numbers that every player has."""

    def explain(v: View, seat: int) -> Explanation:
        return Explanation(told(name, company=COMPANY_WORDS[seat]), now(v, v.players[seat]), rules)

    return explain


def _cash(v: View, player: PlayerView) -> tuple[Message, ...]:
    announce = told("cash-announced" if player.announced else "cash-announce", money=_box(v).numbers.announce)
    return (told("cash-hidden") if player.cash is None else told("cash-now", money=player.cash), announce)


def _goal(v: View, player: PlayerView) -> tuple[Message, ...]:
    box = _box(v)
    missing = [box.board.place_names[town] for town in box.start_towns if town not in player.towns]
    now = [told("goal-now", money=player.goal, towns=_words([box.board.place_names[town] for town in box.start_towns]))]
    if missing:
        now.append(told("goal-missing", towns=_words(missing)))
    else:
        now.append(told("goal-linked" if player.linked else "goal-apart"))
    return tuple(now)


def _orders(_: View, player: PlayerView) -> tuple[Message, ...]:
    return (told("orders-now", orders=player.orders),)


def _track(_: View, player: PlayerView) -> tuple[Message, ...]:
    return (told("sections-now", sections=len(player.sections)),)


def _ferries(_: View, player: PlayerView) -> tuple[Message, ...]:
    return (told("ferries-now", ferries=len(player.ferries)),)


def _outlay(v: View, _: str) -> Explanation:
    limit = "V4" if v.options.variant == "fast" else "R22"
    return Explanation(told("outlay"), (told("outlay-now", money=v.outlay, limit=v.limit),), (limit, "R26"))


def _round(v: View, _: str) -> Explanation:
    return Explanation(told("round"), (told("round-now", round=v.round),), ("R9", "R32"))


# -- legend: the map, and what building costs -------------------------------------------------------------------------


def _ground(v: View, name: str) -> Explanation:
    numbers = _box(v).numbers
    meanings = {
        "dot": (told("milepost-price", price=numbers.plain), "R26"),
        "river": (told("water-price", price=numbers.river), "R26"),
        "bay": (told("water-price", price=numbers.bay), "R26"),
        "small": (told("ground-town", price=numbers.small, places=numbers.small_places), "R28"),
        "medium": (told("ground-town", price=numbers.medium, places=numbers.medium_places), "R28"),
        "hexagon": (told("ground-town", price=numbers.hexagon, places=numbers.hexagon_places), "R24"),
        "port": (told("port-places", places=numbers.port_places), "R27"),
    }
    now, rule = meanings[name]
    return Explanation(told(f"ground-{name}"), (now,), (rule,), picture=picture(parts()[name], SIGNS[name], SIZE))


SIGN_RULES = {
    "ferry": "R27",
    "start": "R5",
    "chip": "R15",
    "lying": "R16",
    "cloud": "R21",
    "flood": "R21",
    "stuck": "E5",
}


def _sign(_: View, name: str) -> Explanation:
    drawn = picture(*signs()[name], SIZE)
    return Explanation(told(f"sign-{name}"), (told(f"sign-{name}-now"),), (SIGN_RULES[name],), picture=drawn)


def _legend(v: View) -> list[str]:
    weather = _weather(v)
    there = {
        "ferry": True,
        "start": True,
        "chip": True,
        "lying": bool(v.lying),
        "cloud": any(weather.slow),
        "flood": any(weather.flooded),
        "stuck": any(train.stuck for player in v.players for train in player.trains),
    }
    return [
        *(named("ground", name) for name in parts()),
        *(named("sign", name) for name, shown in there.items() if shown),
    ]


EXPLAINS: ByKind[View] = ByKind(
    {
        "ground": Kind(lambda _: parts(), _ground),
        "sign": Kind(lambda _: SIGN_RULES, _sign),
        "post": Kind(lambda v: range(_box(v).board.size), _post),
        "ferry": Kind(lambda v: range(len(_box(v).board.ferries)), _ferry),
        "network": Kind(_seats, _network),
        "train": Kind(_trains, _train),
        "type": Kind(lambda v: range(len(_box(v).trains)), _type),
        "good": Kind(lambda v: range(len(v.supply)), _good),
        "order": Kind(_cards, _order),
        "pile": Kind(only, _pile),
        "event": Kind(lambda _: range(len(EVENT_IDS)), _event),
        "toll": Kind(lambda v: range(len(v.tolls)), _toll),
        "promise": Kind(lambda v: range(len(v.promises)), _promise),
        "company": Kind(_seats, _company),
        "money": Kind(_seats, _figure("cash", ("R31", "R32"), _cash)),
        "goal": Kind(_seats, _figure("goal", ("R32",), _goal)),
        "hand": Kind(_seats, _figure("orders", ("R20", "R31"), _orders)),
        "track": Kind(_seats, _figure("sections", ("R25", "R13"), _track)),
        "ferries": Kind(_seats, _figure("ferries", ("R27", "R14"), _ferries)),
        "outlay": Kind(only, _outlay),
        "round": Kind(only, _round),
    },
    _legend,
)
