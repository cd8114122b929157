"""All sentences of the narrator in English; they are the message ids of translations.

The texts of techniques are in `narrator.techniques`. Each message is a whole sentence or clause,
so that translations can change the word order. Names in braces are filled with places ("the 3
at C4", "its top and left sides"), numbers, or clauses.
"""

from i18n.messages import Message, Mood, Plural

# Places

CLUE = Message("the {clue} at {cell}")
BLANK_CELL = Message("the cell {cell}")
DOTS = Plural("the dot {dots}", "the dots {dots}")
SIDES = (Message("top"), Message("right"), Message("bottom"), Message("left"))
SIDES_OF = Plural("the {sides} side of {clue}", "the {sides} sides of {clue}")
ALL_SIDES_OF = Message("all sides of {clue}")
ITS_SIDES = Plural("its {sides} side", "its {sides} sides")
ITS_OTHER_SIDES = Message("all its other sides")
ALL_ITS_SIDES = Message("all its sides")
EDGES = Plural("the edge {paths}", "the edges {paths}")
PATH = Message("from {start} to {end}")
RAYS = Message("from {hub} to {ends}")
MORE_EDGES = Plural("{count} more edge", "{count} more edges")
MORE_CLUES = Plural("{count} more clue", "{count} more clues")
LINE = Message("the line from {start} to {end}")
RULE_OF_THE_LOOP = Message("the rule that all lines form a single loop")

# Nudges and hints

LOOK_AROUND = Message("Look around {places}.")
LOOK_BETWEEN = Message("Look at the part of the board between {start} and {end}.")
USE_PLACES = Message("Here it comes from {places}.")
USE_REGION = Plural(
    "Here it takes {count} clue or dot together, between {start} and {end}.",
    "Here it takes {count} clues and dots together, between {start} and {end}.",
)
USE_REGION_AND_LOOP = Plural(
    "Here it takes {count} clue or dot together, between {start} and {end}, and the rule that "
    "all lines form a single loop.",
    "Here it takes {count} clues and dots together, between {start} and {end}, and the rule "
    "that all lines form a single loop.",
)

ONLY_REASONS = Message("{places} leave no other choice.")

# Sentences of an argument

STATEMENT = Message("{clause}.")
THEN = Message("Then {clause}.")
REASONING = Message("{why}, so {what}")
SUPPOSE_LINE = Message("Suppose {edge} were a line.")
SUPPOSE_CROSS = Message("Suppose {edge} were a cross.")
CASES = Message("Now {edge} would have to be either a line or a cross.")
FIRST_CASE_LINE = Message("First suppose {edge} were a line.")
FIRST_CASE_CROSS = Message("First suppose {edge} were a cross.")
LATER_CASE_LINE = Message("Instead, suppose {edge} were a line.")
LATER_CASE_CROSS = Message("Instead, suppose {edge} were a cross.")
NEITHER = Message("{edge} could therefore be neither a line nor a cross.")
MORE_STEPS = Plural(
    "Then comes {count} more step like these.", "Then come {count} more steps like these."
)
MORE_STEPS_FOR_REST = Plural(
    "The rest follows in {count} more step like these.",
    "The rest follows in {count} more steps like these.",
)
CONCLUSION = Message("So {what}.")
SUMMARY = Message("Altogether, {what}.")
FOR_SAME_REASONS = Message("For the same reasons, {what}.")

# Conclusions

LINES = Mood(
    Plural("{edges} is a line", "{edges} are lines"),
    Plural("{edges} would be a line", "{edges} would be lines"),
)
CROSSES = Mood(
    Plural("{edges} is a cross", "{edges} are crosses"),
    Plural("{edges} would be a cross", "{edges} would be crosses"),
)
EXACTLY_ONE = Mood(
    Message("exactly one of {edges} is a line"),
    Message("exactly one of {edges} would be a line"),
)
AT_LEAST_ONE = Mood(
    Message("at least one of {edges} is a line"),
    Message("at least one of {edges} would be a line"),
)
AT_MOST_ONE = Mood(
    Message("at most one of {edges} is a line"),
    Message("at most one of {edges} would be a line"),
)
BOTH_OR_NEITHER = Mood(
    Message("{edges} are either both lines or both crosses"),
    Message("{edges} would be either both lines or both crosses"),
)
IMPLIES = Mood(
    Message("{first} is a line only together with {second}"),
    Message("{first} would be a line only together with {second}"),
)
LINES_AND_CROSSES = Message("{lines}, and {crosses}")
THAT_IS_CROSS = Mood(Message("that is a cross"), Message("that would be a cross"))

