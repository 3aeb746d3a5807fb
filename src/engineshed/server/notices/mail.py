"""Notices by mail, through the mail server that the host has named."""

from __future__ import annotations

import asyncio
import re
import smtplib
import ssl
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from email.message import EmailMessage
from email.policy import SMTP
from email.utils import formatdate, make_msgid
from typing import Literal

import msgspec

from engineshed.server.notices.outward import NotSentError, UncertainError

STEP = 10.0
"""Seconds that the mail server may take for each answer."""
LONGEST_ADDRESS = 254
AN_ADDRESS = re.compile(
    r"[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+)*"
    r"@(?:[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?\.)+[A-Za-z][A-Za-z0-9-]{0,61}[A-Za-z0-9]"
)
"""Plain addresses only: nothing that quotes, comments or folds, so that nothing can be added to a header."""


class MailServer(msgspec.Struct, frozen=True):
    """Where mails are handed over, and from whom they come."""

    host: str
    port: int
    sender: str
    """As in ``Engine Shed <shed@example.org>``."""
    security: Literal["tls", "starttls", "plain"] = "starttls"
    user: str = ""
    password: str = ""


class RefusedMailError(Exception):
    """The address does not exist, or takes no mail from us, and never will."""


def is_address(text: str) -> bool:
    return len(text) <= LONGEST_ADDRESS and text.find("@") <= 64 and AN_ADDRESS.fullmatch(text) is not None


class Mailer:
    """Mails are sent by two threads, because the library waits."""

    def __init__(self, server: MailServer) -> None:
        self._server, self._tls = server, ssl.create_default_context()
        self._threads = ThreadPoolExecutor(2, "mail")

    def close(self) -> None:
        self._threads.shutdown(wait=False, cancel_futures=True)

    async def send(self, to: str, subject: str, text: str, off: str | None = None) -> None:
        """``off``: a link that stops these mails, also for programs that read mail (RFC 8058)."""
        message = self._message(to, subject, text, off)
        await asyncio.get_running_loop().run_in_executor(self._threads, self._hand_over, to, message)

    def _message(self, to: str, subject: str, text: str, off: str | None) -> EmailMessage:
        message = EmailMessage(policy=SMTP)
        message["From"], message["To"] = self._server.sender, to
        message["Subject"] = " ".join(subject.split())
        message["Date"], message["Message-ID"] = formatdate(), make_msgid(domain=self._domain())
        message["Auto-Submitted"] = "auto-generated"
        if off is not None:
            message["List-Unsubscribe"] = f"<{off}>"
            message["List-Unsubscribe-Post"] = "List-Unsubscribe=One-Click"
        message.set_content(text, cte="quoted-printable")
        return message

    def _domain(self) -> str:
        return self._server.sender.rpartition("@")[2].rstrip("> ")

    def _hand_over(self, to: str, message: EmailMessage) -> None:
        try:
            connection = self._connected()
        except (OSError, smtplib.SMTPException) as error:
            raise NotSentError(_reason(error)) from None
        try:
            self._must_accept(connection, to)
            _deliver(connection, message)
        finally:
            with suppress(OSError, smtplib.SMTPException):
                connection.quit()
            connection.close()

    def _connected(self) -> smtplib.SMTP:
        server, tls = self._server, self._tls
        if server.security == "tls":
            connection: smtplib.SMTP = smtplib.SMTP_SSL(server.host, server.port, timeout=STEP, context=tls)
        else:
            connection = smtplib.SMTP(server.host, server.port, timeout=STEP)
        try:
            if server.security == "starttls":
                connection.starttls(context=tls)
            if server.user:
                connection.login(server.user, server.password)
        except (OSError, smtplib.SMTPException):
            connection.close()
            raise
        return connection

    def _must_accept(self, connection: smtplib.SMTP, to: str) -> None:
        """Until the mail server has seen the message itself, nothing was sent."""
        sender = self._server.sender.rpartition("<")[2].rstrip("> ")
        try:
            connection.ehlo_or_helo_if_needed()
            _must_be_fine(*connection.mail(sender))
            code, answer = connection.rcpt(to)
        except (OSError, smtplib.SMTPException) as error:
            raise NotSentError(_reason(error)) from None
        if 500 <= code < 600:
            raise RefusedMailError
        _must_be_fine(code, answer)


def _deliver(connection: smtplib.SMTP, message: EmailMessage) -> None:
    try:
        code, answer = connection.data(message.as_bytes())
    except smtplib.SMTPDataError as error:
        raise NotSentError(_reason(error)) from None
    except (OSError, smtplib.SMTPException):
        raise UncertainError from None
    _must_be_fine(code, answer)


def _must_be_fine(code: int, answer: bytes) -> None:
    if not 200 <= code < 300:
        raise NotSentError(f"the mail server said {code} {answer[:100]!r}")


def _reason(error: Exception) -> str:
    return f"{type(error).__name__}: {error}"[:200]
