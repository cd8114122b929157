"""The benchmarks of the chat work with the current bot."""

from random import Random

import pytest

from sandbox.server import Sandbox
from tools.bench.commands.chat import measure
from tools.bench.commands.load import arrive, commands
from tools.bench.crowd import Crowd


async def test_the_pad_is_timed(capsys: pytest.CaptureFixture[str]) -> None:
    await measure(3, 1, Random(1), sizes=((5, 5),))
    rows = [line.split() for line in capsys.readouterr().out.splitlines()]
    [(ack, _, redrawn, _, at_once)] = [
        numbers for name, *numbers in filter(None, rows) if name == "5x5"
    ]
    assert 0 < float(ack) < float(redrawn)
    assert float(at_once) > 0


async def test_a_crowd_is_answered_and_timed(chat: Sandbox) -> None:
    crowd = Crowd(chat)
    [player] = await arrive(crowd, 1, "player", Random(1))
    actions = [await player.press(crowd) for _ in range(3)]
    for action in actions:
        assert action.interaction.answer_id == player.message
        assert action.ack is not None
        assert action.seconds is not None
        assert 0 < action.ack < action.seconds
    [asker] = crowd.invite(1, "asker")
    for name, values in {name: (name, values) for name, values in commands(Random(2), 40)}.values():
        action = await crowd.ask(asker, name, values)
        assert action.seconds is not None
        assert crowd.text(action)
    assert len(crowd.actions) > 10
    assert crowd.count_answers_with("unexpected") == 0
