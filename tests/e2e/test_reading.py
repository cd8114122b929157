"""Puzzles are read among whatever else a text contains, in every way by which it is sent."""

from collections.abc import Awaitable, Callable
from typing import TypeAlias

import pytest

from bot.pasting import texts as pasting
from puzzle.notation import parse_puzzle
from puzzle.rules import is_solved
from sandbox.model.uploads import Upload
from tests.support.chat.messages import labels
from tests.support.chat.playing import drawn
from tests.support.sandbox.client import Reply
from tests.support.sandbox.server import Sandbox
from texts.commands import RATE_MESSAGE, SOLVE_MESSAGE

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
    opened = await chat.client.press(await chat.client.slash("play"), pasting.ENTER.text)
    return await chat.client.submit_modal(opened, {"puzzle": text, "purpose": "solve"})


async def message(chat: Sandbox, text: str) -> Reply:
    post = await chat.client.post_message(text)
    return await chat.client.message_command(SOLVE_MESSAGE.text, post)


async def forwarded(chat: Sandbox, text: str) -> Reply:
    post = await chat.client.post_message(text)
    again = await chat.client.post_message("", forwards=post)
    return await chat.client.message_command(SOLVE_MESSAGE.text, again)


async def answered(chat: Sandbox, text: str) -> Reply:
    post = await chat.client.post_message(text)
    again = await chat.client.post_message("who can do that?", answers=post)
    return await chat.client.message_command(SOLVE_MESSAGE.text, again)


async def embedded(chat: Sandbox, text: str) -> Reply:
    field = {"name": "A puzzle", "value": text}
    post = await chat.client.post_message("", embeds=[{"title": "New", "fields": [field]}])
    return await chat.client.message_command(SOLVE_MESSAGE.text, post)


async def attached(chat: Sandbox, text: str) -> Reply:
    files = [Upload("photo.png", b"\x89PNG\r\n\x1a\n"), Upload("data.bin", b"\xff\xfe\xff")]
    post = await chat.client.post_message("", [*files, Upload("board.slk", text.encode())])
    return await chat.client.message_command(SOLVE_MESSAGE.text, post)


WAYS: tuple[Way, ...] = (
    option, file_option, form, message, forwarded, answered, embedded, attached,
)  # fmt: skip


@pytest.mark.parametrize("way", WAYS)
async def test_a_puzzle_is_read_in_a_sentence(chat: Sandbox, way: Way) -> None:
    answer = await way(chat, SENTENCE)
    assert "Read as a puzz.link address, 4x4." in answer.text
    assert is_solved(PUZZLE, await drawn(answer, PUZZLE.grid, labels=False))


@pytest.mark.parametrize("way", WAYS)
async def test_what_a_text_leaves_open_is_told(chat: Sandbox, way: Way) -> None:
    answer = await way(chat, ADDRESS.removesuffix("b"))
    assert "Please check: the last cell is read as blank." in answer.text


async def test_a_button_leads_to_a_puzzle(chat: Sandbox) -> None:
    button = {"type": 2, "style": 5, "label": "Play", "url": ADDRESS}
    post = await chat.client.post_message("", components=[{"type": 1, "components": [button]}])
    answer = await chat.client.message_command(SOLVE_MESSAGE.text, post)
    assert "4x4" in answer.text


async def test_the_nearest_miss_of_a_message_is_told(chat: Sandbox) -> None:
    answer = await message(chat, "so:\n" + ROWS.replace("2.1", "5.1"))
    assert "in row 4, column 2, the clue 5 is out of range" in answer.text


async def test_what_was_read_is_mended(chat: Sandbox) -> None:
    for begin in (
        await option(chat, SENTENCE),
        await chat.client.slash("play", {"puzzle": SENTENCE}),
        await chat.client.message_command(
            RATE_MESSAGE.text, await chat.client.post_message(SENTENCE)
        ),
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
    opened = await chat.client.press(await chat.client.slash("play"), pasting.ENTER.text)
    entries = {"puzzle": f"{SENTENCE} Or {OTHER}.", "purpose": purpose}
    answer = await chat.client.submit_modal(opened, entries)
    assert "There is 1 other puzzle in the same text" in answer.text
    assert "2: 3x3" in labels(answer.message)
    other = await chat.client.press(answer, "2: 3x3")
    assert other.ephemeral
    assert "Read as a Loopy game ID, 3x3." in other.text
    assert "4x4" in answer.text
