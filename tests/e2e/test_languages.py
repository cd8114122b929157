"""The bot in a chat of several languages, through sockets and with the real client."""

import re

from i18n.catalogues import localizer_for
from sandbox.model.components import walk
from service.settings import THEME
from tests.support.chat.languages import speak
from tests.support.chat.runner import Runner
from tests.support.sandbox.client import Reply
from tests.support.sandbox.server import Sandbox
from tests.support.texts import english_words
from texts import commands
from texts import solving as solving_texts

JA = localizer_for("ja")
KANA = re.compile(r"[\u3040-\u30ff]")


def is_japanese(reply: Reply) -> bool:
    return bool(KANA.search(reply.text)) and not english_words(reply.text)


def alt_texts(reply: Reply) -> list[str]:
    parts = walk(reply.message["components"])
    return [item["description"] for part in parts for item in part.get("items", [])]


async def test_public_answers_are_in_the_servers_language(chat: Sandbox) -> None:
    speak(chat, "en-US", "ja")
    reply = await chat.client.slash("solve", {"puzzle": "3x3:i"})
    assert "答えは213通り" in reply.text
    assert is_japanese(reply)
    [alt] = alt_texts(reply)
    assert alt.startswith("スリザーリンク")
    pressed = await chat.client.press(reply, JA.say(solving_texts.NEXT_BUTTON))
    assert "213通りの答えのうち、2番目" in pressed.text
    private = await chat.client.slash("solve", {"puzzle": "3x3:i", "private": True})
    assert "213 solutions" in private.text
    pressed = await chat.client.press(private, solving_texts.NEXT_BUTTON.text)
    assert "Solution 2 of 213" in pressed.text


async def test_private_answers_are_in_the_persons_language(chat: Sandbox) -> None:
    speak(chat, "ja", "en-US")
    public = await chat.client.slash("solve", {"puzzle": "3x3:i"})
    assert "213 solutions" in public.text
    for command in ("help", "about"):
        reply = await chat.client.slash(command)
        assert reply.ephemeral
        assert is_japanese(reply)
    private = await chat.client.slash("solve", {"puzzle": "3x3:i", "private": True})
    assert is_japanese(private)
    direct = await chat.client.slash("solve", {"puzzle": "3x3:i"}, channel=chat.client.direct)
    assert is_japanese(direct)


async def test_failures_are_in_the_language_of_what_they_replace(chat: Sandbox) -> None:
    speak(chat, "ja", "en-US")
    assert "just one of the two" in (await chat.client.slash("solve")).text
    private = await chat.client.slash("solve", {"private": True})
    assert "どちらか片方だけ" in private.text
    speak(chat, "en-US", "ja")
    assert "どちらか片方だけ" in (await chat.client.slash("solve")).text
    post = await chat.client.post_message("see you at 12:30 on 3/4/2024")
    reply = await chat.client.message_command(commands.SOLVE_MESSAGE.text, post)
    assert "見つかりませんでした" in reply.text


async def test_commands_are_listed_in_japanese(sandbox: Sandbox, run_bot: Runner) -> None:
    async with run_bot(sandbox):
        listed = {command.json["name"]: command.json for command in sandbox.commands.listed(None)}
    solve = listed["solve"]
    assert solve["description_localizations"]["ja"] == JA.say(solving_texts.SOLVE)
    [theme] = [option for option in solve["options"] if option["name"] == "theme"]
    assert [choice["name_localizations"]["ja"] for choice in theme["choices"]] == list(
        THEME.labels(JA).values()
    )
    menu = listed[commands.SOLVE_MESSAGE.text]
    assert menu["name_localizations"]["ja"] == JA.say(commands.SOLVE_MESSAGE)
