"""The predicates of Steam Power."""
