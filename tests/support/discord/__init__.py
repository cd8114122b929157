"""Our own description of what Ouro, its sandbox and their tests use of Discord.

Names, types and limits are those of Discord's reference, written down as typed dictionaries;
`documents` turns them into the forms in which Discord publishes its own. A list or an object that
the sandbox always leaves empty is not described further. Where the published documents are beside
the checkout, tests ask both: what Ouro begins to use has to be put down here.

Source: https://discord.com/developers/docs/reference
"""
