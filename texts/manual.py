"""The texts of /help; limits and penalties in them are taken from the code."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from datetime import timedelta
from types import MappingProxyType

from msgspec import Struct

from i18n.localizer import Localizer
from i18n.messages import Message
from narrator.problems import localize
from play.calendar import EPOCH, SUNDAY
from play.clock import MISTAKE_PENALTY, Help
from play.history import MAX_STEPS
from play.mastery import BOX_DAYS, MASTERED
from play.pen import Mode
from play.streaks import DAYS_PER_FREEZE, MAX_FREEZES, OUTAGE
from play.tracks import EVERYDAY, size
from puzzle.grid import SQUARE
from puzzle.rules import ALL_RULES
from puzzle.tilings.catalogue import TILINGS
from renderer.highlights import SIGNS
from service.learning.manual import Topic
from service.learning.training import FIND_FROM
from service.version import VERSION
from texts import board_page, boards, commands, pasting, practice
from texts.puzzles import EXAMPLE, EXAMPLE_LINK, EXAMPLE_ROWS

HELP = Message(
    "What to do first, and how everything works: rules, playing, hints, streaks and more"
)
HELP_TOPIC = Message("Page to open")

TITLES = MappingProxyType(
    {
        Topic.START: Message("Start"),
        Topic.RULES: Message("Rules of Slitherlink"),
        Topic.PLAYING: Message("How to play here"),
        Topic.STUCK: Message("Hints and penalties"),
        Topic.PRACTICE: Message("Practice"),
        Topic.DAILIES: Message("Dailies and leaderboards"),
        Topic.STREAKS: Message("Streaks"),
        Topic.TILINGS: Message("Other tilings"),
        Topic.VARIANTS: Message("Other rules"),
        Topic.FORMATS: Message("Solving your puzzles"),
        Topic.COMMANDS: Message("All commands"),
    }
)

START = Message("### Slitherlink in your chat\nNew here? Do one of these first:")
FIRST = (
    Message("**The easy puzzle of the day**, #{number}, the same for everyone."),
    Message("**Learn Slitherlink** on a first puzzle, step by step."),
    Message("**A new puzzle** just for you. `/new` lets you choose."),
    Message("**Race** others here on a puzzle that nobody has seen."),
    Message("**Your own puzzle**, as text, file or picture; `/create` takes one on paper."),
)
"""What to do first, in the order of its buttons."""
MORE = Message(
    "Stuck? `/hint`. Who won? `/leaderboard`. In a server that you manage, `/setup` posts the "
    "puzzles of the day.\n"
    "-# Ouro {version}, free software under the MIT licence. It searches with a SAT solver, so "
    "“one solution” means proved, not guessed."
)
CHOOSE_PAGE = Message("Rules, hints, all commands: choose a page")

RULES = Message(
    "### The rules\n"
    "Draw lines from dot to dot, across or down, so that they form **one closed "
    "loop**. A number says how many of the four sides of its cell belong to the "
    "loop. Around a cell without a number, any number of lines is allowed. Here is a "
    "puzzle, and its loop:"
)
NOT_RIGHT = Message(
    "None of these is right: two loops, lines that branch, and a loop that breaks a "
    "number (look at the 0)."
)
REASONING = Message(
    "A puzzle that I make has exactly one solution, and you can find it by reasoning: guesses are "
    "never needed. A good start: a 0 has no line around it, and with a 3 in a corner of the board "
    "both sides at that corner are lines. Mark with a small cross where no line can be. `/learn` "
    "shows you more, step by step."
)

PLAYING = Message(
    "### How to play here\n"
    "**{play}** opens your own board, which nobody else sees, and your clock starts.\n\n"
    "**{open}**, if a board has it, opens the board in your browser: draw with mouse, finger, pen "
    "or keyboard, while this chat follows. The **?** there shows how.\n\n"
    "**{draw}** shows buttons to draw in this chat; a board without **{open}** has them at once. "
    "The pen is on the highlighted dot. The arrows move it, and as it moves it draws "
    "a line or makes a cross; ↑2 goes two edges at once. A line goes on by itself where your "
    "marks leave it one way only. ↶ undoes and ↷ redoes, up to {steps} steps. The menu below "
    "has help, **{move}**, **{erase}**, and how far the far arrows go."
)
TYPING = Message(
    "**{type}** is for fast players. A cell goes by the letter of its column and the number of its "
    "row.\n"
    "- `D2 top` draws a line at the top of D2, `D2 top left` draws two\n"
    "- `x D2 top` makes a cross, `erase D2 top` removes marks\n"
    "- `A1-A4-C4` draws a path from the top-left corner of A1 down to that of A4 and on to that of "
    "C4, where the pen ends\n"
    "- `go C3` moves the pen to the top-left corner of C3, `clear` removes all marks\n\n"
    "I notice by myself when the last line closes the loop. **{submit}** judges your lines and "
    "tells which rule is broken where, without giving the answer; crosses are your own notes. "
    "`/submit` takes the whole answer at once, or a file saved at puzz.link.\n\n"
    "Your boards are kept. `/play` lists those you have not finished, and the buttons of old "
    "messages keep working."
)

STUCK = Message(
    "### Hints, checks and what they add\n"
    "`/hint` finds the next step that you could find yourself, on the board as it is. `/check` "
    "tells whether your marks are right. Both are below your board as well. Help and "
    "mistakes add seconds to your time:"
)
ADDS = Message("- {what}: +{seconds}\N{NO-BREAK SPACE}s")
HELPS = MappingProxyType(
    {
        Help.NUDGE: Message("Nudge, where to look"),
        Help.HINT: Message("Hint, what to think of"),
        Help.STEP: Message("Step, what follows and why"),
        Help.CHECK_COUNT: Message("Check, how many marks are wrong"),
        Help.CHECK_WHERE: Message("Check, which marks are wrong"),
        Help.CHECK_WHY: Message("Check, why one is wrong"),
    }
)
MISTAKE = Message("Submitting an answer that breaks a rule (unfinished lines are free)")
FREE = Message(
    "If some marks are wrong, a hint only says so and costs no more than a nudge. A "
    "check that finds no mistake costs the smallest amount. Undo, redo, clearing and "
    "looking are free.\n"
    "\n"
    "`/solution` shows the loop and closes your board; with `animate:` you see how "
    "to get there. I ask first. On one of today's dailies this makes your attempt "
    "unranked."
)

PRACTICE = Message(
    "### Practice\n"
    "`/practice` shows a small board whose next step is of one technique. Four edges have the "
    "signs {signs}: one of them is decided, as a line or a cross, the others may still be either. "
    "Press what you find, and you see why; if you named another one, you see a loop that shows "
    "that it is not decided. From box {find} on there are no signs: find what follows on the whole "
    "board, and press **{type}**.\n\n"
    "A right answer puts the technique into a higher box, a wrong one into a lower one, and the "
    "higher the box, the more days pass until it comes again: {days}. Beyond the lowest box it "
    "rises when it is due, once a day. An answer that takes much longer than yours usually do for "
    "techniques as hard leaves it where it is. From box {mastered} on you have mastered it. New "
    "techniques come from easy to hard, two at a time, each with its rule. Press **{choose}** to "
    "practise a certain one.\n\n"
    "Lessons of `/learn` and hints have a button for three boards of their technique. A technique "
    "that a hint had to name comes again at once if you have practised it. Only you see how "
    "you practise; `/stats` shows you what you have mastered."
)

DAILIES = Message(
    "### Dailies\n"
    "Every day there are four puzzles, the same for everyone: Easy ({easy}), Normal "
    "({normal}), Hard ({hard}, on Sundays {sunday_hard}), and a Mini for a minute ({mini}, at "
    "weekends {sunday_mini} and harder). On Sundays there is a fifth, the Sunday special: on "
    "another tiling or with other rules each week, and Hard every other time. Daily #1 was on "
    "{epoch}. A day begins and ends at midnight UTC, for you at {midnight}. After that the "
    "puzzles move to the archive, where you can always play them, but they no longer "
    "count.\n"
    "\n"
    "Your clock starts when the picture is first shown to you and ends when the loop "
    "is closed; it does not stop in between. An attempt counts when it was begun and "
    "solved on the daily's own day without seeing the solution. You get one attempt "
    "at each puzzle."
)
LEADERBOARDS = Message(
    "### Leaderboards\n"
    "Each leaderboard covers one track, one period (day, week from Monday to Sunday, month or all "
    "time), and either this server's players or everybody. It compares, in this order:\n"
    "1. more dailies solved\n"
    "2. less total time, including penalties\n"
    "3. fewer wrong submissions\n"
    "4. less help\n\n"
    "Players who tie on all four share a rank. The time of day you play never matters. A daily "
    "can be seen before you press Play, so times rest on trust. In `/settings` you choose whether "
    "you appear."
)

STREAKS = Message(
    "### Streaks\n"
    "A streak is the number of days in a row on which you solved at least one of Easy, "
    "Normal and Hard, on its own day and without seeing its solution. The Mini has a "
    "streak of its own, with the same rules. The Sunday special counts for none, nor "
    "does the archive. Today never "
    "breaks a streak: you can solve until midnight UTC, for you at {midnight}.\n"
    "\n"
    "**Freezes.** Every {days} days solved in a streak earn a freeze, and at most "
    "{freezes} are kept. A missed day uses one automatically and the streak goes on, "
    "though that day is not counted in it. Without a freeze the streak ends.\n"
    "\n"
    "**Outages.** A day on which I was offline for {outage} minutes or more in total "
    "is skipped: it breaks nothing and takes no freeze. If you solved a daily that "
    "day anyway, it counts.\n"
    "\n"
    "`/stats` shows yours."
)

TILED = Message(
    "### Other tilings\n"
    "A board need not be made of squares. `/new tiling:` makes puzzles on {count} other tilings: "
    "{made}. The rules stay the same: a number says how many sides of its cell belong to the one "
    "closed loop. A honeycomb has numbers up to 5, and a cell with twelve sides up to 11. The "
    "pictures show a small board of each.\n\n"
    "- Each tiling has a usual size; `size:` suggests others. Sizes count as in Simon Tatham's "
    "Loopy, so a board of 5x5 can have 113 cells.\n"
    "- A cell goes by the letter of its column and the number of its row here too. Not every "
    "column has a cell in every row, so names can skip some.\n"
    "- The clues have no symmetry.\n\n"
    "`/solve` and `/play` read game IDs of Loopy on all these tilings, and on its aperiodic "
    "ones: {read}."
)

VARIED = Message(
    "### Other rules\n"
    "A puzzle from elsewhere may have other rules. Its board says which:\n"
    "{rules}\n\n"
    "Lines and dots of a cell that are connected along its border are one touch. With sheep and "
    "wolves, and with touches, the loop may have to visit every dot as well. The pictures show a "
    "puzzle of each with its loop.\n\n"
    "`/play` and `/solve` read addresses and files of puzz.link with these rules. `/new rules:` "
    "makes puzzles with a loop that visits every dot, with sheep and wolves, or with both. "
    "`/check` tells whether your marks are right. Hints, reviews and new puzzles are offered where "
    "there are any."
)
VARIANT = Message("- {title}: {summaries}")

SOLVING = Message(
    "### Solving your puzzles\n"
    "Use `/solve puzzle:` and paste a puzzle, or `/solve file:` and attach one. I draw its loop "
    "and say whether it is the only one. `/play puzzle:` opens a board to solve it yourself, with "
    "hints. `/play` alone has **{enter}**, a form for a puzzle of several lines or a file. In the "
    "Apps menu of a message, **{solve}**, **{play}** and **{rate}** find the puzzle in it, and "
    "**{hint}** goes on from what is drawn there. Where it is a picture, I show you first what I "
    "read, and only you see that."
)
FORMATS = Message(
    "**Ways to write a puzzle** (all of these are the same one)\n"
    "- A puzz.link or pzv.jp address\n  `{link}`\n"
    "- A game ID of Simon Tatham's Loopy, on any tiling\n  `{id}`\n"
    "- Rows of digits, with `.` for a blank cell and a space or `/` between rows\n  `{rows}`\n"
    "- An address of penpa-edit\n"
    "- A file: rows, with or without their size; CSV; lists of numbers; or what puzz.link (pzprv3) "
    "or Loopy saves\n"
    "- A picture: a screenshot of one whole board of squares (PNG, JPEG, WebP or GIF)\n"
    "Boards may be up to {solved} to solve and up to {played} to play. `/new` makes them from "
    "{shortest} to {longest}, up to {made} a day."
)
OPTIONS = Message(
    "**Options of `/solve`**\n"
    "`theme:` light, dark, paper, high contrast or colour-blind safe · `labels:` names of columns "
    "and rows · `private:` only you see the answer"
)

COMMANDS = Message("### All commands")
COMMAND = Message("- `/{name}`: {what}")
MENU = Message("In the Apps menu of a message: {names}.")


class Facts(Struct, frozen=True):
    """Facts about this bot for the pages.

    - `midnight`: a Discord timestamp of the end of a daily's day;
    - `commands`: a line for each command;
    - `made`: maximum number of puzzles generated for a user per day;
    - `solved`, `played`: sizes of the largest puzzles to solve and to play, such as `30x30`;
    - `shortest`, `longest`: sizes of the smallest and largest puzzles to generate.
    """

    midnight: str
    commands: Sequence[str]
    made: int
    solved: str
    played: str
    shortest: str
    longest: str


def page_texts(localizer: Localizer, topic: Topic, facts: Facts) -> list[str]:
    """The texts of a page; the presenter may insert pictures between them."""
    return _PAGES[topic](localizer, facts)


def _start(localizer: Localizer) -> list[str]:
    """The heading above what to do first, and what there is besides."""
    return [localizer.say(START), localizer.say(MORE, version=VERSION)]


def _playing(localizer: Localizer) -> list[str]:
    """How to play, with the labels of the buttons."""
    play = localizer.say(boards.PLAY)
    move, erase = (localizer.say(boards.USE_MODE[mode]) for mode in (Mode.MOVE, Mode.ERASE))
    write, submit = localizer.say(boards.TYPE), localizer.say(boards.SUBMIT)
    return [
        localizer.say(
            PLAYING,
            play=play,
            move=move,
            erase=erase,
            open=localizer.say(board_page.OPEN_BOARD),
            draw=localizer.say(boards.DRAW),
            steps=localizer.figure(MAX_STEPS),
        ),
        localizer.say(TYPING, type=write, submit=submit),
    ]


def _penalties(localizer: Localizer) -> list[str]:
    lines = [
        localizer.say(ADDS, what=localizer.say(HELPS[each]), seconds=each.penalty) for each in Help
    ]
    return [*lines, localizer.say(ADDS, what=localizer.say(MISTAKE), seconds=MISTAKE_PENALTY)]


def _practice(localizer: Localizer) -> str:
    days = localizer.join([str(days) for days in BOX_DAYS])
    choose = localizer.say(practice.CHOOSE_BUTTON)
    return localizer.say(
        PRACTICE,
        signs=localizer.join([*SIGNS]),
        find=FIND_FROM,
        type=localizer.say(practice.FIND_BUTTON),
        days=days,
        mastered=MASTERED,
        choose=choose,
    )


def _dailies(localizer: Localizer, facts: Facts) -> str:
    sunday = EPOCH + timedelta(days=(SUNDAY - EPOCH.weekday()) % 7)
    monday = sunday + timedelta(days=1)
    sizes = {track.value: f"{size(track, monday)}" for track in EVERYDAY}
    sundays = {f"sunday_{track.value}": f"{size(track, sunday)}" for track in EVERYDAY}
    return localizer.say(
        DAILIES,
        **sizes,
        **sundays,
        epoch=EPOCH,
        midnight=facts.midnight,
    )


def _streaks(localizer: Localizer, facts: Facts) -> str:
    return localizer.say(
        STREAKS,
        days=DAYS_PER_FREEZE,
        freezes=MAX_FREEZES,
        outage=OUTAGE // timedelta(minutes=1),
        midnight=facts.midnight,
    )


def _tilings(localizer: Localizer) -> str:
    """What is different on other tilings than squares, with their names."""
    others = [tiling for tiling in TILINGS.values() if tiling.name != SQUARE]
    made, read = (
        [localize(each.title, localizer) for each in others if each.is_periodic is periodic]
        for periodic in (True, False)
    )
    return localizer.say(
        TILED, count=len(made), made=localizer.join(made), read=localizer.join(read)
    )


def _variants(localizer: Localizer) -> str:
    """What other rules than the plain ones say, without their combinations."""
    lines = [
        localizer.say(
            VARIANT,
            title=localize(rules.title, localizer),
            summaries=localizer.join([localize(each, localizer) for each in rules.summaries]),
        )
        for rules in ALL_RULES
        if len(rules.summaries) == 1
    ]
    return localizer.say(VARIED, rules="\n".join(lines))


def _solving(localizer: Localizer) -> str:
    return localizer.say(
        SOLVING,
        solve=localizer.say(commands.SOLVE_MESSAGE),
        play=localizer.say(commands.PLAY_MESSAGE),
        rate=localizer.say(commands.RATE_MESSAGE),
        hint=localizer.say(commands.HINT_MESSAGE),
        enter=localizer.say(pasting.ENTER),
    )


def _formats(localizer: Localizer, facts: Facts) -> str:
    return localizer.say(
        FORMATS,
        link=EXAMPLE_LINK,
        id=EXAMPLE,
        rows=EXAMPLE_ROWS,
        solved=facts.solved,
        played=facts.played,
        shortest=facts.shortest,
        longest=facts.longest,
        made=facts.made,
    )


_PAGES: Mapping[Topic, Callable[[Localizer, Facts], list[str]]] = MappingProxyType(
    {
        Topic.START: lambda to, _: _start(to),
        Topic.RULES: lambda to, _: [to.say(RULES), to.say(NOT_RIGHT), to.say(REASONING)],
        Topic.PLAYING: lambda to, _: _playing(to),
        Topic.STUCK: lambda to, _: ["\n".join([to.say(STUCK), *_penalties(to)]), to.say(FREE)],
        Topic.PRACTICE: lambda to, _: [_practice(to), practice.begin_text(to)],
        Topic.DAILIES: lambda to, facts: [_dailies(to, facts), to.say(LEADERBOARDS)],
        Topic.STREAKS: lambda to, facts: [_streaks(to, facts)],
        Topic.TILINGS: lambda to, _: [_tilings(to)],
        Topic.VARIANTS: lambda to, _: [_variants(to)],
        Topic.FORMATS: lambda to, facts: [_solving(to), _formats(to, facts), to.say(OPTIONS)],
        Topic.COMMANDS: lambda to, facts: ["\n".join([to.say(COMMANDS), *facts.commands])],
    }
)
"""What makes the texts of each page."""
