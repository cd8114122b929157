"""Every place that asks which rules a puzzle has, in one table.

What differs by rules is a method or a value of `Variant`, such as `line_counts` or `unvisited`,
which all code may use. Where code has a case of its own for some rules, the case is a row here.
"""

import ast
from collections.abc import Iterator, Mapping

from puzzle.rules import Capability
from tests.support.packages import modules, name_of
from tests.support.paths import PACKAGES

QUESTIONS: Mapping[str, Mapping[str, str]] = {
    "is_plain": {
        "service.learning.storms": "storms have drills of plain rules",
        "service.learning.training": "drills of other rules come to who has begun with them",
        "bot.drafts.pictures": "drafts have the plain rules",
        "bot.pasting.chat": "rows of cells name no rules, so a form begins with the game ID",
        "cli.commands.generate": "some formats name no rules; records name others",
        "cli.errors": "rows of cells name no rules, so a choice is told by its game ID",
        "puzzle.notation.loopy": "a game ID names other rules",
        "puzzle.notation.text": "most notations name no rules",
        "renderer.alt": "other rules are told below the board",
        "renderer.picture": "other rules are told below the board",
        "renderer.scene": "other rules are told below the board",
        "renderer.text": "other rules are told below the board",
        "service.generating.generation": "other rules are for squares",
        "service.playing.drafts": "only plain puzzles have rows to copy",
        "service.playing.sharing": "other rules are told in the title of a card",
        "solver.generate.draft": "bitboards know the plain rules",
        "solver.generate.generate": "Hard puzzles of other rules need another try at harder steps",
        "solver.generate.recipes": "corners, from which recipes begin, are for the plain rules",
        "solver.generate.small_steps": "clauses of other rules are assumed with a variable",
        "solver.generate.spec": "other rules are for squares and all clues, and part of the seed",
        "texts.boards": "other rules are told in the title of a board",
        "texts.puzzles": "other rules are told beside the size",
        "texts.stats": "other rules are named where their boards take longer",
        "web.board_data": "the page gets nothing for the plain rules",
        "web.boards": "a link to another page names other rules",
    },
    "is_plain_with": {
        "puzzle.model": "puzzles without animals are the same puzzle as a plain one",
    },
    "visits_every_dot": {
        "service.playing.drafts": "an even number of dots suggests other sizes",
        "solver.constructing": "a cell that changes sides leaves out a dot",
        "solver.drills.making": "loops of drills visit every dot",
        "solver.drills.solutions": "loops of drills visit every dot",
        "narrator.contradictions": "what clashes at a dot is worded so",
        "narrator.why": "the reason at a dot is worded so",
        "solver.encoding": "each dot has two lines at least",
        "solver.generate.draft": "a loop near one that visits every dot misses some",
        "solver.generate.generate": "its loops are drawn in another way",
        "solver.explain.marked_patterns": "closed corners need no clue",
        "solver.explain.patterns": "corners of the board need no clue",
        "solver.generate.spec": "an even number of dots suggests other sizes",
        "web.board_data": "the page tells dots that are left",
    },
    "counts_dots": {
        "solver.cnf": "comments name the variables of dots",
        "solver.encoding": "dots have variables, which clues are about",
        "texts.verdicts": "clues that are left lack no number of lines",
    },
    "counted": {
        "solver.assumed": "a clue may guarantee a line",
        "solver.constructing": "a cell that changes sides keeps clues that count lines",
        "texts.verdicts": "a broken clue is told with what it counts",
        "web.board_data": "the page counts while lines are drawn",
    },
    "signs": {
        "solver.assumed": "animals are met by the sides of cells",
        "solver.constructing": "animals are clues too, and keep cells on their sides",
        "texts.drafts": "the clues that a cell could have may be animals",
        "solver.drills.making": "animals are drawn into drills",
        "solver.drills.packing": "texts of drills name animals",
        "solver.drills.solutions": "animals need the sides of cells",
        "puzzle.copies": "a cell may have an animal in place of its number",
        "puzzle.notation.puzzlink": "beside animals each digit is one cell",
        "solver.cnf": "animals need the variables of cells",
        "solver.encoding": "animals have clauses of their own",
        "solver.generate.draft": "clues of a loop are animals in some cells",
        "solver.generate.generate": "animals are drawn, and each kind is on the board",
        "solver.generate.recipes": "each kind of animal is among the clues of Expert",
        "solver.generate.small_steps": "animals need the variables of cells",
        "solver.options": "animals need the variables of cells",
        "texts.board_page": "the page names animals",
        "web.board_data": "the page draws animals",
    },
    "has_dot_marks": {
        "puzzle.notation.pzpr": "files of some genres have more sections",
    },
    "puzzle.rules.full": {
        "puzzle.notation.puzzlink": "other flags are refused",
        "puzzle.notation.pzpr": "other flags are refused",
    },
    "puzzle.rules.sheep_wolf": {
        "solver.drills.kernels": "kernels of drills have animals",
        "puzzle.notation.candidates": "an S and a W in rows are animals",
        "renderer.scene": "each animal has a shape of its own",
    },
    "Rules": {
        "solver.explain.techniques": "two techniques have drills of other rules",
        "play.tracks": "some dailies have other rules",
    },
}
"""The modules that ask each question, and why: a member of `Variant` or `Rules`, the module of one
variant, or `Rules` with a name."""

