"""What single words and lines of a text may be: cells, labels, sizes, rules."""

import re
from collections.abc import Sequence
from functools import lru_cache
from itertools import pairwise

SIGNS = r"0-4.\-_*?\u00b7"
"""The signs of cells, inside brackets of a regular expression."""
_BLANK_SIGNS = ("", ".", "-", "_", "*", "?", "\u00b7", "~", "--", "-1", "_1", "-1.0")
_BLANK_WORDS = ("none", "null", "nil", "nan", "na", "n/a", "#n/a", "<na>", "nothing")
BLANKS = frozenset(_BLANK_SIGNS + _BLANK_WORDS)
"""The words that stand for a blank cell."""
_CLUES = frozenset("01234SW")
"""The digits, and the letters of a sheep and of a wolf."""
_QUOTED = re.compile(r'(?:=?"([^"]{0,9})")|(?:\'([^\']{0,9})\')')
_LABEL = re.compile(
    r"[\"']?\[?,?(?:row|col|r|c)?\s?(\d{1,3}|[a-z]),?\]?[\"']?[.:)|]?", re.ASCII | re.IGNORECASE
)
_RULE_SIGNS = frozenset("-=_+|: ~*")
_RULE = re.compile(r"[=+]|--|__|~~|\*\*\*|\|-|-\||:-|-:")
_MOST_LABELS = 200


@lru_cache(4096)
def cell(token: str) -> str | None:
    """The digit or the dot of a word; None for anything else, which may be a label.

    >>> [cell(token) for token in ("3", "2.0", '="1"', "NaN", "", "5")]
    ['3', '2', '1', '.', '.', None]
    """
    token = token.strip()
    if token and token[-1] in "\"'" and (quoted := _QUOTED.fullmatch(token)):
        token = (quoted[1] or quoted[2] or "").strip()
    if len(token) == len("3.0") and token.endswith(".0") and token[0].isdigit():
        token = token[0]
    return token if token in _CLUES else "." if token.lower() in BLANKS else None


@lru_cache(4096)
def label(token: str) -> str | None:
    """The number or the letter that a word numbers something with; None if it does not.

    >>> [label(token) for token in ("12", "[3,]", "R2", "b", "hello")]
    ['12', '3', '2', 'b', None]
    """
    found = _LABEL.fullmatch(token.strip())
    return found[1].lower() if found else None


def is_run(tokens: Sequence[str]) -> bool:
    """Whether words number what stands beside them, from either end; a corner may be blank.

    >>> is_run(["1", "2", "3"]), is_run(["", "c", "b", "a"]), is_run(["3", "1"])
    (True, True, False)
    """
    if len(tokens) > _MOST_LABELS:
        return False
    names = [label(token) for token in tokens]
    while names and not tokens[len(names) - 1].strip():
        names.pop()
    if names and not tokens[0].strip():
        del names[0]
    known = [name for name in names if name is not None]
    if len(known) < 2 or len(known) < len(names):
        return False
    if all(map(str.isdecimal, known)):
        values = [*map(int, known)]
    elif all(len(name) == 1 for name in known):
        values = [ord(name) - ord("a") + 1 for name in known]
    else:
        return False
    steps = {after - before for before, after in pairwise(values)}
    if max(map(len, known)) == 1 and len(known) > len("0123456789"):
        steps = {step % 10 for step in steps}  # only the last digit is written
        steps = {-1} if steps == {9} else steps
    return (steps == {1} and values[0] in {0, 1}) or (steps == {-1} and values[-1] in {0, 1})


def is_size(numbers: Sequence[int], rows: int, cols: int) -> bool:
    """Whether numbers are the size of a board: its sides, in cells or dots, among at most four.

    >>> is_size([4, 5], 4, 5), is_size([3, 4], 4, 5), is_size([4], 4, 5)
    (True, False, True)
    """
    if len(numbers) == 1:
        return numbers[0] in {rows, cols, rows + 1}
    sides = ({rows, cols}, {rows + 1, cols + 1})
    return len(numbers) <= 4 and any({*pair} in sides for pair in pairwise(numbers))


@lru_cache(4096)
def is_rule(line: str) -> bool:
    """Whether a line seems to be drawn between others; a row of blank cells may look alike.

    >>> is_rule("+---+"), is_rule("-----"), is_rule("3--2")
    (True, True, False)
    """
    bare = line.strip()
    return len(bare) > 2 and _RULE_SIGNS.issuperset(bare) and bool(_RULE.search(bare))
