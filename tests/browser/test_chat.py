"""The page of a local chat, with a bot that uses every feature."""

import asyncio
import re
from pathlib import Path
from typing import Any

import pytest
from playwright.async_api import Route, expect

from sandbox.model.permissions import Permission
from tests.support.browser.chat_page import Visit
from tests.support.sandbox.patient import PATIENCE
from tests.support.sandbox.server import Sandbox
from tests.support.waiting import until

pytestmark = pytest.mark.usefixtures("bot")
PHONE: dict[str, Any] = {"viewport": {"width": 390, "height": 780}, "has_touch": True}


async def test_an_empty_channel_shows_what_to_try_first(sandbox: Sandbox, visit: Visit) -> None:
    chat = await visit(sandbox)
    await expect(chat.page.get_by_role("heading", name="Welcome to #general")).to_be_visible()
    await chat.button("/whoami Say who and where").click()
    await chat.button("Send /whoami").click()
    await chat.wait_for_message("You in Sandbox")


async def test_commands_are_picked_filled_and_completed_by_keys(
    sandbox: Sandbox, visit: Visit
) -> None:
    chat = await visit(sandbox)
    keys = chat.page.keyboard
    await expect(chat.box).to_be_focused()
    await keys.type("/")
    await expect(chat.option("/paint").first).to_contain_text("Paint a colour")
    await keys.type("pai")
    await keys.press("Tab")
    await expect(chat.field("colour")).to_be_focused()
    await keys.press("Enter")
    alert = chat.page.get_by_role("alert").first
    await expect(alert).to_have_text("Fill in colour: it is required.")
    await keys.type("gre")
    await expect(chat.option("Grey")).to_be_visible()
    await expect(chat.option("Red")).to_have_count(0)
    await keys.press("ArrowDown")
    await keys.press("ArrowDown")
    await keys.press("Enter")
    await keys.press("Tab")
    await keys.type("bi")
    await expect(chat.option("Big")).to_have_attribute("aria-selected", "true")
    await keys.press("Tab")
    await keys.press("Shift+Tab")
    await keys.press("Enter")
    message = await chat.wait_for_message("Painted 9 times")
    await expect(message).to_contain_text("grey")


async def test_options_say_what_they_take(sandbox: Sandbox, visit: Visit) -> None:
    chat = await visit(sandbox)
    await chat.box.fill("/tint")
    await chat.box.press("Enter")
    form = chat.page.get_by_role("form", name="/tint")
    await expect(form).to_contain_text("optional, whole number, 1 to 9")
    await chat.field("size").fill("Huge")
    await chat.button("Send /tint").click()
    await expect(chat.page.get_by_role("alert").first).to_have_text("Choose size from its list.")
    await chat.field("size").fill("Lar")
    await chat.option("Large").click()
    await chat.field("where").fill("gen")
    await chat.option("#general").click()
    await chat.field("loud").fill("true")
    await chat.button("Send /tint").click()
    await chat.wait_for_message("large 5 general True")


async def test_menus_of_every_kind(sandbox: Sandbox, visit: Visit) -> None:
    chat = await visit(sandbox)
    await chat.command("menus")
    await chat.button("Sizes").click()
    await chat.option("Small").click()
    await chat.option("Large").click()
    await chat.option("Medium").click()  # a third one is not accepted
    await expect(chat.page.get_by_text("2 of at most 2")).to_be_visible()
    await chat.button("Done").click()
    await chat.wait_for_message("Chosen: s, l")
    for menu, choice, told in (
        ("A person", "Newcomer", "Newcomer"),
        ("A role", "@Painter", "Painter"),
        ("A channel", "#general", "general"),
        ("Anyone", "Member", "Member"),
    ):
        await chat.button(menu).focus()
        await chat.page.keyboard.press("Enter")
        await expect(chat.option("#lounge")).to_have_count(0)  # of another server
        await chat.page.keyboard.type(choice.removeprefix("@").removeprefix("#")[:3].lower())
        await expect(chat.option(choice).first).to_be_focused()
        await chat.page.keyboard.press("Enter")
        await chat.wait_for_message(f"Chosen: {told.lower() if menu == 'A person' else told}"[:9])
        await expect(chat.newest).to_contain_text(told, ignore_case=True)


