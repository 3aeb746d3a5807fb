"""The page for browsers: files built from client/, read once and served as they are.

Only files that were read can be asked for, by their exact names, so no path leads out of the folder.
"""

from __future__ import annotations

import hashlib
import re
from html import escape
from pathlib import Path

import msgspec
from litestar import HttpMethod, MediaType, Response
from litestar.exceptions import NotFoundException
from litestar.handlers import HTTPRouteHandler
from litestar.response.base import ASGIResponse

import engineshed
from engineshed.server.web.compression import accepts
from engineshed.server.web.context import Context
from engineshed.server.web.request import AnyRequest, spoken

BUILT = Path(engineshed.__file__).parent / "page"
MANIFEST = "manifest.json"
"""Written last by every build: what each file was made from and what it needs. It is not served."""
SHELL = "index.html"

ADDRESSES = {
    "/": "Lobby",
    "/new": "NewTable",
    "/t/{table:str}": "Table",
    "/t/{table:str}/at/{ply:int}": "Table",
    "/t/{table:str}/report": "Report",
    "/t/{table:str}/analysis": "Study",
    "/t/{table:str}/at/{ply:int}/ahead": "Study",
    "/rules": "Rules",
    "/rules/{game:str}": "Rules",
    "/learn/{game:str}": "Learn",
    "/learn/{game:str}/{lesson:str}": "Lesson",
    "/help": "Help",
    "/bring": "Bring",
    "/me": "Me",
    "/players/{player:str}": "Player",
    "/notices": "Notices",
    "/notices/yes/{token:str}": "NoticeLink",
    "/notices/off/{token:str}": "NoticeLink",
}
"""The addresses of the single page, and the part of it that the client will show there."""
ROOT_FILES = [
    "/favicon.svg",
    "/manifest.webmanifest",
    "/robots.txt",
    "/worker.js",
    *[f"/{name}.png" for name in ("icon-180", "icon-192", "icon-512", "maskable-192", "maskable-512", "badge-96")],
]

ASK_AGAIN = "no-cache"
FOR_EVER = "public, max-age=31536000, immutable"
"""For files whose names change with their content."""

KINDS = {
    ".css": "text/css",
    ".html": "text/html",
    ".js": "text/javascript",
    ".png": "image/png",
    ".svg": "image/svg+xml",
    ".txt": "text/plain",
    ".webmanifest": "application/manifest+json",
    ".woff2": "font/woff2",
}
ENCODINGS = {"br": ".br", "gzip": ".gz"}
"""How files were compressed when they were built, the smallest first."""

NOT_BUILT = """The page of Engine Shed has not been built yet.

In a checkout, "make play" builds it and opens it. An installed Engine Shed includes it: install it again.
The API works all the same; it is described at /api/openapi.json.
"""


class File(msgspec.Struct, frozen=True):
    kind: str
    tag: str
    body: bytes
    packed: dict[str, bytes]
    """The compressed contents, by content coding."""


class Made(msgspec.Struct, frozen=True):
    """What the manifest says about a file."""

    sources: tuple[str, ...] = ()
    """The modules in it that are loaded on demand."""
    imports: tuple[str, ...] = ()


