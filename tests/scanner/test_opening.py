"""Files of pictures: bounds, formats, and what is broken or made to do harm."""

import io
import struct
import zlib
from typing import Any

import numpy as np
import pytest
from PIL import Image

from scanner.errors import (
    DAMAGED,
    HEIC,
    NO_BOARD,
    TOO_DENSE,
    TOO_LARGE,
    TOO_MUCH_WORK,
    TOO_SMALL,
    UNKNOWN_FORMAT,
    PictureError,
)
from scanner.opening import FORMATS, MAX_READS, MAX_SCANS, MAX_SEGMENTS, open_picture, pixels_of
from scanner.reading import read_picture
from scanner.values import MAX_BYTES, is_picture

WHITE, RED = [255, 255, 255], [255, 0, 0]


def file_of(image: Image.Image, kind: str, **options: Any) -> bytes:
    file = io.BytesIO()
    image.save(file, kind, **options)
    return file.getvalue()


def halves(mode: str = "RGB", size: tuple[int, int] = (80, 60)) -> Image.Image:
    """A picture whose left half is red and whose right half is white."""
    image = Image.new("RGB", size, "white")
    image.paste("red", (0, 0, size[0] // 2, size[1]))
    return image.convert(mode)


def refusal(data: bytes) -> str:
    with pytest.raises(PictureError) as error:
        read_picture(data, lambda _: True)
    return str(error.value)


def bomb(width: int, height: int) -> bytes:
    """A small PNG file whose header tells of many pixels."""

    def chunk(kind: bytes, data: bytes) -> bytes:
        check = zlib.crc32(kind + data)
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", check)

    header = struct.pack(">IIBBBBB", width, height, 1, 0, 0, 0, 0)
    rows = zlib.compress(bytes(10_000), 9)
    return b"\x89PNG\r\n\x1a\n" + b"".join(
        (chunk(b"IHDR", header), chunk(b"IDAT", rows), chunk(b"IEND", b""))
    )


@pytest.mark.parametrize("kind", FORMATS)
def test_all_formats_are_read(kind: str) -> None:
    data = file_of(halves(), kind)
    assert is_picture(data[:16])
    pixels = pixels_of(open_picture(data))
    assert np.abs(pixels[90, 20].astype(int) - RED).max() < 30
    assert np.abs(pixels[90, -20].astype(int) - WHITE).max() < 30
    assert refusal(data) == NO_BOARD


@pytest.mark.parametrize("kind", ["TIFF", "ICO", "PPM", "PDF"])
def test_other_formats_are_refused(kind: str) -> None:
    data = file_of(halves(), kind)
    assert not is_picture(data[:16])
    assert refusal(data) == UNKNOWN_FORMAT


@pytest.mark.parametrize(
    "brands", [b"heic....mif1heic", b"mif1....mif1heicmiaf", b"msf1....hevcmsf1"]
)
def test_pictures_of_phones_are_refused_with_what_to_do(brands: bytes) -> None:
    data = struct.pack(">I", 8 + len(brands)) + b"ftyp" + brands + b"avif" + bytes(200)
    assert is_picture(data[:16])
    assert refusal(data) == HEIC


def test_what_is_no_picture_is_refused() -> None:
    for data in (b"", b"GIF", b"\0" * 100, b"3x3:3a3c3a3", b"<svg xmlns=''/>"):
        assert refusal(data) == UNKNOWN_FORMAT


@pytest.mark.parametrize("kind", FORMATS)
def test_files_that_are_cut_short_are_refused(kind: str) -> None:
    noise = np.random.default_rng(1).integers(0, 256, (60, 80, 3), np.uint8)
    data = file_of(Image.fromarray(noise), kind)
    for length in (13, 30, len(data) // 2, len(data) - 40):
        assert refusal(data[:length]) == DAMAGED, length


def test_no_change_of_bytes_ends_otherwise_than_with_a_sentence() -> None:
    rng = np.random.default_rng(2)
    for kind in FORMATS:
        whole = file_of(halves(), kind)
        for _ in range(15):
            data = bytearray(whole)
            for place in rng.integers(0, len(data), 4):
                data[place] = rng.integers(256)
            refusal(bytes(data))


def test_large_files_are_refused_unread() -> None:
    assert refusal(file_of(halves(), "PNG") + bytes(MAX_BYTES)) == TOO_LARGE


def test_the_size_in_the_header_is_enough_to_refuse() -> None:
    assert refusal(bomb(4_000, 3_001)) == "The picture has more than 12 megapixels."
    assert refusal(bomb(60_000, 60_000)) == "The picture has more than 12 megapixels."
    data = bytearray(file_of(halves(), "JPEG"))
    frame = data.index(b"\xff\xc0")
    data[frame + 5 : frame + 9] = struct.pack(">HH", 5_001, 5_000)
    assert refusal(bytes(data)) == "The picture has more than 25 megapixels."


def scanned(times: int) -> bytes:
    """A progressive JPEG whose last scan is there so many times more."""
    data = file_of(halves(), "JPEG", progressive=True)
    return data[:-2] + times * data[data.rindex(b"\xff\xda") : -2] + data[-2:]


def test_scans_and_chunks_are_bounded_before_a_decoder_begins(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    usual = file_of(halves(), "JPEG", progressive=True).count(b"\xff\xda")
    assert refusal(scanned(MAX_SCANS - usual)) == NO_BOARD
    png, gif = file_of(halves(), "PNG"), file_of(halves(), "GIF")
    empty = bytes(4) + b"abCd" + struct.pack(">I", zlib.crc32(b"abCd"))
    first = gif.index(b"\x2c", 13 + 3 * 256 if gif[10] & 7 == 7 else 13)
    jpeg = scanned(0)
    files = (
        scanned(MAX_SCANS - usual + 1),
        jpeg[:-2] + b"\xff\xfe\0\2" * MAX_SEGMENTS + jpeg[-2:],
        jpeg[:2] + b"\xff\xfe\0\2" * MAX_READS + jpeg[2:],
        png[:33] + empty * MAX_READS + png[33:],
        gif[:first] + b"!\xfe" + b"\x01a" * MAX_READS + b"\0" + gif[first:],
    )
    monkeypatch.setattr("PIL.ImageFile.ImageFile.load", None)
    for data in files:
        assert refusal(data) == TOO_MUCH_WORK


@pytest.mark.parametrize("kind", [kind for kind in FORMATS if kind != "BMP"])
def test_pixels_are_counted_before_a_decoder_begins(
    kind: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    side = 5_010 if kind == "JPEG" else 3_470
    data = file_of(Image.new("L", (side, side)), kind)
    monkeypatch.setattr("PIL.ImageFile.ImageFile.load", None)
    assert "megapixels" in refusal(data)


def test_a_warning_of_the_decoder_ends_it() -> None:
    data = file_of(halves(), "PNG")
    frames = struct.pack(">I", 8) + b"acTL" + struct.pack(">II", 2, 0)
    frames += struct.pack(">I", zlib.crc32(frames[4:]))
    assert refusal(data[:33] + frames + frames + data[33:]) == DAMAGED


def test_noise_is_refused_before_its_parts_are_joined() -> None:
    noise = np.random.default_rng(1).integers(0, 2, (1_549, 1_549), np.uint8) * 255
    assert refusal(file_of(Image.fromarray(noise), "PNG")) == TOO_DENSE


def test_small_pictures_are_refused() -> None:
    assert refusal(file_of(halves(size=(39, 400)), "PNG")) == TOO_SMALL


def test_a_chunk_of_text_that_unpacks_to_very_much_is_refused() -> None:
    data = file_of(halves(), "PNG")
    text = b"Ouro puzzle\0\0" + zlib.compress(bytes(80 * 2**20), 9)
    chunk = struct.pack(">I", len(text)) + b"zTXt" + text
    chunk += struct.pack(">I", zlib.crc32(b"zTXt" + text))
    assert refusal(data[:33] + chunk + data[33:]) == DAMAGED


@pytest.mark.parametrize("mode", ["RGB", "RGBA", "P", "L", "LA", "1", "I;16"])
def test_png_files_of_all_kinds_of_pixels_are_read(mode: str) -> None:
    image = halves("L").point(lambda value: 255 * (value > 100))
    if mode.startswith("I"):
        image = Image.fromarray(np.asarray(image).astype(np.uint16) * 257).convert(mode)
    pixels = pixels_of(open_picture(file_of(image.convert(mode), "PNG")))
    assert (pixels[90, 20] < 30).all()
    assert (pixels[90, -20] > 225).all()


def test_transparency_is_white() -> None:
    image = Image.new("RGBA", (80, 60), (0, 0, 0, 0))
    image.paste((255, 0, 0, 255), (0, 0, 40, 60))
    for kind in ("PNG", "WEBP", "GIF"):
        pixels = pixels_of(open_picture(file_of(image, kind)))
        assert np.abs(pixels[90, -20].astype(int) - WHITE).max() < 30


@pytest.mark.parametrize(("share", "ground"), [(0.2, 0), (0.8, 255)])
def test_transparency_is_black_where_little_but_light_is_drawn(share: float, ground: int) -> None:
    image = Image.new("RGBA", (100, 60), (0, 0, 0, 0))
    image.paste((240, 240, 240, 255), (0, 0, round(100 * share), 60))
    pixels = pixels_of(open_picture(file_of(image, "PNG")))
    assert np.abs(pixels[90, -20].astype(int) - ground).max() < 30


def test_jpeg_files_of_printers_are_read() -> None:
    pixels = pixels_of(open_picture(file_of(halves("CMYK"), "JPEG")))
    assert np.abs(pixels[90, 20].astype(int) - RED).max() < 30


def test_pictures_are_turned_as_their_camera_was() -> None:
    exif = Image.Exif()
    exif[0x0112] = 6  # the left side is the top
    for kind in ("JPEG", "PNG", "WEBP"):
        pixels = pixels_of(open_picture(file_of(halves(), kind, exif=exif)))
        assert pixels.shape[:2] == (240, 180)
        assert np.abs(pixels[20, 90].astype(int) - RED).max() < 30


def test_the_first_frame_is_read() -> None:
    frames = [halves(), Image.new("RGB", (80, 60), "blue")]
    for kind in ("GIF", "WEBP", "PNG"):
        data = file_of(frames[0], kind, save_all=True, append_images=frames[1:], duration=100)
        pixels = pixels_of(open_picture(data))
        assert np.abs(pixels[90, 20].astype(int) - RED).max() < 30


def test_large_pictures_are_reduced() -> None:
    for kind in ("JPEG", "PNG"):
        height, width, _ = pixels_of(open_picture(file_of(halves(size=(2_400, 1_200)), kind))).shape
        assert 1_000_000 < height * width <= 2_400_000
