"""The predicates of Dampf & Rails."""
