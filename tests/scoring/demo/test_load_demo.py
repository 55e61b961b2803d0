"""The demo club: three seasons, every state of a sheet, gone for good."""

import io
from datetime import date

import pytest
from django.core.management import CommandError, call_command

from clubs.models import Club, Role, User
from scoring.demo import club as demo_club
from scoring.demo import past as demo_past
from scoring.desk.overview import evening_of
from scoring.history.hand_stats import ClubHands, HandStatsFilter
from scoring.models import Adjustment, Change, Entry, Sheet, Tally, Tournament
from scoring.results.standings_table import table_of
from scoring.sheets.sheet import SheetState, corrections_of
from scoring.signups.rsvps import coming_to
from tests import builders as build
from tests.log_texts import log_text

pytestmark = pytest.mark.django_db


def load(*more: str) -> str:
    out = io.StringIO()
    call_command("load_demo", *more, stdout=out)
    return out.getvalue()


def test_the_demo_club_has_three_seasons_and_every_number_follows() -> None:
    """With an evening over, one running and one to come; all of it can be taken away."""
    assert load("--if-empty") == "Created the demo club: /demo-lodge/\n"
    club = Club.objects.get()
    assert club.is_demo
    assert not User.objects.exists()
    assert not Role.objects.exists()
    with pytest.raises(CommandError, match="The demo club already exists") as wrong:
        load()
    assert wrong.value.returncode == 2
    the_past(club)
    the_evenings(club)
    out = io.StringIO()
    call_command("audit", stdout=out)
    number = Tournament.objects.count()
    assert out.getvalue() == f"{number} tournaments audited: no differences.\n"
    assert demo_club.remove(actor=build.command())
    assert not Club.objects.exists()
    assert not Tournament.objects.exists()
    assert Change.objects.get().text == log_text("club.demo_removed")
    assert load("--if-empty") == ""


def the_past(club: Club) -> None:
    first, before, _ = club.seasons.order_by("starts")[:3]
    assert first.finished_at
    assert first.editions.count() == 1
    assert first.tournaments.exclude(finished_at=None).count() == 6
    assert before.tournaments.exclude(finished_at=None).count() >= 6
    assert Tally.objects.filter(tournament__season=first, tied=True).exists()
    past = Tournament.objects.filter(season__in=(first, before))
    assert Entry.objects.exclude(substitute_for=None).get().tournament in past
    assert Adjustment.objects.filter(tournament__in=past).exists()
    played = Sheet.objects.filter(round__tournament__in=past)
    with_hands = played.exclude(hands=None).distinct()
    assert with_hands.count() < played.count()
    assert ClubHands(club).recorded(HandStatsFilter("spjst")).is_enough, (
        "all seasons at once"
    )


def the_evenings(club: Club) -> None:
    coming, asks, running, marias, over = club.tournaments.order_by("-date")[:5]
    assert table_of(over).is_final
    assert (marias.game, table_of(marias).is_final) == ("marias", True)
    sheets = Sheet.objects.filter(round__tournament=marias)
    assert {sheet.size for sheet in sheets} == {3, 4}
    assert corrections_of(over).count() == 1
    evening = evening_of(running)
    states = {state for state in SheetState if evening.current.progress.tables(state)}
    assert states == {
        SheetState.OPEN,
        SheetState.UNBALANCED,
        SheetState.COUNTED,
        SheetState.VERIFIED,
    }
    assert len(evening.drafts) == 1
    assert not coming.rounds.exists()
    assert asks.sign_ups.count() == 2
    listed = coming_to(asks)
    assert (len(listed.inside), listed.free) == (11, 0)
    for some in (listed.waiting, listed.spare, listed.asked, listed.not_going):
        assert some
    assert any(comer.until for comer in listed.waiting)
    assert any(comer.late for comer in listed.inside)
    assert set(coming.entries.values_list("state", flat=True)) == {Entry.State.EXPECTED}


def test_if_empty_leaves_a_used_site_alone() -> None:
    build.club()
    assert load("--if-empty") == ""
    assert not Club.objects.filter(is_demo=True).exists()


def test_it_can_be_made_again_and_on_any_day_of_the_year(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Without its past seasons, which take a few seconds."""
    monkeypatch.setattr(demo_past, "seasons_past", lambda *facts: None)
    Change.objects.create(text=log_text("club.demo_removed"))
    demo_club.load(date(2028, 2, 29))
    names = Tournament.objects.values_list("name", flat=True)
    assert len(set(names)) == 5
