"""What the service does without being asked: each duty has a module, `ALL` lists them.

A duty looks again and again whether there is something to do, by the service's clock; what is
left to do stands in the store. So it does not matter when the service was last there.
"""

from bot.duties.running import Duty

ALL: tuple[Duty, ...] = ()
"""Every duty of the service."""
