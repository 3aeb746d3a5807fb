"""The laboratory: simulations and their statistics, speed measurements, scenarios, and where rules are in the code."""
