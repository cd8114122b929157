"""Answers as messages: within Discord's limits, and with all that people need."""

import json
from typing import Any

import pytest

from bot.commands.about import about
from bot.commands.solve import THEME_NAMES
from bot.errors import (
    AnswerTooLarge,
    Busy,
    Crowd,
    InputError,
    NothingFound,
    OutOfMemory,
    TimedOut,
    WorkerLost,
)
from bot.failures import describe
from bot.jobs import Look, Pasted, SolveAnswer, SolveRequest, solve_puzzle
from bot.layouts import Post, notice
from bot.presenter import answer_message
from bot.texts import failures, manual, solving
from bot.texts.examples import EXAMPLE, EXAMPLE_LINK, EXAMPLE_ROWS
from bot.views.next_solution import NextSolution
from locales.voice import ENGLISH
from puzzle.bounds import Bounds
from puzzle.errors import PuzzleError
from puzzle.notation import parse_puzzle
from renderer.theme import THEMES
from solver.search import Limits, Outcome, Stats, solve

NO_BREAK = "\N{NO-BREAK SPACE}"


def flat(message: Post) -> list[dict[str, Any]]:
    """Every component of a message, as Discord receives them."""

    def walk(component: dict[str, Any]) -> list[dict[str, Any]]:
        children = component.get("components", [])
        return [component, *(inner for child in children for inner in walk(child))]

    components: list[Any] = message.view.to_components()  # type: ignore[no-untyped-call]
    found = [inner for one in components for inner in walk(one)]
    json.dumps(found)
    return found


def words(message: Post) -> str:
    return "\n".join(one["content"] for one in flat(message) if one["type"] == 10)


def answer(text: str, index: int = 0, seconds: float = 5.0) -> SolveAnswer:
    return solve_puzzle(SolveRequest(Pasted(text), index, limits=Limits(seconds)))


def made_up(**changes: Any) -> SolveAnswer:
    values: dict[str, Any] = {
        "outcome": Outcome.MULTIPLE,
        "solutions": 1000,
        "complete": False,
        "index": 999,
        "shared_lines": 4,
        "shared_crosses": 1,
        "size": "100x100",
        "puzzle": "100x100:" + "1" * 10_000,
        "link": "https://puzz.link/p?slither/100/100/" + "1" * 10_000,
        "png": b"picture",
        "alt": "a" * 1024,
        "stats": Stats(1, 2, 3, 12.345),
    }
    return SolveAnswer(**{**values, **changes})


def check_limits(message: Post) -> None:
    components = flat(message)
    assert 1 <= len(components) <= 40
    assert sum(len(one.get("content", "")) for one in components) <= 4000
    for one in components:
        assert len(one.get("custom_id", "")) <= 100
        assert len(one.get("url", "")) <= 512
        assert len(one.get("label", "")) <= 80
        for item in one.get("items", []):
            assert len(item["description"]) <= 1024
    ids = [one["custom_id"] for one in components if "custom_id" in one]
    assert len(set(ids)) == len(ids)


def test_one_solution() -> None:
    message = answer_message(ENGLISH, answer(EXAMPLE), Look())
    check_limits(message)
    assert "One solution" in words(message)
    assert "This 5x5 puzzle has exactly one solution" in words(message)
    assert f"`{EXAMPLE}`" in words(message)
    [gallery] = [one for one in flat(message) if one["type"] == 12]
    assert gallery["items"][0]["media"]["url"] == "attachment://slitherlink.png"
    assert gallery["items"][0]["description"].startswith("Slitherlink")
    [button] = [one for one in flat(message) if one["type"] == 2]
    assert button["url"] == EXAMPLE_LINK
    assert [file.filename for file in message.files] == ["slitherlink.png"]


def test_several_solutions_have_a_button_for_the_next() -> None:
    message = answer_message(ENGLISH, answer("3x3:i", 2), Look("dark", labels=True))
    check_limits(message)
    assert "213 solutions" in words(message)
    assert "Solution 3 of 213" in words(message)
    assert "They agree on no edge at all." in words(message)
    ids = [one["custom_id"] for one in flat(message) if "custom_id" in one]
    assert ids == ["ouro:next:3:dark:labels"]


