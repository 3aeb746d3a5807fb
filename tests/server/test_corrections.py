"""Corrected files on a server: those that a guest uploads, those of the server, and tables that keep theirs."""

from __future__ import annotations

import json
import time
from pathlib import Path
from typing import Any

from engineshed.core.corrections import LARGEST_FILE, Texts
from engineshed.core.record import record_of, write_record
from engineshed.core.registry import find_game
from engineshed.core.table import Table
from engineshed.lab.setup import table_options
from engineshed.server.service import Service
from engineshed.server.sqlite import SQLiteStore
from tests.server.play import GAME_ID, live, new_guest, new_table, play_on, run
from tests.server.web import Visitor, problem, visitors, web

GAME = find_game(GAME_ID)
CONTRACTS, TILES = "contracts.toml", "track_tiles.toml"


def corrected(name: str, old: str, new: str) -> dict[str, str]:
    text = GAME.corrections.text(name)
    assert old in text
    return {name: text.replace(old, new, 1)}


MINE = corrected(CONTRACTS, 'id = "A1",  demand = "BBG"', 'id = "A1",  demand = "WWG"')
HOST = corrected(CONTRACTS, 'id = "A1",  demand = "BBG"', 'id = "A1",  demand = "OOG"')
WRONG = corrected(TILES, "count = 80", "count = 81")
TWO_SEATS = {"game": GAME_ID, "seats": [{"kind": "me"}, {"kind": "me"}]}


def demand(client: Visitor, table: str) -> list[int]:
    """The demand of the first contract at this table."""
    asked: list[int] = client.get(f"/api/tables/{table}/ground")["layout"]["contracts"][0]["demand"]
    return asked


def test_a_guest_can_upload_corrected_files() -> None:
    with visitors() as (ada, _):
        plain, own = ada.create_table(), ada.create_table(data=MINE)
        assert ada.look(own)["table"]["options"] == {"data": None}, "the texts are not sent every time"
        options = ada.get(f"/api/tables/{own}/options")["options"]
        assert options == {"data": [{"file": CONTRACTS, "text": MINE[CONTRACTS]}]}
        assert (demand(ada, plain), demand(ada, own)) == ([2, 0, 0, 1], [0, 2, 0, 1])
        ada.play(own, 5)


def test_an_imported_record_keeps_its_corrected_files() -> None:
    table = Table(GAME, 2, table_options(GAME, None, (), texts=MINE), seed="corrected")
    table.play(table.to_act()[0], table.legal(table.to_act()[0])[0])
    with visitors() as (ada, _):
        brought = ada.post("/api/records", json.loads(write_record(record_of(table))))["id"]
        assert demand(ada, brought) == [0, 2, 0, 1]


def test_a_file_without_corrections_is_not_kept() -> None:
    with visitors() as (ada, _):
        texts = {name: GAME.corrections.text(name) for name in GAME.corrections.names}
        assert ada.look(ada.create_table(data=texts))["table"]["options"] == {}


def test_a_wrong_file_is_refused_with_the_place_of_the_mistake() -> None:
    with visitors() as (ada, _):
        refused = problem(
            ada.ask("POST", "/api/tables", {**TWO_SEATS, "data": WRONG}), 400, "steam-power:trouble.printed"
        )
        assert refused["text"].startswith("Track_tiles.toml, stock 1, count: it is 81 here")
        by_options = [{"file": TILES, "text": WRONG[TILES]}]
        answer = ada.ask("POST", "/api/tables", {**TWO_SEATS, "options": {"data": by_options}})
        problem(answer, 400, "steam-power:trouble.printed")
        problem(ada.ask("POST", "/api/tables", {**TWO_SEATS, "data": {"x.toml": ""}}), 400, "no.data-file")
        problem(ada.ask("POST", "/api/tables", {**TWO_SEATS, "data": {CONTRACTS: "["}}), 400, "file.not-toml")
        long = {CONTRACTS: "#" * (LARGEST_FILE + 1) + "\nx = 1"}
        problem(ada.ask("POST", "/api/tables", {**TWO_SEATS, "data": long}), 400, "file.long")


def host(texts: Texts, store: Any = ":memory:") -> Service:
    return Service(SQLiteStore(store), time.time, {GAME_ID: texts})


def test_a_server_uses_its_own_corrected_files_and_says_so() -> None:
    map_ = "maps/ireland.toml"
    texts = {**HOST, **corrected(map_, '"Derry"', '"Letterkenny"')}
    with web(service=host(texts)) as client:
        ada = Visitor(client).create_me()
        info = next(game for game in ada.get("/api/games") if game["id"] == GAME_ID)
        assert info["corrected"] == list(texts)
        assert set(info["correctable"]) == set(GAME.corrections.names)
        assert demand(ada, ada.create_table()) == [0, 0, 2, 1]
        assert demand(ada, ada.create_table(data=MINE)) == [0, 2, 0, 1], "a guest's files take precedence"
        table = ada.create_table(map="ireland")
        assert ada.look(table)["table"]["options"]["map"] is None, "the texts are not sent every time"
        ireland = ada.get(f"/api/tables/{table}/options")["options"]["map"]
        assert "Letterkenny" in ireland
        assert ada.get(f"/api/games/{GAME_ID}/maps/ireland")["picture"].startswith("<svg ")


def test_a_table_keeps_its_files_when_the_servers_files_change(tmp_path: Path) -> None:
    async def begin(service: Service) -> tuple[str, Any]:
        ada = await new_guest(service)
        table = await new_table(service, ada)
        await play_on(service, ada, table, 6)
        now = (await live(service, table)).state
        await service.store.close()
        return table, now

    async def go_on(service: Service, table: str) -> Any:
        now = (await live(service, table)).state
        await service.store.close()
        return now

    table, before = run(begin(host(HOST, tmp_path / "shed.db")))
    for texts in (MINE, {}):
        after = run(go_on(host(texts, tmp_path / "shed.db"), table))
        assert after == before
        assert after.ground.demands[0] == (0, 0, 2, 1)
