"""For the operator, on the terminal. Like the log and the command line, this is English only."""

LOGIN_REFUSED = "Discord did not accept DISCORD_TOKEN. Copy it again from the page of your bot."


def local_chat(address: str) -> str:
    """The bot runs without an account."""
    return (
        f"\n  Ouro is in a local chat. Open {address} and type /solve.\n"
        "  To connect to Discord instead, set DISCORD_TOKEN. Ctrl+C stops.\n"
    )


def unreachable(address: str) -> str:
    """No answer, or only errors, from the HTTP API."""
    return f"Discord cannot be reached at {address}. Check the network and DISCORD_API_BASE."


def port_taken(port: int) -> str:
    """The local chat cannot open its port."""
    return f"The port {port} is taken. Choose another one with OURO_SANDBOX_PORT; 0 takes any."


def http_port_taken(host: str, port: int) -> str:
    """The addresses of health and metrics cannot be opened."""
    return (
        f"Nothing can listen at {host}:{port}. "
        "Choose another place with OURO_HTTP_HOST and OURO_HTTP_PORT."
    )
