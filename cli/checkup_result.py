"""The results of `ouro doctor`."""

from dataclasses import dataclass
from typing import Literal

State = Literal["ok", "warning", "failed"]
"""The state of a result: good, possibly a problem, or a problem that keeps the bot from running."""


@dataclass(frozen=True, slots=True)
class CheckupResult:
    """The result of a check: a sentence, what to do about a problem, and a link to open."""

    state: State
    sentence: str
    remedy: str = ""
    link: str = ""
