"""Steam."""
