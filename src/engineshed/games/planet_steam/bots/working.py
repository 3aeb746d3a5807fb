"""Extraction: which tanks are worth their energy, and what they will earn in later rounds."""

from __future__ import annotations

from collections.abc import Iterator

from engineshed.games.planet_steam.bots.worth import Worth
from engineshed.games.planet_steam.rules.for_bots import (
    ENERGY,
    NOWHERE,
    RESOURCES,
    State,
    Tanks,
    capacity,
    is_free,
    room,
    spare,
    working_zones,
    yields,
)

Plan = tuple[float, list[int]]

GOODS = tuple(resource for resource in range(len(RESOURCES)) if resource != ENERGY)


# -- this round ------------------------------------------------------------------------------------------------------


class Extraction:
    """One player's extraction in this round: which tanks they pay for with their energy, the best first."""

    def __init__(self, s: State, seat: int, worth: Worth) -> None:
        self.s, self.unit = s, worth.unit
        self.energy = s.has(seat, ENERGY)
        self.rooms = [room(s, seat, resource) for resource in range(len(RESOURCES))]
        self.free = working_zones(s, seat)
        """Tanks that work already, or need no energy."""
        self.value, self.chosen = max(self._plans(_idle(s, seat)), key=lambda plan: plan[0])
        """Everything that is extracted, with the energy that is left; and the tanks that are paid for."""

    @property
    def working(self) -> list[int]:
        return self.free + self.chosen

    def _plans(self, waiting: list[int]) -> Iterator[Plan]:
        """All tanks, if each is worth its energy; otherwise the best one at each step. If energy is short, plans that
        begin with a whole group of tanks are tried as well."""
        if len(waiting) <= self.energy and self._all_pay(waiting):
            yield self._harvest(waiting), waiting
            return
        yield self._plan(waiting, [])
        if self.energy < len(waiting):
            for group in self._groups(waiting, self.energy):
                yield self._plan(waiting, group)

    def _all_pay(self, waiting: list[int]) -> bool:
        value = self._harvest(waiting)
        return all(self._harvest([other for other in waiting if other != zone]) < value for zone in waiting)

    def _plan(self, waiting: list[int], chosen: list[int]) -> Plan:
        value = self._harvest(chosen)
        while len(chosen) < min(self.energy, len(waiting)):
            left = [zone for zone in waiting if zone not in chosen]
            batches = [[zone] for zone in left] + self._groups(left, self.energy - len(chosen))
            weighed = [((self._harvest(chosen + batch) - value) / len(batch), batch) for batch in batches]
            gain, batch = max(weighed, key=lambda option: option[0])
            if gain <= 0:
                break
            chosen = chosen + batch
            value += gain * len(batch)
        return value, chosen

    def _groups(self, zones: list[int], energy: int) -> list[list[int]]:
        """Tanks with the same product, if there is energy for all: together they extract more than one by one."""
        found = [[zone for zone in zones if Tanks.PRODUCT[self.s.tanks[zone]] == resource] for resource in GOODS]
        return [group for group in found if 1 < len(group) <= energy]

    def _harvest(self, paid: list[int]) -> float:
        """What is extracted and can be stored when these tanks are paid for, and the energy that is left."""
        gains = yields(self.s, self.free + paid)
        value = (self.energy - len(paid)) * self.unit[ENERGY]
        for resource in GOODS:
            if gains[resource]:
                value += min(gains[resource], self.rooms[resource]) * self.unit[resource]
        return value + min(gains[ENERGY], self.rooms[ENERGY] + len(paid)) * self.unit[ENERGY]


def _idle(s: State, seat: int) -> list[int]:
    """Tanks that need energy and have none yet."""
    return [
        zone
        for zone in s.own[seat]
        if s.tanks[zone] and zone != s.fallen and not s.working >> zone & 1 and not is_free(s, zone)
    ]


# -- rounds to come --------------------------------------------------------------------------------------------------


def income(s: State, seat: int, worth: Worth) -> float:
    """What all tanks earn in an average round, if the energy they need beyond what they make is bought."""
    zones = [zone for zone in s.own[seat] if s.tanks[zone]]
    gains = yields(_calm(s), zones)
    needed = [0] * len(RESOURCES)
    for zone in zones:
        if not is_free(s, zone):
            needed[Tanks.PRODUCT[s.tanks[zone]]] += 1
    energy = gains[ENERGY]
    total = 0.0
    for resource in GOODS:
        sold = worth.sums[resource][min(gains[resource], capacity(s, seat, resource) + spare(s, seat))]
        if sold > needed[resource] * worth.unit[ENERGY]:
            total += sold
            energy -= needed[resource]
    return total + _balance(energy, worth)


def _calm(s: State) -> State:
    """The position without the airship, which helps only in this round."""
    if s.airship == NOWHERE:
        return s
    calm = s.copy()
    calm.airship = NOWHERE
    return calm


def _balance(energy: int, worth: Worth) -> float:
    """What spare energy is worth, or what missing energy costs."""
    sums = worth.sums[ENERGY]
    if energy >= 0:
        return worth.weights.surplus * energy * worth.unit[ENERGY]
    return worth.weights.dearth * energy - sums[min(-energy, len(sums) - 1)]
