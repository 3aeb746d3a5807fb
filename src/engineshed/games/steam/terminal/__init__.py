"""Steam in a terminal, drawn from the view alone."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Any

from rich.columns import Columns
from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from engineshed.core.words import Message, Param
from engineshed.games.steam.rules.board import Board, Terrain, load_board
from engineshed.games.steam.rules.components import ACTIONS, GOODS, NUMBERS, Action
from engineshed.games.steam.rules.links import OPPOSITE
from engineshed.games.steam.rules.moves import Deliver
from engineshed.games.steam.rules.names import GOOD_WORDS
from engineshed.games.steam.rules.options import COMPANIES
from engineshed.games.steam.rules.view import CityView, LinkView, PlayerView, TripView, View
from engineshed.rail.faces import WAY_OF
from engineshed.terminal.hexmap import HexMap
from engineshed.terminal.look import Look, Sight
from engineshed.terminal.tables import numbers_table

COMPANY_STYLES = ("bold dark_orange", "bold green", "bold grey42", "bold bright_white", "bold orange4")
COMPANY_LETTERS = ("o", "g", "k", "w", "n")
"""Black and brown begin with the same letter, so they are shown by other letters of their names."""
NOBODYS = ("-", "dim")
CUBE_LETTERS = tuple(good[0].upper() for good in GOODS)
"""The letters of cubes in the notation, which are the same in every language."""
CUBE_STYLES = ("bold red", "bold blue", "bold yellow", "bold magenta", "bold grey62")
TERRAIN = {
    Terrain.PLAIN: (" . ", "   ", "dim"),
    Terrain.HILL: (" ^ ", "   ", "yellow"),
    Terrain.WATER: ("~~~~", "~~~~", "dim cyan"),
}
"""The two lines of an empty hex, and their style."""
RIVER = "≈"
TOWN = "•"
GROWING = "+"
"""Shown after a city that may still have Goods Growth."""


class SteamLook(Look):
    """The map, the cities with their goods, the players in turn order, their links, and what is beside the board."""

    def table(self, sight: Sight) -> Group:
        view: View = sight.view
        board = load_board(view.options.map)
        return Group(
            _map(board, view),
            _legend(self, view),
            *self.typed(good=GOODS, company=COMPANIES[: view.seats]),
            _cities(self, board, view),
            _players(self, view),
            *([_links(self, board, view)] if view.links else []),
            *_beside(self, board, view),
        )

    def best_first(self, view: View, moves: Sequence[Any]) -> Sequence[Any]:
        """Moves in the order in which they are suggested: deliveries that earn most come first."""
        if not isinstance(moves[0], Deliver):
            return moves
        return sorted(moves, key=lambda move: (-move.gains[view.active], sum(move.gains)))

    def seat(self, number: int) -> Text:
        return Text(self.name(number), style=COMPANY_STYLES[number])

    def text(self, key: str, **params: Param) -> str:
        """A text of this display in the reader's language."""
        return self.words.text(Message(f"terminal.{key}", params))

    def action(self, tile: int) -> str:
        return self.words.word(f"action.{ACTIONS[tile - 1].id}")

    def good(self, colour: int) -> str:
        return self.words.word(f"good.{GOODS[colour]}")


# -- the board ------------------------------------------------------------------------------------------------------


def _map(board: Board, view: View) -> Text:
    drawing = HexMap(board.grid)
    for hex_, terrain in enumerate(board.terrain):
        if terrain in TERRAIN:
            upper, lower, style = TERRAIN[terrain]
            drawing.put(hex_, 0, 0, upper, style)
            drawing.put(hex_, 1, 0, lower, style)
        if terrain == Terrain.PLAIN and board.surcharge(hex_):
            drawing.put(hex_, 0, 1, RIVER, "cyan")
    for town in board.towns:
        drawing.put(town.hex, 0, 0, TOWN + _short(town.name, 3), "bold")
    for link in view.links:
        _draw_link(drawing, board, view, link)
    for city in view.cities:
        _draw_city(drawing, board, city)
    return drawing.text()


def _legend(look: SteamLook, view: View) -> Text:
    owners = "  ".join(f"{COMPANY_LETTERS[seat]} {look.name(seat)}" for seat in range(view.seats))
    goods = "  ".join(f"{letter} {look.good(colour)}" for colour, letter in enumerate(CUBE_LETTERS))
    lines = (
        look.text("legend-ground", river=RIVER, town=TOWN, city=f"R3{GROWING}"),
        look.text("legend-cubes", goods=goods),
        look.text("legend-track", owners=owners, nobody=NOBODYS[0]),
    )
    return Text("\n".join(lines), style="dim")


