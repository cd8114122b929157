"""All sentences of the narrator in English; they are the message ids of translations.

The texts of techniques are in `narrator.techniques`. Each message is a whole sentence or clause,
so that translations can change the word order. Names in braces are filled with places ("the 3
at C4", "its top and left sides"), numbers, or clauses. What depends on an assumption uses the
conditional ("would be"), everything else the indicative.
"""

from enum import Enum
from types import MappingProxyType

from i18n.messages import Clause, Message, Plural
from puzzle.places import SideNaming


class Witness(Enum):
    """What shows that a loop closes too early, if anything: what it leaves out or puts wrong."""

    CLUE = "clue"
    LINE = "line"
    DOT = "dot"
    SHEEP = "sheep"
    WOLF = "wolf"
    NONE = "none"


# Places

BLANK_CELL = Message("the cell {cell}")
ITS_SIDES = MappingProxyType(
    {
        SideNaming.DIRECTIONS: Plural("its {sides} side", "its {sides} sides"),
        SideNaming.HOURS: Plural("its {sides} o'clock side", "its {sides} o'clock sides"),
        SideNaming.NUMBERS: Plural("its side {sides}", "its sides {sides}"),
    }
)
ITS_OTHER_SIDES = Message("its other {count} sides")
ALL_ITS_SIDES = Message("all {count} of its sides")
MORE_CLUES = Plural("{count} more clue", "{count} more clues")
LINE = Message("the line at {place}")

# Nudges and hints

LOOK_AROUND = Message("Look around {places}.")
LOOK_AT_AREA = Message("Look at {area}.")
START_IN_AREA = Message("Start at {place}, in {area}.")

IN_MIND = Plural(
    "The small cross is not drawn, but follows at once.",
    "The small crosses are not drawn, but follow at once.",
)
TRIAL_ENDS = Message("Only a long trial shows where that ends.")
TRIAL_FAILS = Message("Only a long trial shows that this cannot be.")

# Sentences of an argument

STATEMENT = Message("{clause}.")
THEN = Message("Then {clause}.")
REASONING = Message("{why}, so {what}")
SUPPOSE_LINE = Message("Suppose {edge} were a line.")
SUPPOSE_CROSS = Message("Suppose {edge} were a cross.")
CASES = Message("Now take both cases for {edge}.")
FIRST_CASE_LINE = Message("First suppose {edge} were a line.")
FIRST_CASE_CROSS = Message("First suppose {edge} were a cross.")
LATER_CASE_LINE = Message("Now suppose instead that {edge} were a line.")
LATER_CASE_CROSS = Message("Now suppose instead that {edge} were a cross.")
NEITHER = Message("So {edge} could be neither a line nor a cross.")
CONCLUSION = Message("So {what}.")
SIDE_BETWEEN = Message("So the side between them is a cross.")
SUMMARY = Message("In all, {what}.")
FOR_SAME_REASONS = Message("For the same reasons, {what}.")

# Conclusions

LINES = Clause(
    Plural("{edges} is a line", "{edges} are lines"),
    Plural("{edges} would be a line", "{edges} would be lines"),
)
CROSSES = Clause(
    Plural("{edges} is a cross", "{edges} are crosses"),
    Plural("{edges} would be a cross", "{edges} would be crosses"),
)
EXACTLY_ONE = Clause(
    Message("exactly one of {edges} is a line"),
    Message("exactly one of {edges} would be a line"),
)
AT_LEAST_ONE = Clause(
    Message("at least one of {edges} is a line"),
    Message("at least one of {edges} would be a line"),
)
AT_MOST_ONE = Clause(
    Message("at most one of {edges} is a line"),
    Message("at most one of {edges} would be a line"),
)
BOTH_OR_NEITHER = Clause(
    Message("{edges} are either both lines or both crosses"),
    Message("{edges} would be either both lines or both crosses"),
)
IMPLIES = Clause(
    Message("if {first} is a line, so is {second}"),
    Message("if {first} were a line, so would {second} be"),
)
GOES_ON = Clause(
    Message("a line on {first} can only go on along {second}"),
    Message("a line on {first} could only go on along {second}"),
)
LINES_AND_CROSSES = Message("{lines}, and {crosses}")
THAT_IS_CROSS = Clause(Message("that is a cross"), Message("that would be a cross"))

