"""Reviews of solved boards: how each stroke could be found, and where reasons were missed."""
