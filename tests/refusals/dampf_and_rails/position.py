"""A position of Dampf & Rails as the predicates see it, read from the seat's view and the board's files."""

from __future__ import annotations

import heapq
from collections.abc import Iterator
from functools import cached_property
from typing import Any

from engineshed.core.contract import Seat
from engineshed.games.dampf_and_rails import GAME
from tests.refusals.dampf_and_rails.board import (
    BOARD,
    EVENT_IDS,
    FLOODS,
    IDLE_DOCKS,
    PLACES,
    SNOW,
    STOPPED,
    TRAINS,
)

TOLL = 4
FERRY_PLACES = 2
EXITS = 2


class Position:
    def __init__(self, state: Any, seat: int) -> None:
        self.seat = seat
        self.view: Any = GAME.rules.view(state, Seat(seat))
        self.me: Any = self.view.players[seat]
        self.fast = self.view.options.variant == "fast"
        self.stage: str = self.view.stage
        self._reached: dict[tuple[int, bool], dict[int, set[tuple[int, int]]]] = {}

    # -- networks -----------------------------------------------------------------------------------------------------

    @cached_property
    def owner(self) -> dict[int, int]:
        """The owner of the track on each section."""
        return {section: seat for seat, player in enumerate(self.view.players) for section in player.sections}

    @cached_property
    def networks(self) -> list[set[int]]:
        return [_network(player) for player in self.view.players]

    @cached_property
    def network(self) -> set[int]:
        return self.networks[self.seat]

    def connected(self, place: int) -> bool:
        return not self.network.isdisjoint(BOARD.posts_of[place])

    def connected_by(self, place: int) -> set[int]:
        """The players who have connected a town or port."""
        return {seat for seat, posts in enumerate(self.networks) if not posts.isdisjoint(BOARD.posts_of[place])}

    def full(self, place: int) -> bool:
        """Whether others have taken all places of a town or port (connection limits)."""
        return len(self.connected_by(place) - {self.seat}) >= PLACES[BOARD.kinds[place]]

    def ferry_owners(self, ferry: int) -> set[int]:
        return {seat for seat, player in enumerate(self.view.players) if ferry in player.ferries}

    def ferry_full(self, ferry: int) -> bool:
        return len(self.ferry_owners(ferry) - {self.seat}) >= FERRY_PLACES

    # -- events -------------------------------------------------------------------------------------------------------

    @cached_property
    def running(self) -> dict[str, list[int]]:
        """The events in force, each with the players who drew it."""
        found: dict[str, list[int]] = {}
        for event in self.view.running:
            if event.begun:
                found.setdefault(EVENT_IDS[event.event], []).append(event.seat)
        return found

    def _in_force(self, table: list[set[int]]) -> dict[str, set[int]]:
        return {id_: things for id_, things in zip(EVENT_IDS, table, strict=True) if id_ in self.running and things}

    @cached_property
    def stopped(self) -> dict[str, set[int]]:
        """The ferries that each event keeps in port."""
        return self._in_force(STOPPED)

    @cached_property
    def flooded(self) -> dict[str, set[int]]:
        """The sections on which nobody may build, by event."""
        return self._in_force(FLOODS)

    @cached_property
    def idle(self) -> dict[str, set[int]]:
        """The towns where nothing is loaded or unloaded, by event."""
        return self._in_force(IDLE_DOCKS)

    def frozen(self, post: int) -> bool:
        return "snow" in self.running and post in SNOW

    def struck(self, seat: int) -> bool:
        return seat in self.running.get("walkout", [])

    # -- trains -------------------------------------------------------------------------------------------------------

    def has_train(self, number: int) -> bool:
        return 0 <= number < len(self.me.trains)

    def becomes(self, number: int) -> int | None:
        """The type that a train will have at the end of the round, if it changes."""
        found: int | None = self.me.trains[number].becomes
        return found

    def points(self, number: int) -> int:
        """The points that a train has left: its speed (after a ferry half, rounded up), less the points used."""
        speed = TRAINS[self.me.trains[number].kind]["fast_speed" if self.fast else "speed"]
        whole = (speed + 1) // 2 if number in self.view.crossed else speed
        return int(whole) - int(self.view.spent[number])

    def cost(self, one: int, other: int) -> int:
        """The points of a step: two in snow and fog."""
        snow = "snow" in self.running and (one in SNOW or other in SNOW)
        fog = "fog" in self.running and (one in BOARD.east or other in BOARD.east)
        return 2 if snow or fog else 1

    def slowed(self, event: str, one: int, other: int) -> bool:
        """Whether this event makes a step more expensive."""
        region = SNOW if event == "snow" else BOARD.east
        return one in region or other in region

    def lies(self, town: int | None, good: int) -> bool:
        """Whether such a good was set down in the town."""
        return any((lying.town, lying.good) == (town, good) for lying in self.view.lying)

    @property
    def losing_loads(self) -> tuple[int, ...]:
        """The loads of the train that must lose one."""
        loss = self.view.losing[0]
        loads: tuple[int, ...] = self.view.players[loss.seat].trains[loss.train].loads
        return loads

    @property
    def derailed(self) -> bool:
        """Whether the good is lost because of a derailment, not because a hold is gone."""
        loss = self.view.losing[0]
        train = self.view.players[loss.seat].trains[loss.train]
        return bool(len(train.loads) <= TRAINS[train.kind]["holds"])

    def toll(self, owner: int) -> int:
        """The cost of the first step on this player's network now."""
        if owner == self.seat or owner in self.view.paid:
            return 0
        for agreed in self.view.tolls:
            if (agreed.runner, agreed.owner) == (self.seat, owner):
                return int(agreed.money)
        return TOLL

    def turning(self, at: int, to: int, came: int | None) -> bool:
        """Whether a step turns back where the option forbids it: outside of places, while the track continues."""
        if self.view.options.turn_back != "towns" or to != came or at in BOARD.place_at:
            return False
        by = self.owner.get(BOARD.around[at].get(to, -1))
        onward = [self.owner.get(section) for post, section in BOARD.around[at].items() if post != to]
        return any(owner is not None and owner in (self.seat, by) and not self.struck(owner) for owner in onward)

    def steps(self, at: int, came: int | None) -> Iterator[tuple[int, int | None]]:
        """The mileposts that one step can reach, each with the owner of the track; tolls are ignored."""
        for other, section in BOARD.around[at].items():
            owner = self.owner.get(section)
            open_track = owner is not None and not self.struck(owner)
            if (section in BOARD.streets or open_track) and not self.turning(at, other, came):
                yield other, owner

    def reach(self, number: int, *, at_any_price: bool = False) -> dict[int, set[tuple[int, int]]]:
        """The mileposts that a train can reach now, with the tolls and points of all ways that lead there."""
        key = number, at_any_price
        if key not in self._reached:
            self._reached[key] = self._search(number, 1000 if at_any_price else self.me.cash)
        return self._reached[key]

    def _search(self, number: int, cash: int) -> dict[int, set[tuple[int, int]]]:
        train, left = self.me.trains[number], self.points(number)
        remembers = self.view.options.turn_back == "towns"
        seen: set[tuple[int, int, tuple[int, ...]]] = set()
        found: dict[int, set[tuple[int, int]]] = {}
        queue: list[tuple[int, int, int, tuple[int, ...]]] = [
            (0, train.at, -1 if train.came is None else train.came, ())
        ]
        while queue:
            used, post, came, paid = heapq.heappop(queue)
            if (post, came, paid) in seen:
                continue
            seen.add((post, came, paid))
            found.setdefault(post, set()).add((sum(map(self.toll, paid)), used))
            for other, owner in self.steps(post, came):
                due = paid if owner is None or self.toll(owner) == 0 else tuple(sorted({*paid, owner}))
                further = used + self.cost(post, other)
                if further <= left and sum(map(self.toll, due)) <= cash:
                    heapq.heappush(queue, (further, other, post if remembers else -1, due))
        return found

    # -- money --------------------------------------------------------------------------------------------------------

    @property
    def left(self) -> int:
        """The money that may still be spent in this turn."""
        return (30 if self.fast else 20) - int(self.view.outlay)

    @property
    def money(self) -> int:
        return min(self.left, int(self.me.cash))

    def section_price(self, section: int) -> int:
        """The price of the new milepost, or of the cheaper end if both are connected, and of the water."""
        new = [post for post in BOARD.ends[section] if post not in self.network]
        price = min(map(BOARD.price_of, new or BOARD.ends[section])) + BOARD.water(section)
        ports = [place for post in new if (place := BOARD.place_at.get(post, 0)) >= BOARD.towns]
        return price + sum(self._far_end(BOARD.port_ferry(port)) for port in ports)

    def ferry_price(self, ferry: int) -> int:
        return int(BOARD.ferry_prices[ferry]) + self._far_end(ferry)

    def _far_end(self, ferry: int) -> int:
        """The price of a town that the ferry newly connects, if the option says so."""
        if self.view.options.far_end != "paid":
            return 0
        far = [end for end in BOARD.ferry_ends[ferry] if not self.connected(end) and BOARD.kinds[end] != "port"]
        return sum(BOARD.price_of(BOARD.posts_of[end][0]) for end in far)

    def cheapest_way(self, place: int) -> float:
        """The lowest price to connect a place, ignoring the rule about blocking."""
        best: dict[int, int] = {}
        queue = [(0, post) for post in self.network]
        while queue:
            price, post = heapq.heappop(queue)
            if post in best:
                continue
            best[post] = price
            if BOARD.place_at.get(post) == place:
                return price
            for other, more in self._onward(post):
                if other not in best:
                    heapq.heappush(queue, (price + more, other))
        return float("inf")

    @cached_property
    def _closed(self) -> set[int]:
        """Where nothing can be built now."""
        return set(self.owner).union(BOARD.streets, *self.flooded.values())

    def _onward(self, post: int) -> list[tuple[int, int]]:
        """What can be connected from a milepost: neighbours, the rest of København, and the far ends of ferries."""
        here = BOARD.place_at.get(post)
        found = [] if here is None else [(other, 0) for other in BOARD.posts_of[here] if other != post]
        for other, section in BOARD.around[post].items():
            if section not in self._closed and not self.frozen(other):
                found.append((other, BOARD.price_of(other) + BOARD.water(section)))
        for ferry, ends in enumerate(BOARD.ferry_ends):
            if here in ends and not self.ferry_full(ferry) and not any(ferry in s for s in self.stopped.values()):
                far = ends[1] if here == ends[0] else ends[0]
                price = 0 if BOARD.kinds[here or 0] == "port" else BOARD.ferry_prices[ferry]
                found += [(other, price) for other in BOARD.posts_of[far]]
        return found


def _network(player: Any) -> set[int]:
    """All mileposts of a network: the start town, the ends of track and ferries, and all of København if any."""
    posts = {post for section in player.sections for post in BOARD.ends[section]}
    places = {end for ferry in player.ferries for end in BOARD.ferry_ends[ferry]}
    places |= {player.start} if player.start is not None else set()
    places |= {BOARD.place_at[post] for post in posts if post in BOARD.place_at}
    return posts.union(*(BOARD.posts_of[place] for place in places))
