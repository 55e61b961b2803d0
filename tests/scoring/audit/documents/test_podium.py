"""The printed podium audit."""

from datetime import UTC, datetime
from types import SimpleNamespace
from typing import Any

import pytest

from scoring.audit.documents.podium import podium_document
from scoring.audit.podium import Podium, PodiumRound, Stand
from scoring.models import Adjustment, Change, Entry
from scoring.printing.document import NothingToPrint
from scoring.printing.render import pdf_of
from tests.scoring.printing.documents.pages import texts_of
from tests.scoring.printing.documents.papers import LONG_NAMES, evening

AT = datetime(2026, 11, 21, 3, 45, tzinfo=UTC)


def checked(number: int) -> Any:
    """A sheet that three people have seen."""
    desk = {"at": datetime(2026, 11, 21, 1, 45, tzinfo=UTC), "by_name": "Anna Hlavac"}
    scores = SimpleNamespace(
        scores=(131, 96, 104, 69),
        total=400,
        aside=0,
        held=[131],
        borrowed=[0],
        ruled=[0],
    )
    return SimpleNamespace(
        where=f"Round {number}, table {number + 2}",
        count=scores,
        counted=SimpleNamespace(source="desk", **desk),
        said_to_all=lambda club: "verified by: Karel Novak",
        life=SimpleNamespace(receipts=()),
        look=SimpleNamespace(at=AT, by_name="Rose Krenek"),
        looked_by_the_same=False,
    )


def stand(place: int, name: str = "Marie Kubala", **facts: Any) -> Stand:
    entry = Entry(pk=place, number=place, name=name, lodge="Lodge 47")
    late = Adjustment(
        entry=entry, chips=-10, reason="late for round 2", section="§31", by_name="Anna"
    )
    played = tuple(
        PodiumRound(n, 131, dropped=False, position=1, checked=checked(n))
        for n in range(1, 5)
    )
    more = {"total": 514, "points": 0, "decided_by": "best round", "rulings": (late,)}
    more |= {"tied": False, "entry": entry, "rounds": played}
    return Stand(place=place, **{**more, **facts})


def audit(*stands: Stand) -> Any:
    podium = Podium(evening(), 3, stands, ())
    vars(podium)["mark"] = "1a2b3c4d"
    said = Change(at=AT, by_name="Anna Hlavac")
    return podium_document(podium, said, paper="letter")


def test_three_places_of_four_rounds_are_one_page() -> None:
    asked = audit(stand(1, name=LONG_NAMES[0]), stand(2), stand(3, tied=True))
    [text] = texts_of(pdf_of(asked))
    for word in (
        "9:45 pm, Nov 20",
        LONG_NAMES[0],
        "3=",
        "Round 4, table 6",
        "131 + 96 + 104 + 69 = 400",
        "verified by: Karel Novak",
        "−10",
        "Tie-breaker: best round",
        "Code for these numbers: 1a2b3c4d",
    ):
        assert word in " ".join(text.split()), word


def test_a_round_without_a_table_has_its_chips() -> None:
    missed = PodiumRound(5, 100, dropped=False, why="sit_out")
    [text] = texts_of(pdf_of(audit(stand(1, rounds=(missed,)))))
    assert "Round 5 sat out 100" in text


def test_nobody_on_top_is_nothing_to_print() -> None:
    with pytest.raises(NothingToPrint):
        audit()
