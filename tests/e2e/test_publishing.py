"""People publish puzzles in the chat, solve and like them; a manager chooses that of the week."""

from datetime import timedelta

from puzzle.notation import format_rows, parse_loopy
from sandbox.model.records import Json
from tests.support.chat.dailies import put_clock
from tests.support.chat.messages import labels, readable
from tests.support.chat.playing import moves_of
from tests.support.chat.runner import Runner
from tests.support.sandbox.client import Reply
from tests.support.sandbox.server import Sandbox
from texts import boards, drafts, problems, publishing
from texts.puzzles import EXAMPLE

OTHER = "5x5:b1c3a12a02d1a2c32"


async def publish(
    chat: Sandbox, person: int, title: str, puzzle: str = EXAMPLE, when: str = "now"
) -> Reply:
    """The answer to a form that publishes a puzzle, which is typed in first."""
    client, found = chat.client, parse_loopy(puzzle)
    draft = await client.slash("create", {"size": found.size}, user=person)
    form = await client.press(draft, drafts.TYPE.text, user=person)
    await client.submit_modal(form, {"clues": format_rows(found)})
    asked = await client.press(draft, publishing.PUBLISH.text, user=person)
    return await client.submit_modal(asked, {"title": title, "when": when})


async def posted(chat: Sandbox, title: str, channel: int | None = None) -> Json:
    """The public message of a puzzle once it is there."""
    return await chat.client.wait_for_message(
        lambda message: (
            title in readable(message) and publishing.BUTTONS["like"].text in labels(message)
        ),
        channel=channel,
    )


async def shown(chat: Sandbox, message: Json, text: str) -> Json:
    """The same message once it has a text."""
    return await chat.client.wait_for_message(
        lambda each: each["id"] == message["id"] and text in readable(each),
        channel=int(message["channel_id"]),
    )


async def test_one_publishes_and_another_solves_and_likes_it(
    sandbox: Sandbox, run_bot: Runner
) -> None:
    client = sandbox.client
    author, other = client.member, client.newcomer
    async with run_bot(sandbox):
        refused = await publish(sandbox, author, "look at https://a.example")
        assert "Please choose another title" in refused.text
        told = await publish(sandbox, author, "Two *swans*".replace("*", ""))
        assert told.ephemeral
        assert labels(told.message) == ["Results", "Withdraw"]
        message = await posted(sandbox, "Two swans")
        assert f"by <@{author}>" in readable(message)
        assert labels(message) == ["Play", "Liked it", "Results"]
        early = await client.press(message, "Liked it", user=other)
        assert early.text == problems.NOT_LIKED.text
        await client.press(message, "Play", user=other)
        moves = moves_of(parse_loopy(EXAMPLE))
        solved = await client.slash("submit", {"moves": moves}, user=other)
        assert boards.SOLVED.text in solved.text
        sandbox.clock.advance(30)
        await shown(sandbox, message, f"**1.** <@{other}> · ")
        assert publishing.LIKED.text in (await client.press(message, "Liked it", user=other)).text
        await shown(sandbox, message, "liked by 1")
        results = await client.press(message, "Results", user=author)
        assert "opened by 1" in results.text
        stats = await client.slash("stats", user=author)
        assert "Puzzles published: 1 · solves: 1 · likes: 1" in stats.text
        foreign = await client.press(message, "Results", user=other)
        assert labels(foreign.message) == ["Play"]
        gone = await client.press(results, "Withdraw", user=author)
        assert gone.text == publishing.WITHDRAWN.text
        withdrawn = await shown(sandbox, message, publishing.WITHDRAWN.text)
        assert labels(withdrawn) == []


async def test_a_manager_chooses_the_puzzle_of_the_week(sandbox: Sandbox, run_bot: Runner) -> None:
    client, author = sandbox.client, sandbox.client.member
    channel = sandbox.world.add_channel(client.guild, "daily")
    put_clock(sandbox, 10)
    async with run_bot(sandbox):
        await client.slash("setup", {"channel": channel, "time": "noon", "zone": "utc"})
        waiting = await publish(sandbox, author, "Two swans", OTHER, when="waits")
        assert publishing.OFFERED.text in waiting.text
        assert labels(waiting.message) == ["Results", "Withdraw"]
        panel = await client.slash("setup")
        [number] = [
            option["value"]
            for row in panel.message["components"][0]["components"]
            for part in row.get("components", ())
            if part.get("custom_id") == "ouro:queue"
            for option in part["options"]
        ]
        card = await client.select(panel, "ouro:queue", [number])
        assert labels(card.message) == [publishing.BUTTONS["choose"].text, "Withdraw"]
        chosen = await client.press(card, publishing.BUTTONS["choose"].text)
        assert publishing.CHOSEN_NOW.text in chosen.text
        assert "Puzzle of the week: **Two swans**" in (await client.slash("setup")).text
        put_clock(sandbox, 12)
        message = await posted(sandbox, "Two swans", channel)
        assert "Puzzle of the week" in readable(message)
        asked = await client.slash("solve", {"puzzle": OTHER}, user=author)
        assert problems.WEEK_RUNS.text in asked.text
        sandbox.clock.advance(timedelta(days=8).total_seconds())
        told = await client.slash("solve", {"puzzle": OTHER}, user=author)
        assert "One solution" in told.text or "solution" in told.text
        assert problems.WEEK_RUNS.text not in told.text
