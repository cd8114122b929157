"""What people can ask for: a module for each command or a few of a kind."""

from typing import Any


def all_commands() -> tuple[Any, ...]:
    """Every command, in the order of /help."""
    from bot.commands.about import about  # noqa: PLC0415 - the modules know the client
    from bot.commands.archive import archive  # noqa: PLC0415
    from bot.commands.check import check_board  # noqa: PLC0415
    from bot.commands.daily import daily  # noqa: PLC0415
    from bot.commands.help import show_help  # noqa: PLC0415
    from bot.commands.hint import give_hint  # noqa: PLC0415
    from bot.commands.leaderboard import leaderboard  # noqa: PLC0415
    from bot.commands.learn import learn  # noqa: PLC0415
    from bot.commands.new import new  # noqa: PLC0415
    from bot.commands.play import play, play_message  # noqa: PLC0415
    from bot.commands.privacy import privacy  # noqa: PLC0415
    from bot.commands.rate import rate_message  # noqa: PLC0415
    from bot.commands.server_setup import setup  # noqa: PLC0415
    from bot.commands.settings import settings  # noqa: PLC0415
    from bot.commands.solution import show_solution  # noqa: PLC0415
    from bot.commands.solve import solve, solve_message  # noqa: PLC0415
    from bot.commands.stats import stats  # noqa: PLC0415
    from bot.commands.status import show_status  # noqa: PLC0415
    from bot.commands.streak import streak  # noqa: PLC0415
    from bot.commands.submit import submit  # noqa: PLC0415

    return (
        daily,
        archive,
        play,
        play_message,
        new,
        learn,
        give_hint,
        check_board,
        submit,
        show_solution,
        solve,
        solve_message,
        rate_message,
        leaderboard,
        stats,
        streak,
        settings,
        setup,
        show_status,
        privacy,
        show_help,
        about,
    )
