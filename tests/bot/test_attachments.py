"""What is fetched from people is bounded, whatever was announced."""

import pytest

from bot.attachments import LARGEST_FILE, decode
from bot.errors import InputError
from bot.texts import failures


def test_as_much_as_is_allowed_is_read() -> None:
    assert len(decode(b"3" * LARGEST_FILE)) == LARGEST_FILE


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"3" * (LARGEST_FILE + 1), failures.FILE_TOO_LARGE),
        (b"\x89PNG\r\n", failures.NOT_TEXT),
        (b"PK\x03\x04\0\0", failures.NOT_TEXT),
        ("3.2".encode("utf-16"), failures.NOT_TEXT),
    ],
)
def test_what_is_no_text_or_too_much_is_refused(data: bytes, message: object) -> None:
    with pytest.raises(InputError) as caught:
        decode(data)
    assert caught.value.message is message
