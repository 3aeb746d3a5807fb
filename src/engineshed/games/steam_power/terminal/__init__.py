"""Steam Power in a terminal, drawn from the view alone."""

from __future__ import annotations

from collections.abc import Mapping

from rich.columns import Columns
from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from engineshed.core.words import Message, Param, Words
from engineshed.games.steam_power.boards.hints import ContractHint
from engineshed.games.steam_power.rules.board import Terrain, load_board
from engineshed.games.steam_power.rules.box import box_of
from engineshed.games.steam_power.rules.components import GOODS, NUMBERS, TILE_NAMES, Contract, TileName
from engineshed.games.steam_power.rules.truth import COMPANIES
from engineshed.games.steam_power.rules.view import CityView, View
from engineshed.terminal.hexmap import HexMap
from engineshed.terminal.look import Look, Sight
from engineshed.terminal.tables import numbers_table

COMPANY_STYLES = ("bold red", "bold blue", "bold green", "bold yellow", "bold magenta")
COMPANY_LETTERS = tuple(name[0] for name in COMPANIES)
TILE_LETTERS = {name: name[0].upper() for name in TILE_NAMES}
"""The letters of tiles in the notation, which are the same in every language."""
TILE_STYLES = {
    "black": "bold",
    "white": "bold bright_white",
    "orange": "bold dark_orange",
    "grey": "bold grey62",
    "vp": "bold magenta",
}
TERRAIN = {
    Terrain.PLAIN: (" . ", "   ", "dim"),
    Terrain.HILL: (" + ", "   ", "yellow"),
    Terrain.MOUNTAIN: (" ^ ", "   ", "bold"),
    Terrain.WATER: ("~~~~", "~~~~", "dim cyan"),
}
"""The two lines of an empty hex, and their style."""

EXHAUSTED = "×"
COLUMNS = ("money", "in-hand", "completed", "vp", "links", "unfinished", "trains", "factories")


class SteamPowerLook(Look):
    """The map, the cities by name, the players, and the viewer's contracts with what they would cost now."""

    def table(self, sight: Sight) -> Group:
        shown = _Shown(self.words, sight.view)
        typed = self.typed(company=COMPANIES[: len(shown.view.companies)])
        return Group(shown.map(), shown.legend(), *typed, shown.cities(), shown.players(), shown.supply())

    def own(self, sight: Sight) -> RenderableType:
        view: View = sight.view
        if view.hand is None or view.seat is None:
            return Group()
        table, money = Table.grid(padding=(0, 2, 0, 0)), view.players[view.seat].money
        for hint in sight.hints.hand:
            cells = _contract_cells(self.words, box_of(view.options.data).contracts[hint.contract])
            table.add_row(*cells, "" if view.stage == "over" else _feasible(self.words, hint, money))
        company = f"@company.{COMPANIES[view.seat]}"
        heading = _say(self.words, "own-contracts", company=company, contracts=len(view.hand))
        return Group(Text(heading, style="bold"), table)

    def task(self, view: View) -> str:
        who = _say(self.words, "acts", company=f"@company.{COMPANIES[view.active]}") + " " if view.seats == 1 else ""
        return who + super().task(view)

    def seat(self, number: int) -> Text:
        return Text(_company(self.words, number), style=COMPANY_STYLES[number])


def _say(words: Words, message: str, **params: Param) -> str:
    return words.text(Message(f"terminal.{message}", params))


def _company(words: Words, company: int) -> str:
    return words.word(f"company.{COMPANIES[company]}").lower()


def _tile(words: Words, tile: TileName) -> str:
    return _say(words, "vp-city") if tile == "vp" else words.word(f"good.{tile}")


def _counted(words: Words, things: Mapping[str, int]) -> str:
    return ", ".join(_say(words, "counted", count=count, thing=thing) for thing, count in things.items() if count)


# -- what everybody sees --------------------------------------------------------------------------------------------


