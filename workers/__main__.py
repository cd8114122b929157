"""`python -m workers`: a worker, which the bot starts with a socket as standard input."""

from workers.child import work

if __name__ == "__main__":
    work()
