"""Every fuzz target accepts valid texts and refuses invalid ones with its errors."""

import subprocess
import sys
from functools import cache
from itertools import islice
from pathlib import Path
from random import Random

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from tests.support.paths import ROOT
from tools.bench.commands.hostile import attack_target, report_failures
from tools.fuzz.blind import as_bytes, as_text, fuzz_blindly, load_input, save_input
from tools.fuzz.mutants import MAX_LENGTH, inputs
from tools.fuzz.targets import TARGETS, Target


@cache
def seeds_of(name: str) -> tuple[str, ...]:
    return tuple(TARGETS[name].seeds())


@pytest.mark.parametrize("name", TARGETS)
def test_a_reader_takes_most_of_its_seeds(name: str) -> None:
    target, texts = TARGETS[name], seeds_of(name)
    assert texts
    assert sum(map(target.accepts, texts)) * 2 >= len(texts)


@pytest.mark.parametrize("name", TARGETS)
@settings(max_examples=25)
@given(data=st.data())
def test_a_reader_takes_or_refuses_anything(name: str, data: st.DataObject) -> None:
    target = TARGETS[name]
    spoiled = st.builds(
        lambda text, at, more: text[:at] + more + text[at:],
        st.sampled_from([text[:3000] for text in seeds_of(name)]),
        st.integers(0, 3000),
        st.text(max_size=4),
    )
    target.accepts(data.draw(st.one_of(st.text(), spoiled)))


@pytest.mark.parametrize("name", TARGETS)
def test_a_reader_survives_mutants(name: str) -> None:
    target = TARGETS[name]
    for text in islice(inputs(seeds_of(name), Random(3)), 300):
        target.accepts(text)


def test_mutants_are_the_same_for_the_same_generator() -> None:
    one, two = (list(islice(inputs(["5x5:a"], Random(8)), 2000)) for _ in range(2))
    assert one == two
    assert len(set(one)) > 1000
    assert max(map(len, one)) > 10_000
    assert max(map(len, one)) <= MAX_LENGTH


# The search with a fragile reader


def fragile(text: str) -> str:
    if "::" in text:
        raise ZeroDivisionError(text[:0])
    if ":" in text:
        raise ValueError("no colons")
    return text


FRAGILE = Target("fragile", fragile, (ValueError,), lambda: ("5x5:a",))


def test_what_breaks_a_reader_is_kept(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert fuzz_blindly(FRAGILE, 1.0, tmp_path, seed=1) > 0
    assert "ZeroDivisionError" in capsys.readouterr().out
    found = next(tmp_path.glob("crash-*"))
    assert "::" in load_input(found)


@given(st.text(st.characters(exclude_categories=())))
@example("a\ud800\0b\r\n")
@example("\ud83d\ude00")
@example("\udced\udca0\udc80")
def test_a_saved_input_is_loaded_as_it_was(
    tmp_path_factory: pytest.TempPathFactory, text: str
) -> None:
    assert load_input(save_input(text, tmp_path_factory.getbasetemp() / "fuzz")) == text


@given(st.binary())
def test_any_bytes_of_the_guided_engine_are_a_text(data: bytes) -> None:
    text = as_text(data)
    assert as_text(as_bytes(text)) == text


def test_the_benchmark_tells_what_is_slow_and_what_broke() -> None:
    counted = attack_target(FRAGILE, 5000, seed=1)
    assert len(counted.seconds) == 5000
    assert 0 < counted.read < 5000
    complaints = list(report_failures([counted], limit=0.0))
    assert len(complaints) == 2  # slow, as the limit is 0 s, and one kind of crash
    assert "ZeroDivisionError" in complaints[1]


def test_the_command_lists_its_targets() -> None:
    program = [sys.executable, "-P", "-m", "tools.fuzz"]
    done = subprocess.run(
        program, cwd=ROOT, env={"PYTHONPATH": str(ROOT)}, capture_output=True, text=True, check=True
    )
    assert done.stdout.split() == list(TARGETS)
