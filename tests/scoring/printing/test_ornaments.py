"""Ornaments are drawings that hold themselves, in one colour, as large as was asked for."""

import re
from base64 import b64decode
from xml.etree import ElementTree

import pytest

from scoring.printing import ornaments
from tests.in_turn import in_turn

INK = "#7b1e2e"


def drawing(address: str) -> tuple[ElementTree.Element, str]:
    kind, _, content = address.partition(",")
    assert kind == "data:image/svg+xml;base64"
    text = b64decode(content).decode()
    return ElementTree.fromstring(text), text


@in_turn(
    "address, box",
    [
        (ornaments.frame(279.4, 215.9, 1, INK), "0 0 279.4 215.9"),
        (ornaments.frame(210, 297, 0, INK, ornaments.SLIM), "0 0 210 297"),
        (ornaments.seal(2, INK), "0 0 40 48"),
        (ornaments.divider(90, INK), "0 0 90 6"),
    ],
)
def test_each_is_whole_and_has_the_clubs_colour(address: str, box: str) -> None:
    root, text = drawing(address)
    assert root.get("viewBox") == box
    assert root.get("fill") == root.get("stroke") == INK
    known = {INK, "#fff", *ornaments.METALS.values()}
    assert set(re.findall(r"#[0-9a-f]{3,6}", text)) <= known


def test_nothing_of_a_frame_is_where_a_printer_does_not_reach() -> None:
    for measures in (ornaments.WIDE, ornaments.SLIM):
        assert min(measures.outer, measures.middle - measures.corner) >= 5


def test_every_place_has_marks_of_its_own_along_the_band() -> None:
    counts = []
    for place in (0, 1, 2, 3):
        _, text = drawing(ornaments.frame(279.4, 215.9, place))
        counts.append((text.count("<circle"), text.count("<path")))
    assert len(set(counts)) == 4


def test_other_places_have_no_seal() -> None:
    with pytest.raises(KeyError):
        ornaments.seal(4)
