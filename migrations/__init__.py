"""The migrations from one schema to the next, in `versions`; `store.migrate` applies them."""
