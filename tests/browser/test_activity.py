"""The board page inside Discord, with Discord's own library: launched in all ways, and drawn on."""

import re
from typing import Any

from playwright.async_api import ViewportSize, expect

from bot.connection.command_sync import LAUNCH_NAME
from puzzle.notation import format_puzzle
from tests.support.browser.activity import Activity, opened_activity
from tests.support.browser.board_page import middle
from tests.support.browser.boards import Boards, sample
from tests.support.browser.chat_page import ChatPage, Visit
from tests.support.chat.messages import readable
from tests.support.chat.playing import PUZZLE, SOLUTION, tour
from tests.support.sandbox.server import Sandbox
from texts import board_page, races, together
from texts import boards as boards_texts

DESKTOP: dict[str, Any] = {"viewport": {"width": 1280, "height": 800}}
PHONE: dict[str, Any] = {**DESKTOP, "has_touch": True, "device_scale_factor": 2}
PHONE_SIZE: ViewportSize = {"width": 390, "height": 844}
FIVE, SEVEN = "5x5:b1c3a12a02d1a2c32", format_puzzle(sample("medium_7x7"), "loopy")
STROKE = [(0.0, 0.0), (1.0, 0.0), (2.0, 0.0), (3.0, 0.0)]
TOP = {0: "-", 1: "-", 2: "-"}
"""Lines along the first three edges of the top side."""
FOLLOW = """(address) => {
    const link = Object.assign(document.createElement("a"), {href: address, target: "_blank"});
    document.body.append(link);
    link.click();
    link.remove();
}"""

OPAQUE = """if (location.pathname.startsWith("/.relay")) {
    const make = document.createElement.bind(document);
    document.createElement = (name, ...rest) => {
        const made = make(name, ...rest);
        if (name === "iframe") made.setAttribute("sandbox", "allow-scripts");
        return made;
    };
}"""
"""Gives the frame of the page an opaque origin."""
UNTOLD = """() => {
    document.documentElement.style.setProperty("--discord-safe-area-inset-top", "0px");
    Object.defineProperty(screen, "width", { value: innerWidth });
    Object.defineProperty(screen, "height", { value: innerHeight });
    dispatchEvent(new Event("resize"));
}"""
"""Makes the frame as large as the screen, of which nobody tells what is covered."""


async def in_a_room(sandbox: Sandbox, visit: Visit, **options: Any) -> ChatPage:
    """The page of a chat, in a channel and as a person that no other test uses."""
    room = sandbox.world.add_channel(sandbox.client.guild, "room")
    name = f"Drawer {room}"
    sandbox.world.add_user(name)
    chat = await visit(sandbox, room, **options)
    await chat.switch_persona(name)
    return chat


async def launched(
    sandbox: Sandbox, chat: ChatPage, puzzle: str = FIVE, title: str = "5x5"
) -> Activity:
    """The page of a new board, opened by its button in the chat."""
    await chat.command("play", puzzle=puzzle)
    message = await chat.wait_for_message(f"Slitherlink {title}")
    await message.get_by_role("button", name=board_page.LAUNCH.text).click()
    return await opened_activity(sandbox, chat)


async def test_a_board_is_launched_by_its_button(boards: Boards, visit: Visit) -> None:
    sandbox = boards.sandbox
    chat = await in_a_room(sandbox, visit, **DESKTOP)
    activity = await launched(sandbox, chat)
    await activity.drag(*STROKE)
    await activity.until_marks(TOP)
    message = await chat.wait_for_message("Begun")
    picture = message.locator(".picture img").first
    await expect(picture).to_have_attribute("alt", re.compile("3 lines drawn"))
    assert await activity.accessibility_violations() == []
    assert await chat.accessibility_violations() == []
    token = await activity.frame.evaluate("sessionStorage.getItem('token')")
    await activity.frame.evaluate("location.reload()")
    activity = await opened_activity(sandbox, chat)
    await activity.until_marks(TOP)
    assert await activity.frame.evaluate("sessionStorage.getItem('token')") == token
    async with chat.page.context.expect_page() as opened:
        await activity.frame.evaluate(FOLLOW, f"{sandbox.base_url}/page/icon.svg")
    assert (await opened.value).url.endswith("icon.svg")
    await (await opened.value).close()
    [instance] = sandbox.activities.running
    await chat.page.get_by_role("button", name="Leave the activity").click()
    await expect(chat.page.locator("#activity")).to_have_count(0)
    assert instance not in sandbox.activities.running


