"""The jobs of practice: they make drills as questions, and judge answers to them.

A drill travels as a text that has all of it, so that nothing is stored while it is open.
"""

from collections.abc import Mapping

from msgspec import Struct
from msgspec.structs import replace

from i18n.catalogues import localizer_for
from i18n.localizer import Localizer
from jobs.appearance import PLAIN, Appearance
from jobs.errors import JobError
from jobs.playing import Drawing, DrawRequest, draw_board, draw_ways
from narrator.illustration import illustrate
from narrator.narration import Level, Narration, narrate
from narrator.places import Places
from narrator.techniques import text_of
from narrator.ways import both_ways
from puzzle.model import Board, EdgeState
from puzzle.rules import Rules
from renderer.highlights import Highlights
from renderer.mastery import MasteryGrid
from solver.drills import (
    Drill,
    DrillVerdict,
    about,
    drill_step,
    grade,
    make_drill,
    new_in,
    pack,
    question,
    unpack,
)
from solver.explain.step import Step
from solver.explain.techniques import technique_named


class DrillRequest(Struct, frozen=True):
    """The technique and the seed of a drill, or a `text` that has a drill made before.

    Without `signs` nothing is marked: what is decided is to be found. With `ways`, the picture is
    of the ways of its step.
    """

    technique: str = ""
    seed: int = 0
    appearance: Appearance = PLAIN
    locale: str = "en"
    text: str = ""
    signs: bool = True
    ways: bool = False


class DrillQuestion(Struct, frozen=True):
    """A drill as a question: which of the edges with signs is decided, or where is one that is?

    - `text`: the drill, for `JudgeRequest`;
    - `edges`: the number of edges with signs, 0 if what is decided is to be found;
    - `technique`, `title`, `rule`: what the drill is about; `rules`: those of its board.
    """

    text: str
    edges: int
    technique: str
    title: str
    rule: str
    drawing: Drawing
    rules: Rules = Rules()


class JudgeRequest(Struct, frozen=True):
    """An answer to the drill of a `text`: the states of edges that somebody drew.

    Of `signed` edges, it has the numbers of their signs.
    """

    text: str
    drawn: dict[int, EdgeState]
    appearance: Appearance = PLAIN
    locale: str = "en"
    signed: bool = False


class JudgedDrill(Struct, frozen=True):
    """The verdict on an answer, and the step of the drill with its picture.

    - `chosen`, `drawn`, `sign`: an edge of the answer in words, its state, and the number of its
      sign, None without signs;
    - `right`, `state`, `decided`: the number, the state and the words of the edge that is decided;
    - `counterexample`: a solution in which the chosen edge has its other state, if there is one;
    - `text`: the drill, if the ways of its step can be drawn.
    """

    verdict: DrillVerdict
    technique: str
    rule: str
    narration: Narration
    drawing: Drawing
    chosen: str
    right: int
    state: EdgeState
    decided: str
    drawn: EdgeState
    sign: int | None
    counterexample: Drawing | None = None
    text: str = ""

    @property
    def is_right(self) -> bool:
        """Whether the answer is true."""
        return self.verdict not in {DrillVerdict.NOT_DECIDED, DrillVerdict.IMPOSSIBLE}


def ask_drill(request: DrillRequest) -> DrillQuestion:
    """Make a drill and ask about it; raises `DrillError` or `DrillTextError` if there is none.

    >>> asked = ask_drill(DrillRequest("corner-3", 1))
    >>> asked.title, asked.edges, len(asked.text)
    ('3 in a corner', 4, 51)
    >>> ask_drill(DrillRequest(text=asked.text)).technique
    'corner-3'
    """
    localizer = localizer_for(request.locale)
    drill = unpack(request.text) if request.text else make_drill(request.technique, request.seed)
    edges = question(drill).edges if request.signs else ()
    text, drawing = text_of(technique_named(drill.technique)), None
    if request.ways and (ways := both_ways(drill.board, _step(drill))) is not None:
        drawing = draw_ways(ways, request.appearance, localizer)
    return DrillQuestion(
        pack(drill),
        len(edges),
        drill.technique,
        localizer.say(text.title),
        localizer.sentence(text.description),
        drawing or _draw(drill.board, Highlights(asked=edges), request.appearance, request.locale),
        drill.board.puzzle.rules,
    )


