"""Addresses that hold no clues, of sites whose puzzles are known: what to copy there instead."""

import re

from puzzle.errors import NotationError
from puzzle.lazy_messages import lazy

_HOST = re.compile(
    r"(?:https?://)?(?:www\.|m\.)?([\w.-]{1,100})(?:[/?#:]|$)", re.ASCII | re.IGNORECASE
)

_SHORT = ("tinyurl.com", "cutt.ly", "shorturl.at", "git.io", "buff.ly", "rebrand.ly", "tiny.cc")
_SHORTER = ("bit.ly", "t.co", "goo.gl", "is.gd", "v.gd", "ow.ly", "rb.gy", "t.ly", "x.gd")
_FOLLOW = lazy("open it, and copy the address of the page to which it leads")
_TYPE = lazy("type the puzzle as rows, such as 3../.2./..1")
_REMEDIES = (
    (
        ("puzsq.jp", "puzsq.logicpuzzle.app", "puzsq.sakura.ne.jp"),
        lazy("open the puzzle there and copy the address of the page on which it is played"),
    ),
    (
        ("puzzle-loop.com", "puzzles-mobile.com"),
        lazy(
            "copy what the source of its page has after var task =, and write the size in front, "
            "as in 5x5:3a2b…"
        ),
    ),
    (
        ("janko.at",),
        lazy("copy the rows under [problem] from the source of its page"),
    ),
    (("krazydad.com",), _TYPE),
    (
        ("sudokupad.app", "app.crackingthecryptic.com", "crackingthecryptic.com", "f-puzzles.com"),
        lazy(
            "copy the address of puzz.link or penpa-edit, if its author gave one, or type its rows"
        ),
    ),
    (
        _SHORT + _SHORTER,
        _FOLLOW,
    ),
)
_REMEDY_BY_HOST = {host: remedy for hosts, remedy in _REMEDIES for host in hosts}


def check_address(text: str) -> None:
    """Raise `NotationError`, with what to copy instead, for an address that holds no clues.

    >>> check_address("https://bit.ly/3abc")
    Traceback (most recent call last):
    ...
    puzzle.errors.NotationError: The address of bit.ly holds no clues; open it, and copy the \
address of the page to which it leads.
    """
    found = _HOST.match(text)
    host = found[1].lower() if found else ""
    remedy = _REMEDY_BY_HOST.get(host)
    if remedy:
        raise NotationError(
            "", lazy("The address of {host} holds no clues", host=host), remedy=remedy
        )
