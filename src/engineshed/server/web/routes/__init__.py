"""Every operation of the API, by what it is about."""
