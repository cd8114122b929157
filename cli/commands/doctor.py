"""`ouro doctor`: checks whether the bot can run on this machine."""

import json
import sys
from collections.abc import Iterator
from dataclasses import asdict
from typing import TYPE_CHECKING, Annotated

import typer

from cli.output import BAD, DOUBTFUL, GOOD, QUIET, Line, Output, sentence
from cli.status import ExitStatus

if TYPE_CHECKING:
    from cli.checkup_result import CheckupResult

STATE_STYLES = {"ok": GOOD, "warning": DOUBTFUL, "failed": BAD}
STATE_LABELS = {"ok": "ok  ", "warning": "warn", "failed": "FAIL"}


def doctor(
    offline: Annotated[bool, typer.Option(help="Do not ask Discord for the time.")] = False,
    as_json: Annotated[
        bool, typer.Option("--json", help="Print one JSON object for each check.")
    ] = False,
) -> None:
    """Look at settings, token, database, disk, clock, fonts and workers, and say what to do.

    It reads the same environment as the bot and changes nothing. The exit code is 1 when
    something keeps the bot from running, else 0.
    """
    from cli.checkup import run_checks  # noqa: PLC0415 - it imports most of the bot

    status, output = ExitStatus.ANSWERED, Output()
    for result in run_checks(offline=offline):
        output.show([Line(json.dumps(asdict(result)))] if as_json else _lines(result))
        if result.state == "failed":
            status = ExitStatus.FAILED
    sys.exit(status)


def _lines(result: "CheckupResult") -> Iterator[Line]:
    yield sentence(f"{STATE_LABELS[result.state]}  {result.sentence}", STATE_STYLES[result.state])
    if result.remedy:
        yield sentence(f"      -> {result.remedy}", QUIET)
    if result.link:
        yield Line(f"      {result.link}")
