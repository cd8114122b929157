"""Judges every message of the texts that are told about a board."""

import re
from collections import Counter
from collections.abc import Iterable, Iterator

from i18n.messages import Template
from narrator import english
from narrator.narration import Narration
from renderer import place_words
from tests.support.truth.claim import Claim
from tests.support.truth.messages import PLACES, SILENT, STATEMENTS
from tests.support.truth.reading import CLUES, CORNERS, ITS, Reader
from tests.support.truth.scene import Scene
from tests.support.truth.told import COLON, GAP, Recorder, Told

UNREADABLE = (ValueError, LookupError, AssertionError, StopIteration)
"""Errors where a text names no place, or not the one that its message is about."""
NUMBERED = re.compile(rf"(?:^|(?<=[{GAP}\n]))\(\d+\) ")
"""The number before a sentence of several."""


class Judge:
    """Reads texts back and judges what their messages state.

    `texts` is the number of sentences, `judged` the messages that stated something, and `false`
    tells what was not true.
    """

    def __init__(self, recorder: Recorder) -> None:
        self.recorder = recorder
        self.texts = 0
        self.judged = Counter[Template]()
        self.false: list[str] = []
        self._owner: int | None = None
        self._there: int | None = None
        self._named = set[int]()

    def narration(self, told: Narration, scenes: dict[str, Scene], scene: Scene) -> None:
        """Judge a narration; each sentence in its own scene, if it has one."""
        self.sentences((*told.sentences, *told.end), scenes, scene)

    def sentences(self, texts: Iterable[str], scenes: dict[str, Scene], scene: Scene) -> None:
        """Judge sentences, of which several may be in one text."""
        self._owner = self._there = None
        self._named.clear()
        for text in texts:
            if NUMBERED.match(text):
                self._named.clear()
            for part in self._parts(NUMBERED.sub("", text)):
                self.texts += 1
                self._sentence(part, scenes.get(part, scene))

    def _parts(self, text: str) -> Iterator[str]:
        """The sentences of a text, each as long as a message that was told."""
        pieces = re.split(f"([{GAP}{COLON}\n])", text)
        while pieces:
            lengths = range(len(pieces), 1, -2 if len(pieces) % 2 else -1)
            parts = ("".join(pieces[:length]) for length in lengths)
            part = next((each for each in parts if each in self.recorder.told), pieces[0])
            yield part
            count = next(n for n in range(1, len(pieces) + 1) if "".join(pieces[:n]) == part)
            del pieces[: count + 1]

    def _sentence(self, text: str, scene: Scene) -> None:
        if text not in self.recorder.told:
            self.false.append(f"not told by a message: {text!r}")
            return
        before = len(self.false)
        self._visit(text, scene, Reader(scene.puzzle, self.recorder))
        if self.recorder.told[text].template == english.CONCLUSION:
            if len(self._named) > 1 and any(map(OWN.__contains__, self._templates(text))):
                self.false.append(f"whose sides? {text!r}")
            self._named.clear()
        for number in range(before, len(self.false)):
            self.false[number] += f"\n  in {text!r}\n  {scene.board.puzzle.size}"

    def _visit(self, text: str, scene: Scene, reader: Reader) -> None:
        found = self.recorder.told.get(text)
        if found is None:
            return
        for part in found.parts:
            self._visit(part, scene, reader)
        template = found.template
        if template in STATEMENTS:
            self._judge(text, found, scene, reader)
        elif template not in SILENT and template not in PLACES:
            self.false.append(f"in no list: {template}")
        try:
            self._remember(text, template, reader)
        except UNREADABLE as error:
            self.false.append(f"cannot be read: {text!r}: {error!r}")

    def _templates(self, text: str) -> Iterator[Template]:
        """The messages of a text and of its parts."""
        if (found := self.recorder.told.get(text)) is not None:
            yield found.template
            for part in found.parts:
                yield from self._templates(part)

    def _judge(self, text: str, found: Told, scene: Scene, reader: Reader) -> None:
        claim = Claim(found.values, scene, reader, self._owner, self._there, found.count)
        self.judged[found.template] += 1
        try:
            is_true = STATEMENTS[found.template](claim)
        except UNREADABLE as error:
            self.false.append(f"cannot be read: {text!r}: {error!r}")
        else:
            if not is_true:
                self.false.append(f"false: {text!r}")

    def _remember(self, text: str, template: Template, reader: Reader) -> None:
        """Remember the clue or the dot that was named last, which "its" and "there" mean."""
        if template in {*CLUES, english.BLANK_CELL}:
            self._owner = reader.cell(text)
            self._named.add(self._owner)
        elif template in CORNERS or template in DOTS:
            self._there = reader.dots(text)[-1]


OWN = frozenset({*ITS, english.ALL_ITS_SIDES, english.ITS_OTHER_SIDES})
"""The messages that name sides of the only clue that a text has named."""
DOTS = frozenset(
    {
        place_words.HOUR_CORNER,
        place_words.CORNER_BETWEEN,
        place_words.CORNERS_OF_CELL,
        place_words.HOURS_OF_CELL,
    }
)
