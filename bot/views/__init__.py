"""Buttons and menus. Each is found again by its `custom_id`, also after a restart."""

from typing import Any

from discord import ui


def all_buttons() -> tuple[type[ui.DynamicItem[Any]], ...]:
    """Every kind of button there is."""
    from bot.views.daily import (  # noqa: PLC0415
        DailyBoard,
        HintDaily,
        PlayDaily,
        RevealDaily,
        SubmitDaily,
    )
    from bot.views.helping import CheckMarks, DoIt, GiveHint  # noqa: PLC0415
    from bot.views.leaderboard import BoardButton, BoardMenu, OpenBoard  # noqa: PLC0415
    from bot.views.learning import Learn  # noqa: PLC0415
    from bot.views.manual import HelpPage  # noqa: PLC0415
    from bot.views.new import NewPuzzle  # noqa: PLC0415
    from bot.views.next_solution import NextSolution  # noqa: PLC0415 - knows the client
    from bot.views.pad import PadButton, Play  # noqa: PLC0415
    from bot.views.privacy import PrivacyButton  # noqa: PLC0415
    from bot.views.reminders import StopReminders  # noqa: PLC0415
    from bot.views.server_setup import (  # noqa: PLC0415
        ChannelMenu,
        RoleMenu,
        SetupButton,
        SolvesMenu,
        TracksMenu,
    )
    from bot.views.settings import (  # noqa: PLC0415
        ReminderButton,
        SettingButton,
        SettingMenu,
    )
    from bot.views.sharing import Share  # noqa: PLC0415
    from bot.views.solution import RevealSolution  # noqa: PLC0415

    return (
        PlayDaily,
        HintDaily,
        SubmitDaily,
        DailyBoard,
        RevealDaily,
        ChannelMenu,
        TracksMenu,
        RoleMenu,
        SolvesMenu,
        SetupButton,
        OpenBoard,
        BoardButton,
        BoardMenu,
        SettingMenu,
        SettingButton,
        ReminderButton,
        StopReminders,
        PrivacyButton,
        NextSolution,
        PadButton,
        Play,
        Share,
        GiveHint,
        CheckMarks,
        DoIt,
        RevealSolution,
        NewPuzzle,
        Learn,
        HelpPage,
    )