# Reasons: clues

CLUE_OF_ZERO = Message("{clue} has no line around it")
CLUE_MET = Clause(
    Plural("{clue} already has its line", "{clue} already has its {count} lines"),
    Plural("{clue} would already have its line", "{clue} would already have its {count} lines"),
)
CLUE_OF_ALL_SIDES = Message("{clue} has a line on every side")
CLUE_NEEDS_ALL = Clause(
    Plural("{clue} needs its last open side", "{clue} needs all of its open sides"),
    Plural("{clue} would need its last open side", "{clue} would need all of its open sides"),
)
CLUE_NEEDS = Message("{clue} needs {edges}")
CLUE_OF_ONE = Message("{clue} can have only one line")
CLUE_LACKS_ONE = Message("{clue} has room for only one cross")
CLUE_FACTS = Message("for {clue}, {known}")
CLUE_COUNTS = Plural("{clue} needs exactly {count} line", "{clue} needs exactly {count} lines")

LAST_LINE_AT = Clause(
    Message("the last line of {clue} ends at {dot}"),
    Message("the last line of {clue} would end at {dot}"),
)
ITS_LINE_AT = Clause(
    Message("the line of {clue} ends at {dot}"),
    Message("the line of {clue} would end at {dot}"),
)
ONE_OF_TWO_AT = Clause(
    Message("one of the two lines of {clue} ends at {dot}"),
    Message("one of the two lines of {clue} would end at {dot}"),
)
BOTH_OR_NONE_AT = Clause(
    Message("{clue} has both of its lines or none at {dot}"),
    Message("{clue} would have both of its lines or none at {dot}"),
)
ONLY_CROSS_AT = Clause(
    Message("{clue} has room for one cross, and it is at {dot}"),
    Message("{clue} has room for one cross, and it would be at {dot}"),
)
TWO_LINES_TOO_MANY = Message("two lines would be too many for {clue}")
TWO_CROSSES_TOO_MANY = Message("two crosses would be too many for {clue}")

# Reasons: dots

DOT_FULL = Clause(
    Message("two lines already meet at {dot}"),
    Message("two lines would already meet at {dot}"),
)
DOT_ONE_WAY_ON = Clause(
    Message("the line that reaches {dot} has only one way to go on"),
    Message("the line that reaches {dot} would have only one way to go on"),
)
DOT_NO_WAY_OUT = Clause(
    Message("a line into {dot} would have no way out"),
    Message("a line into {dot} would have no way out"),
)
DOT_MUST_GO_ON = Clause(
    Message("the line that reaches {dot} has just two ways to go on"),
    Message("the line that reaches {dot} would have just two ways to go on"),
)
DOT_ONE_LINE = Clause(
    Message("a line already reaches {dot}"),
    Message("a line would already reach {dot}"),
)
DOT_CLOSED = Clause(
    Message("only two edges at {dot} can still be lines"),
    Message("only two edges at {dot} could still be lines"),
)
BOTH_THERE_OR_NONE = Message(
    "only two edges at {dot} can still be lines, so it has both of its lines there or none"
)
TURNS_ALONG = Plural(
    "the line that reaches {dots} can only go on along it",
    "the lines that reach {dots} can only go on along it",
)
DOT_IN_CORNER = Message("only two edges meet at {dot}, a corner of the board")
DOT_OF_TWO_EDGES = Message("only two edges meet at {dot}")
DOT_COUNTS = Message("either two lines or none meet at {dot}")
DOT_FACTS = Message("at {dot}, {known}")
DOT_VISITED = Message("the loop has to visit {dot}")
VISITED_DOT_FACTS = Message("the loop has to visit {dot}, where {known}")
TWO_WAYS_LEFT = Clause(
    Message("the loop has to visit {dot}, and only two edges there can still be lines"),
    Message("the loop has to visit {dot}, and only two edges there could still be lines"),
)
ONE_LINE_COMES = Clause(
    Message("exactly one line reaches {dot} along {edges}"),
    Message("exactly one line would reach {dot} along {edges}"),
)
SOME_LINE_COMES = Clause(
    Message("at least one line reaches {dot} along {edges}"),
    Message("at least one line would reach {dot} along {edges}"),
)
NOT_TWO_LINES_COME = Clause(
    Message("at most one line reaches {dot} along {edges}"),
    Message("at most one line would reach {dot} along {edges}"),
)
TWO_LINES_OR_NONE_COME = Clause(
    Message("either two lines or none reach {dot} along {edges}"),
    Message("either two lines or none would reach {dot} along {edges}"),
)

