"""The languages that Ouro speaks, and what is special to the writing of each."""

import re
import unicodedata
from collections.abc import Callable, Mapping
from types import MappingProxyType

from msgspec import Struct

PARTICLES = MappingProxyType(
    {"은": "는", "이": "가", "을": "를", "과": "와", "으로": "로", "이나": "나", "이라": "라"}
)
"""Korean particles after a consonant, and what they are after a vowel."""
_PARTICLE = re.compile(rf"(\w)([^\w\s]*)\(({'|'.join(PARTICLES)})\)")
_CONJUNCTION = re.compile(r"\by(?= [*«]*h?i(?![aeo]))|\bo(?= [*«]*(?:h?o|8|11\b))")
_CONTRACTIONS = (
    "Ecke von der=Ecke der|Ecken von der=Ecken der"
    "|Kante von der=Kante der|Kanten von der=Kanten der"
    "|zu der=zur|zu dem=zum|von dem=vom|an dem=am|bei dem=beim"
    "|de el=del|a el=al|de le=du|à le=au|de o=do|em o=no|a o=ao|por o=pelo"
)
CONTRACTIONS = MappingProxyType(dict(each.split("=") for each in _CONTRACTIONS.split("|")))
"""Prepositions with the article of a clue, in German, Spanish, French and Portuguese."""
_CONTRACTED = re.compile(
    rf"\b({'|'.join(CONTRACTIONS)})(?= [*„«]*(?:\d|Schaf|Wolf|lobo|loup|mouton|carneiro))"
)
FIRST_HANGUL, FINALS, RIEUL = ord("가"), 28, 8
"""The first syllable of Hangul, after how many comes the next without a final, and which is L."""


def korean(text: str) -> str:
    """A Korean text with each particle in brackets chosen by the sound before it.

    Digits and Latin letters sound as they are read aloud: 3 is sam, L is el.

    >>> korean("B7의 3(은) B7의 2(은) ③(과) L(으로) 변(으로)")
    'B7의 3은 B7의 2는 ③과 L로 변으로'
    """
    return _PARTICLE.sub(_chosen_particle, text)


def _chosen_particle(found: re.Match[str]) -> str:
    letter, marks, particle = found.groups()
    sign = unicodedata.normalize("NFKC", letter)[-1]  # of ③ it is 3
    final = (ord(sign) - FIRST_HANGUL) % FINALS if sign >= "가" else 1 if sign in "036MNmn" else 0
    is_l = final == RIEUL or sign in "178LRlr"
    after_vowel = not (final or is_l) or (is_l and particle == "으로")
    return f"{letter}{marks}{PARTICLES[particle] if after_vowel else particle}"


def contracted(text: str) -> str:
    """A text in which prepositions and the articles of clues are one word.

    >>> contracted("la esquina de el 3"), contracted("le coin de le **3**"), contracted("em o 3")
    ('la esquina del 3', 'le coin du **3**', 'no 3')
    """
    return _CONTRACTED.sub(lambda found: CONTRACTIONS[found[1]], text)


def spanish(text: str) -> str:
    """A Spanish text whose words for "and" and "or" differ from the sound after them.

    >>> spanish("superior y izquierdo; 7 o 8; agua y hielo")
    'superior e izquierdo; 7 u 8; agua y hielo'
    """
    return _CONJUNCTION.sub(lambda found: "e" if found[0] == "y" else "u", contracted(text))


class Language(Struct, frozen=True):
    """A language: its name in itself, and how it writes numbers.

    `group` and `decimal` are the signs between thousands and before decimals, where a number has
    at least `grouped_from` digits. `sound` fits words to the sounds beside them, in texts that come
    from templates in which `heard` is found.
    """

    name: str
    group: str = ","
    decimal: str = "."
    grouped_from: int = 4
    heard: str = ""
    sound: Callable[[str], str] | None = None


LANGUAGES: Mapping[str, Language] = MappingProxyType(
    {
        "en": Language("English"),
        "de": Language("Deutsch", ".", ",", heard=r"\b(?:von|zu|an|bei) [*„]*\{", sound=contracted),
        "es": Language("Español", ".", ",", 5, r"\b(?:y|o|de|a) [*«]*\{", spanish),
        "fr": Language(
            "Français", "\N{NARROW NO-BREAK SPACE}", ",", heard=r"\b(?:de|à) \{", sound=contracted
        ),
        "ja": Language("日本語"),
        "ko": Language("한국어", heard=r"\}[^\w\s]*\(", sound=korean),
        "pt-BR": Language(
            "Português (Brasil)", ".", ",", heard=r"\b(?:de|em|a|por) \{", sound=contracted
        ),
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
