"""The messages of answers: their contents, within Discord's limits."""

import pytest
from msgspec.structs import replace

from bot.solving.chat import answer_message
from i18n.localizer import ENGLISH
from jobs.appearance import Appearance
from jobs.reading import PastedText
from jobs.solving import SolveAnswer, SolveRequest, solve_puzzle
from puzzle.bounds import Bounds
from puzzle.errors import PuzzleError
from puzzle.notation import parse_puzzle
from renderer.theme import THEMES
from service.learning.manual import Topic
from service.running.readers import Reader
from service.settings import THEME
from solver.report import SOLUTION_ORDER
from solver.search import Limits, Outcome, solve
from tests.support.posts.contents import check_limits, flat, words
from tests.support.posts.solving import made_up
from texts import manual
from texts import solving as solving_texts
from texts.failures import failure_text
from texts.puzzles import EXAMPLE, EXAMPLE_LINK, EXAMPLE_ROWS

NO_BREAK = "\N{NO-BREAK SPACE}"

READER = Reader(7, private=True)


def answer(text: str, index: int = 0, seconds: float = 5.0) -> SolveAnswer:
    return solve_puzzle(SolveRequest(PastedText(text), index, limits=Limits(seconds)))


def test_one_solution() -> None:
    message = answer_message(READER, answer(EXAMPLE))
    check_limits(message)
    assert "One solution" in words(message)
    assert "This 5x5 puzzle has exactly one solution" in words(message)
    assert f"`{EXAMPLE}`" in words(message)
    [gallery] = [one for one in flat(message) if one["type"] == 12]
    assert gallery["items"][0]["media"]["url"] == "attachment://slitherlink.png"
    assert gallery["items"][0]["description"].startswith("Slitherlink")
    link, mend = [one for one in flat(message) if one["type"] == 2]
    assert link["url"] == EXAMPLE_LINK
    assert mend["custom_id"] == "ouro:paste:mend"
    assert "Read as a Loopy game ID, 5x5." in words(message)
    assert [file.filename for file in message.files] == ["slitherlink.png"]


@pytest.mark.parametrize("private", [True, False])
@pytest.mark.parametrize(("puzzle", "solved"), [(EXAMPLE, True), ("2x2:0123", False)])
def test_a_solution_that_others_see_is_a_spoiler(puzzle: str, solved: bool, private: bool) -> None:
    message = answer_message(replace(READER, private=private), answer(puzzle))
    [gallery] = [one for one in flat(message) if one["type"] == 12]
    assert gallery["items"][0]["spoiler"] is (solved and not private)


def test_several_solutions_have_a_button_for_the_next() -> None:
    reader = replace(READER, appearance=Appearance("light", labels=True))
    message = answer_message(reader, answer("3x3:i", 2))
    check_limits(message)
    assert "213 solutions" in words(message)
    assert "Solution 3 of 213" in words(message)
    assert "They have no edge in common." in words(message)
    ids = [one["custom_id"] for one in flat(message) if "custom_id" in one]
    assert ids == [f"ouro:next:v{SOLUTION_ORDER}:3:light:labels", "ouro:paste:mend"]


def test_no_solution_and_no_time() -> None:
    none = answer_message(READER, answer("2x2:0123"))
    assert "No solution" in words(none)
    found = made_up(outcome=Outcome.LIMIT, solutions=0, index=None, size="40x40")
    late = answer_message(READER, found)
    assert "Out of time" in words(late)
    assert f"stopped after 12{NO_BREAK}seconds" in words(late)
    for message in (none, late):
        check_limits(message)
        assert [one["custom_id"] for one in flat(message) if "custom_id" in one] == [
            "ouro:paste:mend"
        ]


def test_as_what_a_puzzle_was_read_is_not_told_again() -> None:
    message = answer_message(READER, made_up(notation=""))
    assert "Read as" not in words(message)
    ids = [one["custom_id"] for one in flat(message) if "custom_id" in one]
    assert ids == [f"ouro:next:v{SOLUTION_ORDER}:1000"]


def test_other_puzzles_are_offered_while_their_ids_fit() -> None:
    others = tuple(f"{side}x{side}:" + "1" * 300 for side in range(10, 15))
    message = answer_message(READER, made_up(others=others))
    check_limits(message)
    assert "There are 5 other puzzles in the same text" in words(message)
    ids = [one["custom_id"] for one in flat(message) if "custom_id" in one]
    assert ids[2:] == [f"ouro:paste:other:solve:{number}" for number in (2, 3, 4)]
    assert f"`{others[2]}`" in words(message)
    assert f"`{others[3]}`" not in words(message)


def test_a_puzzle_too_long_for_the_message_is_attached_as_a_file() -> None:
    message = answer_message(READER, made_up())
    check_limits(message)
    assert "At least 1,000 solutions" in words(message)
    assert "They share 4 lines and 1 cross." in words(message)
    assert solving_texts.LONG_ID.text in words(message)
    assert solving_texts.LONG_LINK.text in words(message)
    assert [file.filename for file in message.files] == ["slitherlink.png", "puzzle.txt"]
    assert message.files[1].fp.read().decode() == made_up().puzzle
    [file] = [one for one in flat(message) if one["type"] == 13]
    assert file["file"]["url"] == "attachment://puzzle.txt"
    assert not [one for one in flat(message) if one.get("style") == 5]


def test_an_id_between_both_limits_stands_in_the_message_without_a_link() -> None:
    short = made_up(puzzle="30x30:" + "1" * 900, size="30x30")
    message = answer_message(READER, short)
    check_limits(message)
    assert f"`{short.puzzle}`" in words(message)
    assert solving_texts.LONG_LINK.text in words(message)


def test_every_theme_can_be_chosen() -> None:
    assert list(THEME.choices) == list(THEMES)


def test_all_ways_to_write_the_example_are_the_same_puzzle_with_one_solution() -> None:
    written = (EXAMPLE, EXAMPLE_LINK, EXAMPLE_ROWS)
    [puzzle] = {parse_puzzle(text) for text in written}
    assert solve(puzzle).outcome is Outcome.UNIQUE
    facts = manual.Facts("", [], 100, "", "", "", "")
    for text in written:
        assert text in "\n".join(manual.page_texts(ENGLISH, Topic.FORMATS, facts))


def test_text_from_users_neither_pings_nor_formats() -> None:
    with pytest.raises(PuzzleError) as caught:
        parse_puzzle("@everyone **look** <@123> `here`", Bounds())
    sentence = failure_text(ENGLISH, caught.value) or ""
    shown = sentence.split("\n")[0]
    assert "@everyone" not in shown
    assert "**look**" not in shown
    assert EXAMPLE in sentence
