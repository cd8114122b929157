"""The checks of `ouro doctor` for the board page at its public address.

The public address is opened as a browser opens it, from this machine: certificate, answer, what
the proxy tells of those who ask, and a socket.
"""

import asyncio
import ssl
from collections.abc import AsyncIterator, Iterator

import aiohttp

from app.operating.checkup_result import CheckupResult
from app.settings import Settings
from web.connections import Forwarding
from web.server import PROTOCOL, origin_of

SECONDS = 5.0
"""Maximum seconds of a request to the public address."""
HOW = 'docs/operating.md has proxies that work, in "The board page".'


def check_page(settings: Settings) -> Iterator[CheckupResult]:
    """Check that the board page has an address at which it can be opened in a browser."""
    if settings.token is None:
        yield CheckupResult("ok", "The local chat serves the board page.")
    elif settings.web_url is None:
        yield CheckupResult(
            "warning",
            "Boards cannot be opened in a browser: the board page has no address.",
            "Set OURO_WEB_URL to a domain of yours; docs/operating.md shows how to serve it.",
        )


def check_public_page(settings: Settings) -> Iterator[CheckupResult]:
    """Open the public address of the board page, if there is one, and say what it got."""
    if settings.web_url is not None:
        yield from asyncio.run(_collect(settings.web_url))


async def _collect(url: str) -> list[CheckupResult]:
    return [result async for result in open_page(url)]


async def open_page(
    url: str, trusted: ssl.SSLContext | None = None
) -> AsyncIterator[CheckupResult]:
    """What a browser gets at the address of the page, up to the first problem.

    Certificates are those that `trusted` trusts, by default those that the system does.
    """
    connector = aiohttp.TCPConnector(ssl=trusted or True)
    timeout = aiohttp.ClientTimeout(total=SECONDS)
    async with aiohttp.ClientSession(connector=connector, timeout=timeout) as client:
        try:
            answered = await _answer(client, url)
            yield answered
            if answered.state == "ok":
                yield await _socket(client, url)
        except (aiohttp.ClientError, TimeoutError) as error:
            yield _unreachable(url, error)


async def _answer(client: aiohttp.ClientSession, url: str) -> CheckupResult:
    """What the page answers through its proxy."""
    async with client.get(f"{url}api/proxy", allow_redirects=False) as response:
        status, place = response.status, response.headers.get("Location", "")
        said = await response.text() if status == 200 else ""
    if 300 <= status < 400:
        return CheckupResult(
            "failed",
            f"{url} sends browsers on to {place}.",
            "Set OURO_WEB_URL to the address at which the page itself is.",
        )
    if status in {502, 503, 504}:
        return CheckupResult(
            "warning",
            f"{url} can be reached, but nothing answers behind its proxy (status {status}).",
            "Start the bot, then run ouro doctor again; the proxy forwards to OURO_WEB_PORT.",
        )
    if status == 421:
        return CheckupResult(
            "failed",
            f"The proxy of {url} tells the bot another name than the browser asked for.",
            f"Let it keep the header Host; {HOW}",
        )
    return _proxy(url, status, said)


def _proxy(url: str, status: int, said: str) -> CheckupResult:
    """Whether the bot answers, and knows for whom its proxy asks."""
    if status != 200 or said not in {*Forwarding}:
        return CheckupResult(
            "failed", f"{url} is answered by something else (status {status}).", HOW
        )
    if said == Forwarding.UNTRUSTED:
        return CheckupResult(
            "failed",
            f"The page answers at {url}, but does not trust its proxy to say who asks.",
            "Set OURO_WEB_PROXIES to the address from which the proxy reaches the bot.",
        )
    if said == Forwarding.NONE and url.startswith("https:"):
        return CheckupResult(
            "failed",
            f"The page answers at {url}, but its proxy does not say who asks.",
            f"Let it send X-Forwarded-For; {HOW}",
        )
    return CheckupResult("ok", f"The page answers at {url}, and knows who asks.")


async def _socket(client: aiohttp.ClientSession, url: str) -> CheckupResult:
    """Whether a page can open a socket."""
    origin = origin_of(url)
    try:
        async with client.ws_connect(f"{url}api/live", protocols=(PROTOCOL,), origin=origin):
            return CheckupResult("ok", "Open boards follow the chat at once: sockets work.")
    except aiohttp.WSServerHandshakeError as error:
        return CheckupResult(
            "failed",
            f"The proxy of {url} forwards no sockets (status {error.status}).",
            f"Let it forward the headers Upgrade and Connection; {HOW}",
        )


def _unreachable(url: str, error: Exception) -> CheckupResult:
    """Why the address cannot be opened."""
    if isinstance(error, aiohttp.ClientConnectorCertificateError):
        reason = getattr(error.certificate_error, "verify_message", "") or error.certificate_error
        return CheckupResult(
            "failed",
            f"Browsers refuse the certificate of {url}: {reason}.",
            "Let the proxy get one from a public authority, as Caddy does by itself.",
        )
    if isinstance(error, TimeoutError):
        reason = f"no answer within {SECONDS:.0f} s"
    else:
        reason = getattr(error, "strerror", None) or str(error)
    return CheckupResult(
        "failed",
        f"{url} cannot be reached: {reason}.",
        "Let the domain point to this machine, and open ports 80 and 443 to its proxy.",
    )
