"""English texts that keep their template and values, so that they can be translated later."""

from collections.abc import Mapping
from types import MappingProxyType


class LazyMessage(str):
    """A formatted English text that keeps its template and the values filled in.

    It can be used as a plain string. `message` is the template, under which catalogues store its
    translation; `many` is the plural template, None where there is none. `number` selects the
    plural form, and `values` are the values by name.
    """

    message: str = ""
    many: str | None = None
    number: int = 1
    values: Mapping[str, object] = MappingProxyType({})


def lazy(message: str, /, **values: object) -> LazyMessage:
    """A message with its values filled in for the names in braces.

    >>> lazy("in row {row}", row=3), lazy("in row {row}", row=3).message
    ('in row 3', 'in row {row}')
    """
    text = LazyMessage(message.format(**values))
    text.message, text.values = message, values
    return text


def lazy_plural(one: str, many: str, count: int, /, **values: object) -> LazyMessage:
    """A message with a singular and a plural template; `count` chooses and fills `{count}`.

    >>> lazy_plural("{count:,} cell", "{count:,} cells", 1200)
    '1,200 cells'
    """
    values["count"] = count
    text = LazyMessage((one if count == 1 else many).format(**values))
    text.message, text.many, text.number, text.values = one, many, count, values
    return text
