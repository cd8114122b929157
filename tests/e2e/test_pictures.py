"""Puzzles in pictures: read and asked about in private, or recognised and used at once."""

from collections.abc import Awaitable, Callable, Sequence
from io import BytesIO
from typing import TypeAlias

import pytest
from PIL import Image

from puzzle.model import Board
from puzzle.notation import parse_loopy
from puzzle.places import cell_name
from puzzle.rules import is_solved
from renderer.picture import Picture
from sandbox.model.uploads import Upload
from scanner.errors import NO_BOARD
from scanner.values import REMARKS
from solver.report import Outcome
from tests.support.chat.dailies import daily_puzzle
from tests.support.chat.messages import buttons, labels
from tests.support.chat.playing import FIVE, PUZZLE, drawn
from tests.support.chat.reading import in_form, on_message
from tests.support.sandbox.client import Reply
from tests.support.sandbox.server import Sandbox
from tests.support.screenshots import screenshot
from texts import boards as boards_texts
from texts import dailies, drafts, problems, publishing, solving
from texts.commands import PLAY_MESSAGE, RATE_MESSAGE, SOLVE_MESSAGE

OWN = Upload("board.png", Picture(Board.blank(PUZZLE)).png())
"""A picture of Ouro's own."""
FOREIGN = Upload("photo.jpg", screenshot(PUZZLE, "JPEG"))
"""A picture of another program."""
TEXT = "3x3:i"
OTHER = parse_loopy("5x5:b1a312c20a2a3a3a1e")

Way: TypeAlias = Callable[[Sandbox, Upload], Awaitable[Reply]]


async def option(chat: Sandbox, file: Upload) -> Reply:
    return await chat.client.slash("solve", {"file": file})


async def form(chat: Sandbox, file: Upload) -> Reply:
    return await in_form(chat, file=[file])


async def attached(chat: Sandbox, file: Upload, command: str = SOLVE_MESSAGE.text) -> Reply:
    return await on_message(chat, "puzzle 7 of 9: who does this?", command, files=[file])


async def forwarded(chat: Sandbox, file: Upload) -> Reply:
    return await on_message(chat, forwards=await chat.client.post_message("", [file]))


async def answered(chat: Sandbox, file: Upload) -> Reply:
    return await on_message(chat, answers=await chat.client.post_message("", [file]))


async def url_of(chat: Sandbox, file: Upload) -> str:
    [posted] = (await chat.client.post_message("", [file]))["attachments"]
    return str(posted["url"])


async def embedded(chat: Sandbox, file: Upload) -> Reply:
    return await on_message(chat, embeds=[{"image": {"url": await url_of(chat, file)}}])


async def shown(chat: Sandbox, file: Upload) -> Reply:
    media = {"url": await url_of(chat, file), "content_type": "image/png"}
    return await on_message(chat, components=[{"type": 12, "items": [{"media": media}]}])


def among(usual: Sequence[Way], others: Sequence[Way]) -> pytest.MarkDecorator:
    """Ways of which `others` are tried with `--all` only: each picture costs a worker."""
    long = [pytest.param(way, marks=pytest.mark.long) for way in others]
    return pytest.mark.parametrize("way", [*usual, *long])


@among([attached, forwarded, embedded], [option, form, answered, shown])
async def test_a_picture_of_ours_is_used_at_once(chat: Sandbox, way: Way) -> None:
    answer = await way(chat, OWN)
    assert answer.ephemeral
    assert solving.ONE_SOLUTION.text in answer.text
    assert "Recognised: a picture of mine, 5x5." in answer.text
    assert is_solved(PUZZLE, await drawn(answer, PUZZLE.grid, labels=False))


def assert_asked(answer: Reply, *uses: str, settled: bool = False) -> None:
    """Assert that a picture is asked about, with few buttons where nothing speaks against it."""
    assert answer.ephemeral
    assert drafts.IS_THIS_IT.text in answer.text
    if settled:
        few = [*uses, *(each.text for each in (drafts.PLAY, drafts.FIX, drafts.MORE))]
        assert labels(answer.message) == few
        return
    others = (drafts.TYPE, drafts.LOOK, publishing.PUBLISH, drafts.COPY)
    always = {each.text for each in (drafts.PLAY, drafts.FIX, drafts.NO, *others)}
    assert set(labels(answer.message)) == {*uses, *always}


@among([option], [attached, embedded])
async def test_another_picture_is_asked_about(chat: Sandbox, way: Way) -> None:
    asked = await way(chat, FOREIGN)
    assert_asked(asked, drafts.SOLVE.text, settled=True)
    assert drafts.COUNTS[Outcome.UNIQUE].text in asked.text
    assert len(asked.files) == 2
    assert_asked(await chat.client.press(asked, drafts.MORE.text), drafts.SOLVE.text)
    answer = await chat.client.press(asked, drafts.SOLVE.text)
    assert answer.ephemeral
    assert is_solved(PUZZLE, await drawn(answer, PUZZLE.grid, labels=False))
    assert FIVE in answer.text


