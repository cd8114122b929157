"""/solve, /help and failures in the chat, through sockets and with the real client."""

import pytest

from jobs.appearance import PLAIN
from puzzle.grid import square_grid
from puzzle.notation import parse_puzzle
from puzzle.rules import is_solved
from sandbox.chat.options import Value
from sandbox.model.uploads import Upload
from service.version import VERSION
from solver.report import SOLUTION_ORDER
from solver.search import Limits, solve
from tests.support.chat.messages import buttons, labels, picture_text
from tests.support.chat.runner import Runner
from tests.support.pixels import lines_in
from tests.support.sandbox.client import Reply
from tests.support.sandbox.server import Sandbox
from texts import commands, problems, puzzles
from texts import solving as solving_texts
from texts.puzzles import EXAMPLE

TEN = "10x10:h1g01k2c0b0a32011b0b2b3b12g1c3a1a1c1b01b0a1a0c211c1a1a"
TEN_ROWS = (
    "........1./......01../.........2/...0..0.32/011..0..2./"
    ".3..12..../...1...3.1/.1...1..01/..0.1.0.../211...1.1."
)
HARD = "60x60:" + "z" * 138 + "l"
"""A blank board that takes much longer than a millisecond to solve."""

DEFERRED = 5
"""Discord's number of the acknowledgement that an answer follows later."""
FILES = ["slitherlink.png", "puzzle.txt"]


def file_names(reply: Reply) -> list[str]:
    return [url.partition("?")[0].rpartition("/")[2] for url in reply.files]


async def drawn(reply: Reply, text: str, theme: str = PLAIN.theme, *, labels: bool = False) -> bool:
    """Whether the lines in the picture, read from its pixels, solve the puzzle."""
    puzzle = parse_puzzle(text)
    return is_solved(
        puzzle, lines_in(await reply.attachment_bytes(), puzzle.grid, theme, labels=labels)
    )


async def test_solving_a_ten_by_ten(chat: Sandbox) -> None:
    reply = await chat.client.slash("solve", {"puzzle": TEN})
    puzzle = parse_puzzle(TEN)
    [solution] = solve(puzzle).solutions
    assert lines_in(await reply.attachment_bytes(), puzzle.grid) == solution
    assert "One solution" in reply.text
    assert "10x10 puzzle has exactly one solution" in reply.text
    assert f"`{TEN}`" in reply.text
    assert not reply.ephemeral
    assert reply.interaction.callback == DEFERRED
    assert picture_text(reply.message).startswith("Slitherlink puzzle, 10 columns by 10 rows")
    play, mend = buttons(reply.message)
    assert mend["custom_id"] == "ouro:paste:mend"
    assert play["label"] == puzzles.PLAY_BUTTON.text
    assert parse_puzzle(play["url"]) == puzzle


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("labels", [False, True])
async def test_themes_and_labels(chat: Sandbox, theme: str, labels: bool) -> None:
    options: dict[str, Value] = {"puzzle": TEN_ROWS, "theme": theme, "labels": labels}
    reply = await chat.client.slash("solve", options)
    assert await drawn(reply, TEN, theme, labels=labels)


async def test_private_answers_are_seen_by_one_person(chat: Sandbox) -> None:
    reply = await chat.client.slash("solve", {"puzzle": "3x3:i", "private": True})
    assert reply.ephemeral
    other = chat.add_user("Other")
    assert reply.message["id"] not in {m["id"] for m in chat.client.messages(user=other)}
    after = await chat.client.press(reply, solving_texts.NEXT_BUTTON.text)
    assert "Solution 2 of 213" in after.text


async def test_direct_messages_and_servers_without_the_bot(chat: Sandbox) -> None:
    for channel in (chat.client.direct, chat.client.elsewhere):
        reply = await chat.client.slash("solve", {"puzzle": TEN}, channel=channel)
        assert await drawn(reply, TEN)


async def test_next_solution_wraps_around(chat: Sandbox) -> None:
    reply = await chat.client.slash("solve", {"puzzle": "1x2:b", "theme": "dark"})
    grid = square_grid(2, 1)
    seen = [lines_in(await reply.attachment_bytes(), grid, "dark")]
    for number in (2, 3, 1):
        pressed = await chat.client.press(reply, solving_texts.NEXT_BUTTON.text)
        assert pressed.message["id"] == reply.message["id"]
        assert f"Solution {number} of 3" in pressed.text
        assert len(pressed.files) == 1
        seen.append(lines_in(await pressed.attachment_bytes(), grid, "dark"))
    assert seen[:3] == list(solve(parse_puzzle("1x2:b"), Limits(solutions=5)).solutions)
    assert seen[3] == seen[0]


async def test_a_button_of_an_earlier_order_shows_no_other_solution(
    chat: Sandbox, monkeypatch: pytest.MonkeyPatch
) -> None:
    reply = await chat.client.slash("solve", {"puzzle": "1x2:b"})
    shown = reply.text
    monkeypatch.setattr("bot.solving.chat.SOLUTION_ORDER", SOLUTION_ORDER + 1)
    pressed = await chat.client.press(reply, solving_texts.NEXT_BUTTON.text)
    assert problems.ORDER_CHANGED.text in pressed.text
    assert pressed.ephemeral
    assert reply.text == shown


