"""The service on the web: reads requests and writes answers as JSON. What is allowed is decided by the service."""
