"""All that goes on by itself runs under the scheduler, which survives what a run does, or ends with
the one thing that it is about."""

import ast
from collections.abc import Iterator, Mapping

from tests.support.packages import modules
from tests.support.paths import ROOT

FOLDERS = ("app", "batch", "bot", "jobs", "service", "store", "telemetry", "web", "workers")
"""The packages whose code runs in a bot, in its workers or in batches."""
TASK_MAKERS = frozenset({"create_task", "ensure_future", "run_coroutine_threadsafe", "TaskGroup"})
THREAD_MAKERS = frozenset({"Thread", "Timer", "ThreadPoolExecutor", "run_in_executor"})
PROCESS_MAKERS = frozenset({"Popen", "Process", "ProcessPoolExecutor", "create_subprocess_exec"})
MAKERS = TASK_MAKERS | THREAD_MAKERS | PROCESS_MAKERS
"""What begins tasks, threads and processes; `to_thread` waits for its thread."""

TASKS: Mapping[str, str] = {
    "app/main.py run_client": "the connection, whose end ends the bot, and what awaits signals",
    "batch/dask_workers.py DaskPools.run": "a task of the cluster",
    "batch/dask_workers.py leave": "a client of the cluster that is closed",
    "batch/engine.py finished": "the chunks that are worked on",
    "bot/boards/following.py BoardFollower._note": "a board in a message",
    "bot/connection/gateway.py IndependentShard._connect": "the connection of a shard",
    "bot/answering/callbacks.py FirstAnswer._begin_deferral": "an acknowledgement",
    "bot/answering/interactions.py Interactions.changing.begin": "a change by a press",
    "bot/delivery/delivery.py Delivery.run": "the messages for a place",
    "service/running/ordered_tasks.py OrderedTasks.run": "a change",
    "service/running/scheduler.py running": "the scheduler",
    "service/learning/storms.py Storms._remembered": "the next drill of a storm",
    "store/drivers.py run_to_end": "a statement",
    "store/group_commit.py JoiningPool.transaction": "a commit of those that joined",
    "web/channel.py PageChannel.run": "a page",
    "web/server.py PageServer._close_soon": "a page that is closed",
    "workers/child.py _run_at_low_priority": "a job, in a thread of its worker",
    "workers/process.py Worker._run": "the start of the next process of a worker",
    "workers/worker_process.py WorkerProcess.__init__": "a process, and what kills it",
    "workers/worker_process.py WorkerProcess._live": "what a process writes",
    "workers/worker_process.py _start": "a process, which ends with its worker or the bot",
}
"""The functions that begin tasks, threads or processes, and the one thing that each is about and
ends with."""
LOOPS: Mapping[str, str] = {
    "batch/cluster_pool.py ClusterPool._use": "ends when the cluster is lost; it is a run",
    "batch/dask_workers.py _until_it_listens": "ends when a scheduler listens, or after a while",
    "batch/dask_workers.py leave": "ends when a client is closed, which has a limit",
    "batch/engine.py finished": "ends with the chunks",
    "batch/engine.py item_results": "ends with the items of a chunk",
    "batch/run.py measured_chunk": "ends with the items of a batch, or after a while",
    "bot/boards/following.py BoardFollower._pause": "ends when a board has not changed",
    "bot/boards/following.py BoardFollower._redraw": "ends when a message shows its board",
    "bot/boards/following.py BoardFollower._rest": "ends after an interval",
    "bot/answering/attachments.py _download": "ends with an attachment",
    "service/generating/bank.py Bank.add": "ends with the puzzles to add",
    "service/playing/drafts.py Drafts._change_now": "ends when no other process changes the draft",
    "service/playing/pars.py Pars.restart": "ends with the attempts that are stored",
    "service/running/clock_guard.py ClockWatch.until_schedules_run": "ends when the clock is right",
    "service/running/scheduler.py _repeat": "the scheduler",
    "service/running/scheduler.py running": "ends with the tasks of the scheduler",
    "service/playing/drafts.py Drafts.follow": "ends when no other clues are set meanwhile",
    "service/running/sent_commands.py SentCommands.turn": "ends with the turn of another process",
    "service/running/session_starts.py SessionStarts.until_permitted": "ends when one may connect",
    "service/posting/schedules.py Schedules.plan_posts": "ends with the last server",
    "store/bank.py draw": "ends with the puzzles that are stored",
    "store/drivers.py run_to_end": "ends with a statement",
    "store/files.py retry_while_locked": "ends when a file is free, or after a while",
    "store/migration_steps.py apply_steps": "ends with the newest version",
    "store/transaction.py TransactionPool._begin": "ends with the idle connections",
    "store/transaction.py TransactionPool._close_idle": "ends with the idle connections",
    "web/channel.py PageChannel._push": "ends with a page",
    "workers/worker_process.py WorkerProcess._live": "ends with a process that is killed",
    "workers/worker_process.py WorkerProcess._read": "ends with a frame or its process",
    "workers/worker_process.py log_errors": "ends when nothing can write any more",
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
        and ast.unparse(node) != "discord.Thread"
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
    tasks, loops = set[str](), set[str]()
    for file in (file for folder in FOLDERS for file in modules(folder)):
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
        threading.Thread(target=self.keep).start()

async def work():
    while value > 1:
        value -= 1
"""
    assert found(source, "a.py") == ({"a.py Cache.start"}, {"a.py Cache.keep"})
