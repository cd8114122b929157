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
        ("sudokupad.app", "crackingthecryptic.com", "f-puzzles.com"),
        lazy(
            "copy the address of puzz.link or penpa-edit, if its author gave one, or type its rows"
        ),
    ),
    (
        ("cdn.discordapp.com", "media.discordapp.net"),
        lazy("attach the file itself, or use the message that it belongs to"),
    ),
    (
        ("chiark.greenend.org.uk",),
        lazy("copy the game ID there, which Loopy shows under Game, Specific"),
    ),
    (
        _SHORT + _SHORTER,
        _FOLLOW,
    ),
)
_REMEDY_BY_HOST = {host: remedy for hosts, remedy in _REMEDIES for host in hosts}


def _known_host(text: str) -> str:
    """The host of an address that holds no clues, without its subdomain; empty for others."""
    found = _HOST.match(text)
    labels = found[1].lower().split(".")[-4:] if found else []
    hosts = (".".join(labels[start:]) for start in range(len(labels)))
    return next((host for host in hosts if host in _REMEDY_BY_HOST), "")


def holds_no_clues(text: str) -> bool:
    """Whether a text begins as an address of a site that is known to have no clues in addresses.

    >>> holds_no_clues("https://de.puzzle-loop.com/?size=4"), holds_no_clues("https://puzz.link/")
    (True, False)
    """
    return bool(_known_host(text))


def check_address(text: str) -> None:
    """Raise `NotationError`, with what to copy instead, for an address that holds no clues.

    >>> check_address("https://bit.ly/3abc")
    Traceback (most recent call last):
    ...
    puzzle.errors.NotationError: The address of bit.ly holds no clues; open it, and copy the \
address of the page to which it leads.
    """
    host = _known_host(text)
    if host:
        raise NotationError(
            "",
            lazy("The address of {host} holds no clues", host=host),
            remedy=_REMEDY_BY_HOST[host],
        )
