"""`ouro health`: whether a running bot lives, for whoever starts it anew."""

import os
import sys
import urllib.error
import urllib.request
from typing import Annotated

import typer

from cli.status import ExitStatus

SECONDS = 3.0
"""How long the bot may take to answer."""
ANYWHERE = {"0.0.0.0": "127.0.0.1", "::": "[::1]", "": "127.0.0.1"}  # noqa: S104 - to ask there
"""Where to ask a bot that listens at every address."""


def health(
    ready: Annotated[
        bool, typer.Option(help="Ask also for Discord, the database and the workers.")
    ] = False,
) -> None:
    """Ask the bot of this machine whether it lives; the exit code is 1 if it does not.

    It has to listen: OURO_HTTP_PORT says where, and OURO_HTTP_HOST.
    """
    port = os.environ.get("OURO_HTTP_PORT") or "0"
    if not port.isdecimal() or port == "0":
        print("The bot listens nowhere: set OURO_HTTP_PORT for it and for me.", file=sys.stderr)
        sys.exit(ExitStatus.BAD_INPUT)
    host = os.environ.get("OURO_HTTP_HOST") or "127.0.0.1"
    host = ANYWHERE.get(host, f"[{host}]" if ":" in host else host)
    fine, text = ask(f"http://{host}:{port}/{'readyz' if ready else 'healthz'}")
    print(text.strip(), file=sys.stdout if fine else sys.stderr)
    if not fine:
        sys.exit(ExitStatus.FAILED)


def ask(url: str) -> tuple[bool, str]:
    """Whether the answer was good, and what it said."""
    opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
    try:
        with opener.open(url, timeout=SECONDS) as answer:
            return True, answer.read(10_000).decode()
    except urllib.error.HTTPError as error:
        with error:
            return False, error.read(10_000).decode()
    except OSError as error:
        return False, f"No answer from {url}: {getattr(error, 'reason', error)}"
