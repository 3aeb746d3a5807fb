"""The command line is tested here as well."""

from tests.cli.conftest import engineshed

__all__ = ["engineshed"]
