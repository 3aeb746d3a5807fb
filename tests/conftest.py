"""All tests run in a defined environment.

The command line speaks English unless a test asks for another language, and there are no corrected files.
"""

from __future__ import annotations

import logging
import os
from collections.abc import Iterator

import pytest

from engineshed.cli.datafolder import VARIABLE
from engineshed.cli.language import VARIABLES

for name in VARIABLES:
    os.environ.pop(name, None)
os.environ[VARIABLE] = os.devnull

LOGGERS = ("engineshed", "uvicorn", "uvicorn.access", "uvicorn.error")


@pytest.fixture(autouse=True)
def same_logging() -> Iterator[None]:
    """A server that a test starts in this process would otherwise leave its log, which is closed, to the next tests."""
    loggers = [logging.getLogger(name) for name in LOGGERS]
    before = [(logger, [*logger.handlers], logger.level, logger.propagate) for logger in loggers]
    yield
    for logger, handlers, level, propagate in before:
        logger.handlers[:], logger.propagate = handlers, propagate
        logger.setLevel(level)
