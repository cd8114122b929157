"""Texts of the chat as plain text: pages show no Markdown."""

import re
from collections.abc import Mapping
from datetime import UTC, datetime
from functools import partial
from types import MappingProxyType

import structlog

from i18n.localizer import Localizer
from telemetry.logs import request_id
from texts import problems
from texts.failures import failure_text
from texts.markdown import quote

log = structlog.stdlib.get_logger(__name__)

_TIMESTAMP = re.compile(r"<t:(\d{1,12}):[a-zA-Z]>")
_PERSON = re.compile(r"<@(\d{1,20})>((?: · )?)")
_MENTION = re.compile(r"</([\w -]+):\d+>")
_LINE_START = re.compile(r"^(#{1,3} |-# |- )", re.MULTILINE)
_ESCAPED = re.compile(r"\\([\\*_~|`<\[#>-])")
_UNSEEN = re.compile("\u200b")


def plain(text: str, names: Mapping[int, str] = MappingProxyType({})) -> str:
    r"""A text without Markdown; times are in UTC, and people without one of the names left out.

    >>> plain("### Hint\n-# **+15 s** for `/hint` at <t:0:t>, \\*")
    'Hint\n+15 s for /hint at 1970-01-01 00:00 UTC, *'
    >>> plain("1. <@7> · 0:09, <@8> · 0:10", {7: "Ada"})
    '1. Ada · 0:09, 0:10'
    """
    text = _PERSON.sub(partial(_name, names), text)
    text = _TIMESTAMP.sub(_time, _UNSEEN.sub("", text))
    text = _LINE_START.sub("", _MENTION.sub(r"/\1", text))
    text = re.sub(r"(?<!\\)(\*\*|`)", "", text)
    return _ESCAPED.sub(r"\1", text)


def plain_failure(localizer: Localizer, error: Exception) -> str:
    """What a page tells of an error; an unexpected one is logged, and told by its reference."""
    text = failure_text(localizer, error)
    if text is None:
        reference = request_id()
        log.error("unexpected failure", reference=reference, exc_info=error)
        text = localizer.say(problems.UNEXPECTED, reference=reference)
    return plain(text)


def _name(names: Mapping[int, str], found: re.Match[str]) -> str:
    name = names.get(int(found[1]))
    return f"{quote(name)}{found[2]}" if name else ""


def _time(found: re.Match[str]) -> str:
    return f"{datetime.fromtimestamp(int(found[1]), UTC):%Y-%m-%d %H:%M} UTC"
