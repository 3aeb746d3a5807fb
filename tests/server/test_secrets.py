"""Ids and tokens."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from engineshed.server.secrets import new_id, new_token


@pytest.mark.parametrize(("new", "length"), [(new_id, 20), (new_token, 32)])
def test_secrets_can_be_typed_as_arguments_of_a_command(new: Callable[[], str], length: int) -> None:
    """They once began with a hyphen, one in 64, and `engineshed admin close` took them for an option."""
    made = {new() for _ in range(500)}
    assert len(made) == 500
    assert all(len(text) == length and text.isalnum() and text.isascii() for text in made)
