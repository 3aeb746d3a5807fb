"""Tables online: ``service`` knows the rules of the house, ``store`` keeps what happened, ``app`` speaks HTTP."""
