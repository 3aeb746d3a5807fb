"""What the specialists are worth, with their places in the player order, and what they offer."""

from __future__ import annotations

from collections.abc import Sequence

from engineshed.games.planet_steam.bots.needs import Needs
from engineshed.games.planet_steam.bots.outlook import outlook
from engineshed.games.planet_steam.bots.worth import Worth
from engineshed.games.planet_steam.bots.zones import Land
from engineshed.games.planet_steam.rules.for_bots import (
    AIRSHIP_CAPTAIN,
    BANKER,
    ENGINEER,
    LADY_STEAM,
    RESOURCES,
    SPECULATOR,
    AnyMove,
    State,
    Take,
    Tanks,
    Upgrade,
    may_upgrade,
    named_zones,
    room,
    upgrade,
)


class Specialists:
    """What they would do for one player."""

    def __init__(self, s: State, seat: int, worth: Worth) -> None:
        self.s, self.seat, self.worth, self.w = s, seat, worth, worth.weights
        self.land = Land(s, seat, worth)
        self.needs = Needs(s, seat, worth.unit, worth.weights)

    def card(self, number: int) -> float:
        who = self.s.board.cards[self.s.seats][number - 1].who
        place = self.w.place * (1 + self.w.early * (self.s.rounds - self.s.round))
        return place * (self.s.seats - number) + sum(self._specialist(specialist) for specialist in who)

    def _specialist(self, specialist: int) -> float:
        abilities = {
            LADY_STEAM: self._opening,
            SPECULATOR: self._speculation,
            AIRSHIP_CAPTAIN: self._airship,
            ENGINEER: self._certificate,
            BANKER: self._gift,
        }
        return abilities[specialist]()

    def _opening(self) -> float:
        """What opening the next auction is worth, if there is one."""
        return self.w.lady if self.s.round < self.s.rounds else 0.0

    def _speculation(self) -> float:
        """Half of what others would bid for a zone, which the Speculator saves."""
        if not named_zones(self.s) or not self.s.markers_left(self.seat):
            return 0.0
        return self.w.modest * self.land.board.zone_value / 2

    def _airship(self) -> float:
        return max(map(self.anchored, range(self.land.board.rows)))

    def _certificate(self) -> float:
        """The Engineer's licence, or the credits instead."""
        return max(float(self.land.board.engineer), self.land.licence_gained())

    def _gift(self) -> float:
        """The Banker's resource, or a better carrier."""
        resources = range(len(RESOURCES))
        return max(*map(self.taken, resources), *map(self.upgraded, resources))

    # -- the airship -------------------------------------------------------------------------------------------------

    def anchored(self, row: int) -> float:
        """What the airship earns me at this row, less what it earns rivals."""
        s = self.s
        total = 0.0
        for zone, tank in enumerate(s.tanks):
            if tank and zone != s.fallen and s.board.row_of[zone] == row:
                value = self.worth.unit[Tanks.PRODUCT[tank]]
                mine = s.owners[zone] == self.seat
                total += value if mine else -self.w.rivals_gain * value / (s.seats - 1)
        empty = sum(s.owners[zone] == self.seat and not s.tanks[zone] for zone in self._zones(row))
        return total + min(self.worth.unit) * empty / 2

    def _zones(self, row: int) -> list[int]:
        return [zone for zone in self.s.own[self.seat] if self.s.board.row_of[zone] == row]

    # -- resources and carriers --------------------------------------------------------------------------------------

    def taken(self, resource: int) -> float:
        """What one more of a resource is worth, if there is room for it."""
        return self.needs.next_unit(resource) if room(self.s, self.seat, resource) > 0 else 0.0

    def upgraded(self, resource: int) -> float:
        """What a better carrier is worth: for what overflows now, and a little for what may overflow later."""
        s, seat = self.s, self.seat
        if not may_upgrade(s, seat, resource):
            return 0.0
        better = s.copy()
        upgrade(better, seat, resource)
        hope = (
            self.w.carrier * self.worth.unit[resource] / s.classes[4 * seat + resource] if s.round < s.rounds else 0.0
        )
        return outlook(better, seat, self.worth) - self.land.base + hope

    def offered(self, moves: Sequence[AnyMove]) -> AnyMove:
        """The best of the resources and upgrades that are offered."""

        def value(move: AnyMove) -> float:
            match move:
                case Take(resource):
                    return self.taken(resource)
                case Upgrade(resource):
                    return self.upgraded(resource)
            return 0.0

        return max(moves, key=value)
