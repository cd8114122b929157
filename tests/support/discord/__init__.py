"""Our own description of the part of Discord's API that Ouro, its sandbox and their tests use.

Names, types and limits are those of Discord's reference, written as typed dictionaries;
`documents` converts them to OpenAPI and JSON Schema, in which Discord publishes its own. Lists and
objects that the sandbox always leaves empty are not described further. Where the published
documents are beside the checkout, tests check against both. Features that Ouro begins to use have
to be added here.

Source: https://discord.com/developers/docs/reference
"""
