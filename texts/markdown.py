"""Escapes text from users in Discord Markdown."""

import re

_FORMATS = str.maketrans({char: f"\\{char}" for char in "\\*_~|`<["})
_UNSEEN = re.compile(
    r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff"
    r"\ufff9-\ufffb\U000e0000-\U000e007f]"
)
"""Control and invisible characters, which can reverse text or make words look alike."""
_MENTION = re.compile(r"@(everyone|here|[!&]?[0-9]{17,20})")
"""Mentions of users, roles, `@everyone` and `@here`."""
_BEGINS_A_LINE = re.compile(r"^([ \t]*)([#>-])", re.MULTILINE)


def quote(text: str) -> str:
    """Escape text from a user, so that it contains no formatting, mentions or links.

    Removes invisible characters, and inserts zero-width spaces into mentions and URLs.

    >>> quote("**@everyone** `x`").replace(chr(0x200b), "|")
    '\\\\*\\\\*@|everyone\\\\*\\\\* \\\\`x\\\\`'
    >>> print(quote("# https://a_b <t:1:R> [c](d)").replace(chr(0x200b), "|"))
    \\# https:|//a\\_b \\<t:1:R> \\[c](d)
    """
    plain = _MENTION.sub("@\u200b\\1", _UNSEEN.sub("", text)).translate(_FORMATS)
    plain = plain.replace("://", ":\u200b//")
    return _BEGINS_A_LINE.sub(r"\1\\\2", plain)
