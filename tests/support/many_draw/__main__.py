"""Eight people on one board of two bot processes that are killed; prints what is wrong, and counts.

`python -m tests.support.many_draw --rate 20 --minutes 10` draws at random, `--human` as people do.
"""

import argparse
import asyncio
from collections.abc import Sequence

from tests.support.many_draw.bots import running_bots
from tests.support.many_draw.drawing import Drawn, Plan, draw_board
from tests.support.many_draw.judging import delays
from tests.support.many_draw.pages import undone
from tools.bench.measure import Goals, print_machine
from tools.bench.timing import percentile

PEOPLE = 8
ERROR = '"level": "(error|critical)"|^(?!{)'


async def measure(plan: Plan) -> bool:
    """Draw on a board; returns whether nothing is wrong."""
    print_machine(all_cores=True)
    goals = Goals()
    async with running_bots(2) as bots:
        number, tokens = await bots.shared_board("board", PEOPLE)
        drawn = await draw_board(plan, bots.processes, tokens, bots.database, number)
        errors = [line for each in bots.processes if each.bot for line in each.bot.logged(ERROR)]
    for name, count in drawn.faults.items():
        goals.count(name, count, 0)
    goals.count("errors in the logs", len(errors), 0)
    for name, note in _notes(drawn).items():
        goals.note(name, note)
    for wrong in [*errors[:5], *drawn.judged.lost[:5], *drawn.judged.unasked[:5]]:
        goals.note(f"{wrong}", "wrong")
    return goals.reached


def _notes(drawn: Drawn) -> dict[str, str]:
    settled = drawn.settled
    late = [each for each in settled if each.late]
    edges, left = sum(len(each.do["edges"]) for each in late), sum(each.left for each in late)
    found = {
        "requests": f"{len(settled):,}",
        "of them undos": f"{sum(map(undone, settled)):,}",
        "of them sent again or twice": f"{sum(each.sends > 1 for each in settled):,}",
        "late strokes, their edges, left": f"{len(late):,}, {edges:,}, {left:,}",
        "loops": f"{drawn.loops}",
    }
    found |= {name: f"{count:,}" for name, count in drawn.judged.counts.items()}
    for kind, each in sorted(delays(drawn.pages, drawn.kills).items()):
        found[f"ms to other pages, {', '.join(kind)}"] = _times(each)
    return found


def _times(seconds: Sequence[float]) -> str:
    p50, p99 = (f"{percentile(seconds, share) * 1e3:.0f}" for share in (0.5, 0.99))
    return f"{len(seconds):,}: {p50}, {p99}, most {max(seconds) * 1e3:.0f}"


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rate", type=float, default=20, help="strokes a second in all")
    parser.add_argument("--minutes", type=float, default=10)
    parser.add_argument("--kills", type=int, default=20)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--human", action="store_true")
    given = parser.parse_args()
    plan = Plan(given.rate, 60 * given.minutes, given.kills, human=given.human, seed=given.seed)
    raise SystemExit(not asyncio.run(measure(plan)))
