"""The judge of texts: one reading is taken, several are asked, and the rest is refused."""

import pytest

import ouro
from puzzle.errors import AmbiguousTextError
from puzzle.notation import format_rows, parse_loopy
from puzzle.notation.candidates import LEAST_CELLS, MOST, candidates
from solver.judge import MOST_ASKED, read
from tests.support.packages import imported, modules, name_of
from tests.support.paths import PACKAGES

INEXACT = ("puzzle.notation.candidates", "puzzle.notation.refusals")
"""The modules that read texts which are not exact."""


def test_only_the_judge_reads_texts_that_are_not_exact() -> None:
    importers = {
        name_of(path)
        for package in PACKAGES
        for path in modules(package)
        if imported(path) & {*INEXACT}
    }
    assert importers - {*INEXACT} == {"solver.judge"}


def said(text: str, *, alone: bool = True) -> str:
    """The board that is taken, those that are asked with a question mark, or the sentence."""
    reading = read(text, alone=alone)
    if reading.found:
        return ", ".join(format_rows(each.puzzle).replace("\n", "/") for each in reading.found)
    if isinstance(reading.miss, AmbiguousTextError):
        boards = (format_rows(parse_loopy(each)) for each in reading.miss.candidates)
        return " or ".join(board.replace("\n", "/") for board in boards) + "?"
    return str(reading.miss)


