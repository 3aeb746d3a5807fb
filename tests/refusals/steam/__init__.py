"""The predicates of Steam."""
