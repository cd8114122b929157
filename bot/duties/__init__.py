"""What the service does without being asked: each duty has a module, `ALL` lists them.

A duty looks again and again whether there is something to do, by the service's clock; what is
left to do stands in the store. So it does not matter when the service was last there.
"""

from bot.dailies.counting import freshen_posts
from bot.dailies.making import make_ahead
from bot.dailies.planning import plan_posts
from bot.dailies.sending import send_due
from bot.debts import pay_owed
from bot.duties import beating
from bot.duties.running import Duty
from bot.people.reminders import send_reminders
from service.quotas import save_quotas

ALL: tuple[Duty, ...] = (
    Duty("pay what is owed", 15, pay_owed),
    Duty("beat", beating.SECONDS, beating.beat),
    Duty("make dailies", 600, make_ahead),
    Duty("plan posts", 60, plan_posts),
    Duty("send posts", 1, send_due),
    Duty("freshen posts", 20, freshen_posts),
    Duty("send reminders", 2, send_reminders),
    Duty("keep accounts", 5, save_quotas),
)
"""Every duty of the service."""
