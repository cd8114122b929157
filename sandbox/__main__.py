"""`python -m sandbox`: the local chat by itself, for a bot that runs elsewhere."""

import argparse
import asyncio
import contextlib
import logging
import sys

from sandbox.server import Sandbox


def main() -> None:
    """Read the arguments, then serve until interrupted."""
    parser = argparse.ArgumentParser(prog="python -m sandbox", description=__doc__)
    parser.add_argument("--port", type=int, default=0, help="0 (the default) takes a free one")
    parser.add_argument("--application", default="Bot", help="the name of the bot")
    arguments = parser.parse_args()
    logging.basicConfig(level=logging.INFO, format="%(levelname)s %(name)s: %(message)s")
    with contextlib.suppress(KeyboardInterrupt):
        asyncio.run(serve(arguments.port, arguments.application))


async def serve(port: int, application: str) -> None:
    """Print where everything is, and stay."""
    async with Sandbox(port, application=application) as sandbox:
        lines = {
            "chat page": sandbox.page_url,
            "REST API": sandbox.api_base,
            "gateway": sandbox.gateway_url,
            "bot token": sandbox.token,
        }
        for name, value in lines.items():
            sys.stdout.write(f"{name:>10}  {value}\n")
        sys.stdout.flush()
        await asyncio.Event().wait()


if __name__ == "__main__":
    main()
