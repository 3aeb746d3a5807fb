"""What all requests share: the service, the limits, and the watchers."""

from __future__ import annotations

from time import monotonic

from engineshed.server import guests
from engineshed.server.notices.channels import NO_NOTICES, Channels
from engineshed.server.rows import Guest
from engineshed.server.service import Service
from engineshed.server.studies import Studies
from engineshed.server.web.address import NOT_SAID, Addresses
from engineshed.server.web.limits import Limits
from engineshed.server.web.push import PushHub
from engineshed.server.web.shared_limits import SharedLimiter, SharedSockets

MOST_KNOWN = 10_000
KNOWN_FOR = 20.0
"""Seconds after which the store is asked again, because a guest may have signed out or changed on another server."""


class Context:
    def __init__(
        self,
        service: Service,
        limits: Limits,
        studies: Studies | None = None,
        addresses: Addresses = NOT_SAID,
        channels: Channels | None = None,
    ) -> None:
        """``studies``: if not given, no finished game is studied here. ``channels``: if not given, nobody is sent
        notices."""
        self.channels = channels or Channels(service.store, NO_NOTICES)
        self.service, self.limits, self.studies = service, limits, studies or Studies(service, 0)
        self.addresses = addresses
        self.push = PushHub(service)
        bus = service.news.bus
        self.questions = SharedLimiter("questions", limits.questions, bus)
        self.hints = SharedLimiter("hints", limits.hints, bus)
        self.moves, self.chat = SharedLimiter("moves", limits.moves, bus), SharedLimiter("chat", limits.chat, bus)
        self.tables = SharedLimiter("tables", limits.tables, bus)
        self.guests = SharedLimiter("guests", limits.guests, bus)
        self.reports = SharedLimiter("reports", limits.reports, bus)
        self.devices = SharedLimiter("devices", limits.devices, bus)
        self.recoveries = SharedLimiter("recoveries", limits.recoveries, bus)
        self.ways = SharedLimiter("ways", limits.ways, bus)
        self.asked_by_mail = SharedLimiter("mails", limits.mails, bus)
        self.study_requests = SharedLimiter("studies", limits.studies, bus)
        self.sockets = SharedSockets(limits.sockets, bus)
        self._known: dict[str, tuple[Guest, float]] = {}
        service.news.forget_guest, service.news.disconnect_guests = self.forget, self.push.disconnect

    async def who(self, token: str | None) -> Guest | None:
        """The guest with this cookie. Recent guests are known without asking the store."""
        if not token:
            return None
        if not self.service.news.reliable:
            self._known.clear()  # another server may have changed a guest
        known, until = self._known.get(token, (None, 0.0))
        if known is not None and monotonic() < until:
            return known
        guest = await guests.who(self.service, token)
        if guest is not None:
            self.know(token, guest)
        return guest

    def know(self, token: str, guest: Guest) -> None:
        if len(self._known) >= MOST_KNOWN and token not in self._known:
            self._known.clear()
        self._known[token] = guest, monotonic() + KNOWN_FOR

    def forget(self, guest_id: str | None) -> None:
        """Forget a guest who has changed, signed out or gone, and close their sockets if they must go; None for all."""
        self.push.disconnect(guest_id)
        if guest_id is None:
            self._known.clear()
            return
        self._known = {token: (guest, until) for token, (guest, until) in self._known.items() if guest.id != guest_id}
