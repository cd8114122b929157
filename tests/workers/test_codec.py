"""The codec: values keep their types, and no data from a worker can run code in the bot."""

import contextlib
import pickle
import tracemalloc
from collections.abc import Callable, Mapping
from datetime import UTC, date, datetime
from enum import Enum
from functools import partial
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import Struct
from msgspec.structs import replace

from app.job_registry import job_registry
from jobs.generating import GenerateRequest, make_puzzle
from jobs.work import QUICK_WORK, Bound
from solver.generate.spec import GenerationSpec
from workers.codec import Codec, CodecError, Job, Registry, answer_probe
from workers.messages import Greeting, JobOutcome, OutcomeKind, Request, unpack_frame
from workers.pool import LocalPool, Priority
from workers.setup import WorkerLimits, WorkerSetup

FRAMES = (Greeting, JobOutcome, Request)


class Colour(Enum):
    RED = "red"


class Small(msgspec.Struct, frozen=True, tag=True):
    number: int


class Large(msgspec.Struct, frozen=True, tag=True):
    parts: tuple[Small, ...]
    colour: Colour | None = None


class Opaque(Struct, frozen=True):
    path: Path


class Picky(Struct, frozen=True):
    number: int

    def __post_init__(self) -> None:
        if self.number < 0:
            raise ZeroDivisionError("negative")


class Refusal(Exception):  # noqa: N818
    def __init__(self, text: str, number: int) -> None:
        super().__init__(text, number)


class Child(Refusal):
    pass


def either(_: Small | Large) -> Small | Large | None:
    return None


def travel(_: Opaque) -> date:
    return date(2026, 11, 5)


def pick(_: Picky) -> Picky:
    return Picky(1)


REGISTRY = Registry((either, travel, pick), (Refusal,), {Path: (str, Path)})
CODEC = Codec(REGISTRY)


@pytest.mark.parametrize(
    ("job", "value"),
    [
        ("either", Small(3)),
        ("either", Large((Small(-1), Small(2**63)), Colour.RED)),
        ("travel", Opaque(Path("/a/b"))),
        ("pick", Picky(0)),
    ],
)
def test_values_come_back_as_they_were(job: str, value: object) -> None:
    again = CODEC.unpack_request(job, CODEC.pack(value))
    assert again == value
    assert type(again) is type(value)


@pytest.mark.parametrize("answer", [None, Small(1), Large(())])
def test_one_of_several_types_is_told_apart(answer: Small | Large | None) -> None:
    assert CODEC.unpack_answer("either", CODEC.pack(answer)) == answer


@pytest.mark.parametrize("value", ["3", 3.0, None, [3], {"number": 3}, True])
def test_a_value_of_another_type_is_refused(value: object) -> None:
    for data in (msgspec.msgpack.encode(value), msgspec.msgpack.encode({"number": value})):
        with pytest.raises(CodecError):
            CODEC.unpack_request("either", data)
    if value != {"number": 3}:
        with pytest.raises(CodecError):
            CODEC.unpack_answer("pick", msgspec.msgpack.encode(value))


def test_values_that_a_constructor_refuses_are_refused() -> None:
    with pytest.raises(CodecError, match="negative"):
        CODEC.unpack_answer("pick", msgspec.msgpack.encode({"number": -1}))


def test_only_listed_jobs_and_errors_are_found() -> None:
    for name in ("system", "os:system", "builtins.eval", "", "either "):
        with pytest.raises(CodecError, match="there is no job"):
            CODEC.job(name)
    error = msgspec.msgpack.encode(("SystemExit", [0]))
    with pytest.raises(CodecError):
        CODEC.unpack_error(error)
    with pytest.raises(CodecError):
        CODEC.name_of(print)


def test_errors_come_back_with_their_values() -> None:
    data = CODEC.pack_error(Refusal("a", 1))
    assert data is not None
    again = CODEC.unpack_error(data)
    assert type(again) is Refusal
    assert again.args == ("a", 1)


@pytest.mark.parametrize("error", [Child("a", 1), ValueError("a"), Refusal("a", lambda: 1)])  # type: ignore[arg-type]
def test_other_errors_have_no_bytes(error: Exception) -> None:
    assert CODEC.pack_error(error) is None


@pytest.mark.parametrize(
    "arguments", [[], ["a"], ["a", 1, 2], "ab", 3, [{}], [{"Path": "x", "": 1}]]
)
def test_arguments_that_make_no_error_are_refused(arguments: object) -> None:
    with pytest.raises(CodecError):
        CODEC.unpack_error(msgspec.msgpack.encode(("Refusal", arguments)))