class Page:
    """The built files. A new build is noticed by its manifest while the server runs."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._made: int | None = None
        self._files: dict[str, File] = {}
        self._manifest: dict[str, Made] = {}

    def file(self, name: str) -> File | None:
        made = _time_of(self._folder / MANIFEST)
        if made != self._made:
            self._made, self._files = made, {} if made is None else _read(self._folder)
            self._manifest = {} if made is None else _read_manifest(self._folder)
        return self._files.get(name)

    def needed(self, *sources: str) -> list[str]:
        """The files with these modules, and all that they import, in the order in which they run."""
        found: dict[str, None] = {}

        def add(name: str) -> None:
            for other in self._manifest[name].imports:
                if other not in found:
                    add(other)
            found[name] = None

        for name, made in self._manifest.items():
            if not set(sources).isdisjoint(made.sources):
                add(name)
        return list(found)


def _time_of(file: Path) -> int | None:
    try:
        return file.stat().st_mtime_ns
    except OSError:
        return None


def _read(folder: Path) -> dict[str, File]:
    content = {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()}
    shown = [name for name in content if Path(name).suffix in KINDS]
    return {name: _file(name, content) for name in shown}


def _read_manifest(folder: Path) -> dict[str, Made]:
    return msgspec.json.decode((folder / MANIFEST).read_bytes(), type=dict[str, Made])


def _file(name: str, content: dict[str, bytes]) -> File:
    packed = {coding: content[name + end] for coding, end in ENCODINGS.items() if name + end in content}
    tag = f'W/"{hashlib.sha256(content[name]).hexdigest()[:16]}"'  # weak, because all codings of a file share it
    return File(KINDS[Path(name).suffix], tag, content[name], packed)


async def show_page(request: AnyRequest) -> ASGIResponse:
    shell = _page(request).file(SHELL)
    if shell is None:
        return ASGIResponse(body=NOT_BUILT, status_code=503, media_type=MediaType.TEXT)
    answer = _hand_out(request, shell, ASK_AGAIN)
    if soon := _soon_needed(request):
        answer.headers.add("link", soon)
    return answer


def _soon_needed(request: AnyRequest) -> str:
    """The scripts of this part of the page and its words, which the browser can fetch before the first one has run."""
    language = spoken(request.headers.get("accept-language", ""))
    sources = [
        f"src/pages/{_part(request)}.svelte",
        f"src/words/{language}/index.ts",
        *([f"src/words/{language}/lobby.json"] if _part(request) == "Lobby" else []),
        *_on_the_table(request, language),
    ]
    files = _page(request).needed(*sources)
    return ", ".join(f"</{name}>; rel=modulepreload" for name in files)


def _part(request: AnyRequest) -> str:
    return next(part for address, part in ADDRESSES.items() if request.scope["path_template"] == _bare(address))


def _bare(address: str) -> str:
    """An address without the types of its variables, as routes are named."""
    return re.sub(r":\w+\}", "}", address)


def _on_the_table(request: AnyRequest, language: str) -> list[str]:
    """What its game and its state need, if the table is in memory: it is not read from the store just for a hint."""
    context: Context = request.app.state.context
    loaded = context.service.in_memory(str(request.path_params.get("table", "")))
    if loaded is None:
        return []
    game, waiting = loaded.live.game.id, loaded.live.row.state == "open"
    sources = [f"src/games/{game}/index.ts", f"src/games/{game}/words/{language}.json"]
    if waiting:
        sources += ["src/pages/WaitingRoom.svelte", "src/pages/ChatPanel.svelte"]
    elif "ply" in request.path_params:
        sources += ["src/pages/Scrubber.svelte"]
    return sources


async def show_asset(request: AnyRequest) -> ASGIResponse:
    return _hand_out(request, _known(request), FOR_EVER)


async def show_root_file(request: AnyRequest) -> ASGIResponse:
    return _hand_out(request, _known(request), ASK_AGAIN)


def no_such_page(sentence: str, language: str, status: int, headers: dict[str, str]) -> Response[str]:
    """What people see at an address that does not exist."""
    text = (
        f'<!doctype html>\n<html lang="{escape(language)}">\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width">\n'
        f'<title>Engine Shed</title>\n<p>{escape(sentence)}</p>\n<p><a href="/">Engine Shed</a></p>\n</html>\n'
    )
    return Response(text, status_code=status, headers=headers, media_type=MediaType.HTML)


def _page(request: AnyRequest) -> Page:
    page: Page = request.app.state.page
    return page


def _known(request: AnyRequest) -> File:
    file = _page(request).file(request.scope["path"].removeprefix("/"))
    if file is None:
        raise NotFoundException
    return file


def _hand_out(request: AnyRequest, file: File, keep: str) -> ASGIResponse:
    headers = {"cache-control": keep, "etag": file.tag, "vary": "accept-encoding"}
    if file.tag in [tag.strip() for tag in request.headers.get("if-none-match", "").split(",")]:
        return ASGIResponse(status_code=304, headers=headers)
    body = file.body
    for coding, packed in file.packed.items():
        if accepts(request.headers.get("accept-encoding", ""), coding):
            headers["content-encoding"], body = coding, packed
            break
    return ASGIResponse(body=body, headers=headers, media_type=file.kind)


def _route(paths: list[str]) -> HTTPRouteHandler:
    """HEAD gets the same answer; the server leaves the body out."""
    return HTTPRouteHandler(paths, http_method=[HttpMethod.GET, HttpMethod.HEAD])


PAGES = [
    _route([*ADDRESSES])(show_page),
    _route(["/assets/{name:str}"])(show_asset),
    _route(ROOT_FILES)(show_root_file),
]
