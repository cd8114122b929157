"""The languages that Ouro speaks, and what is special to the writing of each."""

import re
import unicodedata
from collections.abc import Callable, Mapping
from types import MappingProxyType

from msgspec import Struct

EDGE = "\0"
"""What stands at both ends of a value while words that meet are fitted together."""
PARTICLES = MappingProxyType(
    {"은": "는", "이": "가", "을": "를", "과": "와", "으로": "로", "이나": "나", "이라": "라"}
)
"""Korean particles after a consonant, and what they are after a vowel."""
_PARTICLE = re.compile(rf"(\w?)([^\w\s]*{EDGE}[^\w\s]*)\(({'|'.join(PARTICLES)})\)")
CONTRACTIONS = MappingProxyType(
    {f"{part} von der": f"{part} der" for part in ("Ecke", "Ecken", "Kante", "Kanten")}
    | {"zu der": "zur", "zu dem": "zum", "von dem": "vom", "an dem": "am", "bei dem": "beim"}
    | {"de el": "del", "a el": "al", "de le": "du", "à le": "au"}
    | {"de o": "do", "em o": "no", "a o": "ao", "por o": "pelo"}
)
"""Words with the article after them, in German, Spanish, French and Portuguese."""
_MEETING = re.sub(r" (\w+)(\||$)", rf" {EDGE}\1\2", "|".join(CONTRACTIONS))
_CONTRACTED = re.compile(rf"\b({_MEETING}) ")
_CONTRACTS = re.compile(rf"\b({'|'.join(each.rpartition(' ')[0] for each in CONTRACTIONS)}) {{")
_CONJUNCTION = re.compile(
    rf"\by(?= [*«]*{EDGE}[*«]*h?i(?![aeo]))|\bo(?= [*«]*{EDGE}[*«]*(?:h?o|8|11\b))"
)


_JOINS = re.compile(rf"{_CONTRACTS.pattern}|\b[yo] [*«]*{{")


def korean(text: str) -> str:
    """A Korean text with the particle in brackets after a value chosen by the sound before it.

    Digits and Latin letters sound as they are read aloud: 3 is sam, L is el. Where the sound is not
    known, both particles are told.
    """
    return _PARTICLE.sub(_chosen_particle, text)


def _chosen_particle(found: re.Match[str]) -> str:
    letter, marks, particle = found.groups()
    if not letter:
        return f"{marks}{particle}({PARTICLES[particle]})"
    # Normalized, ③ is 3, and a syllable of Hangul is its sounds, of which the last may be a final.
    sound = unicodedata.normalize("NFKD", letter)[-1]
    if sound in "\N{HANGUL JONGSEONG RIEUL}178LRlr":
        has_final = particle != "으로"
    else:
        has_final = sound in "036MNmn" or "JONGSEONG" in unicodedata.name(sound)
    return f"{letter}{marks}{particle if has_final else PARTICLES[particle]}"


def contracted(text: str) -> str:
    """A text in which words and the article of a value after them are one."""
    return _CONTRACTED.sub(lambda found: f"{CONTRACTIONS[found[1].replace(EDGE, '')]} ", text)


def spanish(text: str) -> str:
    """A Spanish text whose words for "and" and "or" differ from the sound after them."""
    return _CONJUNCTION.sub(lambda found: "e" if found[0] == "y" else "u", contracted(text))


class Language(Struct, frozen=True):
    """A language: its name in itself, how it writes numbers, and how words that meet fit together.

    `group` and `decimal` are the signs between thousands and before decimals, where a number has
    at least `grouped_from` digits. `fit`, if any, fits a text whose values have `EDGE` around them,
    where `fitted` finds words in it before it has values.
    """

    name: str
    group: str = ","
    decimal: str = "."
    grouped_from: int = 4
    fit: Callable[[str], str] | None = None
    fitted: re.Pattern[str] = _CONTRACTS


LANGUAGES: Mapping[str, Language] = MappingProxyType(
    {
        "en": Language("English"),
        "de": Language("Deutsch", ".", ",", fit=contracted),
        "es": Language("Español", ".", ",", 5, spanish, _JOINS),
        "fr": Language("Français", "\N{NARROW NO-BREAK SPACE}", ",", fit=contracted),
        "ja": Language("日本語"),
        "ko": Language("한국어", fit=korean, fitted=re.compile(r"\(\w+\)")),
        "pt-BR": Language("Português (Brasil)", ".", ",", fit=contracted),
        "zh-CN": Language("简体中文"),
    }
)
"""The supported languages by their codes.

A code is a language (ISO 639-1), or a language and a region as Discord writes them: `zh-TW`.
One without a region serves readers of all its regions. Chinese must have a region, since `zh-CN`
and `zh-TW` are written differently.
"""
ALIASES = MappingProxyType(
    {"pt": "pt-BR", "zh": "zh-CN", "zh-hant": "en", "zh-hk": "en", "zh-mo": "en", "zh-tw": "en"}
)
"""The language for tags of others that mean it; traditional signs are never given simplified."""
