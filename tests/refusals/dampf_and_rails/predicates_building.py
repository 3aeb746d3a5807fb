"""Building and train types in Dampf & Rails: which rule a move breaks. Docstrings begin with the rulebook's heading."""

from __future__ import annotations

from typing import Any

from engineshed.games.dampf_and_rails.rules.moves import Build, Buy, Connect, Lay, Work
from tests.refusals.dampf_and_rails.blocking import shut_by
from tests.refusals.dampf_and_rails.board import BOARD, TRAINS
from tests.refusals.dampf_and_rails.position import EXITS, Position
from tests.refusals.dampf_and_rails.predicates import CODE

UPGRADE, REFIT, SECOND_TRAIN = 20, 5, 20


# -- track ------------------------------------------------------------------------------------------------------------


@CODE.meaning("R23", Build)
def no_such_section(_p: Position, move: Build) -> bool:
    """Streckenbau: a section joins neighbouring mileposts, but not over open water."""
    return not 0 <= move.section < len(BOARD.ends)


@CODE.rule("R24", Build)
def does_not_extend_the_network(p: Position, move: Build) -> bool:
    """Streckenbau: track extends the network, and no track is built inside København."""
    return move.section in BOARD.streets or p.network.isdisjoint(BOARD.ends[move.section])


def big_city(p: Position, place: int | None) -> bool:
    kinds = BOARD.kinds
    return place in BOARD.starts and (p.view.options.big_cities == "start-towns" or kinds[place] == "hexagon")


def leaves(p: Position, section: int) -> int | None:
    """The big city that a section is built out of; a section built into it from the network does not count."""
    for post, other in (BOARD.ends[section], BOARD.ends[section][::-1]):
        place = BOARD.place_at.get(post)
        if big_city(p, place) and post in p.network and other not in p.network:
            return place
    return None


@CODE.rule("R24", Build)
def third_exit(p: Position, move: Build) -> bool:
    """Streckenbau: at most two sections per round are built out of a big city."""
    city = leaves(p, move.section)
    return city is not None and p.view.options.big_cities == "start-towns" and p.view.exits[city] >= EXITS


@CODE.rule("A20", Build)
def third_exit_of_the_hexagon(p: Position, move: Build) -> bool:
    """With this option, the limit of two sections applies only to København."""
    city = leaves(p, move.section)
    return city is not None and p.view.options.big_cities == "hexagon" and p.view.exits[city] >= EXITS


@CODE.rule("R25", Build)
def joined_already(p: Position, move: Build) -> bool:
    """Streckenbau: at most one track joins two mileposts."""
    return move.section in p.owner


def newly(p: Position, move: Any) -> set[int]:
    """The towns and ports that a move connects."""
    if isinstance(move, Connect):
        return {end for end in BOARD.ferry_ends[move.ferry] if not p.connected(end)}
    places = {BOARD.place_at[post] for post in BOARD.ends[move.section] if post in BOARD.place_at}
    ports = {place for place in places if BOARD.kinds[place] == "port" and not p.connected(place)}
    far = {end for port in ports for end in BOARD.ferry_ends[BOARD.port_ferry(port)]}
    return {place for place in places | far if not p.connected(place)}


def ferries_of(p: Position, move: Any) -> set[int]:
    """The ferries that a move connects: a port that is not a town comes with its ferry."""
    if isinstance(move, Connect):
        return {move.ferry}
    return {BOARD.port_ferry(place) for place in newly(p, move) if BOARD.kinds[place] == "port"}


@CODE.rule("R28", Build)
def all_places_taken(p: Position, move: Build) -> bool:
    """Anschlußbeschränkungen: small towns, ports and ferries take two players; medium towns and København three."""
    if p.network.isdisjoint(BOARD.ends[move.section]) or move.section in BOARD.streets:
        return False
    return any(map(p.full, newly(p, move))) or any(map(p.ferry_full, ferries_of(p, move)))


# -- ferries ----------------------------------------------------------------------------------------------------------


@CODE.meaning("R27", Connect)
def no_such_ferry(_p: Position, move: Connect) -> bool:
    """Fähren: the ferry must be on the map."""
    return not 0 <= move.ferry < len(BOARD.ferry_names)


@CODE.rule("R27", Connect)
def no_end_connected(p: Position, move: Connect) -> bool:
    """Fähren: a ferry is connected from a connected port, and only once."""
    return move.ferry in p.me.ferries or not any(map(p.connected, BOARD.ferry_ends[move.ferry]))


@CODE.rule("R28", Connect)
def ferry_places_taken(p: Position, move: Connect) -> bool:
    """Anschlußbeschränkungen: the ferry and both its ends must have room."""
    return p.ferry_full(move.ferry) or any(map(p.full, newly(p, move)))


@CODE.costly("R28", Build, Connect)
def shuts_somebody_out(p: Position, move: Any) -> bool:
    """Anschlußbeschränkungen: while a place has room, nobody may block the others' way into it."""
    if isinstance(move, Build) and (move.section in p.owner or does_not_extend_the_network(p, move)):
        return False
    return any(shut_by(p, move))


# -- events -----------------------------------------------------------------------------------------------------------


@CODE.rule("E6", Build, Connect, Lay)
def own_signalmen(p: Position, _move: Any) -> bool:
    """Signalmen walk out: the player who drew the card builds no track and connects no ferry."""
    return p.struck(p.seat)


