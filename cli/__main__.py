"""The command line `ouro`."""

import gc
import os
import sys
from contextlib import suppress
from typing import NoReturn

if __name__ == "__main__":
    gc.disable()  # until all is imported: collections would find next to nothing

from cli.errors import (
    EXTRAS,
    ProcessLostError,
    UsageError,
    WorkStoppedError,
    escape_for_terminal,
    missing_package,
    told,
)
from cli.listing import build_app
from cli.status import ExitStatus
from puzzle.errors import PuzzleError
from renderer.errors import RendererError
from solver.errors import SolverError


def main() -> None:
    """Run a command; a foreseen error is printed as one sentence and sets the exit code."""
    try:
        app = build_app(sys.argv[1] if len(sys.argv) > 1 else "")
        if not gc.isenabled():
            gc.freeze()  # else the next collection would scan all that was imported
            gc.enable()
        app(prog_name="ouro")
    except (UsageError, PuzzleError, RendererError, SolverError) as error:
        print(escape_for_terminal(told(error)), file=sys.stderr)
        sys.exit(ExitStatus.BAD_INPUT)
    except ModuleNotFoundError as error:
        name = (error.name or "").partition(".")[0]
        if name not in EXTRAS:
            raise
        print(missing_package(name), file=sys.stderr)
        sys.exit(ExitStatus.BAD_INPUT)
    except WorkStoppedError as error:
        print(escape_for_terminal(str(error)), file=sys.stderr)
        sys.exit(ExitStatus.FAILED)
    except ProcessLostError as error:
        print(escape_for_terminal(str(error)), file=sys.stderr)
        _end_at_once(ExitStatus.FAILED)
    except KeyboardInterrupt:
        _end_at_once(ExitStatus.INTERRUPTED)
    except BrokenPipeError:  # the reader of the output has ended, as `head` does
        _end_at_once(ExitStatus.FAILED)
    except OSError as error:
        sentence = f"{error.filename or 'The system'}: {error.strerror}"
        print(escape_for_terminal(sentence), file=sys.stderr)
        sys.exit(ExitStatus.FAILED)


def _end_at_once(status: ExitStatus) -> NoReturn:
    """End the process without Python's own end.

    That takes down what was cut short, beside threads of `cli.parallel` that still read or hand on
    values, and can crash there.
    """
    with suppress(OSError):  # nobody reads it, or there is no room
        sys.stdout.flush()
    sys.stderr.flush()
    os._exit(status)


if __name__ == "__main__":
    main()
