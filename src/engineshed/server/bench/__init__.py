"""How much a server can do: a real one in a process of its own, used over loopback."""