# Reasons: clues

CLUE_OF_ZERO = Message("{clue} has no line around it")
CLUE_MET = Mood(
    Plural("{clue} already has its line", "{clue} already has its {count} lines"),
    Plural("{clue} would already have its line", "{clue} would already have its {count} lines"),
)
CLUE_OF_ALL_SIDES = Message("{clue} has a line on every side")
CLUE_NEEDS_ALL = Mood(
    Message("{clue} needs every side that is left"),
    Message("{clue} would need every side that is left"),
)
CLUE_OF_ONE = Message("{clue} has only one line")
CLUE_LACKS_ONE = Message("{clue} has a line on every side but one")
CLUE_COUNTS = Plural("{clue} needs exactly {count} line", "{clue} needs exactly {count} lines")

# Reasons: dots

DOT_FULL = Mood(
    Message("two lines already meet at {dot}"),
    Message("two lines would already meet at {dot}"),
)
DOT_ONE_WAY_ON = Mood(
    Message("the line that comes to {dot} has only one way on"),
    Message("the line that comes to {dot} would have only one way on"),
)
DOT_NO_WAY_OUT = Mood(
    Message("a line into {dot} has no way out"),
    Message("a line into {dot} would have no way out"),
)
DOT_MUST_GO_ON = Mood(
    Message("the line that comes to {dot} must go on"),
    Message("the line that comes to {dot} would have to go on"),
)
DOT_ONE_LINE = Mood(
    Message("one line already comes to {dot}"),
    Message("one line would already come to {dot}"),
)
DOT_CLOSED = Mood(
    Message("no other edge at {dot} can be a line"),
    Message("no other edge at {dot} could be a line"),
)
DOT_IN_CORNER = Message("{dot} has no other edges")
DOT_COUNTS = Message("{dot} takes two lines or none")
ONE_LINE_COMES = Mood(
    Message("exactly one line comes to {dot} along {edges}"),
    Message("exactly one line would come to {dot} along {edges}"),
)
SOME_LINE_COMES = Mood(
    Message("at least one line comes to {dot} along {edges}"),
    Message("at least one line would come to {dot} along {edges}"),
)
NOT_TWO_LINES_COME = Mood(
    Message("at most one line comes to {dot} along {edges}"),
    Message("at most one line would come to {dot} along {edges}"),
)
TWO_LINES_OR_NONE_COME = Mood(
    Message("either two lines or none come to {dot} along {edges}"),
    Message("either two lines or none would come to {dot} along {edges}"),
)

# Reasons: the loop

LINE_WOULD_LEAVE = Plural(
    "a line on {edges} would close a loop of {count} line and leave {clue} unmet",
    "a line on {edges} would close a loop of {count} lines and leave {clue} unmet",
)
LINE_WOULD_EXCLUDE = Plural(
    "a line on {edges} would close a loop of {count} line and leave out {line}",
    "a line on {edges} would close a loop of {count} lines and leave out {line}",
)
LINE_WOULD_CLOSE = Plural(
    "a line on {edges} would close a loop of {count} line too early",
    "a line on {edges} would close a loop of {count} lines too early",
)
LOOP_FINISHED = Message("the loop is closed and meets every clue")
LOOP_TOO_EARLY = Message("otherwise a loop would close too early")

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
DEAD_END = Message("the line that comes to {dot} would have no way on")
LOOP_LEAVES = Plural(
    "a loop of {count} line would close and leave {clue} unmet",
    "a loop of {count} lines would close and leave {clue} unmet",
)
LOOP_EXCLUDES = Plural(
    "a loop of {count} line would close and leave out {line}",
    "a loop of {count} lines would close and leave out {line}",
)
LOOP_CLOSES = Plural(
    "a loop of {count} line would close too early",
    "a loop of {count} lines would close too early",
)
CLASH_AT_CLUE = Plural(
    "{clue} could not have exactly {count} line: {known}",
    "{clue} could not have exactly {count} lines: {known}",
)
CLASH_AT_DOT = Message("{dot} could have neither two lines nor none: {known}")
NOTHING_FITS = Message("nothing would fit {place}")
CLASH_OF_LOOP = Message("the lines could not form a single loop")

# Conflicting marks on the board