TOLD = [
    ("3\n3\n- 2 3\n- - -\n- - -", ".23/.../..."),
    ("0123\n3...\n3...\n.22.\n.2.1", "3.../3.../.22./.2.1"),
    (",0,1,2,3\n0,3.0,,,\n1,3.0,,,\n2,,2.0,2.0,\n3,,2.0,,1.0", "3.../3.../.22./.2.1"),
    (
        "| |1|2|3|4|\n|---|---|---|---|---|\n|1|3| | | |\n|2|3| | | |\n|3| |2|2| |\n|4| |2| |1|",
        "3.../3.../.22./.2.1",
    ),
    ("3...\n3...\n.22.\n.2.1\n1010\n0101\n1010\n0101", "3.../3.../.22./.2.1"),
    ("3 3 1\n. . .\n2 . 2\n3 . 0\n", ".../2.2/3.0"),
    (
        "321\n232\n023\n132\n123",
        "Read as rows of cells: no cell is blank, and there is no solution",
    ),
    ('(solve-tatham 5 5 "3b13c2c3b2b03a223a")', "3..13/...2./..3../2..03/.223."),
    (".———.———.———.\n| 3       1 |\n.   .———.   .\n|   | 2     |\n.———.   .———.", "3.1/.2."),
    ("- 3...\n- 3...\n- .22.\n- .2.1", "3.../3.../.22./.2.1"),
    ("[[3 nil nil nil]\n [3 nil nil nil]\n [nil 2 2 nil]\n [nil 2 nil 1]]", "3.../3.../.22./.2.1"),
    ("3…\n3…\n.22.\n.2.1", "3.../3.../.22./.2.1"),
    (
        "||3||||.||||.||||.||\n||3||||.||||.||||.||\n||.||||2||||2||||.||\n||.||||2||||.||||1||",
        "3.../3.../.22./.2.1",
    ),
    ("4X4:3C3D22B2A1", "3.../3.../.22./.2.1"),
    ("https://discord.com/channels/1/2/3\n3...\n3...\n.22.\n.2.1", "3.../3.../.22./.2.1"),
    (
        "5 7 3 . . 2 . . 1 . 2 . 3 . . 2 0 . . 2 . 3 . . 1 . . 3 . 2 . 1 . 2 . . 3",
        "3..2..1/.2.3..2/0..2.3./.1..3.2/.1.2..3?",
    ),
    (
        "5 7\n3 . . 2 . . 1 . 2 . 3 . . 2 0 . . 2 . 3 . . 1 . . 3 . 2 . 1 . 2 . . 3",
        "3..2..1/.2.3..2/0..2.3./.1..3.2/.1.2..3?",
    ),
    ("NaN,2.0,3.0\n1.0,NaN,NaN", ".23/1.. or 23/1.?"),
    (
        "321\n\n123\n\n213",
        "Read as rows of cells: no cell is blank, and there is no solution",
    ),
    ("3,,2\n\n,1,\n\n2,,", "3.2/.1./2.. or 3.2/.1. or 3.2/.../.1./.../2..?"),
    ("3.0,,2\n,1.0", "3.2/.1.?"),
    ("3,,2 ,1,", "The text is one row of 3 cells, so its line ends were probably lost"),
    ("3.2.1.2.3", "3.2/.1./2.3?"),
    ("3 . 2 . 1 . 2 . 3", "3.2/.1./2.3?"),
    ("3*-\n***", "3../..."),
    ("3...\n3...\n\n.22.\n.2.1", "3.../3.../.22./.2.1"),
    ("3,.\n.", "3./.."),
    ("4 5\n3...\n3...\n.22.\n.2.1", "3.../3.../.22./.2.1?"),
    ("2 2\n3 .\n. 2", "22/3./.2 or 3./.2?"),
    ("3,3\n1,,2\n,2\n,,1", "33./1.2/.2./..1?"),
    ("3 2 1 0 1 2 3 0", "The text is one row of 8 cells, so its line ends were probably lost"),
    (
        "4x2 3 . . . . 2 . .",
        'Read as a Loopy game ID: after the size, " 3 . . . . 2 . ." means nothing',
    ),
    ("1 5 0 0 0 0 0", "The text is one row of 6 cells, so its line ends were probably lost"),
    (
        "[size]\n4 4\n[moves]\n",
        '"[size]…4 4…[move…" is not a puzzle in a notation that is known here',
    ),
    ("3,,2 1,", "3.2/1..?"),
    ("[[3, , 1]]", '"[[3, , 1]]" is not a puzzle in a notation that is known here'),
    (
        '{"w": 3, "h": 3, "cells": [3, 2, 1, 0]}',
        '"{"w": 3, "h": 3,…" is not a puzzle in a notation that is known here',
    ),
    ("[[]]", '"[[]]" is not a puzzle in a notation that is known here'),
    ("[[3, -1], 2]", '"[[3, -1], 2]" is not a puzzle in a notation that is known here'),
    ("[[3, ['a']]]", "\"[[3, ['a']]]\" is not a puzzle in a notation that is known here"),
    ('[["3, 1]]', '"[["3, 1]]" is not a puzzle in a notation that is known here'),
    (
        '{"a": [[3]], "b": [[2]]}',
        "Read as rows of cells: around line 1, it is not clear whether the other lines be",
    ),
    ('{"a": [[3]', '"{"a": [[3]" is not a puzzle in a notation that is known here'),
    ("+--+--+\n|3 |  |\n+--+  +\n|  |1 |\n+--+--+", "3./.1"),
    ("+ +\n 3|\n+ +", '"+ +… 3|…+ +" is not a puzzle in a notation that is known here'),
    (
        "| 1 | 2 |\n|-|-|\n| 3 | 2 |",
        "Read as rows of cells: no cell is blank, and there is no solution",
    ),
    ("3,,2\n,1\n\n1", "3.2/.1./.../1.. or 3.2/.1./1..?"),
    ("3,,2\n\n1", "3.2/1.. or 3.2/.../1..?"),
    (
        "123\n\n321",
        "Read as rows of cells: no cell is blank, and there is no solution",
    ),
    ("002\n1\n12", '"002…1…12" is not a puzzle in a notation that is known here'),
    ("2\n1\n12", '"2…1…12" is not a puzzle in a notation that is known here'),
    ("----- 11111 11311", '"----- 11111 1131…" is not a puzzle in a notation that is known here'),
    ("2: 3...", '"2: 3..." is not a puzzle in a notation that is known here'),
    ("4 2 3 . . . . 2 . .", "The text is one row of 10 cells, so its line ends were probably lost"),
    ("4 4 . . . . . 3 . 2 . . 0 2 . 2 . .", "..../.3.2/..02/.2.."),
    ("3\n,2,2", "3../.22"),
    (
        "+ +\n 3\n+ +\n\n+ +\n\n+ +",
        '"+ +… 3…+ +……+ +……" is not a puzzle in a notation that is known here',
    ),
    ("+ +\n 3\n+ +\n \n+ +", '"+ +… 3…+ +… …+ +" is not a puzzle in a notation that is known here'),
    (
        "0,0,2\n0,3,3\n1,1,1\n2,0,3",
        "Read as rows of cells: no cell is blank, and there is no solution",
    ),
    (
        "002\n033\n033\n203",
        "Read as rows of cells: no cell is blank, and there is no solution",
    ),
    ("\t\t\n\t3\t\n1\t\t2\n\t\t", ".../.3./1.2/... or .../.3./1.2 or .3./1.2/...?"),
    (
        "0\t1\t2\t3\t4\t5\n3\t\t\t\t\t\n\t2\t\t\t\t1",
        "01234./3...../.2...1 or .01234/3...../.2...1 or 3...../.2...1?",
    ),
    (". . . .\n\n. . . .\n 3 2 1\n. . . .", ".../321"),
    ("1 3 . . .\n2 3 . . .\n3 . 2 2 .", "13.../23.../3.22. or 3.../3.../.22.?"),
    ("1 2 3 4\n3 . . .\n. 2 2 .", "1234/3.../.22."),
    ("```\n1 2 3 4\n3 . . .\n. 2 2 .\n```", "1234/3.../.22."),
    ("0,1,2\n3,,\n,2,\n,,1", "012/3../.2./..1 or 3../.2./..1?"),
    ("- 3\n- 2\n- 1", ".3/.2/.1 or .2/.1?"),
    ("  132\n  330\n  211", "..132/..330/..211?"),
    ("132  \n330  \n211  ", "132../330../211..?"),
    (
        "1  3  2\n3  3  0\n2  1  1",
        "Read as rows of cells: no cell is blank, and there is no solution",
    ),
    ("3,1,2\n,1,2\n3\n\n1,,2\n3,1", "312/.12/3../.../1.2/31. or 312/.12/3../1.2/31.?"),
    (
        ",,1\n1,1,1\n1,,1\n\n1,1\n,1\n1,1\n1,,1",
        "..1/111/1.1 or ..1/111/1.1/.../11./.1./11./1.1 or ..1/111/1.1/11./.1./11./1.1?",
    ),
    (
        "1  1\n   1\n11 1\n\n1 11\n 111\n11 1",
        "1..1/...1/11.1/1.11/.111/11.1 or 1..1/...1/11.1 or 1.11/.111/11.1?",
    ),
    ("3...\n3...\n\n.22.\n.2.1\n1...", "3.../3.../.22./.2.1/1... or 3.../3.../.22./.2.1?"),
    ("3...\n3...\nhm\n.22.\n.2.1", "3.../3.../.22./.2.1"),
    ("3...\n3...\n----\n.22.\n.2.1", "3.../3.../.22./.2.1"),
    (
        "well ...\n3.2\n.1.\n2.3",
        "Read as rows of cells: around line 2, it is not clear whether the other lines be",
    ),
    ("no 321\n3.2\n.1.\n2.3", "3.2/.1./2.3 or 321/3.2/.1./2.3?"),
    ("3 2\n4.\n..\n..\n0 0", "32/4./../../00 or 4./../..?"),
    ("3,,2", "The text is one row of 2 cells, so its line ends were probably lost"),
    ("3;;2", "The text is one row of 2 cells, so its line ends were probably lost"),
    ("3,,, 3,, ,2,2, ,2,,1", "3.../3.../.22./.2.1 or 3.../.22./.2.1?"),
    ("3\t\t\t 3\t\t\t \t2\t2 \t2\t\t1", "3.../3.../.22./.2.1 or 3.../3... or 3../3..?"),
    ("3   2\n 0 1 ", "3...2/.0.1.?"),
    ("3 - - - 2 / - 0 - 1 -", "3...2/.0.1.?"),
    ('"3","","","","2"\n"",0,"",1,""', ".0/.1 or 0./1. or 3...2/.0.1.?"),
    ("3, -, -, -, 2\n-, 0, -, 1, -", "3...2/.0.1. or 3./../../../../0./../1.?"),
    ("3.2 .1. 2.3", "3.2/.1./2.3?"),
    ("3.2,.1.,2.3", "3.2/.1./2.3?"),
    ("3.2, .1., 2.3", "3.2/.1./2.3?"),
    ("3.2;.1.;2.3", "3.2/.1./2.3?"),
    ("3.2\t.1.\t2.3", "3.2/.1./2.3?"),
    ("3.2  .1.  2.3", "3.2/.1./2.3?"),
    ("`3.2 .1. 2.3`", "3.2/.1./2.3?"),
    ("3-2 -1- 2-3", "3.2/.1./2.3?"),
    ("3.2 / .1. / 2.3", "3.2/.1./2.3?"),
    ("3 . 2 / . 1 .", "The text is one row of 6 cells, so its line ends were probably lost"),
    ("303 / 212", '"303 / 212" is not a puzzle in a notation that is known here'),
    ("3,.,2/", '"3,.,2/" is not a puzzle in a notation that is known here'),
    ("-1,-1/", '"-1,-1/" is not a puzzle in a notation that is known here'),
    ("3 2 1/", '"3 2 1/" is not a puzzle in a notation that is known here'),
    ("4 \n  \n  ", '"4" is not a puzzle in a notation that is known here'),
    ("-1,-1", "The text is one row of 2 cells, so its line ends were probably lost"),
    ("3 2", "The text is one row of 2 cells, so its line ends were probably lost"),
    ("3 . 2 . /", "The text is one row of 4 cells, so its line ends were probably lost"),
    ("2x2:1\n2a", "Read as a Loopy game ID: the clues end after 1 of 4 cells"),
    ("slither/3/3/3²", "Read as a puzz.link address: it was cut off at the end"),
    ("3...\n.22.\n\n.22.", "3.../.22./.22."),
    ("٣.\n..", "3./.."),
    ("3\u200b..\n...", "3../..."),
    ("3.2 .1", '"3.2 .1" is not a puzzle in a notation that is known here'),
    ("3.5.", "The text is one row of 3 cells, so its line ends were probably lost"),
    ("3.x.", "The text is one row of 3 cells, so its line ends were probably lost"),
    ("3.2,.9.", '"3.2,.9." is not a puzzle in a notation that is known here'),
    ("3. 2 1\n....", '"3. 2 1…...." is not a puzzle in a notation that is known here'),
    ("3,2\n1", "32/1.?"),
    ("3,2\n1,y", 'Read as rows of cells: in row 2, column 2, "y" is not a cell'),
    ("3,2\n1,2.5", 'Read as rows of cells: in row 2, column 2, "2.5" is not a cell'),
]


