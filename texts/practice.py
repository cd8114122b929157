"""The texts of practice and of storms."""

from itertools import groupby
from math import ceil
from string import ascii_uppercase

from i18n.localizer import Localizer
from i18n.messages import Message, Plural
from jobs.drilling import JudgedDrill
from narrator.drills import decided_text, verdict_text, verdict_title
from narrator.outcomes import technique_title
from play.clock import format_duration
from play.mastery import BOX_DAYS, Skill
from play.storm import MISS_SECONDS, SECONDS
from renderer.highlights import SIGNS
from service.learning.gaps import Gap
from service.learning.storms import StormPage
from service.learning.training import NEW, AskedDrill, DrillPlan, Mastery, technique_rows
from solver.drills import DrillVerdict
from store.records import Visibility
from texts import helping
from texts.boards import ANONYMOUS
from texts.puzzles import rules_line
from texts.times import relative

PRACTICE_TECHNIQUE = Message("Which technique (default: what comes next for you)")

TITLE = Message("Practice")
OF_THREE = Message("{title} · {number} of 3")
QUESTION = Message(
    "**One of {signs} is decided. Which one, and is it a line or a cross?**\n"
    "The others may still be either."
)
FIND = Message(
    "**Something is decided on this board. Find it: a line or a cross that follows.**\n"
    "All that follows counts, in any place."
)
MIN_PASSED = 2
"""The steps from which on a person is told that they passed by them, rather than took long."""
PASSED = Plural(
    "Why this one: in your last board you passed by {count} chances to use it.",
    "Why this one: in your last {boards} boards you passed by {count} chances to use it.",
)
TOOK_LONG = Plural(
    "Why this one: in your last board it took you long.",
    "Why this one: in your last {boards} boards it took you long.",
)
OVER_PAR = Message("Why this one: in your last boards its steps took you {time} a board over par.")
WHY = Message("Why")
BOX = Message("-# Box {box} of {most} for this technique. {then}")
LOWEST_BOX = Message("-# This technique is in its lowest box. {then}")
AGAIN_SOON = Message("It comes again soon.")
AGAIN = Plural("It comes again in {count} day.", "It comes again in {count} days.")
NOT_COUNTED = Message("-# This answer is not counted: you have practised this technique since.")

LINE_BUTTON = Message("{sign} line")
CROSS_BUTTON = Message("{sign} cross")
DRAW_BUTTON = Message("Draw what follows")
FIND_BUTTON = Message("Type what follows")
SIGNS_BUTTON = Message("Show four edges to choose from")
FIND_TITLE = Message("What follows?")
FIND_LABEL = Message("A line or a cross")
FIND_DESCRIPTION = Message("A line: {line}. A cross: {cross}.")
DONE = Message("Done")
DRAW_FIRST = Message("Draw what follows, then press Done.")
NEXT_BUTTON = Message("Next")
EXAMPLE_BUTTON = Message("Worked example")
EXAMPLE = Message("### Worked example: {title}")
CHOOSE_BUTTON = Message("Choose a technique")
LIST_CHOICE = Message("See all techniques")
MIXED_BUTTON = Message("What comes next for me")
PRACTISE_BUTTON = Message("Practise this")
TRAIN_BUTTON = Message("Train this")

CHOOSE = Message(
    "### Techniques\n"
    "The number of a technique is its box: a quick right answer when it is due moves it up, a "
    "wrong one down by two, and the higher it is, the later it comes again. A loop encloses "
    "what you have mastered, a ring marks what is due."
)
MASTERED_TITLE = Message("### Techniques mastered: {mastered} of {all}")
MENU = Message("Techniques {first} to {last}")
PLACE = Message("{place} · {state}")
STATE_NEW = Message("new")
STATE_BOX = Message("box {box}")
STATE_LOWEST = Message("lowest box")
STATE_DUE = Message("{state}, due")
LEGEND = Message("-# {groups}")
GROUPS = (
    Message("single clues and dots"),
    Message("a clue and its corners"),
    Message("two or more clues"),
    Message("the loop"),
    Message("counting and looking ahead"),
)
"""The names of the groups of `service.learning.training`."""
GROUP = Message("{rows}: {group}")


