"""audit: names every kept number that does not follow from the facts."""

import io
import os
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.utils import timezone

from scoring.models import (
    Hand,
    Loan,
    Phone,
    Photo,
    Seat,
    Sheet,
    SitOut,
    Standings,
    StandingsRow,
    Tournament,
    TrayHand,
)
from scoring.results import stored
from scoring.rollups.updates import follow
from tests import builders as build
from tests.messages import message
from tests.stores import path_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def sheet() -> Sheet:
    """A verified sheet with one recorded hand."""
    tournament = build.tournament(build.club())
    sheet = build.published_round(tournament).sheets.get()
    record = {
        "povinost": 1,
        "bid": "povinost",
        "declarer": 1,
        "partner": 2,
        "points": 60,
    }
    build.recorded(sheet=sheet, by=build.command(), key="hand-1", record=record)
    build.verified_sheet(sheet)
    return sheet


def audit(*more: str) -> tuple[int, str]:
    out = io.StringIO()
    try:
        call_command("audit", *more, stdout=out)
    except SystemExit as ended:
        return int(str(ended.code)), out.getvalue()
    return 0, out.getvalue()


def test_everything_agrees(sheet: Sheet) -> None:
    assert audit() == (
        0,
        "1 tournament audited: no differences.\n",
    )


def test_an_empty_site_agrees() -> None:
    assert audit()[0] == 0


def test_a_changed_net_is_named(sheet: Sheet) -> None:
    hand = Hand.objects.get()
    Hand.objects.update(net1=hand.net1 + 1, net2=hand.net2 - 1)
    status, said = audit()
    assert status == 1
    assert (
        message("Round {round}, table {table}, hand {hand}", round=1, table=1, hand=1)
        in said
    )
    assert "by the rules" in said


def test_a_hand_the_rules_refuse_is_named(sheet: Sheet) -> None:
    Hand.objects.update(record={"bid": "nonsense"})
    status, said = audit()
    assert status == 1
    assert "the rules refuse it" in said


def test_a_changed_score_is_named(sheet: Sheet) -> None:
    Seat.objects.filter(sheet=sheet, position=2).update(score=97)
    status, said = audit()
    assert status == 1
    assert (
        message(
            "{sheet}, {name}: score is saved as {kept}, but the counts give {expected}",
            sheet="Round 1, table 1",
            name="Josef Marek",
            kept=97,
            expected=96,
        )
        in said
    )


def another(hand: Hand, **facts: Any) -> Hand:
    """A second row like this hand's."""
    hand.pk, hand.key = None, "hand-2"
    for name, value in facts.items():
        setattr(hand, name, value)
    hand.save(force_insert=True)
    return hand


def test_two_hands_of_one_number_are_named(sheet: Sheet) -> None:
    another(Hand.objects.get())
    assert "Round 1, table 1: two hands 1 count" in audit()[1]


def test_a_version_of_another_hand_is_named(sheet: Sheet) -> None:
    another(Hand.objects.get(), number=2, replaces=Hand.objects.get())
    assert "Round 1, table 1, hand 2: it replaces another hand" in audit()[1]


def test_a_tray_that_is_not_what_was_chosen_is_named(sheet: Sheet) -> None:
    hand = {"by": build.command(), "record": Hand.objects.get().record}
    build.recorded(sheet=sheet, key="late", **hand)
    assert audit()[0] == 0
    TrayHand.objects.update(outcome="taken", settled_at=sheet.round.published_at)
    assert "hand 2 of the tray: accepted, yet it is missing" in audit()[1]
    another(Hand.objects.get(), number=2)
    Hand.objects.filter(number=2).update(key="late")
    assert "tally, Marie Kubala: “hands” is not what the hands say" in audit()[1]
    stored.hands_changed(sheet.round.tournament, actor=build.command(), reason="")
    follow(sheet.round.tournament_id)
    assert audit()[0] == 0
    TrayHand.objects.update(outcome="dropped")
    assert "hand 2 of the tray: discarded, yet it is recorded" in audit()[1]
    TrayHand.objects.update(outcome="", settled_at=None)
    assert "hand 2 of the tray: still waiting, yet it is recorded" in audit()[1]


def test_more_paid_back_than_owed_is_named(sheet: Sheet) -> None:
    for n, chips in enumerate((50, -30, -20)):
        Loan.objects.create(sheet=sheet, key=str(n), seat=3, chips=chips)
    assert audit()[0] == 0
    Loan.objects.create(sheet=sheet, key="n", seat=3, chips=-10)
    assert "Round 1, table 1, seat 3: 10 chips too many paid back" in audit()[1]


def test_a_table_without_a_scorekeeper_is_named(sheet: Sheet) -> None:
    Phone.objects.create(sheet=sheet, key="first", keeper=True, writes=True)
    Phone.objects.create(sheet=sheet, key="second")
    assert audit()[0] == 0
    Phone.objects.update(keeper=False)
    assert "Round 1, table 1: 0 phones keep the score" in audit()[1]


