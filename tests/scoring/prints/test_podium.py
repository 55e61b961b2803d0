"""The printed podium audit."""

from typing import Any

import pytest

from scoring.prints.document import NothingToPrint
from scoring.prints.podium import podium_parts
from scoring.selectors.papers.podium import AuditedPaper, AuditedRoundPaper, PodiumPaper
from tests.scoring.prints.pages import printed, texts_of
from tests.scoring.prints.papers import HEADING, LONG_NAMES

SEEN = (
    "Counted at the desk by Anna Hlavac, 7:45 pm; verified by Karel Novak; "
    "compared with the paper again by Rose Krenek, 9:30 pm."
)


def stand(place: int, **facts: Any) -> AuditedPaper:
    played = tuple(
        AuditedRoundPaper(
            f"Round {n}, table {n + 2}",
            "131 − 0",
            131,
            "131 + 96 + 104 + 69 = 400",
            SEEN,
        )
        for n in range(1, 5)
    )
    plain = {"tied": False, "number": str(place), "name": "Marie Kubala", "lodge": ""}
    more = {"total": 514, "points": "", "decided_by": "best round"}
    rulings = (("late for round 2 (§31), Anna Hlavac", -10),)
    more |= {"rounds": played, "rulings": rulings}
    return AuditedPaper(place=place, **{**plain, **more, **facts})


def audit(*stands: AuditedPaper) -> PodiumPaper:
    at = "9:45 pm, Nov 20"
    return PodiumPaper(HEADING, at, "Anna Hlavac", 3, "1a2b3c4d", stands)


@pytest.mark.parametrize("paper", ["letter", "a4"])
def test_three_places_of_four_rounds_are_one_page(paper: str) -> None:
    first = stand(1, name=LONG_NAMES[0], lodge="Lodge 47")
    asked = audit(first, stand(2), stand(3, tied=True))
    [text] = texts_of(printed(podium_parts, [asked], paper=paper))
    for word in (
        *("9:45 pm, Nov 20", LONG_NAMES[0], "3=", "Round 4, table 6"),
        *("131 + 96 + 104 + 69 = 400", "verified by Karel Novak", "−10"),
        *("Among equals decided by: best round", "Mark of these numbers: 1a2b3c4d"),
    ):
        assert word in " ".join(text.split()), word


def test_a_round_without_a_table_has_its_chips() -> None:
    missed = AuditedRoundPaper("Round 5", "sat out", 100)
    [text] = texts_of(printed(podium_parts, [audit(stand(1, rounds=(missed,)))]))
    assert "Round 5 sat out 100" in text


def test_nobody_on_top_is_nothing_to_print() -> None:
    with pytest.raises(NothingToPrint):
        printed(podium_parts, [audit()])