async def test_a_form_with_every_field(sandbox: Sandbox, visit: Visit) -> None:
    chat = await visit(sandbox)
    await chat.command("survey")
    form = chat.page.get_by_role("dialog", name="A survey")
    await expect(form).to_contain_text("Tell us everything.")
    assert await chat.accessibility_violations() == []
    await form.get_by_label("Story").fill("Once upon a time")
    await form.get_by_role("button", name="Level").click()
    await chat.option("Easy").click()
    await form.get_by_role("button", name="Where").click()
    await chat.option("#general").click()
    await form.get_by_role("button", name="Done").click()
    proof: Any = {"name": "proof.txt", "mimeType": "text/plain", "buffer": b"QED"}
    await form.get_by_label("Proof").set_input_files([proof])
    await form.get_by_role("button", name="Submit").click()
    await expect(form).to_have_count(0)
    await chat.wait_for_message("Once upon a time | Easy | ['general'] | ['proof.txt']")


async def test_a_form_with_radio_buttons_and_checkboxes(sandbox: Sandbox, visit: Visit) -> None:
    chat = await visit(sandbox)
    await chat.command("order")
    form = chat.page.get_by_role("dialog", name="An order")
    await expect(form.get_by_role("radio", name="Small")).to_be_checked()
    await form.get_by_role("radio", name="Large").check()
    extras = form.get_by_role("group", name="Extras").get_by_role("checkbox")
    for extra in await extras.all():
        await extra.check()
    await form.get_by_role("checkbox", name="Gift").check()
    assert await chat.accessibility_violations() == []
    await form.get_by_role("button", name="Submit").click()
    await expect(form.get_by_role("alert")).to_contain_text("Extras: choose 1 to 2.")
    assert chat.count_refusals() == 1
    await extras.last.uncheck()
    await form.get_by_role("button", name="Submit").click()
    await expect(form).to_have_count(0)
    await chat.wait_for_message("Ordered: l ['Salt', 'Lime'] True")


async def test_a_form_can_be_left_and_opened_again(sandbox: Sandbox, visit: Visit) -> None:
    chat = await visit(sandbox)
    await chat.command("survey")
    form = chat.page.get_by_role("dialog", name="A survey")
    await form.get_by_role("button", name="Cancel").click()
    await expect(form).to_have_count(0)
    await chat.command("survey")
    await expect(form).to_be_visible()
    await chat.page.keyboard.press("Escape")
    await expect(form).to_have_count(0)


async def test_only_you_see_it_until_you_dismiss_it(sandbox: Sandbox, visit: Visit) -> None:
    chat = await visit(sandbox)
    other = await visit(sandbox)
    await other.switch_persona("Member")
    await chat.command("whoami")
    await chat.wait_for_message("And more")
    private = chat.rows.filter(has_text="You in Sandbox").first
    await expect(private).to_contain_text("Only you can see this")
    await expect(other.rows).to_have_count(0)
    await chat.page.reload()
    await expect(private).to_be_visible()
    await private.get_by_role("button", name="Dismiss message").click()
    more = chat.row("And more")
    await expect(more).to_contain_text("The original message is not here")
    await expect(private).to_have_count(0)
    await chat.page.reload()
    await expect(chat.row("And more")).to_be_visible()  # the second one is still there
    await expect(private).to_have_count(0)


