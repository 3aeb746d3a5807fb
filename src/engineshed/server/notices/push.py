"""Notices to browsers: RFC 8030 sends them to the browser's push service, RFC 8291 encrypts them so that only the
browser can read them, and RFC 8292 says who sends them."""

from __future__ import annotations

import json
import secrets
import time
from base64 import urlsafe_b64decode, urlsafe_b64encode
from hashlib import sha256
from urllib.parse import urlsplit

from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from engineshed.server.notices.saying import Letter

CURVE = ec.SECP256R1()
RECORD = 4096
"""The size of a record; a message is always one, and push services need not take more."""
LARGEST = RECORD - 86 - 17
"""The most bytes of text: beside them, a message has a head, a mark where its padding begins, and a seal."""
VALID = 12 * 3600
"""Seconds for which a signature is valid; push services allow at most a day."""
KEEP = 24 * 3600
"""Seconds for which the push service keeps a message for a browser that is not running."""


def new_key() -> bytes:
    """A new private key of the server."""
    return ec.generate_private_key(CURVE).private_numbers().private_value.to_bytes(32, "big")


def public_key(private: bytes) -> str:
    """What browsers need when they subscribe."""
    return encoded(_public(_private(private)))


def message(letter: Letter, place: str) -> bytes:
    """What the service worker shows; ``place``: which page it opens. A text that is too long loses its end."""
    told = {"title": letter.title, "text": letter.text, "url": place, "language": letter.language}
    while len(text := json.dumps(told, ensure_ascii=False, separators=(",", ":")).encode()) > LARGEST:
        told["text"] = told["text"][: len(told["text"]) * 3 // 4 - 1].rstrip() + "…"
    return text


def headers_for(endpoint: str, private: bytes, contact: str, topic: str, *, urgent: bool) -> dict[str, str]:
    """``contact``: where the push service reaches who runs this server. A message with the same ``topic`` replaces one
    that has not been delivered yet."""
    return {
        "authorization": _signature(endpoint, private, contact),
        "content-encoding": "aes128gcm",
        "content-type": "application/octet-stream",
        "ttl": str(KEEP),
        "topic": encoded(sha256(topic.encode()).digest()[:24]),
        "urgency": "high" if urgent else "normal",
    }


def _signature(endpoint: str, private: bytes, contact: str) -> str:
    place = urlsplit(endpoint)
    claims = {"aud": f"{place.scheme}://{place.netloc}", "exp": int(time.time()) + VALID, "sub": contact}
    head = {"typ": "JWT", "alg": "ES256"}
    said = ".".join(encoded(json.dumps(part, separators=(",", ":")).encode()) for part in (head, claims))
    signed = decode_dss_signature(_private(private).sign(said.encode(), ec.ECDSA(hashes.SHA256())))
    sign = encoded(b"".join(number.to_bytes(32, "big") for number in signed))
    return f"vapid t={said}.{sign}, k={public_key(private)}"


def is_subscription(p256dh: str, auth: str) -> bool:
    """Whether these are keys of a browser: a point on the curve, and a secret of 16 bytes."""
    try:
        ec.EllipticCurvePublicKey.from_encoded_point(CURVE, decoded(p256dh))
        return len(decoded(auth)) == 16
    except ValueError:
        return False


def encrypted(text: bytes, p256dh: str, auth: str, ours: bytes | None = None, salt: bytes | None = None) -> bytes:
    """A message that only the browser with these keys can read.

    ``ours``, ``salt``: a private key and 16 bytes, drawn anew for each message unless a test gives them.
    """
    salt = salt or secrets.token_bytes(16)
    key = _private(ours or new_key())
    theirs = ec.EllipticCurvePublicKey.from_encoded_point(CURVE, decoded(p256dh))
    agreed = key.exchange(ec.ECDH(), theirs)
    sender, receiver = _public(key), decoded(p256dh)
    secret = _derived(agreed, decoded(auth), b"WebPush: info\0" + receiver + sender, 32)
    seal = AESGCM(_derived(secret, salt, b"Content-Encoding: aes128gcm\0", 16))
    nonce = _derived(secret, salt, b"Content-Encoding: nonce\0", 12)
    sealed = seal.encrypt(nonce, text + b"\x02", None)
    return salt + RECORD.to_bytes(4, "big") + bytes([len(sender)]) + sender + sealed


def _derived(secret: bytes, salt: bytes, purpose: bytes, length: int) -> bytes:
    return HKDF(hashes.SHA256(), length, salt, purpose).derive(secret)


def _private(value: bytes) -> ec.EllipticCurvePrivateKey:
    return ec.derive_private_key(int.from_bytes(value, "big"), CURVE)


def _public(key: ec.EllipticCurvePrivateKey) -> bytes:
    return key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)


def encoded(value: bytes) -> str:
    return urlsafe_b64encode(value).rstrip(b"=").decode()


def decoded(text: str) -> bytes:
    return urlsafe_b64decode(text + "=" * (-len(text) % 4))
