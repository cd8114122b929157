"""The page handles answers that arrive late or in the wrong order."""

from typing import Any

import pytest
from playwright.async_api import Locator, Page, expect

from tests.support.browser.chat_page import ChatPage, Visit
from tests.support.sandbox.server import Sandbox

pytestmark = [pytest.mark.usefixtures("bot"), pytest.mark.long]

HOLD_REQUESTS = """(part) => {
  const ask = window.fetch;
  window.held = [];
  window.fetch = (path, options) => path.endsWith(part)
    ? new Promise((answer) => held.push(answer))
    : ask(path, options);
}"""

ANSWER = """([number, ok, body, typed]) => {
  if (typed !== null) {
    document.activeElement.value = typed;
    document.activeElement.dispatchEvent(new InputEvent("input"));
  }
  const headers = new Headers({ "Content-Type": "application/json" });
  held[number]({ ok, headers, text: async () => JSON.stringify(body) });
  return new Promise((done) => setTimeout(done)); // the page has processed it by then
}"""


class HeldRequests:
    """The requests of a page whose path ends with a text; they wait for answers of the test."""

    def __init__(self, page: Page) -> None:
        self._page = page

    async def wait(self, count: int) -> None:
        """Wait until that many requests were sent."""
        await self._page.wait_for_function("(count) => held.length >= count", arg=count)

    async def count(self) -> int:
        """Number of requests that were sent."""
        return int(await self._page.evaluate("held.length"))

    async def answer(self, number: int, body: Any = None, typed: str | None = None) -> None:
        """Answer a request, after entering the text `typed` if given."""
        await self._page.evaluate(ANSWER, [number, True, body or {}, typed])

    async def refuse(self, number: int, sentence: str) -> None:
        """Answer a request with an error."""
        await self._page.evaluate(ANSWER, [number, False, {"error": sentence}, None])

    async def complete(self, number: int, *names: str, typed: str | None = None) -> None:
        """Answer a request with suggestions."""
        choices = [{"name": name, "value": name.lower()} for name in names]
        await self.answer(number, {"choices": choices}, typed)


async def hold_requests(chat: ChatPage, part: str) -> HeldRequests:
    await chat.page.evaluate(HOLD_REQUESTS, part)
    return HeldRequests(chat.page)


async def open_suggestions(chat: ChatPage) -> HeldRequests:
    """Open a field with suggestions, and type a letter, which requests new ones."""
    held = await hold_requests(chat, "/autocomplete")
    await chat.box.fill("/paint")
    await chat.box.press("Enter")
    await held.wait(1)
    await held.complete(0, "Red", "Green", "Grey")
    await expect(chat.option("Red")).to_be_visible()
    await chat.page.keyboard.type("g")
    await held.wait(2)
    return held


async def expect_selected(option: Locator) -> None:
    await expect(option).to_have_attribute("aria-selected", "true")


async def test_a_late_list_of_suggestions_keeps_what_is_chosen(
    sandbox: Sandbox, visit: Visit
) -> None:
    chat = await visit(sandbox)
    held = await open_suggestions(chat)
    keys = chat.page.keyboard
    await keys.press("ArrowDown")
    await keys.press("ArrowDown")
    await held.complete(1, "Grass", "Grey", "Green")
    await expect_selected(chat.option("Green"))
    await keys.press("ArrowUp")
    await keys.press("Enter")
    await expect(chat.field("colour")).to_have_value("Grey")


async def test_presses_go_on_from_the_row_of_a_suggestion_that_is_gone(
    sandbox: Sandbox, visit: Visit
) -> None:
    chat = await visit(sandbox)
    held = await open_suggestions(chat)
    keys = chat.page.keyboard
    await keys.press("ArrowDown")
    await expect_selected(chat.option("Red"))
    await held.complete(1, "Green", "Grey")
    await expect_selected(chat.option("Green"))
    await keys.press("ArrowDown")
    await keys.press("Enter")
    await expect(chat.field("colour")).to_have_value("Grey")


async def test_the_first_press_up_is_the_last_suggestion(sandbox: Sandbox, visit: Visit) -> None:
    chat = await visit(sandbox)
    await open_suggestions(chat)
    await chat.page.keyboard.press("ArrowUp")
    await expect_selected(chat.option("Grey"))
    await chat.page.keyboard.press("ArrowDown")
    await expect_selected(chat.option("Red"))


async def test_a_suggestion_that_is_gone_after_typing_leaves_what_was_typed(
    sandbox: Sandbox, visit: Visit
) -> None:
    chat = await visit(sandbox)
    held = await open_suggestions(chat)
    await chat.page.keyboard.press("ArrowDown")
    await chat.page.keyboard.type("old")
    await held.wait(3)
    await held.complete(2, "Gold leaf")
    await expect(chat.option("Gold leaf")).to_have_attribute("aria-selected", "false")
    await expect(chat.field("colour")).to_have_value("gold")


async def test_outdated_suggestions_are_ignored(sandbox: Sandbox, visit: Visit) -> None:
    chat = await visit(sandbox)
    held = await open_suggestions(chat)
    await held.complete(1, "Gold", typed="gr")
    await expect(chat.option("Gold")).to_have_count(0)
    await held.wait(3)
    await chat.page.keyboard.type("e")
    await held.wait(4)
    await held.complete(3, "Green")
    await held.complete(2, "Grass")
    await expect(chat.option("Green")).to_be_visible()
    await expect(chat.option("Grass")).to_have_count(0)


