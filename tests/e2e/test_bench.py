"""The benchmark of the pad: it presses the buttons that there are, and sees what they do."""

from random import Random

import pytest

from bench.commands.chat import measure


async def test_the_pad_is_timed(capsys: pytest.CaptureFixture[str]) -> None:
    await measure(3, 1, Random(1), sizes=((5, 5),))
    rows = [line.split() for line in capsys.readouterr().out.splitlines()]
    [(ack, _, redrawn, _, at_once)] = [
        numbers for name, *numbers in filter(None, rows) if name == "5x5"
    ]
    assert 0 < float(ack) < float(redrawn)
    assert float(at_once) > 0
