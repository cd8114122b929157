"""What the buttons do that do what commands do."""

from typing import Any

from bot.answering.interactions import Interaction
from bot.chat import Chat
from bot.shortcuts.components import USES, Shortcut


class ShortcutHandlers:
    """Runs the commands of buttons."""

    def __init__(self, chat: Chat) -> None:
        self._tree = chat.tree

    async def use(self, interaction: Interaction, button: Shortcut) -> None:
        """Run a command with the options of a button."""
        use = USES[button.use]
        command: Any = self._tree.get_command(use.command)
        await command.callback(interaction, **use.options)
