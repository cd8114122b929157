"""The buttons below a board: rows, labels, and the order of drawing after several presses."""

import asyncio
import random
from types import SimpleNamespace
from typing import Any

import discord
import pytest
from discord import ui
from msgspec.structs import replace

from app.discord_bot import DiscordBot
from bot.answering.layouts import OutgoingMessage
from bot.boards import display as boards
from bot.boards.components import (
    PEN_ACTIONS,
    MovesForm,
    PadButton,
    launch_button,
    page_button,
)
from bot.boards.display import MessageUpdates, board_message
from bot.playing.chat import PlayHandlers
from i18n.catalogues import localizer_for
from i18n.languages import LANGUAGES
from i18n.localizer import ENGLISH
from i18n.messages import Message
from play.pen import Mode, Pad
from play.tracks import Track
from play.verdict import judge
from puzzle.grid import SQUARE
from puzzle.notation import parse_loopy
from service.playing.boards import BoardView, violation_highlights
from service.playing.loaded_attempt import LoadedAttempt
from service.running.readers import Reader
from tests.support.posts.contents import check_limits, flat, words
from tests.support.posts.playing import HELD, PUZZLE, SOLVED
from tests.support.posts.values import DRAWING
from tests.support.tilings import OTHERS, small_grid
from texts import boards as boards_texts

HONEYCOMB = parse_loopy("5x4t2:5c0b542a5a54c5a")
WIDTH, LETTER, PADDING = 340, 8, 40
"""Pixels: the width of a row on a phone, of a letter at most, and of a button's padding."""


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("tiling", [SQUARE, *OTHERS])
async def test_the_form_for_moves_is_within_discords_limits(language: str, tiling: str) -> None:
    grid = small_grid(tiling)
    form = MovesForm(10**17, grid, localizer_for(language)).to_dict()
    [label] = form["components"]
    assert len(form["title"]) <= 45
    assert len(form["custom_id"]) <= 100
    assert len(label["label"]) <= 45
    assert len(label["description"]) <= 100


def pad(post: OutgoingMessage) -> tuple[list[list[dict[str, Any]]], dict[str, Any]]:
    """The rows of buttons and the menu below a board."""
    *rows, [menu] = [part["components"] for part in flat(post) if part["type"] == 1]
    return rows, menu


PAGES: tuple[list[PadButton], ...] = (
    [],
    [page_button(ENGLISH, 7)],
    [launch_button(ENGLISH, 7), page_button(ENGLISH, 7)],
)
"""The buttons that lead to the board page, where it is not served, and inside Discord too."""


@pytest.mark.parametrize("pages", PAGES)
def test_a_board_leads_to_its_page_where_there_is_one(pages: list[PadButton]) -> None:
    post = board_message(ENGLISH, BoardView(HELD, DRAWING), pages=pages)
    sections = [each for each in post.view.walk_children() if isinstance(each, ui.Section)]
    assert [each.accessory for each in sections] == pages


@pytest.mark.parametrize("pages", PAGES)
def test_the_pad_comes_with_a_button_where_there_is_a_page(pages: list[PadButton]) -> None:
    post = board_message(ENGLISH, BoardView(HELD, DRAWING), pages=pages, pad=False)
    rows, _ = pad(post)
    if pages:
        [labels] = [[button["label"] for button in row] for row in rows]
        assert labels == [*(each.label for each in pages), boards_texts.DRAW.text]
    else:
        assert len(rows) == 3


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_row_has_few_buttons_that_are_short_enough_for_a_phone(language: str) -> None:
    post = board_message(localizer_for(language), BoardView(HELD, DRAWING))
    check_limits(post)
    rows, _ = pad(post)
    assert len(rows) == 3
    for row in rows:
        labels = [button["label"] for button in row]
        assert 1 <= len(labels) <= 4
        letters = sum(2 if char > "\u2fff" else 1 for label in labels for char in label)
        assert letters * LETTER + len(labels) * PADDING <= WIDTH, labels


def test_the_arrows_make_a_cross() -> None:
    loaded = replace(HELD, pad=replace(HELD.pad, stride=3))
    rows, _ = pad(board_message(ENGLISH, BoardView(loaded, DRAWING)))
    assert [[button["label"] for button in row] for row in rows] == [
        ["↶", "↑", "↑3", "Line"],
        ["←3", "←", "→", "→3"],
        ["↷", "↓", "↓3", "Cross"],
    ]


def test_on_other_tilings_eight_arrows_make_a_compass_of_buttons_of_their_own() -> None:
    loaded = replace(HELD, pad=Pad.fresh(HONEYCOMB))
    post = board_message(ENGLISH, BoardView(loaded, DRAWING))
    check_limits(post)
    rows, menu = pad(post)
    assert [[button["label"] for button in row] for row in rows] == [
        ["↖", "↑", "↗", "Line"],
        ["←", "↶", "→", "↷"],
        ["↙", "↓", "↘", "Cross"],
    ]
    actions = [button["custom_id"].split(":")[3] for row in rows for button in row]
    assert {*actions} <= PEN_ACTIONS.keys()
    assert not [each["value"] for each in menu["options"] if each["value"].startswith("stride")]


def test_no_button_costs_time() -> None:
    rows, menu = pad(board_message(ENGLISH, BoardView(HELD, DRAWING)))
    assert not [button["label"] for row in rows for button in row if "+" in button["label"]]
    labels = {option["value"]: option["label"] for option in menu["options"]}
    assert "+" in labels["hint"]
    assert "+" in labels["check"]
    assert "stride-2" not in labels, "the present stride"
    assert {"stride-3", "stride-4", "stride-5"} <= labels.keys()


