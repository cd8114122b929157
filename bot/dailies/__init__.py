"""The dailies: made days ahead, shown, posted in servers, and kept secret while they are live."""
