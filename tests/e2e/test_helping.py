"""Help in the chat: hints, checks, solutions, new puzzles, the course, the manual, ratings."""

import asyncio
import re

import pytest

from bot.connection.command_sync import LAUNCH_NAME
from narrator.narration import Level
from play.clock import format_duration
from play.par import FEWEST
from puzzle.grid import square_grid
from puzzle.model import Puzzle
from puzzle.notation import parse_puzzle, play_address
from puzzle.rules import PLAIN
from sandbox.chat.options import Value
from sandbox.model.components import walk
from service.generating.generation import RULES_MADE, PuzzleOptions
from service.learning.manual import Topic
from solver.explain.step import Difficulty
from solver.search import solve
from tests.support.chat.dailies import daily_puzzle
from tests.support.chat.messages import buttons, labels
from tests.support.chat.playing import moves_of, opened, tap, write
from tests.support.chat.playing import press as pad_press
from tests.support.chat.runner import Runner
from tests.support.pixels import lines_in
from tests.support.sandbox.client import Reply
from tests.support.sandbox.server import Sandbox
from tests.support.solver.specs import made as made_for
from texts import boards as boards_texts
from texts import commands, course, drafts, helping, practice, problems
from texts import new_puzzles as generating

PUZZLE = "5x5:b1c3a12a02d1a2c32"
OTHER = "5x5:b1a312c20a2a3a3a1e"
UNEXPLAINED = "https://puzz.link/p?slither/5/5/h37da68bgbi"
"""A board for which no short reason shows that the cross at the top of A1 is wrong."""
WRONG = "B3-C3"
"""A line above the 0 of OTHER."""


def button(reply: Reply, label: str) -> str:
    """The `custom_id` of the only button whose label equals this text, or else starts with it."""
    there = buttons(reply.message)
    named = [one for one in there if one.get("label") == label]
    [found] = named or [one for one in there if one.get("label", "").startswith(label)]
    return str(found["custom_id"])


async def press(chat: Sandbox, reply: Reply, label: str) -> Reply:
    return await chat.client.press(reply, button(reply, label))


def alts(reply: Reply) -> list[str]:
    galleries = [part for part in walk(reply.message["components"]) if part["type"] == 12]
    return [item["description"] for gallery in galleries for item in gallery["items"]]


def puzzle_in(reply: Reply) -> Puzzle:
    """The puzzle of a board, read from the alt text of its picture."""
    told = re.search(r"Clues row by row: (.*)\.", alts(reply)[0])
    assert told
    rows = ["".join(row.split()) for row in told[1].replace("blank", ".").split(";")]
    return parse_puzzle("/".join(rows))


async def test_hints_lead_from_a_nudge_to_a_step_that_is_done(chat: Sandbox) -> None:
    nobody = await chat.client.slash("hint")
    assert "no board open" in nobody.text
    await chat.client.slash("play", {"puzzle": PUZZLE})
    nudge = await chat.client.slash("hint")
    pictures = [await nudge.attachment_bytes()]
    assert nudge.ephemeral
    assert "Look around the 3 at B2 and the 0 at B3." in nudge.text
    assert "Adjacent 0 and 3" not in nudge.text
    hint = await press(chat, nudge, "More")
    pictures.append(await hint.attachment_bytes())
    assert hint.message["id"] == nudge.message["id"]
    assert "Adjacent 0 and 3" in hint.text
    assert "crosses" not in hint.text
    step = await press(chat, hint, "Tell me the step")
    pictures.append(await step.attachment_bytes())
    assert "all four sides of B3 are crosses." in step.text
    assert f"mistakes: +{format_duration(60)}" in step.text
    board = await press(chat, step, helping.DO_IT_BUTTON.text)
    assert helping.DONE.text in board.text
    pictures.append(await board.attachment_bytes())
    assert len(set(pictures)) == 4
    assert "4 crosses" in alts(board)[0]
    again = await chat.client.slash("hint", {"level": "step"})
    assert "Adjacent 0 and 3" not in again.text
    back = await press(chat, again, boards_texts.BACK_BUTTON.text)
    assert "The pen is at" in back.text
    assert "4 crosses" in alts(back)[0]