@pytest.mark.parametrize(("text", "told"), TOLD)
def test_what_a_text_is(text: str, told: str) -> None:
    assert said(text).startswith(told)


def test_candidates_are_few_and_differ() -> None:
    for text, _ in TOLD:
        found = candidates(text, alone=True)
        assert len(found) <= MOST
        assert len({each.rows for each in found}) == len(found)
        assert not any(
            each.certain and each.cells < LEAST_CELLS for each in candidates(text, alone=False)
        )


@pytest.mark.parametrize("text", [text for text, told in TOLD if told.endswith("?")])
def test_what_is_asked_has_few_choices_and_says_how_each_was_read(text: str) -> None:
    with pytest.raises(AmbiguousTextError) as raised:
        ouro.read(text)
    error = raised.value
    assert 1 <= len(error.candidates) == len(error.readings) <= MOST_ASKED
    assert all(error.readings)
    assert [ouro.write(ouro.read(each)) for each in error.candidates] == [*error.candidates]


def test_how_a_text_was_read_is_told_where_it_was_compared() -> None:
    [found] = read("look:\n  A B C D\n1 3 . . .\n2 3 . . .\n3 . 2 2 .\n4 . 2 . 1").found
    assert found.remarks == ("the first column is left out, since it is none of clues",)
    [found] = read("4 4\n3...\n3...\n.22.\n.2.1").found
    assert found.remarks == ()