def _ferry_stopped(event: str) -> Any:
    def broken(p: Position, move: Any) -> bool:
        if isinstance(move, Lay):
            port = BOARD.kinds[move.place] == "port"
            return port and BOARD.port_ferry(move.place) in p.stopped.get(event, set())
        return bool(ferries_of(p, move) & p.stopped.get(event, set()))

    return broken


CODE.rule("E1", Build, Connect, Lay)(_ferry_stopped("kattegat-gale"))  # nobody connects these ferries
CODE.rule("E2", Build, Connect, Lay)(_ferry_stopped("baltic-storm"))  # nobody connects these ferries


@CODE.rule("E3", Build)
def built_in_the_snow(p: Position, move: Build) -> bool:
    """Snow: nobody builds to a milepost there; between two connected mileposts a section may be built to either."""
    ends = BOARD.ends[move.section]
    return all(map(p.frozen, [post for post in ends if post not in p.network] or ends))


@CODE.rule("E3", Connect)
def ferry_into_the_snow(p: Position, move: Connect) -> bool:
    """Snow: nobody connects a new port there by ferry either."""
    return any(p.frozen(BOARD.posts_of[place][0]) for place in newly(p, move))


@CODE.rule("E3", Lay)
def way_into_the_snow(p: Position, move: Lay) -> bool:
    """Snow: nobody builds to a milepost there."""
    return p.frozen(BOARD.posts_of[move.place][0])


def _across(event: str) -> Any:
    return lambda p, move: move.section in p.flooded.get(event, set())


CODE.rule("E7", Build)(_across("spring-flood"))  # nobody builds across these rivers
CODE.rule("E8", Build)(_across("storm-surge"))  # nobody builds across these rivers


# -- a whole way ------------------------------------------------------------------------------------------------------


@CODE.rule("R24", Lay)
def belongs_to_the_network(p: Position, move: Lay) -> bool:
    """Streckenbau: no way is built to a place that is connected already."""
    return p.connected(move.place)


@CODE.rule("R28", Lay)
def no_place_there(p: Position, move: Lay) -> bool:
    """Anschlußbeschränkungen: the place or the only ferry that leads there is full."""
    if BOARD.kinds[move.place] != "port":
        return p.full(move.place)
    ferry = BOARD.port_ferry(move.place)
    return p.ferry_full(ferry) or any(p.full(end) for end in BOARD.ferry_ends[ferry] if not p.connected(end))


@CODE.rule("R22", Lay)
def no_way_for_the_money(p: Position, move: Lay) -> bool:
    """Kostenlimit: the whole way is paid for in this turn."""
    return p.cheapest_way(move.place) > p.money and not (p.fast and p.left <= p.me.cash)


@CODE.rule("V4", Lay)
def no_way_for_the_money_of_a_fast_game(p: Position, move: Lay) -> bool:
    """Variante I: the whole way is paid for in this turn, too, with at most 30 million a round."""
    return p.cheapest_way(move.place) > p.money and p.fast and p.left <= p.me.cash


# -- trains -----------------------------------------------------------------------------------------------------------


@CODE.meaning("R29", Work)
def no_such_type(_p: Position, move: Work) -> bool:
    """Die Züge: there are five types."""
    return not 0 <= move.kind < len(TRAINS)


def stages(p: Position, move: Work) -> int:
    """The number of stages that the train goes up."""
    return int(TRAINS[move.kind]["stage"] - TRAINS[p.me.trains[move.train].kind]["stage"])


@CODE.rule("R30", Work)
def no_such_work(p: Position, move: Work) -> bool:
    """Die Züge: a train goes up one stage, or changes within stage B or C."""
    same = move.kind == p.me.trains[move.train].kind
    return same or stages(p, move) not in (0, 1)


@CODE.meaning("R30", Work)
def changes_already(p: Position, move: Work) -> bool:
    """Die Züge: trains change at the end of the round, so each can change only once."""
    return p.has_train(move.train) and p.becomes(move.train) is not None


@CODE.meaning("V5", Buy)
def no_second_train(p: Position, move: Buy) -> bool:
    """Variante I: a second train can be bought only in this variant, once, in a town of the network."""
    town = 0 <= move.town < BOARD.towns
    return not p.fast or len(p.me.trains) > 1 or not town or not p.connected(move.town)


# -- money ------------------------------------------------------------------------------------------------------------


def price(p: Position, move: Any) -> int:
    if isinstance(move, Build):
        return p.section_price(move.section)
    if isinstance(move, Connect):
        return p.ferry_price(move.ferry)
    return SECOND_TRAIN if isinstance(move, Buy) else UPGRADE if stages(p, move) == 1 else REFIT


@CODE.rule("R22", Build, Connect, Work, Buy)
def costs_too_much(p: Position, move: Any) -> bool:
    """Kostenlimit: at most 20 million a round, and no credit."""
    return price(p, move) > p.me.cash or (not p.fast and price(p, move) > p.left)


@CODE.rule("V4", Build, Connect, Work, Buy)
def costs_too_much_for_a_fast_game(p: Position, move: Any) -> bool:
    """Variante I: at most 30 million a round."""
    return p.fast and price(p, move) > p.left
