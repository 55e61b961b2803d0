"""An old list comes in as a whole, counts where it can, and goes without a trace."""

from datetime import date
from typing import Any

import pytest
from django.apps import apps
from django.test import Client

from clubs.models import Club, Season
from scoring.audit.integrity import differences_in
from scoring.core.writes import ActionRefused
from scoring.history.player_history import careers_of, evenings_of
from scoring.models import Change, OldList, Tally, WebhookTry
from scoring.past_results import importer, undo
from scoring.past_results.event_parser import Fact, ImportPlan, PastEvening
from scoring.people import entries, merges
from scoring.standings import seasons
from scoring.standings.season_standings import season_standings, seasons_of
from tests import builders as build
from tests.messages import message

pytestmark = pytest.mark.django_db

MAY = PastEvening(
    date(1998, 5, 1),
    "",
    (
        Fact("Marie Kubala", total=340, rounds=3),
        Fact("Josef Marek", total=260, rounds=3),
        Fact("Anna Havel", total=260),
    ),
)
JUNE = PastEvening(
    date(1998, 6, 5), "Farewell", (Fact("Josef Marek", place=1), Fact("Jan", place=2))
)


def listed(club: Club, digest: str = "a") -> OldList:
    return OldList.objects.create(club=club, name="1998.csv", digest=digest)


def wanted(*evenings: PastEvening, **known: int) -> ImportPlan:
    return ImportPlan("spjst", 100, False, evenings or (MAY, JUNE), known)


def rows() -> dict[str, int]:
    """How many of everything there are, but for the log."""
    models = (m for m in apps.get_models() if m is not Change)
    return {m._meta.label: m._base_manager.count() for m in models}


def taken(club: Club, *evenings: PastEvening, **known: int) -> OldList:
    return importer.take(
        old_list=listed(club), actor=build.command(), wanted=wanted(*evenings, **known)
    )


def test_what_a_list_does_not_say_is_blank_and_never_nothing(club: Club) -> None:
    taken(club)

    may = Tally.objects.filter(tournament__slug="1998-05-01").order_by("entry")
    assert [(t.place, t.tied, t.total, t.net, t.rounds) for t in may] == [
        (1, False, 340, 40, 3),
        (2, True, 260, -40, 3),
        (2, True, 260, None, None),
    ]
    june = Tally.objects.get(tournament__name="Farewell", place=1)
    assert (june.total, june.net, june.points, june.rounds) == (None,) * 4


def test_all_that_is_kept_follows_from_the_list(club: Club) -> None:
    made = taken(club)

    assert [*made.tournaments.values_list("public", flat=True)] == [True, True]
    assert not [
        said for each in made.tournaments.all() for said in differences_in(each)
    ]


def test_it_counts_in_the_season_as_far_as_it_is_known(club: Club) -> None:
    taken(club)

    season = seasons_of(club).get(slug="1998")
    found = season_standings(season)
    assert [(line.name, line.place, line.value) for line in found.lines] == [
        ("Josef Marek", 1, 17),
        ("Marie Kubala", 2, 10),
        ("Jan", 3, 8),
        ("Anna Havel", 4, 7),
    ]
    assert [line.rounds for line in found.lines] == [None, 3, None, None]


def test_a_player_has_his_old_evenings_and_no_form_from_them(club: Club) -> None:
    taken(club)

    (career,) = careers_of(evenings_of(club.players.get(name="Josef Marek")))
    assert (len(career.evenings), career.rounds, career.net) == (2, 3, -40)
    assert (career.within, career.best, career.best_place) == (None, None, 1)
    (unknown,) = careers_of(evenings_of(club.players.get(name="Anna Havel")))
    assert (unknown.rounds, unknown.net, unknown.a_round) == (None, None, None)


def test_everybody_sees_the_evening_and_nothing_leads_to_a_sheet(
    club: Club, client: Client
) -> None:
    taken(club)

    page = client.get(f"/{club.slug}/1998-05-01/")
    assert (
        message("This event comes from past results, so there are no score sheets.")
        in page.text
    )
    assert all(each in page.text for each in ("Marie", "340"))
    assert "rounds/" not in page.text
    number = club.players.get(name="Josef Marek").number
    for address in (
        "",
        "players/",
        f"players/{number}/",
        "?year=1998",
        "seasons/1998/",
        f"seasons/1998/players/{number}/",
        "seasons/1998/print/",
        "players/form/",
        "1998-05-01/editions/1/",
        "records/",
        "honours/",
        "all-time/",
        "hands/",
        f"players/{number}/hands/",
    ):
        answer = client.get(f"/{club.slug}/{address}")
        assert answer.status_code == 200, address
        assert "None" not in answer.text, address
    for address in ("print/", "places/1/", "screen/", "corrections/", "rules/"):
        assert client.get(f"/{club.slug}/1998-05-01/{address}").status_code == 404


