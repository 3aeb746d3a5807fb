"""Whether the other side of a connection reads what is sent to it."""

from __future__ import annotations

from engineshed.server.web.traffic import Traffic


class Reader:
    """Checks that the other side reads what we have written."""

    def __init__(self) -> None:
        self._since: float | None = None
        self._unread = 0

    def has_stalled(self, unread: int, now: float, traffic: Traffic) -> bool:
        """``unread``: how many bytes are waiting to be sent."""
        limits = traffic.limits
        if self._since is None or not unread or unread > self._unread:
            self._since, self._unread = (now, unread) if unread else (None, 0)
            return False
        read = self._unread - unread
        if read >= limits.bytes_per_second * (now - self._since):
            self._since, self._unread = now, unread
            return False
        return now - self._since > limits.stalled_seconds
