"""Tables online: ``service`` holds the tables, ``store`` keeps what happened, ``app`` speaks HTTP."""
