"""Years follow an evening after its commit: what may be behind, and what may not."""

import io
import os
import signal
import subprocess
import sys
from threading import Event, Thread

import pytest
from django.conf import settings
from django.core.management import call_command
from django.db import OperationalError, connections, transaction
from django.db.models import F
from django.test import Client
from django.urls import reverse
from pytest_django import DjangoCaptureOnCommitCallbacks

from clubs.management.worker import do_hourly
from clubs.models import Club, Player, Role, Season
from clubs.tasks import enqueue
from scoring.audit.integrity import differences_in, wrong_season_edition, wrong_tallies
from scoring.core import subscriptions
from scoring.core.writes import ActionRefused, lock
from scoring.models import SeasonEdition, Standings, Tally, Tournament
from scoring.people import merges, players
from scoring.results.standings_table import table_of
from scoring.rollups import updates
from scoring.rollups.season_places import is_behind, season_rows
from scoring.standings import seasons
from scoring.tournaments import tournaments
from tests import builders as build
from tests.log_texts import log_text
from tests.markup import flowing
from tests.messages import message
from tests.server.site import database_url
from tests.test_races import at_once

pytestmark = pytest.mark.django_db
BY = build.command()
FIRST, OTHER = (131, 96, 104, 69), (96, 131, 104, 69)
LATE = "are still being added up"