async def test_another_hint_is_a_different_one(chat: Sandbox) -> None:
    await chat.client.slash("play", {"puzzle": PUZZLE})
    first = await chat.client.slash("hint")
    told = first.text.splitlines()[1]
    second = await press(chat, first, "Another hint")
    assert second.text.splitlines()[1] != told
    step = await press(chat, await press(chat, second, "More"), "Tell me the step")
    assert "all four sides of B3" not in step.text


@pytest.mark.both_databases
@pytest.mark.parametrize("number", ["0", "9" * 30])
async def test_no_board_has_such_a_number(chat: Sandbox, number: str) -> None:
    reply = await chat.client.slash("solution", {"board": number})
    assert problems.NO_SUCH_BOARD.text in reply.text


async def test_a_check_is_of_the_board_after_all_presses_before_it(chat: Sandbox) -> None:
    board = await opened(chat, OTHER)
    presses = ("move", "right", "down", "down", "line", "right", "check")  # above the 0 at B3
    await asyncio.gather(*(tap(chat, board, each) for each in presses))
    await board.until(lambda message: "One of your marks is wrong." in str(message))
    await asyncio.sleep(0.3)  # late pictures would arrive now
    assert "One of your marks is wrong." in board.text
    back = await press(chat, board, boards_texts.BACK_BUTTON.text)
    assert "1 line drawn" in alts(back)[0]


async def marked(chat: Sandbox, puzzle: str, moves: str) -> Reply:
    """A board of a puzzle from elsewhere with the moves made there, for which there was a hint."""
    hint = await chat.client.slash("hint", {"puzzle": puzzle, "moves": moves})
    return await press(chat, hint, drafts.PLAY_ON.text)


async def test_a_board_with_a_mistake(chat: Sandbox) -> None:
    board = await marked(chat, OTHER, WRONG)
    hint = await chat.client.slash("hint")
    assert "Some of your marks are wrong" in hint.text
    assert "+15" in hint.text
    where = await press(chat, hint, "Which ones?")
    assert "wrong: the line at the top of B3." in where.text
    assert f"mistakes: +{format_duration(15 + 30)}" in where.text
    why = await press(chat, where, "Why?")
    assert "The 0 at B3" in why.text
    count = await chat.client.slash("check")
    assert "One of your marks is wrong." in count.text
    assert "B3" not in count.text
    await write(chat, board, "x B3-C3")
    right = await chat.client.slash("check", {"detail": "why"})
    assert "All your marks are right so far." in right.text
    assert "+20" in right.text
    assert not [label for label in labels(right.message) if "?" in label]


async def test_a_check_without_a_reason_costs_as_much_as_one_of_places(chat: Sandbox) -> None:
    """Its answer says which mark is wrong, but not why."""
    await marked(chat, UNEXPLAINED, "x A1-B1")
    check = await chat.client.slash("check", {"detail": "why"})
    assert "It takes a long argument" in check.text
    assert f"mistakes: +{format_duration(30)}" in check.text


async def test_a_long_explanation_is_shown_one_step_at_a_time(chat: Sandbox) -> None:
    await marked(chat, PUZZLE, "D3-E3")
    why = await chat.client.slash("check", {"detail": "why"})
    assert "1/3" in why.text
    assert "wrong" in why.text
    second = await press(chat, why, f"{helping.OFFERS[Level.HINT].text} ▶")
    assert "2/3" in second.text
    assert "1/3" in (await press(chat, second, "◀")).text


