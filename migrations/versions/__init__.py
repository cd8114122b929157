"""One module per migration; a migration that was released is never changed."""
