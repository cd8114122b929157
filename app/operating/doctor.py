"""`ouro doctor`: checks what neither the start of the bot nor `/readyz` tells.

A database, a folder or a port that cannot be used ends the start with a sentence. Each check takes
the settings and yields results.
"""

import asyncio
import base64
import binascii
import json
import re
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator, Mapping
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from http.client import HTTPException
from typing import Annotated
from urllib.parse import urlencode
from zoneinfo import available_timezones

import typer
from msgspec.structs import asdict

from app.errors import StartError
from app.operating.checkup_result import EXAMPLE, CheckupResult
from app.operating.page_checkup import check_page, check_public_page
from app.pools import open_pool
from app.settings import Settings, load_settings
from bot.connection.permissions import invite_url
from cli.errors import missing_package
from cli.output import BAD, DOUBTFUL, GOOD, QUIET, Line, Output, sentence
from cli.status import ExitStatus
from jobs.reading import PastedText
from jobs.solving import SolveRequest, solve_puzzle
from workers.errors import WorkError

MAX_SKEW_SECONDS = 2.0
"""Maximum seconds between the local clock and Discord's; beyond it, dailies open at wrong times."""
NETWORK_SECONDS = 5.0
"""Maximum seconds of a request to Discord."""
STATE_STYLES = {"ok": GOOD, "warning": DOUBTFUL, "failed": BAD}
STATE_LABELS = {"ok": "ok  ", "warning": "warn", "failed": "FAIL"}
_TOKEN = re.compile(r"([\w-]{20,28})\.[\w-]{5,10}\.[\w-]{20,100}", re.ASCII)


def doctor(
    offline: Annotated[
        bool,
        typer.Option(help="Ask neither Discord for the time, nor the board page for an answer."),
    ] = False,
    as_json: Annotated[
        bool, typer.Option("--json", help="Print one JSON object for each check.")
    ] = False,
) -> None:
    """Look at settings, token, clock, board page, workers and cluster, and say what to do.

    It reads the same environment as the bot and changes nothing. The exit code is 1 when
    something keeps the bot from running, else 0.
    """
    status, output = ExitStatus.ANSWERED, Output()
    for result in run_checks(offline=offline):
        output.show([Line(json.dumps(asdict(result)))] if as_json else _lines(result))
        if result.state == "failed":
            status = ExitStatus.FAILED
    sys.exit(status)


def _lines(result: CheckupResult) -> Iterator[Line]:
    yield sentence(f"{STATE_LABELS[result.state]}  {result.sentence}", STATE_STYLES[result.state])
    if result.remedy:
        yield sentence(f"      -> {result.remedy}", QUIET)
    if result.link:
        yield Line(f"      {result.link}")


def run_checks(*, offline: bool = False) -> Iterator[CheckupResult]:
    """Run all checks and yield their results; without requests to Discord if `offline`.

    Checks change nothing. If the settings are invalid, only their problems are yielded.
    """
    try:
        settings = load_settings()
    except StartError as error:
        for problem in error.sentences:
            yield CheckupResult(
                "failed", problem, "Correct it in the environment; docs/settings.md."
            )
        return
    yield CheckupResult("ok", "The settings can be read.")
    checks: tuple[Callable[[Settings], Iterator[CheckupResult]], ...] = (
        check_token,
        check_time_zones,
        check_page,
        check_activity,
        check_workers,
        check_cluster,
    )
    for run_check in checks:
        yield from run_check(settings)
    if settings.token is not None and not offline:
        yield from check_clock(settings)
        yield from check_public_page(settings)
        yield from check_client_secret(settings)


def check_token(settings: Settings) -> Iterator[CheckupResult]:
    """Check that there is a token of the right format, never shown; yield the invite link."""
    if settings.token is None:
        yield CheckupResult(
            "warning",
            "There is no token: the bot will run in a local chat.",
            "For Discord, set DISCORD_TOKEN to the token on your bot's page.",
        )
        return
    number = application_id(settings.token.get_secret_value())
    if number is None:
        yield CheckupResult(
            "failed",
            "DISCORD_TOKEN does not look like the token of a bot.",
            "Copy it again from the page Bot of your application, without quotes.",
        )
    else:
        yield CheckupResult("ok", "The token has the shape of one.")
        yield CheckupResult("ok", "This link adds the bot to a server:", link=invite_url(number))


def application_id(token: str) -> int | None:
    """The ID of a bot and its application in a bot token; None for a text of another format.

    A token has three parts, the first of which is this number in base 64.

    >>> application_id("MTIzNDU2Nzg5MDEyMzQ1Njc4.GabcdE." + "x" * 38)
    123456789012345678
    >>> application_id("client secret")
    """
    found = _TOKEN.fullmatch(token)
    if found is None:
        return None
    try:
        number = base64.urlsafe_b64decode(found[1] + "=" * (-len(found[1]) % 4))
    except binascii.Error:
        return None
    return int(number) if number.isdigit() else None


def check_time_zones(_: Settings) -> Iterator[CheckupResult]:
    """Check that the time zone database is installed."""
    if "Europe/London" in available_timezones():
        yield CheckupResult("ok", "Time zones are known.")
    else:
        yield CheckupResult(
            "failed",
            "No time zones are known here, so servers cannot choose theirs.",
            "Install the package tzdata of your system.",
        )


