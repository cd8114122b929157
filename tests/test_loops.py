"""All that goes on by itself in a bot runs under the scheduler, which survives what a run does."""

import ast
from collections.abc import Iterator, Mapping

from tests.support.packages import modules
from tests.support.paths import ROOT

FOLDERS = ("app", "bot", "service", "web")
"""The packages whose code runs in the event loop of a bot; in `batch`, one module does."""
IN_BATCH = ROOT / "batch" / "cluster_pool.py"
MAKERS = frozenset({"create_task", "ensure_future", "run_coroutine_threadsafe", "TaskGroup"})

TASKS: Mapping[str, str] = {
    "app/main.py run_client": "the connection, whose end ends the bot, and what awaits signals",
    "bot/boards/following.py BoardFollower._note": "a board in a message",
    "bot/boards/chat.py LaunchHandlers.launch": "the board that is stored for a launch",
    "bot/core/gateway.py IndependentShard._connect": "the connection of a shard",
    "bot/core/interactions.py Interactions.changing.start_change": "a change by a press",
    "bot/core/sending.py Sending.start": "a message to a target",
    "service/running/ordered_tasks.py OrderedTasks.run": "a change",
    "service/running/scheduler.py running": "the scheduler",
    "service/storms.py Storms._remembered": "the next drill of a storm",
    "web/channel.py PageChannel.run": "a page",
    "web/server.py PageServer._close_soon": "a page that is closed",
}
"""The functions that begin tasks, and the one thing that each task is about and ends with."""
LOOPS: Mapping[str, str] = {
    "batch/cluster_pool.py ClusterPool._use": "ends when the cluster is lost; it is a run",
    "bot/boards/following.py BoardFollower._pause": "ends when a board has not changed",
    "bot/boards/following.py BoardFollower._redraw": "ends when a message shows its board",
    "bot/boards/following.py BoardFollower._rest": "ends after an interval",
    "bot/dailies/daily_posts.py DailyPosts._process_server": "ends with the posts of a server",
    "bot/core/attachments.py _download": "ends with an attachment",
    "bot/core/command_tree.py _ended": "ends with a suggestion",
    "bot/core/sending.py Sending.finish": "ends when nothing is being sent",
    "bot/solving/pending_replies.py PendingReplyDelivery._content": "ends when a worker has room",
    "service/bank.py Bank.add": "ends with the puzzles to add",
    "service/drafts.py Drafts._change_now": "ends when no other process changes the draft",
    "service/running/clock_guard.py ClockWatch.until_schedules_run": "ends when the clock is right",
    "service/running/scheduler.py _repeat": "the scheduler",
    "service/running/scheduler.py running": "ends with the tasks of the scheduler",
    "service/running/sent_commands.py SentCommands.turn": "ends with the turn of another process",
    "service/running/session_starts.py SessionStarts.until_permitted": "ends when one may connect",
    "service/schedules.py Schedules.plan_posts": "ends with the last server",
    "web/channel.py PageChannel._push": "ends with a page",
}
"""The functions that await in a `while` loop, and when it ends."""


def places(node: ast.AST, place: str = "") -> Iterator[tuple[str, ast.AST]]:
    """The nodes of a module, each with the class and functions in which it is."""
    for child in ast.iter_child_nodes(node):
        here = place
        if isinstance(child, ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            here = f"{place}.{child.name}".lstrip(".")
        yield here, child
        yield from places(child, here)


def begins_a_task(node: ast.AST) -> bool:
    return (
        isinstance(node, ast.Attribute | ast.Name)
        and (node.attr if isinstance(node, ast.Attribute) else node.id) in MAKERS
    )


def awaits_in_a_loop(node: ast.AST) -> bool:
    waits = (ast.Await, ast.AsyncFor, ast.AsyncWith)
    return isinstance(node, ast.While) and any(isinstance(part, waits) for part in ast.walk(node))


def found(source: str, name: str) -> tuple[set[str], set[str]]:
    """Where a module begins tasks, and where it awaits in loops."""
    nodes = [*places(ast.parse(source))]
    tasks = {f"{name} {place}" for place, node in nodes if begins_a_task(node)}
    return tasks, {f"{name} {place}" for place, node in nodes if awaits_in_a_loop(node)}


def test_no_loop_runs_outside_the_scheduler() -> None:
    files = [file for folder in FOLDERS for file in modules(folder)]
    tasks, loops = set[str](), set[str]()
    for file in (*files, IN_BATCH):
        more_tasks, more_loops = found(file.read_text(), str(file.relative_to(ROOT)))
        tasks |= more_tasks
        loops |= more_loops
    assert tasks == TASKS.keys()
    assert loops == LOOPS.keys()


def test_tasks_and_loops_are_found() -> None:
    source = """
class Cache:
    async def keep(self):
        while True:
            async with lock:
                await asyncio.sleep(1)

    def start(self):
        asyncio.create_task(self.keep())

async def work():
    while value > 1:
        value -= 1
"""
    assert found(source, "a.py") == ({"a.py Cache.start"}, {"a.py Cache.keep"})
