"""Chromium for browser tests."""

import shutil

NAMES = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
"""The programs, the first one found is used: one without windows takes two thirds of the time."""
NO_CHROMIUM = "there is no Chromium here; on Debian: apt-get install chromium-headless-shell"
ARGUMENTS = (
    "--no-sandbox",  # it does not start as root otherwise; it opens only our own page
    "--disable-gpu",
    "--process-per-site",  # a page takes the process of the one before it
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    # This replaces Playwright's own list. A spare process for each profile costs half a second, and
    # so does the page that draws the browser's buttons, which nobody sees.
    "--disable-features=SpareRendererForSitePerProcess,Translate,MediaRouter,OptimizationHints,"
    "HttpsUpgrades,PaintHolding,InitialWebUI,PreloadTopChromeWebUI,WebUIReloadButton,WebUIToolbar",
)


def find_chromium() -> str | None:
    """The path of the program, or None."""
    return next(filter(None, map(shutil.which, NAMES)), None)
