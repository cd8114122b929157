"""The sample of the documents refuses what is wrong, and all that the published ones refuse."""

import json
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

import pytest
import pytest_asyncio

from sandbox.api.inspection import Exchange, GatewayFrame
from tests.support.contract.contract import Judge
from tests.support.contract.document import Document, published_document, sample_document
from tests.support.sandbox.patient import patient_chat
from tests.support.sandbox.sample_bot import connected
from tests.support.shared import find_shared

Json = Any
Place = tuple[str | int, ...]
Noted = Exchange | GatewayFrame
Change = Callable[[Json, str | int], None]
SHARED = find_shared()


class Recorder:
    """An inspector that keeps what it is told."""

    def __init__(self) -> None:
        self.noted: list[Noted] = []

    def exchange(self, exchange: Exchange) -> None:
        self.noted.append(exchange)

    def frame(self, frame: GatewayFrame) -> None:
        self.noted.append(frame)


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def noted() -> list[Noted]:
    """What is said in a session with commands, a button, a form and a message of a person."""
    recorder = Recorder()
    with pytest.MonkeyPatch.context() as monkeypatch:
        await play(recorder, monkeypatch)
    return recorder.noted


async def play(recorder: Recorder, monkeypatch: pytest.MonkeyPatch) -> None:
    async with (
        patient_chat("Painter", inspector=recorder) as sandbox,
        connected(sandbox, monkeypatch),
    ):
        client = sandbox.client
        painted = await client.slash("paint", {"colour": "blue"})
        await client.press(painted, "Repaint")
        form = await client.press(painted, "Rename")
        await client.submit_modal(form, {"New name": "x", "Size": ["Small"]})
        await client.message_command("Count words", await client.post_message("hello"))


def parts(noted: Noted) -> Iterator[tuple[Json, Callable[[Json], Noted]]]:
    """Each JSON of what was noted, and what puts another in its place."""
    if isinstance(noted, GatewayFrame):
        yield json.loads(noted.text), lambda value: replace(noted, text=json.dumps(value))
        return
    if noted.payload:
        yield (
            json.loads(noted.payload),
            lambda value: replace(noted, payload=json.dumps(value).encode()),
        )
    if noted.answer:
        yield (
            json.loads(noted.answer),
            lambda value: replace(noted, answer=json.dumps(value).encode()),
        )


def places(value: Json, place: Place = ()) -> Iterator[tuple[Place, Json]]:
    """Everything within a JSON value, with the way to it."""
    yield place, value
    inner = value.items() if isinstance(value, dict) else ()
    for key, each in enumerate(value) if isinstance(value, list) else inner:
        yield from places(each, (*place, key))


def changed(value: Json, place: Place, change: Change) -> Json:
    """A copy in which something at a place was changed."""
    copy = json.loads(json.dumps(value))
    *way, last = place
    holder = copy
    for key in way:
        holder = holder[key]
    change(holder, last)
    return copy


def wrong(noted: list[Noted], change: Change, *kinds: type) -> list[Noted]:
    """What was noted, each time with one change to a value of these kinds; each place once."""
    seen: set[object] = set()
    found = []
    for one in noted:
        for part, (value, put) in enumerate(parts(one)):
            for place, inner in places(value):
                way = tuple("*" if isinstance(step, int) else step for step in place)
                key = name(one), part, way
                if isinstance(inner, kinds) and key not in seen and matters(one, place):
                    seen.add(key)
                    found.append(put(changed(value, place, change)))
    return found


def name(noted: Noted) -> object:
    """Two of one name have the same schema."""
    if isinstance(noted, Exchange):
        return noted.method, noted.status, noted.path.count("/")
    content = json.loads(noted.text)
    return noted.sent, content["op"], content.get("t")


def matters(noted: Noted, place: Place) -> bool:
    """Whether it is part of something; of a frame, whether it is in its data."""
    return len(place) > 0 if isinstance(noted, Exchange) else len(place) > 1 and place[0] == "d"


def refused(document: Document, noted: list[Noted]) -> list[bool]:
    judge = Judge(document, requests=True)
    return [any(judge.problems(one)) for one in noted]


def accepted(noted: list[Noted]) -> list[Noted]:
    """What the sample does not refuse."""
    pairs = zip(noted, refused(sample_document(), noted), strict=True)
    return [one for one, wrong in pairs if not wrong]


def test_a_session_breaks_nothing(noted: list[Noted]) -> None:
    assert not any(refused(sample_document(), noted))


def test_a_field_that_is_not_known_is_refused(noted: list[Noted]) -> None:
    def add(holder: Json, key: str | int) -> None:
        holder[key]["colour_of_the_sky"] = 1

    many = wrong(noted, add, dict)
    assert len(many) > 70
    assert not accepted(many)


def test_a_value_of_another_type_is_refused(noted: list[Noted]) -> None:
    def nest(holder: Json, key: str | int) -> None:
        holder[key] = [[]]

    many = wrong(noted, nest, str, int, type(None))
    assert len(many) > 300
    assert not accepted(many)


def test_a_field_that_is_missing_is_refused(noted: list[Noted]) -> None:
    """Most fields are needed; the sample refuses whatever the published documents refuse."""

    def drop(holder: Json, key: str | int) -> None:
        del holder[key]

    many = wrong(noted, drop, object)
    ours = refused(sample_document(), many)
    assert sum(ours) > 0.6 * len(ours)
    if SHARED is not None:
        theirs = refused(published_document(SHARED), many)
        assert not [one for one, a, b in zip(many, theirs, ours, strict=True) if a and not b]
