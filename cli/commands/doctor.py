"""`ouro doctor`: checks whether the bot can run on this machine."""

import sys
from typing import Annotated

import typer

from cli.status import ExitStatus

STATE_LABELS = {"fine": "ok  ", "doubt": "look", "wrong": "BAD "}


def doctor(
    offline: Annotated[bool, typer.Option(help="Do not ask Discord for the time.")] = False,
) -> None:
    """Look at settings, token, database, disk, clock, fonts and workers, and say what to do.

    It reads the same environment as the bot and changes nothing. The exit code is 1 when
    something keeps the bot from running, else 0.
    """
    from cli.checkup import run_checks  # noqa: PLC0415 - it imports most of the bot

    status = ExitStatus.ANSWERED
    for result in run_checks(offline=offline):
        print(f"{STATE_LABELS[result.state]}  {result.sentence}", flush=True)
        if result.remedy:
            print(f"      -> {result.remedy}", flush=True)
        if result.state == "wrong":
            status = ExitStatus.FAILED
    sys.exit(status)
