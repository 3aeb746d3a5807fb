"""The service on the web: who asks, what they ask for, and the answer as JSON. What is allowed is decided elsewhere."""
