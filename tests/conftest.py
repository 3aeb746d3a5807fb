"""All tests run in a defined environment: the command line speaks English unless a test asks for another language."""

from __future__ import annotations

import os

from engineshed.cli.language import VARIABLES

for name in VARIABLES:
    os.environ.pop(name, None)
