"""Discord's HTTP API and gateway, as the local chat speaks them."""