async def test_everything_a_message_can_have(sandbox: Sandbox, visit: Visit) -> None:
    chat = await visit(sandbox, timezone_id="Asia/Tokyo")
    await chat.command("show")
    message = await chat.wait_for_message("A heading")
    assert await chat.accessibility_violations() == []
    hidden = message.get_by_text("a hidden word")
    await expect(hidden).to_be_hidden()
    await message.get_by_role("button", name="Spoiler, hidden").first.press("Enter")
    await expect(hidden).to_be_visible()
    shown = await message.locator(".markdown time").first.inner_text()
    seconds = await message.locator(".markdown time").first.get_attribute("datetime")
    local = await chat.page.evaluate(
        "iso => new Date(iso).toLocaleTimeString('en-GB', {timeStyle: 'short'})", seconds
    )
    assert await chat.page.evaluate("new Date().getTimezoneOffset()") == -540
    assert local in shown
    await message.get_by_role("button", name="Enlarge: A dot walks to the right").click()
    large = chat.page.get_by_role("dialog", name="A dot walks to the right")
    await expect(large.get_by_role("img")).to_have_attribute("alt", "A dot walks to the right")
    await chat.page.keyboard.press("Escape")
    await expect(large).to_have_count(0)
    await message.get_by_role("button", name="Spoiler, hidden").click()
    await expect(message.get_by_role("button", name="Enlarge: Teal")).to_be_visible()
    async with chat.page.expect_download() as download:
        await message.get_by_role("link", name="numbers.csv").click()
    kept = await (await download.value).path()
    assert kept.read_bytes() == b"one, two\n" * 200
    await expect(message.get_by_role("button", name="Off")).to_be_disabled()


async def test_threads_and_direct_messages_appear(sandbox: Sandbox, visit: Visit) -> None:
    chat = await visit(sandbox)
    await chat.switch_persona("Member")
    await expect(chat.channel("Painter")).to_have_count(0)
    await chat.command("talk", about="Loops")
    await expect(chat.channel("Loops")).to_contain_text("1 unread")
    await expect(chat.page.locator("#timeline .system")).to_contain_text("started a thread")
    await chat.page.get_by_role("link", name="Loops See thread").click()
    await chat.wait_for_message("Let us talk about Loops")
    await chat.page.reload()
    await chat.wait_for_message("Let us talk about Loops")  # the channel is remembered, too
    await chat.page.keyboard.press("Alt+ArrowUp")
    await chat.page.keyboard.press("Alt+ArrowUp")
    await chat.command("note send", person="Member", text="hello")
    await expect(chat.channel("Painter")).to_contain_text("1 unread")
    await expect(chat.page).to_have_title("(1) #general · Local chat")
    await chat.channel("Painter").click()
    await chat.wait_for_message("Note: hello")
    await expect(chat.page).to_have_title("@Painter · Local chat")
    client = sandbox.client
    said = await client.post_message("here")
    place = f"https://discord.com/channels/{client.guild}/{client.general}/{said['id']}"
    await client.post_message(place, channel=client.direct_of(client.member), user=client.member)
    await chat.page.get_by_role("link", name=re.compile("^#general . message$")).click()
    await expect(chat.page).to_have_title("#general · Local chat")
    await expect(chat.row("here")).to_be_in_viewport()


async def test_messages_come_change_and_go_while_somebody_types(
    sandbox: Sandbox, visit: Visit
) -> None:
    chat = await visit(sandbox)
    await chat.command("mutter", pause="2")
    await expect(chat.page.get_by_text("Painter is typing…")).to_be_visible()
    await chat.wait_for_message("First thought")
    await expect(chat.row("Second thought")).to_contain_text("(edited)")
    await expect(chat.page.get_by_text("thought")).to_have_count(0)


async def let_fail(sandbox: Sandbox) -> None:
    """Let the deadline pass for the command that the bot never answers."""
    asked = sandbox.state.interactions
    await until(lambda: any(each.title == "/silent" for each in asked.values()))
    sandbox.clock.advance(PATIENCE)


async def test_an_answer_that_takes_time_and_one_that_never_comes(
    sandbox: Sandbox, visit: Visit
) -> None:
    chat = await visit(sandbox)
    await chat.command("ponder")
    await chat.wait_for_message("Painter is thinking…")
    await chat.wait_for_message("Done pondering")
    await chat.command("silent")
    await chat.wait_for_message("Sending command…")
    await let_fail(sandbox)
    failed = await chat.wait_for_message("The application did not respond")
    await failed.get_by_role("button", name="Dismiss message").click()
    await expect(failed).to_have_count(0)


