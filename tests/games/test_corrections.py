"""Corrected files of every game: wrong ones are refused, doubtful ones are reported, and records carry them."""

from __future__ import annotations

from typing import Any

import pytest

from engineshed.bots import question
from engineshed.core.contract import AnyGame
from engineshed.core.corrections import LARGEST_FILE, Corrections
from engineshed.core.errors import BadFileError, Trouble, UnknownNameError
from engineshed.core.options import read_options, usual_map, write_options
from engineshed.core.record import open_record, read_record, record_of, verify, write_record
from engineshed.core.registry import find_game, game_ids, make_bot
from engineshed.core.table import Table
from engineshed.lab.setup import table_options

GAMES = [find_game(game_id) for game_id in game_ids()]
BY_ID = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)


def changed(game: AnyGame, name: str, old: str, new: str) -> dict[str, str]:
    text = game.corrections.text(name)
    assert old in text
    return {name: text.replace(old, new, 1)}


CORRECTIONS = [
    ("dampf-and-rails", "map.toml", 'name = "Storebælt"\nends = ["Knudshoved", "Korsør"]\nprice = 6',
     'name = "Storebælt"\nends = ["Knudshoved", "Korsør"]\nprice = 5'),
    ("dampf-and-rails", "orders.toml", 'town = "København", good = "oil", pay = 9',
     'town = "Helsingør", good = "oil", pay = 10'),
    ("dampf-and-rails", "goods.toml", 'towns = ["Viborg", "Kolding"]', 'towns = ["Viborg"]'),
    ("dampf-and-rails", "events.toml", "radius = 6", "radius = 5"),
    ("dampf-and-rails", "trains.toml", 'id = "C15", stage = 2, speed = 15, fast_speed = 25, holds = 2',
     'id = "C15", stage = 2, speed = 16, fast_speed = 25, holds = 2'),
    ("dampf-and-rails", "numbers.toml", "second_train = 20", "second_train = 25"),
    ("planet-steam", "maps/standard.toml", "lowest = 5\nstart = 12", "lowest = 5\nstart = 13"),
    ("steam", "maps/northeast.toml", 'name = "Olean"', 'name = "Jamestown"'),
    ("steam", "track_tiles.toml", '"n", "ne", "s"] },\n    { name = "T33", exits = ["n", "se", "s"]',
     '"n", "se", "s"] },\n    { name = "T33", exits = ["n", "ne", "s"]'),
    ("steam", "numbers.toml", "income_highest = 10", "income_highest = 15"),
    ("steam-power", "maps/steel-belt.toml", "rivers = [", "rivers = [\n"),
    ("steam-power", "contracts.toml", 'id = "A1",  demand = "BBG"', 'id = "A1",  demand = "BWG"'),
    ("steam-power", "track_tiles.toml", '["n-sw", "ne-nw"]', '["n-sw", "ne-s"]'),
]  # fmt: skip
"""A playable correction of each file."""


@pytest.mark.parametrize(("game_id", "name", "old", "new"), CORRECTIONS)
def test_a_game_can_be_played_with_a_corrected_file(game_id: str, name: str, old: str, new: str) -> None:
    game = find_game(game_id)
    texts = changed(game, name, old, new)
    game.corrections.doubts(texts)
    options = table_options(game, None, (), texts=texts, at_random=True)
    if name == "maps/steel-belt.toml":  # an empty line corrects nothing
        assert options == table_options(game, None, (), at_random=True)
        return
    assert options != table_options(game, None, (), at_random=True)
    table = played(game, options)
    record = record_of(table)
    again = read_record(write_record(record))
    assert verify(again, game).draws_proved
    assert open_record(again, game).state == table.state
    assert texts[name] in str_of(record.options) or name == "numbers.toml"


def str_of(options: dict[str, Any]) -> list[str]:
    return [options.get("map", ""), *(file["text"] for file in options.get("data", ()))]


def played(game: AnyGame, options: Any, plies: int = 120) -> Table[Any, Any, Any]:
    table = Table(game, game.seats[-1], options, seed="corrected")
    bot = make_bot(game.id, "random")
    while not table.over and table.ply < plies:
        seat = table.to_act()[0]
        table.play(seat, bot.choose(question(game, table.state, seat, seed="corrected", ply=table.ply)))
        assert not list(game.rules.faults(table.state))
    return table