# Reasons: the loop

LOOP_OF = Plural("a loop of {count} line", "a loop of {count} lines")
LINE_CLOSES = MappingProxyType(
    {
        Witness.CLUE: Message("a line on {edges} would close {loop} and leave {clue} unmet"),
        Witness.LINE: Message("a line on {edges} would close {loop} and leave out {line}"),
        Witness.DOT: Message("a line on {edges} would close {loop} that does not visit {missed}"),
        Witness.SHEEP: Message("a line on {edges} would close {loop} with {animal} outside"),
        Witness.WOLF: Message("a line on {edges} would close {loop} with {animal} inside"),
        Witness.NONE: Message("a line on {edges} would close {loop} too early"),
    }
)
LOOP_FINISHED = Message("the loop is closed and meets every clue")
LOOP_TOO_EARLY = Message("otherwise a loop would close too early")

# Reasons: the sides of the loop

IS_INSIDE = Clause(
    Message("{cell} is inside of the loop"), Message("{cell} would be inside of the loop")
)
BOTH_INSIDE = Message("{first} and {second} would both be inside of the loop")
IS_OUTSIDE = Clause(
    Message("{cell} is outside of the loop"), Message("{cell} would be outside of the loop")
)
BOTH_OUTSIDE = Message("{first} and {second} would both be outside of the loop")
INSIDE_AND_OUTSIDE = Message("{first} would be inside of the loop and {second} outside")
SAME_SIDE = Message("{first} and {second} would be on the same side of the loop")
OTHER_SIDE = Message("{first} and {second} would be on different sides of the loop")

# Contradictions that follow from a supposition

TOO_MANY = Plural(
    "{clue} would have {count} line, which is too many",
    "{clue} would have {count} lines, which is too many",
)
NONE_LEFT = Message("{clue} could get no line at all")
TOO_FEW = Plural(
    "{clue} could get only {count} line, which is too few",
    "{clue} could get only {count} lines, which is too few",
)
BRANCH = Message("more than two lines would meet at {dot}")
DEAD_END = Message("the line that reaches {dot} would have nowhere to go")
UNVISITED = Message("the loop could not visit {dot}")
LOOP_CLOSES = MappingProxyType(
    {
        Witness.CLUE: Message("{loop} would close and leave {clue} unmet"),
        Witness.LINE: Message("{loop} would close and leave out {line}"),
        Witness.DOT: Message("{loop} would close that does not visit {missed}"),
        Witness.SHEEP: Message("{loop} would close with {animal} outside"),
        Witness.WOLF: Message("{loop} would close with {animal} inside"),
        Witness.NONE: Message("{loop} would close too early"),
    }
)
CLASH_AT_CLUE = Plural(
    "{clue} could not have exactly {count} line: {known}",
    "{clue} could not have exactly {count} lines: {known}",
)
CLASH_AT_DOT = Message("there could be neither two lines nor none at {dot}: {known}")
CLASH_AT_VISITED_DOT = Message("there could not be just two lines at {dot}: {known}")
WRONG_SIDE_BY_CROSSES = Message(
    "{animal} would be on the wrong side of the loop: only crosses would be on the way there from "
    "{start}"
)
WRONG_SIDE = Plural(
    "{animal} would be on the wrong side of the loop: {count} line would be on the way there from "
    "{start}",
    "{animal} would be on the wrong side of the loop: {count} lines would be on the way there from "
    "{start}",
)
ON_BOTH_SIDES = Message(
    "{cell} would be on both sides of the loop at once, by two ways from {start}"
)
FROM_OUTSIDE = Message("outside")
NOTHING_FITS = Message("nothing would work at {place}")
CLASH_OF_LOOP = Message("the lines could not form a single loop")

