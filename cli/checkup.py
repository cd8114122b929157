"""What `ouro doctor` looks at. Each check is a function of the settings that yields findings."""

import asyncio
import base64
import binascii
import re
import shutil
import socket
import tempfile
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from pathlib import Path
from typing import Literal
from zoneinfo import available_timezones

from app.errors import StartError
from app.main import open_pool
from app.settings import Settings, load_settings
from jobs import DrawRequest, PastedText, SolveRequest, draw_board, solve_puzzle
from puzzle.model import Board
from puzzle.notation import parse_puzzle
from store.address import parse_address
from store.check import check
from store.database import connect
from store.errors import OlderError, StoreError
from store.migrate import require_newest
from workers.errors import WorkError

State = Literal["fine", "doubt", "wrong"]

ENOUGH_SPACE = 200 << 20
"""Bytes that should be free where the database is."""
SPARE_FILES = 1024
"""Files and sockets that the bot should be allowed to open."""
SKEW_SECONDS = 2.0
"""How far the clock may be off before days begin late and times come out wrong."""
NETWORK_SECONDS = 5.0
EXAMPLE = "2x2:0b4"
_TOKEN = re.compile(r"([\w-]{20,28})\.[\w-]{5,10}\.[\w-]{20,100}", re.ASCII)


@dataclass(frozen=True, slots=True)
class CheckupResult:
    """What was found, and what to do about it."""

    state: State
    what: str
    remedy: str = ""


def run_checks(*, offline: bool = False) -> Iterator[CheckupResult]:
    """All findings, as they are made. Nothing is changed."""
    try:
        settings = load_settings()
    except StartError as error:
        for sentence in error.sentences:
            yield CheckupResult("wrong", sentence, "Mend it in the environment; docs/operating.md.")
        return
    yield CheckupResult("fine", "The settings can be read.")
    checks: tuple[Callable[[Settings], Iterator[CheckupResult]], ...] = (
        check_token,
        check_data_folder,
        check_database,
        check_time_zones,
        check_pictures,
        check_limits,
        check_port,
        check_workers,
    )
    for look in checks:
        yield from look(settings)
    if settings.token is not None and not offline:
        yield from check_clock(settings)


def check_token(settings: Settings) -> Iterator[CheckupResult]:
    """Whether a token is there and has the shape of one; it is never shown."""
    if settings.token is None:
        yield CheckupResult(
            "doubt",
            "There is no token: the bot will run in a local chat.",
            "For Discord, set DISCORD_TOKEN to the token on your bot's page.",
        )
    elif not has_shape_of_token(settings.token.get_secret_value()):
        yield CheckupResult(
            "wrong",
            "DISCORD_TOKEN does not look like the token of a bot.",
            "Copy it again from the page Bot of your application, without quotes.",
        )
    else:
        yield CheckupResult("fine", "The token has the shape of one.")


def has_shape_of_token(token: str) -> bool:
    """Whether these are three parts, the first of them a number in base 64.

    >>> has_shape_of_token("MTIzNDU2Nzg5MDEyMzQ1Njc4.GabcdE." + "x" * 38)
    True
    >>> has_shape_of_token("client secret")
    False
    """
    found = _TOKEN.fullmatch(token)
    if found is None:
        return False
    try:
        number = base64.urlsafe_b64decode(found[1] + "=" * (-len(found[1]) % 4))
    except binascii.Error:
        return False
    return number.isdigit()


def check_data_folder(settings: Settings) -> Iterator[CheckupResult]:
    """Whether files can be written where they are kept, and how much room is left there."""
    try:
        folder = _folder(settings)
    except StoreError:
        return  # told with the database
    if folder is None:
        return
    there = next(parent for parent in (folder, *folder.parents) if parent.exists())
    try:
        with tempfile.TemporaryFile(dir=there):
            pass
    except OSError as error:
        yield CheckupResult(
            "wrong",
            f"Nothing can be written in {there}: {error.strerror}.",
            "Give it to the user of the bot, or choose another with OURO_DATA.",
        )
        return
    free = shutil.disk_usage(there).free
    if free < ENOUGH_SPACE:
        yield CheckupResult(
            "doubt",
            f"Only {free >> 20} MiB are free in {there}.",
            "Make room: when the disk is full, nothing more is remembered.",
        )
    else:
        yield CheckupResult("fine", f"{there} can be written; {free >> 20:,} MiB are free.")


def _folder(settings: Settings) -> Path | None:
    """Where the file of the database is; None where a server keeps it."""
    path = parse_address(settings.database_address).path
    return None if path is None else path.absolute().parent


def check_database(settings: Settings) -> Iterator[CheckupResult]:
    """Whether the database can be opened, is of this version, and in order."""
    try:
        address = parse_address(settings.database_address)
        if address.path is not None and not address.path.exists():
            yield CheckupResult(
                "fine", f"There is no database {address} yet; the bot will make it."
            )
            return
        broken = asyncio.run(_breaches(settings))
    except OlderError as error:
        yield CheckupResult("doubt", str(error), "Back it up (ouro db backup), then start the bot.")
    except StoreError as error:
        yield CheckupResult("wrong", str(error), "docs/operating.md tells how to restore a backup.")
    else:
        if broken:
            yield CheckupResult(
                "wrong",
                f"The database {address} breaks {broken} of its rules.",
                "See which: ouro db check. Restore a backup if you have one.",
            )
        else:
            yield CheckupResult("fine", f"The database {address} is in order.")


