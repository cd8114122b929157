"""The proxy of the board page, as it is shipped."""

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.support.missing import skip_or_fail
from tests.support.paths import ROOT
from tools.programs import running

CONFIG = ROOT / "deploy" / "Caddyfile"


def caddy() -> str:
    """The path of Caddy; skips the test, or fails it in CI, without it."""
    return shutil.which("caddy") or skip_or_fail("there is no caddy")


@contextmanager
def proxying(
    folder: Path, host: str, bots: str, *, path: str = "", config: Path = CONFIG
) -> Iterator[None]:
    """Caddy while the block runs, which forwards from a host, without TLS, to bots."""
    places = {f"XDG_{each}_HOME": str(folder) for each in ("DATA", "CONFIG")}
    page = {"PAGE_HOST": f"http://{host}", "PAGE_PATH": path, "PAGE_BOTS": bots}
    with running([caddy(), "run", "--config", str(config)], **places, **page):
        yield
