"""Files that are only looked at: how many a club has, for how long, and from when on."""

from datetime import timedelta

import pytest
from django.utils import timezone

from clubs.models import Club
from scoring.core.writes import ActionRefused
from scoring.models import OldList
from scoring.past_results import import_drafts
from scoring.people.spreadsheets import Worksheet
from tests import builders as build
from tests.messages import message

pytestmark = pytest.mark.django_db


def added(club: Club, name: str) -> OldList:
    sheets = [Worksheet(name, [("Name", "Total"), ("Marie", "100")])]
    return import_drafts.add(club=club, actor=build.command(), name=name, sheets=sheets)


def test_a_club_has_ten_of_them(club: Club) -> None:
    first = added(club, "0.csv")
    for n in range(1, import_drafts.MOST_LOOKED_AT):
        added(club, f"{n}.csv")
    with pytest.raises(ActionRefused, match="10 files that were reviewed"):
        added(club, "more.csv")
    assert added(club, "0.csv") == first  # the same file is the one that is there
    OldList.objects.filter(pk=first.pk).update(state=OldList.State.IN)
    added(club, "more.csv")
    added(build.club("other"), "theirs.csv")


def test_after_seven_days_they_go(club: Club) -> None:
    old, young, taken = (added(club, name) for name in ("old", "young", "taken"))
    week = timezone.now() - timedelta(days=7, minutes=1)
    OldList.objects.filter(pk__in=[old.pk, taken.pk]).update(at=week)
    OldList.objects.filter(pk=taken.pk).update(state=OldList.State.IN)
    import_drafts.clear_old()
    assert {*OldList.objects.all()} == {young, taken}


def test_a_club_that_waits_for_approval_has_none(club: Club) -> None:
    club.waits_since = timezone.now()
    club.save()
    with pytest.raises(
        ActionRefused,
        match=message(
            "Files can be imported once the site admin has approved your club. "
            "Upload this file again then."
        ),
    ):
        added(club, "x.csv")
