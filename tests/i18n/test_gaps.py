"""A catalogue may lag: a sentence with an untranslated part is told in English as a whole."""

import re
from collections.abc import Iterable
from io import BytesIO
from random import Random

import pytest
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po

from i18n.catalogues import folder_of, read_catalogue
from puzzle.model import Puzzle
from puzzle.notation import parse_puzzle
from tests.support.shared import Collections
from tests.support.texts import english_words
from tests.support.truth.judging import Judge
from tests.support.truth.told import COLON, GAP, Recorder
from tests.support.truth.walks import judge_checks, judge_runs, judge_step, solution_of, steps_of

JAPANESE = re.compile(r"[\u3041-\u30ff\u4e00-\u9fff]")
SENTENCES = re.compile(f"[{GAP}{COLON}\n]")


class Collector(Judge):
    """Collects the sentences that are told instead of judging them."""

    def __init__(self, recorder: Recorder) -> None:
        super().__init__(recorder)
        self.told = set[str]()

    def sentences(self, texts: Iterable[str], *_: object) -> None:
        for text in texts:
            self.told |= {*SENTENCES.split(text)}


def lagging(share: float, random: Random) -> Recorder:
    """A recorder in Japanese whose catalogue lacks a share of its texts."""
    with (folder_of("ja") / "ouro.po").open("rb") as source:
        catalogue = read_po(source, locale="ja")
    for message in catalogue:
        if message.id and random.random() < share:
            message.string = ""
    file = BytesIO()
    write_mo(file, catalogue)
    file.seek(0)
    return Recorder(read_catalogue(file), "ja")


def told_about(puzzle: Puzzle, recorder: Recorder, random: Random) -> set[str]:
    """The sentences of hints, steps, sums and checks of a puzzle."""
    collector, solution = Collector(recorder), solution_of(puzzle)
    for board, step in steps_of(puzzle):
        judge_step(collector, board, step, solution)
    judge_runs(collector, puzzle, solution)
    if solution is not None:
        judge_checks(collector, random, puzzle, solution, boards=4)
    return collector.told


@pytest.mark.parametrize("share", [0.05, 0.3])
def test_no_sentence_is_half_translated(collections: Collections, share: float) -> None:
    random, found = Random(f"{share}"), {True: 0, False: 0}
    for record in collections.records("hard_5x5")[:3]:
        recorder = lagging(share, random)
        for text in told_about(parse_puzzle("\n".join(record["clues"])), recorder, random):
            is_english = bool(english_words(text))
            assert not (is_english and JAPANESE.search(text)), text
            found[is_english] += 1
    assert min(found.values()) > 4
