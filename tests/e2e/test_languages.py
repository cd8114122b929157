"""The bot in a chat of several languages, through sockets and with the real client."""

import re

from i18n.catalogues import localizer_for
from sandbox.model.components import walk
from tests.support.chat.languages import speak
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
