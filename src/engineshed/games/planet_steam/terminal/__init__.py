"""Planet Steam in a terminal, drawn from the view alone."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from engineshed.core.words import Message, Param
from engineshed.games.planet_steam.rules.board import Board, load_board
from engineshed.games.planet_steam.rules.boardfile import Cost, SpecialistCard
from engineshed.games.planet_steam.rules.components import COLOURS, COMPANIES, CONVERTED, RESOURCES, SPECIALISTS, WAYS
from engineshed.games.planet_steam.rules.names import RESOURCE_WORDS
from engineshed.games.planet_steam.rules.phases.trade import next_price
from engineshed.games.planet_steam.rules.truth import StageName
from engineshed.games.planet_steam.rules.view import PlayerView, View, ZoneView
from engineshed.terminal.canvas import Canvas
from engineshed.terminal.look import Look, Sight
from engineshed.terminal.tables import numbers_table

COMPANY_STYLES = ("bold bright_white", "bold green", "bold dark_orange", "bold magenta", "bold yellow")
RESOURCE_STYLES = ("bold cyan", "bold red", "bold blue", "bold bright_yellow")
LAND, RIVER = (".", "dim"), ("~", "blue")
SUPERCHARGED, FALLEN, WORKS = "+", "!", "*"

ZONE_WIDTH = 10
ZONE_HEIGHT = 2
LONGEST_OWNER = 7
"""The number of characters between one zone and the next."""
MARGIN = 4
"""Columns for the numbers of the rows."""

PHASES: Mapping[str, tuple[StageName, ...]] = {
    "set-up": ("first", "first-upgrade"),
    "specialists": (
        *("carrier-auction", "auction", "card", "engineer", "banker", "bonus", "marker"),
        *("manipulate", "shift", "sabotage", "topple"),
    ),
    "first-claims": ("river-roll", "river", "own-claim", "neutral-claim"),
    "expansion": ("name", "zone-auction", "claim", "claim-roll", "divert", "anchor", "keep"),
    "tanks": ("activate", "tank", "fit"),
    "extraction": ("extract", "unload"),
    "trade": ("trade",),
    "certificates": ("certificate",),
    "end": ("compensation", "over"),
}
PHASE_OF = {stage: phase for phase, stages in PHASES.items() for stage in stages}


class PlanetSteamLook(Look):
    """The map with tanks and airship, the market, the players in their order, and what the stage is about."""

    def table(self, sight: Sight) -> Group:
        view: View = sight.view
        board = load_board(view.options.map)
        told = (self._moment(view), self._cards(board, view), self._stock(view), *self._beside(board, view))
        return Group(
            self._map(board, view),
            Text(self._legend(view), style="dim"),
            *self.typed(resource=RESOURCES, company=COMPANIES[: view.seats]),
            self._market(board, view),
            self._players(view),
            *(Text(line, style="dim") for line in told),
        )

    def own(self, sight: Sight) -> RenderableType:
        """What the player's tanks extract in this step; there may not be room for all of it."""
        view: View = sight.view
        if view.seat is None or view.stage != "extract":
            return Group()
        gains = self._amounts(sight.hints.yields[view.seat]) or self._say("nothing")
        return Text(self._say("own", gains=gains, rooms=self._amounts(view.players[view.seat].rooms)))

    def seat(self, number: int) -> Text:
        return Text(self.name(number), style=COMPANY_STYLES[number])

    # -- words -------------------------------------------------------------------------------------------------------

    def _say(self, message: str, **params: Param) -> str:
        return self.words.text(Message(f"terminal.{message}", params))

    def _resource(self, resource: int) -> str:
        return self.words.word(f"resource.{RESOURCES[resource]}")

    def _amounts(self, amounts: Iterable[int]) -> str:
        """Amounts of resources as a list; an empty text if all are 0."""
        told = (self._amount(resource, count) for resource, count in enumerate(amounts) if count)
        return ", ".join(told)

    def _amount(self, resource: int, count: int) -> str:
        return self._say("amount", count=count, resource=RESOURCE_WORDS[resource])

    def _cost(self, cost: Cost, more: int = 0) -> str:
        """What is paid, money first; ``more``: credits in addition to the cost."""
        money = cost.credits + more
        credits_ = self._say("credits", credits=money) if money else ""
        return ", ".join(part for part in (credits_, self._amounts(cost.goods)) if part)

    # -- the map -----------------------------------------------------------------------------------------------------

    def _map(self, board: Board, view: View) -> Text:
        right, airship = MARGIN + ZONE_WIDTH * board.columns, self._say("airship")
        drawing = Canvas(right + len(airship), 1 + ZONE_HEIGHT * board.rows)
        for column in range(board.columns):
            drawing.write(0, MARGIN + ZONE_WIDTH * column, board.names[column][0], "dim")
        for row in range(board.rows):
            drawing.write(1 + ZONE_HEIGHT * row, 0, str(row + 1), "dim")
        for number, zone in enumerate(view.zones):
            row, column = divmod(number, board.columns)
            line, left = 1 + ZONE_HEIGHT * row, MARGIN + ZONE_WIDTH * column
            drawing.write(line, left, *(RIVER if board.river[number] else LAND))
            self._draw_zone(drawing, line, left + 2, zone)
        if view.airship is not None:
            drawing.write(1 + ZONE_HEIGHT * view.airship, right, airship, "bold")
        return drawing.text()

    def _draw_zone(self, drawing: Canvas, line: int, column: int, zone: ZoneView) -> None:
        """Whose zone it is, and below that, what its tank extracts."""
        if isinstance(zone.owner, int):
            drawing.write(line, column, self.name(zone.owner)[:LONGEST_OWNER], COMPANY_STYLES[zone.owner])
        elif zone.owner is not None:
            drawing.write(line, column, self._say(zone.owner)[:LONGEST_OWNER], "dim")
        if zone.product is not None:
            marks = SUPERCHARGED * zone.supercharger + FALLEN * zone.fallen + WORKS * zone.works
            drawing.write(line + 1, column, self._resource(zone.product) + marks, RESOURCE_STYLES[zone.product])

    def _legend(self, view: View) -> str:
        """What the signs mean; the rare ones are explained only when they are on the map."""
        marks = (
            (SUPERCHARGED, "supercharger", any(zone.supercharger for zone in view.zones)),
            (FALLEN, "fallen", any(zone.fallen for zone in view.zones)),
            (WORKS, "works", any(zone.works for zone in view.zones)),
        )
        rare = [f"{mark} {self._say(meaning)}" for mark, meaning, seen in marks if seen]
        return "  ".join([self._say("legend", land=LAND[0], river=RIVER[0]), *rare])

    # -- the market --------------------------------------------------------------------------------------------------

    def _market(self, board: Board, view: View) -> Table:
        """Prices and supplies; the colour of a supply shows how the price moves after each player's trade."""
        first, *headings = map(
            self._say, ("market", "price", "lowest", "highest", "supply", "most", "bonus", "order", "colour", "then")
        )
        table = numbers_table(first, *headings[:-2], words=headings[-2:])
        for resource in range(len(RESOURCES)):
            supply = view.supplies[resource]
            shift = board.shifts[resource][supply]
            table.add_row(
                Text(self._resource(resource), style=RESOURCE_STYLES[resource]),
                Text(str(view.prices[resource]), style="bold"),
                str(board.lowest[resource]),
                str(board.highest[resource]),
                str(supply),
                str(len(board.shifts[resource]) - 1),
                str(view.bonus[resource] or ""),
                self._turn_of(view, resource),
                self._say(f"colour-{COLOURS[board.colours[resource][supply]]}"),
                f"{shift:+}" if shift else self._say("stays"),
            )
        return table

    def _turn_of(self, view: View, resource: int) -> str:
        """When a resource is traded; empty before that is settled."""
        if view.stage == "trade" and resource == view.resource:
            return self._say("now")
        return str(view.markers[resource] or "")

    def _stock(self, view: View) -> str:
        return self._say(
            "stock",
            tanks=view.tank_pieces,
            market=view.market,
            converters=", ".join(self._amount(resource, count) for resource, count in view.converters.items()),
            superchargers=view.superchargers,
            licences=view.licence_stock,
            quarters=view.quarters_stock,
        )

    # -- the players -------------------------------------------------------------------------------------------------

    def _players(self, view: View) -> Table:
        """The players in player order, once there is one. After each resource comes its carrier's capacity."""
        money, *owned = map(self._say, ("money", "zones", "tanks", "worth"))
        resources = map(self._resource, range(len(RESOURCES)))
        table = numbers_table("", money, *resources, *owned, words=(self._say("holds"),))
        for seat in dict.fromkeys((*view.order, *range(view.seats))):
            acts = seat == view.active and view.stage != "over"
            held = ", ".join(self._held(view.players[seat]))
            table.add_row(self.marked_seat(seat, acts=acts), *self._figures(view, seat), held)
        return table

    def _figures(self, view: View, seat: int) -> list[str]:
        player = view.players[seat]
        zones = [zone for zone in view.zones if zone.owner == seat]
        tanks = sum(zone.product is not None for zone in zones)
        money = self._say("hidden") if player.credits is None else str(player.credits)
        stored = (f"{have}/{holds}" for have, holds in zip(player.goods, player.capacities, strict=True))
        return [money, *stored, str(len(zones)), str(tanks), str(sum(player.property.values()))]

    def _held(self, player: PlayerView) -> Iterator[str]:
        """The player's card and certificates."""
        if player.card:
            yield self._say("card", number=player.card)
        if player.licences:
            yield self._say("licences", count=player.licences)
        if player.quarters:
            yield self._say("quarters", count=player.quarters)

    # -- what the stage is about -------------------------------------------------------------------------------------

    def _moment(self, view: View) -> str:
        """The round, the phase, and who comes next."""
        phase = self._say(f"phase-{PHASE_OF[view.stage]}")
        line = self._say("moment", round=view.round, rounds=view.rounds, phase=phase)
        if not view.queue:
            return line
        others = ", ".join(map(self.name, view.queue))
        return f"{line} {self._say('after', company=self.name(view.active), others=others)}"

    def _cards(self, board: Board, view: View) -> str:
        """Who is on which card, and whether it can still be chosen."""
        taken = [player.card for player in view.players]
        told = []
        for card in board.cards[view.seats]:
            holder = self.name(taken.index(card.number)) if card.number in taken else self._say("not-taken")
            told.append(f"{card.number} {self._specialists(card)} ({holder})")
        if view.carrier is not None:
            told.append(self._say("carrier", count=board.independent, company=self.name(view.carrier)))
        if view.manipulator is not None:
            told.append(self._say("manipulation", company=self.name(view.manipulator)))
        return self._say("cards", cards="; ".join(told))

    def _specialists(self, card: SpecialistCard) -> str:
        names = [self.words.word(f"specialist.{SPECIALISTS[who]}") for who in card.who]
        return names[0] if len(names) == 1 else self._say("two", first=names[0], second=names[1])

    def _beside(self, board: Board, view: View) -> list[str]:
        """What a player would look up on the board in this stage."""
        match view.stage:
            case "manipulate":
                return [self._ways(board)]
            case "zone-auction" | "divert" if view.zone is not None:
                return [self._say("zone", zone=board.zones[view.zone])]
            case "activate" | "tank" | "fit":
                return [self._tank_costs(board, view)]
            case "trade" if view.resource is not None:
                return [self._next_prices(board, view, view.resource)]
            case "certificate":
                return [self._certificate_costs(board)]
            case _:
                return []

    def _ways(self, board: Board) -> str:
        ways = (
            self._say("way", way=name, spaces=way.spaces, credits=way.cost)
            for name, way in zip(WAYS, board.ways, strict=True)
        )
        return self._say("ways", ways=", ".join(ways))

    def _tank_costs(self, board: Board, view: View) -> str:
        sold_out = view.tank_price is None
        local = self._say("sold-out") if sold_out else self._cost(board.local_tank, view.tank_price or 0)
        costs = [
            self._say("local-tank", cost=local),
            self._say("imported-tank", cost=self._cost(board.imported_tank)),
            *(
                self._say("converter", resource=RESOURCE_WORDS[kind], cost=self._cost(board.converters[kind]))
                for kind in CONVERTED
            ),
            self._say("supercharger-cost", cost=self._cost(board.supercharger)),
            self._say("upgrade", cost=self._cost(board.upgrade)),
        ]
        return self._say("costs", costs="; ".join(costs))

    def _certificate_costs(self, board: Board) -> str:
        return self._say(
            "certificates",
            licence=self._cost(board.licence_cost),
            sale=board.licence_sale,
            quarters=self._cost(board.quarters_cost),
            worth=board.quarters_value,
        )

    def _next_prices(self, board: Board, view: View, resource: int) -> str:
        """The price for the next player, by what is left on the market."""
        price, supplies = view.prices[resource], range(len(board.shifts[resource]))
        ranges = [
            f"{self._range(list(run))}: {then}"
            for then, run in groupby(supplies, key=lambda supply: next_price(board, resource, price, supply))
        ]
        return self._say("next-prices", resource=RESOURCE_WORDS[resource], prices=", ".join(ranges))

    def _range(self, run: Sequence[int]) -> str:
        return str(run[0]) if len(run) == 1 else self._say("range", first=run[0], last=run[-1])


LOOK = PlanetSteamLook