async def test_commands_on_messages_and_people(sandbox: Sandbox, visit: Visit) -> None:
    chat = await visit(sandbox)
    await chat.box.fill("three little words")
    await chat.box.press("Enter")
    message = await chat.wait_for_message("three little words")
    await message.get_by_role("button", name="Apps for this message by You").click()
    await chat.option("Count words").click()
    answer = chat.row("used Count words")
    await expect(answer.locator(".embed")).to_contain_text("3")
    await message.get_by_role("button", name="You: apps for this person").click()
    await chat.option("Greet").click()
    await expect(chat.row("Hello @You")).to_be_visible()


async def test_who_you_are_decides_what_you_may_do(sandbox: Sandbox, visit: Visit) -> None:
    chat = await visit(sandbox)
    await chat.command("setup")
    await chat.wait_for_message("True True")
    await chat.switch_persona("Newcomer")
    await chat.box.fill("/setup")
    await expect(chat.option("No command matches.")).to_be_visible()
    await chat.channel("lounge").click()
    await expect(chat.page.get_by_text("you have not added it to your account")).to_be_visible()
    sandbox.world.deny(sandbox.client.general, sandbox.client.newcomer, Permission.SEND_MESSAGES)
    await chat.channel("general").click()
    await expect(chat.box).to_have_attribute("placeholder", "You can only use / commands here")
    await expect(chat.button("Attach files")).to_be_disabled()
    await chat.box.fill("may I?")
    await chat.box.press("Enter")
    alert = chat.page.get_by_role("alert").first
    await expect(alert).to_have_text("You do not have permission to send messages here.")
    assert chat.count_refusals() == 1
    await chat.page.reload()  # the persona stays the same
    await expect(chat.button("You are Newcomer")).to_be_visible()


async def test_files_are_sent_and_too_large_ones_refused(
    sandbox: Sandbox, visit: Visit, tmp_path: Path
) -> None:
    chat = await visit(sandbox)
    chooser = chat.page.locator("input[type=file]")
    note, large = tmp_path / "note.txt", tmp_path / "large.bin"
    note.write_bytes(b"hello")
    large.write_bytes(bytes(10 * 1024 * 1024 + 1))
    await chooser.set_input_files([note, large])
    await chat.box.press("Enter")
    alert = chat.page.get_by_role("alert").first
    await expect(alert).to_have_text("large.bin is larger than 10 MB.")
    await chat.button("Do not send large.bin").click()
    await chat.box.press("Enter")
    message = await chat.wait_for_message("note.txt")
    await expect(message).to_contain_text("5 bytes")
    await expect(chat.page.get_by_role("list", name="Files to send")).to_be_hidden()


async def test_the_workshop(sandbox: Sandbox, visit: Visit, bot: Any) -> None:
    chat = await visit(sandbox)
    await chat.button("Workshop").click()
    panel = chat.page.get_by_role("complementary", name="Workshop")
    assert await chat.accessibility_violations() == []
    await panel.get_by_label("Which requests").fill("(")
    await panel.get_by_role("button", name="Let it go wrong").click()
    await expect(panel.get_by_role("alert")).to_contain_text("is not a pattern")
    assert chat.count_refusals() == 1
    await panel.get_by_label("What goes wrong").select_option("500")
    await panel.get_by_label("Which requests").fill("^POST /interactions")
    await panel.get_by_role("button", name="Let it go wrong").click()
    await expect(panel.get_by_role("list", name="Faults that wait")).to_contain_text("500, 1 time,")
    assert len(sandbox.faults.pending) == 1
    await panel.get_by_role("button", name="Clear all faults").click()
    await expect(panel).to_contain_text("Everything works.")
    before = sandbox.clock()
    await panel.get_by_role("button", name="+1 day").click()
    await expect(panel.locator("time")).not_to_have_text("")
    assert 86_400 <= sandbox.clock() - before < 86_430
    await panel.get_by_role("button", name="Ask to reconnect").click()
    await asyncio.wait_for(bot.resumed.wait(), 300)
    await expect(chat.page.get_by_text("Painter is online")).to_be_visible()
    await panel.get_by_label("Dark", exact=True).check()
    background = "getComputedStyle(document.body).backgroundColor"
    assert await chat.page.evaluate(background) == "rgb(28, 29, 34)"
    assert await chat.accessibility_violations() == []
    await chat.page.reload()
    assert await chat.page.evaluate(background) == "rgb(28, 29, 34)"