# Conflicting marks on the board

HAS_TOO_MANY = Plural(
    "{clue} has {count} line around it, which is too many.",
    "{clue} has {count} lines around it, which is too many.",
)
HAS_NONE_LEFT = Message("{clue} has no side left that can be a line.")
HAS_TOO_FEW = Plural(
    "{clue} has only {count} side left that can be a line.",
    "{clue} has only {count} sides left that can be lines.",
)
HAS_BRANCH = Message("More than two lines meet at {dot}, so the loop would branch.")
HAS_DEAD_END = Message("The line that reaches {dot} has nowhere to go.")
HAS_UNVISITED = Message("The loop has to visit {dot}, and has no way left to do that.")
HAS_WRONG_SIDE_BY_CROSSES = Message(
    "{animal} is on the wrong side of the loop: only crosses are on the way there from {start}."
)
HAS_WRONG_SIDE = Plural(
    "{animal} is on the wrong side of the loop: {count} line is on the way there from {start}.",
    "{animal} is on the wrong side of the loop: {count} lines are on the way there from {start}.",
)
IS_ON_BOTH_SIDES = Message("{cell} is on both sides of the loop at once, by two ways from {start}.")
HAS_LOOP = MappingProxyType(
    {
        Witness.CLUE: Message("{loop} through {dot} is closed, but {clue} is not met."),
        Witness.LINE: Message("{loop} through {dot} is closed, but {line} is not part of it."),
        Witness.DOT: Message("{loop} through {dot} is closed, but it does not visit {missed}."),
        Witness.SHEEP: Message("{loop} through {dot} is closed, but {animal} is outside."),
        Witness.WOLF: Message("{loop} through {dot} is closed, but {animal} is inside."),
        Witness.NONE: Message("{loop} through {dot} is closed too early."),
    }
)
HAS_CLASH = Message("Your marks leave nothing that works here.")

# Mistakes

MARKS_WRONG = Plural("{count} of your marks is wrong.", "{count} of your marks are wrong.")
WRONG_ARE = Plural(
    "{count} of your marks is wrong: {marks}.", "{count} of your marks are wrong: {marks}."
)
WRONG_AMONG = Message("{count} of your marks are wrong, among them {marks}.")
CULPRIT = Plural("The mistake there is {marks}.", "The mistakes there are {marks}.")
ALL_MARKS_RIGHT = Message("All your marks are right so far.")
NO_MARKS = Message("There are no marks to check yet.")
LINES_DRAWN = Plural("the line at {places}", "the lines at {places}")
CROSSES_MADE = Plural("the cross at {places}", "the crosses at {places}")
NOT_TOGETHER = Plural(
    "The puzzle has several solutions, but none of them has {marks}.",
    "The puzzle has several solutions, but none of them has all of these: {marks}.",
)
NOT_CHECKED = Message("I could not find out in time whether your marks are right.")
NO_SHORT_REASON = Plural(
    "It takes a long argument to show why; undo it and go on.",
    "It takes a long argument to show why; undo them and go on.",
)
REFUTATION = Plural(
    "Starting from your correct marks only, {count} step shows why {mark} cannot be.",
    "Starting from your correct marks only, {count} steps show why {mark} cannot be.",
)
FIRST_REFUTED = Plural(
    "You made {mark} first. Starting from your correct marks only, {count} step shows why.",
    "You made {mark} first. Starting from your correct marks only, {count} steps show why.",
)
REFUTATION_OF_ONLY = Plural(
    "Starting from your correct marks only, {count} step shows why.",
    "Starting from your correct marks only, {count} steps show why.",
)
FIRST_MADE = Message("You made {mark} first.")
FIRST_WITHOUT_REASON = Message(
    "You made {mark} first. It takes a long argument to show why; undo it and go on."
)
REFUTATION_ENDS_LINE = Message("So {edge} is a line, but you have a cross there.")
REFUTATION_ENDS_CROSS = Message("So {edge} is a cross, but you have a line there.")

