"""A sheet on the web: who verifies it, and how."""

import re

import pytest

from scoring.models import Count, Round, Sheet, Tournament
from scoring.sheets.sheet import SheetState, life_of
from tests import builders as build
from tests.in_turn import in_turn
from tests.messages import message
from tests.scoring.at_desk import OTHER, address, form, page, signed_in, state
from tests.words import SHEET_CHANGED

pytestmark = pytest.mark.django_db


@pytest.fixture
def sheet(rnd: Round) -> Sheet:
    return rnd.sheets.get(table=1)


def test_another_account_verifies_with_one_button(sheet, anna, karel):
    build.counted(sheet, karel)
    text = page(anna, sheet)
    assert message("Does this match the paper?") in text
    data = {"key": "v", "seen": 1, "witness": "account"}
    response = signed_in(anna).post(address(sheet, "sheet-confirm"), data)
    assert response.status_code == 302
    assert state(sheet) == SheetState.VERIFIED


def test_after_verifying_the_next_that_waits_for_this_person(rnd, anna, karel):
    one, two, three = rnd.sheets.all()
    build.counted(one, karel)
    build.counted(two, anna)
    build.counted(three, karel)
    data = {"key": "v", "seen": 1, "witness": "account"}
    response = signed_in(anna).post(address(one, "sheet-confirm"), data)
    assert response.url == address(three)


def test_one_alone_is_offered_what_the_tournament_accepts(tournament, sheet, anna):
    build.counted(sheet, anna)
    text = page(anna, sheet)
    assert message("Enter table {table} again", table=1) in text
    assert message("Signed on paper by") in text
    assert message("Does this match the paper?") not in text
    Tournament.objects.update(accepts_blind=False, accepts_paper=False)
    text = page(anna, sheet)
    assert message("Enter table {table} again", table=1) not in text
    assert message("Signed on paper by") not in text


def test_the_second_entry_shows_nothing_of_the_first(sheet, anna):
    build.counted(sheet, anna, (157, 96, 84, 63))
    text = page(anna, sheet, "?again")
    assert "second entry" in text
    for number in ("157", "96", "84", "63"):
        assert not re.search(rf"\b{number}\b", text)


def test_a_refused_second_entry_shows_nothing_of_the_first(sheet, anna):
    build.counted(sheet, anna, (157, 96, 84, 63))
    data = form(sheet, ("1x", "", "", ""), witness="blind")
    text = signed_in(anna).post(address(sheet, "sheet-confirm"), data).content.decode()
    assert "second entry" in text
    for number in ("157", "96", "84", "63"):
        assert not re.search(rf"\b{number}\b", text)


def test_the_same_numbers_a_second_time_verify_and_lead_on(rnd, anna):
    one, two, _ = rnd.sheets.all()
    build.counted(one, anna)
    build.counted(two, anna)
    data = form(one, witness="blind")
    response = signed_in(anna).post(address(one, "sheet-confirm"), data)
    assert response.url == f"{address(two)}?again"
    assert life_of(one).verified.witness == Count.Witness.BLIND
    assert message("Entered by one person.") in page(anna, one)


def test_other_numbers_a_second_time_stand_side_by_side(sheet, anna):
    build.counted(sheet, anna)
    data = form(sheet, OTHER, witness="blind")
    response = signed_in(anna).post(address(sheet, "sheet-confirm"), data, follow=True)
    text = response.content.decode()
    assert message("This entry doesn’t match the earlier one. Check the paper.") in text
    assert message("Two entries don’t match") in text
    assert (
        "Enter the sheet a third time without looking at the other entries. As "
        "soon as two entries match, table"
    ) in text
    assert message("Enter table {table} again", table=1) in text
    assert "second entry waits" not in text
    assert Count.objects.count() == 2
    assert state(sheet) == SheetState.COUNTED
    assert message("Table {table}: third entry", table=1) in page(anna, sheet, "?again")
    signed_in(anna).post(
        address(sheet, "sheet-confirm"), form(sheet, witness="blind", key="form-2")
    )
    assert state(sheet) == SheetState.VERIFIED


def test_where_one_may_not_type_it_twice_he_is_told_what_helps(sheet, anna, karel):
    Tournament.objects.update(accepts_blind=False)
    build.counted(sheet, anna)
    build.confirmed(Sheet.objects.get(pk=sheet.pk), karel, again=build.seats(OTHER))
    text = page(anna, sheet)
    assert (
        message(
            "Which one matches the paper? If it’s the last one, have someone else "
            "verify it. If not, count the table again."
        )
        in text
    )
    assert message("Verify last entry for table {table}", table=1) in text
    assert message("Enter sheet a second time") not in text


def test_a_second_entry_keeps_a_ruling_that_stands(sheet, anna):
    ruled = build.seats((131, 96, 104, 60), ruled=(0, 0, 0, 9))
    build.counted(sheet, anna, seats=ruled, reason="§31", may_rule=True)
    data = form(sheet, (131, 96, 104, 60), witness="blind")
    signed_in(anna).post(address(sheet, "sheet-confirm"), data)
    assert state(sheet) == SheetState.VERIFIED


def test_a_signature_on_paper_is_kept_by_name(sheet, anna):
    build.counted(sheet, anna)
    data = {"key": "v", "seen": 1, "witness": "paper"}
    client = signed_in(anna)
    response = client.post(address(sheet, "sheet-confirm"), data)
    assert message("Choose who signed the sheet.") in response.content.decode()
    client.post(address(sheet, "sheet-confirm"), {**data, "witness_seat": "2"})
    assert state(sheet) == SheetState.VERIFIED
    assert "signed on paper by: Josef Marek" in page(anna, sheet)


@in_turn("witness", ["import", "kept", "", "me"])
def test_other_witnesses_cannot_be_claimed(sheet, anna, karel, witness):
    build.counted(sheet, anna)
    data = {"key": "v", "seen": 1, "witness": witness}
    response = signed_in(karel).post(address(sheet, "sheet-confirm"), data)
    assert response.status_code == 200
    assert state(sheet) == SheetState.COUNTED


def test_verifying_what_changed_meanwhile_says_so(sheet, anna, karel):
    build.counted(sheet, anna)
    build.counted(sheet, anna, OTHER)
    data = {"key": "v", "seen": 1, "witness": "account"}
    response = signed_in(karel).post(address(sheet, "sheet-confirm"), data, follow=True)
    assert f"Anna Hlavac {SHEET_CHANGED}" in response.content.decode()
    assert state(sheet) == SheetState.COUNTED