async def test_a_long_puzzle_travels_as_a_file(sandbox: Sandbox, run_bot: Runner) -> None:
    """Zeros make the ID long and allow several loops; the button reads the attached file."""
    rows = "\n".join(["0." * 20 + "." * 10] * 50)
    async with run_bot(sandbox):
        upload = Upload("board.txt", rows.encode())
        reply = await sandbox.client.slash("solve", {"file": upload})
        assert file_names(reply) == FILES
        assert solving_texts.LONG_ID.text in reply.text
        assert await drawn(reply, rows)
    async with run_bot(sandbox):
        pressed = await sandbox.client.press(reply, solving_texts.NEXT_BUTTON.text)
        assert "Solution 2 " in pressed.text
        assert file_names(pressed) == FILES
        assert await drawn(pressed, rows)


async def test_a_file(chat: Sandbox) -> None:
    for data in (
        TEN_ROWS.replace("/", "\r\n").encode("utf-8-sig"),
        "\n".join(",".join(row) for row in TEN_ROWS.split("/")).encode(),
    ):
        reply = await chat.client.slash("solve", {"file": Upload("puzzle.csv", data)})
        assert await drawn(reply, TEN)


async def test_the_example_of_an_error_is_of_the_command_that_failed(chat: Sandbox) -> None:
    tried = []
    for command in chat.client.commands():
        try:
            reply = await chat.client.slash(command, {"puzzle": "hello"})
        except ValueError:  # it has no such option
            continue
        tried.append(command)
        assert f"`/{command} puzzle:{EXAMPLE}`" in reply.text
    assert {*tried} >= {"solve", "play", "hint"}


async def test_the_message_command(chat: Sandbox) -> None:
    post = await chat.client.post_message(f"can anyone do this? {TEN} I give up")
    reply = await chat.client.message_command(commands.SOLVE_MESSAGE.text, post)
    assert await drawn(reply, TEN)
    rows = Upload("rows.txt", TEN_ROWS.replace("/", "\n").encode())
    post = await chat.client.post_message("here", [Upload("me.png", b"\x89PNG\xff"), rows])
    reply = await chat.client.message_command(commands.SOLVE_MESSAGE.text, post)
    assert await drawn(reply, TEN)
    post = await chat.client.post_message("see you at 12:30 on 3/4/2024")
    reply = await chat.client.message_command(commands.SOLVE_MESSAGE.text, post)
    assert "found none" in reply.text


async def test_help(chat: Sandbox) -> None:
    client = chat.client
    reply = await client.slash("help", {"topic": "formats"})
    assert reply.ephemeral
    assert EXAMPLE in reply.text
    reply = await client.slash("help")
    assert reply.ephemeral
    assert f"Ouro {VERSION}" in reply.text
    first = ["Play", "Learn", "New puzzle", "Invite to a race", "Enter a puzzle"]
    assert labels(reply.message)[:5] == first
    assert "Daily #" in (await client.press(reply, "Play")).text
    assert "Slitherlink" in (await client.press(reply, "Learn")).text
    race = await client.press(reply, "Invite to a race")
    assert not race.ephemeral
    assert "Race · 10x10 · Normal" in race.text
    form = await client.press(reply, "Enter a puzzle")
    board = await client.submit_modal(form, {"puzzle": EXAMPLE, "purpose": "play"})
    assert "5x5" in board.text


async def test_out_of_time(sandbox: Sandbox, run_bot: Runner) -> None:
    async with run_bot(sandbox, solve_seconds=0.001):
        reply = await sandbox.client.slash("solve", {"puzzle": HARD})
        assert "Out of time" in reply.text
        custom_ids = [each["custom_id"] for each in buttons(reply.message) if "custom_id" in each]
        assert custom_ids == ["ouro:paste:mend"]


MANY_CONFLICTS = "10x10:2232d3c22a3a1h2b3b2a2e3g22e1a2b2a21e2b3a20a3e2a1f2d3b"
"""A puzzle with several solutions, whose search takes more than one conflict."""


async def test_operators_set_the_limits_of_puzzles(sandbox: Sandbox, run_bot: Runner) -> None:
    limits = {"input_size": 1, "board_side": 30, "board_cells": 900, "solve_conflicts": 1}
    async with run_bot(sandbox, **limits):
        for puzzle, sentence in (
            ("31x2:z" + "z" + "j", "no side may be over 30 cells"),
            ("." * 1025, "at most 1,024 are read"),
            (MANY_CONFLICTS, "Out of time"),
        ):
            reply = await sandbox.client.slash("solve", {"puzzle": puzzle})
            assert sentence in reply.text
        file = Upload("big.txt", b"." * 1025)
        assert "too large" in (await sandbox.client.slash("solve", {"file": file})).text