async def test_a_picture_is_played_or_rated_after_the_question(chat: Sandbox) -> None:
    asked = await attached(chat, FOREIGN, PLAY_MESSAGE.text)
    assert_asked(asked, drafts.SOLVE.text, settled=True)
    board = await chat.client.press(asked, drafts.PLAY.text)
    assert boards_texts.DRAW.text in labels(board.message)
    asked = await attached(chat, FOREIGN, RATE_MESSAGE.text)
    assert_asked(asked, drafts.RATE.text, settled=True)
    rated = await chat.client.press(asked, drafts.RATE.text)
    assert rated.ephemeral
    assert "5x5" in rated.text
    assert "Read as" not in rated.text


async def test_a_doubted_cell_is_named_and_mended(chat: Sandbox) -> None:
    last = PUZZLE.clue_cells[-1]
    name = cell_name(PUZZLE.grid, last)
    smudged = Upload("smudged.png", screenshot(PUZZLE, smudged=[last]))
    asked = await attached(chat, smudged, RATE_MESSAGE.text)
    assert_asked(asked, drafts.RATE.text)
    assert drafts.DOUBTS.text.format(cells=name) in asked.text
    opened = await chat.client.press(asked, drafts.TYPE.text)
    mended = await chat.client.submit_modal(opened, {"clues": f"{name} = {PUZZLE.clues[last]}"})
    assert_asked(mended, drafts.RATE.text, settled=True)
    assert drafts.COUNTS[Outcome.UNIQUE].text in mended.text
    assert name not in mended.text
    assert mended.files[1:] == asked.files[1:]
    board = await chat.client.press(mended, drafts.PLAY.text)
    assert "5x5" in board.text


async def test_a_part_of_a_board_is_no_puzzle_without_a_question(chat: Sandbox) -> None:
    image = Image.open(BytesIO(screenshot(PUZZLE)))
    part = Upload("part.png", encoded(image.crop((0, 0, image.width - 70, image.height)), "PNG"))
    asked = await option(chat, part)
    assert_asked(asked, drafts.SOLVE.text)
    assert REMARKS["right"] in asked.text
    fix = next(each for each in buttons(asked.message) if each["label"] == drafts.FIX.text)
    assert fix == buttons(asked.message)[0]


async def test_no_ends_the_draft(chat: Sandbox) -> None:
    asked = await chat.client.press(await option(chat, FOREIGN), drafts.MORE.text)
    ended = await chat.client.press(asked, drafts.NO.text)
    assert drafts.PUT_AWAY.text.partition(":")[0] in ended.text
    assert not labels(ended.message)


async def test_a_text_with_a_puzzle_wins(chat: Sandbox) -> None:
    answer = await on_message(chat, TEXT, files=[FOREIGN])
    assert not answer.ephemeral
    assert "3x3" in answer.text


async def test_all_boards_of_several_pictures_are_offered(chat: Sandbox) -> None:
    other = Upload("other.png", screenshot(OTHER))
    asked = await on_message(chat, files=[Upload("blank.png", BLANK), FOREIGN, other, OWN])
    assert_asked(asked, drafts.SOLVE.text, drafts.THIS.text)
    assert drafts.OTHERS.one.format(count=1) in asked.text
    originals = asked.files[1::2]
    chosen = await chat.client.press(asked, drafts.THIS.text)
    assert_asked(chosen, drafts.SOLVE.text, settled=True)
    assert chosen.files[1:] == originals[1:]
    solved = await chat.client.press(chosen, drafts.SOLVE.text)
    assert is_solved(OTHER, await drawn(solved, OTHER.grid, labels=False))


async def test_pictures_of_other_hosts_are_not_fetched(chat: Sandbox) -> None:
    image = {
        "url": "https://example.org/board.png",
        "proxy_url": "https://images-ext-1.discordapp.net/external/x/https/example.org/board.png",
    }
    answer = await on_message(chat, embeds=[{"image": image}])
    assert "pictures of boards" in answer.text


async def test_a_reader_sees_no_answer_to_a_live_daily(chat: Sandbox) -> None:
    puzzle = await daily_puzzle(chat)
    asked = await option(chat, Upload("daily.png", screenshot(puzzle, "PNG")))
    assert problems.LIVE_DAILY.text in asked.text
    answer = await chat.client.press(asked, drafts.SOLVE.text)
    assert labels(answer.message) == [dailies.REVEAL.text]
    recognised = await option(chat, Upload("own.png", Picture(Board.blank(puzzle)).png()))
    assert labels(recognised.message) == [dailies.REVEAL.text]


def encoded(image: Image.Image, kind: str) -> bytes:
    file = BytesIO()
    image.save(file, kind)
    return file.getvalue()


BLANK = encoded(Image.new("RGB", (300, 300), "white"), "PNG")


@among([attached], [option])
async def test_what_cannot_be_read_is_refused_in_a_sentence(chat: Sandbox, way: Way) -> None:
    answer = await way(chat, Upload("blank.png", BLANK))
    assert answer.ephemeral
    assert str(NO_BOARD) in answer.text
    assert "/create" in answer.text


async def test_a_near_miss_in_the_text_is_told_before_a_refused_picture(chat: Sandbox) -> None:
    text = "so:\n3...\n3...\n.22.\n.5.1"
    answer = await on_message(chat, text, files=[Upload("x.png", BLANK)])
    assert "in row 4, column 2, the clue 5 is out of range" in answer.text
