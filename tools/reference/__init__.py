"""The tables of the documents that the code knows: blocks of Markdown, made anew from it."""
