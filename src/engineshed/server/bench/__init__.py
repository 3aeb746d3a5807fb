"""How much a server can do: a real one in a separate process, used over loopback."""
