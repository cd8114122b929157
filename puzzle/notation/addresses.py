"""Addresses that hold no clues, of sites whose puzzles are known: what to copy there instead."""

import re
from collections.abc import Mapping
from types import MappingProxyType

from puzzle.errors import NotationError
from puzzle.lazy_messages import LazyMessage, lazy

_HOST = re.compile(r"(?:https?://)?([\w.-]{1,100})(?:[/?#:]|$)", re.ASCII | re.IGNORECASE)
_ANY_HOST = re.compile(r"[\w-]{1,63}(?:\.[\w-]{1,63}){1,9}", re.ASCII)

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
        ("sudokupad.app", "svencodes.com", "crackingthecryptic.com", "f-puzzles.com"),
        lazy(
            "copy the address of puzz.link or penpa-edit, if its author gave one, or type its rows"
        ),
    ),
    (
        ("discord.com", "discordapp.com"),
        lazy("use Play or Solve in the Apps menu of the message itself"),
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
SITES: Mapping[str, LazyMessage] = MappingProxyType(
    {site: remedy for sites, remedy in _REMEDIES for site in sites}
)
"""What to copy instead, by the site."""


def check_address(text: str) -> None:
    """Raise `NotationError`, with what to copy instead, for an address that holds no clues.

    >>> check_address("https://bit.ly/3abc")
    Traceback (most recent call last):
    ...
    puzzle.errors.NotationError: The address of bit.ly holds no clues; open it, and copy the \
address of the page to which it leads.
    """
    found = _HOST.match(text)
    site = _site(found[1]) if found else ""
    if site:
        raise NotationError(
            "",
            lazy("The address of {host} holds no clues", host=site),
            remedy=SITES[site],
        )


def names_site(word: str) -> bool:
    """Whether a word has the name of a site whose addresses hold no clues.

    >>> names_site("https://es.puzzle-loop.com/?e=MDo"), names_site("https://puzz.link/p?slither")
    (True, False)
    """
    return any(map(_site, _ANY_HOST.findall(word)))


def _site(host: str) -> str:
    """The site to which a host belongs, without what stands before its name; empty if none."""
    names = host.lower().split(".")
    tails = (".".join(names[start:]) for start in range(len(names)))
    return next((tail for tail in tails if tail in SITES), "")
