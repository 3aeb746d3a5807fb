"""Real servers that receive notices in tests: a mail server, an HTTPS server, and what a browser does with a push."""

from __future__ import annotations

import asyncio
import datetime
import json
import ssl
import threading
import time
from base64 import urlsafe_b64decode
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from email import message_from_bytes
from email.message import EmailMessage
from email.policy import default
from functools import cache
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from tempfile import mkdtemp
from typing import Any, NamedTuple

from aiosmtpd.controller import Controller
from aiosmtpd.smtp import SMTP, Envelope, Session
from cryptography import x509
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec, utils
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat, PublicFormat
from cryptography.x509.oid import NameOID

from engineshed.server.notices.push import encoded
from tests.server.play import PATIENCE


def until(ready: Callable[[], Any]) -> Any:
    """Wait until something is true, and return it."""
    deadline = time.monotonic() + PATIENCE
    while time.monotonic() < deadline:
        if found := ready():
            return found
        time.sleep(0.005)
    raise AssertionError("it did not happen")


# -- HTTPS ----------------------------------------------------------------------------------------------------------


class Received(NamedTuple):
    method: str
    path: str
    headers: dict[str, str]
    body: bytes
    at: float

    @property
    def json(self) -> Any:
        return json.loads(self.body)


class Receiver:
    """An HTTPS server that keeps what it receives, and answers with the statuses in ``answers``, then with 201."""

    def __init__(self, url: str) -> None:
        self.url = url
        self.received: list[Received] = []
        self.answers: list[int] = []
        self.headers: dict[str, str] = {}
        self.body = b"ok"
        self.silent = threading.Event()
        """While set, requests are received but not answered."""

    def on(self, path: str) -> list[Received]:
        return [one for one in self.received if one.path == path]


class _Handler(BaseHTTPRequestHandler):
    receiver: Receiver

    def _take(self) -> None:
        body = self.rfile.read(int(self.headers.get("content-length", 0)))
        headers = {name.lower(): value for name, value in self.headers.items()}
        self.receiver.received.append(Received(self.command, self.path, headers, body, time.monotonic()))
        while self.receiver.silent.is_set():
            time.sleep(0.02)
        self.send_response(self.receiver.answers.pop(0) if self.receiver.answers else 201)
        for name, value in self.receiver.headers.items():
            self.send_header(name, value)
        self.send_header("content-length", str(len(self.receiver.body)))
        self.end_headers()
        self.wfile.write(self.receiver.body)

    do_POST = do_PUT = do_GET = _take  # noqa: N815  (the library calls them so)

    def log_message(self, *_given: Any) -> None:
        """Nothing."""


class _Server(ThreadingHTTPServer):
    daemon_threads = True

    def handle_error(self, *_given: Any) -> None:
        """Clients that hang up are part of the tests."""


@contextmanager
def receiving(*, tls: bool = True) -> Iterator[Receiver]:
    receiver = Receiver("")
    handler = type("Handler", (_Handler,), {"receiver": receiver})
    server = _Server(("127.0.0.1", 0), handler)
    if tls:
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(certificate())
        server.socket = context.wrap_socket(server.socket, server_side=True)
    receiver.url = f"{'https' if tls else 'http'}://localhost:{server.server_address[1]}"
    thread = threading.Thread(target=server.serve_forever, args=(0.02,), daemon=True)
    thread.start()
    try:
        yield receiver
    finally:
        receiver.silent.clear()
        server.shutdown()
        server.server_close()
        thread.join()


@cache
def certificate() -> Path:
    """A key and a certificate for ``localhost`` and ``receiver.test``, signed by itself; trusted with SSL_CERT_FILE."""
    key, now = ec.generate_private_key(ec.SECP256R1()), datetime.datetime.now(datetime.UTC)
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "localhost")])
    hosts = x509.SubjectAlternativeName([x509.DNSName("localhost"), x509.DNSName("receiver.test")])
    day = datetime.timedelta(days=1)
    made = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - day)
        .not_valid_after(now + day)
        .add_extension(hosts, critical=False)
        .add_extension(x509.BasicConstraints(ca=True, path_length=None), critical=True)
        .sign(key, hashes.SHA256())
    )
    file = Path(mkdtemp(prefix="engineshed-receivers-")) / "localhost.pem"
    pem = key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
    file.write_bytes(pem + made.public_bytes(Encoding.PEM))
    return file


# -- mail -----------------------------------------------------------------------------------------------------------


