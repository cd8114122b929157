"""Puzzles are read among whatever else a text contains, in every way by which it is sent."""

from collections.abc import Awaitable, Callable
from typing import TypeAlias

import pytest

from puzzle.notation import parse_puzzle
from puzzle.rules import is_solved
from sandbox.model.uploads import Upload
from tests.support.chat.messages import labels
from tests.support.chat.playing import drawn
from tests.support.chat.reading import in_form, on_message
from tests.support.sandbox.client import Reply
from tests.support.sandbox.server import Sandbox
from texts import pasting
from texts.commands import RATE_MESSAGE

ROWS = "3...\n3...\n.22.\n.2.1"
PUZZLE = parse_puzzle(ROWS)
ADDRESS = "https://puzz.link/p?slither/4/4/dgdh2c7b"
SENTENCE = f"Stuck on {ADDRESS}, any ideas?"
OTHER = "3x3:3h"

Way: TypeAlias = Callable[[Sandbox, str], Awaitable[Reply]]


async def option(chat: Sandbox, text: str) -> Reply:
    return await chat.client.slash("solve", {"puzzle": text})


async def file_option(chat: Sandbox, text: str) -> Reply:
    return await chat.client.slash("solve", {"file": Upload("board.slk", text.encode("utf-16"))})


async def form(chat: Sandbox, text: str) -> Reply:
    return await in_form(chat, puzzle=text)


async def message(chat: Sandbox, text: str) -> Reply:
    return await on_message(chat, text)


async def forwarded(chat: Sandbox, text: str) -> Reply:
    return await on_message(chat, forwards=await chat.client.post_message(text))


async def answered(chat: Sandbox, text: str) -> Reply:
    return await on_message(chat, answers=await chat.client.post_message(text))


async def embedded(chat: Sandbox, text: str) -> Reply:
    field = {"name": "A puzzle", "value": text}
    return await on_message(chat, embeds=[{"title": "New", "fields": [field]}])


async def attached(chat: Sandbox, text: str) -> Reply:
    files = [Upload("photo.png", b"\x89PNG\r\n\x1a\n"), Upload("data.bin", b"\xff\xfe\xff")]
    return await on_message(chat, files=[*files, Upload("board.slk", text.encode())])


WAYS: tuple[Way, ...] = (
    option, file_option, form, message, forwarded, answered, embedded, attached,
)  # fmt: skip


@pytest.mark.parametrize("way", WAYS)
async def test_a_puzzle_is_read_in_a_sentence(chat: Sandbox, way: Way) -> None:
    answer = await way(chat, SENTENCE)
    assert "Read as a puzz.link address, 4x4." in answer.text
    assert is_solved(PUZZLE, await drawn(answer, PUZZLE.grid, labels=False))
    answer = await way(chat, ADDRESS.removesuffix("b"))
    assert "Please check: the last cell is read as blank." in answer.text


async def test_a_button_leads_to_a_puzzle(chat: Sandbox) -> None:
    button = {"type": 2, "style": 5, "label": "Play", "url": ADDRESS}
    answer = await on_message(chat, components=[{"type": 1, "components": [button]}])
    assert "4x4" in answer.text


async def test_the_nearest_miss_of_a_message_is_told(chat: Sandbox) -> None:
    answer = await message(chat, "so:\n" + ROWS.replace("2.1", "5.1"))
    assert "in row 4, column 2, the clue 5 is out of range" in answer.text


async def test_what_was_read_is_mended(chat: Sandbox) -> None:
    for begin in (
        await option(chat, SENTENCE),
        await chat.client.slash("play", {"puzzle": SENTENCE}),
        await on_message(chat, SENTENCE, RATE_MESSAGE.text),
    ):
        opened = await chat.client.press(begin, pasting.MEND.text)
        assert opened.modal is not None
        field = opened.modal["components"][0]["component"]
        assert field["value"] == ROWS
        mended = ROWS.replace("2.1", "2.2")
        entries = {"puzzle": mended, "purpose": "rate"}
        again = await chat.client.submit_modal(opened, entries)
        assert "Read as rows of cells, 4x4." in again.text


async def test_what_has_no_rows_is_mended_by_its_id(chat: Sandbox) -> None:
    for puzzle in ("3x3:full_3h", "3x3t2:6h"):
        opened = await chat.client.press(await option(chat, puzzle), pasting.MEND.text)
        assert opened.modal is not None
        assert opened.modal["components"][0]["component"]["value"] == puzzle


async def test_what_is_too_long_for_the_form_is_mended_as_a_file(chat: Sandbox) -> None:
    text = "\n".join([".3" * 35] * 70)
    answer = await file_option(chat, text)
    opened = await chat.client.press(answer, pasting.MEND.text)
    assert opened.modal is not None
    field = opened.modal["components"][0]["component"]
    assert "value" not in field
    assert field["placeholder"] == pasting.TOO_LONG.text


@pytest.mark.parametrize("purpose", ["solve", "play", "rate"])
async def test_other_puzzles_are_offered(chat: Sandbox, purpose: str) -> None:
    answer = await in_form(chat, purpose, puzzle=f"{SENTENCE} Or {OTHER}.")
    assert "There is 1 other puzzle in the same text" in answer.text
    assert "2: 3x3" in labels(answer.message)
    other = await chat.client.press(answer, "2: 3x3")
    assert other.ephemeral
    assert "Read as a Loopy game ID, 3x3." in other.text
    assert "4x4" in answer.text


async def test_a_file_of_the_form_is_rated(chat: Sandbox) -> None:
    rated = await in_form(chat, "rate", file=[Upload("puzzle.txt", ROWS.encode())])
    assert rated.ephemeral
    assert "solution" not in rated.text
    assert "4x4" in rated.text


@pytest.mark.parametrize("command", ["solve", "play"])
async def test_lost_line_ends(chat: Sandbox, command: str) -> None:
    joined = "3.....3.."
    lost = await chat.client.slash(command, {"puzzle": joined[:8]})
    assert "one row of 8 cells" in lost.text
    assert f"`/{command} puzzle:" in lost.text
    assert "`/play` alone has a form" in lost.text
    square = await chat.client.slash(command, {"puzzle": joined})
    assert "Please check: no size is given, so it is read as 3 by 3." in square.text
    answer = await chat.client.slash(command, {"puzzle": "3.. ... 3.."})
    assert "3x3" in answer.text


DOUBTFUL = "  3\n3  \n2 1\n  3\n2  "
"""Rows of three cells with spaces for blank ones, or of two cells apart."""
CHOICES = ["3x5:b33b2a1b32b", "2x5:a33a21a32a"]


async def test_a_doubtful_text_is_asked_about_in_private(chat: Sandbox) -> None:
    asked = await form(chat, DOUBTFUL)
    assert asked.ephemeral
    assert "Is this it?" in asked.text
    assert asked.text.count("spaces are read as blank cells") == len(CHOICES)
    assert len(asked.files) == len(CHOICES)
    shown = await chat.client.press(asked, "This one")
    solved = await chat.client.press(shown, "Solve")
    assert f"ID: `{CHOICES[1]}`" in solved.text
    away = await chat.client.press(await form(chat, DOUBTFUL), "No")
    assert "Send the rows alone" in away.text


@pytest.mark.parametrize("command", ["solve", "play"])
async def test_a_doubtful_option_is_asked_about(chat: Sandbox, command: str) -> None:
    asked = await chat.client.slash(command, {"puzzle": "0123 3... 3... .22. 2..."})
    assert asked.ephemeral
    assert "Is this it?" in asked.text
