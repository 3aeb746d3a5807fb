"""Rate limits: how often guests and addresses may ask."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest
from litestar.testing import TestClient

from engineshed.server.app import Settings, make_app
from engineshed.server.web import limits, routes
from engineshed.server.web.limits import UNLIMITED, Limiter, Limits, Rate, network_of
from engineshed.server.web.problems import TooManyError
from tests.server.web import ORIGIN, Visitor, new_service, problem, visitors, web


class Clock:
    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


def spent(limiter: Limiter, who: str = "Ada", tries: int = 100) -> int:
    for done in range(tries):
        try:
            limiter.spend(who)
        except TooManyError:
            return done
    return tries


def test_a_limit_allows_a_burst_and_then_a_steady_rate() -> None:
    clock = Clock()
    limiter = Limiter(Rate(5, 20), clock)
    assert spent(limiter) == 20
    assert spent(limiter, "Bob") == 20
    clock.now = 1.0
    assert spent(limiter) == 5
    clock.now = 1000.0
    assert spent(limiter) == 20


def test_a_refusal_says_when_to_try_again() -> None:
    limiter = Limiter(Rate(0.1, 1), Clock())
    limiter.spend("Ada")
    with pytest.raises(TooManyError) as caught:
        limiter.spend("Ada")
    assert caught.value.seconds == 10


def test_buckets_that_are_full_again_are_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "MOST_BUCKETS", 10)
    clock = Clock()
    limiter = Limiter(Rate(1, 5), clock)
    for who in range(10):
        limiter.spend(str(who))
    clock.now = 60.0
    for who in range(100, 115):
        limiter.spend(str(who))
    assert len(limiter._buckets) <= 15
    assert spent(limiter, "100") == 4  # buckets that are still in use are kept


@pytest.mark.parametrize(
    ("address", "place"),
    [("192.0.2.7", "192.0.2.7"), ("2001:db8:1:2:3::9", "2001:db8:1:2::"), ("testclient", "testclient"), ("", "")],
)
def test_an_ipv6_network_shares_one_limit(address: str, place: str) -> None:
    assert network_of(address) == place


def limited(**rates: Rate) -> Settings:
    return Settings(limits=Limits(**{**{name: getattr(UNLIMITED, name) for name in Limits.__struct_fields__}, **rates}))


def test_moves_are_limited_per_guest() -> None:
    with visitors(limited(moves=Rate(0.01, 2))) as (ada, bob):
        table, other = ada.create_table(), bob.create_table()
        ada.play(table, 2)
        answer = ada.try_move(table)
        assert problem(answer, 429, "house.too-many")["retry_after"] == int(answer.headers["retry-after"]) > 60
        bob.play(other, 2)


def test_chat_is_limited_per_guest() -> None:
    with visitors(limited(chat=Limits().chat)) as (ada, _):
        table = ada.create_table()
        for _ in range(5):
            ada.post(f"/api/tables/{table}/chat", {"text": "hello"})
        problem(ada.ask("POST", f"/api/tables/{table}/chat", {"text": "hello"}), 429, "house.too-many")


def test_forged_headers_and_new_guests_do_not_get_around_the_limit_on_tables() -> None:
    with visitors(limited(tables=Rate(0.001, 2))) as (ada, bob):
        body = {"game": "steam-power", "seats": [{"kind": "me"}]}
        for number, visitor in enumerate((ada, bob, ada, bob)):
            headers = {"x-forwarded-for": f"198.51.100.{number}", "forwarded": f"for=198.51.100.{number}"}
            assert visitor.ask("POST", "/api/tables", body, headers=headers).status_code == (201 if number < 2 else 429)


def test_new_guests_are_limited_per_address() -> None:
    with web(limited(guests=Rate(0.001, 2))) as client:
        for expected in (201, 201, 429):
            assert Visitor(client).ask("POST", "/api/me", {"name": "Ada"}).status_code == expected


def test_visitors_share_the_limit_of_their_address() -> None:
    with TestClient(make_app(new_service(), limited(questions=Rate(0.001, 3))), base_url=ORIGIN) as client:
        codes = [Visitor(client).ask("GET", "/api/tables/none").status_code for _ in range(4)]
    assert codes == [404, 404, 404, 429]


FREE = {
    *("list_games", "get_rules", "get_words", "get_reference", "list_lessons", "list_puzzles", "get_puzzle_of_the_day"),
    *("get_me", "sign_out"),
}
"""Operations that only read what is in memory anyway, and leaving."""


def unlimited_operations(file: Path) -> Iterator[str]:
    """The operations in a file that count nothing, neither themselves nor by a function beside them."""
    functions = [one for one in ast.parse(file.read_text("utf-8")).body if isinstance(one, ast.AsyncFunctionDef)]
    counting = {one.name for one in functions if "spend" in ast.unparse(one)}
    for one in functions:
        is_operation = any(ast.unparse(above).startswith("operation(") for above in one.decorator_list)
        if is_operation and one.name not in counting and not any(f"{name}(" in ast.unparse(one) for name in counting):
            yield one.name


def test_every_operation_that_costs_something_has_a_limit() -> None:
    files = [file for folder in routes.__path__ for file in Path(folder).glob("*.py")]
    assert len(files) > 10
    assert {name for file in files for name in unlimited_operations(file)} == FREE


def test_the_default_limits_are_the_documented_ones() -> None:
    public = Limits()
    assert (public.moves, public.chat, public.frames) == (Rate(5, 20), Rate(0.5, 5), Rate(20, 20))
    assert (public.tables.burst, public.tables.per_second * 3600) == (10, 10)
