"""Checks Ed25519 signatures (RFC 8032), with which Discord signs what its proxy passes on.

Only public values are computed with, so how long it takes tells nobody anything: some milliseconds.
Points are on the twisted Edwards curve -x² + y² = 1 + d x² y² over the integers modulo 2^255 - 19,
as (X, Y, Z, T) with x = X/Z, y = Y/Z and xy = T/Z.
"""

import hashlib
from typing import TypeAlias

Point: TypeAlias = tuple[int, int, int, int]

P = 2**255 - 19
"""The prime of the field."""
ORDER = 2**252 + 27742317777372353535851937790883648493
"""The order of the base point."""
D = -121665 * pow(121666, -1, P) % P
ROOT_OF_MINUS_1 = pow(2, (P - 1) // 4, P)
NEUTRAL: Point = (0, 1, 1, 0)
KEY_SIZE, SIGNATURE_SIZE = 32, 64
"""Bytes of a key and of a signature."""


def is_signed(message: bytes, signature: bytes, public_key: bytes) -> bool:
    """Whether the owner of a public key has signed a message."""
    if len(signature) != SIGNATURE_SIZE or len(public_key) != KEY_SIZE:
        return False
    encoded, scalar = signature[:KEY_SIZE], int.from_bytes(signature[KEY_SIZE:], "little")
    key, nonce = _decoded(public_key), _decoded(encoded)
    if key is None or nonce is None or scalar >= ORDER:
        return False
    digest = hashlib.sha512(encoded + public_key + message).digest()
    factor = int.from_bytes(digest, "little") % ORDER
    return _equal(times(scalar, BASE), _sum(nonce, times(factor, key)))


def _sum(one: Point, other: Point) -> Point:
    a = (one[1] - one[0]) * (other[1] - other[0]) % P
    b = (one[1] + one[0]) * (other[1] + other[0]) % P
    c = 2 * one[3] * other[3] * D % P
    d = 2 * one[2] * other[2] % P
    e, f, g, h = b - a, d - c, d + c, b + a
    return (e * f % P, g * h % P, f * g % P, e * h % P)


def times(factor: int, point: Point) -> Point:
    """A multiple of a point."""
    total = NEUTRAL
    while factor:
        if factor & 1:
            total = _sum(total, point)
        point = _sum(point, point)
        factor >>= 1
    return total


def _equal(one: Point, other: Point) -> bool:
    same_x = (one[0] * other[2] - other[0] * one[2]) % P == 0
    return same_x and (one[1] * other[2] - other[1] * one[2]) % P == 0


def _x_of(y: int, odd: int) -> int | None:
    """The x of a point with a y, odd or even; None if there is none."""
    if y >= P:
        return None
    square = (y * y - 1) * pow(D * y * y + 1, -1, P) % P
    x = pow(square, (P + 3) // 8, P)
    if (x * x - square) % P:
        x = x * ROOT_OF_MINUS_1 % P
    if (x * x - square) % P or (x == 0 and odd):
        return None
    return P - x if x % 2 != odd else x


def _decoded(encoded: bytes) -> Point | None:
    number = int.from_bytes(encoded, "little")
    y, odd = number & (2**255 - 1), number >> 255
    x = _x_of(y, odd)
    return None if x is None else (x, y, 1, x * y % P)


_BASE = _decoded((4 * pow(5, -1, P) % P).to_bytes(KEY_SIZE, "little"))
BASE: Point = _BASE or NEUTRAL
"""The base point."""
