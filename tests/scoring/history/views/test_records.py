"""Records, honours and the all-time list, as everybody reads them."""

from datetime import date
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from clubs.models import Club, Player, Shown
from scoring.history.views import records as pages
from scoring.models import Tournament
from scoring.sheets.hands import hands_in_force
from scoring.tournaments import tournaments
from tests import builders as build
from tests.messages import message
from tests.rules.spjst.builders import povinost

pytestmark = pytest.mark.django_db
BY = build.command()
PAGES = ("records", "honours", "all-time")


@pytest.fixture
def played(club: Club) -> Tournament:
    """An evening of one round with one hand, which is final."""
    tournament = build.tournament(club, rounds_planned=1, date=date(2011, 3, 4))
    sheet = build.open_sheet(tournament)
    build.recorded(sheet, BY, key="hand", record=povinost(points=50))
    build.verified_sheet(sheet)
    return tournaments.finish(tournament=tournament, actor=BY)


def shown(club: Club, which: str, **asked: str) -> str:
    answer = Client().get(reverse(f"scoring:{which}", args=[club.slug]), asked)
    assert answer.status_code == 200
    text = " ".join(answer.content.decode().split())
    return text[text.index("<main") : text.index("</main>")]


@pytest.mark.parametrize("page", PAGES)
def test_an_empty_page_says_what_will_stand_there(club: Club, page: str) -> None:
    text = shown(club, page, game="marias", year="1999", q="")
    assert "once a tournament’s standings are final" in text


def test_a_record_leads_to_its_sheet_its_hand_and_its_holder(
    played: Tournament,
) -> None:
    text = shown(played.club, "records")
    sheet = played.rounds.get().sheets.get()
    marie = played.entries.get(number=1).player
    (hand,) = hands_in_force(sheet)
    assert f'href="{marie.get_absolute_url()}">{marie.name}</a>' in text
    assert f'<a href="{sheet.get_absolute_url()}">Mar 4, 2011, round 1, table 1' in text
    assert f'href="{sheet.get_absolute_url()}#h{hand.number}"' in text
    assert "<b>+31</b>" in text
    assert f"<b>+{max(hand.net)}</b>" in text
    assert "1 event, Mar 4, 2011" in text
    on_sheet = Client().get(sheet.get_absolute_url()).content.decode()
    assert f'id="h{hand.number}"' in on_sheet


def test_the_player_and_the_club_lead_there(played: Tournament) -> None:
    marie = played.entries.get(number=1).player
    page = Client().get(marie.get_absolute_url()).content.decode()
    records = reverse("scoring:records", args=[played.club.slug])
    assert f"{records}?game=spjst#round" in page
    home = Client().get(played.club.get_absolute_url()).content.decode()
    for each in PAGES:
        assert reverse(f"scoring:{each}", args=[played.club.slug]) in home


@pytest.mark.parametrize("page", PAGES)
def test_names_are_shown_as_each_wishes(played: Tournament, page: str) -> None:
    marie = played.entries.get(number=1).player
    assert marie.name in shown(played.club, page)
    Player.objects.filter(pk=marie.pk).update(shown=Shown.HIDDEN)
    Club.objects.update(names_version=1, shown=Shown.SHORT)
    text = shown(played.club, page)
    assert "Kubala" not in text
    assert "Marie K." not in text
    assert marie.get_absolute_url() not in text
    assert (message("not shown") in text) == (page != "all-time")
    if page == "all-time":
        assert "Josef M." in text


def test_the_list_is_sorted_searched_and_turned(
    played: Tournament, monkeypatch: pytest.MonkeyPatch
) -> None:
    club = played.club
    monkeypatch.setattr(pages, "LINES_A_PAGE", 2)
    assert "Marie Kubala" in shown(club, "all-time")
    assert "Marie Kubala" not in shown(club, "all-time", sort="net")
    assert "Marie Kubala" in shown(club, "all-time", page="2", sort="net")
    assert "Marie Kubala" in shown(club, "all-time", sort="-average", page="x")
    found = shown(club, "all-time", q="kub")
    assert "1 player<" in found
    assert "Josef Marek" not in found
    assert message(
        "No player matches. Try part of the name, in any order. Accents don’t matter."
    ) in shown(club, "all-time", q="nobody")


def test_each_game_has_records_of_its_own(played: Tournament) -> None:
    assert "Mariás" not in shown(played.club, "records")
    other = build.tournament(played.club, name="Other", date=date(2012, 3, 4))
    build.verified_sheet(build.open_sheet(other), (150, 50, 100, 100))
    tournaments.finish(tournament=other, actor=BY)
    Tournament.objects.filter(pk=other.pk).update(game="marias")
    assert "+50" not in shown(played.club, "records")
    text = shown(played.club, "records", game="marias")
    assert "+50" in text
    assert message("the record until then") in text
    assert "?game=marias" in shown(played.club, "all-time")


def test_queries_do_not_grow(
    played: Tournament, django_assert_max_num_queries: Any
) -> None:
    wanted = {"records": 5, "honours": 8, "all-time": 4}
    for times in range(2):
        for page, many in wanted.items():
            shown(played.club, page)
            with django_assert_max_num_queries(many):
                shown(played.club, page)
        if not times:
            again = build.tournament(played.club, name="Again")
            build.verified_sheet(build.open_sheet(again))
            tournaments.finish(tournament=again, actor=BY)