@pytest.mark.parametrize(("game_id", "name", "old", "new"), [line for line in CORRECTIONS if "steel" not in line[1]])
def test_bots_play_with_corrected_files(game_id: str, name: str, old: str, new: str) -> None:
    game = find_game(game_id)
    options = table_options(game, None, (), texts=changed(game, name, old, new))
    table = Table(game, game.seats[1], options, seed="corrected")
    bot = make_bot(game.id, "greedy")
    while not table.over and table.ply < 60:
        seat = table.to_act()[0]
        table.play(seat, bot.choose(question(game, table.state, seat, seed="corrected", ply=table.ply)))
    game.boards.layout(options)
    assert game.boards.draw_ground(options, dark=False).startswith("<svg")
    assert game.speech.arrange(game.speech.describe(table.state)) == table.state


@BY_ID
def test_the_files_of_the_box_are_neither_wrong_nor_doubtful_and_change_no_option(game: AnyGame) -> None:
    texts = {name: game.corrections.text(name) for name in game.corrections.names}
    assert game.corrections.doubts(texts) == ()
    assert game.corrections.changed(texts) == {}
    assert table_options(game, None, (), texts=texts) == game.rules.options()


@BY_ID
def test_comments_and_the_basis_of_a_file_are_not_corrections(game: AnyGame) -> None:
    texts = {
        name: "# as in my box\n" + game.corrections.text(name).replace('"reconstructed"', '"certain"')
        for name in game.corrections.names
    }
    assert game.corrections.changed(texts) == {}


@BY_ID
def test_without_corrections_no_option_changes(game: AnyGame) -> None:
    assert write_options(read_options(game.rules.options, None)) == {}
    assert write_options(table_options(game, None, ())) == {}


@pytest.mark.parametrize(
    ("game_id", "name", "old", "new", "sentence"),
    [
        ("dampf-and-rails", "map.toml", 'name = "Thisted"', 'name = "Odense"', "Odense: two places have this name"),
        ("dampf-and-rails", "map.toml", "starts = 3", "starts = 2",
         "map.toml, Odense, starts: it is 2 here, but the rulebook prints 3"),
        ("dampf-and-rails", "numbers.toml", "announce = 200", "announce = 210",
         "numbers.toml, announce: it is 210 here, but the rulebook prints 200"),
        ("dampf-and-rails", "trains.toml", "speed = 12, fast_speed = 20, holds = 3",
         "speed = 12, fast_speed = 20, holds = 4",
         "trains.toml, train 'C12': it is 12, 20, 4 here, but the rulebook prints 12, 20, 3"),
        ("dampf-and-rails", "goods.toml", "chips = 4", "chips = 5", "goods.toml: there should be 56 chips, not 57"),
        ("planet-steam", "maps/standard.toml", "[shortage]\nbasis = \"certain\"\nrise = 4",
         "[shortage]\nbasis = \"certain\"\nrise = 5", "maps/standard.toml, shortage, rise: it is 5; the rulebook"),
        ("steam", "track_tiles.toml", "count = 86", "count = 84",
         "track_tiles.toml, pieces, 21 + 22: it is 84 here, but the rulebook prints 86"),
        ("steam", "track_tiles.toml", 'name = "T31", exits = ["n", "se", "sw"]', 'name = "T31", exits = ["n", "se"]',
         "track_tiles.toml, face 'T31': it has the same ways as face 'T22'"),
        ("steam", "track_tiles.toml", 'name = "41", ways = ["n-s", "ne-sw"]', 'name = "41", ways = ["n-s"]',
         "track_tiles.toml, face '41': "),
        ("steam", "numbers.toml", "loan = 5", "loan = 6", "loan: it is 6 here, but the rulebook prints 5"),
        ("steam", "maps/ruhr.toml", 'id = "ruhr"', 'id = "ruhr-2"', "maps/ruhr.toml, id"),
        ("steam-power", "track_tiles.toml", "count = 80", "count = 81",
         "track_tiles.toml, stock 1, count: it is 81 here, but the rulebook prints 80"),
        ("steam-power", "track_tiles.toml", '["n-sw", "se-nw"]', '["n-sw", "se-s"]',
         "other tracks are printed on this face: a wide curve and a straight track"),
        ("steam-power", "contracts.toml", 'id = "A1"', 'id = "A0"', "contracts.toml, contracts 1"),
    ],
)  # fmt: skip
def test_a_correction_that_contradicts_the_rulebook_is_refused_with_its_place(
    game_id: str, name: str, old: str, new: str, sentence: str
) -> None:
    game = find_game(game_id)
    texts = changed(game, name, old, new)
    with pytest.raises(BadFileError) as caught:
        game.corrections.doubts(texts)
    assert sentence in str(caught.value)
    for language in ("de", "pl"):
        assert caught.value.told(language) != str(caught.value)
    board = name.removeprefix("maps/").removesuffix(".toml") if name.startswith("maps/") else None
    with pytest.raises(BadFileError):
        table_options(game, board, (), texts=texts)


