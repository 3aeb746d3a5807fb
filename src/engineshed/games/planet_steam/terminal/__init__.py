"""Planet Steam in a terminal, drawn from the view alone."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from engineshed.games.planet_steam.boards.hints import Hints
from engineshed.games.planet_steam.rules.board import CLOSED, NEUTRALLY, NOBODY, Board, load_board
from engineshed.games.planet_steam.rules.boardfile import Cost, SpecialistCard
from engineshed.games.planet_steam.rules.components import COLOURS, COMPANIES, CONVERTED, RESOURCES, SPECIALISTS, WAYS
from engineshed.games.planet_steam.rules.state import NO_SEAT, NOTHING, NOWHERE, Stage
from engineshed.games.planet_steam.rules.view import PlayerView, View, ZoneView
from engineshed.terminal.canvas import Canvas
from engineshed.terminal.look import Look, Sight
from engineshed.terminal.tables import counted, numbers_table

COMPANY_STYLES = ("bold bright_white", "bold green", "bold dark_orange", "bold magenta", "bold yellow")
OWNERS = {NOBODY: ("", ""), NEUTRALLY: ("neutral", "dim"), CLOSED: ("closed", "dim")}
"""What stands in a zone that is no player's, and its style."""
RESOURCE_STYLES = ("bold cyan", "bold red", "bold blue", "bold bright_yellow")
LAND, RIVER = (".", "dim"), ("~", "blue")
SUPERCHARGED, FALLEN, WORKS = "+", "!", "*"

ZONE_WIDTH = 10
ZONE_HEIGHT = 2
MARGIN = 4
"""Columns for the numbers of the rows."""
AIRSHIP = "<=> airship"

PHASES = (
    (Stage.FIRST, "setting up"),
    (Stage.CARRIER_AUCTION, "specialists"),
    (Stage.RIVER, "claims before the first round"),
    (Stage.NAME, "expansion"),
    (Stage.ACTIVATE, "tanks"),
    (Stage.EXTRACT, "extraction"),
    (Stage.TRADE, "trade"),
    (Stage.CERTIFICATE, "certificates"),
    (Stage.OVER, "the end"),
)
"""The first stage of each part of a round."""


class PlanetSteamLook(Look):
    """The map with tanks and airship, the market, the players in their order, and what the stage is about."""

    def table(self, sight: Sight) -> Group:
        view: View = sight.view
        board = load_board(view.options.map)
        told = (_moment(view), _cards(self, board, view), _stock(view), *_beside(board, view, sight.hints))
        return Group(
            _map(board, view),
            Text(_legend(view), style="dim"),
            _market(board, view),
            _players(self, view),
            *(Text(line, style="dim") for line in told),
        )

    def own(self, sight: Sight) -> RenderableType:
        """What one's tanks bring in this extraction: carriers may have no room for all of it."""
        view: View = sight.view
        if view.seat is None or view.stage != Stage.EXTRACT:
            return Group()
        player = view.players[view.seat]
        gains = _amounts(sight.hints.yields[view.seat]) or "nothing"
        return Text(f"Your tanks that work so far extract {gains}; there is room for {_amounts(player.rooms)}.")

    def seat(self, number: int) -> Text:
        return Text(COMPANIES[number], style=COMPANY_STYLES[number])

    def specialists(self, card: SpecialistCard) -> str:
        return " and ".join(self.game.speech.words.templates[f"specialist.{SPECIALISTS[who]}"] for who in card.who)


def _amounts(amounts: tuple[int, ...]) -> str:
    """Of resources; empty if there is none of any."""
    return ", ".join(f"{amount} {name}" for name, amount in zip(RESOURCES, amounts, strict=True) if amount)


def _cost(cost: Cost, *, credits: int = 0) -> str:  # noqa: A002  (as the game calls its money)
    """What is paid, money first."""
    money = cost.credits + credits
    return ", ".join(part for part in (counted(money, "credit") if money else "", _amounts(cost.goods)) if part)


# -- the map --------------------------------------------------------------------------------------------------------


