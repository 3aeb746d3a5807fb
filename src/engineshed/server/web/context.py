"""What all requests share: the service, the limits, and the watchers."""

from __future__ import annotations

from engineshed.server import guests
from engineshed.server.rows import Guest
from engineshed.server.service import Service
from engineshed.server.web.limits import Limiter, Limits, Sockets
from engineshed.server.web.push import PushHub

MOST_KNOWN = 10_000


class Context:
    def __init__(self, service: Service, limits: Limits) -> None:
        self.service, self.limits = service, limits
        self.push = PushHub(service)
        self.questions = Limiter(limits.questions)
        self.moves, self.chat = Limiter(limits.moves), Limiter(limits.chat)
        self.tables, self.guests = Limiter(limits.tables), Limiter(limits.guests)
        self.sockets = Sockets(limits.sockets)
        self._known: dict[str, Guest] = {}

    async def who(self, token: str | None) -> Guest | None:
        """The guest with this cookie. Recent guests are known without asking the store."""
        if not token:
            return None
        guest = self._known.get(token) or await guests.who(self.service, token)
        if guest is not None:
            self.know(token, guest)
        return guest

    def know(self, token: str, guest: Guest) -> None:
        if len(self._known) >= MOST_KNOWN and token not in self._known:
            self._known.clear()
        self._known[token] = guest
