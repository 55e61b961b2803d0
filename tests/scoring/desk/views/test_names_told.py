"""Who writes for everybody, and names somebody who shows less, is told."""

import pytest
from django.test import Client
from django.urls import reverse

from clubs.models import Club, Player, Shown
from scoring.core.names import named_in_full
from scoring.models import Adjustment, Announcement, Tournament
from tests import builders as build
from tests.in_turn import in_turn
from tests.messages import message

pytestmark = pytest.mark.django_db
TOLD = (
    "it has the full names of people who are shown differently in public: "
    "Zdenka Tichá (not shown)."
)


@pytest.fixture
def tournament(club: Club) -> Tournament:
    tournament = build.tournament(club)
    build.verified_sheet(build.open_sheet(tournament))
    hidden = build.player(club, "Zdenka Tichá")
    Player.objects.filter(pk=hidden.pk).update(shown=Shown.HIDDEN)
    Club.objects.filter(pk=club.pk).update(names_version=1)
    return tournament


@pytest.fixture
def director(tournament: Tournament, client: Client) -> Client:
    client.force_login(build.member(tournament.club, "director"))
    return client


def at(tournament: Tournament, name: str, *more: object) -> str:
    return reverse(
        f"scoring:{name}", args=[tournament.club.slug, tournament.slug, *more]
    )


@in_turn(
    "text, is_told",
    [
        ("Zdenka Tichá wins a ham", True),
        ("ticha zdenka, to the desk!", True),
        ("ZDENKA TICHÁ", True),
        ("Zdenka wins a ham", False),
        ("Zdenka and Tichá", False),
        ("Zdenka Tichánková", False),
        ("Supper at 7:30", False),
    ],
)
def test_whom_a_text_names(tournament: Tournament, text: str, is_told: bool) -> None:
    club = Club.objects.get(pk=tournament.club_id)
    assert (
        named_in_full(text, club) == [("Zdenka Tichá", message("not shown"))] * is_told
    )


def test_where_all_are_shown_in_full_nobody_asks(
    club: Club, django_assert_num_queries
) -> None:
    build.player(club, "Zdenka Tichá")
    club.refresh_from_db()
    with django_assert_num_queries(0):
        assert named_in_full("Zdenka Tichá", club) == []
    club.shown = Shown.SHORT
    assert named_in_full("Zdenka Tichá", club) == [("Zdenka Tichá", "Zdenka T.")]


def test_an_announcement_is_up_and_its_writer_told(
    tournament: Tournament, director: Client
) -> None:
    add = at(tournament, "announcement-add")
    sent = {"key": "a", "text": "Zdenka Tichá wins a ham"}
    page = director.post(add, sent, follow=True)
    assert TOLD in page.text
    assert Announcement.objects.get().text == sent["text"]
    # A part of an open page cannot show it: the page is loaded anew.
    part = director.post(add, sent | {"key": "b"}, headers={"HX-Request": "true"})
    assert part.headers["HX-Refresh"] == "true"
    plain = {"key": "c", "text": "Supper at 7:30"}
    quiet = director.post(add, plain, headers={"HX-Request": "true"})
    assert "HX-Refresh" not in quiet.headers
    assert (
        "Everyone can read what you wrote, and it has the full names of people "
        "who are shown differently in public:"
    ) in director.get(at(tournament, "tournament-desk")).text


def test_reasons_that_everybody_reads_are_looked_at(
    tournament: Tournament, director: Client
) -> None:
    why = "Zdenka Tichá saw it (§31)"
    ruling = {"key": "r", "entry": "1", "chips": "-10", "reason": why}
    shown = director.post(at(tournament, "ruling-add"), ruling).text
    mark = shown.partition('name="effects_seen" value="')[2].partition('"')[0]
    made = director.post(
        at(tournament, "ruling-add"), ruling | {"effects_seen": mark}, follow=True
    )
    assert Adjustment.objects.get().reason == why
    assert TOLD in made.text

    sheet = tournament.rounds.get().sheets.get()
    held = {"held1": "90", "held2": "110", "held3": "100", "held4": "100"}
    seen = sheet.counts.count()
    corrected = director.post(
        at(tournament, "sheet-correct", 1, 1),
        held | {"reason": why, "seen": str(seen), "key": "c"},
        follow=True,
    )
    assert sheet.counts.filter(reason=why).exists(), corrected.text
    assert TOLD in corrected.text
