"""The chat page for browser tests, which find elements by their visible text."""

import json
import re
from dataclasses import dataclass, field
from importlib.resources import files
from pathlib import Path
from typing import Any

from playwright.async_api import Browser, BrowserContext, ConsoleMessage, Locator, Page, expect

from sandbox.server import Sandbox

TIMEOUT_MS = 30_000
AXE = (files("axe_playwright_python") / "axe.min.js").read_text(encoding="utf-8")
SERIOUS = ("serious", "critical")


@dataclass
class ChatPage:
    """One open page. `page` is Playwright's; the properties are locators of its parts."""

    page: Page
    console_errors: list[str] = field(default_factory=list)

    @property
    def box(self) -> Locator:
        """The message box."""
        return self.page.get_by_role("combobox", name="Message", exact=True)

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

    async def accessibility_violations(self) -> list[str]:
        """Serious accessibility violations that axe-core finds: rule and element."""
        await self.page.evaluate(AXE)
        found: Any = await self.page.evaluate("axe.run(document, {resultTypes: ['violations']})")
        return [
            f"{violation['id']}: {node['target']} {json.dumps(node['any'])[:300]}"
            for violation in found["violations"]
            if violation["impact"] in SERIOUS
            for node in violation["nodes"]
        ]


class Visit:
    """Opens chat pages, each in its own browser profile, and collects their console errors.

    With a folder for `pictures`, a screenshot of each page at the end is saved there.
    """

    def __init__(self, browser: Browser, name: str, pictures: Path | None) -> None:
        self._browser = browser
        self._name = name
        self._pictures = pictures
        self._contexts: list[BrowserContext] = []
        self._pages: list[ChatPage] = []

    async def __call__(
        self, sandbox: Sandbox, channel: int | None = None, **options: Any
    ) -> ChatPage:
        """Open the page of a chat at a channel; `options` are those of the browser context."""
        context = await self._browser.new_context(**{"locale": "en-GB", **options})
        self._contexts.append(context)
        context.set_default_timeout(TIMEOUT_MS)
        chat = ChatPage(await context.new_page())
        self._pages.append(chat)
        chat.page.on("console", lambda message: _note(chat, message))
        chat.page.on("pageerror", lambda error: chat.console_errors.append(str(error)))
        await chat.page.goto(f"{sandbox.page_url}#{channel or sandbox.client.general}")
        await chat.box.wait_for()
        return chat

    async def close(self) -> None:
        """Close all pages; raises `AssertionError` if one had console errors."""
        if self._pictures is not None:
            for number, chat in enumerate(self._pages):
                await chat.page.screenshot(path=self._pictures / f"{self._name}-{number}.png")
        for context in self._contexts:
            await context.close()
        console_errors = [complaint for chat in self._pages for complaint in chat.console_errors]
        if console_errors:
            raise AssertionError("the page complained: " + "; ".join(console_errors))


def _note(chat: ChatPage, message: ConsoleMessage) -> None:
    if message.type in ("error", "warning"):
        chat.console_errors.append(f"{message.type}: {message.text}")
