"""Takes away what chat clients, editors, mail and web pages add to a text, for the reader of it.

Where lines can only be a table, digits of other scripts become those of ASCII, and the one sign
that no notation has becomes a dot, since it can only stand for blank cells.
"""

import html
import re
import unicodedata
from collections.abc import Collection, Iterator, Sequence
from itertools import groupby

from puzzle.notation.drawing import BOXES
from puzzle.notation.text import BLANK_SIGNS

_LEAST_LINES = 3
"""Minimum number of lines, and of characters of each, that can only be a table."""

_QUOTE = re.compile(r"^[ \t]{0,3}(?:> ?){0,8}>(?: |$)", re.MULTILINE)
_UNSEEN = re.compile("[\u00ad\u180e\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u206f\ufeff]")
_SPACES = dict.fromkeys([0xA0, *range(0x2000, 0x200B), 0x202F, 0x205F], " ")
_PLAIN = {**_SPACES, **BOXES}
_STRUCK = re.compile(r"(?<!\w)~~([^~\s](?:[^~]*[^~\s])?)~~(?!\w)")
_ESCAPED = re.compile(r"\\([_*~|`>#./()\[\]-])")
_LINE_END = re.compile(r"(?:\\r)?\\n(?![a-z]{2})")
_ENTITY = re.compile(r"&(?:#x?[0-9A-Fa-f]{1,6}|[A-Za-z]{2,8});")
_BETWEEN_TAGS = re.compile(r"(?<=>)\s+(?=<)|(?<=<br>)\n|(?<=<br/>)\n|(?<=<br />)\n")
_TAG = re.compile(
    r"<(/?)(table|tbody|tr|td|th|br|p|pre|div|li|ul|ol|a|span|html|body|code)\b([^<>]{0,2000})>",
    re.IGNORECASE,
)
_LINK = re.compile(r"href\s?=\s?[\"']?([^\"'\s>]+)", re.IGNORECASE)
_ROW_START = re.compile(r"\n\t")
_JOINED = re.compile("[\ufe0e\ufe0f\u20e3]")
_BLANK_SIGNS = frozenset(BLANK_SIGNS) - {"5"}
_KNOWN = _BLANK_SIGNS | frozenset("?,;| \t")
_OTHER_SIGNS = "~#\u22c5\u3002\uff5e"
"""Signs that may stand for blank cells although no notation has them, besides dashes and emoji."""
_NO_VALUE = re.compile(
    r"(?<![^\s,;|\[(])(?:nan|none|null|na|n/a|#n/a|<na>)(?![^\s,;|\])])", re.ASCII | re.IGNORECASE
)
_FLOAT = re.compile(r"(?<![\w.])([0-4])\.0?(?![\w.])", re.ASCII)
_ALL_FLOATS = re.compile(r"\s*(?:[0-4]\.0[\s,;]+)+[0-4]\.0\s*", re.ASCII)
_LEAST_VALUES = 3
"""Number of words for no value from which on they are cells of a table."""


def cleaned(text: str) -> str:
    """A text as its author sees it: without invisible characters, marks of quotes, and markup.

    >>> cleaned("> 3\\\\_\\\\_2\\r\\n> ~~no~~&lt;")
    '3__2\\nno<'
    >>> cleaned("<tr><td>3</td><td></td></tr><tr><td>1</td><td>2</td></tr>")
    '\\n3\\t\\n1\\t2'
    >>> cleaned("3\u22c5\u22c5\\n\u22c52\u22c5\\n\u22c5\u22c5\u00b9")
    '3..\\n.2.\\n..1'
    """
    text = text.replace("\r\n", "\n").replace("\r", "\n").translate(_PLAIN)
    text = _UNSEEN.sub("", text)
    if "<" in text and _TAG.search(text):
        text = _without_tags(text)
    if "&" in text:
        text = _ENTITY.sub(lambda found: html.unescape(found[0]).translate(_SPACES), text)
    if "\\" in text:
        text = _LINE_END.sub("\n", _ESCAPED.sub(r"\1", text))
    text = _QUOTE.sub("", text)
    if len(_NO_VALUE.findall(text)) >= _LEAST_VALUES or _ALL_FLOATS.fullmatch(text):
        text = _FLOAT.sub(r"\1", _NO_VALUE.sub("-1", text))
    if not text.isascii() or {*_OTHER_SIGNS} & {*text}:
        text = _with_plain_signs(text)
    return _STRUCK.sub(r"\1", text)


def _without_tags(text: str) -> str:
    """The text of a web page: cells between tabs, and the addresses of links."""
    return _ROW_START.sub("\n", _TAG.sub(_shown, _BETWEEN_TAGS.sub("", text)))


def _shown(tag: re.Match[str]) -> str:
    """What stands for a tag."""
    name = tag[2].lower()
    if name in {"td", "th"}:
        return "" if tag[1] else "\t"
    if name == "a":
        link = _LINK.search(tag[3])
        return f" {link[1]} " if link else " "
    return "" if name in {"span", "code"} or (tag[1] and name == "tr") else "\n"


def _equal_lines(lines: Sequence[str]) -> Iterator[range]:
    """The numbers of consecutive lines without letters that are all of one length."""
    for length, group in groupby(range(len(lines)), key=lambda at: _length(lines[at])):
        numbers = list(group)
        if length >= _LEAST_LINES and len(numbers) >= _LEAST_LINES:
            yield range(numbers[0], numbers[-1] + 1)


def _length(line: str) -> int:
    bare = _JOINED.sub("", line.strip())
    return 0 if any(map(str.isalpha, bare)) else len(bare)


def _with_plain_signs(text: str) -> str:
    lines = text.split("\n")
    for numbers in _equal_lines(lines):
        signs = {*"".join(lines[number] for number in numbers)}
        plain = {ord(sign): str(unicodedata.digit(sign)) for sign in signs if sign.isdigit()}
        others = [
            sign for sign in signs - _KNOWN if ord(sign) not in plain and not _JOINED.match(sign)
        ]
        inside = {*"".join(lines[number].strip()[1:-1] for number in numbers)}
        if len(others) == 1 and not signs & _BLANK_SIGNS and _may_be_blank(others[0], inside):
            plain[ord(others.pop())] = "."
        if not others:
            for number in numbers:
                lines[number] = _JOINED.sub("", lines[number].translate(plain))
    return "\n".join(lines)


def _may_be_blank(sign: str, inside: Collection[str]) -> bool:
    """Whether a sign that is among those inside lines can stand for blank cells."""
    emoji_or_dash = unicodedata.category(sign) in {"So", "Pd"}
    return sign in inside and (emoji_or_dash or sign in _OTHER_SIGNS)
