"""The chat page as a test handles it: like a person, by what is written on it."""

import json
import re
from dataclasses import dataclass, field
from importlib.resources import files
from pathlib import Path
from typing import Any

from playwright.async_api import Browser, BrowserContext, ConsoleMessage, Locator, Page, expect

from sandbox.server import Sandbox

PATIENCE_MS = 30_000
AXE = (files("axe_playwright_python") / "axe.min.js").read_text(encoding="utf-8")
SERIOUS = ("serious", "critical")


@dataclass
class ChatPage:
    """One open page. `page` is Playwright's; the rest are short names for what is on it."""

    page: Page
    complaints: list[str] = field(default_factory=list)

    @property
    def box(self) -> Locator:
        """The message box."""
        return self.page.get_by_role("combobox", name="Message", exact=True)

    @property
    def rows(self) -> Locator:
        """The messages, oldest first."""
        return self.page.locator("#timeline .message")

    @property
    def newest(self) -> Locator:
        """The newest message."""
        return self.rows.last

    def row(self, text: str) -> Locator:
        """The message with that text."""
        return self.rows.filter(has_text=text).last

    def button(self, name: str) -> Locator:
        """The newest button of that name."""
        return self.page.get_by_role("button", name=name).last

    def option(self, name: str) -> Locator:
        """An entry of an open list."""
        return self.page.get_by_role("option", name=name)

    def field(self, name: str) -> Locator:
        """The field for an option of the open command."""
        head = self.page.locator(".field-name", has_text=name)
        return self.page.locator(".command .field", has=head).locator("input").first

    def channel(self, name: str) -> Locator:
        """An entry of the list of channels."""
        return self.page.locator("#channels a", has_text=name)

    async def command(self, name: str, **values: str) -> None:
        """Pick a slash command, fill its options in, and send it."""
        await self.box.fill(f"/{name}")
        await self.box.press("Enter")
        for option, value in values.items():
            await self.field(option).fill(value)
        await self.page.get_by_role("button", name=f"Send /{name}").click()

    async def become(self, name: str) -> None:
        """Be somebody else."""
        await self.page.get_by_role("button", name="You are").click()
        await self.page.get_by_role("option", name=re.compile(f"^{name} ")).click()
        await self.page.get_by_role("button", name=f"You are {name}").wait_for()

    async def shows(self, text: str) -> Locator:
        """Wait for a message with that text; it, whatever it says later."""
        row = self.row(text)
        await expect(row).to_be_visible()  # else it says what is there instead
        number = await row.get_attribute("data-id")
        return self.page.locator(f"#timeline .message[data-id='{number}']")

    def refusals(self) -> int:
        """How often the server refused something since the last time, which is no complaint."""
        refused = [text for text in self.complaints if "status of 400" in text]
        for text in refused:
            self.complaints.remove(text)
        return len(refused)

    async def serious_barriers(self) -> list[str]:
        """What axe finds that would shut people out: its rule, and where."""
        await self.page.evaluate(AXE)
        found: Any = await self.page.evaluate("axe.run(document, {resultTypes: ['violations']})")
        return [
            f"{violation['id']}: {node['target']} {json.dumps(node['any'])[:300]}"
            for violation in found["violations"]
            if violation["impact"] in SERIOUS
            for node in violation["nodes"]
        ]


class Visit:
    """Opens chat pages, each in a profile of its own, and remembers their complaints.

    With a folder for `pictures`, what each page shows at the end is kept there to look at.
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
        """Open the page of a chat, in some channel; options are those of a browser's context."""
        context = await self._browser.new_context(**{"locale": "en-GB", **options})
        self._contexts.append(context)
        context.set_default_timeout(PATIENCE_MS)
        chat = ChatPage(await context.new_page())
        self._pages.append(chat)
        chat.page.on("console", lambda message: _note(chat, message))
        chat.page.on("pageerror", lambda error: chat.complaints.append(str(error)))
        await chat.page.goto(f"{sandbox.page_url}#{channel or sandbox.client.general}")
        await chat.box.wait_for()
        return chat

    async def close(self) -> None:
        """Close everything; `AssertionError` when a page complained."""
        if self._pictures is not None:
            for number, chat in enumerate(self._pages):
                await chat.page.screenshot(path=self._pictures / f"{self._name}-{number}.png")
        for context in self._contexts:
            await context.close()
        complaints = [complaint for chat in self._pages for complaint in chat.complaints]
        if complaints:
            raise AssertionError("the page complained: " + "; ".join(complaints))


def _note(chat: ChatPage, message: ConsoleMessage) -> None:
    if message.type in ("error", "warning"):
        chat.complaints.append(f"{message.type}: {message.text}")
