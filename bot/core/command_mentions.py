"""Commands in the texts of messages, which Discord shows as links that begin the command.

Texts name a command as `/daily`. Discord knows commands by numbers, which it tells when they are
registered (discord.com/developers/docs/reference#message-formatting).
"""

import re
from collections.abc import Mapping
from typing import Any, ClassVar

from discord import ui

MAX_CHARACTERS = 4000
"""Maximum number of characters of all texts of a message, with its links."""

_COMMAND = re.compile(r"`/([a-z]{1,32})`")


def with_mentions(text: str, ids: Mapping[str, int]) -> str:
    """A text with links to the commands that it names; those with options stay as they are.

    >>> with_mentions("Use `/daily` or `/play puzzle:`, not `/nothing`.", {"daily": 7, "play": 8})
    'Use </daily:7> or `/play puzzle:`, not `/nothing`.'
    """

    def mention(found: re.Match[str]) -> str:
        name = found[1]
        return f"</{name}:{ids[name]}>" if name in ids else found[0]

    return _COMMAND.sub(mention, text)


class LinkedView(ui.LayoutView):
    """The components of a message, sent with links to the commands that its texts name.

    `command_ids` are the numbers of the commands by name, for the whole process, as discord.py does
    not tell a view which client sends it; there are no links until they are set. A message that
    would be too long with its links has none.
    """

    command_ids: ClassVar[Mapping[str, int]] = {}

    def to_components(self) -> list[dict[str, Any]]:
        """The components as JSON values; discord.py calls this whenever it sends the view."""
        for display, text in zip(self._displays(), self.texts(), strict=True):
            display.content = text
        components: list[dict[str, Any]] = super().to_components()  # type: ignore[no-untyped-call]
        return components

    def texts(self) -> list[str]:
        """The texts as they are sent."""
        plain = [display.content for display in self._displays()]
        linked = [with_mentions(text, self.command_ids) for text in plain]
        return linked if sum(map(len, linked)) <= MAX_CHARACTERS else plain

    def _displays(self) -> list[ui.TextDisplay[Any]]:
        return [item for item in self.walk_children() if isinstance(item, ui.TextDisplay)]