@pytest.mark.parametrize(("leave", "left"), [("Escape", "g"), ("Enter", "Red")])
async def test_a_list_that_was_closed_stays_closed(
    sandbox: Sandbox, visit: Visit, leave: str, left: str
) -> None:
    chat = await visit(sandbox)
    held = await open_suggestions(chat)
    await chat.page.keyboard.press("ArrowDown")
    await chat.page.keyboard.press(leave)
    await held.complete(1, "Green")
    await expect(chat.page.get_by_role("listbox", name="colour")).to_be_hidden()
    await expect(chat.field("colour")).to_have_value(left)


async def test_fixed_choices_fit_what_is_typed_at_once(sandbox: Sandbox, visit: Visit) -> None:
    chat = await visit(sandbox)
    await chat.box.fill("/tint")
    await chat.box.press("Enter")
    await expect(chat.option("Small")).to_be_visible()
    chosen = await chat.field("size").evaluate(
        """(field) => {
          field.value = "lar";
          field.dispatchEvent(new InputEvent("input"));
          return Promise.resolve().then(() => {}).then(() =>
            field.parentElement.querySelector("[aria-selected=true]").textContent);
        }"""
    )
    assert chosen == "Large"


async def test_a_chosen_command_stays_chosen_when_places_change(
    sandbox: Sandbox, visit: Visit
) -> None:
    chat = await visit(sandbox)
    await chat.page.keyboard.type("/")
    await chat.page.keyboard.press("ArrowDown")
    chosen = chat.page.locator("#command-picker [aria-selected=true]")
    name = await chosen.locator(".command-name").inner_text()
    await expect(chat.page.locator("#command-picker-0 .command-name")).not_to_have_text(name)
    sandbox.world.add_channel(sandbox.client.guild, "afresh")
    await expect(chat.channel("afresh")).to_be_visible()
    await expect(chosen.locator(".command-name")).to_have_text(name)
    await chat.page.keyboard.type(name[1:])
    await expect(chosen.locator(".command-name")).to_have_text(name)
    await chat.page.keyboard.press("Enter")
    await expect(chat.page.get_by_role("form", name=name)).to_be_visible()


async def test_text_typed_during_sending_is_kept(sandbox: Sandbox, visit: Visit) -> None:
    chat = await visit(sandbox)
    held = await hold_requests(chat, "/post")
    keys = chat.page.keyboard
    await keys.type("one")
    await keys.press("Enter")
    await expect(chat.box).to_have_value("")
    await keys.press("Enter")  # pressed again before the answer
    await keys.type("two")
    await held.answer(0)
    await expect(chat.box).to_have_value("two")
    assert await held.count() == 1
    await keys.press("Enter")
    await keys.type("three")
    await held.refuse(1, "Not that.")
    await expect(chat.box).to_have_value("two\nthree")
    await expect(chat.page.get_by_role("alert").first).to_have_text("Not that.")


async def test_an_unsent_message_becomes_the_draft_of_its_channel(
    sandbox: Sandbox, visit: Visit
) -> None:
    chat = await visit(sandbox)
    held = await hold_requests(chat, "/post")
    await chat.page.keyboard.type("for all")
    await chat.page.keyboard.press("Enter")
    await chat.channel("A thread").click()
    await chat.page.keyboard.type("for the thread")
    await held.refuse(0, "Not now.")
    await expect(chat.page.get_by_role("alert").first).to_have_text("#general: Not now.")
    await expect(chat.box).to_have_value("for the thread")
    await chat.channel("general").click()
    await expect(chat.box).to_have_value("for all")


async def test_a_cancelled_command_does_not_close_another(sandbox: Sandbox, visit: Visit) -> None:
    chat = await visit(sandbox)
    held = await hold_requests(chat, "/slash")
    await chat.command("silent")
    await held.wait(1)
    await chat.button("Leave this command").click()
    await chat.box.fill("/tint")
    await chat.box.press("Enter")
    await chat.field("size").fill("Lar")
    await held.answer(0)
    await expect(chat.page.get_by_role("form", name="/tint")).to_be_visible()
    await expect(chat.field("size")).to_have_value("Lar")


async def test_a_lost_connection_keeps_filled_in_fields(sandbox: Sandbox, visit: Visit) -> None:
    chat = await visit(sandbox)
    await chat.box.fill("/tint")
    await chat.box.press("Enter")
    await chat.field("size").fill("Lar")
    await sandbox._page.close()
    await sandbox.client.post_message("said meanwhile")
    await chat.wait_for_message("said meanwhile")
    await expect(chat.page.get_by_text("Painter is online")).to_be_visible()
    await expect(chat.field("size")).to_have_value("Lar")
    await chat.switch_persona("Member")
    await expect(chat.box).to_be_visible()  # another persona starts with an empty message box


async def test_an_older_list_of_faults_does_not_replace_a_newer(
    sandbox: Sandbox, visit: Visit
) -> None:
    chat = await visit(sandbox)
    held = await hold_requests(chat, "/faults")
    fault = {"kind": "500", "times": 1, "path": "", "seconds": 1}
    some = {"faults": [fault], "acks_to_lose": 0}
    none: Any = {"faults": [], "acks_to_lose": 0}
    await chat.button("Workshop").click()
    panel = chat.page.get_by_role("complementary", name="Workshop")
    shown = panel.get_by_role("list", name="Faults that wait")
    await panel.get_by_role("button", name="Clear all faults").click()
    await held.wait(2)
    await held.answer(1, none)
    await held.answer(0, some)
    await expect(shown).to_have_text("Everything works.")
    await panel.get_by_role("button", name="Let it go wrong").click()
    await panel.get_by_role("button", name="Clear all faults").click()
    await held.wait(4)
    await held.refuse(3, "Not now.")
    await held.answer(2, some)  # the newest successful answer
    await expect(shown).to_have_text("500, 1 time, any request")