@pytest.fixture
def later(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever was to follow never comes."""
    monkeypatch.setattr(subscriptions, "enqueue", lambda *task: None)


@pytest.fixture
def people(club: Club) -> list[Player]:
    return [build.player(club, name) for name in build.NAMES[:4]]


def evening(people: list[Player], name: str = "Fall Tarok") -> Tournament:
    """One round, over and verified: 131, 96, 104 and 69 chips; declared final."""
    made = build.tournament(people[0].club, name=name, rounds_planned=1)
    seated = [
        made.entries.create(number=number, player=player, name=player.name)
        for number, player in enumerate(people, start=1)
    ]
    rnd = build.published_round(made, [seated])
    build.verified_sheet(rnd.sheets.get(), FIRST)
    return tournaments.finish(tournament=made, actor=BY)


def corrected(tournament: Tournament) -> None:
    """The first two change their chips, and with them their places."""
    sheet = tournament.rounds.get().sheets.get()
    build.corrected(sheet, OTHER)
    build.confirmed(sheet)


def nets(tournament: Tournament) -> list[int]:
    rows = Tally.objects.filter(tournament=tournament).order_by("entry__number")
    return list(rows.values_list("net", flat=True))


def behind() -> list[int]:
    return list(Standings.objects.behind().values_list("tournament", flat=True))


def audit() -> tuple[int, str]:
    out = io.StringIO()
    try:
        call_command("audit", stdout=out)
    except SystemExit as ended:
        return int(str(ended.code)), out.getvalue()
    return 0, out.getvalue()


def test_standings_and_editions_are_never_behind_and_the_rest_follows(
    people: list[Player], later: None
) -> None:
    played = evening(people)
    assert nets(played) == []
    assert behind() == [played.pk]
    updates.follow(played.pk)
    assert nets(played) == [31, -4, 4, -31]
    corrected(played)
    assert [line.total for line in table_of(played).lines][:2] == [131, 104]
    assert [each["total"] for each in played.editions.last().rows][:2] == [131, 104]
    assert played.editions.count() == 2
    assert nets(played) == [31, -4, 4, -31]
    updates.follow_all()
    assert nets(played) == [-4, 31, 4, -31]
    assert behind() == []
    assert list(differences_in(played)) == []


def test_a_sheet_of_the_round_that_runs_leaves_nothing_behind(
    people: list[Player], later: None
) -> None:
    rnd = build.published_round(build.tournament(people[0].club), 3)
    one, two, three = rnd.sheets.order_by("table")
    build.verified_sheet(one)
    build.verified_sheet(two)
    assert behind() == []
    build.verified_sheet(three)
    assert behind() == [rnd.tournament_id]


def test_it_is_asked_for_after_the_commit(
    people: list[Player],
    django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    played = evening(people)
    monkeypatch.setattr(subscriptions, "enqueue", enqueue)
    with django_capture_on_commit_callbacks(execute=True):
        corrected(played)
        assert nets(played) == [31, -4, 4, -31]
    assert nets(played) == [-4, 31, 4, -31]


def test_what_nobody_followed_is_asked_for_again(
    people: list[Player],
    django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks,
    later: None,
) -> None:
    played = evening(people)
    with django_capture_on_commit_callbacks(execute=True):
        do_hourly()  # also when a worker starts
    assert nets(played) == [31, -4, 4, -31]
    club, season = played.club.slug, played.season.slug
    for page, where in (
        ("records", [club]),
        ("club-hands", [club]),
        ("season", [club, season]),
    ):
        Standings.objects.update(revision=F("revision") + 1)
        with django_capture_on_commit_callbacks(execute=True):
            Client().get(reverse(f"scoring:{page}", args=where))
        assert behind() == [], page


def test_followed_twice_or_by_two_is_once(people: list[Player], later: None) -> None:
    played = evening(people)
    updates.follow(played.pk)
    before = list(Tally.objects.order_by("pk").values())
    updates.follow(played.pk)
    assert list(Tally.objects.order_by("pk").values()) == before


def test_the_audit_knows_behind_from_wrong(people: list[Player], later: None) -> None:
    played = evening(people)
    updates.follow_all()
    corrected(played)
    status, said = audit()
    assert status == 0
    assert "lodge-24/fall-tarok: behind" in said
    updates.follow_all()
    assert audit() == (
        0,
        "1 tournament audited: no differences.\n",
    )
    Tally.objects.filter(place=1).update(net=5)
    assert audit()[0] == 1
    updates.follow_all()  # in step: nobody looks at it again
    assert list(wrong_tallies(played))
    Standings.objects.update(followed=9)
    assert "they followed revision 9 of" in audit()[1]


def test_somebody_is_merged_while_his_evening_is_behind(
    people: list[Player], later: None
) -> None:
    played = evening(people)
    again = build.player(played.club, "Marie Kubalova")
    merge = merges.merge(target=again, duplicate=people[0], actor=BY, key="one")
    assert nets(played) == []
    updates.follow_all()
    assert Tally.objects.get(entry__number=1).player == again
    corrected(played)
    merges.undo(merge=merge, actor=BY)
    updates.follow_all()
    assert Tally.objects.get(entry__number=1).player == people[0]
    assert list(differences_in(played)) == []


def test_nobody_reads_of_whom_is_erased_while_an_evening_is_behind(
    people: list[Player], later: None
) -> None:
    played = evening(people)
    why = "Marie Kubala and Anna Svoboda agree"
    tournaments.change(tournament=played, actor=BY, place="elsewhere", reason=why)
    Standings.objects.update(by_name="Marie Kubala")
    players.erase(player=people[0], actor=BY)
    assert "Marie" not in str([*Standings.objects.values()])
    updates.follow_all()
    assert nets(played) == [31, -4, 4, -31]
    assert Standings.objects.values_list("why", "by", "by_name").get() == ("", None, "")
    assert list(differences_in(played)) == []


@pytest.fixture
def final(people: list[Player]) -> Season:
    """Of two evenings."""
    one, _ = evening(people), evening(people, "Late Tarok")
    return seasons.finish(season=one.season, actor=BY)


def test_a_final_season_waits_for_the_last_of_its_evenings(
    final: Season, later: None
) -> None:
    one, two = final.tournaments.order_by("pk")
    corrected(one)
    corrected(two)
    updates.follow(one.pk)
    assert final.editions.count() == 1
    assert list(wrong_season_edition(final)) == []  # behind, not wrong
    updates.follow(two.pk)
    newest = final.editions.last()
    assert (newest.number, newest.rows) == (2, season_rows(final))
    assert newest.by_name == BY.name
    assert newest.reason.startswith("Round 1, table 1 corrected")


def test_a_season_is_declared_final_once_it_is_caught_up(
    people: list[Player], later: None
) -> None:
    played = evening(people)
    season = seasons.finish(season=played.season, actor=BY)
    assert [row["value"] for row in season.editions.get().rows] == [
        "31",
        "4",
        "-4",
        "-31",
    ]
    assert behind() == []


@pytest.fixture
def stuck(monkeypatch: pytest.MonkeyPatch, later: None) -> None:
    """Nobody can follow: somebody else holds what it needs."""

    def held(tournament: int) -> None:
        raise OperationalError("canceling statement due to lock timeout")

    monkeypatch.setattr(updates, "follow", held)


def test_it_is_not_declared_final_while_it_is_behind_and_says_so(
    people: list[Player], stuck: None
) -> None:
    played = evening(people)
    with pytest.raises(ActionRefused, match=LATE):
        seasons.finish(season=played.season, actor=BY)
    assert not SeasonEdition.objects.exists()
    assert is_behind(played.season)


def test_its_files_and_prints_wait_too_and_say_so(
    people: list[Player], stuck: None
) -> None:
    played = evening(people)
    desk = Client()
    desk.force_login(build.member(played.club, Role.Kind.DIRECTOR))
    where = [played.club.slug, played.season.slug]
    file = desk.get(reverse("scoring:season-export", args=where), follow=True)
    assert LATE in file.content.decode()
    asked = {"what": "poster", "paper": "a4", "first": "10"}
    prints = desk.post(reverse("scoring:season-prints", args=where), asked)
    assert LATE in prints.content.decode()
    page = Client().get(reverse("scoring:season-print", args=where))
    assert LATE in page.content.decode()


def test_a_season_page_shows_what_followed_and_not_what_it_kept_before(
    people: list[Player], later: None
) -> None:
    played = evening(people)
    updates.follow_all()
    where = reverse("scoring:season", args=[played.club.slug, played.season.slug])
    first = Client().get(where).content
    corrected(played)
    assert Client().get(where).content == first
    updates.follow_all()
    assert Client().get(where).content != first


@pytest.mark.django_db(transaction=True)
def test_two_evenings_of_a_final_season_at_once(club: Club) -> None:
    people = [build.player(club, name) for name in build.NAMES[:4]]
    one, two = evening(people), evening(people, "Late Tarok")
    final = seasons.finish(season=one.season, actor=BY)
    for turn in range(4):
        held = OTHER if turn % 2 == 0 else FIRST
        calls = [
            lambda played=played, held=held: _correct(played, held)
            for played in (one, two)
        ]
        more = [lambda: updates.follow_all()] * 2
        at_once(*calls, *more)
        updates.follow_all()
        assert behind() == []
        assert final.editions.last().rows == season_rows(final)
        for played in (one, two):
            assert list(differences_in(played)) == []
    assert list(wrong_season_edition(final)) == []
    assert final.editions.last().number >= 4


def _correct(tournament: Tournament, held: tuple[int, ...]) -> None:
    sheet = tournament.rounds.get().sheets.get()
    build.corrected(sheet, held)
    build.confirmed(sheet)


KILLED = """
import os, signal, sys
import django
django.setup()
from scoring.core import subscriptions
from django.db import transaction
def killed(*task):
    transaction.on_commit(lambda: os.kill(os.getpid(), signal.SIGKILL))
subscriptions.enqueue = killed
from scoring.models import Sheet
from tests import builders
builders.confirmed(Sheet.objects.get(pk=int(sys.argv[1])))
"""


@pytest.mark.django_db(transaction=True)
def test_killed_between_the_commit_and_the_following(club: Club) -> None:
    played = evening([build.player(club, name) for name in build.NAMES[:4]])
    sheet = played.rounds.get().sheets.get()
    build.corrected(sheet, OTHER)
    ended = subprocess.run(
        [sys.executable, "-c", KILLED, str(sheet.pk)],
        cwd=settings.BASE_DIR,
        env=os.environ
        | {"DJANGO_SETTINGS_MODULE": "config.settings", "DATABASE_URL": database_url()}
        | {"SECRET_KEY": settings.SECRET_KEY, "BACKUPS": "off"},
        check=False,
    )
    assert ended.returncode == -signal.SIGKILL
    assert played.editions.count() == 2  # what the desk was to hear is kept
    assert behind() == [played.pk]
    assert nets(played) == [31, -4, 4, -31]
    call_command("recalculate")  # as every start does
    assert nets(played) == [-4, 31, 4, -31]
    assert list(differences_in(played)) == []


@pytest.mark.django_db(transaction=True)
def test_whoever_waits_for_a_season_waits_for_no_lock_any_longer(
    club: Club, later: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    played = evening([build.player(club, name) for name in build.NAMES[:4]])
    monkeypatch.setattr(updates, "PATIENCE", 0.2)
    holds, goes = Event(), Event()

    def hold() -> None:
        with transaction.atomic():
            lock(played)
            holds.set()
            goes.wait(60)
        connections.close_all()

    other = Thread(target=hold)
    other.start()
    holds.wait(60)
    try:
        with pytest.raises(ActionRefused, match=LATE):
            seasons.finish(season=played.season, actor=BY)
    finally:
        goes.set()
        other.join()
    seasons.finish(season=played.season, actor=BY)
    assert played.season.editions.count() == 1


# --- A final season and a tournament that goes on ---------------------------------


def going_on(people: list[Player], name: str = "Half Tarok") -> Tournament:
    """One of two rounds, verified."""
    made = build.tournament(people[0].club, name=name, rounds_planned=2)
    seated = [
        made.entries.create(number=number, player=player, name=player.name)
        for number, player in enumerate(people, start=1)
    ]
    rnd = build.published_round(made, [seated])
    build.verified_sheet(rnd.sheets.get(), OTHER)
    return made


def test_a_final_season_takes_no_half_played_tournament(
    people: list[Player], final: Season
) -> None:
    before = season_rows(final)
    half = going_on(people)
    updates.follow_all()
    assert half.season == final
    assert behind() == []
    assert final.editions.count() == 1
    assert season_rows(final) == before
    assert list(wrong_season_edition(final)) == []
    page = Client().get(reverse("scoring:season", args=[half.club.slug, final.slug]))
    assert message(
        "{tournament} counts once it’s final.", tournament="Half Tarok"
    ) in flowing(page)


def test_once_it_is_final_it_counts_and_the_version_says_why(
    people: list[Player], final: Season
) -> None:
    half = tournaments.finish(tournament=going_on(people), actor=BY)
    updates.follow_all()
    newest = final.editions.last()
    assert (newest.number, newest.rows) == (2, season_rows(final))
    assert newest.reason == message(
        "Now counted because it’s final: {names}.", names="Half Tarok"
    )
    page = Client().get(reverse("scoring:season", args=[half.club.slug, final.slug]))
    assert "counts once it’s final" not in flowing(page)


def test_two_that_became_final_together_are_both_named(
    people: list[Player], final: Season, later: None
) -> None:
    one, two = going_on(people), going_on(people, "Other Tarok")
    tournaments.finish(tournament=one, actor=BY)
    tournaments.finish(tournament=two, actor=BY)
    updates.follow_all()
    assert [edition.reason for edition in final.editions.all()] == [
        "",
        message(
            "Now counted because they’re final: {names}.",
            names="Half Tarok, Other Tarok",
        ),
    ]


def test_a_tournament_reopened_and_played_on_makes_no_version_before_it_is_final(
    people: list[Player], final: Season
) -> None:
    one = tournaments.reopen(tournament=final.tournaments.first(), actor=BY)
    seated = list(one.entries.order_by("number"))
    rnd = build.published_round(one, [seated])
    build.verified_sheet(rnd.sheets.get(), (0, 0, 0, 400))
    updates.follow_all()
    assert final.editions.count() == 1
    assert list(wrong_season_edition(final)) == []
    tournaments.finish(tournament=one, actor=BY)
    updates.follow_all()
    assert final.editions.last().reason == log_text("reason.finished_again")
    assert final.editions.last().rows == season_rows(final)


def test_a_first_score_is_not_called_a_correction(
    people: list[Player], later: None
) -> None:
    going_on(people)
    assert "corrected" not in Standings.objects.get().why


def test_a_version_that_took_a_half_played_one_is_put_right_at_the_next_start(
    people: list[Player], final: Season
) -> None:
    half = going_on(people)
    updates.follow_all()
    rows = [{**row, "value": "1"} for row in season_rows(final)]
    last = final.editions.last()
    SeasonEdition.objects.create(
        season=final,
        number=last.number + 1,
        rows=rows,
        formula=last.formula,
        by_name="x",
    )
    call_command("recalculate")
    assert final.editions.last().rows == season_rows(final)
    assert final.editions.last().reason == log_text("reason.site_updated")
    call_command("recalculate")
    assert final.editions.count() == 3  # one more is made once
    assert not half.finished_at