async def test_no_help_with_a_daily_outside_its_board(chat: Sandbox) -> None:
    daily = await chat.client.slash("daily", {"track": "easy"})
    puzzle = await daily_puzzle(chat, "easy")
    link = play_address(puzzle)
    refused = await chat.client.slash("hint", {"puzzle": link})
    assert problems.LIVE_DAILY.text in refused.text
    assert refused.files == []
    lone = await chat.client.slash("hint", {"moves": "A1-A2"})
    assert problems.MOVES_WITHOUT_PUZZLE.text in lone.text
    opened = await press(chat, daily, "Play")
    asked = await pad_press(chat, opened, "give-up")
    assert helping.SURE_LIVE.text in asked.text
    asked = await chat.client.slash("solution")
    assert helping.SURE_LIVE.text in asked.text
    assert asked.ephemeral
    shown = await press(chat, asked, helping.REVEAL_BUTTON.text)
    assert lines_in(await shown.attachment_bytes(), puzzle.grid) == solve(puzzle).solutions[0]
    assert helping.REVEALED.text in shown.text
    assert shown.ephemeral


async def test_the_solution_as_picture_and_animation(chat: Sandbox) -> None:
    for text in (OTHER, PUZZLE):
        await chat.client.slash("play", {"puzzle": text})
    puzzle = parse_puzzle(PUZZLE)
    step = await chat.client.slash("hint", {"level": "step"})
    asked = await chat.client.slash("solution", {"animate": True})
    assert helping.SURE.text in asked.text
    assert asked.files == []
    back = await press(chat, asked, boards_texts.BACK_BUTTON.text)
    assert "The pen is at" in back.text
    asked = await chat.client.slash("solution")
    shown = await press(chat, asked, helping.REVEAL_BUTTON.text)
    assert lines_in(await shown.attachment_bytes(), puzzle.grid) == solve(puzzle).solutions[0]
    moving = await press(chat, shown, helping.ANIMATE_BUTTON.text)
    assert (await moving.attachment_bytes()).startswith(b"GIF89a")
    closed = await press(chat, moving, boards_texts.BACK_BUTTON.text)
    assert "Line" not in labels(closed.message)
    late = await press(chat, step, helping.DO_IT_BUTTON.text)
    assert helping.DONE.text not in late.text
    assert "Line" not in labels(late.message)
    [left] = await chat.client.autocomplete("solution", "board", {"board": "5x5"})
    asked = await chat.client.slash("solution", {"board": left["value"]})
    assert helping.SURE.text in asked.text
    for board in ("999999", "no board"):
        refused = await chat.client.slash("solution", {"board": board})
        assert refused.files == []


async def test_a_new_puzzle_and_another_like_it(chat: Sandbox) -> None:
    options: dict[str, Value] = {"size": "7x6", "level": "hard", "symmetry": "mirror", "seed": 5}
    made = await chat.client.slash("new", options)
    assert made.ephemeral
    assert "Slitherlink 7x6" in made.text
    assert "**Hard**" in made.text
    assert "Seed 5." in made.text
    again = await chat.client.slash("new", options)
    assert alts(again) == alts(made)
    solved = await chat.client.slash("submit", {"moves": moves_of(puzzle_in(made))})
    other = await press(chat, solved, generating.NEW_BUTTON.text)
    assert other.message["id"] != solved.message["id"]
    assert other.ephemeral
    assert "Slitherlink 7x6" in other.text
    assert "**Hard**" in other.text
    assert alts(other) != alts(made)


async def test_a_new_puzzle_without_a_level_is_as_usual(chat: Sandbox) -> None:
    usual = generating.USUAL.text.partition("{")[0]
    for seed in range(FEWEST):
        made = await chat.client.slash("new", {"size": "5x5", "level": "hard", "seed": seed})
        chat.clock.advance(60)
        await chat.client.slash("submit", {"moves": moves_of(puzzle_in(made))})
        assert usual not in made.text
    made = await chat.client.slash("new")
    assert "Slitherlink 5x5" in made.text
    assert "**Hard**" in made.text
    assert f"{usual}1:0" in made.text
    assert usual not in (await chat.client.slash("new", {"level": "easy"})).text


