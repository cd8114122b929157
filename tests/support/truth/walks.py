"""Walks through puzzles, in which every text is judged."""

from collections.abc import Iterator
from random import Random

from msgspec.structs import replace

from jobs.drilling import JudgedDrill
from jobs.teaching import Lesson, LessonStage
from narrator import reviews
from narrator.arguments import argument_sentences, words_for
from narrator.checks import Detail, narrate_check
from narrator.lessons import told_steps
from narrator.narration import Level, narrate
from narrator.refutations import tell_refutation
from narrator.reviews import find_moments
from narrator.walkthrough import explain_end, explained_steps
from narrator.ways import both_ways
from play.verdict import judge as judge_lines
from puzzle.model import Board, Puzzle, Solution
from solver.drills import Drill
from solver.explain.explainer import Explainer, NoStep
from solver.explain.mistakes import Check, check
from solver.explain.step import Step
from solver.review.judgement import Review, without_wrong
from solver.review.known_marks import check_in_mind, with_crosses_in_mind
from solver.search import solve
from tests.support.truth.judging import Judge
from tests.support.truth.scene import CROSS, LINE, Marks, Scene, marks_of, pairs_of, states_while
from tests.support.truth.told import GAP, Recorder
from texts import practice
from texts.course import title_and_text
from texts.verdicts import verdict_text


def solution_of(puzzle: Puzzle) -> Solution | None:
    """The only solution of a puzzle; None if it has none or several."""
    found = solve(puzzle).solutions
    return found[0] if len(found) == 1 else None


def steps_of(puzzle: Puzzle) -> Iterator[tuple[Board, Step]]:
    """The steps that solve a puzzle, each with the board before it."""
    board = Board.blank(puzzle)
    for step in Explainer(puzzle).walkthrough(board):
        if isinstance(step, Step):
            yield board, step
            board = board.mark(step.forced)


def judge_step(judge: Judge, board: Board, step: Step, solution: Solution | None) -> None:
    """Judge a step at all levels of help."""
    board = step.told_on(board)
    before = marks_of(board)
    scene = Scene(board=board, states=[before], solution=solution, step=step, pairs=pairs_of(step))
    for level in (Level.NUDGE, Level.HINT):
        told = narrate(board, step, level, judge.recorder)
        judge.narration(told, {}, scene)
    known = narrate(board, step, Level.HINT, judge.recorder, [step.technique.name])
    judge.narration(known, {}, scene)
    ways = both_ways(board, step)
    judge.sentences(() if ways is None else ways.sentences(judge.recorder), {}, scene)
    told = narrate(board, step, Level.STEP, judge.recorder)
    judge.narration(told, scenes_of(board, step, solution, judge.recorder), at_end(scene, step))


def judge_in_mind(judge: Judge, board: Board, solution: Solution) -> None:
    """Judge a hint, and a check of a board with a wrong line, for a player who draws lines only."""
    explainer, drawn = Explainer(board.puzzle), Board.of_lines(board.puzzle, board.lines)
    step = explainer.next_step(with_crosses_in_mind(explainer, drawn))
    if isinstance(step, Step):
        judge_step(judge, drawn, step.seen_on(drawn), solution)
    wrong = next((e for e, mark in enumerate(drawn.marks) if not mark and e not in solution), None)
    if wrong is not None:
        drawn = drawn.mark({wrong: LINE})
        judge_check(judge, drawn, check_in_mind(explainer, drawn), solution)


def at_end(scene: Scene, step: Step) -> Scene:
    """The scene of the conclusion of a step."""
    before = scene.states[0]
    states = [before, {**before, **step.forced}]
    return replace(scene, states=states, step=step, pairs=pairs_of(step))


def scenes_of(
    board: Board, step: Step, solution: Solution | None, recorder: Recorder
) -> dict[str, Scene]:
    """The scene of each sentence of the argument of a step."""
    first, rest = argument_sentences(board, step, words_for(board, step, recorder))
    pairs, scenes = pairs_of(step), dict[str, Scene]()
    known: Marks = marks_of(board)
    saved: dict[int, Marks] = {}
    for each in first + rest:
        if each.supposed is not None:
            known = saved.setdefault(each.depth, known)
            saved = {depth: marks for depth, marks in saved.items() if depth <= each.depth}
        states = [known]
        if each.supposed is not None:
            states.append({**known, each.supposed.edge: each.supposed.state})
        if each.inference is None and each.supposed is None and each.concluded is None:
            states.append({**known, **step.forced})
        if each.inference is not None:
            states += states_while(states[-1], (*each.earlier, each.inference))
        if each.concluded is not None:
            states = [{**saved.pop(0, known), each.concluded.edge: each.concluded.state}]
            saved.clear()
        if each.supposed is not None or each.inference is not None or each.concluded is not None:
            known = states[-1]
        scene = Scene(board=board, states=states, solution=solution, step=step, pairs=pairs)
        scenes |= dict.fromkeys((each.text, *each.text.split(GAP)), scene)
    return scenes


