"""The demo club: three seasons, every state of a sheet, gone for good."""

import io
from datetime import date

import pytest
from django.core.management import CommandError, call_command

from clubs.models import Club, Role, User
from scoring.desk.selectors.overview import evening_of
from scoring.desk.services import demo_club, demo_past
from scoring.models import Adjustment, Change, Entry, Sheet, Tally, Tournament
from scoring.results.selectors.table import table_of
from scoring.sheets.selectors.sheets import State, corrections_of
from tests import builders as build

pytestmark = pytest.mark.django_db


def load(*more: str) -> str:
    out = io.StringIO()
    call_command("load_demo", *more, stdout=out)
    return out.getvalue()


@pytest.fixture
def no_past(monkeypatch: pytest.MonkeyPatch) -> None:
    """The demo without its past seasons, which take a few seconds."""
    monkeypatch.setattr(demo_past, "seasons_past", lambda *facts: None)


def test_the_demo_club_has_three_seasons_and_every_number_follows() -> None:
    """And all of them can be taken away."""
    load()
    first, before, _ = Club.objects.get().seasons.order_by("starts")[:3]
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
    assert 0.8 * played.count() < with_hands.count() < played.count()
    out = io.StringIO()
    call_command("audit", stdout=out)
    number = Tournament.objects.count()
    assert (
        out.getvalue()
        == f"{number} tournaments audited: every number follows from the facts.\n"
    )
    assert demo_club.remove(by=build.command())
    assert not Tournament.objects.exists()


@pytest.mark.usefixtures("no_past")
def test_the_demo_club_has_an_evening_over_one_running_one_to_come_and_no_accounts() -> (
    None
):
    assert load() == "Made the demo club: /demo-lodge/\n"
    club = Club.objects.get()
    assert club.is_demo
    coming, running, marias, over = Tournament.objects.order_by("-date")

    assert table_of(over).is_final
    assert (marias.game, table_of(marias).is_final) == ("marias", True)
    assert {sheet.size for sheet in Sheet.objects.filter(round__tournament=marias)} == {
        *(3, 4)
    }
    assert corrections_of(over).count() == 1
    evening = evening_of(running)
    states = {state for state in State if evening.current.progress.tables(state)}
    assert states == {State.OPEN, State.UNBALANCED, State.COUNTED, State.VERIFIED}
    assert len(evening.drafts) == 1
    assert not coming.rounds.exists()
    assert set(coming.entries.values_list("state", flat=True)) == {Entry.State.EXPECTED}
    assert not User.objects.exists()
    assert not Role.objects.exists()


@pytest.mark.usefixtures("no_past")
def test_it_is_not_made_twice() -> None:
    assert "Made" in load("--if-empty")
    assert load("--if-empty") == ""
    with pytest.raises(CommandError, match="there already") as wrong:
        load()
    assert wrong.value.returncode == 2
    assert Tournament.objects.count() == 4


def test_if_empty_leaves_a_used_site_alone() -> None:
    build.club()
    assert load("--if-empty") == ""
    assert not Club.objects.filter(is_demo=True).exists()


@pytest.mark.usefixtures("no_past")
def test_removed_it_never_comes_back_by_itself() -> None:
    load()
    assert demo_club.remove(by=build.command())
    assert not Club.objects.exists()
    assert not Tournament.objects.exists()
    assert Change.objects.get().text == "removed the demo club"
    assert load("--if-empty") == ""
    assert "Made" in load()


@pytest.mark.usefixtures("no_past")
def test_it_can_be_made_on_any_day_of_the_year() -> None:
    demo_club.load(date(2028, 2, 29))
    names = Tournament.objects.values_list("name", flat=True)
    assert len(set(names)) == 4
