"""Engine Shed for programs that learn: games as PettingZoo, OpenSpiel and Gymnasium know them.

Everything here rests on two classes, which need numpy and nothing else::

    from engineshed.adapters.moves import Numbering
    from engineshed.adapters.observations import Encoder

    numbering = Numbering(game, seats, options)     # moves as numbers
    numbering.size                                  # numbers go from 0 to size - 1
    numbering[move]                                 # the path of a move: a tuple of one or more numbers
    numbering.move(path)                            # and back

    encoder = Encoder(game, seats, options)         # views as named arrays
    encoder.version                                 # raised when a table changes
    encoder.tables                                  # name, meaning, rows, columns (with their bounds) of each array
    encoder.encode(view)                            # {name: array of int16, rows x columns}; read-only
    encoder.flat(view)                              # the same numbers in one array
    encoder.names                                   # what each of them is called: "players.0.money"

What is in the tables is written in the games (``core.encoding``), what it means in ``docs/adapters.md``.
"""
