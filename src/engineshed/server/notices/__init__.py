"""Notices: guests are told what happens at their tables while they look elsewhere, if they want to be."""
