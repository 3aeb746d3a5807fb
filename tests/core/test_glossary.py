"""Reading the glossary of a game."""

from __future__ import annotations

import pytest

from engineshed.core.errors import BadFileError
from engineshed.core.glossary import Term, read_glossary

ORDER = """
[[term]]
id = "order"
en = "order"
de = "Auftrag"
pl = "zamówienie"
rule = "R17"
printed.de = "Auftrag"
avoid.de = ["Bestellung"]
"""


def test_a_term_is_read() -> None:
    (term,) = read_glossary(ORDER, "glossary.toml")
    assert term == Term("order", "order", "Auftrag", "zamówienie", "R17", {"de": "Auftrag"}, {"de": ("Bestellung",)})
    assert [term.in_language(language) for language in ("en", "de", "pl")] == ["order", "Auftrag", "zamówienie"]


@pytest.mark.parametrize(
    ("text", "trouble"),
    [
        (ORDER + ORDER, r"glossary.toml, term order: .* twice"),
        (ORDER.replace("avoid.de", "avoid.fr"), "glossary.toml, term order: .*'fr'"),
        (ORDER.replace('printed.de = "Auftrag"', 'printed.de = "Order"'), "glossary.toml, term order: .*'Order'.*why"),
        (ORDER.replace('pl = "zamówienie"', ""), "glossary.toml, .*pl"),
    ],
)
def test_a_mistake_in_a_glossary_is_refused_with_its_place(text: str, trouble: str) -> None:
    with pytest.raises(BadFileError, match=trouble):
        read_glossary(text, "glossary.toml")
