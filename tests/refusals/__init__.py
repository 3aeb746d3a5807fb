"""Refusals compared with predicates of our own, which are written from the rulebooks and know nothing of the engine."""