def _short(name: str, letters: int) -> str:
    return "".join(letter for letter in name if letter.isalnum())[:letters]


def _draw_city(drawing: HexMap, board: Board, city: CityView) -> None:
    """Written over the hex: the beginning of its name, its colour, and the number of its cubes."""
    for line in range(2):
        drawing.put(city.hex, line, 0, "    ")
    drawing.put(city.hex, 0, 0, _short(_name(board, city.hex), 4), "bold underline")
    drawing.put(city.hex, 1, 0, CUBE_LETTERS[city.colour], f"{CUBE_STYLES[city.colour]} reverse")
    drawing.put(city.hex, 1, 1, f"{sum(city.cubes)}{'' if city.grown else GROWING}")


def _draw_link(drawing: HexMap, board: Board, view: View, link: LinkView) -> None:
    letter, style = NOBODYS if link.owner is None else (COMPANY_LETTERS[link.owner], COMPANY_STYLES[link.owner])
    cities = {city.hex for city in view.cities}
    here = link.start
    for coming, going in pairwise(link.edges):
        here = board.grid.neighbours[here][coming]
        drawing.track(here, WAY_OF[OPPOSITE[coming], going], letter, style)
    first, last = (link.start, link.edges[0]), (link.goal, OPPOSITE[link.edges[-1]])
    for (hex_, edge), joined in ((first, link.head), (last, link.tail)):
        if not joined:
            drawing.loose_end(board.grid.neighbours[hex_][edge], OPPOSITE[edge], style)
        elif hex_ not in cities:
            drawing.stub(hex_, edge, TOWN, style)


def _name(board: Board, hex_: int) -> str:
    """The name of a city or town."""
    town = board.town_at[hex_]
    return board.towns[town].name if town >= 0 else board.cities[board.city_at[hex_]].name


def _cities(look: SteamLook, board: Board, view: View) -> RenderableType:
    """All cities with full names, as they are typed, and their cubes; then the towns."""
    cities = sorted(view.cities, key=lambda city: _name(board, city.hex))
    taken = {city.hex for city in view.cities}
    towns = sorted((town.name, town.hex) for town in board.towns if town.hex not in taken)
    lines = [_city_line(look, board, city) for city in cities]
    lines += [Text(f"{board.grid.names[hex_]:>3} {name} {TOWN}", style="dim") for name, hex_ in towns]
    return Columns(lines, padding=(0, 2), column_first=True)


def _city_line(look: SteamLook, board: Board, city: CityView) -> Text:
    line = Text(f"{board.grid.names[city.hex]:>3} {_name(board, city.hex)} ")
    line.append(look.good(city.colour), CUBE_STYLES[city.colour])
    line.append(" ")
    line.append_text(_cubes(city.cubes))
    return line if city.grown else line.append(GROWING)


def _cubes(counts: tuple[int, ...]) -> Text:
    cubes = Text()
    for colour, count in enumerate(counts):
        cubes.append(CUBE_LETTERS[colour] * count, CUBE_STYLES[colour])
    return cubes


# -- the players ----------------------------------------------------------------------------------------------------


def _players(look: SteamLook, view: View) -> Table:
    """The players in turn order, once there is one; bankrupt players come last."""
    figures = [look.text(figure) for figure in ("cash", "income", "vp", "range", "links", "capacity")]
    table = numbers_table("", *figures, words=(look.text("tile"),))
    everybody = dict.fromkeys((*view.order, *range(view.seats)))
    for seat in sorted(everybody, key=lambda seat: view.players[seat].fallen is not None):
        acts = seat == view.active and view.stage != "over"
        table.add_row(look.marked_seat(seat, acts=acts), *_figures(look, view, seat))
    return table


def _figures(look: SteamLook, view: View, seat: int) -> list[str]:
    player = view.players[seat]
    if player.fallen is not None:
        return ["", "", "", "", "", "", look.text("bankrupt")]
    figures = [f"${player.cash}", f"{player.income:+}", str(player.vp), str(player.range), str(player.links)]
    return [*figures, f"${player.capacity}", _tile(look, player) + _bid(look, view, seat)]