def question_text(localizer: Localizer, asked: AskedDrill) -> str:
    """The text above a drill; it names the technique unless that is to be found."""
    question, number = asked.question, asked.plan.value
    is_told = asked.introduced or asked.plan is not DrillPlan.MIXED
    title = question.title if is_told else localizer.say(TITLE)
    if number.isdecimal():
        title = localizer.say(OF_THREE, title=title, number=number)
    rule = [question.rule] if asked.introduced else []
    rules = rules_line(localizer, question.rules)
    why = [] if asked.gap is None else [gap_text(localizer, asked.gap)]
    if asked.missed:
        why = [localizer.say(MISSED_BEFORE)]
    asks = localizer.say(QUESTION, signs=localizer.join([*SIGNS[: question.edges]]))
    if not question.edges:
        asks = localizer.say(FIND)
    return "\n".join(filter(None, [f"### {title}", *rule, rules, *why, asks]))


def page_words(localizer: Localizer) -> dict[str, str]:
    """What the board page says otherwise of a drill."""
    return {"submit": localizer.say(DONE), "tip_submit": localizer.say(DRAW_FIRST)}


def gap_text(localizer: Localizer, gap: Gap) -> str:
    """Why a technique comes first, by the last boards of a person."""
    if gap.over and localizer.par:
        time = format_duration(ceil(gap.over))
        return localizer.say(OVER_PAR, time=time)
    message = PASSED if gap.passed >= MIN_PASSED else TOOK_LONG
    return localizer.say(message, gap.boards, boards=gap.boards, count=gap.passed)


def verdict_on(localizer: Localizer, judged: JudgedDrill) -> str:
    """The verdict on an answer; without a counterexample, also what was decided."""
    verdict, sign = judged.verdict, judged.sign
    text = verdict_text(localizer, verdict, judged.chosen, judged.drawn, sign)
    return f"### {verdict_title(localizer, verdict)}\n{text}"


def example_text(localizer: Localizer, judged: JudgedDrill) -> str:
    """The heading of a worked example, with the rule of its technique."""
    title = technique_title(judged.technique, localizer)
    return f"{localizer.say(EXAMPLE, title=title)}\n{judged.rule}"


def reason_text(localizer: Localizer, judged: JudgedDrill) -> str:
    """The explanation of the step of a drill, below what it decides unless the verdict has that."""
    why = helping.narration_text(localizer, WHY, judged.narration)
    if judged.verdict is DrillVerdict.RIGHT or judged.chosen == judged.decided:
        return why
    sign = None if judged.sign is None else judged.right
    return f"{decided_text(localizer, judged.decided, judged.state, sign)}\n{why}"


def skill_note(localizer: Localizer, skill: Skill | None) -> str:
    """How the answer changed a skill; None for one that is not counted."""
    if skill is None:
        return localizer.say(NOT_COUNTED)
    then = localizer.say(AGAIN, skill.days, count=skill.days)
    if not skill.days:
        then = localizer.say(AGAIN_SOON)
    if not skill.box:
        return localizer.say(LOWEST_BOX, then=then)
    return localizer.say(BOX, box=skill.box, most=len(BOX_DAYS) - 1, then=then)


def legend(localizer: Localizer) -> str:
    """What the rows of the picture of all techniques are."""
    rows = zip(ascii_uppercase, technique_rows(), strict=False)
    groups = []
    for group, found in groupby(rows, lambda row: row[1][0]):
        letters = localizer.join([letter for letter, _ in found])
        groups.append(localizer.say(GROUP, rows=letters, group=localizer.say(GROUPS[group])))
    return localizer.say(LEGEND, groups=" · ".join(groups))


def mastered_title(localizer: Localizer, known: Mastery) -> str:
    """The heading of the number of techniques that are mastered."""
    names = [name for _, row in technique_rows() for name in row]
    mastered = sum(known.skills[name].mastered for name in names if name in known.skills)
    return localizer.say(MASTERED_TITLE, mastered=mastered, all=len(names))


