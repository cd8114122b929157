"""The results of `ouro doctor`."""

from typing import Literal

from msgspec import Struct

State = Literal["ok", "warning", "failed"]
"""The state of a result: good, possibly a problem, or a problem that keeps the bot from running."""


EXAMPLE = "2x2:0b4"
"""A puzzle with one solution, in Loopy's notation, for jobs that are run to see whether they do."""


class CheckupResult(Struct, frozen=True):
    """The result of a check: a sentence, what to do about a problem, and a link to open."""

    state: State
    sentence: str
    remedy: str = ""
    link: str = ""