def test_a_corrected_board_cannot_claim_to_be_a_new_design() -> None:
    game = find_game("planet-steam")
    name = "maps/standard.toml"
    text = game.corrections.text(name).replace("rise = 4", "rise = 5").replace('"reconstructed"', '"own"', 1)
    with pytest.raises(BadFileError, match="a corrected board has no basis 'own'"):
        game.corrections.doubts({name: text})


@pytest.mark.parametrize(
    ("game_id", "name", "old", "new", "sentence"),
    [
        ("dampf-and-rails", "orders.toml", 'good = "oil", pay = 9', 'good = "oil", pay = 90',
         "orders.toml, order 1: København pays 90 million for oil; is that right?"),
        ("dampf-and-rails", "trains.toml", "speed = 15, fast_speed = 25, holds = 2",
         "speed = 15, fast_speed = 25, holds = 4", "suggest 15, 25, 2"),
        ("dampf-and-rails", "goods.toml", '["Tønder", "Thisted"]', '["Thisted"]', "Tønder: every town should offer"),
        ("dampf-and-rails", "events.toml", "strike = true", "strike = false", "'walkout': this event does nothing"),
        ("planet-steam", "maps/standard.toml", "rounds = { 2 = 7", "rounds = { 2 = 8", "unexpected"),
        ("steam", "track_tiles.toml", 'basis = "derived", count = 4', 'basis = "derived", count = 6',
         "track_tiles.toml, pieces: there are 138 pieces; the rulebook counts 136"),
        ("steam", "maps/ruhr.toml", '"Arnhem"', '"Doetinchem"', "Arnhem was on this map before"),
        ("steam-power", "contracts.toml", 'demand = "BBG",   money = 2', 'demand = "BBG",   money = 3', "reward"),
        ("steam-power", "contracts.toml", 'demand = "BBG"', 'demand = "BBGG"', "it asks for 4 goods"),
        ("steam-power", "maps/ireland.toml", '"Derry"', '"Letterkenny"', "Letterkenny was not on this map before"),
    ],
)  # fmt: skip
def test_a_doubtful_correction_is_reported(game_id: str, name: str, old: str, new: str, sentence: str) -> None:
    game = find_game(game_id)
    doubts = game.corrections.doubts(changed(game, name, old, new))
    assert any(sentence in str(doubt) for doubt in doubts), [str(doubt) for doubt in doubts]
    for language in ("de", "pl"):
        assert all(doubt.told(language) != str(doubt) for doubt in doubts)


def test_two_tables_with_different_files_do_not_mix() -> None:
    """They are played alternately in one process."""
    game = find_game("dampf-and-rails")
    texts = changed(
        game, "orders.toml", 'town = "København", good = "oil", pay = 9', 'town = "Kiel", good = "oil", pay = 10'
    )
    plain, corrected = game.rules.options(), table_options(game, None, (), texts=texts)
    apart = [played(game, options, 60) for options in (plain, corrected)]
    tables = [Table(game, 3, options, seed="corrected") for options in (plain, corrected)]
    bot = make_bot(game.id, "random")
    while any(not table.over and table.ply < 60 for table in tables):
        for table in tables:
            if not table.over and table.ply < 60:
                seat = table.to_act()[0]
                table.play(seat, bot.choose(question(game, table.state, seat, seed="corrected", ply=table.ply)))
    assert [table.state for table in tables] == [table.state for table in apart]
    first, second = (game.boards.layout(options).orders[0][0] for options in (plain, corrected))
    assert (first.pay, second.pay) == (9, 10)
    assert first.town != second.town