def test_a_changed_total_is_named(sheet: Sheet) -> None:
    build.change_rows(lambda rows: rows[0].update(total=132))
    status, said = audit()
    assert status == 1
    assert (
        message(
            "standings, {name}: the total is saved as {kept}, but should be {expected}",
            name="Marie Kubala",
            kept=132,
            expected=131,
        )
        in said
    )


def test_a_changed_place_is_named(sheet: Sheet) -> None:
    build.change_rows(lambda rows: rows[1].update(place=1))
    assert "place is saved as 1, but should be 2" in audit()[1]


def test_a_missing_row_is_named(sheet: Sheet) -> None:
    build.change_rows(lambda rows: rows.pop(0))
    assert "Marie Kubala is missing, but should be in place 1" in audit()[1]


def test_a_row_too_many_is_named(sheet: Sheet) -> None:
    (late,) = build.entries(sheet.round.tournament, 1)
    build.change_rows(lambda rows: rows.append(rows[0] | {"entry": late.pk}))
    assert f"{late.name} is listed but shouldn’t be" in audit()[1]


def test_half_a_row_is_named(sheet: Sheet) -> None:
    (late,) = build.entries(sheet.round.tournament, 1)
    here = {"tournament": sheet.round.tournament}
    row = StandingsRow.objects.create(entry=late, facts={"total": 1}, **here)
    assert "facts: cannot be read" in audit()[1]
    StandingsRow.objects.filter(pk=row.pk).update(
        facts=StandingsRow.objects.exclude(pk=row.pk)[0].facts
    )
    assert f"{late.name} is listed but shouldn’t be" in audit()[1]
    row.delete()
    standings = Standings.objects.get()
    standings.places.append([late.pk, 5, False, None])
    standings.save()
    assert f"{late.name} is listed but shouldn’t be" in audit()[1]


def test_standings_never_kept_are_named(sheet: Sheet) -> None:
    Standings.objects.all().delete()
    status, said = audit()
    assert status == 1
    assert "is missing" in said


def test_a_ranked_player_without_a_result_is_named(sheet: Sheet) -> None:
    """His chips count for nobody; then, as it happens, twice."""
    seat = sheet.seats.select_related("entry").get(position=2)
    Seat.objects.filter(pk=seat.pk).update(credit=None)
    stored.refresh(sheet.round.tournament, actor=build.command(), reason="")
    follow(sheet.round.tournament_id)
    who = f"Round 1: 2 {seat.entry.name} is ranked but has"
    assert f"{who} no result\n" in audit()[1]

    Seat.objects.filter(pk=seat.pk).update(credit=seat.entry)
    SitOut.objects.create(round=sheet.round, entry=seat.entry, credit=seat.entry)
    assert f"{who} 2 results\n" in audit()[1]


def test_differences_are_counted(sheet: Sheet) -> None:
    Seat.objects.filter(sheet=sheet, position=2).update(score=97)
    build.change_rows(lambda rows: rows[0].update(total=132))
    said = audit()[1].splitlines()
    assert said[-1] == f"{len(said) - 1} differences in 1 tournament."


def test_one_club_only(sheet: Sheet) -> None:
    other = build.tournament(build.club("other"))
    build.verified_sheet(build.published_round(other).sheets.get())
    Seat.objects.filter(round__tournament=other).update(score=1)
    assert audit("lodge-24")[0] == 0
    assert audit("other")[0] == 1
    assert Tournament.objects.count() == 2


def test_an_unknown_club_is_told() -> None:
    with pytest.raises(CommandError, match="There is no club “nowhere”") as wrong:
        audit("nowhere")
    assert wrong.value.returncode == 2


def test_pictures_and_their_files(sheet: Sheet) -> None:
    kept, gone, damaged = (build.photo(sheet) for _ in range(3))
    assert audit()[0] == 0
    path_of(gone).unlink()
    path_of(damaged).write_bytes(path_of(damaged).read_bytes()[:-40])
    Photo.objects.filter(pk=kept.pk).update(removed_at=timezone.now())
    status, said = audit()
    assert status == 1
    where = "lodge-24/fall-tarok: Round 1, table 1, picture"
    assert f"{where} {kept.pk} ({kept.name}): removed, yet its file is there\n" in said
    assert f"{where} {gone.pk} ({gone.name}): its file is missing\n" in said
    assert f"{where} {damaged.pk} ({damaged.name}): its file is damaged\n" in said


def test_files_that_belong_to_no_picture(sheet: Sheet) -> None:
    stray = path_of(build.photo(sheet)).with_name("stray.jpg")
    stray.write_bytes(b"half a pic")
    assert audit()[0] == 0  # its row may be on the way
    os.utime(stray, (0, 0))
    assert audit() == (
        1,
        f"{stray}: belongs to no picture and may be deleted\n1 difference in 1 tournament.\n",
    )
    assert audit("lodge-24")[0] == 0  # the files are of the whole site