def _map(board: Board, view: View) -> Text:
    right = MARGIN + ZONE_WIDTH * board.columns
    drawing = Canvas(right + len(AIRSHIP), 1 + ZONE_HEIGHT * board.rows)
    for column in range(board.columns):
        drawing.write(0, MARGIN + ZONE_WIDTH * column, board.names[column][0], "dim")
    for row in range(board.rows):
        drawing.write(1 + ZONE_HEIGHT * row, 0, str(row + 1), "dim")
    for number, zone in enumerate(view.zones):
        row, column = divmod(number, board.columns)
        _draw_zone(drawing, 1 + ZONE_HEIGHT * row, MARGIN + ZONE_WIDTH * column, zone, wet=board.river[number])
    if view.airship != NOWHERE:
        drawing.write(1 + ZONE_HEIGHT * view.airship, right, AIRSHIP, "bold")
    return drawing.text()


def _draw_zone(drawing: Canvas, line: int, column: int, zone: ZoneView, *, wet: bool) -> None:
    """The ground at the left; beside it whose zone it is, and below what its tank extracts."""
    drawing.write(line, column, *(RIVER if wet else LAND))
    seated = zone.owner < len(COMPANIES)
    name, style = (COMPANIES[zone.owner], COMPANY_STYLES[zone.owner]) if seated else OWNERS[zone.owner]
    drawing.write(line, column + 2, name, style)
    if zone.product is not None:
        marks = SUPERCHARGED * zone.supercharger + FALLEN * zone.fallen + WORKS * zone.works
        drawing.write(line + 1, column + 2, RESOURCES[zone.product] + marks, RESOURCE_STYLES[zone.product])


def _legend(view: View) -> str:
    """What the signs mean, and of the rare ones those that are seen."""
    signs = [f"{LAND[0]} land  {RIVER[0]} river  below the owner: what the tank extracts"]
    marks = (
        (SUPERCHARGED, "supercharger", any(zone.supercharger for zone in view.zones)),
        (FALLEN, "on its side", any(zone.fallen for zone in view.zones)),
        (WORKS, "energy is paid", any(zone.works for zone in view.zones)),
    )
    return "  ".join([*signs, *(f"{mark} {meaning}" for mark, meaning, seen in marks if seen)])


# -- the market -----------------------------------------------------------------------------------------------------


def _market(board: Board, view: View) -> Table:
    """Prices and supplies; the colour of a supply says where the price goes after each player's trade."""
    numbers = ("price", "lowest", "highest", "supply", "most", "bonus", "order")
    table = numbers_table("market", *numbers, words=("colour", "price then"))
    for resource, name in enumerate(RESOURCES):
        supply = view.supplies[resource]
        table.add_row(
            Text(name, style=RESOURCE_STYLES[resource]),
            Text(str(view.prices[resource]), style="bold"),
            str(board.lowest[resource]),
            str(board.highest[resource]),
            str(supply),
            str(len(board.shifts[resource]) - 1),
            str(view.bonus[resource] or ""),
            _turn_of(view, resource),
            COLOURS[board.colours[resource][supply]],
            f"{board.shifts[resource][supply]:+}" if board.shifts[resource][supply] else "stays",
        )
    return table


def _turn_of(view: View, resource: int) -> str:
    """When a resource is traded; nothing before that is settled."""
    place = view.markers[resource]
    if view.stage == Stage.TRADE and resource == view.resource:
        return "now"
    return str(place or "")


def _stock(view: View) -> str:
    converters = ", ".join(f"{view.converters[resource]} {RESOURCES[resource]}" for resource in CONVERTED)
    return (
        f"Left: {view.tank_pieces} tanks, {view.market} of them on the local market; converters: {converters}; "
        f"{view.superchargers} superchargers; {view.licence_stock} licences; {view.quarters_stock} luxury quarters."
    )


# -- the players ----------------------------------------------------------------------------------------------------


def _players(look: PlanetSteamLook, view: View) -> Table:
    """In the order of this round as far as there is one. Resources stand with what their carriers hold."""
    table = numbers_table("", "credits", *RESOURCES, "zones", "tanks", "worth", words=("holds",))
    for seat in dict.fromkeys((*view.order, *range(view.seats))):
        acts = seat == view.active and view.stage != Stage.OVER
        table.add_row(look.marked_seat(seat, acts=acts), *_figures(view, seat), ", ".join(_held(view.players[seat])))
    return table