async def test_a_phone_has_its_channels_in_a_drawer(sandbox: Sandbox, visit: Visit) -> None:
    chat = await visit(sandbox, **PHONE)
    general = chat.channel("general")
    await expect(general).to_be_hidden()
    await chat.button("Channels").tap()
    await expect(general).to_be_focused()
    assert await chat.accessibility_violations() == []
    await chat.page.keyboard.press("Escape")
    await expect(general).to_be_hidden()
    await chat.button("Channels").tap()
    await chat.button("You are").tap()
    await chat.option("Member ").first.tap()  # which fails where something covers the list
    await chat.channel("A thread").tap()
    await expect(chat.page.get_by_role("heading", name="Welcome to A thread")).to_be_visible()
    await chat.command("show")
    await chat.wait_for_message("A heading")
    await chat.button("Workshop").tap()
    await chat.page.get_by_role("button", name="Close the workshop").tap()
    assert await chat.page.evaluate("document.documentElement.scrollWidth") <= 390


async def test_the_conversation_is_the_same_after_a_reload_or_a_lost_connection(
    sandbox: Sandbox, visit: Visit
) -> None:
    chat = await visit(sandbox)
    await chat.command("paint", colour="blue")
    painted = await chat.wait_for_message("Painted 1 times")
    await painted.get_by_role("button", name="Repaint").click()
    await chat.wait_for_message("Painted 2 times")
    before = await chat.page.locator("#timeline").inner_text()
    await chat.page.reload()
    await chat.wait_for_message("Painted 2 times")
    assert await chat.page.locator("#timeline").inner_text() == before
    await chat.page.evaluate("window.scrollTo(0, 0)")
    await sandbox._page.close()
    await sandbox.client.post_message("said meanwhile")
    await chat.wait_for_message("said meanwhile")
    await expect(chat.page.get_by_role("status", name=re.compile("online"))).to_have_count(0)


async def test_events_during_a_fetch_of_the_state_are_not_lost(
    sandbox: Sandbox, visit: Visit
) -> None:
    chat = await visit(sandbox)
    there = asyncio.Event()

    async def slowly(route: Route) -> None:
        answer = await route.fetch()
        await sandbox.client.post_message("meanwhile")
        await asyncio.sleep(0.3)
        await route.fulfill(response=answer)
        await asyncio.sleep(0.3)
        there.set()

    await chat.page.route("**/page/api/state", slowly, times=1)
    await chat.command("talk", about="Loops")
    await there.wait()
    await chat.wait_for_message("meanwhile")
    await chat.wait_for_message("Opened")


@pytest.mark.parametrize(
    ("scheme", "rules"), [("light", ()), ("dark", ("color-contrast",))], ids=["light", "dark"]
)
async def test_every_state_is_accessible(
    sandbox: Sandbox, visit: Visit, scheme: str, rules: tuple[str, ...]
) -> None:
    chat = await visit(sandbox, color_scheme=scheme)
    keys = chat.page.keyboard
    assert await chat.accessibility_violations(*rules) == []  # the empty channel
    await chat.box.fill("/")
    assert await chat.accessibility_violations(*rules) == []  # the picker
    await chat.box.fill("/tint")
    await keys.press("Enter")
    await chat.option("Small").wait_for()
    assert await chat.accessibility_violations(*rules) == []  # the fields, and a list of choices
    await keys.press("Escape")
    await keys.press("Escape")
    await chat.command("menus")
    await chat.button("Sizes").click()
    assert await chat.accessibility_violations(*rules) == []  # a menu
    await keys.press("Escape")
    await chat.command("silent")
    await chat.command("show")
    await chat.button("Enlarge: A swatch").click()
    assert await chat.accessibility_violations(*rules) == []  # a large picture
    await keys.press("Escape")
    await chat.command("talk", about="Loops")
    await chat.wait_for_message("Opened")
    await let_fail(sandbox)
    await chat.wait_for_message("The application did not respond")
    assert await chat.accessibility_violations(*rules) == []  # threads, private, failed
    await chat.button("You are You").click()
    assert await chat.accessibility_violations(*rules) == []  # the personas
