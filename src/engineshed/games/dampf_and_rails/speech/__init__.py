"""What Dampf & Rails says to people, and how it reads what they type."""

from engineshed.core.languages import Texts
from engineshed.games.dampf_and_rails.rules.board import GAME_ID
from engineshed.games.dampf_and_rails.speech import arrange, describe, notation, questions


class Speech(Texts):
    write = staticmethod(notation.write)
    read = staticmethod(notation.read)
    task = staticmethod(questions.task)
    price = staticmethod(questions.price)
    why_not = staticmethod(questions.why_not)
    describe = staticmethod(describe.describe)
    arrange = staticmethod(arrange.arrange)


SPEECH = Speech("engineshed.games.dampf_and_rails", GAME_ID)