# Reasons why there is no step

SOLVED = Message("The puzzle is solved: the loop is closed and meets every clue.")
MARKS_LEAD_NOWHERE = Message(
    "Some of your marks are wrong, so anything built on them would be wrong too. "
    "Find the mistakes first."
)
NO_SOLUTION = Message("The puzzle has no solution, so no step leads to one.")
NOTHING_FORCED = Message(
    "Nothing more is forced: the puzzle has several solutions, and they differ from here on."
)
TOO_HARD = Message("I found no step that can be explained here. The puzzle may need a guess.")

# Puzzles without a unique solution

SEVERAL_SOLUTIONS = Message(
    "The puzzle has more than one solution. One has {first}, another has {second}."
)
SEVERAL_SOLUTIONS_IN = Plural(
    "The puzzle has more than one solution. Two of them differ in {count} edge, in {area}.",
    "The puzzle has more than one solution. Two of them differ in {count} edges, in {area}.",
)
CLUES_CANNOT_HOLD = Plural(
    "No loop can satisfy {clues}.", "No loop can satisfy all of these clues at once: {clues}."
)

# Walkthroughs

AGAIN_AT = Message("{technique} again, at {places}: {what}.")
AGAIN = Message("{technique} again: {what}.")
SIMPLE_CONSEQUENCES = Message("Simple consequences: {marks}.")
MARKS_IN_ALL = Message("That makes {marks}.")
PATH_GOES_ON = Message("The loop runs on {ways} from {start} to {end}.")
PATH_WINDS_ON = Message("The loop winds on from {start} to {end}.")
PATH_GOES = Message("A new part of the loop runs {ways} from {start} to {end}.")
PATH_WINDS = Message("A new part of the loop winds from {start} to {end}.")
FOLLOW = Message("Follow the line from {dot}: {ways}.")
CLOSES_LOOP = Message("a line on {edges} would close a loop too early")
PATH_JOINS = Message("New lines from {start} to {end} join two ends of the loop.")
LEGS = Message("{first}, then {rest}")
"""Joins the directions in which a path goes, one after the other."""
RUN_FINISHES = Message("This finishes {clues}.")
RUN_FINISHES_SOME = Plural("This finishes {count} clue.", "This finishes {count} clues.")
COUNT_OF_LINES = Plural("{count} line", "{count} lines")
COUNT_OF_CROSSES = Plural("{count} cross", "{count} crosses")

# Difficulty

LEVELS = (
    Message("Easy"),
    Message("Normal"),
    Message("Hard"),
    Message("Expert"),
    Message("Extreme"),
)
LEVEL_MEANINGS = (
    Message("Easy: it is enough to look at one clue or dot at a time."),
    Message("Normal: now and then two clues or dots must be seen together."),
    Message("Hard: it takes patterns of neighbouring clues."),
    Message("Expert: it takes long patterns, chains and some looking ahead."),
    Message("Extreme: it takes long suppositions, more than most people enjoy."),
)
"""What each level asks of a person."""
HARDEST_STEP = Message("The hardest step needs {count} things at once.")
PLACES_OF_LEVEL = Plural(
    "In one place, you have to see {clues} things at once.",
    "In {count} places, you have to see {clues} things at once.",
)
STEPS_TOGETHER = Message(
    "How many such steps there are, and how few others are open, makes it so hard."
)
HARDER_STEPS = Plural(
    "One step is {level}: it needs {clues} things at once.",
    "{count} steps are {level}: they need up to {clues} things at once.",
)
TECHNIQUES_NEEDED = Message("Techniques, the hardest first: {techniques}.")
MORE_TECHNIQUES = Plural("{count} simpler one", "{count} simpler ones")
SEVERAL_SOLUTIONS_UNRATED = Message(
    "It has several solutions, so it cannot be solved by logic alone and has no level."
)
NO_SOLUTION_UNRATED = Message(
    "It has no solution, so it has no level. Perhaps a clue was mistyped?"
)
TOO_HARD_UNRATED = Message(
    "I could not work it out step by step in time. For a person it is at least Extreme."
)
