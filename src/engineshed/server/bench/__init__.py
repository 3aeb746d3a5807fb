"""How much a server of ours can do: a real one in a process of its own, played at over loopback."""