def test_no_solution_and_no_time() -> None:
    none = answer_message(ENGLISH, answer("2x2:0123"), Look())
    assert "No solution" in words(none)
    late = answer_message(
        ENGLISH, made_up(outcome=Outcome.LIMIT, solutions=0, index=None, size="40x40"), Look()
    )
    assert "Out of time" in words(late)
    assert f"stopped after 12{NO_BREAK}seconds" in words(late)
    for message in (none, late):
        check_limits(message)
        assert not [one for one in flat(message) if "custom_id" in one]


def test_a_puzzle_too_long_for_the_message_goes_along_as_a_file() -> None:
    message = answer_message(ENGLISH, made_up(), Look())
    check_limits(message)
    assert "At least 1,000 solutions" in words(message)
    assert "They share 4 lines and 1 cross." in words(message)
    assert solving.LONG_ID.text in words(message)
    assert solving.LONG_LINK.text in words(message)
    assert [file.filename for file in message.files] == ["slitherlink.png", "puzzle.txt"]
    assert message.files[1].fp.read().decode() == made_up().puzzle
    [file] = [one for one in flat(message) if one["type"] == 13]
    assert file["file"]["url"] == "attachment://puzzle.txt"
    assert not [one for one in flat(message) if one.get("style") == 5]


def test_an_id_between_both_limits_stands_in_the_message_without_a_link() -> None:
    short = made_up(puzzle="30x30:" + "1" * 900, size="30x30")
    message = answer_message(ENGLISH, short, Look())
    check_limits(message)
    assert f"`{short.puzzle}`" in words(message)
    assert solving.LONG_LINK.text in words(message)


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("labels", [True, False])
@pytest.mark.parametrize("index", [0, 7, 999])
async def test_the_button_finds_itself_in_its_id(theme: str, labels: bool, index: int) -> None:
    button = NextSolution(index, Look(theme, labels))
    match = button.template.fullmatch(button.custom_id)
    assert match is not None
    again = await NextSolution.from_custom_id(None, None, match)  # type: ignore[arg-type]
    assert (again.index, again.look) == (index, Look(theme, labels))


def test_every_theme_can_be_chosen() -> None:
    assert list(THEME_NAMES) == list(THEMES)


def test_notices_are_within_the_limits() -> None:
    check_limits(notice(ENGLISH.say(manual.ABOUT, version="1.2.3")))
    assert about.description


def test_all_ways_to_write_the_example_are_the_same_puzzle_with_one_solution() -> None:
    written = (EXAMPLE, EXAMPLE_LINK, EXAMPLE_ROWS)
    [puzzle] = {parse_puzzle(text) for text in written}
    assert solve(puzzle).outcome is Outcome.UNIQUE
    facts = manual.Facts("", [], 100, "", "", "", "")
    for text in written:
        assert text in "\n".join(manual.page_texts(ENGLISH, manual.Topic.FORMATS, facts))


def test_every_foreseen_failure_has_a_short_sentence() -> None:
    met: list[Exception] = [
        InputError(failures.NEITHER_OR_BOTH),
        PuzzleError("x" * 500),
        NothingFound(),
        *(Busy(crowd) for crowd in Crowd),
        TimedOut(20.0),
        OutOfMemory(1024),
        AnswerTooLarge(5, 4),
        WorkerLost(),
    ]
    for failure in met:
        sentence = describe(ENGLISH, failure)
        assert sentence
        assert len(sentence) < 1500
        assert "Error" not in sentence
    assert describe(ENGLISH, KeyError("x")) is None


def test_what_users_wrote_neither_pings_nor_formats() -> None:
    with pytest.raises(PuzzleError) as caught:
        parse_puzzle("@everyone **look** <@123> `here`", Bounds())
    sentence = describe(ENGLISH, caught.value) or ""
    shown = sentence.split("\n")[0]
    assert "@everyone" not in shown
    assert "**look**" not in shown
    assert EXAMPLE in sentence
