"""Puzzles among the words of a chat message."""

import pytest

from puzzle.bounds import Bounds
from puzzle.errors import NotationError, SizeError
from puzzle.model import EdgeState
from puzzle.notation import format_pzpr, parse_rows
from puzzle.notation.pzpr import parse_pzpr
from tests.support.readings import find, find_puzzle

PUZZLE = parse_rows("3..2/.0../1..3")


@pytest.mark.parametrize(
    "message",
    [
        "can you do https://puzz.link/p?slither/4/3/d2g0h1h3 ?",
        "can you do <https://puzz.link/p?slither/4/3/d2g0h1h3>, please",
        "can you do [this one](https://puzz.link/p?slither/4/3/d2g0h1h3)",
        "see https://puzz.link/p?slither/4/3/d2g0h1h3.",
        "||http://pzv.jp/p.html?slither/4/3/d2g0h1h3||",
        "slither/4/3/d2g0h1h3 is hard",
        "http://www.kanpen.net/slitherlink.html?problem=3/4/3_._._2_/._0_._._/1_._._3_/ hm",
        "Try 4x3t0dh:3b2a0b1b3!",
        "Try `4x3:3b2a0b1b3`",
        "```\n4x3:3b2a0b1b3\n```",
        "Look:\n```\n3..2\n.0..\n1..3\n```\nnice, isn't it?",
        "Look:\n```text\n3,,,2\n,0,,\n1,,,3\n```",
        "Look:\n3..2\n.0..\n1..3\nnice",
        "Look:\r\n3 . . 2\r\n. 0 . .\r\n1 . . 3\r\nnice",
        "Anna wrote:\n> 3..2\n> .0..\n> 1..3\nnice",
        "- 3 2\n\nLook: 3..2/.0../1..3 !",
        "at 12:30 on 3/4/2024, https://example.org/slides?x=1 then 4x3:3b2a0b1b3",
        "3..2\n.0..\n1..3",
        "a saved one: pzprv3/slither/3/4/3 . . 2/. 0 . ./1 . . 3/\n\nbye",
        "broken: slither/4/3/zzz but this works: 4x3:3b2a0b1b3",
    ],
)
def test_a_puzzle_is_found(message: str) -> None:
    assert find_puzzle(message) == PUZZLE


@pytest.mark.parametrize(
    "message",
    [
        "",
        "   \n",
        "hello there",
        "see you at 12:30",
        "it was 2:1",
        "on 12/31 or 1/2 or 3/4/2024",
        "and/or https://example.org/page?id=3/4",
        "http://",
        "...",
        "- 3\n- 2\n- 1",
        "1\n2\n3",
        "call 0123 or 4321",
        "0123 4321 0123",
        "... ... ...",
        "```\nprint('hello, world')\n```",
        "`0`",
        "1920x1080 is fine",
    ],
)
def test_no_puzzle_is_found(message: str) -> None:
    assert find_puzzle(message) is None


@pytest.mark.parametrize(
    ("message", "sentence"),
    [
        ("do https://puzz.link/p?masyu/4/4/000000", 'of the genre "masyu"'),
        ("do https://puzz.link/p?slither/q/3/3/o now", 'the variant flag "q"'),
        ("do 4x3:3b2a0b1b now", "the clues end after 11 of 12 cells"),
        ("```\n3..2\n.0.\n1..3\n```", "in row 2, there are 3 cells instead of 4"),
        ("pzprv3/slither/2/2/. ./", "in row 2, there are 0 cells instead of 2"),
    ],
)
def test_a_broken_puzzle_is_reported(message: str, sentence: str) -> None:
    with pytest.raises(NotationError, match=sentence.replace("?", ".")):
        find_puzzle(message)


def test_a_huge_puzzle_is_reported() -> None:
    with pytest.raises(SizeError, match="1000x1000"):
        find_puzzle("this: 1000x1000:z")


def test_a_long_message_is_refused() -> None:
    with pytest.raises(NotationError, match="has 30 characters; at most 20 are read"):
        find_puzzle("x" * 30, Bounds(max_text=20))


def test_the_place_and_the_marks_are_kept() -> None:
    board = parse_pzpr("pzprv3/slither/2/3/3 . ./. . 2/").mark({16: EdgeState.CROSS})
    found = find(f"half done:\n```\n{format_pzpr(board)}```\nhelp!")
    assert found is not None
    assert (found.notation, found.board) == ("pzpr", board)
    other = find("try <https://puzz.link/p?slither/4/3/d2g0h1h3>.")
    assert other is not None
    assert (other.notation, other.text) == ("puzzlink", "https://puzz.link/p?slither/4/3/d2g0h1h3")
