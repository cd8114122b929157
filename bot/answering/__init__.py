"""How commands, presses and forms find their handlers and get answers."""
