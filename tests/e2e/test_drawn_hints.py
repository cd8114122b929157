"""Hints for what is drawn elsewhere: in a picture or a text, from posting it to the step."""

from collections.abc import Sequence

from narrator.narration import Level
from puzzle.model import Board, EdgeState
from puzzle.notation import parse_loopy
from puzzle.notation.save import format_save
from renderer.picture import Picture
from sandbox.model.uploads import Upload
from solver.search import solve
from tests.support.chat.dailies import puzzle_of
from tests.support.chat.messages import labels, picture_text
from tests.support.chat.playing import drawn, opened
from tests.support.chat.reading import on_message
from tests.support.sandbox.client import Reply
from tests.support.sandbox.server import Sandbox
from tests.support.screenshots import screenshot
from texts import boards, drafts, helping, problems
from texts.commands import HINT_MESSAGE, PLAY_MESSAGE

ID = "5x5:b1a312c20a2a3a3a1e"
PUZZLE = parse_loopy(ID)
LOOP = solve(PUZZLE).solutions[0]
LINES = frozenset(sorted(LOOP)[:6])
WRONG = sorted({*range(60)} - LOOP)
WHY = "Why?"
STEP = [drafts.NEXT.text, WHY, drafts.PLAY_ON.text, drafts.FIX.text]
MISTAKE = [drafts.PLAY_ON.text, drafts.FIX.text]
TITLE = f"### {helping.LEVEL_TITLES[Level.STEP].text}"


def picture(lines: frozenset[int] = LINES, smudged: Sequence[int] = ()) -> Upload:
    return Upload("board.png", screenshot(PUZZLE, lines=lines, smudged=smudged))


def told_labels(reply: Reply) -> list[str]:
    """The labels of the buttons, without the one that only some steps have."""
    return [each for each in labels(reply.message) if each != helping.WAYS_BUTTON.text]


async def hint(chat: Sandbox, *files: Upload) -> Reply:
    return await on_message(chat, "who can help?", HINT_MESSAGE.text, files=files)


async def test_steps_from_the_lines_in_a_picture(chat: Sandbox) -> None:
    told = await hint(chat, picture())
    assert told.ephemeral
    assert (told_labels(told), len(told.files)) == (STEP, 2)
    assert told.text.startswith(f"{TITLE}: Every side needed\nLook around the 3 at E1.")
    assert "Must be lines: the right of E1." in picture_text(told.message)
    await chat.client.press(told, WHY)
    assert "needs its last open side.\n**So its right side is a line.**" in told.text
    await chat.client.press(told, drafts.NEXT.text)
    assert f"{len(LINES) + 1} lines drawn" in picture_text(told.message)
    assert len(told.files) == 2
    board = await chat.client.press(told, drafts.PLAY_ON.text)
    assert await drawn(board, PUZZLE.grid) >= LINES
    await chat.client.press(told, drafts.NEXT.text)
    assert told.text == drafts.OWN_BOARD.text
    board = await chat.client.press(told, boards.OPEN.text)
    assert await drawn(board, PUZZLE.grid) >= LINES


async def test_the_first_mistake_and_its_reason(chat: Sandbox) -> None:
    told = await hint(chat, picture(LINES | {*WRONG[:1]}))
    assert helping.CHECK_TITLE.text in told.text
    assert "One of your marks is wrong" in told.text
    assert told_labels(told) == MISTAKE


async def test_marks_that_may_not_be_there_are_asked_about(chat: Sandbox) -> None:
    """So many wrong ones are rather a wrong reading than mistakes."""
    marks = picture(LINES | {*WRONG[:3]})
    for answer, expected in ((drafts.NO, STEP), (drafts.YES, MISTAKE)):
        asked = await hint(chat, marks)
        assert "Did you draw the 3 marks in frames?" in asked.text
        assert "wrong" not in asked.text
        assert len(asked.files) == 2
        await chat.client.press(asked, answer.text)
        assert told_labels(asked) == expected
        assert len(asked.files) == 2


async def test_a_question_stays_one_for_a_hint_when_clues_are_typed(chat: Sandbox) -> None:
    asked = await hint(chat, picture(LINES | {*WRONG[:3]}))
    form = await chat.client.press(asked, drafts.TYPE.text)
    await chat.client.submit_modal(form, {"clues": "A1 = ."})
    assert boards.HINT.text in labels(asked.message)
    assert len(asked.files) == 2
    assert "left out" not in asked.text


