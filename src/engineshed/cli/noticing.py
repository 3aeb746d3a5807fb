"""The options of ``engineshed serve`` about notices."""

from __future__ import annotations

import os
import re
from collections.abc import Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import Literal, get_args
from urllib.parse import unquote, urlsplit

from engineshed.cli.files import read_text
from engineshed.cli.phrases import Mistake
from engineshed.server.notices.channels import Rules
from engineshed.server.notices.mail import MailServer, is_address

Channel = Literal["browser", "mail", "webhooks", "none"]
PASSWORD = "ENGINESHED_MAIL_PASSWORD"  # noqa: S105  (the name of a variable)
SENDER = re.compile(r"(?:[\w .'-]+ )?<([^<>]+)>|([^<>\s]+)")
PORTS = {"smtps": 465, "smtp": 587, "smtp+plain": 25}


def notice_rules(
    address: str,
    wanted: Sequence[Channel] | None,
    mail_server: str | None,
    mail_from: str | None,
    mail_password: Path | None,
    *,
    private: bool,
) -> Rules:
    """What a server sends if it is reached at this address: all that it can, or what its host wants."""
    kinds = set(get_args(Channel) if wanted is None else wanted)
    if wanted is not None and "browser" in wanted and find_spec("cryptography") is None:
        raise Mistake("notices-library")
    mail = None if mail_server is None else _mail(mail_server, mail_from, mail_password)
    if wanted is not None and "none" in wanted:
        return Rules()
    return Rules(
        address=address,
        browser="browser" in kinds,
        mail=mail if "mail" in kinds else None,
        webhooks="webhooks" in kinds,
        private=private,
    )


def _mail(server: str, sender: str | None, password: Path | None) -> MailServer:
    try:
        place = urlsplit(server)
        host, port = place.hostname, place.port
    except ValueError:
        host, port = None, None
    if host is None or place.scheme not in PORTS or place.password is not None or place.path not in ("", "/"):
        raise Mistake("mail-server", known=", ".join(f"{kind}://" for kind in PORTS))
    named = SENDER.fullmatch(sender or "")
    if named is None or not is_address(named[1] or named[2]):
        raise Mistake("mail-from", sender=sender or "")
    security: dict[str, Literal["tls", "starttls", "plain"]] = {"smtps": "tls", "smtp": "starttls"}
    return MailServer(
        host=host,
        port=port or PORTS[place.scheme],
        sender=sender or "",
        security=security.get(place.scheme, "plain"),
        user=unquote(place.username or ""),
        password=(os.environ.get(PASSWORD, "") if password is None else read_text(password)).strip(),
    )
