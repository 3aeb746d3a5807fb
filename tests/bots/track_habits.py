"""What bots of Steam Power and Steam do with their contracts, actions and money, counted over whole games."""

from __future__ import annotations

from collections import Counter
from typing import Any

from engineshed.core.contract import Seat
from engineshed.core.loop import Turn
from engineshed.games.steam.bots.routes import Site, routes
from engineshed.games.steam.rules import moves as track
from engineshed.games.steam.rules.state import State as Steam
from engineshed.games.steam.rules.truth import Stage as SteamStage
from engineshed.games.steam.rules.truth import Tile
from engineshed.games.steam.rules.viewing import view
from engineshed.games.steam_power.rules.moves import Contracts, Deliver, Done, Money
from engineshed.games.steam_power.rules.state import State as Power
from engineshed.games.steam_power.rules.supply import cost_of, prices
from engineshed.games.steam_power.rules.truth import Bonus, Stage

Counts = Counter[str]

RICH = 15
"""Dollars that pay for any contract."""
TILE_PRICE = 3


class Delivering:
    """Contracts and actions of one player of Steam Power in one game."""

    def __init__(self) -> None:
        self.free: set[int] | None = None
        """Contracts that cost nothing when this turn began; None if it is not the player's turn."""
        self.otherwise = False
        """Whether an action of this turn was spent on anything but a contract."""

    def __call__(self, counts: Counts, seat: Seat, turn: Turn[Power, Any]) -> None:
        before, after = turn.before, turn.step.state
        if turn.seat == seat:
            self._moved(counts, seat, before, turn.move)
        if self.free is not None and (after.active != seat or after.stage == Stage.OVER):
            self._turn_over(counts, after.hands[seat])
        if after.stage == Stage.OVER:
            counts["rounds"] += after.round
            counts["money left"] += after.money[seat]

    def _moved(self, counts: Counts, seat: Seat, before: Power, move: Any) -> None:
        if self.free is None:
            counts["turns"] += 1
            table = prices(before, seat) if before.links[seat] else None
            costs = {} if table is None else {c: cost_of(table, before.ground.demands[c]) for c in before.hands[seat]}
            self.free, self.otherwise = {contract for contract, cost in costs.items() if cost == 0}, False
            counts["free contracts"] += len(self.free)
        if before.stage == Stage.ACTION:
            self.otherwise |= not isinstance(move, Deliver)
            counts["money taken"] += isinstance(move, Money)
            counts["money taken while rich"] += isinstance(move, Money) and before.money[seat] >= RICH
        if before.stage == Stage.BONUS and before.bonus == Bonus.CONTRACTS and isinstance(move, Contracts | Done):
            counts["free draws"] += 1
            counts["free draws declined"] += isinstance(move, Done)

    def _turn_over(self, counts: Counts, hand: tuple[int, ...]) -> None:
        left = len((self.free or set()).intersection(hand))
        counts["free contracts left over a turn"] += left
        counts["free contracts left though something else was done"] += left if self.otherwise else 0
        self.free = None


def hauling(counts: Counts, seat: Seat, turn: Turn[Steam, Any]) -> None:
    """Tiles, deliveries and money of one player of Steam."""
    before, move = turn.before, turn.move
    if turn.seat == seat:
        match move:
            case track.Choose():
                counts[f"tile {move.tile}"] += 1
                counts["locomotive"] += move.tile == Tile.LOCOMOTIVE
            case track.Deliver():
                counts["deliveries"] += 1
                counts["points"] += move.gains[seat]
            case track.Upgrade():
                counts["upgrades"] += 1
            case track.Pass() if before.stage == SteamStage.MOVE:
                counts["passes"] += 1
            case track.Done() if before.round == before.rounds:
                _last_build(counts, seat, before)
    if turn.step.state.stage == SteamStage.OVER:
        counts["cash left"] += turn.step.state.players[seat].cash


def _last_build(counts: Counts, seat: Seat, before: Steam) -> None:
    """Whether the cash that is left at the end of the last build turn would have paid for one more link."""
    seen, cash = view(before, seat), before.players[seat].cash
    site = Site(seen, TILE_PRICE)
    begin = [*site.from_network(), *site.from_cities(), *site.from_open_ends()]
    counts["last builds"] += 1
    counts["cash after the last build"] += cash
    counts["last builds that leave a link unbuilt"] += any(routes(site, begin, seen.placements, cash))