def test_a_corrected_map_is_used_when_its_board_is_chosen() -> None:
    game = find_game("steam")
    texts = changed(game, "maps/ruhr.toml", '"Bocholt"', '"Borken"')
    assert table_options(game, None, (), texts=texts) == game.rules.options()
    for options in (
        table_options(game, "ruhr", (), texts=texts),
        table_options(game, None, ("map=ruhr",), texts=texts),
    ):
        assert "Borken" in options.map  # type: ignore[attr-defined]


def test_a_chosen_option_takes_precedence_over_a_correction() -> None:
    game = find_game("steam")
    texts = changed(game, "numbers.toml", "income_highest = 10", "income_highest = 15")
    options: Any = table_options(game, None, (), texts=texts)
    assert (options.income_highest, options.data) == (15, ())
    options = table_options(game, None, ("income_highest=12",), texts=texts)
    assert options.income_highest == 12


# -- files from strangers ------------------------------------------------------------------------------------------


def test_files_that_a_game_does_not_have_are_refused() -> None:
    game = find_game("steam")
    with pytest.raises(UnknownNameError, match=r"no file 'tracks\.toml' that can be corrected"):
        game.corrections.changed({"tracks.toml": ""})
    for name in ("tracks.toml", "numbers.toml", "maps/ruhr.toml", "../rulebook.toml"):
        options = read_options(game.rules.options, {"data": [{"file": name, "text": ""}]})
        with pytest.raises(UnknownNameError):
            game.rules.start(3, options)


def test_a_file_that_is_too_long_is_refused() -> None:
    game = find_game("dampf-and-rails")
    with pytest.raises(BadFileError, match=r"at most \d+ are allowed"):
        game.corrections.doubts({"orders.toml": "#" * (LARGEST_FILE + 1)})
    for data in ([{"file": "orders.toml", "text": "#" * (LARGEST_FILE + 1)}], [{"file": "x", "text": ""}] * 17, "x"):
        with pytest.raises(Trouble, match="data"):
            read_options(game.rules.options, {"data": data})


@pytest.mark.parametrize(
    ("old", "new", "sentence"),
    [
        ('name = "Viborg"', 'name = "K14"', "'K14' should be one word"),
        ('name = "Viborg"', 'name = "New Viborg"', "'New Viborg' should be one word"),
        ('name = "Viborg"', 'name = "THISTED"', "two places have this name"),
        ('name = "Viborg"', 'name = "<script>\\u0007"', "printable characters"),
        ("N1 west -8.6 183.7", "N1 west nan 183.7", "too far away"),
        ("N1 west -8.6 183.7", "N1 west -8.6 1e300", "too far away"),
        ('ends = ["Knudshoved", "Korsør"]', 'ends = ["Korsør", "Korsør"]', "two different places"),
        ('name = "Storebælt"', 'name = "Kattegat"', "two ferries have this name"),
        ("via = [[5, 2]]", "via = [[5, inf]]", "too far away"),
    ],
)
def test_a_map_that_could_not_be_drawn_or_named_is_refused(old: str, new: str, sentence: str) -> None:
    game = find_game("dampf-and-rails")
    with pytest.raises(BadFileError, match=sentence):
        game.corrections.doubts(changed(game, "map.toml", old, new))


def test_a_map_with_too_many_mileposts_is_refused() -> None:
    game = find_game("dampf-and-rails")
    more = "\n".join(f"{chr(65 + column)}{row} west 0 0" for row in range(200, 240) for column in range(26))
    texts = changed(game, "map.toml", "N1 west -8.6 183.7", more + "\nN1 west -8.6 183.7")
    with pytest.raises(BadFileError, match="a map can have at most 1000"):
        game.corrections.doubts(texts)


def test_a_game_may_have_nothing_to_correct() -> None:
    none = Corrections()
    assert (none.names, none.doubts({}), none.applied({}, {"a": 1}, None)) == ((), (), {"a": 1})
    assert usual_map(find_game("dampf-and-rails").rules.options) is None
