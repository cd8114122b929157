"""Coverage-guided fuzzing with atheris.

Source: https://github.com/google/atheris
"""

import sys
from hashlib import blake2b
from pathlib import Path

MAX_BYTES = 20_000
"""Maximum length of an input in bytes; `script/bench hostile` tests longer ones for speed."""
TIMEOUT_SECONDS = 5
"""Seconds after which an input counts as a hang."""
MEMORY_MIB = 1024
"""Maximum memory of the process in MiB."""
INSTRUMENTED_MODULES = (
    "puzzle",
    "play",
    "bot.markdown",
    "bot.attachments",
    "app.settings",
    "store.address",
)
"""Modules whose coverage guides the search."""


def fuzz_guided(name: str, seconds: float, folder: Path) -> None:
    """Try inputs for `seconds`, then end the process, with exit code 0 if none broke the target.

    The corpus and the inputs that broke the target are saved in `folder`.
    """
    import atheris  # noqa: PLC0415 - an optional dependency of this function

    with atheris.instrument_imports(include=list(INSTRUMENTED_MODULES)):
        from tools.fuzz.blind import as_bytes, as_text  # noqa: PLC0415 - instrumented while imported
        from tools.fuzz.targets import TARGETS  # noqa: PLC0415

    target, corpus = TARGETS[name], folder / "corpus"
    corpus.mkdir(parents=True, exist_ok=True)
    for text in target.seeds():
        data = as_bytes(text)
        if len(data) <= MAX_BYTES:
            (corpus / f"seed-{blake2b(data, digest_size=8).hexdigest()}").write_bytes(data)
    flags = (
        f"-max_total_time={max(1, round(seconds))}",
        f"-max_len={MAX_BYTES}",
        f"-timeout={TIMEOUT_SECONDS}",
        f"-rss_limit_mb={MEMORY_MIB}",
        f"-artifact_prefix={folder}/",
        "-print_final_stats=1",
        "-verbosity=0",
    )
    atheris.Setup([sys.argv[0], *flags, str(corpus)], lambda data: target.accepts(as_text(data)))
    atheris.Fuzz()