def _figures(view: View, seat: int) -> list[str]:
    player = view.players[seat]
    zones = [zone for zone in view.zones if zone.owner == seat]
    tanks = sum(zone.product is not None for zone in zones)
    money = "hidden" if player.credits is None else str(player.credits)
    return [money, *_stored(player), str(len(zones)), str(tanks), str(sum(player.property.values()))]


def _stored(player: PlayerView) -> list[str]:
    return [f"{have}/{holds}" for have, holds in zip(player.goods, player.capacities, strict=True)]


def _held(player: PlayerView) -> Iterator[str]:
    """His card and certificates."""
    if player.card:
        yield f"card {player.card}"
    if player.licences:
        yield counted(player.licences, "licence")
    if player.quarters:
        yield f"{player.quarters} quarters"


# -- what the stage is about ----------------------------------------------------------------------------------------


def _moment(view: View) -> str:
    """Where the game stands, and who comes next."""
    phase = next(name for first, name in reversed(PHASES) if view.stage >= first)
    line = f"Round {view.round} of {view.rounds}: {phase}."
    if view.queue:
        names = ", ".join(COMPANIES[seat] for seat in view.queue)
        line += f" After {COMPANIES[view.active]}: {names}."
    return line


def _cards(look: PlanetSteamLook, board: Board, view: View) -> str:
    """Who is on which card, and whether it can still be chosen."""
    taken = [player.card for player in view.players]
    told = []
    for card in board.cards[view.seats]:
        holder = COMPANIES[taken.index(card.number)] if card.number in taken else "not taken"
        told.append(f"{card.number} {look.specialists(card)} ({holder})")
    if view.carrier != NO_SEAT:
        told.append(f"Independent Carrier, which holds {board.independent} more ({COMPANIES[view.carrier]})")
    if view.manipulator != NO_SEAT:
        told.append(f"Price Manipulation ({COMPANIES[view.manipulator]})")
    return f"Cards: {'; '.join(told)}."


def _beside(board: Board, view: View, hints: Hints) -> list[str]:
    """What one needs to know in this stage and would else look up on the board."""
    match view.stage:
        case Stage.MANIPULATE:
            ways = zip(WAYS, board.ways, strict=True)
            told = (f"{name} {counted(way.spaces, 'space')} for {counted(way.cost, 'credit')}" for name, way in ways)
            return [f"Ways: {', '.join(told)}."]
        case Stage.ZONE_AUCTION | Stage.DIVERT if view.zone != NOWHERE:
            return [f"The zone is {board.names[view.zone]}."]
        case Stage.ACTIVATE | Stage.TANK | Stage.FIT:
            return [_tank_costs(board, view)]
        case Stage.TRADE if view.resource != NOTHING:
            return [_quotes(view, hints)]
        case Stage.CERTIFICATE:
            return [_certificate_costs(board)]
        case _:
            return []


def _tank_costs(board: Board, view: View) -> str:
    local = _cost(board.local_tank, credits=view.tank_price) if view.market else "sold out"
    costs = [
        f"local tank {local}",
        f"imported tank {_cost(board.imported_tank)}",
        *(f"{RESOURCES[resource]} converter {_cost(board.converters[resource])}" for resource in CONVERTED),
        f"supercharger {_cost(board.supercharger)}",
        f"carrier upgrade {_cost(board.upgrade)}",
    ]
    return f"Costs: {'; '.join(costs)}."


def _certificate_costs(board: Board) -> str:
    return (
        f"Costs: licence {_cost(board.licence_cost)}, sold for {board.licence_sale} credits; "
        f"luxury quarters {_cost(board.quarters_cost)}, worth {board.quarters_value} at the end."
    )


def _quotes(view: View, hints: Hints) -> str:
    """The price that the next player finds, by what is left on the market."""
    ranges = []
    for price, run in groupby(enumerate(hints.quotes), key=lambda quote: quote[1]):
        supplies = [supply for supply, _ in run]
        ends = str(supplies[0]) if len(supplies) == 1 else f"{supplies[0]} to {supplies[-1]}"
        ranges.append(f"{ends}: {price}")
    return f"The next player's price of {RESOURCES[view.resource]} by the supply that you leave: {', '.join(ranges)}."


LOOK = PlanetSteamLook
