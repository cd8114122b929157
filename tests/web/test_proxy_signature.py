"""What Discord's proxy signs about a request is believed only if all of it is right."""

import base64

import pytest

from tests.support.proxy_signing import APPLICATION, NOW, PUBLIC, headers
from web.ed25519 import KEY_SIZE, ORDER, is_signed
from web.proxy_signature import PAYLOAD, SIGNATURE, TIMESTAMP, WrongSignature, signed_payload

VECTORS = [
    (
        "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a",
        "",
        "e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e06522490155"
        "5fb8821590a33bacc61e39701cf9b46bd25bf5f0595bbe24655141438e7a100b",
    ),
    (
        "3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c",
        "72",
        "92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da"
        "085ac1e43e15996e458f3613d0f11d8c387b2eaeb4302aeeb00d291612bb0c00",
    ),
    (
        "fc51cd8e6218a1a38da47ed00230f0580816ed13ba3303ac5deb911548908025",
        "af82",
        "6291d657deec24024827e69c3abe01a30ce548a284743a445e3680d7db5ac3ac"
        "18ff9b538d16f290ae67f760984dc6594a7c15e9716ed28dc027beceea1ec40a",
    ),
]
"""Keys, messages and signatures of section 7.1 of RFC 8032."""


@pytest.mark.parametrize(("key", "message", "signature"), VECTORS)
def test_signatures_of_the_standard_are_right(key: str, message: str, signature: str) -> None:
    public, text, signed = (bytes.fromhex(each) for each in (key, message, signature))
    assert is_signed(text, signed, public)
    assert not is_signed(text + b"!", signed, public)
    assert not is_signed(text, signed, public[:-1])
    assert not is_signed(text, signed[:-1], public)
    for place in (0, 31, 32, 63):
        changed = bytes(each ^ (index == place) for index, each in enumerate(signed))
        assert not is_signed(text, changed, public)
    for place in (0, 31):
        other = bytes(each ^ (index == place) for index, each in enumerate(public))
        assert not is_signed(text, signed, other)


def test_no_signature_has_a_second_form() -> None:
    """Its second number is below the order of the base point."""
    public, text, signed = (bytes.fromhex(each) for each in VECTORS[1])
    larger = int.from_bytes(signed[KEY_SIZE:], "little") + ORDER
    again = signed[:KEY_SIZE] + larger.to_bytes(KEY_SIZE, "little")
    assert not is_signed(text, again, public)


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
    for key in ("", "no digits", VECTORS[0][0]):
        with pytest.raises(WrongSignature):
            signed_payload(headers(), key, APPLICATION, NOW)
