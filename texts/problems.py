"""The sentences about failures; that of a `Problem` has its name."""

from i18n.messages import Message
from workers.errors import BusyReason

PUZZLE_OR_FILE = Message("Please give me either a puzzle as text or a file, just one of the two.")
NO_PUZZLE_IN_MESSAGE = Message(
    "I looked for a Slitherlink in that message and found none. I know Loopy IDs such as "
    "`{example}`, puzz.link addresses, rows of digits and dots, and pictures of boards."
)
NOT_TEXT = Message(
    "That file is not plain text, so I cannot read a puzzle from it. "
    "A `.txt` or `.csv` file in UTF-8 works."
)
FILE_TOO_LARGE = Message(
    "That file is too large for a puzzle: I read files up to {kibibytes}\N{NO-BREAK SPACE}KiB."
)
FILE_UNAVAILABLE = Message("I could not fetch that file from Discord. Please try again.")
PUZZLE_GONE = Message(
    "I cannot find the puzzle in this message any more. Please use `/solve` again."
)
ORDER_CHANGED = Message(
    "I find the solutions in another order now than when I sent this message. "
    "Please use `/solve` again."
)
BAD_PUZZLE = Message("I could not read that puzzle. {problem}")
TYPE_IT = Message("-# You can also enter the clues yourself: `/create`.")
FOR_EXAMPLE = Message(
    "-# For example: `/{command} puzzle:{example}`; `/play` alone has a form for several lines and "
    "files"
)
EXAMPLE_ALONE = Message("-# For example: `{example}`")
TIMED_OUT = Message("I stopped working on this puzzle after {time}: it is too hard for me.")
OUT_OF_MEMORY = Message(
    "This puzzle needed too much memory, so I stopped working on it. Please try a smaller one."
)
ANSWER_TOO_LARGE = Message("The answer is too large to send. Please try a smaller puzzle.")
WORKER_LOST = Message(
    "Something broke twice while I was working on this. If it happens again, please "
    "tell the person who runs this bot."
)
NOT_YOURS = Message(
    "This board is not yours, or it is gone. Use `/play` to see your own boards, or `/daily`."
)
GONE = Message(
    "What this is about was deleted in the meantime. Use `/play` or `/daily` to start again."
)
STORE_AWAY = Message(
    "I cannot reach my database at the moment. Your data is safe; please try again in a minute."
)
STORE_CROWDED = Message(
    "My database has too much to do at the moment, so this was not stored. Please try again in a "
    "few seconds."
)
WAS_RESTARTED = Message(
    "I was restarted while working on this and lost it. Please send the command again."
)
UNEXPECTED = Message(
    "Sorry, something went wrong on my side. If you report it, please mention the reference "
    "`{reference}`."
)
BUSY = {
    BusyReason.QUEUE: Message(
        "Many puzzles are waiting to be solved right now. Please try again in a minute."
    ),
    BusyReason.PERSON: Message(
        "I am still solving your last puzzles. Please wait for one to finish, then try again."
    ),
    BusyReason.RATE: Message("That was too quick for me. Please wait a few seconds, then go on."),
    BusyReason.CLOSING: Message("I am just restarting. Please try again in a minute."),
    BusyReason.UPDATING: Message("I am being updated. Please try again in a few minutes."),
}

YOUR_QUOTA_USED = Message(
    "You have used up your solving time for this hour. I can solve and rate puzzles "
    "for you again {relative}; boards and dailies still work as usual."
)
SERVERS_QUOTA_USED = Message(
    "This server has used up its solving time for this hour. I can solve and rate "
    "puzzles here again {relative}; boards and dailies still work as usual."
)

NOT_LAUNCHED = Message(
    "Discord does not open the board for you here. Press Open board instead, for your browser."
)
LIVE_ON_PAGE = Message(
    "This daily is still open. If you want to see its solution, use Give up on its board in chat."
)
BOARD_CHANGED = Message(
    "Your board has changed since then, so this explanation no longer fits it. Ask for a new hint "
    "or check."
)
MOVES_WITHOUT_PUZZLE = Message(
    "Use `moves:` together with `puzzle:`, for a puzzle from elsewhere. On your own "
    "boards I can see what you have drawn."
)
LIVE_DAILY = Message(
    "This puzzle is one of the dailies, so I help with it only on its own board: use `/daily`."
)
NO_BOARD_OPEN = Message(
    "You have no board open. Use `/daily` for today's puzzle, `/new` for another one, or "
    "`/play puzzle:` for your own."
)
NO_SUCH_BOARD = Message(
    "Please choose one of your boards from the list. For a puzzle from elsewhere there is `/solve`."
)
NOT_ON_BOARD = Message(
    "This change is about a dot or a cell that this board does not have. Please load the page "
    "again."
)
NO_CLUES = Message("That puzzle has no clues, so there is nothing to solve.")
NO_SOLUTION = Message(
    "No single loop meets all the clues of that puzzle. Perhaps one was mistyped?"
)
COMING_DAILY = Message(
    "This puzzle is reserved for a future daily. Nobody gets to see its solution before then."
)
MOVES_OR_FILE = Message("Please give me either `moves:` or `file:`, not both.")
NOT_SOLVED = Message("Only a solved board can be shared.")
SHARED_LATELY = Message("You shared this a moment ago.")
NOT_POSTED = Message("You or I may not post in the channel that this board came from.")

