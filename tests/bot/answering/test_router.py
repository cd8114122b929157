"""Presses and forms find their handlers by `custom_id`."""

import pytest

from app.discord_bot import DiscordBot
from bot.answering import router as router_module
from bot.answering.components import WithCustomId
from bot.answering.interactions import Interaction, NotStarted
from bot.answering.router import Router, chosen_values, written_fields
from bot.boards.components import OpenPuzzle, PadButton, PadMenu
from tests.support.incoming.presses import answers, press
from tests.support.packages import subclasses
from tests.support.paths import ROOT
from texts.problems import OTHER_VERSION, UNEXPECTED


@pytest.fixture(autouse=True)
def _no_other_bot(monkeypatch: pytest.MonkeyPatch) -> None:
    """No press waits for a bot of another version."""
    monkeypatch.setattr(router_module, "HANDOVER_SECONDS", 0)


def test_every_component_has_one_handler(bot: DiscordBot) -> None:
    known = {kind for kind in subclasses(WithCustomId) if "template" in vars(kind)}
    ours = {kind for kind in known if kind.__module__.startswith("bot.")}
    assert set(bot.router.components) == ours
    features = [
        path for path in (ROOT / "bot").glob("*/components.py") if path.parent.name != "answering"
    ]
    written = sum(path.read_text(encoding="utf-8").count("template=") for path in features)
    assert len(ours) == written


async def test_a_press_is_routed_to_the_handler_of_its_component() -> None:
    handled: list[tuple[int, str]] = []

    async def handle(_: object, button: PadButton) -> None:
        handled.append((button.attempt, button.action))

    router = Router()
    router.add(PadButton, handle)
    known, command = press("ouro:pad:7:up"), press("ouro:pad:7:up", kind=2)
    for interaction in (known, command):
        await router.handle(interaction)
        assert answers(interaction) == []
    for foreign in ("ouro:pad:7", "ouro:pad:7:UP", "other:pad:7:up", ""):
        interaction = press(foreign)
        await router.handle(interaction)
        assert answers(interaction) == [OTHER_VERSION.text]
    assert handled == [(7, "up")]


async def test_a_press_whose_handler_fails_is_answered() -> None:
    raised: list[Exception] = [NotStarted(), ValueError("unforeseen")]

    async def fail(*_: object) -> None:
        raise raised.pop(0)

    router = Router()
    router.add(PadButton, fail)
    rejected, failed = press("ouro:pad:7:up"), press("ouro:pad:7:up")
    await router.handle(rejected)
    assert answers(rejected) == []  # it was answered when it was rejected
    await router.handle(failed)
    [answer] = answers(failed)
    assert answer.startswith(UNEXPECTED.text.partition(".")[0])


def test_chosen_values_and_written_fields() -> None:
    assert chosen_values(press("x", values=["a", "b"])) == ("a", "b")
    assert chosen_values(press("x")) == ()
    label = {"component": {"custom_id": "moves", "value": "A1-B1"}}
    unset = {"component": {"custom_id": "radio", "value": None}}
    row = {"components": [{"custom_id": "zone", "value": "UTC"}]}
    assert written_fields(press("x", kind=5, components=[label, unset, row])) == {
        "moves": "A1-B1",
        "zone": "UTC",
    }


async def test_public_methods_handle_the_components_that_they_take() -> None:
    class Handlers:
        async def press(self, _: Interaction, pressed: PadButton | OpenPuzzle) -> None:
            """It handles both."""

        async def show(self, _: Interaction, attempt: int) -> None:
            """It handles no component."""

        async def _choose(self, _: Interaction, menu: PadMenu) -> None:
            """It is not public."""

    router = Router()
    router.add_all(Handlers())
    assert set(router.components) == {PadButton, OpenPuzzle}
