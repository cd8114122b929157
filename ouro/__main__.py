"""`python -m ouro`: the command line."""

from cli.__main__ import main

if __name__ == "__main__":
    main()
