"""What Discord's proxy says, signed, about a request that it passes on.

Discord signs for applications that ask for it: a text in JSON says for which application and until
when it is good, and whose request it is. It can be used again until then, so it proves nobody's
identity; but a request with a wrong one does not come from Discord.
"""

import base64
import binascii
from collections.abc import Mapping

import msgspec
from msgspec import Struct
from nacl.bindings import crypto_sign_BYTES
from nacl.exceptions import BadSignatureError
from nacl.signing import VerifyKey

PAYLOAD = "X-Discord-Proxy-Payload"
SIGNATURE = "X-Signature-Ed25519"
TIMESTAMP = "X-Signature-Timestamp"


class ProxyPayload(Struct, frozen=True):
    """What the proxy says: times are in seconds since 1970."""

    created_at: int
    expires_at: int
    application_id: str
    user_id: str | None = None


class WrongSignature(Exception):  # noqa: N818
    """The headers of a request are not what Discord's proxy signs."""


def signed_payload(
    headers: Mapping[str, str], public_key: str, application: str, now: float
) -> ProxyPayload | None:
    """What the proxy says about a request, None if it signs nothing.

    `now` is in seconds since 1970. Raises `WrongSignature` if the headers are incomplete, signed
    with another key than the `public_key` in hexadecimal digits, over, or for another application.
    """
    names = (PAYLOAD, SIGNATURE, TIMESTAMP)
    if not any(name in headers for name in names):
        return None
    try:
        payload, signature, timestamp = (headers[name] for name in names)
        content = base64.b64decode(payload, validate=True)
        VerifyKey(bytes.fromhex(public_key)).verify(content, _signature(signature))
        found = msgspec.json.decode(content, type=ProxyPayload)
    except (KeyError, ValueError, BadSignatureError, binascii.Error, msgspec.MsgspecError) as error:
        raise WrongSignature from error
    if timestamp != str(found.created_at):
        raise WrongSignature
    if found.expires_at < now or found.application_id != application:
        raise WrongSignature
    return found


def _signature(text: str) -> bytes:
    """The bytes of a signature, which is written in hexadecimal digits or in base64."""
    if len(text) == 2 * crypto_sign_BYTES:
        return bytes.fromhex(text)
    return base64.b64decode(text, validate=True)
