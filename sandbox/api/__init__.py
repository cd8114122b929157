"""Discord's REST API and gateway, as the local chat implements them."""
