"""The steps of a board's history, kept as compact text and decoded one at a time.

A step is `START-END=CHANGES`: the pen's dot before and after it, and the changed edges in rising
order. Each of them is its distance from the one before, counted from 0 and left out where it is 0,
and a letter for its states before and after. Numbers are in base 36; steps are separated by dots.
`play.saving` stores these texts as they are.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from itertools import permutations
from types import MappingProxyType
from typing import NamedTuple, overload

from msgspec import Struct

from puzzle.errors import NotationError
from puzzle.model import EdgeState

NAME = "a stored step"

_DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz"
_TRANSITIONS = MappingProxyType(dict(zip("ABCDEF", permutations(EdgeState, 2), strict=True)))
_TRANSITION_LETTERS = MappingProxyType({turn: letter for letter, turn in _TRANSITIONS.items()})
_INVERSES = str.maketrans(
    {letter: _TRANSITION_LETTERS[turn[::-1]] for letter, turn in _TRANSITIONS.items()}
)

_NUMBER = "[0-9a-z]{1,5}"
_CHANGES = f"{_NUMBER}-{_NUMBER}=(?:(?:{_NUMBER})?[A-F])+"
_ALL = re.compile(rf"(?:{_CHANGES}(?:\.{_CHANGES})*)?")
_STEP = re.compile(f"({_NUMBER})-({_NUMBER})=(.+)")
_CHANGE = re.compile(f"({_NUMBER})?([A-F])")


class Change(NamedTuple):
    """An edge, or a cell numbered after all edges, and its states before and after."""

    edge: int
    before: EdgeState
    after: EdgeState


class HistoryStep(Struct, frozen=True):
    """The edge changes of one action, by rising edge, and the pen's dot before and after it."""

    changes: tuple[Change, ...]
    start: int = 0
    end: int = 0


class Steps(Struct, frozen=True):
    """Steps as text, the next one to be undone or redone last.

    Adding or removing the last step leaves the others encoded.

    >>> step = HistoryStep((Change(0, EdgeState.UNKNOWN, EdgeState.LINE),), 0, 1)
    >>> steps = Steps().plus(step).plus(step)
    >>> steps.text, len(steps), steps[-1] == step, steps.without_last().text
    ('0-1=A.0-1=A', 2, True, '0-1=A')
    """

    text: str = ""

    def __len__(self) -> int:
        return self.text.count(".") + 1 if self.text else 0

    def __bool__(self) -> bool:
        return bool(self.text)

    def __iter__(self) -> Iterator[HistoryStep]:
        return map(decode, self.text.split(".") if self.text else ())

    @overload
    def __getitem__(self, index: int) -> HistoryStep: ...
    @overload
    def __getitem__(self, index: slice) -> tuple[HistoryStep, ...]: ...
    def __getitem__(self, index: int | slice) -> HistoryStep | tuple[HistoryStep, ...]:
        """Steps by index; only these are decoded."""
        if index == -1 and self.text:
            return decode(self.last)
        texts = self.text.split(".") if self.text else []
        if isinstance(index, slice):
            return tuple(map(decode, texts[index]))
        return decode(texts[index])

    @property
    def last(self) -> str:
        """The text of the last step; empty if there is none."""
        return self.text.rpartition(".")[2]

    def plus(self, step: HistoryStep) -> Steps:
        """These steps and one more."""
        return self.plus_text(encode(step))

    def plus_text(self, step: str) -> Steps:
        """These steps and one more, which is encoded already."""
        return Steps(f"{self.text}.{step}" if self.text else step)

    def without_last(self) -> Steps:
        """These steps except the last one."""
        return Steps(self.text.rpartition(".")[0])

    def recent(self, steps: int, size: int) -> Steps:
        """The last ones, as many as fit into a number of steps and of bytes, and at least one.

        >>> Steps("0-0=A.1-1=A.2-2=A").recent(2, 100).text
        '1-1=A.2-2=A'
        >>> Steps("0-0=A.1-1=A.2-2=A").recent(3, 6).text
        '2-2=A'
        """
        text = self.text
        if len(text) > size:
            cut = text.find(".", len(text) - size - 1)
            text = text[cut + 1 :] if cut >= 0 else self.last
        extra = text.count(".") + 1 - steps
        return Steps(text.split(".", extra)[-1] if extra > 0 else text)


def checked_steps(text: str) -> Steps:
    """Steps from stored text; raises `NotationError` unless each of them can be decoded."""
    if not _ALL.fullmatch(text):
        raise NotationError(NAME, "one of its steps cannot be read")
    return Steps(text)


def encode(step: HistoryStep) -> str:
    """A step as text.

    >>> line = [Change(edge, EdgeState.UNKNOWN, EdgeState.LINE) for edge in (3, 4, 9)]
    >>> encode(HistoryStep(tuple(line), 0, 35))
    '0-z=3AA4A'
    """
    return f"{base36(step.start)}-{base36(step.end)}={encoded(step.changes)}"


def encoded(changes: Iterable[Change]) -> str:
    """Changes as text, as in a step after its `=`.

    >>> encoded([Change(3, EdgeState.UNKNOWN, EdgeState.LINE)])
    '3A'
    """
    parts, next_edge = list[str](), 0
    for change in changes:
        distance = change.edge - next_edge
        parts.append(base36(distance) if distance else "")
        parts.append(_TRANSITION_LETTERS[change.before, change.after])
        next_edge = change.edge + 1
    return "".join(parts)


def decode(text: str) -> HistoryStep:
    """The step of a text; raises `NotationError` for any other text."""
    match = _STEP.fullmatch(text)
    if match is None:
        raise NotationError(NAME, "one of its steps cannot be read")
    start, end, changes = match.groups()
    return HistoryStep(tuple(changes_of(changes)), int(start, 36), int(end, 36))


def changes_of(text: str) -> Iterator[Change]:
    """The changes in the part of a step after its `=`."""
    next_edge = 0
    for number, turn in _CHANGE.findall(text):
        edge = next_edge + (int(number, 36) if number else 0)
        before, after = _TRANSITIONS[turn]
        yield Change(edge, before, after)
        next_edge = edge + 1


def inverted(step: str) -> str:
    """The text of a step with each state after in the place of that before.

    >>> inverted("0-z=3AB4D")
    '0-z=3CE4F'
    """
    return step.translate(_INVERSES)


def base36(value: int) -> str:
    """A number of at least 0 in base 36.

    >>> base36(0), base36(1859)
    ('0', '1fn')
    """
    text = ""
    while True:
        value, digit = divmod(value, 36)
        text = _DIGITS[digit] + text
        if not value:
            return text
