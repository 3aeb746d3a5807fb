"""What resources are needed for: the next tank turn, the next extraction, and luxury quarters."""

from __future__ import annotations

from engineshed.games.planet_steam.bots.weights import Weights
from engineshed.games.planet_steam.rules.for_bots import ENERGY, RESOURCES, Cost, Stage, State, Tanks, is_free, yields


class Needs:
    """What one player wants to do next, and what each unit of a resource would contribute to that."""

    def __init__(self, s: State, seat: int, unit: tuple[float, ...], weights: Weights) -> None:
        self.s, self.seat, self.unit, self.weights = s, seat, unit, weights
        self.before = s.stage < Stage.ACTIVATE
        self.extractions = s.rounds - s.round + self.before
        """Extractions after the next tank turn; if there are none, there is no tank turn either."""
        self.zones = [zone for zone in s.own[seat] if s.tanks[zone]]
        self.tanks = self._tanks() if self.extractions else 0
        self.superchargers = self._superchargers() if self.extractions else 0

    def uses(self, resource: int) -> list[float]:
        """What the first unit gains, the second, and so on, while they are useful; the most useful first."""
        found: list[float] = []
        if self.extractions:
            found += self._turn_uses(resource)
        if resource == ENERGY and self.extractions:
            found += self._energy_uses()
        if self.s.quarters_stock > self._ahead():
            found += self._share(self.s.board.quarters_cost, resource, self.s.board.quarters_value, 1)
        return sorted(found, reverse=True)

    def next_unit(self, resource: int) -> float:
        """What one more would contribute."""
        uses, have = self.uses(resource), self.s.has(self.seat, resource)
        return max(self.unit[resource], uses[have] if have < len(uses) else 0.0)

    # -- tanks and superchargers -------------------------------------------------------------------------------------

    def _tanks(self) -> int:
        """How many tanks to buy: as many as there are zones for, counting one that will be claimed."""
        empty = len(self.s.own[self.seat]) - len(self.zones)
        return max(0, min(self.weights.next_tanks, empty + 1, self.s.tank_pieces()))

    def _superchargers(self) -> int:
        s = self.s
        without = self.tanks + sum(not Tanks.CHARGED[s.tanks[zone]] for zone in self.zones)
        return max(0, min(self.weights.next_superchargers, without, s.superchargers_left()))

    def _turn_uses(self, resource: int) -> list[float]:
        s, board = self.s, self.s.board
        price = board.tank_prices[s.market] or board.tank_prices[1]
        tank = board.tank_value + self.extractions * self.weights.new_tank - price
        charged = board.supercharger_value + self.extractions * min(self.unit)
        return [
            *([self.weights.activation] * board.activation.goods[resource]),
            *self._share(board.local_tank if s.market else board.imported_tank, resource, tank, self.tanks),
            *self._share(board.supercharger, resource, charged, self.superchargers),
        ]

    def _share(self, cost: Cost, resource: int, value: float, times: int) -> list[float]:
        """What each unit of the resource contributes to something of this value, after its other costs."""
        wanted = cost.goods[resource]
        if not wanted:
            return []
        others = [other for other in range(len(RESOURCES)) if other != resource and cost.goods[other]]
        for other in others:
            times = min(times, self._available(other) // cost.goods[other])
        left = value - cost.credits - sum(cost.goods[other] * self.unit[other] for other in others)
        return [left / wanted] * (wanted * times)

    def _available(self, resource: int) -> int:
        """What I have, and what I can buy before I need it."""
        s = self.s
        later = s.stage == Stage.TRADE and s.markers[resource] > s.markers[s.resource]
        on_sale = later or Stage.ACTIVATE <= s.stage < Stage.TRADE
        return s.has(self.seat, resource) + (s.supplies[resource] if on_sale else 0)

    def _ahead(self) -> int:
        """Players who may take quarters before me."""
        s = self.s
        return s.order.index(self.seat) if self.seat in s.order else 0

    # -- energy ------------------------------------------------------------------------------------------------------

    def _energy_uses(self) -> list[float]:
        """What each tank that needs energy extracts."""
        s = self.s
        paid = [Tanks.PRODUCT[s.tanks[zone]] for zone in self.zones if not is_free(s, zone)]
        gains = yields(s, self.zones)
        values = [
            gains[product] * self.unit[product] / sum(Tanks.PRODUCT[s.tanks[z]] == product for z in self.zones)
            for product in paid
        ]
        return values + [self.weights.new_tank] * self.tanks
