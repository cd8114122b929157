"""Texts as their authors see them: without what chat clients, editors, mail and web pages add.

`plain_text` serves every notation. `with_signs` serves boards alone: digits of other scripts and
emoji become those of ASCII, and whatever can only be a blank cell becomes a dot.
"""

import html
import re
import unicodedata
from collections.abc import Mapping
from types import MappingProxyType
from urllib.parse import unquote

_UNSEEN = re.compile("[\u00ad\u180e\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u206f\ufeff]")
_SPACES = dict.fromkeys([0xA0, *range(0x2000, 0x200B), 0x202F, 0x205F, 0x3000], " ")
_LINE_END = re.compile("\r\n?|[\u2028\u2029]")
_COLOUR = re.compile("\x1b\\[[0-9;]{0,20}m")
_ESCAPED = re.compile(r"\\([_*~|`>#./()\[\]-])")
_CODED_END = re.compile(r"(?:\\r)?\\n(?![a-z]{2})")
_QUOTE = re.compile(r"^(?:[ \t]{0,3}>){1,9}(?: |$)", re.MULTILINE)
_STRUCK = re.compile(r"(?<!\w)~~([^~]{1,4000})~~(?!\w)")

_MARKUP = re.compile(r"</\w|<br|\[/t[dr]\]", re.IGNORECASE)
_BETWEEN_TAGS = re.compile(r"(?<=[>\]])\s+(?=[<\[])")
_CELL_END = re.compile(
    r"</(?:t[dh]|div|cell)><(?:t[dh]|div|cell)\b[^<>]{0,200}>|\[/t[dh]\]\[t[dh]\]", re.IGNORECASE
)
_ROW_END = re.compile(
    r"(?:</(?:tr|row|p|li|pre)>|<(?:br|p|pre|li)\b[^<>]{0,200}>|\[/tr\])\n?", re.IGNORECASE
)
_LINK = re.compile(
    r"<a\b[^<>]{0,200}?href\s?=\s?[\"']?([^\"'\s<>]{1,2000})[^<>]{0,200}>", re.IGNORECASE
)
_TAG = re.compile(r"</?[a-z](?!ttps?:)[^<>]{0,2000}>|\[/?t\w{1,9}\]", re.IGNORECASE)

_EMOJI = re.compile(r"<a?:(\w{1,32}):\d{1,20}>|:(\w{1,32}):")
_NAMES = MappingProxyType({"zero": "0", "one": "1", "two": "2", "three": "3", "four": "4"})
_BLANK_NAME = re.compile(r"square|circle|large|blank", re.IGNORECASE)
_BOXES: Mapping[int, str] = MappingProxyType(
    dict.fromkeys(range(0x2500, 0x2580), "+")
    | dict.fromkeys(map(ord, "│┃║╎╏┆┇┊┋╵╷╹╻╽╿"), "|")
    | dict.fromkeys(map(ord, "─━═╌╍┄┅┈┉╴╶╸╺╼╾"), "-")
)
_ODD: Mapping[str, str] = MappingProxyType(
    {"\u2026": "...", "\u2014": "-", "\u2013": "-", "\u2212": "-", "\u3002": "."}
    | dict.fromkeys("\u30fb\u22c5\u2219\uff65\u2022", "\u00b7")
    | dict.fromkeys("\ufe0e\ufe0f\u20e3\u200d", "")
)
_FENCE = re.compile(r"```(?:[A-Za-z][\w+-]{0,30} *\n)?")
_SPOILER = re.compile(r"\|\|([^|\s])\|\|")
_VALUE = re.compile(r"\b(?:Just|Some)\s?\(?(\d)\)?")
_RULE_IN_LINE = re.compile(r"\+[-=+]{2,}|\|:?--[-|: ]*\|")
_LATEX_END = re.compile(r"\\\\ ?\n?")
_SECTION = re.compile(
    r"^\[(?:problem|cells|clues|puzzle|grid|board|rows)\][ \t]*\n(.*?)(?=^\[[a-z]|^end\b|\Z)",
    re.ASCII | re.IGNORECASE | re.MULTILINE | re.DOTALL,
)
"""The section with the clues of a file that has others too."""


def plain_text(text: str) -> str:
    """A text without invisible characters, escapes, marks of quotes, and markup of pages.

    >>> plain_text("> 3\\\\_\\\\_2\\r\\n> ~~no~~&lt;")
    '3__2\\nno<'
    >>> plain_text("<tr><td>3</td><td></td></tr><tr><td>1</td><td>2</td></tr>")
    '3\\t\\n1\\t2\\n'
    """
    if "%0A" in text:
        text = unquote(text)
    text = _UNSEEN.sub("", _LINE_END.sub("\n", text)).translate(_SPACES)
    if _MARKUP.search(text):
        text = _CELL_END.sub("\t", _BETWEEN_TAGS.sub("", text))
        text = _TAG.sub("", _ROW_END.sub("\n", _LINK.sub(r" \1 ", text)))
    if "&" in text:
        text = html.unescape(text).translate(_SPACES)
    if "\\" in text:
        text = _CODED_END.sub("\n", _ESCAPED.sub(r"\1", text))
    return _STRUCK.sub(r"\1", _QUOTE.sub("", _COLOUR.sub("", text)))


def with_signs(text: str) -> str:
    """A plain text of which boards have digits of ASCII, and dots for signs of blank cells.

    >>> with_signs("3\u22c5\u2b1c\\n\uff122\\ufe0f\\u20e3\\u2026")
    '3·.\\n22...'
    >>> with_signs("[Just 3, Nothing] ||2|| :one:")
    '[3, Nothing] 2 1'
    """
    if ":" in text:
        text = _EMOJI.sub(_plain_emoji, text)
    if not text.isascii():
        text = text.translate({ord(sign): _plain_sign(sign) for sign in {*text} if sign > "~"})
    text = _VALUE.sub(r"\1", _FENCE.sub("\n", text).replace("`", ""))
    if "|" in text and "|" not in (shown := _SPOILER.sub(r"\1", text)):
        text = shown
    if "\n" not in text.strip():
        text = _RULE_IN_LINE.sub("\n", text)
    if "\\\\" in text:
        text = _LATEX_END.sub("\n", text)
    section = _SECTION.search(text)
    if section and sum(map(str.isdigit, section[1])) > 1:
        text = section[1]
    return text.strip("\n")


def _plain_emoji(found: re.Match[str]) -> str:
    """The digit or the dot for which the name of an emoji stands; its name if it is neither."""
    if found[1]:
        return found[1][-1] if found[1][-1] in "01234" else "."
    return _NAMES.get(found[2]) or ("." if _BLANK_NAME.search(found[2]) else found[0])


def _plain_sign(sign: str) -> str:
    if sign in _ODD:
        return _ODD[sign]
    if ord(sign) in _BOXES:
        return _BOXES[ord(sign)]
    if unicodedata.category(sign) == "So":
        name = unicodedata.name(sign, "")
        if any(word in name for word in ("SQUARE", "CIRCLE", "BLANK")) and not sign.isdigit():
            return "."
    digit = unicodedata.decimal(sign, None)
    return sign if sign == "\u00b7" else str(digit) if digit is not None else _compatible(sign)


def _compatible(sign: str) -> str:
    plain = unicodedata.normalize("NFKC", sign)
    return plain if len(plain) == 1 else sign
