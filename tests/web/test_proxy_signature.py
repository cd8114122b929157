"""What Discord's proxy signs about a request is believed only if all of it is right."""

import base64

import pytest

from tests.support.proxy_signing import APPLICATION, NOW, PUBLIC, headers
from web.proxy_signature import PAYLOAD, SIGNATURE, TIMESTAMP, WrongSignature, signed_payload


def test_what_the_proxy_says_is_read() -> None:
    found = signed_payload(headers(), PUBLIC.hex(), APPLICATION, NOW)
    assert found is not None
    assert found.user_id == "7"
    digits = headers()
    digits[SIGNATURE] = base64.b64decode(digits[SIGNATURE]).hex()
    assert signed_payload(digits, PUBLIC.hex(), APPLICATION, NOW) == found
    assert signed_payload({"Host": "here"}, PUBLIC.hex(), APPLICATION, NOW) is None


@pytest.mark.parametrize(
    "wrong",
    [
        headers(application_id="124"),
        headers(expires_at=int(NOW) - 1),
        headers() | {TIMESTAMP: "999999"},
        headers() | {SIGNATURE: headers(user_id="8")[SIGNATURE]},
        headers() | {SIGNATURE: "?"},
        headers() | {SIGNATURE: base64.b64encode(bytes(63)).decode()},
        headers() | {PAYLOAD: "?"},
        headers() | {PAYLOAD: base64.b64encode(b"{}").decode()},
        headers() | {PAYLOAD: base64.b64encode(b'{"x":' + 5_000 * b"[").decode()},
        {name: value for name, value in headers().items() if name != SIGNATURE},
        {PAYLOAD: headers()[PAYLOAD]},
        headers(created_at=None),
    ],
)
def test_anything_else_is_refused(wrong: dict[str, str]) -> None:
    with pytest.raises(WrongSignature):
        signed_payload(wrong, PUBLIC.hex(), APPLICATION, NOW)


def test_nothing_is_signed_without_a_key() -> None:
    for key in ("", "no digits", "00" * 32):
        with pytest.raises(WrongSignature):
            signed_payload(headers(), key, APPLICATION, NOW)
