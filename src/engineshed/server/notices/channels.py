"""The channels that a server has: what it takes to send a letter by each kind of way, and what came of it."""

from __future__ import annotations

from enum import Enum
from hashlib import sha256
from importlib.util import find_spec
from typing import NamedTuple
from urllib.parse import urlsplit

import msgspec

from engineshed.core.house import house_words
from engineshed.core.words import Message
from engineshed.server.notices.mail import Mailer, MailServer, RefusedMailError
from engineshed.server.notices.outward import NotSentError, Outward, UncertainError
from engineshed.server.notices.saying import Letter
from engineshed.server.notices.tokens import kept_key, signed
from engineshed.server.notices.webhooks import POSTS
from engineshed.server.rows import NoticeWay, WayKind
from engineshed.server.store import Store
from engineshed.server.web.limits import Limiter, Rate
from engineshed.server.web.problems import TooManyError

BROWSER_KEY = "vapid"
"""The name of the key by which push services know this server."""
GONE = (404, 410)
EACH_HOST = Rate(5, 100)
"""Requests to one host, so that nobody can use this server to bother somebody else."""
PUSH_SERVICES = ("fcm.googleapis.com", ".push.services.mozilla.com", ".push.apple.com", ".notify.windows.com")
"""The hosts that expect a lot from us; names that begin with a dot are those of their machines."""


class Rules(msgspec.Struct, frozen=True):
    """Which notices a server sends."""

    address: str | None = None
    """Where people find its pages. Without it, nothing can be sent that has to have a link."""
    browser: bool = False
    mail: MailServer | None = None
    webhooks: bool = False
    private: bool = False
    """Whether webhooks may lead into the network of the server, and need no TLS."""

    @property
    def empty(self) -> bool:
        return not (self.browser or self.mail or self.webhooks)


NO_NOTICES = Rules()


class Outcome(Enum):
    SENT = "sent"
    FAILED = "failed"
    """Certainly not received; it may be tried again."""
    UNCERTAIN = "uncertain"
    """Perhaps received; it must not be sent again."""
    GONE = "gone"
    """There is nobody any more."""


class Result(NamedTuple):
    outcome: Outcome
    reason: str = ""
    wait: float = 0.0
    """How many seconds the receiver asks us to wait."""


class Channels:
    def __init__(self, store: Store, rules: Rules) -> None:
        self._store = store
        self.rules = rules if rules.address is not None else Rules(browser=rules.browser)
        self._outward = Outward(allow_private=rules.private)
        self._mailer = None if self.rules.mail is None else Mailer(self.rules.mail)
        self._hosts = Limiter(EACH_HOST)

    @property
    def address(self) -> str:
        """Where links lead; those in a browser need no host."""
        return self.rules.address or ""

    def has(self, kind: WayKind) -> bool:
        if kind == "browser":
            return self.rules.browser and find_spec("cryptography") is not None
        return self._mailer is not None if kind == "mail" else self.rules.webhooks

    def check(self, url: str) -> None:
        """Raises ``BadAddressError`` for an address to which nothing would be sent."""
        self._outward.check(url)

    async def browser_key(self) -> str | None:
        """What browsers need to subscribe; None if this server sends them nothing."""
        if not self.has("browser"):
            return None
        from engineshed.server.notices import push  # noqa: PLC0415  (needs a library that may not be installed)

        return push.public_key(await kept_key(self._store, BROWSER_KEY, push.new_key))

    def close(self) -> None:
        self._outward.close()
        if self._mailer is not None:
            self._mailer.close()

    async def send(self, way: NoticeWay, letter: Letter) -> Result:
        """Try once to send this letter."""
        try:
            if way.kind == "mail":
                return await self._mail(way, letter)
            return await self._push(way, letter) if way.kind == "browser" else await self._post(way, letter)
        except NotSentError as error:
            return Result(Outcome.FAILED, error.reason)
        except RefusedMailError:
            return Result(Outcome.GONE, "the mail server refuses the address")
        except UncertainError:
            return Result(Outcome.UNCERTAIN, "no answer")

    async def _mail(self, way: NoticeWay, letter: Letter) -> Result:
        assert self._mailer is not None
        off = f"{self.address}/notices/off/{await signed(self._store, 'off', way.id)}"
        say = house_words(letter.language)
        parts = [f"{item.title}\n{item.text}\n{item.url}" for item in letter.items]
        foot = say.say(Message("notice.mail.off", {"link": off}))
        await self._mailer.send(way.address, letter.title, "\n\n".join([*parts, f"-- \n{foot}\n"]), off)
        return Result(Outcome.SENT)

    async def ask_to_agree(self, way: NoticeWay, name: str, language: str) -> Result:
        """Ask the owner of a mail address whether they want notices; nothing else is sent before they have agreed."""
        assert self._mailer is not None
        say = house_words(language)
        links = {
            "yes": f"{self.address}/notices/yes/{await signed(self._store, 'yes', way.id)}",
            "off": f"{self.address}/notices/off/{await signed(self._store, 'off', way.id)}",
        }
        text = say.say(Message("notice.mail.agree.text", {"name": name.lstrip("@"), "address": self.address, **links}))
        try:
            await self._mailer.send(way.address, say.say(Message("notice.mail.agree")), text, links["off"])
        except (NotSentError, RefusedMailError) as error:
            return Result(Outcome.FAILED, str(error))
        except UncertainError:
            return Result(Outcome.UNCERTAIN)
        return Result(Outcome.SENT)

    async def _push(self, way: NoticeWay, letter: Letter) -> Result:
        from engineshed.server.notices import push  # noqa: PLC0415  (needs a library that may not be installed)

        place = letter.url.removeprefix(self.address)
        key = await kept_key(self._store, BROWSER_KEY, push.new_key)
        body = push.encrypted(push.message(letter, place), way.keys["p256dh"], way.keys["auth"])
        urgent = any(item.kind == "turn" for item in letter.items)
        headers = push.headers_for(way.address, key, self._contact(), f"{way.id} {place}", urgent=urgent)
        return await self._request("POST", way, way.address, headers, body)

    def _contact(self) -> str:
        if self.rules.mail is not None:
            return f"mailto:{self.rules.mail.sender.rpartition('<')[2].rstrip('> ')}"
        return self.address if self.address.startswith("https:") else "https://localhost"

    async def _post(self, way: NoticeWay, letter: Letter) -> Result:
        letter_id = sha256(f"{way.id} {letter.id}".encode()).hexdigest()[:24]
        post = POSTS[way.kind](way, letter, letter_id)
        return await self._request(post.method, way, post.url, post.headers, post.body)

    async def _request(self, method: str, way: NoticeWay, url: str, headers: dict[str, str], body: bytes) -> Result:
        host = urlsplit(way.address).hostname or ""
        if not host.endswith(PUSH_SERVICES):
            try:
                self._hosts.spend(host)
            except TooManyError as error:
                return Result(Outcome.FAILED, "too many requests to this host", error.seconds)
        sent = await self._outward.send(method, url, headers, body)
        if 200 <= sent.status < 300:
            return Result(Outcome.SENT)
        if sent.status in GONE:
            return Result(Outcome.GONE, f"answered with {sent.status}")
        return Result(Outcome.FAILED, f"answered with {sent.status}", sent.retry_after or 0.0)
