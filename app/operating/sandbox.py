"""`ouro sandbox`: the local chat alone, for a bot in another process."""

import asyncio
import shlex
from pathlib import Path
from typing import Annotated

import typer

from cli.errors import UsageError
from sandbox.model.errors import DirectoryError
from sandbox.model.settings import SandboxSettings
from sandbox.server import Sandbox


def sandbox(
    port: Annotated[int, typer.Option(help="Port to listen on; 0 takes a free one.")] = 8765,
    application: Annotated[str, typer.Option(help="The name of the bot.")] = "Ouro",
    host: Annotated[str, typer.Option(help="Address to listen on.")] = "127.0.0.1",
    name: Annotated[
        list[str] | None,
        typer.Option(help="A name others may reach it by; needed for a host beyond this machine."),
    ] = None,
    directory: Annotated[
        Path | None,
        typer.Option(help="Keep the conversation here; without, it ends with the program."),
    ] = None,
    shards: Annotated[int, typer.Option(help="Shards to recommend to the bot.", min=1, max=16)] = 1,
    rate_limits: Annotated[bool, typer.Option(help="Limit requests as Discord does.")] = False,
) -> None:
    """Serve a local chat for a bot in another process, until interrupted."""
    settings = SandboxSettings(shards=shards, rate_limits=rate_limits)
    try:
        chat = Sandbox(
            port,
            application=application,
            settings=settings,
            host=host,
            names=name or (),
            directory=directory,
        )
    except DirectoryError as error:
        raise UsageError(f"{error}.") from error
    except ValueError as error:
        raise UsageError(f"{str(error)[0].upper()}{str(error)[1:]} (--name).") from error
    try:
        asyncio.run(_serve(chat))
    except DirectoryError as error:
        raise UsageError(f"{error}.") from error
    except OSError as error:
        raise UsageError(f"The port {port} of {host} cannot be used: {error.strerror}.") from error


async def _serve(chat: Sandbox) -> None:
    """Run the chat until cancelled, and print its addresses as shell variables."""
    async with chat:
        variables = {
            "DISCORD_TOKEN": chat.token,
            "DISCORD_API_BASE": chat.api_base,
            "DISCORD_GATEWAY_URL": chat.gateway_url,
        }
        lines = [f"# The chat page: {chat.page_url}", "# A bot comes in with:"]
        lines += [f"export {key}={shlex.quote(value)}" for key, value in variables.items()]
        print("\n".join(lines), flush=True)
        await asyncio.Event().wait()
