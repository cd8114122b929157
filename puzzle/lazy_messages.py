"""What is said of a puzzle: English that others can still tell in another language."""

from collections.abc import Mapping
from types import MappingProxyType


class LazyMessage(str):
    """A text that remembers how it was made: its message, and what was filled in.

    It is a plain text to whoever reads it. `message` (and `many`, for any number but one) are
    what a catalogue of translations knows; `number` chooses between them.
    """

    message: str = ""
    many: str | None = None
    number: int = 1
    values: Mapping[str, object] = MappingProxyType({})


def lazy(message: str, /, **values: object) -> LazyMessage:
    """A message with its values in place of the names in braces.

    >>> lazy("in row {row}", row=3), lazy("in row {row}", row=3).message
    ('in row 3', 'in row {row}')
    """
    text = LazyMessage(message.format(**values))
    text.message, text.values = message, values
    return text


def lazy_plural(one: str, many: str, count: int, /, **values: object) -> LazyMessage:
    """A message with a form for one and a form for any other number, which is `{count}`.

    >>> lazy_plural("{count:,} cell", "{count:,} cells", 1200)
    '1,200 cells'
    """
    values["count"] = count
    text = LazyMessage((one if count == 1 else many).format(**values))
    text.message, text.many, text.number, text.values = one, many, count, values
    return text