@pytest.mark.parametrize(
    ("asked", "told", "typed", "sizes"),
    [
        ({"tiling": "cairo", "size": "4x5"}, "Cairo 4x5", "", "4x5 5x5 6x6 7x7 8x8"),
        ({"rules": "full", "size": "5x5"}, "Full Slitherlink 5x5", "1", "11x11 13x13 15x15 10x15"),
    ],
)
async def test_a_new_puzzle_of_another_kind_and_another_like_it(
    chat: Sandbox, asked: dict[str, str], told: str, typed: str, sizes: str
) -> None:
    made = await chat.client.slash("new", {**asked, "level": "easy", "seed": 5})
    assert "**Easy**" in made.text
    assert told in made.text
    assert ("Rules: the loop visits every dot." in made.text) == ("rules" in asked)
    tiling, rules = asked.get("tiling", "square"), RULES_MADE.get(asked.get("rules", ""), PLAIN)
    spec = PuzzleOptions.asked(asked["size"], tiling, Difficulty.EASY, None, rules).spec(5)
    solved = await chat.client.slash("submit", {"moves": moves_of(made_for(spec).puzzle)})
    other = await press(chat, solved, generating.NEW_BUTTON.text)
    assert told in other.text
    assert alts(other) != alts(made)
    found = await chat.client.autocomplete("new", "size", {**asked, "size": typed})
    assert [size["value"] for size in found] == sizes.split()


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ({"rules": "full", "size": "8"}, "On 8x8 no loop visits every dot"),
        ({"rules": "full", "tiling": "kites"}, "Only boards of squares can be Full Slitherlink."),
        ({"size": "large"}, problems.NO_SIZE.text),
        ({"size": "4x9"}, "4x9"),
        ({"size": "99x99"}, "must be 5 to 20 cells"),
        ({"size": "5x6", "symmetry": "rot90"}, problems.NOT_SQUARE.text),
        ({"tiling": "kites", "symmetry": "mirror"}, problems.NO_SYMMETRY.text),
        ({"tiling": "kites", "size": "20x20"}, "20x20 is not from 20 to 150 cells"),
    ],
)
async def test_invalid_options_of_new_puzzles(
    chat: Sandbox, options: dict[str, str], sentence: str
) -> None:
    reply = await chat.client.slash("new", options)
    assert sentence in reply.text
    sizes = await chat.client.autocomplete("new", "size", {"size": "1"})
    assert {"name": "10x10", "value": "10x10"} in sizes


async def test_the_lesson_to_its_end(sandbox: Sandbox, run_bot: Runner) -> None:
    async with run_bot(sandbox):
        first = await sandbox.client.slash("learn")
        assert first.ephemeral
        assert course.INTRODUCTION.text.partition("\n")[0] in first.text
        page = await press(sandbox, first, course.BEGIN_BUTTON.text)
        assert "Which sides of the 0 at A1 can be lines?" in page.text
        assert "right button" in page.text
        assert not {*labels(page.message)} & {
            course.DO_BUTTON.text,
            practice.PRACTISE_BUTTON.text,
        }
        board = await press(sandbox, page, course.PLAY_BUTTON.text)
        board = await pad_press(sandbox, board, "right")  # above the 0 at A1, and on
        page = await press(sandbox, board, course.LESSON_BUTTON.text)
    async with run_bot(sandbox):
        page = await sandbox.client.slash("learn")
        assert course.TRY_TITLE.text in page.text
        assert "Which sides of the 0 at A1 can be lines?" in page.text
        why = await press(sandbox, page, course.WHY_BUTTON.text)
        assert "The 0 at A1 has one line around it, which is too many." in why.text
        page = await press(sandbox, page, course.MEND_BUTTON.many)
        assert "Lesson 1 of 10" in page.text
        board = await press(sandbox, page, course.PLAY_BUTTON.text)
        board = await pad_press(sandbox, board, "move", "left", "cross")
        board = await pad_press(sandbox, board, "left", "down", "right", "up")
        page = await press(sandbox, board, course.LESSON_BUTTON.text)
        assert page.text.startswith("**Right!** The 0 at A1 has no line around it.")
        assert "**No lines around a 0:** A 0 has no line on any of its sides." in page.text
        assert "Lesson 2 of 10" in page.text
        assert "Dead end" not in page.text
        assert practice.PRACTISE_BUTTON.text in labels(page.message)
        page = await press(sandbox, page, course.SHOW_BUTTON.text)
        assert "would have no way out" in page.text
        assert labels(page.message)[-2:] == [course.DO_BUTTON.text, practice.PRACTISE_BUTTON.text]
        assert "Lesson 2 of 10: Dead end" in page.text
        seen = []
        while forward := {*labels(page.message)} & _FORWARD:
            if course.DO_BUTTON.text in forward:
                seen.append(page.text.partition("\n")[0])
            page = await press(sandbox, page, *forward)
        numbers = [title.split()[2] for title in seen if "Lesson" in title]
        assert numbers == [str(number) for number in range(2, 11)]
        assert course.PRACTICE_TITLE.text in "".join(seen)
        assert "The loop is closed!" in page.text
        [label] = [each for each in labels(page.message) if each.startswith("Easy daily #")]
        daily = await press(sandbox, page, label)
        assert "Daily #" in daily.text
        anew = await sandbox.client.slash("learn")
        assert course.BEGIN_BUTTON.text in labels(anew.message)
        assert alts(anew) != alts(first)