HAS_TOO_MANY = Plural(
    "{clue} has {count} line around it, which is too many.",
    "{clue} has {count} lines around it, which is too many.",
)
HAS_NONE_LEFT = Message("{clue} has so many crosses that it can get no line at all.")
HAS_TOO_FEW = Plural(
    "{clue} has so many crosses that it can get only {count} line.",
    "{clue} has so many crosses that it can get only {count} lines.",
)
HAS_BRANCH = Message("More than two lines meet at {dot}, so the loop would branch.")
HAS_DEAD_END = Message("The line that comes to {dot} has no way on.")
HAS_LOOP_THAT_LEAVES = Plural(
    "A loop of {count} line through {dot} is closed, but {clue} is not met.",
    "A loop of {count} lines through {dot} is closed, but {clue} is not met.",
)
HAS_LOOP_THAT_EXCLUDES = Plural(
    "A loop of {count} line through {dot} is closed, but {line} is not part of it.",
    "A loop of {count} lines through {dot} is closed, but {line} is not part of it.",
)
HAS_LOOP = Plural(
    "A loop of {count} line through {dot} is closed too early.",
    "A loop of {count} lines through {dot} is closed too early.",
)
HAS_CLASH = Message("Your marks leave no way to go on here.")

# Mistakes

MARKS_WRONG = Plural("{count} of your marks is wrong.", "{count} of your marks are wrong.")
ONE_MARK_WRONG = Message("One of your marks is wrong: {marks}.")
MORE_LINES_WRONG = Plural(
    "{count} more line of yours is wrong.", "{count} more lines of yours are wrong."
)
MORE_CROSSES_WRONG = Plural(
    "{count} more cross of yours is wrong.", "{count} more crosses of yours are wrong."
)
CULPRIT = Plural("The mistake there is {marks}.", "The mistakes there are {marks}.")
ALL_MARKS_RIGHT = Message("All your marks are right so far.")
NO_MARKS = Message("There are no marks to check yet.")
LINES_DRAWN = Plural("the line {paths}", "the lines {paths}")
CROSSES_MADE = Plural("the cross {paths}", "the crosses {paths}")
NOT_TOGETHER = Plural(
    "The puzzle has several solutions, and none of them has {marks}.",
    "The puzzle has several solutions, and none of them has all of {marks}.",
)
NOT_CHECKED = Message("I could not find out in time whether your marks are right.")
NO_SHORT_REASON = Message("There is no short way to show why.")
THESE_ARE_WRONG = Plural("{marks} is wrong.", "{marks} are wrong.")
WALKTHROUGH = Plural(
    "From your correct marks alone, {count} step shows why {mark} is wrong.",
    "From your correct marks alone, {count} steps show why {mark} is wrong.",
)
WALKTHROUGH_ENDS_LINE = Message("So {edge} is a line, where you have made a cross.")
WALKTHROUGH_ENDS_CROSS = Message("So {edge} is a cross, where you have drawn a line.")

# Reasons why there is no step

SOLVED = Message("The puzzle is solved: the loop is closed and meets every clue.")
MARKS_LEAD_NOWHERE = Message(
    "Some of your marks are wrong, so what would follow from them is wrong, too. Find the "
    "mistakes first."
)
NO_SOLUTION = Message("The puzzle has no solution, so no step leads to one.")
NOTHING_FORCED = Message(
    "Nothing more is forced: the puzzle has several solutions, and from here on they differ."
)
TOO_HARD = Message("I found no step that can be explained here. The puzzle may need a guess.")

# Puzzles without a unique solution

SEVERAL_SOLUTIONS = Message(
    "The puzzle has more than one solution. One has {first}, another has {second}."
)
SEVERAL_SOLUTIONS_IN = Plural(
    "The puzzle has more than one solution. Two of them differ in {count} edge, between {start} "
    "and {end}.",
    "The puzzle has more than one solution. Two of them differ in {count} edges, between {start} "
    "and {end}.",
)
CLUES_CANNOT_HOLD = Plural(
    "No loop can meet {clues}.", "No loop can meet all of these clues at once: {clues}."
)

# Difficulty

LEVELS = (
    Message("Easy"),
    Message("Normal"),
    Message("Hard"),
    Message("Expert"),
    Message("Extreme"),
)
RATING = Plural(
    "{level}, with a score of {score}: no step needs more than {count} reason at a time.",
    "{level}, with a score of {score}: the hardest step needs {count} reasons together.",
)
TECHNIQUES_NEEDED = Message("What you need: {techniques}.")
TECHNIQUE_TIMES = Plural("{technique} (once)", "{technique} ({count} times)")
MORE_TECHNIQUES = Plural("{count} more technique", "{count} more techniques")