@pytest.mark.parametrize("mode", Mode)
def test_the_mode_is_shown_in_colour_and_in_words(mode: Mode) -> None:
    post = board_message(
        ENGLISH, BoardView(replace(HELD, pad=replace(HELD.pad, mode=mode)), DRAWING)
    )
    blue = [part["label"] for part in flat(post) if part["type"] == 2 and part["style"] == 1]
    assert blue == [boards_texts.MODES[mode].text] * (mode in {Mode.LINE, Mode.CROSS})
    assert boards_texts.PEN[mode].text.format(dot="the bottom-right corner of AD30") in words(post)


@pytest.mark.parametrize(
    ("track", "told"),
    [
        (Track.EASY, boards_texts.COUNTS),
        (Track.MINI, boards_texts.MINI_COUNTS),
        (Track.SPECIAL, boards_texts.SPECIAL_COUNTS),
    ],
)
def test_a_solved_daily_tells_for_what_it_counts(track: Track, told: Message) -> None:
    solved = replace(SOLVED, ranked=True, track=track.value)
    post = board_message(ENGLISH, BoardView(replace(HELD, attempt=solved), DRAWING))
    assert told.text in words(post)


def test_everything_on_the_pad_does_something(bot: DiscordBot) -> None:
    found = bot.router.find("ouro:pad:7:open")
    assert found is not None
    handlers = getattr(found[0], "__self__", None)
    assert isinstance(handlers, PlayHandlers)
    other = replace(HELD, pad=Pad.fresh(HONEYCOMB))
    rows, menu = pad(board_message(ENGLISH, BoardView(HELD, DRAWING)))
    rows += pad(board_message(ENGLISH, BoardView(other, DRAWING)))[0]
    actions = {button["custom_id"].rpartition(":")[2] for row in rows for button in row}
    actions |= {option["value"] for option in menu["options"]}
    assert actions <= PEN_ACTIONS.keys() | handlers.presses.keys()
    assert actions | {"stride-2"} >= PEN_ACTIONS.keys()
    assert not [button for row in rows for button in row if button.get("disabled")]


def test_violations_of_a_verdict_are_highlighted() -> None:
    lines = frozenset(PUZZLE.grid.dot_edges[40])
    shown = violation_highlights(judge(PUZZLE, lines), pen=3)
    assert shown.conflict_dots
    assert shown.cursor == 3
    corner = violation_highlights(judge(PUZZLE, frozenset(PUZZLE.grid.cell_edges[0])))
    assert corner.conflict_cells


async def test_only_the_newest_board_is_drawn_and_it_is_drawn_last() -> None:
    """Changes of one board come in order; drawing takes varying times."""
    chance = random.Random(7)
    updates, drawn = MessageUpdates(), list[int]()

    async def press(revision: int) -> None:
        async with updates.exclusive(1, revision) as newest:
            if newest:
                await asyncio.sleep(chance.random() / 200)
                drawn.append(revision)

    presses = []
    for revision in range(1, 60):
        presses.append(asyncio.create_task(press(revision)))
        await asyncio.sleep(chance.random() / 1000)
    await asyncio.gather(*presses)
    assert drawn == sorted(drawn)
    assert drawn[-1] == 59
    assert len(drawn) < 59


async def test_edits_of_different_messages_do_not_wait_for_each_other() -> None:
    updates = MessageUpdates()
    async with updates.exclusive(1, 1), asyncio.timeout(30), updates.exclusive(2, 1) as newest:
        assert newest


async def test_a_board_of_an_earlier_press_does_not_return_after_another_answer() -> None:
    updates = MessageUpdates()
    async with updates.exclusive(1, 5):
        updates.replaced(1, press=20)
    async with updates.exclusive(1, 5) as newest:
        assert newest
    assert [updates.is_replaced(1, press) for press in (19, 20, 21)] == [True, False, False]
    assert updates.has_changed(1)
    assert not updates.is_replaced(2, 19)


async def test_messages_are_forgotten_after_their_edits() -> None:
    updates = MessageUpdates()
    async with updates.exclusive(1, 9) as newest:
        assert newest
    async with updates.exclusive(1, 3) as newest:  # an older board is shown again, after a restore
        assert newest


async def test_a_board_whose_message_is_gone_is_sent_as_a_new_one(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    sent: list[tuple[str, object]] = []

    class Drawn:
        async def view(
            self, _: int, loaded: LoadedAttempt, *__: object, **___: object
        ) -> BoardView:
            return BoardView(loaded, DRAWING)

    async def edit(_: object, post: object) -> None:
        sent.append(("edited", post))
        response: Any = SimpleNamespace(status=404, reason="Not Found")
        raise discord.NotFound(response, {"code": code, "message": ""})

    async def send(_: object, post: object) -> None:
        sent.append(("sent", post))

    monkeypatch.setattr(boards, "reply", edit)
    monkeypatch.setattr(boards, "reply_privately", send)
    interaction: Any = SimpleNamespace(id=2, message=None, user=SimpleNamespace(id=1))
    drawn: Any = Drawn()
    display = boards.BoardDisplay(drawn, ())
    code = boards.UNKNOWN_MESSAGE
    await display.show(interaction, Reader(1), HELD)
    (how, _), (then, _) = sent
    assert (how, then) == ("edited", "sent")
    code = 10062
    with pytest.raises(discord.NotFound):
        await display.show(interaction, Reader(1), HELD)