async def test_what_the_course_does_for_a_learner_is_not_called_right(chat: Sandbox) -> None:
    lesson = await press(chat, await chat.client.slash("learn"), course.BEGIN_BUTTON.text)
    shown = await press(chat, lesson, course.SHOW_BUTTON.text)
    after = await press(chat, shown, course.DO_BUTTON.text)
    board = await press(chat, after, course.PLAY_BUTTON.text)
    again = await press(chat, board, course.LESSON_BUTTON.text)
    assert after.text.startswith("### Lesson 2 of 10")
    assert again.text.startswith("### Lesson 2 of 10")


async def test_help_on_the_board_of_the_course_adds_nothing(chat: Sandbox) -> None:
    lesson = await press(chat, await chat.client.slash("learn"), course.BEGIN_BUTTON.text)
    board = await press(chat, lesson, course.PLAY_BUTTON.text)
    hint = await chat.client.slash("hint", {"level": "hint"})
    board = await pad_press(chat, board, "right")
    check = await chat.client.slash("check")
    for told in (board, hint, check):
        assert "+15" not in str(told.message)
        assert "+30" not in str(told.message)
        assert "total for help" not in told.text
    elsewhere = await chat.client.slash("play", {"puzzle": PUZZLE})
    assert "+15" in str(elsewhere.message)


_FORWARD = {course.SHOW_BUTTON.text, course.DO_BUTTON.text}


async def test_every_page_of_the_manual(chat: Sandbox) -> None:
    page = await chat.client.slash("help")
    assert page.ephemeral
    told = {page.text}
    for topic in Topic:
        if topic is not Topic.START:
            shown = await chat.client.select(page, "ouro:help-page", [topic.value])
            assert shown.message["id"] == page.message["id"]
        told.add(page.text)
        named = await chat.client.slash("help", {"topic": topic.value})
        assert named.text == page.text
    assert len(told) == len(Topic)
    listed = set(re.findall(r"`/(\w+)`: ", page.text))
    menu = {text.text for name, text in vars(commands).items() if name.endswith("_MESSAGE")}
    assert listed | menu == set(chat.client.commands()) - {LAUNCH_NAME}  # Discord answers that
    rules = await chat.client.slash("help", {"topic": "rules"})
    assert len(rules.files) == len(alts(rules)) == 5
    loop = lines_in(await rules.attachment_bytes(1), square_grid(4, 4))
    assert loop == solve(parse_puzzle("4x4:d31303b2d")).solutions[0]


async def test_rating_a_puzzle_in_a_message(chat: Sandbox) -> None:
    for said, words in (
        (f"how hard is {OTHER}", "Normal: now and then"),
        ("3x3:i", "several solutions"),
        ("2x2:0123", "no solution"),
        ("good morning", "found none"),
    ):
        post = await chat.client.post_message(said)
        reply = await chat.client.message_command(commands.RATE_MESSAGE.text, post)
        assert words in reply.text
    post = await chat.client.post_message(play_address(await daily_puzzle(chat)))
    reply = await chat.client.message_command(commands.RATE_MESSAGE.text, post)
    assert problems.LIVE_DAILY.text in reply.text
    assert reply.files == []
