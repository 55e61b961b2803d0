"""The form of a sheet: “right” and an error never stand together."""

from collections.abc import Callable
from random import Random

import pytest

from clubs.i18n import chips
from clubs.models import User
from scoring.models import Count, Sheet
from scoring.sheets.discrepancies import suggestions_of, supposed_count
from scoring.sheets.sheet import seat_counts
from scoring.sheets.views.sheet_form import SheetForm, initial_of
from tests import builders as build
from tests.drill.figures import size
from tests.in_turn import in_turn
from tests.markup import flowing
from tests.messages import message
from tests.scoring.at_desk import address, signed_in
from tests.scoring.sheets.views.sheet_cases import ADDS_UP, CASES, PLAIN, Case

pytestmark = pytest.mark.django_db

Slip = Callable[[int, int], tuple[int, int]]


def sent(sheet: Sheet, **typed: str) -> SheetForm:
    form = SheetForm({"key": "k", "seen": "0", **typed}, sheet=sheet, may_rule=True)
    form.is_valid()
    return form


@in_turn("case", CASES)
def test_what_is_right_can_be_saved(sheet: Sheet, anna: User, case: Case) -> None:
    typed, word, is_saved = case
    data = {"key": "k", "seen": "0", **PLAIN, **typed}
    answer = signed_in(anna).post(address(sheet, "sheet-count"), data)
    assert (answer.status_code == 302) == is_saved == Count.objects.exists()
    if is_saved:
        assert Count.objects.get().balances == (word == ADDS_UP)
    else:
        assert "is-right" not in answer.content.decode()
        assert f"data-word>{word}<" in flowing(answer)


def test_a_score_below_0_is_held_and_borrowed(sheet: Sheet) -> None:
    form = sent(sheet, **PLAIN | {"held1": "212", "held4": "-12"})
    assert form.row("held") == (212, 96, 104, 0)
    assert form.row("borrowed") == (0, 0, 0, 12)


def test_what_a_service_refuses_is_not_called_right(sheet: Sheet) -> None:
    anna = build.member(sheet.round.tournament.club, "director", "anna")
    data = {"key": "k", "seen": "0", **PLAIN, "held4": "60", "ruled4": "9"}
    answer = signed_in(anna).post(address(sheet, "sheet-count"), data)
    text = answer.content.decode()
    assert message("Enter a reason for the ruling.") in text
    assert "is-right" not in text


SLIPS = (
    lambda held, loan: (-held, loan),  # a minus that nobody saw
    lambda held, loan: (held + 50, loan),  # a loan that nobody wrote
    lambda held, loan: (held + loan, 0),
    lambda held, loan: (held, 2 * loan),
    lambda held, loan: (loan, held),
    lambda held, loan: (int(str(abs(held))[::-1]), loan),
    lambda held, loan: (held + 10, loan),
    lambda held, loan: (held - 5, loan),
)


@pytest.mark.parametrize("with_chips", [True, False])
def test_every_remedy_can_be_saved_as_it_is_offered(
    sheet: Sheet, with_chips: bool
) -> None:
    sheet.round.tournament.with_chips = with_chips
    chance, offered = Random(9), 0
    for slip in SLIPS * size(3, 40):
        count = supposed_count(sheet, seat_counts(*_slipped(chance, slip)))
        for each in suggestions_of(sheet, count, tuple("abcd")):
            offered += 1
            typed = {name: str(number) for name, number in initial_of(count).items()}
            typed[f"held{each.seat}"] = chips(each.held)
            typed[f"borrowed{each.seat}"] = f"{each.borrowed or ''}"
            form = SheetForm(
                {"key": "k", "seen": "0", **typed}, sheet=sheet, standing=count
            )
            assert form.is_valid(), (each.message, form.errors)
            assert form.is_right, each.message
    assert offered > 25


def _slipped(chance: Random, slip: Slip) -> tuple[list[int], list[int]]:
    """Held and borrowed of a sheet that was right, but for one slip at one seat."""
    cut = sorted(chance.randrange(0, 430) for _ in range(3))
    borrowed = [0, 0, 0, chance.choice((0, 0, 50))]
    whole = 400 + sum(borrowed)
    held = [cut[0], cut[1] - cut[0], cut[2] - cut[1], max(0, whole - cut[2])]
    at = chance.choice((0, 3))
    held[at], borrowed[at] = slip(held[at], borrowed[at])
    return held, borrowed
