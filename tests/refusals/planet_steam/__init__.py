"""The predicates of Planet Steam."""
