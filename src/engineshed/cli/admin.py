"""``engineshed admin``: what operators do on a running server, over its API and with their token."""

from __future__ import annotations

import json
import os
from collections.abc import Sequence
from datetime import UTC, datetime
from http.client import HTTPException
from pathlib import Path
from typing import Annotated, Any, Literal
from urllib.error import HTTPError
from urllib.parse import quote
from urllib.request import Request, urlopen

from cyclopts import App, Parameter
from cyclopts.validators import Number

from engineshed.cli.files import read_text
from engineshed.cli.language import Language
from engineshed.cli.phrases import Mistake, Phrases
from engineshed.cli.screen import terminal
from engineshed.core.words import ENGLISH
from engineshed.terminal.tables import numbers_table

VARIABLE = "ENGINESHED_ADMIN_TOKEN"
SECONDS = 15.0

Kind = Literal["mute", "ban"]
Doc = dict[str, Any]

admin = App(name="admin", help="Look after a running server: close tables, silence or ban guests, read reports.")

Table = Annotated[str, Parameter(help="The id of a table: the last part of its address.")]
Target = Annotated[str, Parameter(help="The id of a guest, as admin table and admin reports show it, or an address.")]
Reason = Annotated[str, Parameter(name=["--note", "-n"], help="Why, for the audit log.")]
Days = Annotated[
    float | None,
    Parameter(help="For how many days; until it is lifted if not given.", validator=Number(gt=0)),
]
Url = Annotated[str, Parameter(help="The address of the server.", env_var="ENGINESHED_URL")]
TokenFile = Annotated[
    Path | None,
    Parameter(
        name="--admin-token",
        help="A file with the token that the server was started with; or set ENGINESHED_ADMIN_TOKEN.",
        env_var="ENGINESHED_ADMIN_TOKEN_FILE",
    ),
]
AsJson = Annotated[bool, Parameter(name="--json", help="Print nothing but JSON.")]

HERE = "http://127.0.0.1:8000"


@admin.command(name="table")
def show_table(
    table: Table, /, *, url: Url = HERE, token: TokenFile = None, as_json: AsJson = False, language: Language = ENGLISH
) -> None:
    """Show who sits at a table and who wrote what, with the ids of the guests."""
    found = _ask(url, token, language, "GET", f"tables/{quote(table, safe='')}")
    if as_json:
        print(json.dumps(found, ensure_ascii=False))
        return
    phrases, console = Phrases(language), terminal()
    state = f"@admin.state-{found['state']}"
    console.print(phrases.text("admin.table", title=found["title"], state=state), style="bold")
    console.print(phrases.text("admin.owner", name=found["owner"]["name"], id=found["owner"]["id"]))
    for number, sitting in enumerate(found["seats"]):
        if sitting is not None:
            console.print(phrases.text("admin.seat", seat=number, name=sitting["name"], id=sitting["id"]))
    for line in found["chat"]:
        console.print(f"{_when(line['at'])}  {line['guest']}  {line['name']}: {line['text']}", soft_wrap=True)


@admin.command
def close(
    table: Table, /, *, note: Reason, url: Url = HERE, token: TokenFile = None, language: Language = ENGLISH
) -> None:
    """Close a table: nothing more can be played or written there, and its players are told so."""
    _ask(url, token, language, "POST", f"tables/{quote(table, safe='')}/close", {"note": note})
    print(Phrases(language).say("admin.closed"))


@admin.command
def reopen(
    table: Table, /, *, note: Reason, url: Url = HERE, token: TokenFile = None, language: Language = ENGLISH
) -> None:
    """Open a closed table again; the game goes on where it was."""
    _ask(url, token, language, "POST", f"tables/{quote(table, safe='')}/reopen", {"note": note})
    print(Phrases(language).say("admin.reopened"))


@admin.command
def mute(
    target: Target,
    /,
    *,
    note: Reason,
    days: Days = None,
    url: Url = HERE,
    token: TokenFile = None,
    language: Language = ENGLISH,
) -> None:
    """Silence a guest: they can play, but not write."""
    _punish("mute", target, note, days, url, token, language)


@admin.command
def ban(
    target: Target,
    /,
    *,
    note: Reason,
    days: Days = None,
    url: Url = HERE,
    token: TokenFile = None,
    language: Language = ENGLISH,
) -> None:
    """Ban a guest or an address: they can watch, but not play; bots play on for a guest."""
    _punish("ban", target, note, days, url, token, language)


def _punish(
    kind: Kind, target: str, note: str, days: float | None, url: str, token: Path | None, language: str
) -> None:
    body = {"kind": kind, "target": target, "note": note, **({} if days is None else {"days": days})}
    _ask(url, token, language, "POST", "penalties", body)
    print(Phrases(language).say(f"admin.{kind}", target=target))


