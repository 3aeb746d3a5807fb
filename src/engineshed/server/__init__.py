"""Tables online: ``service`` holds the tables, ``store`` keeps what has happened, ``app`` serves HTTP."""
