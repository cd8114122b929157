"""`ouro doctor`: whether the bot can run here, and what to do if not."""

import sys
from typing import Annotated

import typer

from cli.status import ExitStatus

SIGNS = {"fine": "ok  ", "doubt": "look", "wrong": "BAD "}


def doctor(
    offline: Annotated[bool, typer.Option(help="Do not ask Discord for the time.")] = False,
) -> None:
    """Look at settings, token, database, disk, clock, fonts and workers, and say what to do.

    It reads the same environment as the bot and changes nothing. The exit code is 1 when
    something keeps the bot from running, else 0.
    """
    from cli.checkup import run_checks  # noqa: PLC0415 - half the bot, for this command alone

    worst = ExitStatus.ANSWERED
    for finding in run_checks(offline=offline):
        print(f"{SIGNS[finding.state]}  {finding.what}", flush=True)
        if finding.remedy:
            print(f"      -> {finding.remedy}", flush=True)
        if finding.state == "wrong":
            worst = ExitStatus.FAILED
    sys.exit(worst)
