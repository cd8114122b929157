"""A puzzle with one solution for the rules of each variant, and facts of them."""

import json
from collections.abc import Mapping
from types import MappingProxyType

from puzzle.model import Puzzle
from puzzle.notation import parse_loopy
from puzzle.rules import ALL_RULES, Capability, Rules, refusal, rules_named
from tests.support.shared import Record, find_shared, shared_file

ADDRESSES: Mapping[str, str] = MappingProxyType(
    {
        "full": "https://puzz.link/p?slither/f/4/3/hdlc",
        "sheep-wolf": "https://puzz.link/p?swslither/4/3/c130a5a2a6",
        "sheep-wolf-full": "https://puzz.link/p?swslither/f/4/3/a5h1a",
        "touch": "https://puzz.link/p?tslither/4/3/hbahc",
        "touch-full": "https://puzz.link/p?tslither/f/4/3/k6bc",
        "vertex": "https://puzz.link/p?vslither/4/3/c9dg9e",
    }
)
"""The addresses of the puzzles, by the names of their rules."""

IDS: Mapping[str, str] = MappingProxyType(
    {
        "full": "4x3:full_b3h2",
        "sheep-wolf": "4x3:sheep-wolf_c130aSa2aW",
        "sheep-wolf-full": "4x3:sheep-wolf-full_aSh1a",
        "touch": "4x3:touch_b1b0d2a",
        "touch-full": "4x3:touch-full_e1a1b2a",
        "vertex": "4x3:vertex_2b4a3c4a4",
    }
)
"""Their game IDs."""

VARIANTS: tuple[Rules, ...] = tuple(rules for rules in ALL_RULES if not rules.is_plain)
"""All rules but the plain ones."""

NAMES: tuple[str, ...] = tuple(rules.name for rules in VARIANTS)
"""Their names."""


def sample(name: str) -> Puzzle:
    """The puzzle for the rules of a name."""
    return parse_loopy(IDS[name])


def shared_variants() -> list[Record]:
    """Records of puzzles of all variants with one solution each; none without the shared folder."""
    shared = find_shared()
    if shared is None:
        return []
    text = shared_file(shared, "tilings/variants.jsonl").read_text("utf-8")
    return [json.loads(line) for line in text.splitlines()]


def sentences(name: str) -> set[str]:
    """The sentences that refuse what the rules of a name lack."""
    rules = rules_named(name)
    assert rules is not None
    return {str(refusal(rules, each)) for each in Capability if not rules.supports(each)}