async def _breaches(settings: Settings) -> int:
    address = parse_address(settings.database_address)
    async with connect(address) as opened, opened.reading() as connection:
        await connection.run_sync(require_newest, str(address))
        return len(await check(connection))


def check_time_zones(_: Settings) -> Iterator[CheckupResult]:
    """Whether time zones are known."""
    if "Europe/London" in available_timezones():
        yield CheckupResult("fine", "Time zones are known.")
    else:
        yield CheckupResult(
            "wrong",
            "No time zones are known here, so servers cannot choose theirs.",
            "Install the package tzdata of your system.",
        )


def check_pictures(_: Settings) -> Iterator[CheckupResult]:
    """Whether boards can be drawn with letters."""
    try:
        draw_board(DrawRequest(Board.blank(parse_puzzle(EXAMPLE))))
    except (OSError, ImportError) as error:
        yield CheckupResult(
            "wrong",
            f"Pictures cannot be drawn: {error}.",
            "Install the requirements again; Pillow has to come with FreeType.",
        )
    else:
        yield CheckupResult("fine", "Pictures can be drawn, letters and all.")


def check_limits(_: Settings) -> Iterator[CheckupResult]:
    """What the system allows the bot."""
    import resource  # noqa: PLC0415 - not on every system

    files, _hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if 0 <= files < SPARE_FILES:
        yield CheckupResult(
            "doubt",
            f"Only {files} files and sockets may be open at once.",
            f"Allow {SPARE_FILES}: ulimit -n, or LimitNOFILE= in the unit.",
        )
    else:
        yield CheckupResult("fine", "Enough files and sockets may be open.")


def check_port(settings: Settings) -> Iterator[CheckupResult]:
    """Whether health and metrics can be asked for."""
    if not settings.http_port:
        yield CheckupResult(
            "doubt",
            "Health and metrics are off.",
            "Set OURO_HTTP_PORT, to 9464 for example, so that they can be watched.",
        )
        return
    place = f"{settings.http_host}:{settings.http_port}"
    try:
        family = socket.AF_INET6 if ":" in settings.http_host else socket.AF_INET
        with socket.create_server((settings.http_host, settings.http_port), family=family):
            pass
    except OSError as error:
        yield CheckupResult(
            "doubt",
            f"Nothing can listen at {place}: {error.strerror}.",
            "Fine while the bot is running; else choose another OURO_HTTP_PORT.",
        )
    else:
        yield CheckupResult("fine", f"Health and metrics will be at {place}.")


def check_workers(settings: Settings) -> Iterator[CheckupResult]:
    """Whether a worker starts within its limits and solves a puzzle."""
    start = time.perf_counter()
    try:
        solutions, missing = asyncio.run(_solve_one(settings))
    except (WorkError, OSError) as error:
        yield CheckupResult(
            "wrong",
            f"A worker could not solve a small puzzle ({type(error).__name__}).",
            "Give it more with OURO_WORKER_MEMORY; the lines above say what failed in it.",
        )
    else:
        seconds = time.perf_counter() - start
        yield CheckupResult(
            "fine" if solutions == 1 else "wrong",
            f"A worker starts and solves a puzzle in {seconds:.1f} s, "
            f"within {settings.worker_memory} MiB.",
        )
        yield from _confinement(missing)


def _confinement(missing: tuple[str, ...]) -> Iterator[CheckupResult]:
    if missing:
        yield CheckupResult(
            "doubt",
            f"Workers are less confined than they could be: {'; '.join(missing)}.",
            "Use Linux 6.7 or newer on x86_64 or aarch64, and a container runtime that allows "
            "Landlock and seccomp.",
        )
    else:
        yield CheckupResult("fine", "Workers have no network and no files but the program's.")


async def _solve_one(settings: Settings) -> tuple[int, tuple[str, ...]]:
    async with open_pool(settings.model_copy(update={"workers": 1})) as pool:
        await pool.warm_up()
        answer = await pool.run(solve_puzzle, SolveRequest(PastedText(EXAMPLE)), person=0)
        return answer.solutions, pool.missing


def check_clock(settings: Settings) -> Iterator[CheckupResult]:
    """Whether Discord can be reached, and how far the clock is from its."""
    try:
        theirs = parsedate_to_datetime(_date_at(f"{settings.api_base}/gateway"))
    except (OSError, TypeError, ValueError) as error:
        reason = getattr(error, "reason", error)
        yield CheckupResult(
            "wrong",
            f"Discord cannot be reached at {settings.api_base}: {reason}.",
            "Check the network, a proxy or firewall, and DISCORD_API_BASE.",
        )
        return
    skew = abs((datetime.now(UTC) - theirs).total_seconds())
    if skew > SKEW_SECONDS + 1:  # the header has whole seconds
        yield CheckupResult(
            "wrong",
            f"The clock is {skew:.0f} s away from Discord's.",
            "Let the system keep its time: timedatectl set-ntp true.",
        )
    else:
        yield CheckupResult("fine", "Discord can be reached, and the clock agrees with it.")


def _date_at(address: str) -> str:
    """What an HTTP server says the time is, whatever else it says."""
    request = urllib.request.Request(address, headers={"User-Agent": "Ouro"})  # noqa: S310 - the
    try:  # settings let through nothing but HTTP
        with urllib.request.urlopen(request, timeout=NETWORK_SECONDS) as answer:  # noqa: S310
            return str(answer.headers["Date"])
    except urllib.error.HTTPError as error:
        with error:
            return str(error.headers["Date"])