NOT_YET = Message("Daily #{number} is for {day}, which has not begun yet.")
ONLY_ON_SUNDAYS = Message(
    "There is a Sunday special only on Sundays; the last one before that day is #{number}, of "
    "{day}."
)

NO_SIZE = Message(
    "That is not a size. Write columns x rows, such as `10x10` or `12x8`, or one number."
)
SIZE_OUT_OF_RANGE = Message(
    "I cannot make {size} puzzles: each side must be {shortest} to {longest} cells."
)
TILED_SIZE_OUT_OF_RANGE = Message(
    "On this tiling, {size} is not from {fewest} to {most} cells. Try one of {examples}."
)
NO_FULL_LOOP = Message(
    "On {size} no loop visits every dot: one side must have an odd number of cells, as in `9x9` or "
    "`9x10`."
)
NO_SYMMETRY = Message(
    "Only on squares can the clues be symmetrical. Leave `symmetry` out, or leave `tiling` out."
)
NOT_SQUARE = Message(
    "Only a square board can look the same after a quarter turn. Choose equal sides, such as "
    "`10x10`, or another symmetry."
)
NOT_GENERATED = Message(
    "I could not make a puzzle of that level this time. Try again with another seed "
    "or a larger board."
)
PUZZLES_USED = Message("You have had {count} new puzzles today. You can get more {resets_at}.")

NO_SUCH_TECHNIQUE = Message("Please choose a technique from the list.")
OTHER_VERSION = Message(
    "This is from another version of me, and I do not know it. Please use the command again."
)
DRILL_GONE = Message("This board is from another version of me. Please go on with the next one.")
STORM_GONE = Message(
    "This storm is over, or you have begun another one: `/practice storm:True` begins a new one."
)
NOT_SOLVED_YET = Message("Only a solved board can be reviewed.")
NO_JOURNAL = Message(
    "I have no record of how this board was drawn. I keep that of your last 50 solved boards."
)
NOT_ONE_SOLUTION = Message(
    "This puzzle has several solutions, so there is no right or wrong to review."
)
ONLY_IN_SERVERS = Message(
    "Each server has its own leaderboard, shown only there. Here you can see the one for everybody."
)
EXPORTED_LATELY = Message(
    "You have just exported your data. Please wait a minute before the next export."
)
EXPORT_TOO_LONG = Message(
    "Your data is too long for a file here. The person who runs this bot can give it to you."
)

ONLY_MANAGERS = Message("Only people who can manage this server can use this.")
ONLY_WITH_BOT = Message("This works in servers that I am a member of.")

RACES_OFF = Message("The managers of this server have switched races off.")
RACE_UNSEEN = Message("I cannot show messages in this channel, so there can be no race here.")
RACE_GONE = Message("This race is over, or was called off. `/race` begins another one.")
RACE_BEGUN = Message("This race has begun already. Its boards are shown when it is over.")
RACE_FULL = Message("This race is full: it has {most} people.")
RACE_ALONE = Message("A race needs at least {fewest} people. Others join with the button.")
RACE_RUNS = Message(
    "People race on this puzzle now. I tell and share nothing of it until the race is over."
)
NOT_HOST = Message("Only <@{host}> can start this race.")
NOT_PLAYED_HERE = Message(
    "<@{person}> has not played in this server, and is on none of its boards."
)
NOT_IN_RACE = Message("You are not in this race.")
TOGETHER_OVER = Message("This board is over: nobody draws on it any more.")
TOGETHER_FULL = Message(
    "{most} people draw on this board now. You can look on, and draw once one of them stops."
)
TOGETHER_MANY = Message("This board is full: more was drawn on it than I keep.")
TOGETHER_ENDS_OWN = Message(
    "You have this puzzle open with a clock. If you draw along, your own board is in no ranking."
)
NOT_DRAWING = Message("You only look on. Press Draw along first.")
SHUT_OUT = Message("You do not draw on this board any more. You can still look on.")
NOT_BEGUN_BY = Message(
    "Only who began this board and people who can manage this server can do that."
)
PUBLISHING_OFF = Message("The managers of this server have switched publishing puzzles off.")
BAD_TITLE = Message(
    "Please choose another title: up to {most} letters, digits and other plain characters, without "
    "mentions, links, formatting and invisible characters."
)
NOT_UNIQUE = Message("Only a puzzle that surely has exactly one solution can be published.")
NOT_NEW = Message("This server has this puzzle, or it was a daily, perhaps turned or mirrored.")
PUBLISHED_ENOUGH = Message("You have published {count} puzzles today. You can go on {resets_at}.")
QUEUE_FULL = Message("{most} puzzles wait to be the puzzle of the week, and there is no more room.")
PUBLISHED_GONE = Message("This puzzle was withdrawn.")
NOT_LIKED = Message("You can like a puzzle of somebody else once you have solved it.")
WEEK_GOES_ON = Message("This server has a puzzle of the week. You can choose the next one {until}.")
WEEK_RUNS = Message(
    "This is the puzzle of the week of a server. I tell nothing of it until its week is over, but "
    "for the help on its own board."
)
SECRETS = {"daily": LIVE_DAILY, "coming": COMING_DAILY, "race": RACE_RUNS, "week": WEEK_RUNS}
IN_OTHER_RACE = Message(
    "You are in another race. Leave it or finish it first: give up in the menu of its board if you "
    "do not want to solve it."
)
