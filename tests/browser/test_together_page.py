"""A board that several people draw, in their pages: who drew what, trials, help, and the end."""

from functools import partial
from typing import Any

from msgspec import Struct
from playwright.async_api import expect

from puzzle.model import EdgeState
from sandbox.model.components import walk
from service.playing.board_links import BoardLinks
from store.address import parse_address
from store.database import connect
from tests.support.browser.board_page import BoardPage, middle, signs
from tests.support.browser.boards import OWN_PROFILE, Boards, opened_board
from tests.support.browser.wires import Wires
from tests.support.chat.playing import PUZZLE, SOLUTION, link_to, menu
from tests.support.chat.runner import now_of
from tests.support.sandbox.client import Reply
from tests.support.waiting import until, until_is
from texts import boards as boards_texts
from texts.together import DRAW_ALONG, WORDS

NAMED = """() => [...document.querySelectorAll("#marks .sign text")]
    .map(({ textContent }) => textContent).sort().join("")"""
"""The letters that are shown on the board."""
FLASHING = "() => document.querySelectorAll('#marks .flash').length"
LATER = "() => { const now = Date.now; Date.now = () => now() + 4000; }"


class Shared(Struct):
    """The pages of who began a board, of who draws along, and the link of who looks on."""

    ada: BoardPage
    bob: BoardPage
    looking: str
    posted: Reply


async def _opened(boards: Boards, **options: Any) -> Shared:
    client = boards.sandbox.client
    own = await opened_board(boards.sandbox, PUZZLE)
    posted = await client.select(own, menu(own), ["together"])
    links = [
        link_to(await client.press(posted, boards_texts.DRAW.text, user=person))
        for person in (client.me, client.member)
    ]
    async with connect(parse_address(boards.database)) as database:
        making = BoardLinks(database, lambda: now_of(boards.sandbox))
        secret = await making.make_link(client.newcomer, _number(posted), "together_id")
    ada, bob = [await boards.visit(link, **options) for link in links]
    for page in (ada, bob):
        await page.until_marks({})
    return Shared(ada, bob, f"{links[0].partition('#')[0]}#{secret}", posted)


def _number(posted: Reply) -> int:
    """The ID of a board, which its buttons have."""
    pressed = [str(part.get("custom_id")) for part in walk(posted.message["components"])]
    return int(next(each for each in pressed if ":together:draw:" in each).rpartition(":")[2])


async def _click(page: BoardPage, *edges: int) -> None:
    for edge in edges:
        [at] = await page.on_screen(middle(PUZZLE, edge))
        await page.page.mouse.click(*at)


async def _names(page: BoardPage) -> str:
    found: str = await page.page.evaluate(NAMED)
    return found


async def test_all_see_who_drew_what(boards: Boards) -> None:
    found = await _opened(boards)
    ada, bob = found.ada, found.bob
    await ada.drag((0, 0), (1, 0), (2, 0))
    await bob.until_marks(signs([0, 1]))
    assert await _names(bob) == "A"
    await _click(bob, 1)
    await ada.until_marks({0: "-", 1: "x"})
    for page in (ada, bob):
        await until(partial(page.page.evaluate, FLASHING))
    await expect(ada.spoken).to_have_text(WORDS["replaced"].text.format(count=1))
    await _click(bob, 5)
    await ada.tool("who").click()
    await until_is("ABB", lambda: _names(ada))
    await expect(ada.page.locator("#marks .author")).to_have_count(2)
    await expect(ada.page.locator("#marks .pattern")).to_have_count(1)
    await expect(ada.page.locator(".pointer .name")).to_have_text("Member")
    await ada.seldom("pointers")
    await expect(ada.page.locator(".pointer .name")).to_be_hidden()
    await ada.seldom("clear")
    await ada.dialog("Clear mine").get_by_role("button", name="Clear mine").click()
    await bob.until_marks({1: "x", 5: "-"})
    await ada.tool("undo").click()
    await bob.until_marks({0: "-", 1: "x", 5: "-"})
    assert await ada.accessibility_violations() == []


