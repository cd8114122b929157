"""The page of a drill: what follows is drawn there, judged once, and told in chat too."""

from collections.abc import Mapping

from playwright.async_api import expect

from narrator import drills
from puzzle.model import EdgeState
from solver.drills import Drill, DrillVerdict, grade, unpack
from tests.support.browser.board_page import BoardPage, middle
from tests.support.browser.boards import OWN_PROFILE, Boards
from tests.support.chat.messages import buttons, labels, readable
from tests.support.chat.playing import link_to
from tests.support.sandbox.client import Reply
from texts import course, practice


def custom_ids(reply: Reply) -> list[str]:
    return [str(each.get("custom_id", "")) for each in buttons(reply.message)]


async def found_drill(boards: Boards) -> Reply:
    """A drill without signs: the last of three after a lesson."""
    chat = boards.sandbox.client
    lesson = await chat.press(await chat.slash("learn"), course.BEGIN_BUTTON.text)
    lesson = await chat.press(lesson, course.SHOW_BUTTON.text)
    drill = await chat.press(lesson, practice.PRACTISE_BUTTON.text)
    for _ in range(2):
        answered = await chat.press(drill, custom_ids(drill)[0])
        drill = await chat.press(answered, practice.NEXT_BUTTON.text)
    return drill


def drill_in(reply: Reply) -> Drill:
    """The drill of a message, whose text is in the `custom_id` of a button."""
    return unpack(custom_ids(reply)[-1].split(":")[-1])


def in_letters(marks: Mapping[int, EdgeState]) -> dict[int, str]:
    letters = {EdgeState.LINE: "-", EdgeState.CROSS: "x"}
    return {edge: letters[mark] for edge, mark in marks.items() if mark}


async def draw(page: BoardPage, drill: Drill, marks: Mapping[int, EdgeState]) -> None:
    """Click edges: with the right button for a cross."""
    for edge, mark in marks.items():
        [at] = await page.on_screen(middle(drill.board.puzzle, edge))
        await page.page.mouse.click(*at, button="left" if mark is EdgeState.LINE else "right")


async def test_what_follows_is_drawn_on_the_page_and_told_in_chat(boards: Boards) -> None:
    asked = await found_drill(boards)
    assert labels(asked.message)[0] == practice.DRAW_BUTTON.text
    drill = drill_in(asked)
    page = await boards.visit(link_to(asked), **OWN_PROFILE)
    given = in_letters(dict(enumerate(drill.board.marks)))
    await page.until_marks(given)
    await expect(page.notice).to_contain_text("Something is decided on this board.")
    await page.tool("submit").click()
    await expect(page.notice).to_have_text(practice.DRAW_FIRST.text)
    await draw(page, drill, drill.answer)
    await page.until_marks(given | in_letters(drill.answer))
    await page.tool("undo").click()
    await page.page.reload()
    [*before, last] = drill.answer
    await page.until_marks(given | in_letters({edge: drill.answer[edge] for edge in before}))
    await draw(page, drill, {last: drill.answer[last]})
    assert await page.accessibility_violations() == []
    await page.tool("submit").click()
    await expect(page.help).to_contain_text(drills.RIGHT_TITLE.text)
    await expect(page.help).to_contain_text("No lines around a 0")
    assert await page.accessibility_violations() == []
    await asked.until(lambda message: drills.RIGHT_TITLE.text in readable(message))
    assert labels(asked.message)[0] == practice.NEXT_BUTTON.text
    await page.page.reload()
    await expect(page.help).to_contain_text(drills.RIGHT_TITLE.text)


async def test_a_wrong_answer_shows_what_else_may_be_and_why(boards: Boards) -> None:
    asked = await found_drill(boards)
    drill = drill_in(asked)
    page = await boards.visit(link_to(asked), **OWN_PROFILE)
    edge = next(
        edge
        for edge, mark in enumerate(drill.board.marks)
        if not mark and grade(drill, {edge: EdgeState.CROSS}).verdict is DrillVerdict.NOT_DECIDED
    )
    await page.until_marks(in_letters(dict(enumerate(drill.board.marks))))
    await draw(page, drill, {edge: EdgeState.CROSS})
    await page.tool("submit").click()
    await expect(page.help).to_contain_text(drills.WRONG_TITLE.text)
    assert (await page.marks())[edge] == "-"
    await page.help.get_by_role("button", name="Next").click()
    await expect(page.help).to_contain_text("No lines around a 0")
    await asked.until(lambda message: drills.WRONG_TITLE.text in readable(message))
    await boards.sandbox.client.press(asked, practice.NEXT_BUTTON.text)
    await expect(page.status).to_have_text("Saved")
