"""Pure functions of the sandbox: picture sizes, components, options, ids."""

import io
import struct
import zlib
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image

from sandbox.chat.attachments import image_size, image_type
from sandbox.chat.options import Leaf, fill_options
from sandbox.model.components import complete_components, walk
from sandbox.model.errors import ActionError, ApiError
from sandbox.model.snowflakes import Snowflakes

FORMATS = {
    "PNG": "image/png",
    "GIF": "image/gif",
    "JPEG": "image/jpeg",
    "MPO": "image/jpeg",  # of cameras
    "WEBP": "image/webp",
}


@pytest.mark.parametrize("kind", FORMATS)
def test_sizes_of_real_pictures(kind: str) -> None:
    buffer = io.BytesIO()
    Image.new("RGB", (37, 23), "teal").save(buffer, kind)
    assert image_type(buffer.getvalue()) == FORMATS[kind]
    assert image_size(buffer.getvalue()) == (37, 23)


@pytest.mark.parametrize("side", [12_000, 120_000])
def test_no_pixels_are_read_of_a_large_picture(side: int) -> None:
    buffer = io.BytesIO()
    Image.new("1", (1, 1)).save(buffer, "PNG")
    start = bytearray(buffer.getvalue()[:33])
    start[16:24] = struct.pack(">II", side, side)
    start[29:33] = struct.pack(">I", zlib.crc32(start[12:29]))
    known = (side, side) if side == 12_000 else None  # more is no picture for Pillow
    assert image_size(bytes(start) + buffer.getvalue()[33:]) == known


@given(
    st.sampled_from([b"\x89PNG\r\n\x1a\n", b"GIF89a", b"\xff\xd8\xff", b"RIFF0000WEBPVP8 "]),
    st.binary(max_size=64),
)
def test_no_bytes_break_the_reading_of_sizes(start: bytes, rest: bytes) -> None:
    size = image_size(start + rest)
    assert size is None or len(size) == 2


def test_completing_numbers_components_and_fills_defaults() -> None:
    given_components = [
        {"type": 17, "components": [{"type": 10, "id": 2, "content": "a"}, {"type": 14}]},
        {"type": 1, "components": [{"type": 3, "custom_id": "s", "options": []}]},
    ]
    completed = complete_components(given_components, lambda _: None)
    assert [c["id"] for c in walk(completed)] == [1, 2, 3, 4, 5]
    assert completed[0]["accent_color"] is None
    assert completed[0]["components"][1] == {"type": 14, "spacing": 1, "divider": True, "id": 3}
    assert completed[1]["components"][0]["max_values"] == 1
    assert "id" not in given_components[0]  # the request is left alone


def test_a_file_that_was_not_sent_is_an_error() -> None:
    gallery = [{"type": 12, "items": [{"media": {"url": "attachment://a.png"}}]}]
    with pytest.raises(ApiError) as refused:
        complete_components(gallery, lambda _: None)
    assert refused.value.code == 50035


def no_objects(kind: int, value: object) -> str:
    raise AssertionError(f"{kind} {value!r} should not be asked for")


@pytest.mark.parametrize(
    ("kind", "value", "expected"),
    [
        (3, "text", "text"),
        (3, 5, "5"),
        (4, "-7", -7),
        (4, 7, 7),
        (5, "True", True),
        (5, False, False),
        (10, "1.5", 1.5),
        (10, "-2e3", -2000.0),
    ],
)
def test_values_take_the_type_of_their_option(kind: int, value: Any, expected: Any) -> None:
    leaf = Leaf((), ({"type": kind, "name": "x", "description": "X"},))
    (option,) = fill_options(leaf, {"x": value}, no_objects)
    assert option["value"] == expected
    assert type(option["value"]) is type(expected)


@pytest.mark.parametrize(
    ("option", "value"),
    [
        ({"type": 4}, "1.5"),
        ({"type": 4}, "1" * 17),
        ({"type": 4, "min_value": 3}, "2"),
        ({"type": 4, "max_value": 3}, "4"),
        ({"type": 5}, "maybe"),
        ({"type": 10}, "nan"),
        ({"type": 10}, "inf"),
        ({"type": 3, "min_length": 3}, "ab"),
        ({"type": 3, "max_length": 3}, "abcd"),
        ({"type": 3, "choices": [{"name": "A", "value": "a"}]}, "b"),
        ({"type": 3, "required": True}, ""),
    ],
)
def test_values_out_of_bounds_are_refused(option: Any, value: str) -> None:
    leaf = Leaf((), ({"name": "x", "description": "X", **option},))
    with pytest.raises(ActionError, match="x"):
        fill_options(leaf, {"x": value}, no_objects)


@given(st.lists(st.floats(0, 4e9), min_size=2, max_size=20))
def test_ids_increase_whatever_the_clock_does(times: list[float]) -> None:
    moments = iter([1.5e9, *times])
    ids = Snowflakes(lambda: next(moments))
    made = [ids.make() for _ in times]
    assert made == sorted(set(made))
