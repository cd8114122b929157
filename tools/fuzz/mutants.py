"""Generates inputs endlessly: mutated seeds, and random characters."""

import re
from collections.abc import Callable, Iterator, Sequence
from random import Random

MAX_LENGTH = 300_000
"""Maximum length in characters; more than any parser accepts."""
HUGE_SHARE = 0.004
"""Share of very long inputs, which reveal slow parsers."""

_FRAGMENTS = (
    *(":", "/", "?", "#", ".", ",", ";", "-", "_", "=", "&", "%", "x", "-1", "99", "\n", "\r\n"),
    *(
        " ",
        "\t",
        "\0",
        '"',
        "'",
        "`",
        "```",
        "|",
        "||",
        "*",
        "@everyone",
        "<@1>",
        "://",
        "t1",
        "de",
    ),
    *("f/", "pzprv3", "slither/", "5x5:", "100x100:", "z", "A1-", "x ", "erase ", "go ", "\ufeff"),
    *("\u202e", "\u200b", "\u0663", "\uff13", "\u00d7", "\U0001f600", "\ud800", "\x1b[31m", "%00"),
    *(
        "%",
        "{",
        "}",
        "{0}",
        "\\",
        "$",
        "NaN",
        "inf",
        "1e999",
        "0x10",
        "\u0661",
        "\u00b2",
        "\u0130",
        "\u017f",
    ),
)
_NUMBERS = re.compile(r"\d+")
_BIG = ("0", "00", "1", "101", "65536", "999999999", "9" * 20, "9" * 5000, "-1", "1_000", "٣")


def inputs(seeds: Sequence[str], random: Random) -> Iterator[str]:
    """Endless inputs, deterministic for the same seeds and generator; the seeds come first."""
    yield from seeds
    while True:
        if random.random() < HUGE_SHARE:
            yield _huge(random.choice(seeds), random)[:MAX_LENGTH]
        elif random.random() < 0.1:
            yield _noise(random)
        else:
            text = random.choice(seeds)[:5000]
            for _ in range(random.randint(1, 4)):
                text = random.choice(_MUTATIONS)(text, seeds, random)
            yield text[:MAX_LENGTH]


def _noise(random: Random) -> str:
    letters = random.choice(
        ("0123456789", "01234.-x:/az ", "\x00\x7f\n\t", "\u0300\u3000\U00010000")
    )
    printable = "".join(map(chr, range(32, 127)))
    alphabet = random.choice((letters, printable, letters + printable))
    return "".join(random.choices(alphabet, k=int(random.expovariate(1 / 40))))


def _huge(text: str, random: Random) -> str:
    """A piece of the text or a fragment, repeated many times."""
    start = random.randrange(len(text) + 1)
    piece = text[start : start + random.choice((1, 2, 5, 20, 200))]
    unit = random.choice((piece, random.choice(_FRAGMENTS), piece + random.choice(_FRAGMENTS)))
    many = (unit or "0") * (random.choice((1000, 20_000, MAX_LENGTH)) // max(len(unit), 1))
    return random.choice((many, text[:start] + many, text[:start] + many + text[start:]))


_Mutation = Callable[[str, Sequence[str], Random], str]


def _cut(text: str, _: Sequence[str], random: Random) -> str:
    start, end = _span(text, random)
    return text[:start] + text[end:]


def _insert(text: str, _: Sequence[str], random: Random) -> str:
    start, end = _span(text, random)
    return text[:start] + random.choice(_FRAGMENTS) + text[random.choice((start, end)) :]


def _repeat(text: str, _: Sequence[str], random: Random) -> str:
    start, end = _span(text, random)
    return text[:end] + text[start:end] * random.choice((1, 2, 10, 100)) + text[end:]


def _splice(text: str, seeds: Sequence[str], random: Random) -> str:
    other = random.choice(seeds)[:5000]
    return text[: random.randrange(len(text) + 1)] + other[random.randrange(len(other) + 1) :]


def _number(text: str, _: Sequence[str], random: Random) -> str:
    found = list(_NUMBERS.finditer(text))
    if not found:
        return text + random.choice(_BIG)
    one = random.choice(found)
    return text[: one.start()] + random.choice(_BIG) + text[one.end() :]


def _letter(text: str, _: Sequence[str], random: Random) -> str:
    at = random.randrange(len(text) + 1)
    kind = random.choice((0x80, 0x80, 0x3000, 0x110000))
    return text[:at] + chr(random.randrange(kind)) + text[at + 1 :]


def _case(text: str, _: Sequence[str], __: Random) -> str:
    return text.swapcase()


_MUTATIONS: tuple[_Mutation, ...] = (
    _cut,
    _insert,
    _insert,
    _repeat,
    _splice,
    _number,
    _letter,
    _letter,
    _case,
)


def _span(text: str, random: Random) -> tuple[int, int]:
    start = random.randrange(len(text) + 1)
    return start, min(len(text), start + int(random.expovariate(1 / 4)))