async def test_order_is_kept_and_who_looks_on_draws_along(boards: Boards) -> None:
    found = await _opened(boards)
    ada, bob = found.ada, found.bob
    cy = await boards.visit(found.looking)
    await _click(bob, 3)
    await cy.until_marks(signs([3]))
    await _click(cy, 4)
    await cy.board.focus()
    await cy.page.keyboard.press("l")
    await expect(cy.tool("line")).to_be_hidden()
    await expect(bob.page.locator("#others button")).to_have_count(0)
    people = ada.page.locator("#others li")
    for what, left in (("Take back what Member drew", []), ("Put back what Member drew", [3])):
        await people.get_by_role("button", name="Member").click()
        await ada.page.get_by_role("button", name=what).click()
        await bob.until_marks(signs(left))
    await people.get_by_role("button", name="Member").click()
    await ada.page.get_by_role("button", name="Shut Member out").click()
    await expect(people.nth(1)).to_contain_text("shut out")
    await expect(bob.page.locator("#others")).to_contain_text("You do not draw")
    await expect(bob.page.get_by_role("button", name=DRAW_ALONG.text)).to_have_count(0)
    await cy.page.get_by_role("button", name=DRAW_ALONG.text).click()
    await expect(cy.tool("line")).to_be_visible()
    await _click(cy, 4)
    await ada.until_marks(signs([3, 4]))
    await expect(people).to_have_count(3)


async def test_a_trial_stays_on_the_page_until_it_is_shown(boards: Boards) -> None:
    found = await _opened(boards)
    ada, bob = found.ada, found.bob
    await ada.tool("begin").click()
    await _click(ada, 0, 1, 2)
    await ada.tool("undo").click()
    await ada.until_marks(signs([0, 1]))
    await ada.page.reload()
    await ada.until_marks(signs([0, 1]))
    await _click(bob, 5)
    await ada.until_marks(signs([0, 1, 5]))
    await bob.until_marks(signs([5]))
    await ada.tool("keep").click()
    await bob.until_marks(signs([0, 1, 5]))
    await ada.tool("undo").click()  # all of it is one stroke
    await bob.until_marks(signs([5]))
    await ada.tool("begin").click()
    await _click(ada, 0)
    await ada.tool("take-back").click()
    await ada.until_marks(signs([5]))


async def test_a_late_stroke_tells_what_it_leaves(boards: Boards) -> None:
    found = await _opened(boards, **OWN_PROFILE)
    ada, bob = found.ada, found.bob
    wires = Wires()
    await wires.lay(bob.page)
    await bob.page.reload()
    await bob.until_marks({})
    wires.deaf = wires.mute = True
    await bob.drag((0, 0), (1, 0), (2, 0))
    await _click(ada, 0, 0)  # a cross
    await ada.until_marks(signs([0], EdgeState.CROSS))
    await bob.page.evaluate(LATER)
    await wires.cut()
    await bob.until_marks({0: "x", 1: "-"})
    await expect(bob.notice).to_contain_text("You drew there meanwhile")


async def test_the_solution_is_shown_to_all_once_it_is_given_up(boards: Boards) -> None:
    found = await _opened(boards)
    ada, bob = found.ada, found.bob
    loop = sorted(SOLUTION)
    [wrong, *_] = {*range(len(PUZZLE.grid.edge_dots))} - SOLUTION
    await _click(ada, loop[0], wrong)
    await bob.until_marks(signs([loop[0], wrong]))
    await _click(bob, loop[-1])
    await ada.seldom("reveal")
    await ada.dialog("Give up").get_by_role("button", name="Give up").click()
    for page in (ada, bob, await boards.visit(found.looking)):
        await expect(page.help).to_contain_text("has given up")
        await until_is(signs(loop), page.marks)
        await until_is("AB", partial(_names, page))
        await expect(page.page.locator("#marks .author")).to_have_count(2)
    assert await ada.accessibility_violations() == []


async def test_help_is_common_and_the_loop_has_its_colours(boards: Boards) -> None:
    found = await _opened(boards)
    ada, bob = found.ada, found.bob
    await bob.tool("hint").click()
    await expect(ada.help).to_contain_text("Member asked: Where to look")
    await expect(bob.help).to_contain_text("Where to look")
    for page in (ada, bob):
        await expect(page.help).not_to_contain_text("+")
    loop = sorted(SOLUTION)
    await _click(ada, *loop[::2])
    await bob.until_marks(signs(loop[::2]))
    await _click(bob, *loop[1::2])
    for page in (ada, bob):
        await expect(page.help).to_contain_text("Solved together in")
        await expect(page.page.locator("#marks .author")).to_have_count(len(loop))
        await until_is("AB", partial(_names, page))
    await bob.tool("next").click()
    await expect(ada.notice).to_have_text(WORDS["gone_on"].text)
    await ada.tool("next").click()
    await expect(ada.page.locator("#marks .author")).to_have_count(0)  # it is another page
    await expect(ada.page.locator("#others li").nth(1)).to_have_attribute("aria-current", "true")
    await ada.until_marks({})
    assert await ada.accessibility_violations() == []