def _tile(look: SteamLook, player: PlayerView) -> str:
    if player.tile is None:
        return ""
    tile = f"{player.tile} {look.action(player.tile)}"
    return look.text("idle", tile=tile) if player.idle else tile


def _bid(look: SteamLook, view: View, seat: int) -> str:
    if view.auction is None:
        return ""
    if seat not in view.auction.bidders:
        return look.text("out")
    bid = view.auction.bids[seat]
    return "" if bid is None else look.text("bid", money=bid)


# -- links ----------------------------------------------------------------------------------------------------------


def _links(look: SteamLook, board: Board, view: View) -> Table:
    """A line for each owner: complete links, and incomplete ones that must be extended."""
    table = Table.grid(padding=(0, 2, 0, 0))
    for owner in (*view.order, None):
        own = [link for link in view.links if link.owner == owner]
        if own:
            name = Text(look.words.word("company.nobody"), style=NOBODYS[1]) if owner is None else look.seat(owner)
            table.add_row(name, ", ".join([*_complete(board, own), *_unfinished(look, board, view, own)]))
    return table


def _complete(board: Board, links: list[LinkView]) -> list[str]:
    return [f"{_name(board, link.start)}–{_name(board, link.goal)}" for link in links if link.head and link.tail]


def _unfinished(look: SteamLook, board: Board, view: View, links: list[LinkView]) -> list[str]:
    told = []
    for link in links:
        if not (link.head and link.tail):
            start = _name(board, link.start) if link.head else board.grid.names[link.start]
            track = f"{start} → {board.grid.names[link.goal]}"
            late = link.owner is not None and link.since is not None and link.since < view.round
            told.append(look.text("late", track=track) if late else track)
    return told


# -- beside the board -----------------------------------------------------------------------------------------------


def _beside(look: SteamLook, board: Board, view: View) -> list[Text]:
    """What the stage is about, and what is still available."""
    about = [look.text("round", round=view.round, rounds=view.rounds)]
    if view.stage == "build":
        about.append(look.text("tiles-left", tiles=view.placements))
    if view.stage == "move":
        about.append(look.text("pass", number=NUMBERS.passes - view.passes, passes=NUMBERS.passes))
    if view.trip is not None:
        about.append(look.text("trip", good=GOOD_WORDS[view.trip.colour], places=_trip(board, view, view.trip)))
    lines = [Text(" ".join(about), style="dim")]
    if view.stage == "choose":
        lines.append(_tiles_left(look, view))
    return [*lines, _supply(look, view)]


def _trip(board: Board, view: View, trip: TripView) -> str:
    """The places on its way so far."""
    ahead = {(link.start, link.edges[0]): link.goal for link in view.links if link.head and link.tail}
    ahead |= {(link.goal, OPPOSITE[link.edges[-1]]): link.start for link in view.links if link.head and link.tail}
    places = [trip.city]
    for edge in trip.edges:
        places.append(ahead[places[-1], edge])
    return "–".join(_name(board, place) for place in places)


def _tiles_left(look: SteamLook, view: View) -> Text:
    """The action tiles that nobody has taken; in the base game, with the cost of their actions."""
    taken, base = [player.tile for player in view.players], view.options.variant == "base"
    left = [action for action in ACTIONS if action.number not in taken]
    text = look.text("tiles", tiles=", ".join(_tile_left(look, view, action) for action in left))
    idle = next((action.number for action in left if action.may_pass and base), None)
    if idle is not None:
        text += " " + look.text("choose-idle", tile=idle)
    return Text(text, style="dim")


def _tile_left(look: SteamLook, view: View, action: Action) -> str:
    cost = action.cost + (view.players[view.active].range + 1 if action.plus_range else 0)
    price = f" ${cost}" if cost and view.options.variant == "base" else ""
    return f"{action.number} {look.action(action.number)}{price}"


def _supply(look: SteamLook, view: View) -> Text:
    text = Text(look.text("supply"), style="dim")
    groups = [(number, field) for number, field in enumerate(view.fields, 1) if any(field)]
    for number, field in groups:
        text.append(f" {number} ").append_text(_cubes(field))
    left = [look.text("new-city", count=n, good=look.good(colour)) for colour, n in enumerate(view.new_cities) if n]
    cities = look.text("new-cities", cities=", ".join(left)) if left else look.text("no-new-cities")
    return text.append(f"{'' if groups else ' ' + look.text('no-supply')}.\n{cities}")


LOOK = SteamLook