def check_activity(settings: Settings) -> Iterator[CheckupResult]:
    """Check that boards can be opened inside Discord: a client secret, and a page to open."""
    if settings.token is None:
        yield CheckupResult("ok", "The local chat opens the board page as an Activity too.")
    elif settings.client_secret is None:
        if settings.web_url is not None:
            yield CheckupResult(
                "warning",
                "Boards cannot be opened inside Discord: there is no client secret.",
                "Set OURO_CLIENT_SECRET; docs/activity.md has every step.",
            )
    elif settings.web_url is None or not settings.web_url.startswith("https:"):
        yield CheckupResult(
            "warning",
            "Boards cannot be opened inside Discord: its proxy needs a public board page.",
            "Set OURO_WEB_URL to an address with https://; docs/operating.md shows how.",
        )
    else:
        target = settings.web_url.removeprefix("https://").rstrip("/")
        yield CheckupResult(
            "ok", f"Boards open inside Discord, if the developer portal maps / to {target}."
        )


def check_client_secret(settings: Settings) -> Iterator[CheckupResult]:
    """Check that Discord accepts the client secret, if there is one."""
    token, secret = settings.token, settings.client_secret
    if token is None or secret is None:
        return
    form = {
        "client_id": application_id(token.get_secret_value()) or 0,
        "client_secret": secret.get_secret_value(),
        "grant_type": "client_credentials",
        "scope": "identify",
    }
    try:
        status, _ = _ask(f"{settings.api_base}/oauth2/token", form)
    except OSError:  # the check of the clock tells about the network
        return
    if status in {400, 401}:
        yield CheckupResult(
            "failed",
            "Discord refuses the client secret, so nobody can open a board inside Discord.",
            "Copy it again from the page OAuth2 of your application into OURO_CLIENT_SECRET.",
        )
    elif status == 200:
        yield CheckupResult("ok", "Discord accepts the client secret.")


def check_workers(settings: Settings) -> Iterator[CheckupResult]:
    """Check that a worker process starts within its limits and solves a puzzle."""
    start = time.perf_counter()
    try:
        solutions, missing = asyncio.run(_solve_one(settings))
    except (WorkError, OSError) as error:
        yield CheckupResult(
            "failed",
            f"A worker could not solve a small puzzle ({type(error).__name__}).",
            "Give it more with OURO_WORKER_MEMORY, and let /tmp be written; the lines above say "
            "what failed in it.",
        )
    else:
        seconds = time.perf_counter() - start
        yield CheckupResult(
            "ok" if solutions == 1 else "failed",
            f"A worker starts and solves a puzzle in {seconds:.1f} s, "
            f"within {settings.worker_memory} MiB.",
        )
        yield from _confinement(missing)


def _confinement(missing: tuple[str, ...]) -> Iterator[CheckupResult]:
    if missing:
        yield CheckupResult(
            "warning",
            f"Workers are less confined than they could be: {'; '.join(missing)}.",
            "Use Linux 6.7 or newer on x86_64 or aarch64, and a container runtime that allows "
            "Landlock and seccomp.",
        )
    else:
        yield CheckupResult("ok", "Workers have no network and no files but the program's.")


def check_cluster(settings: Settings) -> Iterator[CheckupResult]:
    """Check the cluster for long jobs, if the settings name one."""
    if settings.cluster is None:
        return
    try:
        from app.operating import cluster_checkup  # noqa: PLC0415 - most bots have no cluster
    except ModuleNotFoundError as error:
        yield CheckupResult(
            "failed",
            missing_package(error.name or "", "OURO_CLUSTER", "docs/scaling.md"),
            "Install requirements-image.lock.",
        )
    else:
        yield from cluster_checkup.check_cluster(settings)


async def _solve_one(settings: Settings) -> tuple[int, tuple[str, ...]]:
    async with open_pool(settings.model_copy(update={"workers": 1, "cluster": None})) as pool:
        await pool.warm_up()
        answer = await pool.run(solve_puzzle, SolveRequest(PastedText(EXAMPLE)), person=0)
        return answer.solutions, pool.missing


def check_clock(settings: Settings) -> Iterator[CheckupResult]:
    """Check that Discord can be reached and that the clock agrees with Discord's."""
    try:
        _, date = _ask(f"{settings.api_base}/gateway")
        discord_time = parsedate_to_datetime(date)
    except (OSError, TypeError, ValueError) as error:
        reason = getattr(error, "reason", error)
        yield CheckupResult(
            "failed",
            f"Discord cannot be reached at {settings.api_base}: {reason}.",
            "Check the network, a proxy or firewall, and DISCORD_API_BASE.",
        )
        return
    skew = abs((datetime.now(UTC) - discord_time).total_seconds())
    if skew > MAX_SKEW_SECONDS + 1:  # the header has whole seconds
        yield CheckupResult(
            "failed",
            f"The clock is {skew:.0f} s away from Discord's.",
            "Let the system keep its time: timedatectl set-ntp true.",
        )
    else:
        yield CheckupResult("ok", "Discord can be reached, and the clock agrees with it.")


def _ask(address: str, form: Mapping[str, object] | None = None) -> tuple[int, str]:
    """The status and the header `Date` of the answer of an HTTP server, also to a form.

    Raises `OSError` if there is no answer.
    """
    request = urllib.request.Request(  # noqa: S310 - the settings allow only HTTP URLs
        address,
        data=None if form is None else urlencode(form).encode(),
        headers={"User-Agent": "Ouro"},
    )
    try:
        with urllib.request.urlopen(request, timeout=NETWORK_SECONDS) as answer:  # noqa: S310
            return int(answer.status), str(answer.headers["Date"])
    except urllib.error.HTTPError as error:
        with error:
            return error.code, str(error.headers["Date"])
    except HTTPException as error:
        raise OSError(f"the answer is not HTTP ({type(error).__name__})") from error
