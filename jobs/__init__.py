"""The jobs of worker processes: pure functions from request values to answer values.

This package and all that it imports are independent of Discord.
"""

from jobs.appearance import Appearance
from jobs.drilling import (
    DrillQuestion,
    DrillRequest,
    FindRequest,
    JudgedDrill,
    JudgeRequest,
    MasteryRequest,
    ask_drill,
    draw_mastery,
    judge_drill,
    judge_found,
)
from jobs.generating import GenerateAnswer, GenerateRequest, make_puzzle
from jobs.pictures import SamplesRequest, draw_samples
from jobs.playing import (
    Animation,
    AnimationRequest,
    CheckAnswer,
    CheckRequest,
    Drawing,
    DrawRequest,
    HintAnswer,
    HintRequest,
    animate_solution,
    check_marks,
    draw_board,
    draw_card,
    find_hint,
)
from jobs.reading import (
    AnswerRequest,
    MessageTexts,
    PastedText,
    ReadPuzzle,
    ReadRequest,
    read_answer,
    read_puzzle,
)
from jobs.reviewing import (
    ReplayRequest,
    ReviewAnswer,
    ReviewedMoment,
    ReviewRequest,
    replay_attempt,
    review_attempt,
)
from jobs.solving import (
    OutcomeRequest,
    RateAnswer,
    RateRequest,
    SolveAnswer,
    SolveRequest,
    find_outcome,
    rate_puzzle,
    solve_puzzle,
)
from jobs.teaching import Lesson, LessonRequest, LessonStage, find_lesson
from solver.drills import DrillVerdict
from solver.review.judgement import NotReviewed

__all__ = [
    "Animation",
    "AnimationRequest",
    "AnswerRequest",
    "Appearance",
    "CheckAnswer",
    "CheckRequest",
    "DrawRequest",
    "Drawing",
    "DrillQuestion",
    "DrillRequest",
    "DrillVerdict",
    "FindRequest",
    "GenerateAnswer",
    "GenerateRequest",
    "HintAnswer",
    "HintRequest",
    "JudgeRequest",
    "JudgedDrill",
    "Lesson",
    "LessonRequest",
    "LessonStage",
    "MasteryRequest",
    "MessageTexts",
    "NotReviewed",
    "OutcomeRequest",
    "PastedText",
    "RateAnswer",
    "RateRequest",
    "ReadPuzzle",
    "ReadRequest",
    "ReplayRequest",
    "ReviewAnswer",
    "ReviewRequest",
    "ReviewedMoment",
    "SamplesRequest",
    "SolveAnswer",
    "SolveRequest",
    "animate_solution",
    "ask_drill",
    "check_marks",
    "draw_board",
    "draw_card",
    "draw_mastery",
    "draw_samples",
    "find_hint",
    "find_lesson",
    "find_outcome",
    "judge_drill",
    "judge_found",
    "make_puzzle",
    "rate_puzzle",
    "read_answer",
    "read_puzzle",
    "replay_attempt",
    "review_attempt",
    "solve_puzzle",
]
