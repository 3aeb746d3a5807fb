"""All tests run in a defined environment: the command line speaks English unless a test asks for another language, and
nobody has corrected anything."""

from __future__ import annotations

import os

from engineshed.cli.datafolder import VARIABLE
from engineshed.cli.language import VARIABLES

for name in VARIABLES:
    os.environ.pop(name, None)
os.environ[VARIABLE] = os.devnull
