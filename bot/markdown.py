"""Text from people within our own."""

import discord


def quote(text: str) -> str:
    """Text that may come from a user, so that it neither formats nor pings.

    >>> quote("**@everyone** `x`").replace(chr(0x200b), "|")
    '\\\\*\\\\*@|everyone\\\\*\\\\* \\\\`x\\\\`'
    """
    return discord.utils.escape_markdown(discord.utils.escape_mentions(text))