SUPPORTED: Mapping[Capability, set[str]] = {
    Capability.FAST_SEARCH: {
        "solver.bitboard.rules",
        "solver.assumed",
        "solver.encoding",
        "solver.options",
        "solver.patching",
        "solver.presolve",
        "solver.search",
    },
    Capability.PLAY: {
        "service.playing.boards",
        "service.posting.publishing",
        "web.board_data",
    },
    Capability.HINTS: {
        "solver.review.known_marks",
        "bot.boards.components",
        "bot.helping.messages",
        "bot.together.messages",
        "narrator.checks",
        "service.playing.drafts",
        "service.helping.checks",
        "solver.explain.mistakes",
        "solver.explain.rule_graph",
        "solver.explain.why",
        "web.board_data",
    },
    Capability.RATINGS: {"bot.drafts.display", "solver.rating"},
    Capability.REVIEWS: {
        "bot.reviews.chat",
        "jobs.reviewing",
        "solver.review.gaps",
        "solver.review.review",
        "web.board_data",
    },
    Capability.GENERATING: {
        "bot.new_puzzles.chat",
        "service.generating.generation",
        "solver.generate.spec",
        "web.board_data",
    },
}
"""The modules that ask whether something is supported: it has no code for other rules there."""

_OF_VARIANT = {"counted", "signs"}
"""Names that others have too, so that they count after `variant` or `rules` only."""


def _name(node: ast.expr) -> str:
    match node:
        case ast.Attribute(attr=name) | ast.Name(id=name):
            return name
    return ""


def questions(tree: ast.AST) -> Iterator[str | Capability]:
    """What a module asks of rules."""
    for node in ast.walk(tree):
        match node:
            case ast.Attribute(value=ast.Name(id="Capability"), attr=name):
                yield Capability[name]
            case ast.Attribute(value=owner, attr=name) if name in QUESTIONS:
                if name not in _OF_VARIANT or _name(owner) in {"variant", "rules"}:
                    yield name
            case ast.ImportFrom(module=str(module)) if module.startswith("puzzle.rules."):
                yield module
            case ast.Call(func=ast.Name(id="Rules" | "rules_named"), args=[ast.Constant()]):
                yield "Rules"
            case _:
                pass


def test_every_question_about_rules_is_in_the_table() -> None:
    found = {
        (question, name_of(path))
        for package in PACKAGES
        for path in modules(package)
        if not name_of(path).startswith(("puzzle.rules", "tests"))
        for question in questions(ast.parse(path.read_text(encoding="utf-8")))
    }
    listed: set[tuple[str | Capability, str]] = {
        (question, module)
        for table in (QUESTIONS, SUPPORTED)
        for question, places in table.items()
        for module in places
    }
    assert found == listed


def test_questions_are_found() -> None:
    code = (
        "if puzzle.rules.is_plain or rules.variant.signs: Rules('touch').supports(Capability.PLAY)"
    )
    assert {*questions(ast.parse(code))} == {"is_plain", "signs", "Rules", Capability.PLAY}
    assert not [*questions(ast.parse("variant.line_count(clue), notes.signs"))]
