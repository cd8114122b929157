"""`main`, the function of the program `python -m app`."""

import gc
import sys

import pytest

from app import __main__ as program
from app.settings import Settings


def test_imported_objects_are_frozen_before_gc(monkeypatch: pytest.MonkeyPatch) -> None:
    frozen = []

    async def serve(_: Settings) -> None:
        frozen.append((gc.get_freeze_count(), gc.isenabled()))

    monkeypatch.setattr(program, "serve", serve)
    monkeypatch.setattr(program, "configure_logging", lambda *_: None)
    interval = sys.getswitchinterval()
    gc.unfreeze()
    program.main()
    sys.setswitchinterval(interval)
    [(number, collects)] = frozen
    assert number > 50_000
    assert collects