def test_nesting_is_bounded() -> None:
    nested: object = "a"
    for _ in range(40):
        nested = [nested]
    with pytest.raises(CodecError):
        CODEC.unpack_error(msgspec.msgpack.encode(("Refusal", [nested, 1])))
    deep = b"\x91" * 100_000 + b"\xc0"
    for read in readers():
        with pytest.raises(CodecError):
            read(deep)


def unannotated(value):  # type: ignore[no-untyped-def]
    return value


def anything(_: object) -> int:
    return 1


def whatever(_: tuple[Any, ...]) -> int:
    return 1


def function(_: Callable[[], None]) -> int:
    return 1


def two(_: int, __: int) -> int:
    return 1


def ambiguous(_: Opaque | Picky) -> int:
    return 1


@pytest.mark.parametrize("job", [unannotated, anything, whatever, function, two, ambiguous])
def test_jobs_without_supported_annotations_are_refused_at_once(job: Any) -> None:
    with pytest.raises(CodecError):
        Codec(Registry((job,)))


# Hostile data


def readers() -> list[Callable[[bytes], object]]:
    """All functions that read data of the other process."""
    values = (
        partial(read, job)
        for job in ("either", "travel", "pick")
        for read in (CODEC.unpack_answer, CODEC.unpack_request)
    )
    frames = (partial(unpack_frame, kind=kind) for kind in FRAMES)
    return [CODEC.unpack_error, *values, *frames]


class Trap:
    """Runs code when it is unpickled."""

    def __reduce__(self) -> tuple[Any, ...]:
        return exec, ("raise SystemExit('run')",)


def test_pickles_are_only_bytes() -> None:
    for protocol in range(pickle.HIGHEST_PROTOCOL + 1):
        for read in readers():
            with pytest.raises(CodecError):
                read(pickle.dumps(Trap(), protocol))


@given(st.binary(max_size=200))
def test_any_bytes_are_values_or_refused(data: bytes) -> None:
    for read in readers():
        with contextlib.suppress(CodecError):
            read(data)


PLAIN = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**63), 2**64 - 1) | st.floats() | st.text()
    | st.binary() | st.just(datetime(2026, 11, 5, tzinfo=UTC)),
    lambda inner: st.lists(inner) | st.dictionaries(st.text() | st.integers(0, 9), inner),
    max_leaves=20,
)  # fmt: skip


@given(PLAIN)
def test_any_values_are_taken_by_their_types_or_refused(value: object) -> None:
    data = msgspec.msgpack.encode(value)
    for read in readers():
        with contextlib.suppress(CodecError):
            read(data)


@pytest.mark.parametrize(
    "data", [b"\xdd\xff\xff\xff\xff", b"\xdf\xff\xff\xff\xff", b"\xc6\xff\xff\xff\xff"]
)
def test_lengths_that_are_only_claimed_take_no_memory(data: bytes) -> None:
    tracemalloc.start()
    try:
        for read in readers():
            with pytest.raises(CodecError):
                read(data)
        assert tracemalloc.get_traced_memory()[1] < 1 << 20
    finally:
        tracemalloc.stop()


def test_frames_are_read_by_their_types() -> None:
    outcome = JobOutcome(OutcomeKind.ANSWER, 3, b"x")
    assert unpack_frame(msgspec.msgpack.encode(outcome), JobOutcome) == outcome
    with pytest.raises(CodecError):
        unpack_frame(msgspec.msgpack.encode({"kind": 9, "held": 3}), JobOutcome)


def test_jobs_may_be_quick_by_their_bound_of_work() -> None:
    """The job of the probe of the workers always may, and no request that says it is not quick."""
    bounds: Mapping[Job, Bound] = {travel: Bound(QUICK_WORK), pick: Bound(2 * QUICK_WORK)}
    codec = Codec(replace(REGISTRY, bounds=bounds))
    for job in (travel, answer_probe):
        codec.require_quick(job, None)
        codec.require_quick(job, SimpleNamespace(quick=True))
    codec.require_quick(pick, SimpleNamespace(quick=True))
    with pytest.raises(CodecError, match="pick may take long"):
        codec.require_quick(pick, None)
    with pytest.raises(CodecError, match="travel may take long"):
        codec.require_quick(travel, SimpleNamespace(quick=False))
    Codec(REGISTRY).require_quick(pick, SimpleNamespace(quick=False))


async def test_a_pool_refuses_to_run_another_job_as_a_quick_one() -> None:
    pool = LocalPool(
        workers=1,
        queue=1,
        per_person=1,
        limits=WorkerLimits(seconds=1),
        worker_setup=WorkerSetup(job_registry),
    )
    with pytest.raises(CodecError, match="make_puzzle may take long"):
        await pool.run(
            make_puzzle, GenerateRequest(GenerationSpec(5, 5)), person=1, priority=Priority.QUICK
        )