class _Shown:
    """A view in the reader's language, part by part."""

    def __init__(self, words: Words, view: View) -> None:
        self.words, self.view, self.board = words, view, load_board(view.options.map)

    def map(self) -> Text:
        drawing = HexMap(self.board.grid)
        for hex_, terrain in enumerate(self.board.terrain):
            if terrain in TERRAIN:
                upper, lower, style = TERRAIN[terrain]
                drawing.put(hex_, 0, 0, upper, style)
                drawing.put(hex_, 1, 0, lower, style)
        for city, hex_ in enumerate(self.board.city_hex):
            _draw_city(drawing, hex_, self.board.cities[city], self.view.cities[city])
        for company in range(len(self.view.companies)):
            self._draw_links(drawing, company)
        return drawing.text()

    def _draw_links(self, drawing: HexMap, company: int) -> None:
        links, loose = self.view.companies[company].links, self.view.companies[company].loose
        letter, style = COMPANY_LETTERS[company], COMPANY_STYLES[company]
        for path in (*links, loose) if loose is not None else links:
            tiles = path.tiles(self.board.grid)
            for hex_, way in tiles:
                drawing.track(hex_, way, letter, style)
            if path is loose:
                drawing.loose_end(tiles[-1][0], path.edges[-1], style)

    def legend(self) -> Text:
        plain, hill, mountain = NUMBERS.terrain_cost
        terrain = _say(self.words, "terrain", plain=plain, hill=hill, mountain=mountain)
        letters = [f"{letter} {_tile(self.words, tile)}" for tile, letter in TILE_LETTERS.items()]
        letters += [f"{COMPANY_LETTERS[c]} {_company(self.words, c)}" for c in range(len(self.view.companies))]
        pieces = _say(self.words, "pieces", exhausted=f"Br{EXHAUSTED}")
        return Text(f"{terrain}  {pieces}\n{'  '.join(letters)}", style="dim")

    def cities(self) -> RenderableType:
        """All cities with full names, as they are typed, and where they are."""
        order = sorted(range(len(self.board.cities)), key=lambda city: self.board.cities[city])
        return Columns([self._city_line(city, self.view.cities[city]) for city in order], (0, 2), column_first=True)

    def _city_line(self, city: int, shown: CityView) -> Text:
        line = Text(f"{self.board.grid.names[self.board.city_hex[city]]:>3} {self.board.cities[city]} ")
        if shown.tile is not None:
            line.append(_tile(self.words, shown.tile), TILE_STYLES[shown.tile])
        if shown.factory is not None:
            line.append(f" {_company(self.words, shown.factory)}", COMPANY_STYLES[shown.factory])
            line.append(f" {shown.goods or EXHAUSTED}")
        return line

    def players(self) -> Table:
        """One line for each player; in the solo game, the one purse and the five companies."""
        table = numbers_table("", *(self.words.word(f"column.{column}") for column in COLUMNS))
        for number, company in enumerate(self.view.companies):
            purse = self._purse(number) if number < self.view.seats else ["", "", "", ""]
            mark = "▶ " if number == self.view.active and self.view.stage != "over" else "  "
            first = _say(self.words, "first") if number == self.view.first and self.view.seats > 1 else ""
            table.add_row(
                Text(f"{mark}{_company(self.words, number)} {first}".rstrip(), style=COMPANY_STYLES[number]),
                *purse,
                str(len(company.links)),
                self._unfinished(number),
                str(company.trains),
                str(company.factories),
            )
        return table

    def _purse(self, seat: int) -> list[str]:
        player = self.view.players[seat]
        points = sum(box_of(self.view.options.data).contracts[contract].vp for contract in player.done)
        return [f"${player.money}", str(player.contracts), str(len(player.done)), str(points)]

    def _unfinished(self, company: int) -> str:
        """Where an unfinished link begins, and the hex of its last tile."""
        loose, board = self.view.companies[company].loose, self.board
        if loose is None:
            return ""
        start, last = board.cities[board.city_at[loose.start]], board.grid.names[loose.tiles(board.grid)[-1][0]]
        return _say(self.words, "from-to", start=start, last=last)

    def supply(self) -> Text:
        view, words = self.view, self.words
        told = [
            _say(words, "last-round" if view.final else "round", round=view.round),
            _say(words, "bag", contracts=view.bag),
        ]
        if view.spare:
            tiles = _counted(words, {_tile(words, tile): view.spare.count(tile) for tile in TILE_NAMES})
            told.append(_say(words, "spare", tiles=tiles))
        if any(view.trains):
            trains = {_company(words, company): count for company, count in enumerate(view.trains)}
            told.append(_say(words, "trains", trains=_counted(words, trains)))
        return Text(" ".join(told), style="dim")


def _draw_city(drawing: HexMap, hex_: int, name: str, city: CityView) -> None:
    """The beginning of its name over its tile, its factory and its goods."""
    short = "".join(letter for letter in name if letter.isalnum())[:4]
    drawing.put(hex_, 0, 0, short, "bold underline")
    if city.tile is not None:
        drawing.put(hex_, 1, 0, TILE_LETTERS[city.tile], TILE_STYLES[city.tile])
    if city.factory is not None:
        drawing.put(hex_, 1, 1, COMPANY_LETTERS[city.factory], COMPANY_STYLES[city.factory])
        drawing.put(hex_, 1, 2, str(city.goods or EXHAUSTED))


# -- the viewer's own contracts
# --------------------------------------------------------------------------------------------


def _contract_cells(words: Words, contract: Contract) -> tuple[str, str, str]:
    goods = {_tile(words, good): count for good, count in zip(GOODS, contract.demand, strict=True)}
    reward = _say(words, "reward", money=contract.money, vp=contract.vp)
    bonus = "" if contract.bonus == "none" else ", " + words.word(f"bonus.{contract.bonus}")
    return f"  {contract.id}", _counted(words, goods), reward + bonus


def _feasible(words: Words, hint: ContractHint, money: int) -> Text:
    """Whether it can be completed now, and if not, what is missing."""
    if hint.cost is None:
        return Text(_say(words, "no-link"), style="dim")
    bank = ", " + _say(words, "from-bank", goods=hint.bought) if hint.bought else ""
    if hint.cost > money:
        return Text(_say(words, "missing", missing=hint.cost - money, cost=hint.cost) + bank, style="dim")
    return Text(_say(words, "can-do", cost=hint.cost) + bank, style="green")


LOOK = SteamPowerLook
