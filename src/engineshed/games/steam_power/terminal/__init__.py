"""Steam Power in a terminal, drawn from the view alone."""

from __future__ import annotations

from rich.columns import Columns
from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from engineshed.games.steam_power.rules.board import Board, Terrain, load_board
from engineshed.games.steam_power.rules.components import CONTRACTS, GOODS, NUMBERS, Contract
from engineshed.games.steam_power.rules.state import COMPANIES, Stage
from engineshed.games.steam_power.rules.view import CityView, View
from engineshed.terminal.hexmap import HexMap
from engineshed.terminal.look import Look, Sight
from engineshed.terminal.tables import numbers_table

COMPANY_STYLES = ("bold red", "bold blue", "bold green", "bold yellow", "bold magenta")
COMPANY_LETTERS = tuple(name[0] for name in COMPANIES)
TILE_LETTERS = (*(good[0].upper() for good in GOODS), "V")
TILE_NAMES = (*GOODS, "VP city")
TILE_STYLES = ("bold", "bold bright_white", "bold dark_orange", "bold grey62", "bold magenta")
TERRAIN = {
    Terrain.PLAIN: (" . ", "   ", "dim"),
    Terrain.HILL: (" + ", "   ", "yellow"),
    Terrain.MOUNTAIN: (" ^ ", "   ", "bold"),
    Terrain.WATER: ("~~~~", "~~~~", "dim cyan"),
}
"""The two lines of an empty hex, and their style."""

LAND = (Terrain.PLAIN, Terrain.HILL, Terrain.MOUNTAIN)
EXHAUSTED = "×"

LEGEND = "  ".join(
    (
        *(f"{TERRAIN[terrain][0].strip()} {terrain.name.lower()} ${NUMBERS.terrain_cost[terrain]}" for terrain in LAND),
        "~ water  ↑ loose end",
        f"Br5 black, red, 5 goods  Br{EXHAUSTED} exhausted",
    )
)


class SteamPowerLook(Look):
    """The map, the cities by name, the players; one's own contracts with what they would cost now."""

    def table(self, sight: Sight) -> Group:
        view: View = sight.view
        board = load_board(view.options.map)
        return Group(_map(board, view), Text(LEGEND, style="dim"), _cities(board, view), _players(view), _supply(view))

    def own(self, sight: Sight) -> RenderableType:
        view: View = sight.view
        if view.hand is None or view.seat is None:
            return Group()
        table, over = Table.grid(padding=(0, 2, 0, 0)), view.stage == Stage.OVER
        money, hints = view.players[view.seat].money, sight.hints
        for contract, cost, bought in zip(view.hand, hints.costs, hints.bought, strict=True):
            cells = _contract_cells(CONTRACTS[contract])
            table.add_row(*cells, "" if over else _feasible(cost, bought, money))
        name = COMPANIES[view.seat].capitalize()
        return Group(Text(f"{name}'s contracts: {len(view.hand)}", style="bold"), table)

    def task(self, view: View) -> str:
        who = f"Company {COMPANIES[view.active]} acts. " if view.seats == 1 else ""
        return who + super().task(view)

    def seat(self, number: int) -> Text:
        return Text(COMPANIES[number], style=COMPANY_STYLES[number])


# -- the board ------------------------------------------------------------------------------------------------------


def _map(board: Board, view: View) -> Text:
    drawing = HexMap(board.grid)
    for hex_, terrain in enumerate(board.terrain):
        if terrain in TERRAIN:
            upper, lower, style = TERRAIN[terrain]
            drawing.put(hex_, 0, 0, upper, style)
            drawing.put(hex_, 1, 0, lower, style)
    for city, hex_ in enumerate(board.city_hex):
        _draw_city(drawing, hex_, board.cities[city], view.cities[city])
    for company in range(len(view.companies)):
        _draw_links(drawing, board, view, company)
    return drawing.text()


def _draw_city(drawing: HexMap, hex_: int, name: str, city: CityView) -> None:
    """The beginning of its name over its tile, its factory and its goods."""
    short = "".join(letter for letter in name if letter.isalnum())[:4]
    drawing.put(hex_, 0, 0, short, "bold underline")
    if city.tile is not None:
        drawing.put(hex_, 1, 0, TILE_LETTERS[city.tile], TILE_STYLES[city.tile])
    if city.factory is not None:
        drawing.put(hex_, 1, 1, COMPANY_LETTERS[city.factory], COMPANY_STYLES[city.factory])
        drawing.put(hex_, 1, 2, str(city.goods or EXHAUSTED))


