"""Guests over HTTP: the cookie, the name, the language."""

from __future__ import annotations

import pytest
from litestar.testing import TestClient

from engineshed.server.app import Settings, make_app
from engineshed.server.web.limits import UNLIMITED
from engineshed.server.web.request import spoken
from tests.server.web import Visitor, new_service, problem, visitors, web


def cookie_of(visitor: Visitor) -> list[str]:
    answer = visitor.ask("POST", "/api/me", {"name": "Ada"})
    return [part.strip() for part in answer.headers["set-cookie"].split(";")]


def test_a_guest_gets_a_cookie_that_no_script_can_read() -> None:
    with web() as client:
        name, *flags = cookie_of(Visitor(client))
    assert name.startswith("sid=")
    assert flags == ["Path=/", "Max-Age=15552000", "HttpOnly", "SameSite=Lax"]


def test_over_tls_the_cookie_is_bound_to_this_host() -> None:
    named = Settings(["https://play.example.org"], UNLIMITED)
    with TestClient(make_app(new_service(), named), base_url="https://play.example.org") as client:
        visitor = Visitor(client, "https://play.example.org")
        name, *flags = cookie_of(visitor)
        assert name.startswith("__Host-sid=")
        assert "Secure" in flags
        assert visitor.get("/api/me")["name"] == "Ada"


def test_a_returning_guest_is_recognised_and_their_cookie_is_renewed() -> None:
    with web() as client:
        ada = Visitor(client).create_me("Ada", "de")
        answer = ada.ask("GET", "/api/me")
        assert answer.json() == {"name": "Ada", "language": "de"}
        assert answer.headers["set-cookie"].startswith(f"sid={ada.cookies['sid']};")


def test_a_visitor_without_a_valid_cookie_is_unknown() -> None:
    with web() as client:
        stranger = Visitor(client)
        assert stranger.get("/api/me") is None
        stranger.cookies["sid"] = "made-up"
        assert stranger.get("/api/me") is None
        problem(stranger.ask("POST", "/api/tables", {"game": "steam-power", "seats": []}), 401, "house.unknown-guest")


def test_a_guest_cannot_be_created_twice_and_lose_their_seats() -> None:
    with visitors() as (ada, _):
        problem(ada.ask("POST", "/api/me", {"name": "Eve"}), 409, "house.known-guest")
        assert ada.get("/api/me")["name"] == "Ada"


def test_everybody_sees_a_guests_new_name() -> None:
    with visitors() as (ada, bob):
        table = ada.create_table()
        ada.ask("PATCH", "/api/me", {"name": "  Ada L. "})
        assert ada.get("/api/me") == {"name": "Ada L.", "language": "en"}
        assert [seat["name"] for seat in bob.look(table)["table"]["seats"]] == ["Ada L.", "Ada L."]


@pytest.mark.parametrize("name", ["", "  ", "x" * 33, "a\u202eb", "a\nb"])
def test_names_that_cannot_be_shown_are_refused(name: str) -> None:
    with web() as client:
        answer = Visitor(client).ask("POST", "/api/me", {"name": name})
        assert (answer.status_code, answer.json()["code"]) == (400, "bad-request")


def test_refusals_are_in_the_guests_language() -> None:
    with web() as client:
        adam = Visitor(client).create_me("Adam", "pl")
        answer = adam.ask("GET", "/api/tables/none", headers={"accept-language": "de"})
        assert "stołu" in problem(answer, 404, "house.no-table")["text"]


def test_visitors_are_answered_in_the_language_of_their_browser() -> None:
    with web() as client:
        answer = Visitor(client).ask("PATCH", "/api/me", {}, headers={"accept-language": "fr-FR, de-DE;q=0.8"})
        assert "kennen dich" in problem(answer, 401, "house.unknown-guest")["text"]


@pytest.mark.parametrize(("accepted", "language"), [("", "en"), ("pl", "pl"), ("fr,en-GB", "en"), ("*", "en")])
def test_the_first_accepted_language_that_exists_is_used(accepted: str, language: str) -> None:
    assert spoken(accepted) == language
