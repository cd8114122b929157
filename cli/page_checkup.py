"""The check of the board page by `ouro doctor`."""

import socket
from collections.abc import Iterator

from app.settings import Settings
from cli.checkup_result import CheckupResult


def check_page(settings: Settings) -> Iterator[CheckupResult]:
    """Check that boards can be opened in a browser: an address, a free port, and a known proxy."""
    if settings.web_url is None:
        if settings.token is None:
            yield CheckupResult("ok", "The local chat serves the board page.")
        else:
            yield CheckupResult(
                "warning",
                "Boards cannot be opened in a browser: the board page has no address.",
                "Set OURO_WEB_URL to its public address; docs/operating.md shows how to serve it.",
            )
        return
    listening = f"{settings.web_host}:{settings.web_port}"
    problem = why_not_listening(settings.web_host, settings.web_port)
    if problem is None:
        yield CheckupResult("ok", f"The board page {settings.web_url} will be at {listening}.")
    else:
        yield CheckupResult(
            "warning",
            f"The board page cannot listen at {listening}: {problem}.",
            "Fine while the bot is running; else choose another OURO_WEB_PORT.",
        )
    if not settings.web_proxies and settings.web_url.startswith("https:"):
        yield CheckupResult(
            "warning",
            "OURO_WEB_PROXIES names no proxy, so all people share one limit of wrong links.",
            "Set it to the address of the proxy that terminates TLS, such as 127.0.0.1.",
        )


def why_not_listening(host: str, port: int) -> str | None:
    """Why nothing can listen at an address; None if it can."""
    try:
        family = socket.AF_INET6 if ":" in host else socket.AF_INET
        with socket.create_server((host, port), family=family):
            return None
    except OSError as error:
        return error.strerror or str(error)