async def test_steps_go_on_where_a_text_has_several_solutions(chat: Sandbox) -> None:
    told = await chat.client.slash("hint", {"puzzle": "3x3:3h", "moves": "A1-B1"})
    assert told_labels(told) == STEP[:-1]
    await chat.client.press(told, drafts.NEXT.text)
    assert "2 lines drawn" in picture_text(told.message)
    assert "the puzzle has several solutions" in told.text


async def test_a_clue_in_doubt_is_confirmed_before_anything_is_told(chat: Sandbox) -> None:
    last = PUZZLE.clue_cells[-1]
    smudged = picture(LINES | {*WRONG[:1]}, smudged=[last])
    asked = await hint(chat, smudged)
    assert drafts.IS_THIS_IT.text in asked.text
    assert "left out" not in asked.text
    assert boards.HINT.text in labels(asked.message)
    form = await chat.client.press(asked, drafts.TYPE.text)
    await chat.client.submit_modal(form, {"clues": f"D4 = {PUZZLE.clues[last]}"})
    await chat.client.press(asked, boards.HINT.text)
    assert "Did you draw the mark in the frame?" in asked.text or told_labels(asked) == MISTAKE


async def test_each_board_of_a_message_can_be_chosen(chat: Sandbox) -> None:
    asked = await hint(chat, picture(), Upload("own.png", Picture(Board.blank(PUZZLE)).png()))
    assert boards.HINT.text in labels(asked.message)
    originals = asked.files[1::2]
    await chat.client.press(asked, drafts.THIS.text)
    assert told_labels(asked) == STEP
    assert "with" not in picture_text(asked.message).partition(".")[0]
    assert originals[1] in asked.files


async def test_a_saved_file_keeps_its_moves(chat: Sandbox) -> None:
    board = Board.blank(PUZZLE).mark(dict.fromkeys(LINES, EdgeState.LINE))
    told = await hint(chat, Upload("saved.txt", format_save(board).encode()))
    assert told_labels(told) == STEP[:-1]
    assert f"{len(LINES)} lines" in picture_text(told.message)
    other = await chat.client.slash("hint", {"puzzle": ID, "moves": "B3-C3"})
    assert told_labels(other) == MISTAKE[:-1]
    assert "The 0 at B3" in other.text
    nudge = await chat.client.slash("hint", {"puzzle": ID, "level": "nudge"})
    assert labels(nudge.message) == [boards.HINT.text, *MISTAKE[:-1]]
    assert nudge.text.startswith(f"### {helping.LEVEL_TITLES[Level.NUDGE].text}\n")
    await chat.client.press(nudge, boards.HINT.text)
    assert told_labels(nudge) == STEP[:-1]


async def test_a_picture_in_the_option_takes_no_moves(chat: Sandbox) -> None:
    told = await chat.client.slash("hint", {"file": picture()})
    assert told_labels(told) == STEP
    refused = await chat.client.slash("hint", {"file": picture(), "moves": "A1-B1"})
    assert problems.MOVES_WITHOUT_PUZZLE.text in refused.text


async def test_other_uses_say_that_they_leave_lines_out(chat: Sandbox) -> None:
    asked = await on_message(chat, command=PLAY_MESSAGE.text, files=[picture()])
    assert "The lines in the picture are left out." in asked.text
    blank = await chat.client.press(asked, drafts.PLAY.text)
    assert not await drawn(blank, PUZZLE.grid)
    kept = await chat.client.press(asked, drafts.PLAY_ON.text)
    assert await drawn(kept, PUZZLE.grid) == LINES


async def test_a_daily_is_refused_to_all_but_those_who_play_it(chat: Sandbox) -> None:
    track, member = {"track": "easy"}, chat.client.member
    theirs = await chat.client.slash("daily", track, user=member)
    puzzle = await puzzle_of(await chat.client.press(theirs, "Play", user=member))
    drawn_daily = Upload("daily.png", screenshot(puzzle))
    refused = await hint(chat, drawn_daily)
    assert problems.LIVE_DAILY.text in refused.text
    await chat.client.press(await chat.client.slash("daily", track), "Play")
    led = await hint(chat, drawn_daily)
    assert (led.text, labels(led.message)) == (drafts.OWN_BOARD.text, [boards.OPEN.text])


async def test_an_open_board_of_the_puzzle_has_the_hints(chat: Sandbox) -> None:
    await opened(chat, ID)
    led = await hint(chat, picture())
    assert led.text == drafts.OWN_BOARD.text
