"""A worker host with the job of `tools.bench.spinning`, as a program."""

from tools.bench.spinning import main

if __name__ == "__main__":
    main()