async def test_a_frame_of_an_opaque_origin_draws_a_line(boards: Boards, visit: Visit) -> None:
    """Such a frame keeps nothing, and no address has its origin."""
    sandbox = boards.sandbox
    chat = await in_a_room(sandbox, visit, **DESKTOP, locale="en-GB")
    await chat.page.add_init_script(OPAQUE)
    await chat.page.reload()
    activity = await launched(sandbox, chat)
    assert await activity.frame.evaluate("self.origin") == "null"
    await activity.drag(*STROKE)
    await activity.until_marks(TOP)
    message = await chat.wait_for_message("Begun")
    picture = message.locator(".picture img").first
    await expect(picture).to_have_attribute("alt", re.compile("3 lines drawn"))
    again = await launched(sandbox, chat, SEVEN, "7x7")
    await expect(again.title).to_have_text("Slitherlink 7x7")
    await again.until_marks({})


async def test_a_page_whose_scripts_are_refused_says_what_to_do(
    boards: Boards, visit: Visit
) -> None:
    chat = await visit(boards.sandbox, **DESKTOP, locale="en-GB")
    nothing = {"content_type": "text/javascript", "body": ""}
    await chat.page.route("**/main.js", lambda route: route.fulfill(**nothing))
    await chat.page.goto(f"{boards.sandbox.base_url}/board/")
    stuck = chat.page.locator("#stuck")
    await expect(stuck).to_be_hidden()  # at first
    await chat.page.evaluate("document.getAnimations().forEach((each) => each.finish())")
    await expect(stuck).to_contain_text(f"Press {board_page.OPEN_BOARD.text} in chat")
    assert await stuck.get_by_text("ブラウザ").count() == 1


async def test_another_board_replaces_the_first(boards: Boards, visit: Visit) -> None:
    sandbox = boards.sandbox
    chat = await in_a_room(sandbox, visit, **DESKTOP)
    first = await launched(sandbox, chat)
    await first.drag(*STROKE)
    await first.until_marks(TOP)
    second = await launched(sandbox, chat, SEVEN, "7x7")
    await expect(second.title).to_have_text("Slitherlink 7x7")
    await second.until_marks({})
    assert second.frame is first.frame


async def test_the_entry_point_opens_the_last_board(boards: Boards, visit: Visit) -> None:
    sandbox = boards.sandbox
    chat = await in_a_room(sandbox, visit, **DESKTOP)
    await chat.command("play", puzzle=FIVE)
    message = await chat.wait_for_message("Begun")
    await message.get_by_role("button", name=boards_texts.DRAW.text).click()
    await message.get_by_role("button", name="→", exact=True).click()
    await chat.command(LAUNCH_NAME)
    activity = await opened_activity(sandbox, chat)
    await activity.until_marks({0: "-"})


async def test_a_link_opens_a_daily(boards: Boards, visit: Visit) -> None:
    sandbox = boards.sandbox
    chat = await in_a_room(sandbox, visit, **DESKTOP)
    address = f"https://discord.com/activities/{sandbox.state.application_id}"
    await chat.box.fill(f"{address}?custom_id=daily-mini")
    await chat.box.press("Enter")
    await chat.page.get_by_role("link", name=re.compile("activities")).last.click()
    activity = await opened_activity(sandbox, chat)
    await expect(activity.title).to_contain_text("Mini")


async def test_a_board_is_drawn_on_a_phone_by_touch(boards: Boards, visit: Visit) -> None:
    sandbox = boards.sandbox
    chat = await in_a_room(sandbox, visit, **PHONE)
    await chat.page.set_viewport_size(PHONE_SIZE)
    activity = await launched(sandbox, chat)
    assert (
        await activity.frame.evaluate("new URLSearchParams(location.search).get('platform')")
        == "mobile"
    )
    await activity.drag_finger(*STROKE)
    await activity.until_marks(TOP)
    await activity.frame.evaluate(
        "document.documentElement.style.setProperty('--discord-safe-area-inset-top', '47px')"
    )
    top = "document.querySelector('#title').getBoundingClientRect().top"
    assert await activity.frame.evaluate(top) >= 47
    await activity.frame.evaluate(UNTOLD)
    assert await activity.frame.evaluate(top) >= 48  # of a screen that the frame fills
    wide = "document.documentElement.scrollWidth <= innerWidth"
    assert await activity.frame.evaluate(wide)