@admin.command
def lift(
    kind: Annotated[Kind, Parameter(help="mute or ban.")],
    target: Target,
    /,
    *,
    note: Reason,
    url: Url = HERE,
    token: TokenFile = None,
    language: Language = ENGLISH,
) -> None:
    """Let somebody write or play again."""
    _ask(url, token, language, "POST", "penalties/lift", {"kind": kind, "target": target, "note": note})
    print(Phrases(language).say("admin.lifted", target=target))


@admin.command
def penalties(
    *, url: Url = HERE, token: TokenFile = None, as_json: AsJson = False, language: Language = ENGLISH
) -> None:
    """List who is silenced or banned."""
    found = _ask(url, token, language, "GET", "penalties")
    rows = [[one["kind"], one["target"], _when(one["at"]), _when(one["until"]), one["note"]] for one in found]
    _print(found, rows, ("kind", "target", "at", "until", "note"), as_json, language)


@admin.command
def reports(
    *,
    settled: Annotated[bool, Parameter(help="Those that were dealt with already.")] = False,
    url: Url = HERE,
    token: TokenFile = None,
    as_json: AsJson = False,
    language: Language = ENGLISH,
) -> None:
    """List what guests have reported, the latest first, with the chat as it was then."""
    found = _ask(url, token, language, "GET", f"reports?settled={'true' if settled else 'false'}")
    rows = [[str(one["number"]), _when(one["at"]), one["table"], one["guest"], one["text"]] for one in found]
    _print(found, rows, ("number", "at", "table", "guest", "text"), as_json, language)


@admin.command
def settle(
    number: Annotated[int, Parameter(help="The number of a report.")],
    /,
    *,
    note: Reason,
    url: Url = HERE,
    token: TokenFile = None,
    language: Language = ENGLISH,
) -> None:
    """Mark a report as dealt with."""
    _ask(url, token, language, "POST", f"reports/{number}/settle", {"note": note})
    print(Phrases(language).say("admin.settled", number=number))


@admin.command
def audit(*, url: Url = HERE, token: TokenFile = None, as_json: AsJson = False, language: Language = ENGLISH) -> None:
    """List what operators did, the latest first."""
    found = _ask(url, token, language, "GET", "audit")
    rows = [[str(one["number"]), _when(one["at"]), one["act"], one["target"], one["note"]] for one in found]
    _print(found, rows, ("number", "at", "act", "target", "note"), as_json, language)


# -- printing -------------------------------------------------------------------------------------------------------


def _print(found: list[Doc], rows: list[list[str]], columns: Sequence[str], as_json: bool, language: str) -> None:
    if as_json:
        print(json.dumps(found, ensure_ascii=False))
        return
    phrases = Phrases(language)
    if not rows:
        print(phrases.say("admin.none"))
        return
    first, *others = [phrases.text(f"admin.column-{name}") for name in columns]
    table = numbers_table(first, words=others)
    for row in rows:
        table.add_row(*row)
    terminal().print(table)


def _when(at: float | None) -> str:
    return "-" if at is None else f"{datetime.fromtimestamp(at, UTC):%Y-%m-%d %H:%M}"


# -- asking ---------------------------------------------------------------------------------------------------------


def _ask(url: str, token: Path | None, language: str, method: str, path: str, body: Doc | None = None) -> Any:
    """The server's answer; a refusal becomes the sentence that the server says."""
    if not url.startswith(("http://", "https://")):
        raise Mistake("url", url=url)
    request = Request(  # noqa: S310  (the scheme was checked)
        f"{url.rstrip('/')}/api/admin/{path}",
        method=method,
        data=None if body is None else json.dumps(body).encode(),
        headers={
            "authorization": f"Bearer {_token(token)}",
            "accept-language": language,
            "content-type": "application/json",
        },
    )
    try:
        with urlopen(request, timeout=SECONDS) as answer:  # noqa: S310
            text = answer.read()
    except HTTPError as refusal:
        raise Mistake("refused", problem=_sentence(refusal)) from None
    except (OSError, HTTPException, ValueError):
        raise Mistake("unreachable", url=url) from None
    return json.loads(text) if text else None


def _sentence(refusal: HTTPError) -> str:
    try:
        return str(json.loads(refusal.read())["text"])
    except (ValueError, KeyError, TypeError):
        return f"{refusal.code} {refusal.reason}"


def _token(file: Path | None) -> str:
    token = (os.environ.get(VARIABLE, "") if file is None else read_text(file)).strip()
    if not token or not token.isascii() or not token.isprintable():
        raise Mistake("no-token", variable=VARIABLE)
    return token
