"""Text from people within our own."""

import re

import discord

_FORMATS = str.maketrans({char: f"\\{char}" for char in "\\*_~|`<["})
_BEGINS_A_LINE = re.compile(r"^([ \t]*)([#>-])", re.MULTILINE)


def quote(text: str) -> str:
    """Text that may come from a user, so that it neither formats nor pings, also within links.

    >>> quote("**@everyone** `x`").replace(chr(0x200b), "|")
    '\\\\*\\\\*@|everyone\\\\*\\\\* \\\\`x\\\\`'
    >>> print(quote("# https://a_b <t:1:R> [c](d)"))
    \\# https://a\\_b \\<t:1:R> \\[c](d)
    """
    plain = discord.utils.escape_mentions(text).translate(_FORMATS)
    return _BEGINS_A_LINE.sub(r"\1\\\2", plain)
