"""Dampf & Rails."""
