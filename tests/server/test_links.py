"""Links to a table: shown again whenever they are wanted, with an address at which others can reach the server."""

from __future__ import annotations

import msgspec
import pytest

from engineshed.cli.phrases import Mistake
from engineshed.cli.serve import _addresses
from engineshed.server import tables
from engineshed.server.app import Settings
from engineshed.server.messages import NewTable
from engineshed.server.web import address
from engineshed.server.web.address import Addresses, Reach, reach_of
from engineshed.server.web.limits import UNLIMITED
from tests.server.play import GAME_ID, ME, OPEN, live, new_guest, opened, refused, run
from tests.server.web import ORIGIN, problem, visitors


def test_the_owner_is_shown_the_links_of_free_seats_again() -> None:
    with visitors() as (ada, bob):
        table = ada.create_table("me", "open", "open", "bot")
        told = ada.get(f"/api/tables/{table}/links")
        assert (told["address"], told["reach"], told["watch"]) == (ORIGIN, "machine", f"{ORIGIN}/t/{table}")
        links = {one["seat"]: one["link"] for one in told["seats"]}
        assert list(links) == [1, 2]
        assert ada.get(f"/api/tables/{table}/links") == told, "again and again"
        assert bob.get(f"/api/tables/{table}/links")["seats"] == [], "only the owner"
        token = links[1].partition("#seat=")[2]
        assert bob.post(f"/api/tables/{table}/claim", {"token": token}) == {"seat": 1}
        assert [one["seat"] for one in ada.get(f"/api/tables/{table}/links")["seats"]] == [2]
        made = ada.post(f"/api/tables/{table}/seats/3/link")["token"]
        assert ada.get(f"/api/tables/{table}/links")["seats"][1] == {
            "seat": 3,
            "link": f"{ORIGIN}/t/{table}#seat={made}",
        }
        ada.ask("DELETE", f"/api/tables/{table}/seats/3/link")
        assert [one["seat"] for one in ada.get(f"/api/tables/{table}/links")["seats"]] == [2]


def test_links_are_drawn_as_qr_codes() -> None:
    with visitors() as (ada, bob):
        table = ada.create_table("me", "open")
        picture = f"/api/tables/{table}/links/picture"
        assert ada.get(picture) == bob.get(picture)
        assert ada.get(picture, seat=1)["picture"].startswith("<svg")
        assert ada.get(picture, seat=1) != ada.get(picture)
        problem(bob.ask("GET", f"{picture}?seat=1"), 404, "house.no-link")


def test_a_link_of_an_earlier_program_works_but_cannot_be_shown() -> None:
    async def go() -> None:
        async with opened() as service:
            ada, bob = await new_guest(service), await new_guest(service, "Bob")
            created = await tables.create(service, ada, NewTable(GAME_ID, [ME, OPEN, OPEN]))
            now = await live(service, created.id)
            now.seats[1] = msgspec.structs.replace(now.seats[1], link=None)
            assert await tables.links(service, ada, created.id) == {1: None, 2: created.links[2]}
            assert await tables.claim(service, bob, created.id, created.links[1]) == 1
            with refused("forbidden", "dead-link"):
                await tables.claim(service, bob, created.id, created.links[1])

    run(go())


def test_the_address_is_the_one_that_the_host_has_said() -> None:
    settings = Settings(limits=UNLIMITED, addresses=Addresses("https://play.example.org"))
    with visitors(settings) as (ada, _):
        table = ada.create_table("me", "open")
        told = ada.get(f"/api/tables/{table}/links")
        assert (told["reach"], told["watch"]) == ("world", f"https://play.example.org/t/{table}")


def test_a_server_that_listens_to_its_network_gives_the_address_there(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(address, "own_address", lambda: "192.168.1.7")
    everywhere = Addresses(None, 8000)
    assert everywhere.seen_from("http://localhost:8000") == "http://192.168.1.7:8000"
    assert everywhere.seen_from("http://shed.local:8000") == "http://shed.local:8000", "as others find it"
    assert Addresses(None, None).seen_from("http://localhost:8000") == "http://localhost:8000"
    monkeypatch.setattr(address, "own_address", lambda: None)
    assert everywhere.seen_from("http://localhost:8000") == "http://localhost:8000"


@pytest.mark.parametrize(
    ("where", "reach"),
    [
        ("http://localhost:8000", "machine"),
        ("http://127.0.0.1:8000", "machine"),
        ("http://[::1]:8000", "machine"),
        ("http://0.0.0.0:8000", "machine"),
        ("http://192.168.1.7:8000", "network"),
        ("http://10.0.0.1", "network"),
        ("http://[fe80::1]:8000", "network"),
        ("http://shed:8000", "network"),
        ("http://shed.local", "network"),
        ("https://play.example.org", "world"),
        ("http://8.8.8.8:8000", "world"),
    ],
)
def test_how_far_an_address_reaches(where: str, reach: Reach) -> None:
    assert reach_of(where) == reach


def test_the_options_say_where_others_reach_the_server() -> None:
    assert _addresses("127.0.0.1", 1, None, None, None) == Addresses()
    assert _addresses("0.0.0.0", 1, None, None, None) == Addresses(None, 1)  # noqa: S104
    assert _addresses("0.0.0.0", 1, None, None, ["10.0.0.9"]) == Addresses(), "the proxy has another address"  # noqa: S104
    assert _addresses("::1", 1, None, ["https://a.example", "https://b.example"], None).public == "https://a.example"
    assert _addresses("::1", 1, "https://c.example", ["https://a.example"], None).public == "https://c.example"
    for wrong in ("play.example.org", "https://play.example.org/", "https://play.example.org/x", "ftp://x", ""):
        with pytest.raises(Mistake):
            _addresses("::1", 1, wrong, None, None)