def judge_drill(request: JudgeRequest) -> JudgedDrill:
    """Judge an answer to a drill, and explain its step; without signs, all that follows is right.

    Raises `DrillTextError` if the text is none of a drill, `AssumptionError` for an edge that is
    not there, and `JobError` if its question has no such sign, or nothing new is drawn.

    >>> asked = ask_drill(DrillRequest("corner-3", 1))
    >>> answers = [JudgeRequest(asked.text, {n: EdgeState.LINE}, signed=True) for n in range(4)]
    >>> sorted(judge_drill(each).verdict.value for each in answers)
    ['not decided', 'not decided', 'not decided', 'right']
    >>> edge, *_ = unpack(asked.text).answer
    >>> judge_drill(JudgeRequest(asked.text, {edge: EdgeState.LINE})).verdict.value
    'right'
    """
    drill, drawn, sign = unpack(request.text), request.drawn, None
    if request.signed:
        edges = question(drill).edges
        if not drawn.keys() <= {*range(len(edges))}:
            raise JobError("there is no edge with this sign")
        sign = next(iter(drawn), None)
        drawn = {edges[number]: state for number, state in drawn.items()}
    drawn = new_in(drill, drawn)
    if not drawn:
        raise JobError("nothing new is drawn")
    return _judged(drill, drawn, request, sign)


def _judged(
    drill: Drill,
    drawn: Mapping[int, EdgeState],
    request: JudgeRequest,
    sign: int | None,
) -> JudgedDrill:
    """The verdict on what was drawn: about the first wrong edge, else the first of the answer."""
    localizer, step = localizer_for(request.locale), _step(drill)
    graded, asked = grade(drill, drawn), question(drill)
    edge = about(drill, graded, drawn)
    verdict, shown = graded.verdict, illustrate(drill.board, step)
    counterexample = None
    if graded.counterexample is not None:
        solved = Board.of_lines(drill.board.puzzle, graded.counterexample)
        counterexample = _draw(
            solved, Highlights(culprits=frozenset({edge})), request.appearance, request.locale
        )
    return JudgedDrill(
        DrillVerdict.RIGHT if verdict is DrillVerdict.PART else verdict,
        drill.technique,
        localizer.sentence(text_of(step.technique).description),
        narrate(drill.board, step, Level.STEP, localizer),
        _draw(drill.board, shown, request.appearance, request.locale),
        _named(drill, step, localizer, edge),
        asked.right,
        asked.state,
        _named(drill, step, localizer, asked.edges[asked.right]),
        drawn[edge],
        sign,
        counterexample,
        pack(drill) if both_ways(drill.board, step) is not None else "",
    )


def _step(drill: Drill) -> Step:
    """The step of a drill; raises `JobError` if the explainer finds none by now."""
    step = drill_step(drill)
    if step is None:
        raise JobError("a drill has a step")
    return step


def _named(drill: Drill, step: Step, localizer: Localizer, edge: int) -> str:
    """An edge in words, as in the argument of the step."""
    return Places(drill.board.puzzle, localizer, step.cells).edges([edge])


def _draw(board: Board, shown: Highlights, appearance: Appearance, locale: str) -> Drawing:
    appearance = replace(appearance, labels=True)
    return draw_board(DrawRequest(board, appearance, shown, locale=locale))


def draw_mastery(grid: MasteryGrid) -> Drawing:
    """Draw how well techniques are mastered.

    >>> draw_mastery(MasteryGrid(((4, 1), (-1,)))).alt
    '3 techniques: 1 mastered, 1 begun, 1 new. Row A: 1 of 2 mastered. Row B: 0 of 1 mastered.'
    """
    return Drawing(grid.png(), grid.alt)
