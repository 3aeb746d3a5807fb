"""The balance of a game, as far as games between bots show it: who wins, how games go and end, what things are worth.

``gathering`` keeps what a report needs of each game, ``numbers`` has the statistics, ``findings`` applies them,
``writing`` puts them into words and tables, ``charts`` draws, and ``page`` makes a page of all this.
"""