async def test_two_people_see_how_far_the_other_is(boards: Boards, visit: Visit) -> None:
    sandbox = boards.sandbox
    chat = await in_a_room(sandbox, visit, **DESKTOP)
    mine = await launched(sandbox, chat)
    await expect(mine.others).to_have_count(0)
    instance = sandbox.activities.running[-1]
    other = sandbox.world.add_user("Other drawer")
    phone = await visit(sandbox, instance.channel.id, **PHONE)
    await phone.switch_persona("Other drawer")
    await phone.page.set_viewport_size(PHONE_SIZE)
    theirs = await launched(sandbox, phone, SEVEN, "7x7")
    await expect(mine.others).to_have_text(["Other drawer 0%"])
    await expect(theirs.others).to_have_text([re.compile("^Drawer .* 0%$")])
    loop = [(dot % 6, dot // 6) for dot in tour(PUZZLE.grid, SOLUTION)]
    await mine.drag(*loop[:8])
    await expect(theirs.others).to_have_text([re.compile("^Drawer .* [1-9][0-9]?%$")])
    await mine.drag(*loop[7:])
    await expect(theirs.others).to_have_text([re.compile("^Drawer .* solved$")])
    await expect(theirs.frame.locator("#spoken")).to_have_text(re.compile("has solved"))
    for activity in (mine, theirs):
        assert await activity.accessibility_violations() == []
    await mine.frame.get_by_role("button", name=board_page.LABELS["race"].text).click()
    await expect(mine.frame.locator("#notice")).to_have_text(board_page.RACE_WAITS.text)
    post = await phone.wait_for_message("In the race:")
    sent = sandbox.client.messages(instance.channel.id)
    [race] = [each for each in sent if "In the race:" in readable(each)]
    await sandbox.client.press(race, races.JOIN.text, user=other)
    await theirs.frame.locator("#title").click()  # who comes back to the page sees the race
    await expect(mine.frame.locator("#others li")).to_have_text(
        [re.compile("^Race · "), re.compile("^Drawer "), "Other drawer"]
    )
    await chat.page.get_by_role("button", name=races.START.text).click()
    for activity in (mine, theirs):
        await expect(activity.frame.locator("#countdown")).to_be_visible()
    for activity in (mine, theirs):
        await expect(activity.frame.locator("#countdown")).to_have_count(0)
        bars = activity.frame.locator("#others progress")
        await expect(bars).to_have_count(2)
        await expect(bars.last).to_be_in_viewport(ratio=1)
        assert await activity.accessibility_violations() == []
    await expect(post).to_contain_text("It ends when all are done")


async def test_three_draw_a_board_inside_discord_and_in_the_chat(
    boards: Boards, visit: Visit
) -> None:
    sandbox, loop = boards.sandbox, sorted(SOLUTION)
    chats = [await in_a_room(sandbox, visit, **DESKTOP)]
    first = await launched(sandbox, chats[0])
    await first.tool("more").click()
    await first.tool("together").click()
    await expect(first.title).to_have_text("Together · 5x5")
    for name in ("Second", "Third"):
        person = sandbox.world.add_user(f"{name} drawer")
        chats.append(await visit(sandbox, max(sandbox.state.channels), **DESKTOP))
        await chats[-1].switch_persona(sandbox.state.users[person].name)
    await chats[1].command(LAUNCH_NAME)  # joins
    second = await opened_activity(sandbox, chats[1])
    posted = await chats[2].wait_for_message(together.INVITATION.text)
    await posted.get_by_role("button", name=boards_texts.DRAW.text).click()
    pad = await chats[2].wait_for_message("You draw as")
    await pad.get_by_role("button", name="→", exact=True).click()
    await first.until_marks({0: "-"})
    await expect(second.frame.locator("#others li")).to_have_count(3)
    for activity, edges in ((first, loop[1:8]), (second, loop[8:])):
        points = await activity.on_screen(*(middle(PUZZLE, edge) for edge in edges))
        for at in points:
            await activity.chat.page.mouse.click(*at)
    for activity in (first, second):
        await expect(activity.frame.locator("#help")).to_contain_text("Solved together in")
        await expect(activity.frame.locator("#marks .author")).to_have_count(len(loop))
        assert await activity.accessibility_violations() == []
    await chats[2].wait_for_message("Solved together in")


async def test_a_person_whom_discord_does_not_name_sees_why(boards: Boards, visit: Visit) -> None:
    sandbox = boards.sandbox
    chat = await in_a_room(sandbox, visit, **DESKTOP)
    await chat.page.route("**/page/api/authorize", lambda route: route.abort())
    await chat.command("play", puzzle=FIVE)
    message = await chat.wait_for_message("Begun")
    await message.get_by_role("button", name=board_page.LAUNCH.text).click()
    page = chat.page.frame_locator("#activity iframe").frame_locator("iframe")
    refusal = board_page.STATES["activity_refused"].text
    await expect(page.get_by_role("alert")).to_have_text(refusal)
    refused = [text for text in chat.console_errors if "net::ERR_FAILED" in text]
    assert refused
    for text in refused:
        chat.console_errors.remove(text)