class Mailbox:
    """A mail server that keeps what it receives."""

    def __init__(self) -> None:
        self.mails: list[EmailMessage] = []
        self.refuses: dict[str, str] = {}
        """By address, what is said to whoever sends something there."""
        self.port = 0

    async def handle_RCPT(  # noqa: N802  (the library calls it so)
        self, _server: SMTP, _session: Session, envelope: Envelope, address: str, _options: list[str]
    ) -> str:
        if address in self.refuses:
            return self.refuses[address]
        envelope.rcpt_tos.append(address)
        return "250 OK"

    async def handle_DATA(self, _server: SMTP, _session: Session, envelope: Envelope) -> str:  # noqa: N802
        assert isinstance(envelope.content, bytes)
        mail = message_from_bytes(envelope.content, policy=default)
        assert isinstance(mail, EmailMessage)
        assert envelope.rcpt_tos == [mail["To"]]
        self.mails.append(mail)
        return "250 OK"

    def to(self, address: str) -> list[EmailMessage]:
        return [mail for mail in self.mails if mail["To"] == address]


class _OnAnyPort(Controller):
    """The library connects to the port that it was told, to see whether the server answers: here, any free one."""

    def _trigger_server(self) -> None:
        assert isinstance(self.server, asyncio.Server)
        self.port = self.server.sockets[0].getsockname()[1]
        super()._trigger_server()  # type: ignore[no-untyped-call]


@contextmanager
def mailbox() -> Iterator[Mailbox]:
    box = Mailbox()
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(certificate())
    controller = _OnAnyPort(box, hostname="127.0.0.1", port=0, tls_context=context, require_starttls=True)
    controller.start()
    box.port = controller.port
    try:
        yield box
    finally:
        controller.stop()


# -- browsers -------------------------------------------------------------------------------------------------------


class Subscription:
    """What a browser keeps for itself when it subscribes."""

    def __init__(self, endpoint: str) -> None:
        self.endpoint = endpoint
        self._key, self._auth = ec.generate_private_key(ec.SECP256R1()), b"sixteen bytes, 1"

    @property
    def _public(self) -> bytes:
        return self._key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)

    @property
    def wish(self) -> dict[str, str]:
        keys = {"p256dh": encoded(self._public), "auth": encoded(self._auth)}
        return {"kind": "browser", "address": self.endpoint, **keys}

    def decrypted(self, message: bytes) -> Any:
        """The text of a message, as RFC 8188 and RFC 8291 say; written anew from their text."""
        salt, size, length = message[:16], int.from_bytes(message[16:20], "big"), message[20]
        sender, sealed = message[21 : 21 + length], message[21 + length :]
        assert (size, length) == (4096, 65)
        assert len(sealed) <= size
        theirs = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), sender)
        info = b"WebPush: info\x00" + self._public + sender
        secret = _hkdf(self._auth, self._key.exchange(ec.ECDH(), theirs), info, 32)
        key = _hkdf(salt, secret, b"Content-Encoding: aes128gcm\x00", 16)
        nonce = _hkdf(salt, secret, b"Content-Encoding: nonce\x00", 12)
        text = AESGCM(key).decrypt(nonce, sealed, None).rstrip(b"\x00")
        assert text[-1] == 2, "the last record ends with this mark"
        return json.loads(text[:-1])


def _hkdf(salt: bytes, secret: bytes, info: bytes, length: int) -> bytes:
    return HKDF(hashes.SHA256(), length, salt, info).derive(secret)


def signed_by(header: str) -> tuple[str, dict[str, Any]]:
    """What an ``Authorization: vapid`` header says, after checking its signature: the key, and the claims."""
    kind, _, rest = header.partition(" ")
    parts = dict(part.strip().split("=", 1) for part in rest.split(","))
    said, _, signature = parts["t"].rpartition(".")
    raw = _decoded(signature)
    key = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), _decoded(parts["k"]))
    numbers = utils.encode_dss_signature(int.from_bytes(raw[:32], "big"), int.from_bytes(raw[32:], "big"))
    key.verify(numbers, said.encode(), ec.ECDSA(hashes.SHA256()))
    head, claims = (json.loads(_decoded(part)) for part in said.split("."))
    assert (kind, head) == ("vapid", {"typ": "JWT", "alg": "ES256"})
    return parts["k"], claims


def _decoded(text: str) -> bytes:
    return urlsafe_b64decode(text + "=" * (-len(text) % 4))
