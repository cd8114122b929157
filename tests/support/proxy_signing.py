"""Signs what Discord's proxy says about a request, with a key of the tests."""

import base64
import hashlib
import json
from typing import Any

from web.ed25519 import BASE, KEY_SIZE, ORDER, P, Point, times
from web.proxy_signature import PAYLOAD, SIGNATURE, TIMESTAMP

SEED = b"a seed of thirty-two bytes......"
APPLICATION, NOW = "123", 1_000_000.0


def encoded(point: Point) -> bytes:
    inverse = pow(point[2], -1, P)
    x, y = point[0] * inverse % P, point[1] * inverse % P
    return (y | (x & 1) << 255).to_bytes(KEY_SIZE, "little")


def scalar_of(digest: bytes) -> int:
    return (int.from_bytes(digest, "little") & ((1 << 254) - 8)) | (1 << 254)


SECRET = hashlib.sha512(SEED).digest()
SCALAR = scalar_of(SECRET[:KEY_SIZE])
PUBLIC = encoded(times(SCALAR, BASE))


def signature_of(message: bytes) -> bytes:
    """The signature of a message by the owner of the seed."""
    nonce = int.from_bytes(hashlib.sha512(SECRET[KEY_SIZE:] + message).digest(), "little") % ORDER
    point = encoded(times(nonce, BASE))
    digest = hashlib.sha512(point + PUBLIC + message).digest()
    rest = (nonce + int.from_bytes(digest, "little") * SCALAR) % ORDER
    return point + rest.to_bytes(KEY_SIZE, "little")


def headers(**changes: Any) -> dict[str, str]:
    """What the proxy adds to a request, with changes of what it says."""
    said = {"application_id": APPLICATION, "created_at": int(NOW), "expires_at": int(NOW) + 60}
    content = json.dumps(said | {"user_id": "7", "is_developer": False} | changes).encode()
    return {
        PAYLOAD: base64.b64encode(content).decode(),
        SIGNATURE: base64.b64encode(signature_of(content)).decode(),
        TIMESTAMP: str((said | changes)["created_at"]),
    }
