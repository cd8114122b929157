"""A local chat server that implements Discord's protocol, so that a bot runs without an account.

`server.Sandbox` binds to loopback and serves three things on one port: the REST API (v10), the
gateway (v10) and a chat page for a browser.
"""
