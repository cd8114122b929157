"""How the board page looks and speaks: languages, themes, and ends of sessions."""

import re
from collections.abc import Iterator
from itertools import product
from typing import Any

import pytest
from playwright.async_api import Route, ViewportSize, WebSocketRoute, expect

from i18n.catalogues import localizer_for
from i18n.languages import LANGUAGES
from i18n.localizer import Localizer
from renderer.shapes import ShapeRole
from renderer.theme import THEMES
from service.settings import LANGUAGE, THEME
from tests.support.browser.board_page import BoardPage, signs
from tests.support.browser.boards import Boards
from tests.support.chat.playing import PUZZLE as FIVE
from tests.support.chat.playing import SOLUTION, link_to
from tests.support.waiting import until_is
from texts import board_page, drafts, privacy, together

VARIABLES = """(names) => names.map(
    (name) => getComputedStyle(document.documentElement).getPropertyValue(`--${name}`))"""
HINTS = ("forced-line", "wrong-line", "number", "conflict-line")
"""Roles of highlights whose colours could be taken for those of chains."""
SHARES = 0.2126, 0.7152, 0.0722
"""How bright red, green and blue are to the eye."""
STATES = {key: message.text for key, message in board_page.STATES.items()}


# Languages


async def test_the_page_speaks_the_language_of_the_browser(boards: Boards) -> None:
    page, _ = await boards.open(FIVE, locale="ja-JP")
    assert await page.page.locator("html").get_attribute("lang") == "ja"
    await expect(page.tool("hint")).to_contain_text("ヒント")
    await page.board.focus()
    await page.page.keyboard.press("ArrowRight")
    await expect(page.spoken).to_have_text(re.compile("^点B1.*線"))
    await page.tool("hint").click()
    await expect(page.help.get_by_role("heading")).to_have_text(re.compile("[ぁ-ん]"))
    assert await page.accessibility_violations() == []


async def test_the_page_speaks_the_language_that_the_person_has_chosen(boards: Boards) -> None:
    client = boards.sandbox.client
    settings = await client.slash("settings")
    await client.select(settings, LANGUAGE.title.text, ["ja"])
    page, _ = await boards.open(FIVE)
    await expect(page.tool("hint")).to_contain_text("ヒント")


CUT = """([language, words]) => {
  document.documentElement.lang = language;
  const labels = { trial_now: "#trial > span", blank: "#digits button" };
  for (const { dataset: { action } } of document.querySelectorAll("#panel [data-action]"))
    labels[action] = `#panel [data-action="${action}"] span`;
  return Object.entries(labels).map(([name, path]) => {
    const label = document.querySelector(path);
    if (!label?.offsetWidth || !words[name]) return "";
    label.textContent = words[name];
    return label.scrollWidth > label.clientWidth ? words[name] : "";
  }).filter(Boolean);
}"""
"""Gives the buttons of a page their labels in a language; those that are cut off."""
NARROW: ViewportSize = {"width": 390, "height": 844}
WIDE: ViewportSize = {"width": 1280, "height": 800}


async def test_labels_have_room_in_every_language(boards: Boards) -> None:
    board, _ = await boards.open(FIVE, viewport=NARROW)
    await board.tool("begin").click()
    link = link_to(await boards.sandbox.client.slash("create"))
    draft = await boards.visit(link, viewport=NARROW)
    for page in (board, draft):
        await page.tool("more").click()
    cut = {}
    for window, language in product((NARROW, WIDE), LANGUAGES):
        for page in (board, draft):
            await page.page.set_viewport_size(window)
        cut[language, window["width"]] = [
            label
            for page, words in _words(localizer_for(language), board, draft)
            for label in await page.page.evaluate(CUT, [language, words])
        ]
    assert not any(cut.values()), cut


def _words(
    localizer: Localizer, board: BoardPage, draft: BoardPage
) -> Iterator[tuple[BoardPage, dict[str, str]]]:
    """Pages and the labels of their buttons by action; those that are elsewhere at other times, or
    on boards that several people draw, take places that are as large.
    """
    words, shared = board_page.page_words(localizer), together.page_words(localizer)
    yield board, words | {"trial_now": words["trial_now"].format(level=9)}
    yield board, shared | {"submit": shared["who"], "clear": shared["pointers"]}
    yield draft, drafts.draft_words(localizer)


# Themes


@pytest.mark.parametrize("theme", sorted(THEMES))
async def test_all_that_is_drawn_is_legible_in_every_theme(boards: Boards, theme: str) -> None:
    client = boards.sandbox.client
    settings = await client.slash("settings")
    await client.select(settings, THEME.title.text, [theme])
    page, board = await boards.open(FIVE)
    await board.draw(sorted(SOLUTION)[:5])
    await page.tool("hint").click()
    await expect(page.help.get_by_role("heading")).to_be_visible()
    assert await page.accessibility_violations("color-contrast") == []
    chains = [f"chain-{number}" for number in range(1, 5)]
    drawn = ["line", "cross", "wrong-line", "forced-line", *chains]
    assert [name for name in drawn if await contrast(page, name, "board") < 3] == []
    assert await contrast(page, "clue", "board") >= 4.5
    assert await contrast(page, "clue", "inside") >= 4.5
    assert await contrast(page, "line", "inside") >= 3
    assert await contrast(page, "dimmed-clue", "board") >= 3
    assert not set(await colours(page, *chains)) & set(await colours(page, *HINTS))


