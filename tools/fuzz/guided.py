"""Looking for inputs that break a target, guided by which of our code they reach.

Source: https://github.com/google/atheris
"""

import sys
from hashlib import blake2b
from pathlib import Path

LONGEST = 20_000
"""Bytes of an input; the slowness of longer ones is for `script/bench hostile`."""
HANGS = 5
"""Seconds after which an input counts as one that hangs the target."""
MEMORY = 1024
"""MiB that the process may take."""
READERS = ("puzzle", "play", "bot.markdown", "bot.attachments", "app.settings", "store.address")
"""Our code whose branches guide the search."""


def fuzz_guided(name: str, seconds: float, folder: Path) -> None:
    """Tries inputs for so many seconds; the process ends then, with code 0 if none broke it.

    What the search has learnt, and what broke the target, stays in the folder.
    """
    import atheris  # noqa: PLC0415 - an extra, and only this function needs it

    with atheris.instrument_imports(include=list(READERS)):
        from tools.fuzz.blind import as_text  # noqa: PLC0415 - instrumented while imported
        from tools.fuzz.targets import TARGETS  # noqa: PLC0415

    target, corpus = TARGETS[name], folder / "corpus"
    corpus.mkdir(parents=True, exist_ok=True)
    for text in target.seeds():
        data = text.encode("utf-8", "surrogatepass")
        if len(data) <= LONGEST:
            (corpus / f"seed-{blake2b(data, digest_size=8).hexdigest()}").write_bytes(data)
    flags = (
        f"-max_total_time={max(1, round(seconds))}",
        f"-max_len={LONGEST}",
        f"-timeout={HANGS}",
        f"-rss_limit_mb={MEMORY}",
        f"-artifact_prefix={folder}/",
        "-print_final_stats=1",
        "-verbosity=0",
    )
    atheris.Setup([sys.argv[0], *flags, str(corpus)], lambda data: target.takes(as_text(data)))
    atheris.Fuzz()
