"""The message of a month of the archive: a calendar, buttons, and menus of tracks and days."""

from datetime import date

from bot.components.archive import ArchiveButton, ArchiveDayMenu, ArchiveTrackMenu
from bot.presenters.layouts import OutgoingMessage, message, picture, row
from i18n.localizer import Localizer
from service.archive import ArchiveMonth, ArchiveQuery
from texts import archive as texts

CALENDAR_FILE = "archive.png"
DAYS_IN_MENU = 16
"""Number of days in a menu: two menus have a month, and Discord allows 25 options in each."""


def archive_message(localizer: Localizer, month: ArchiveMonth) -> OutgoingMessage:
    """The message of a month."""
    query, days = month.query, month.days
    file, gallery = picture(month.drawing.png, CALENDAR_FILE, month.drawing.alt[:1024])
    parts = [days[first : first + DAYS_IN_MENU] for first in range(0, len(days), DAYS_IN_MENU)]
    menus = [
        row(ArchiveDayMenu(number, query, part, localizer)) for number, part in enumerate(parts)
    ]

    def button(key: str, target: date | None) -> ArchiveButton:
        wanted = ArchiveQuery(target or query.month, query.track)
        return ArchiveButton(key, wanted, localizer, disabled=target is None)

    return message(
        texts.month_text(localizer, month),
        gallery,
        *menus,
        row(ArchiveTrackMenu(query, localizer)),
        row(button("earlier", month.earlier), button("later", month.later)),
        files=[file],
    )