@pytest.mark.parametrize("scheme", ["dark", "light"])
async def test_the_system_chooses_where_the_person_has_not(boards: Boards, scheme: Any) -> None:
    page, _ = await boards.open(FIVE, color_scheme=scheme)
    [ground] = await colours(page, "board")
    assert ground == THEMES[scheme].styles[ShapeRole.BOARD].colour
    other: Any = {"dark": "light", "light": "dark"}[scheme]
    await page.page.emulate_media(color_scheme=other)
    assert await colours(page, "board") != [ground]


async def test_nothing_moves_where_the_person_wants_no_motion(boards: Boards) -> None:
    page, board = await boards.open(FIVE, reduced_motion="reduce")
    await board.draw(SOLUTION)
    await expect(page.help).to_contain_text("Solved!")
    assert await page.page.evaluate("document.getAnimations().length") == 0


async def test_lines_and_buttons_remain_with_forced_colours(boards: Boards) -> None:
    page, board = await boards.open(FIVE, forced_colors="active")
    await board.draw(sorted(SOLUTION)[:5])
    await page.until_marks(signs(sorted(SOLUTION)[:5]))
    line = page.page.locator("#marks .line").first
    stroke = await line.evaluate("(path) => getComputedStyle(path).stroke")
    assert ratio(rgb(stroke), rgb(await _background(page))) >= 3
    background = "(button) => getComputedStyle(button).backgroundColor"
    pressed, other = [await page.tool(name).evaluate(background) for name in ("line", "cross")]
    assert pressed != other
    assert await page.accessibility_violations() == []


async def _background(page: BoardPage) -> str:
    found: str = await page.page.evaluate("getComputedStyle(document.body).backgroundColor")
    return found


async def colours(page: BoardPage, *names: str) -> list[str]:
    """The values of colour variables of the page."""
    found: list[str] = await page.page.evaluate(VARIABLES, names)
    return found


async def contrast(page: BoardPage, ink: str, ground: str) -> float:
    """The contrast of two colours of the page, from 1 to 21."""
    one, other = (tuple(bytes.fromhex(each[1:])) for each in await colours(page, ink, ground))
    return ratio(one, other)


def rgb(colour: str) -> tuple[int, ...]:
    """Red, green and blue of a computed colour."""
    return tuple(map(int, re.findall(r"\d+", colour)[:3]))


def ratio(one: tuple[int, ...], other: tuple[int, ...]) -> float:
    """The contrast ratio of WCAG 2."""
    low, high = sorted((_luminance(one), _luminance(other)))
    return (high + 0.05) / (low + 0.05)


def _luminance(colour: tuple[int, ...]) -> float:
    linear = [
        c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4
        for c in (value / 255 for value in colour)
    ]
    return sum(share * value for share, value in zip(SHARES, linear, strict=True))


# Links and sessions that are over


async def test_what_a_link_tells_that_shows_no_board(boards: Boards) -> None:
    board = await boards.in_chat(FIVE)
    link = await board.link()
    first = await boards.visit(link)
    await first.until_marks({})
    used = await boards.visit(link, locale="en-US")
    await expect(used.notice).to_have_text(STATES["link_over"])
    none = await boards.visit(link.partition("#")[0], locale="en-US")
    await expect(none.notice).to_have_text(STATES["no_link"])
    for page in (used, none):
        await expect(page.status).to_have_text(STATES["over"])
        await expect(page.board).to_be_hidden()
        assert await page.accessibility_violations() == []
    forget_refusals(used)
    again = await board.link()  # the first page goes on beside it
    await first.page.goto("about:blank")
    await first.page.goto(again)
    await first.until_marks({})


async def test_a_page_tells_that_its_data_was_deleted(boards: Boards) -> None:
    page, board = await boards.open(FIVE)
    await board.draw(sorted(SOLUTION)[:3])
    await page.until_marks(signs(sorted(SOLUTION)[:3]))
    client = boards.sandbox.client
    asked = await client.press(await client.slash("privacy"), privacy.DELETE_BUTTON.text)
    await client.press(asked, privacy.CONFIRM.text)
    await expect(page.notice).to_have_text(STATES["session_over"])
    await expect(page.status).to_have_text(STATES["over"])
    await page.page.reload()
    await expect(page.notice).to_have_text(STATES["session_over"])
    assert await page.marks() == {}
    forget_refusals(page)


def forget_refusals(page: BoardPage) -> None:
    """Forget that the browser logs answers with a status for refusals."""
    page.console_errors[:] = [each for each in page.console_errors if "status of 40" not in each]


# Offline


async def test_strokes_wait_while_offline_and_are_saved_afterwards(boards: Boards) -> None:
    page, board = await boards.open(FIVE, viewport={"width": 360, "height": 740})
    before = await page.on_screen((0, 0))
    offline = True

    async def connect(socket: WebSocketRoute) -> None:
        if offline:
            await socket.close()
        else:
            socket.connect_to_server()

    async def refuse(route: Route) -> None:
        await route.abort()

    await page.page.route_web_socket("**/api/live", connect)
    await page.page.route("**/api/changes*", refuse)
    await page.page.reload()
    await expect(page.status).to_have_attribute("data-state", "offline")
    await page.drag((0, 0), (1, 0), (2, 0))
    await expect(page.status).to_have_text(STATES["offline_kept"].format(count=1))
    await until_is({0: "-", 1: "-"}, page.marks)
    assert await page.on_screen((0, 0)) == before  # what is told does not move the board
    assert await page.accessibility_violations() == []
    offline = False
    await page.page.reload()
    await page.until_marks({0: "-", 1: "-"})
    page.console_errors[:] = [each for each in page.console_errors if "ERR_FAILED" not in each]
    again = await boards.visit(await board.link())
    await again.until_marks({0: "-", 1: "-"})
    await page.page.unroute_all()
