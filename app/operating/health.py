"""`ouro health`: checks whether a bot is running, for a supervisor that restarts it."""

import json
import os
import sys
import urllib.error
import urllib.request
from http.client import HTTPException
from typing import Annotated

import typer

from cli.output import AsJson
from cli.status import ExitStatus

TIMEOUT_SECONDS = 5.0
"""Maximum seconds that the bot may take to answer; the checks of `/readyz` take at most four."""
LOOPBACK_ADDRESSES = {"0.0.0.0": "127.0.0.1", "::": "[::1]", "": "127.0.0.1"}  # noqa: S104
"""The addresses at which a bot is reached that listens on all interfaces."""


def health(
    ready: Annotated[
        bool, typer.Option(help="Ask also for Discord, the database and the workers.")
    ] = False,
    as_json: AsJson = False,
) -> None:
    """Ask the bot of this machine whether it lives; the exit code is 1 if it does not.

    OURO_HTTP_PORT and OURO_HTTP_HOST say where the bot listens; without a port it does not.
    """
    port = os.environ.get("OURO_HTTP_PORT") or "0"
    if not port.isdecimal() or port == "0":
        print(
            "The bot has no HTTP port: set OURO_HTTP_PORT for the bot and for this command.",
            file=sys.stderr,
        )
        sys.exit(ExitStatus.BAD_INPUT)
    host = os.environ.get("OURO_HTTP_HOST") or "127.0.0.1"
    host = LOOPBACK_ADDRESSES.get(host, f"[{host}]" if ":" in host else host)
    healthy, text = fetch_status(f"http://{host}:{port}/{'readyz' if ready else 'healthz'}")
    if as_json:
        print(json.dumps({"healthy": healthy, "text": text.strip()}))
    else:
        print(text.strip(), file=sys.stdout if healthy else sys.stderr)
    if not healthy:
        sys.exit(ExitStatus.FAILED)


def fetch_status(url: str) -> tuple[bool, str]:
    """Whether a URL answers with success, and the text of the answer or of the error."""
    opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
    try:
        with opener.open(url, timeout=TIMEOUT_SECONDS) as answer:
            return True, answer.read(10_000).decode()
    except urllib.error.HTTPError as error:
        with error:
            return False, error.read(10_000).decode()
    except (OSError, HTTPException) as error:
        return False, f"No answer from {url}: {getattr(error, 'reason', error)}"