def technique_choices(localizer: Localizer, known: Mastery) -> list[tuple[str, str, str]]:
    """All techniques with their title, and their place in the picture with their state."""
    choices = []
    for letter, (_, row) in zip(ascii_uppercase, technique_rows(), strict=False):
        for number, name in enumerate(row, 1):
            box = known.box(name)
            message = STATE_BOX if box else STATE_LOWEST
            state = localizer.say(STATE_NEW if box == NEW else message, box=box)
            if name in known.due:
                state = localizer.say(STATE_DUE, state=state)
            place = localizer.say(PLACE, place=f"{letter}{number}", state=state)
            choices.append((name, technique_title(name, localizer), place))
    return choices


BEGIN = Message(
    "### Storm\n"
    "{minutes} minutes of small boards: on each, one of four edges is decided. They grow harder "
    "with each right answer; a wrong one takes {seconds} seconds away. The score is the number of "
    "right answers. Your first storm of the day (UTC) counts for the board of this server, the "
    "others are practice."
)
BEGIN_BUTTON = Message("Begin")
AGAIN_BUTTON = Message("Again")
STORM = Message("### Storm · {right} right · ends {end}")
WAS_RIGHT = Message("✅ Right.")
WAS_WRONG = Message("❌ Wrong: {seconds} seconds less.")
WHICH = Message("**One edge is decided. Which one, and is it a line or a cross?**")
OVER = Plural("### The storm is over: {count} right", "### The storm is over: {count} right")
MISSED = Plural("{count} wrong answer.", "{count} wrong answers.")
MORE_WRONG = Plural("-# And {count} more wrong answer.", "-# And {count} more wrong answers.")
TRAIN_MISSED_BUTTON = Message("Train these")
MISSED_BEFORE = Message("Why this one: you got it wrong in your last storm.")
COUNTS = Message("This was your first storm of the day, so it counts.")
PRACTICE = Message("Your first storm of the day counts, so this was practice.")
BOARD = Message("**Storms of {day} in this server**")
LINE = Message("{rank}. {person} · {score}")


def begin_text(localizer: Localizer) -> str:
    """What a storm is."""
    return localizer.say(BEGIN, minutes=SECONDS // 60, seconds=MISS_SECONDS)


def storm_text(localizer: Localizer, page: StormPage) -> str:
    """The text above a drill of a storm."""
    storm = page.storm
    lines = [localizer.say(STORM, right=storm.right, end=relative(storm.ends_at))]
    if page.was_right is not None:
        message = WAS_RIGHT if page.was_right else WAS_WRONG
        lines.append(localizer.say(message, seconds=MISS_SECONDS))
    return "\n".join([*lines, localizer.say(WHICH)])


def result_text(localizer: Localizer, page: StormPage) -> str:
    """The result of a storm, and the board of the server."""
    storm, say = page.storm, localizer.say
    sentences = [say(COUNTS if page.counts else PRACTICE)]
    if storm.missed:
        sentences.insert(0, say(MISSED, storm.missed, count=storm.missed))
    lines = [say(OVER, storm.right, count=storm.right), localizer.gap.join(sentences)]
    if page.best:
        lines.append(say(BOARD, day=storm.began_at.date()))
    for each in page.best:
        rank = 1 + sum(other.score > each.score for other in page.best)
        named = each.visibility is Visibility.NAMED
        person = f"<@{each.player_id}>" if named else say(ANONYMOUS)
        lines.append(say(LINE, rank=rank, person=person, score=each.score))
    return "\n".join(lines)


def wrong_text(localizer: Localizer, board: JudgedDrill) -> str:
    """The technique of a board that was wrong, what is decided there, and why."""
    decided = decided_text(localizer, board.decided, board.state)
    title = technique_title(board.technique, localizer)
    return f"**{title}**\n{decided}{localizer.gap}{board.rule}"


def more_wrong(localizer: Localizer, count: int) -> str:
    """How many boards that were wrong are not shown."""
    return localizer.say(MORE_WRONG, count, count=count)


PRACTICE_COMMAND = Message("Small boards, one technique at a time: find what follows")
PRACTICE_STORM = Message("Three minutes of small boards that grow harder: how many can you find?")
