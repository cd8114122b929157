"""Setting a server up, on the page of a local chat: a manager may, a member may not."""

from playwright.async_api import expect

from bot.dailies import texts as dailies
from bot.server_setup import texts as server_setup
from tests.support.browser.chat_page import Visit
from tests.support.sandbox.server import Sandbox


async def test_a_manager_sets_the_server_up(ouro: Sandbox, visit: Visit) -> None:
    channel = ouro.world.add_channel(ouro.client.guild, "puzzles")
    chat = await visit(ouro, channel)
    await chat.command("setup")
    panel = await chat.wait_for_message(server_setup.TITLE.text.removeprefix("### "))
    await expect(panel).to_contain_text(server_setup.NOTHING_POSTED.text)
    assert await chat.accessibility_violations() == []
    await panel.get_by_role("button", name=server_setup.CHOOSE_CHANNEL.text).click()
    await chat.option("#puzzles").click()
    await expect(panel).to_contain_text("The dailies are posted in #puzzles, every day at 09:00")
    await panel.get_by_role("button", name=server_setup.POST_NOW.text).click()
    daily = await chat.wait_for_message("Normal 10x10")
    await expect(daily.get_by_role("button", name=dailies.PLAY.text, exact=True)).to_be_visible()
    await expect(daily.get_by_text("Only you can see this")).to_have_count(0)
    await panel.get_by_role("button", name=server_setup.STOP.text).click()
    await expect(panel).to_contain_text(server_setup.NOTHING_POSTED.text)


async def test_a_member_may_not(ouro: Sandbox, room: int, visit: Visit) -> None:
    chat = await visit(ouro, room)
    await chat.switch_persona("Member")
    await chat.box.fill("/setup")
    await expect(chat.option("No command matches.")).to_be_visible()
    await chat.box.press("Enter")
    await chat.wait_for_message("/setup")  # sent as plain text
    assert await chat.page.locator("#timeline .badge").count() == 0