def judge_runs(judge: Judge, puzzle: Puzzle, solution: Solution | None) -> None:
    """Judge the sums of simple steps in a walkthrough, and steps that are told shortly again."""
    found = explained_steps(Explainer(puzzle), Board.blank(puzzle), localizer=judge.recorder)
    for told in told_steps(found):
        if isinstance(told, NoStep):
            last = Board.of_lines(puzzle, solution or frozenset())
            scene = Scene(board=last, states=[marks_of(last)], solution=solution)
            judge.sentences(explain_end(puzzle, told, None, judge.recorder), {}, scene)
            continue
        if told.lead is not None and told.again:
            board, step = told.lead.board, told.lead.step
            scene = at_end(Scene(board=board, states=[marks_of(board)], solution=solution), step)
            judge.sentences([told.lead_text], {}, scene)
        if told.run and len(told.steps) > 1:
            board = told.run[0].board
            states = [marks_of(board), marks_of(told.run[-1].after)]
            scene = Scene(board=board, states=states, solution=solution)
            judge.sentences([told.run_text], {}, scene)


def judge_checks(
    judge: Judge, random: Random, puzzle: Puzzle, solution: Solution, boards: int
) -> None:
    """Judge the reports and verdicts about boards of a walk on which some marks are wrong."""
    explainer = Explainer(puzzle)
    walk = [board for board, _ in steps_of(puzzle)]
    for board in random.choices(walk, k=boards):
        open_ = [edge for edge, mark in enumerate(board.marks) if not mark]
        wrong = random.sample(open_, min(len(open_), random.choice((0, 1, 1, 1, 2, 5, 20))))
        marks = {edge: CROSS if edge in solution else LINE for edge in wrong}
        marked = board.mark(marks)
        made = random.sample(wrong, len(wrong)) if random.random() < 0.5 else []
        judge_check(judge, marked, check(explainer, marked, made=made), solution)
        verdict = judge_lines(puzzle, marked.lines)
        if not verdict.solved:
            scene = Scene(board=marked, states=[marks_of(marked)], solution=solution)
            text = verdict_text(judge.recorder, puzzle, marked.lines, verdict)
            judge.sentences([text], {}, scene)


def judge_check(judge: Judge, board: Board, found: Check, solution: Solution) -> None:
    """Judge the reports of a check in every detail."""
    board = found.told_on(board)
    parts, scenes = tell_refutation(board, found, judge.recorder), dict[str, Scene]()
    for part in parts:
        if part.step is not None:
            scene = Scene(board=part.board, states=[marks_of(part.board)], solution=solution)
            scenes |= scenes_of(part.board, part.step, solution, judge.recorder)
            told = narrate(part.board, part.step, Level.STEP, judge.recorder)
            end = at_end(scene, part.step)
            scenes |= dict.fromkeys((told.conclusion or "").split(GAP), end)
            scenes = dict.fromkeys(told.sentences, end) | scenes
            continue
        states: list[Marks] = [marks_of(part.board)]
        for each in part.deductions:
            states.append({**states[-1], each.edge: each.state})
        scene = Scene(board=part.board, states=states, solution=solution)
        for text in part.sentences:
            scenes |= dict.fromkeys(text.split(GAP), scene)
    whole = Scene(
        board=board,
        states=[marks_of(board)],
        solution=solution,
        check=found,
        steps=len(parts[0].sentences) if len(parts) == 1 else len(parts),
    )
    for detail in Detail:
        judge.narration(narrate_check(board, found, detail, judge.recorder), scenes, whole)


def judge_answer(judge: Judge, drill: Drill, judged: JudgedDrill) -> None:
    """Judge the verdict on an answer to a drill, and what was decided."""
    scene = Scene(board=drill.board, states=[marks_of(drill.board)], solution=None)
    _, _, verdict = practice.verdict_on(judge.recorder, judged).partition("\n")
    decided, _, _ = practice.reason_text(judge.recorder, judged).partition("\n### ")
    told = [verdict] if decided.startswith("### ") else [verdict, decided]
    judge.sentences(told, {}, scene)


def judge_lesson(judge: Judge, board: Board, lesson: Lesson) -> None:
    """Judge the question of a lesson."""
    scene = Scene(board=board, states=[marks_of(board)], solution=solution_of(board.puzzle))
    if lesson.stage is LessonStage.LESSON:
        _, text = title_and_text(judge.recorder, lesson)
        question = text.rpartition("**")[0].rpartition("**")[2]
        judge.sentences([question], {}, scene)


def judge_review(judge: Judge, puzzle: Puzzle, review: Review) -> None:
    """Judge what the moments of a review say about marks."""
    solution = review.solution
    for moment in find_moments(Explainer(puzzle), review, judge.recorder):
        judged = review.strokes[moment.number]
        board = judged.before.mark(judged.stroke.states)
        scene = Scene(board=board, states=[marks_of(board)], solution=solution)
        told = moment.text.split(GAP)
        judge.sentences([each for each in told if _is_of_reviews(judge, each)], {}, scene)
        if moment.step is not None:
            judge_step(judge, without_wrong(moment.board, solution), moment.step, solution)


def _is_of_reviews(judge: Judge, text: str) -> bool:
    """Whether a text is told by a message of reviews, not as the idea that one contains."""
    found = judge.recorder.told.get(text)
    return found is not None and found.template in vars(reviews).values()
