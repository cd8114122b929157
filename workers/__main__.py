"""`python -m workers`: a worker, which the bot starts with a socket as standard input."""

import gc

if __name__ == "__main__":
    gc.disable()  # until all is imported: collections would find next to nothing

from workers.child import work

if __name__ == "__main__":
    work()
