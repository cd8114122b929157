"""The chat page for browser tests, which find elements by their visible text."""

import json
import re
from importlib.resources import files
from pathlib import Path
from typing import Any

from msgspec import Struct, field
from playwright.async_api import Browser, ConsoleMessage, Error, Locator, Page, expect

from tests.support.sandbox.server import Sandbox

TIMEOUT_MS = 120_000
AXE = (files("axe_playwright_python") / "axe.min.js").read_text(encoding="utf-8")


class ChatPage(Struct, dict=True):  # Playwright keeps a wrapper of each listener in it
    """One open page. `page` is Playwright's; the properties are locators of its parts.

    `special` is true for a window with options of its own.
    """

    page: Page
    special: bool = False
    console_errors: list[str] = field(default_factory=list)

    def listen(self) -> None:
        """Keep what the page complains about from now on."""
        self.page.on("console", self.note_message)
        self.page.on("pageerror", self.note_error)

    def stop_listening(self) -> None:
        """Keep no more of it."""
        self.page.remove_listener("console", self.note_message)
        self.page.remove_listener("pageerror", self.note_error)

    def note_message(self, message: ConsoleMessage) -> None:
        """Keep an error or a warning that the page writes to the console."""
        if message.type in ("error", "warning"):
            self.console_errors.append(f"{message.type}: {message.text}")

    def note_error(self, error: Error) -> None:
        """Keep an error that nothing in the page caught."""
        self.console_errors.append(str(error))

    @property
    def box(self) -> Locator:
        """The message box."""
        return self.page.get_by_role("textbox", name="Message", exact=True)

    @property
    def rows(self) -> Locator:
        """The elements of the messages, oldest first."""
        return self.page.locator("#timeline .message")

    @property
    def newest(self) -> Locator:
        """The element of the newest message."""
        return self.rows.last

    def row(self, text: str) -> Locator:
        """The newest message with that text."""
        return self.rows.filter(has_text=text).last

    def button(self, name: str) -> Locator:
        """The newest button with that name."""
        return self.page.get_by_role("button", name=name).last

    def option(self, name: str) -> Locator:
        """An item of an open list."""
        return self.page.get_by_role("option", name=name)

    def field(self, name: str) -> Locator:
        """The input field of an option of the open command."""
        head = self.page.locator(".field-name", has_text=name)
        return self.page.locator(".command .field", has=head).locator("input").first

    def channel(self, name: str) -> Locator:
        """An item of the list of channels."""
        return self.page.locator("#channels a", has_text=name)

    async def command(self, name: str, **values: str) -> None:
        """Select a slash command, fill in its options, and send it."""
        await self.box.fill(f"/{name}")
        await self.box.press("Enter")
        for option, value in values.items():
            await self.field(option).fill(value)
        await self.page.get_by_role("button", name=f"Send /{name}").click()

    async def switch_persona(self, name: str) -> None:
        """Switch to another persona."""
        await self.page.get_by_role("button", name="You are").click()
        await self.page.get_by_role("option", name=re.compile(f"^{name} ")).click()
        await self.page.get_by_role("button", name=f"You are {name}").wait_for()

    async def wait_for_message(self, text: str) -> Locator:
        """Wait for a message with that text; the returned locator stays valid when it is edited."""
        row = self.row(text)
        await expect(row).to_be_visible()  # its error message shows the page's content
        number = await row.get_attribute("data-id")
        return self.page.locator(f"#timeline .message[data-id='{number}']")

    def count_refusals(self) -> int:
        """Number of 400 answers since the last call; they are removed from the console errors."""
        refused = [text for text in self.console_errors if "status of 400" in text]
        for text in refused:
            self.console_errors.remove(text)
        return len(refused)

    async def accessibility_violations(self, *rules: str) -> list[str]:
        """All accessibility violations that axe-core finds: rule and element.

        With `rules`, only these are looked at.
        """
        if await self.page.evaluate("!window.axe"):
            await self.page.evaluate(AXE)
        options = {
            "resultTypes": ["violations"],
            "iframes": False,
            **({"runOnly": rules} if rules else {}),
        }
        found: Any = await self.page.evaluate("(options) => axe.run(document, options)", options)
        return [
            f"{violation['id']}: {node['target']} {json.dumps(node['any'])[:300]}"
            for violation in found["violations"]
            for node in violation["nodes"]
        ]


class Windows:
    """Windows of a browser that tests use in turn: to open one takes a second of the processor.

    A window for special options of the browser context is opened for one test only.
    """

    def __init__(self, browser: Browser) -> None:
        self._browser = browser
        self._idle: list[Page] = []

    async def take(self, **options: Any) -> Page:
        """A window without a past, in a profile that no other window in use has."""
        if self._idle and not options:
            return self._idle.pop()
        context = await self._browser.new_context(**{"locale": "en-GB", **options})
        context.set_default_timeout(TIMEOUT_MS)
        return await context.new_page()

    async def give_back(self, page: Page, *, special: bool) -> None:
        """Keep a window for other tests, and nothing of what was in it."""
        if special:
            await page.context.close()
            return
        await page.evaluate("localStorage.clear(); sessionStorage.clear()")
        await page.unroute_all()
        await page.goto("about:blank")
        self._idle.append(page)


class Visit:
    """Opens chat pages, each in its own browser profile, and collects their console errors.

    With a folder for `pictures`, a screenshot of each page at the end is saved there.
    """

    def __init__(self, windows: Windows, name: str, pictures: Path | None) -> None:
        self._windows = windows
        self._name = name
        self._pictures = pictures
        self._pages: list[ChatPage] = []

    async def __call__(
        self, sandbox: Sandbox, channel: int | None = None, **options: Any
    ) -> ChatPage:
        """Open the page of a chat at a channel; `options` are those of the browser context."""
        page = await self._windows.take(**options)
        chat = ChatPage(page, special=bool(options))
        self._pages.append(chat)
        chat.listen()
        await page.goto(f"{sandbox.page_url}#{channel or sandbox.client.general}")
        await chat.box.wait_for()
        return chat

    async def close(self) -> None:
        """Leave all pages; raises `AssertionError` if one had console errors."""
        if self._pictures is not None:
            for number, chat in enumerate(self._pages):
                await chat.page.screenshot(path=self._pictures / f"{self._name}-{number}.png")
        for chat in self._pages:
            chat.stop_listening()
            await self._windows.give_back(chat.page, special=chat.special)
        console_errors = [complaint for chat in self._pages for complaint in chat.console_errors]
        if console_errors:
            raise AssertionError("the page complained: " + "; ".join(console_errors))
