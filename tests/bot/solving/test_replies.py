"""What a dead process owed to /solve is computed again, also from a text file."""

from types import SimpleNamespace

import pytest

from bot.solving.chat import to_payload
from bot.solving.replies import ReplyMessages
from jobs.reading import PastedText
from jobs.solving import SolveRequest
from service.errors import InputError, Problem
from store.records import PendingMessage, Target
from tests.support.chat_parts import chat_of
from tests.support.clock import Clock
from tests.support.posts.contents import words

NOW = Clock()()


@pytest.mark.parametrize(("size", "solved"), [(5, ["1x1:4"]), (2000, [])])
async def test_a_text_file_is_fetched_again(
    monkeypatch: pytest.MonkeyPatch, size: int, solved: list[str]
) -> None:
    asked = list[str]()

    async def fetch(url: str, most: int) -> str:
        assert (url, most) == ("https://cdn.discordapp.com/a.txt", 1000)
        return "1x1:4"

    async def solve(request: SolveRequest, _: int) -> None:
        asked.append(request.source.text)
        raise InputError(Problem.NO_CLUES)

    monkeypatch.setattr("bot.answering.attachments.fetch_text", fetch)
    solving = SimpleNamespace(solve=solve, within_limits=lambda request: request)
    use = SimpleNamespace(solving=solving)
    kind = ReplyMessages(chat_of(use=use, now=lambda: NOW, input_bytes=1000))
    payload = to_payload(SolveRequest(PastedText("")), private=True)
    payload["file"] = {"size": size, "url": "https://cdn.discordapp.com/a.txt"}
    subject = {"language": "en", "payload": payload}
    post = await kind.render(PendingMessage("reply:1", subject, Target.ANSWER, 0, NOW, NOW))
    assert post.last
    assert asked == solved
    assert solved or "too large" in words(post.message)
