"""The house on the web: who knocks, what they ask, and the answer as JSON. The rules of the house are not made here."""
