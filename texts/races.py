"""The texts of races."""

from i18n.localizer import Localizer
from i18n.messages import Message
from narrator.english import LEVELS
from narrator.problems import localize
from play.clock import format_duration
from play.par import against_par
from play.race import FEWEST, LIMIT, MOST, RacePhase, RaceStanding
from service.playing.races import RaceView
from solver.explain.step import Difficulty
from store.records import Race
from texts.boards import ANONYMOUS
from texts.puzzles import rules_line, stored_rules, stored_size
from texts.times import clock_time, relative

BAR = 10
"""Number of signs of a bar of progress."""
FULL, EMPTY = "\N{BLACK PARALLELOGRAM}", "\N{WHITE PARALLELOGRAM}"

TITLE = Message("### Race · {size} · {level}")
INVITATION = Message(
    "{host} invites to a race: up to {most} people get the same new puzzle when {host} presses "
    "{start}. It ends when all are done, or {minutes} minutes after the start."
)
PEOPLE = Message("In the race: {people}")
WAITS = Message("-# Unless it is started, it is called off {time}.")
BEGUN = Message("Start: {begun}. It ends when all are done, or {ends}.")
OVER = Message("The race is over.")
NOT_BEGUN = Message("The race is called off: it was not started in time.")
ALL_LEFT = Message("The race is called off: nobody is in it any more.")
SOLVED = Message("**{place}.** {person} · **{time}**")
SOLVED_BY_PAR = Message("**{place}.** {person} · **{compared}** · {time}")
BY_PAR = Message("It ranks by time over par, the time that the board probably takes each person.")
BY_TIME = Message("It ranks by time, as there is no par for everybody in it.")
RACING = Message("{bar} {percent}% · {person}")
NOT_SOLVED = Message("{person} · not solved, {percent}%")
GAVE_UP = Message("{person} · gave up")
BARS = Message(
    "-# The bars tell how many clues have as much around them as they say, right or wrong. All "
    "boards are shown at the end."
)
TIMES = Message(
    "-# Times include what hints, checks and wrong answers add. The boards are in this order."
)
PRIVATE = Message(
    "**The race has begun**, and ends at {ends} at the latest. To leave it, give up in the menu."
)
JOINED = Message("You are in the race: {link}. Your board appears here when it begins.")
LEFT = Message("You are not in the race any more.")

JOIN = Message("Join")
START = Message("Start the race")
LEAVE = Message("Leave")
BOARD = Message("My board")
AGAIN = Message("Rematch")


def race_text(localizer: Localizer, view: RaceView) -> list[str]:
    """What the message of a race says, in parts."""
    rules = rules_line(localizer, stored_rules(view.puzzle.notation))
    state = localizer.gap.join(filter(None, (_state(localizer, view), ranking(localizer, view))))
    parts = ["\n".join(filter(None, (title(localizer, view), rules))), state]
    people = "\n".join(_lines(localizer, view))
    return [*parts, people, *_notes(localizer, view)] if people else parts


def title(localizer: Localizer, view: RaceView) -> str:
    """The title of a race: size and level of its puzzle."""
    level = localizer.say(LEVELS[Difficulty[(view.puzzle.level or "normal").upper()] - 1])
    return localizer.say(TITLE, size=stored_size(localizer, view.puzzle.notation), level=level)


def standing(localizer: Localizer, place: int, each: RaceStanding, person: str) -> str:
    """A person with what is final of their race: place and time, or that they gave up."""
    if each.seconds is not None:
        time = format_duration(each.seconds)
        if each.over is None:
            return localizer.say(SOLVED, place=place, person=person, time=time)
        compared = localize(against_par(each.over), localizer)
        values = {"place": place, "person": person, "compared": compared, "time": time}
        return localizer.say(SOLVED_BY_PAR, **values)
    return localizer.say(GAVE_UP, person=person) if each.gave_up else person


def ranking(localizer: Localizer, view: RaceView) -> str:
    """By what a race ranks, where that is not by time as usual; empty for any other."""
    if len(view.standings) < FEWEST or view.phase is RacePhase.CALLED_OFF:
        return ""
    if view.by_par:
        return localizer.say(BY_PAR)
    return localizer.say(BY_TIME) if view.race.handicap else ""


def private_text(localizer: Localizer, view: RaceView) -> str:
    """What is said above the board of a person when the race begins."""
    return localizer.say(PRIVATE, ends=clock_time(view.race.ends_at))


def joined(localizer: Localizer, race: Race) -> str:
    """That a person is in a race, with a link to its message."""
    place = f"{race.server_id}/{race.channel_id}/{race.message_id or ''}"
    return localizer.say(JOINED, link=f"https://discord.com/channels/{place}")


def _state(localizer: Localizer, view: RaceView) -> str:
    race = view.race
    match view.phase:
        case RacePhase.WAITING:
            return localizer.say(
                INVITATION,
                host=_person(localizer, view, view.host or 0),
                most=MOST,
                start=localizer.say(START),
                minutes=int(LIMIT.total_seconds() // 60),
            )
        case RacePhase.RUNNING:
            begun, ends = relative(race.started_at or race.created_at), relative(race.ends_at)
            return localizer.say(BEGUN, begun=begun, ends=ends)
        case RacePhase.OVER:
            return localizer.say(OVER if view.standings else ALL_LEFT)
        case RacePhase.CALLED_OFF:
            return localizer.say(NOT_BEGUN if view.standings else ALL_LEFT)


def _lines(localizer: Localizer, view: RaceView) -> list[str]:
    """The people of a race, a line each; one line while they wait, none after that."""
    if view.phase is RacePhase.CALLED_OFF:
        return []
    if view.phase is RacePhase.WAITING:
        named = [_person(localizer, view, each.player) for each in view.standings]
        people = localizer.join(named)
        return [localizer.say(PEOPLE, people=people)]
    return [
        _line(localizer, place, each, _person(localizer, view, each.player), view.phase)
        for place, each in enumerate(view.standings, start=1)
    ]


def _person(localizer: Localizer, view: RaceView, player: int) -> str:
    """A person in a race, whose name is only there if managers do not keep it off."""
    return localizer.say(ANONYMOUS) if player in view.kept_off else f"<@{player}>"


def _line(
    localizer: Localizer, place: int, each: RaceStanding, person: str, phase: RacePhase
) -> str:
    if not each.is_racing:
        return standing(localizer, place, each, person)
    if phase is RacePhase.OVER:
        return localizer.say(NOT_SOLVED, person=person, percent=each.progress)
    full = each.progress * BAR // 100
    bar = FULL * full + EMPTY * (BAR - full)
    return localizer.say(RACING, bar=bar, percent=each.progress, person=person)


def _notes(localizer: Localizer, view: RaceView) -> list[str]:
    if view.phase is RacePhase.WAITING:
        return [localizer.say(WAITS, time=relative(view.race.ends_at))]
    return [localizer.say(BARS if view.phase is RacePhase.RUNNING else TIMES)]
