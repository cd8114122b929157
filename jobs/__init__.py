"""What a worker process can be asked to do: pure functions over frozen values.

This package and all it imports know nothing of Discord.
"""

from jobs.making import MadePuzzle, MakeRequest, make_puzzle
from jobs.playing import (
    Animation,
    AnimationRequest,
    CardRequest,
    Checked,
    CheckRequest,
    Drawing,
    DrawRequest,
    Hinted,
    HintRequest,
    animate_solution,
    check_marks,
    draw_board,
    draw_card,
    find_hint,
)
from jobs.rating import Rated, RateRequest, rate_puzzle
from jobs.reading import AnswerRequest, ReadRequest, read_answer, read_puzzle
from jobs.recognising import RecogniseRequest, Secret, Secrets, recognise
from jobs.solving import (
    GuardedRequest,
    Look,
    Pasted,
    Said,
    SolveAnswer,
    SolveRequest,
    solve_puzzle,
    solve_unless_secret,
)
from jobs.teaching import Lesson, LessonRequest, Stage, find_lesson

__all__ = [
    "Animation",
    "AnimationRequest",
    "AnswerRequest",
    "CardRequest",
    "CheckRequest",
    "Checked",
    "DrawRequest",
    "Drawing",
    "GuardedRequest",
    "HintRequest",
    "Hinted",
    "Lesson",
    "LessonRequest",
    "Look",
    "MadePuzzle",
    "MakeRequest",
    "Pasted",
    "RateRequest",
    "Rated",
    "ReadRequest",
    "RecogniseRequest",
    "Said",
    "Secret",
    "Secrets",
    "SolveAnswer",
    "SolveRequest",
    "Stage",
    "animate_solution",
    "check_marks",
    "draw_board",
    "draw_card",
    "find_hint",
    "find_lesson",
    "make_puzzle",
    "rate_puzzle",
    "read_answer",
    "read_puzzle",
    "recognise",
    "solve_puzzle",
    "solve_unless_secret",
]
