"""A core of the chat with a few parts, for what needs no more."""

from functools import partial
from types import SimpleNamespace
from typing import Any, cast

from bot.chat import Chat


def chat_of(**parts: Any) -> Chat:
    """A `Chat` with these parts alone."""
    chat: Any = SimpleNamespace(**parts)
    chat.server_of = partial(Chat.server_of, chat)
    return cast("Chat", chat)
