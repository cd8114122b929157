"""A local chat that speaks Discord's protocol, so that a bot can run with no account.

`server.Sandbox` binds to loopback and offers three things on one port: the REST API (v10), the
gateway (v10) and a chat page for a browser. `client.Client` drives the same chat from a test.
"""
