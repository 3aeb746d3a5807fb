"""What a zone is worth: at the end of the game, and for a tank that may be placed there."""

from __future__ import annotations

from collections.abc import Sequence

from engineshed.games.planet_steam.bots.outlook import outlook
from engineshed.games.planet_steam.bots.worth import Worth
from engineshed.games.planet_steam.rules.for_bots import (
    DIE,
    NOBODY,
    RESOURCES,
    AnyMove,
    Claim,
    Licence,
    Name,
    Neutral,
    Pass,
    Stage,
    State,
    Tanks,
    fits_river,
    nearest,
    neutral_zones,
)


class Land:
    """Zones as one player sees them."""

    def __init__(self, s: State, seat: int, worth: Worth) -> None:
        self.s, self.seat, self.worth, self.w = s, seat, worth, worth.weights
        self.board = s.board
        self.base = outlook(s, seat, worth)
        self.rounds = s.rounds - s.round + (s.stage <= Stage.EXTRACT)
        """Extractions to come."""
        self.builds = s.stage <= Stage.TANK or s.round < s.rounds
        empty = [zone for zone in s.own[seat] if not s.tanks[zone]]
        self.at_hand = max((self._tank_in(zone) for zone in empty), default=0.0) if self.builds else 0.0
        """What a tank would gain on the best of the zones that I already have."""

    def worth_of(self, zone: int) -> float:
        value = float(self.board.zone_value)
        if not self.builds:
            return value
        better = max(0.0, self._tank_in(zone) - self.at_hand)
        beside = self.w.neighbour * self._beside(zone, self.seat) + self.w.room * self._beside(zone, NOBODY)
        return value + self.w.built * better + self.rounds * beside

    def _tank_in(self, zone: int) -> float:
        """What the best tank in this zone would earn beyond its price."""
        s, board = self.s, self.board
        price = board.tank_prices[s.market] or board.tank_prices[1]
        gains = []
        for product in range(len(RESOURCES)):
            if fits_river(s, zone, product):
                built = self._mine(zone)
                built.set_tank(zone, Tanks.OF[product])
                converter = board.converters[product].credits if product in board.converters else 0
                gains.append(outlook(built, self.seat, self.worth) - self.base - converter)
        owned = s.owners[zone] == self.seat
        return max(gains) - price - (0 if owned else board.zone_value)

    def _mine(self, zone: int) -> State:
        mine = self.s.copy()
        if mine.owners[zone] != self.seat:
            mine.set_owner(zone, self.seat)
        return mine

    def _beside(self, zone: int, owner: int) -> int:
        return sum(self.s.owners[other] == owner for other in self.board.neighbours[zone])

    # -- claiming ----------------------------------------------------------------------------------------------------

    def claim(self, moves: Sequence[AnyMove]) -> AnyMove:
        """Roll, use a licence, or neither."""
        return max(self.claims(moves), key=lambda option: option[0])[1]

    def claims(self, moves: Sequence[AnyMove]) -> list[tuple[float, AnyMove]]:
        """What each way to claim a zone gains."""
        value = {zone: self.worth_of(zone) for zone in _zones(moves)}
        weighed: list[tuple[float, AnyMove]] = []
        for move in moves:
            match move:
                case Claim(zone):
                    weighed.append((self._rolled(zone, value), move))
                case Licence(zone):
                    weighed.append((value[zone] - self.licence_kept(), move))
                case Pass():
                    weighed.append((0.0, move))
        return weighed

    def _rolled(self, zone: int, value: dict[int, float]) -> float:
        """The expected gain of rolling for this zone."""
        s = self.s
        if s.options.free_zone_choice:
            return value[zone]
        lucky = (DIE + 1 - self.board.claimed_by) / DIE
        other = max((value[near] for near in nearest(s, zone)), default=float(self.board.no_zone))
        return lucky * value[zone] + (1 - lucky) * other

    def best(self, moves: Sequence[AnyMove]) -> AnyMove:
        """The best zone for me."""
        return max(moves, key=lambda move: self.worth_of(_zone(move)))

    def worst(self, moves: Sequence[AnyMove]) -> AnyMove:
        """For neutral markers: the zone where I lose least and rivals lose most."""
        return min(moves, key=lambda move: self.worth_of(_zone(move)) - self._rivals_beside(_zone(move)))

    def _rivals_beside(self, zone: int) -> int:
        return sum(self._beside(zone, rival) for rival in range(self.s.seats) if rival != self.seat)

    # -- licences ----------------------------------------------------------------------------------------------------

    def licence_kept(self) -> float:
        """What a licence is worth if it is not used now: it can still be sold, one in each round."""
        s = self.s
        return float(self.board.licence_sale) if s.licences[self.seat] <= s.rounds - s.round + 1 else 0.0

    def licence_used(self, held: int) -> float:
        """What the last of this many licences is worth: a zone, if none would be left to claim without it."""
        s = self.s
        claims = s.rounds - s.round + (s.stage < Stage.CLAIM)
        missing = claims * (s.seats + 1) - len(s.free)
        no_zones = not s.free and not neutral_zones(s)
        if no_zones or missing <= 0 or claims < held or not s.markers_left(self.seat):
            return 0.0
        return self.board.zone_value * min(1.0, missing / (claims * s.seats))

    def licence_gained(self) -> float:
        """What one more licence is worth."""
        return self.licence_used(self.s.licences[self.seat] + 1)


def _zone(move: AnyMove) -> int:
    assert isinstance(move, Claim | Licence | Name | Neutral)
    return move.zone


def _zones(moves: Sequence[AnyMove]) -> list[int]:
    return sorted({move.zone for move in moves if isinstance(move, Claim | Licence)})
