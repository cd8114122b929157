"""The course on the board page: asked, marked wrongly, taken back, marked, shown, done."""

from playwright.async_api import expect

from tests.support.browser.boards import Boards
from tests.support.chat.messages import buttons
from tests.support.chat.playing import link_to
from tests.support.waiting import until_is
from texts import boards as boards_texts
from texts import course, sharing

ROUND_A1 = [(0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0), (0.0, 0.0)]
"""The way around the 0 at A1."""


async def test_a_lesson_on_the_page_asks_and_answers_what_is_marked(boards: Boards) -> None:
    client = boards.sandbox.client
    rules = await client.slash("learn")
    [begin] = buttons(rules.message)
    page = await boards.visit(link_to(await client.press(rules, begin["custom_id"])))

    async def push(label: str) -> None:
        await page.help.get_by_role("button", name=label).click()

    await expect(page.help).to_contain_text("Which sides of the 0 at A1 can be lines?")
    await expect(page.help).not_to_contain_text(course.DO_BUTTON.text)
    await expect(page.help).not_to_contain_text("No lines around a 0")
    await expect(page.help).to_contain_text("Mark 4 edges on the board.")
    await expect(page.help).to_contain_text("On a phone, tap the edge twice")
    assert await page.page.get_by_role("button").count() == 9
    await expect(page.page.locator("[data-action=hint] small")).to_have_count(0)
    await page.drag(*ROUND_A1[:2])
    await expect(page.help).to_contain_text(course.TRY_TITLE.text)
    await expect(page.help).to_contain_text("Which sides of the 0 at A1 can be lines?")
    await push(course.WHY_BUTTON.text)
    await expect(page.help).to_contain_text("The 0 at A1 has one line around it")
    await push(course.MEND_BUTTON.one)
    await page.until_marks({})
    await expect(page.help).to_contain_text("Lesson 1 of 10")
    await page.drag(*ROUND_A1, button="right")
    await expect(page.help).to_contain_text("Right! The 0 at A1 has no line around it.")
    await expect(page.help).to_contain_text("A 0 has no line on any of its sides.")
    await expect(page.help).to_contain_text("Lesson 2 of 10")
    await push(course.SHOW_BUTTON.text)
    await expect(page.help).to_contain_text("would have no way out")
    assert await page.accessibility_violations() == []
    await push(course.DO_BUTTON.text)
    await expect(page.help).to_contain_text("Lesson 3 of 10")
    await expect(page.help).not_to_contain_text("Right!")
    await expect(page.help).to_contain_text(course.SHOW_BUTTON.text)


async def test_the_course_ends_with_the_easy_daily(boards: Boards) -> None:
    client = boards.sandbox.client
    rules = await client.slash("learn")
    [begin] = buttons(rules.message)[:1]
    page = await boards.visit(link_to(await client.press(rules, begin["custom_id"])))
    await page.until_marks({})
    while not await page.tool("next").is_visible():
        for label in (course.SHOW_BUTTON.text, course.DO_BUTTON.text):
            before = await page.help.inner_text()
            await page.help.get_by_role("button", name=label).click()
            await expect(page.help).not_to_have_text(before)
            await until_is("saved", lambda: page.status.get_attribute("data-state"))
    await expect(page.help).to_contain_text(boards_texts.COURSE_DONE.text)
    await expect(page.help).not_to_contain_text(sharing.NO_HELP.text)
    await expect(page.tool("share")).to_be_hidden()
    await expect(page.tool("next")).to_contain_text(course.DAILY_BUTTON.text)
    await page.tool("next").click()
    await expect(page.page.locator("#title")).to_contain_text("Easy")
