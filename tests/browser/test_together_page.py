"""A board that several people draw, in three pages: who drew what, pointers, trials, help, the end."""

from typing import Any

from msgspec import Struct
from playwright.async_api import Locator, expect

from puzzle.names import column_name
from service.playing.board_links import BoardLinks
from store.address import parse_address
from store.database import connect
from sandbox.model.components import walk
from tests.support.browser.board_page import BoardPage, middle, signs
from tests.support.browser.boards import OWN_PROFILE, Boards, opened_board, sample
from tests.support.chat.playing import PUZZLE, SOLUTION, link_to, menu
from tests.support.chat.runner import now_of
from tests.support.clock import Clock
from tests.support.sandbox.client import Reply
from tests.support.waiting import until, until_is
from texts.together import DRAW_ALONG

PHONE: dict[str, Any] = {"viewport": {"width": 390, "height": 844}}
PIECES = """() => [...document.querySelectorAll("#marks .authors .sign text")].map((each) => each.textContent)"""


class Shared(Struct):
    """The pages of who began a board, of who draws along, and of who looks on."""

    ada: BoardPage
    bob: BoardPage
    cy: BoardPage


def _number(posted: Reply) -> int:
    [found] = [
        str(part["custom_id"])
        for part in walk(posted.message["components"])
        if str(part.get("custom_id")).startswith("ouro:together:draw:")
    ]
    return int(found.rpartition(":")[2])


async def _opened(boards: Boards, **options: Any) -> Shared:
    client = boards.sandbox.client
    own = await opened_board(boards.sandbox, PUZZLE)
    posted = await client.select(own, menu(own), ["together"])
    number = _number(posted)
    links = [
        link_to(await client.press(posted, DRAW_ALONG.text, user=person))
        for person in (client.me, client.member)
    ]
    async with connect(parse_address(boards.database)) as database:
        making = BoardLinks(database, lambda: now_of(boards.sandbox))
        secret = await making.make_link(client.newcomer, together=number)
    links.append(f"{links[0].partition('#')[0]}#{secret}")
    ada = await boards.visit(links[0], **OWN_PROFILE)
    pages = Shared(ada, *[await boards.visit(link, **options) for link in links[1:]])
    for page in (pages.ada, pages.bob, pages.cy):
        await page.until_marks({})
    return pages


async def explore(boards: Boards) -> None:
    import asyncio
    def shot(p, n):
        return p.page.screenshot(path=f"/tmp/w/p70/{n}.png")
    found = await _opened(boards, **PHONE)
    ada, bob, cy = found.ada, found.bob, found.cy
    await ada.page.set_viewport_size({"width": 1280, "height": 800})
    loop = sorted(SOLUTION)
    await shot(ada, "00_ada"); await shot(cy, "00_cy")
    await ada.drag(*[(0, 0), (1, 0), (2, 0), (3, 0)])
    await ada.until_marks(signs([0, 1, 2]))
    await bob.until_marks(signs([0, 1, 2]))
    await shot(bob, "01_bob_names")
    [at] = await bob.on_screen(middle(PUZZLE, 1))
    await bob.page.mouse.click(*at)
    await asyncio.sleep(.25)
    await shot(ada, "02_ada_flash"); await shot(bob, "02_bob_flash")
    await bob.drag((0, 1), (1, 1), (1, 2), (2, 2))
    await asyncio.sleep(.5)
    await shot(ada, "03_ada_pointer")
    await bob.tool("who").click()
    await shot(bob, "04_bob_who")
    print(await ada.page.locator("#others").inner_text(), await bob.page.locator("#others").inner_text(), await cy.page.locator("#others").inner_text())
    await ada.page.locator("#others button").first.click()
    await shot(ada, "05_ada_order")
    await ada.page.keyboard.press("Escape")
    await cy.page.get_by_role("button", name="Draw along").click()
    await asyncio.sleep(.5)
    await shot(cy, "06_cy_joined")
    await cy.tool("begin").click()
    await cy.drag((2, 3), (3, 3), (4, 3))
    await asyncio.sleep(.5)
    await shot(cy, "07_cy_trial"); print(await ada.marks())
    await cy.tool("keep").click()
    await asyncio.sleep(.5)
    await shot(ada, "08_ada_shown")
    await bob.tool("hint").click()
    await asyncio.sleep(1)
    await shot(ada, "09_ada_hint"); await shot(bob, "09_bob_hint"); await shot(cy, "09_cy_hint")
    await ada.tool("clear").click(); 
    await asyncio.sleep(.3)
    await shot(ada, "10_ada_clear")


async def test_explore2(boards: Boards) -> None:
    import asyncio
    def shot(p, n):
        return p.page.screenshot(path=f"/tmp/w/p70/{n}.png")
    found = await _opened(boards, **PHONE, color_scheme="dark")
    ada, bob, cy = found.ada, found.bob, found.cy
    await ada.page.set_viewport_size({"width": 1280, "height": 800})
    await ada.page.emulate_media(color_scheme="dark")
    await cy.page.get_by_role("button", name="Draw along").click()
    await expect(cy.tool("line")).to_be_visible()
    loop = sorted(SOLUTION)
    await ada.drag(*[(0, 0), (1, 0), (2, 0), (3, 0)])
    await bob.until_marks(signs([0, 1, 2]))
    await bob.page.context.set_offline(True)
    await bob.drag((0, 0), (1, 0), (1,1), (1,2))
    await ada.drag((1, 0), (1, 1), (1,2), (2,2))
    await ada.drag((3, 3), (3, 4), (4,4))
    await asyncio.sleep(5)
    await shot(bob, "20_bob_offline")
    await bob.page.context.set_offline(False)
    await asyncio.sleep(1.2)
    await shot(bob, "21_bob_back"); await shot(ada, "21_ada")
    print(await bob.marks(), await ada.marks())
    await cy.seldom("pointers")
    await shot(cy, "22_cy_nopointers")
    await bob.tool("more").click()
    await shot(bob, "23_bob_more")
    await bob.tool("more").click()
    for _ in range(8):
        await bob.tool("undo").click(force=True)
    await asyncio.sleep(.5)
    await shot(bob, "24_bob_undo")
    await ada.seldom("clear")
    await ada.page.get_by_role("dialog").get_by_role("button", name="Clear mine").click()
    await asyncio.sleep(.5)
    await ada.until_marks({})
    await bob.tool("check").click()
    await asyncio.sleep(1)
    await shot(ada, "25_ada_check")
    for n, edge in enumerate(loop):
        page = [ada, bob, cy][(n // 4) % 3]
        [at] = await page.on_screen(middle(PUZZLE, edge))
        await page.page.mouse.click(*at)
        await page.until_marks(signs(loop[:n+1]))
    await asyncio.sleep(1.5)
    await shot(ada, "26_ada_end"); await shot(bob, "26_bob_end")
    await bob.page.emulate_media(color_scheme="light")
    await shot(bob, "27_bob_end_light")
    await bob.page.emulate_media(color_scheme="dark")
    await bob.tool("next").click()
    await asyncio.sleep(2)
    await shot(bob, "28_bob_next"); await shot(ada, "28_ada_next")
    print(await ada.accessibility_violations(), await bob.accessibility_violations())
