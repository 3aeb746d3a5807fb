"""Compares refusals with independent predicates, which are written from the rulebooks and do not use the engine."""