def test_programs_hear_that_evenings_taken_back_are_gone(
    club: Club, settings: Any
) -> None:
    settings.SITE_URL = "https://tarok.example"
    made = taken(club)
    keys = {*made.tournaments.values_list("file_id", flat=True)}
    build.webhook(club)
    undo.take_back(old_list=made, actor=build.command())
    gone = WebhookTry.objects.filter(kind=WebhookTry.Kind.EVENING_GONE)
    assert {row.gone for row in gone} == keys
    assert keys


def test_taken_back_nothing_is_left(club: Club) -> None:
    build.player(club, "Somebody known")
    before = rows()

    made = taken(club)
    assert rows() != before
    undo.take_back(old_list=made, actor=build.command())

    assert rows() == before
    undo.take_back(old_list=made, actor=build.command())
    assert Change.objects.filter(what="old-list").count() == 2


def test_who_is_known_is_not_made_anew_and_stays(club: Club) -> None:
    marie = build.player(club, "Marie K.")

    made = taken(club, **{"Marie Kubala": marie.pk})
    assert Tally.objects.get(player=marie).place == 1
    undo.take_back(old_list=made, actor=build.command())

    assert [*club.players.all()] == [marie]


def test_who_plays_since_stays(club: Club) -> None:
    made = taken(club)
    stays = club.players.order_by("pk").first()
    evening = build.tournament(club, name="Of today")
    entries.add(tournament=evening, actor=build.command(), player=stays)
    assert undo.take_back(old_list=made, actor=build.command()) == 1
    assert [*club.players.all()] == [stays]


def test_one_file_comes_in_once(club: Club) -> None:
    taken(club)
    before = rows()

    with pytest.raises(
        ActionRefused,
        match=message(
            "This file has already been imported. Nothing was imported again."
        ),
    ):
        importer.take(old_list=listed(club), actor=build.command(), wanted=wanted())
    OldList.objects.filter(state=OldList.State.DRAFT).delete()
    assert rows() == before


def test_a_limit_of_the_club_counts_old_lists_too(club: Club, settings) -> None:
    """All of it is refused, in words, before anything is saved."""
    old, before = listed(club), rows()
    for limits, said in (
        ({"players": 3}, r"4 new players are over .* it can have 3 more\."),
        ({"evenings": 1}, r"2 more events are over .* it can have 1 more\."),
        (
            {"evenings": 0},
            message(
                "The club has reached its limit of events. Ask the site admin for more."
            ),
        ),
    ):
        settings.LIMITS = limits
        with pytest.raises(ActionRefused, match=said):
            importer.take(old_list=old, actor=build.command(), wanted=wanted())
        assert rows() == before
    settings.LIMITS = {"players": 4, "evenings": 2}
    importer.take(old_list=old, actor=build.command(), wanted=wanted())
    assert club.tournaments.count() == 2


def test_stopped_in_the_middle_nobody_sees_half_of_it(
    club: Club, client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(importer, "AT_ONCE", 1)
    real, calls = importer._add_evenings, []

    def stops(*args: object) -> None:
        calls.append(args)
        if len(calls) == 2:
            raise KeyboardInterrupt
        real(*args)  # type: ignore[arg-type]

    monkeypatch.setattr(importer, "_add_evenings", stops)
    half = listed(club)
    with pytest.raises(KeyboardInterrupt):
        importer.take(old_list=half, actor=build.command(), wanted=wanted())
    assert half.tournaments.count() == 1
    assert client.get(f"/{club.slug}/1998-05-01/").status_code == 404
    assert not seasons_of(club)
    assert "Kubala" not in client.get(f"/{club.slug}/players/").text

    importer.take(old_list=half, actor=build.command(), wanted=wanted())
    assert sorted(half.tournaments.values_list("slug", flat=True)) == [
        "1998-05-01",
        "1998-06-05",
    ]


def test_a_final_season_is_not_taken_from_under_itself(club: Club) -> None:
    made = taken(club)
    season = Season.objects.get(slug="1998")
    seasons.finish(season=season, actor=build.command())

    with pytest.raises(ActionRefused, match="1998"):
        undo.take_back(old_list=made, actor=build.command())
    assert made.tournaments.filter(public=True).count() == 2


def test_who_turned_out_to_be_somebody_is_told_first(club: Club) -> None:
    made = taken(club)
    kept, gone = (club.players.get(name=n) for n in ("Josef Marek", "Jan"))
    with pytest.raises(
        ActionRefused,
        match="are both in the past results, so they can’t be the same person",
    ):
        merges.merge(target=kept, duplicate=gone, actor=build.command(), key="1")

    josef = build.player(club, "Josef Márek")
    merge = merges.merge(target=josef, duplicate=kept, actor=build.command(), key="2")
    assert Tally.objects.filter(player=josef).count() == 2
    with pytest.raises(ActionRefused, match="Undo this merge first"):
        undo.take_back(old_list=made, actor=build.command())
    merges.undo(merge=merge, actor=build.command())
    undo.take_back(old_list=made, actor=build.command())
    # Of the merge that was undone is kept whom it was about.
    assert {*club.players.all()} == {kept, josef}