def _draw_links(drawing: HexMap, board: Board, view: View, company: int) -> None:
    links, loose = view.companies[company].links, view.companies[company].loose
    letter, style = COMPANY_LETTERS[company], COMPANY_STYLES[company]
    for path in (*links, loose) if loose is not None else links:
        tiles = path.tiles(board.grid)
        for hex_, way in tiles:
            drawing.track(hex_, way, letter, style)
        if path is loose:
            drawing.loose_end(tiles[-1][0], path.edges[-1], style)


def _cities(board: Board, view: View) -> RenderableType:
    """All cities with full names, as they are typed, and where they lie."""
    order = sorted(range(len(board.cities)), key=lambda city: board.cities[city])
    return Columns([_city_line(board, city, view.cities[city]) for city in order], padding=(0, 2), column_first=True)


def _city_line(board: Board, city: int, shown: CityView) -> Text:
    line = Text(f"{board.grid.names[board.city_hex[city]]:>3} {board.cities[city]} ")
    if shown.tile is not None:
        line.append(TILE_NAMES[shown.tile], TILE_STYLES[shown.tile])
    if shown.factory is not None:
        line.append(f" {COMPANIES[shown.factory]}", COMPANY_STYLES[shown.factory])
        line.append(f" {shown.goods or EXHAUSTED}")
    return line


# -- the players ----------------------------------------------------------------------------------------------------


def _players(view: View) -> Table:
    """One line for each player; alone, the one purse and the five companies."""
    table = numbers_table("", "money", "in hand", "completed", "VP", "links", "unfinished", "trains", "factories")
    for number, company in enumerate(view.companies):
        purse = _purse(view, number) if number < view.seats else ["", "", "", ""]
        mark = "▶ " if number == view.active and view.stage != Stage.OVER else "  "
        first = " (first)" if number == view.first and view.seats > 1 else ""
        table.add_row(
            Text(f"{mark}{COMPANIES[number]}{first}", style=COMPANY_STYLES[number]),
            *purse,
            str(len(company.links)),
            _loose_text(view, number),
            str(company.trains),
            str(company.factories),
        )
    return table


def _purse(view: View, seat: int) -> list[str]:
    player = view.players[seat]
    points = sum(CONTRACTS[contract].vp for contract in player.done)
    return [f"${player.money}", str(player.contracts), str(len(player.done)), str(points)]


def _loose_text(view: View, company: int) -> str:
    """Where an unfinished link begins, and the hex of its last tile."""
    loose, board = view.companies[company].loose, load_board(view.options.map)
    if loose is None:
        return ""
    start = board.cities[board.city_at[loose.start]]
    return f"{start} to {board.grid.names[loose.tiles(board.grid)[-1][0]]}"


def _supply(view: View) -> Text:
    text = f"Round {view.round}{', the last one' if view.final else ''}. In the bag: {view.bag} contracts."
    if view.spare:
        spare = ", ".join(
            f"{view.spare.count(tile)} {name}" for tile, name in enumerate(TILE_NAMES) if tile in view.spare
        )
        text += f" Spare city tiles: {spare}."
    if any(view.trains):
        trains = ", ".join(f"{count} {COMPANIES[company]}" for company, count in enumerate(view.trains) if count)
        text += f" Trains still to be drawn: {trains}."
    return Text(text, style="dim")


# -- one's own contracts --------------------------------------------------------------------------------------------


def _contract_cells(contract: Contract) -> tuple[str, str, str]:
    bonus = "" if contract.bonus == "none" else f", {contract.bonus}"
    return f"  {contract.id}", _goods(contract.demand), f"${contract.money}, {contract.vp} VP{bonus}"


def _goods(demand: tuple[int, ...]) -> str:
    return ", ".join(f"{count} {GOODS[good]}" for good, count in enumerate(demand) if count)


def _feasible(cost: int | None, bought: int, money: int) -> Text:
    """Whether it can be completed now, and what is missing otherwise."""
    if cost is None:
        return Text("missing: a finished link", style="dim")
    bank = f", {bought} from the bank" if bought else ""
    if cost > money:
        return Text(f"missing: ${cost - money} of ${cost}{bank}", style="dim")
    return Text(f"can do now: ${cost}{bank}", style="green")


LOOK = SteamPowerLook
