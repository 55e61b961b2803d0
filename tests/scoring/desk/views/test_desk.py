"""The club's desk, the way to a sheet, and the end of the demo."""

from datetime import date
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from clubs.models import Club, Role
from scoring.draw import manual_seating
from scoring.models import Tournament
from scoring.signups import email_addresses, name_signups, personal_links
from tests import builders
from tests.in_turn import in_turn
from tests.messages import message

pytestmark = pytest.mark.django_db


def desk(club: Club, name: str = "desk") -> str:
    return reverse(f"scoring:{name}", args=[club.slug])


@pytest.fixture
def owner(club: Club, client: Client) -> Client:
    client.force_login(builders.member(club, "owner"))
    return client


def test_the_desk_without_a_club_is_that_of_the_only_one_or_a_choice(
    club: Club, client: Client
) -> None:
    address, user = reverse("scoring:desks"), builders.user()
    assert client.get(address).url.startswith(reverse("clubs:sign-in"))
    client.force_login(user)
    assert client.get(address).url == reverse("clubs:home")
    Role.objects.create(user=user, club=club, kind=Role.Kind.SCOREKEEPER)
    assert client.get(address).url == desk(club)
    other = builders.club("lodge-88", name="Lodge 88")
    Role.objects.create(user=user, club=other, kind=Role.Kind.OWNER)
    page = client.get(address).content.decode()
    assert f'href="{desk(club)}"' in page
    assert f'href="{desk(other)}"' in page
    guide = client.get(reverse("clubs:guide", args=["director"])).content.decode()
    assert f'href="{address}"' in guide


def test_everybody_sees_what_he_may_do(club: Club, client: Client) -> None:
    for kind, shown in (
        ("scorekeeper", []),
        ("director", ["tournament-new", "players", "log"]),
        ("owner", ["tournament-new", "players", "log", "people", "settings"]),
    ):
        client.force_login(builders.member(club, kind))
        html = client.get(desk(club)).content.decode()
        for name in ("tournament-new", "players", "log"):
            assert (f'"{desk(club, name)}"' in html) == (name in shown)
        for name in ("scoring:people", "clubs:settings"):
            address = reverse(name, args=[club.slug])
            assert (f'"{address}"' in html) == (name.partition(":")[2] in shown)


def test_what_waits_for_a_director_stands_there(club: Club, client: Client) -> None:
    by = builders.command()
    client.force_login(builders.member(club, "director"))
    assert message("Waiting for you") not in client.get(desk(club)).content.decode()
    club.word = "felt"
    club.save()
    evening, over = (
        builders.tournament(club, name=name, slug=name, asks=True, date=day)
        for name, day in (("next", timezone.localdate()), ("last", builders.DAY))
    )
    for n, tournament in enumerate((evening, evening, over)):
        name = f"Guest {n}"
        name_signups.sign_up(tournament=tournament, name=name, lodge="", key=name)
    builders.entries(over, 4)
    builders.published_round(over, 1)
    marie, josef = builders.players(club, ["Marie Kubala", "Josef Marek"])
    link = personal_links.give(player=marie, actor=by)
    personal_links.request_erasure(link=link, actor=by, wants=True)
    mail = email_addresses.give(
        player=josef, actor=by, email="josef@example.org", wishes=["eve"]
    )
    email_addresses.note_refused(mail, "550")
    page = client.get(desk(club))
    where = reverse("scoring:coming", args=[club.slug, evening.slug])
    assert page.context["waits"] == [
        (
            message("{n} sign-ups to confirm: {tournament}", n=2, tournament="next"),
            f"{where}#to-confirm",
        ),
        (message("{n} email address isn’t working", n=1), desk(club, "mails")),
        (message("{n} player wants their data removed", n=1), desk(club, "players")),
    ]
    assert client.get(f"{where}#to-confirm").status_code == 200
    assert 'id="to-confirm"' in client.get(where).content.decode()
    client.force_login(builders.member(club, "scorekeeper"))
    assert message("Waiting for you") not in client.get(desk(club)).content.decode()


DESK_PAGES = (
    "scoring:people",
    "clubs:settings",
    "scoring:tournament-new",
    "scoring:log",
    "scoring:players",
    "scoring:player-new",
)
TOURNAMENT_PAGES = (
    "tournament-desk",
    "tournament-settings",
    "rules-change",
    "entries",
    "entries-paste",
    "draw",
    "rulings",
    "prints",
)


@in_turn("name", [*DESK_PAGES, *TOURNAMENT_PAGES])
def test_the_way_back_begins_at_the_desk(
    club: Club, tournament: Tournament, owner: Client, name: str
) -> None:
    where = (
        reverse(name, args=[club.slug])
        if name in DESK_PAGES
        else reverse(f"scoring:{name}", args=[club.slug, tournament.slug])
    )
    crumbs = owner.get(where).context["crumbs"]
    assert crumbs[0] == ("Desk", desk(club))


def test_tournaments_stand_by_how_far_they_are(
    club: Club, client: Client, django_assert_num_queries
) -> None:
    running = builders.tournament(club, name="Running cup")
    builders.published_round(running)
    builders.tournament(club, name="Coming cup")
    over = builders.tournament(club, name="Finished cup")
    over.finished_at = "2026-11-01T00:00:00Z"
    over.save()
    client.force_login(builders.member(club, "director"))
    with django_assert_num_queries(19):
        html = client.get(desk(club)).content.decode()
    order = [
        message("In progress"),
        "Running cup",
        "Upcoming",
        "Coming cup",
        "Finished cup",
    ]
    assert [html.index(word) for word in order] == sorted(map(html.index, order))
    assert message("round {round} of {planned}", round=1, planned=3) in html
    assert f"?like={over.slug}" in html


def test_finished_tournaments_stand_by_year(club: Club, client: Client) -> None:
    builders.tournament(club, name="Forgotten", date=date(2023, 1, 1))
    for year in (2024, 2025):
        over = builders.tournament(club, name=f"Fall {year}", date=date(year, 9, 9))
        Tournament.objects.filter(pk=over.pk).update(finished_at=timezone.now())
    client.force_login(builders.member(club, "director"))

    def shown(**asked: str) -> list[bool]:
        html = client.get(desk(club), asked).content.decode()
        assert f"?like={over.slug}" in html, "whatever year is shown"
        return [name in html for name in ("Forgotten", "Fall 2024", "Fall 2025")]

    assert shown() == shown(year="1999") == [True, False, True]
    assert shown(year="2024") == [True, True, False]


def test_an_empty_desk_offers_the_first_step(club: Club, client: Client) -> None:
    client.force_login(builders.member(club, "director"))
    assert message("Create tournament") in client.get(desk(club)).content.decode()


def test_a_code_or_a_table_leads_to_the_sheet(club: Club, client: Client) -> None:
    client.force_login(builders.member(club))
    tournament = builders.tournament(club)
    sheet = builders.published_round(tournament, 2).sheets.get(table=2)
    wanted = reverse("scoring:sheet-desk", args=[club.slug, tournament.slug, 1, 2])
    for typed in (sheet.code, sheet.code.lower(), f" {sheet.code} ", "2"):
        answer = client.get(desk(club, "find"), {"q": typed})
        assert answer.url == f"{wanted}?paper", typed


def test_a_draft_or_another_clubs_code_is_not_found(club: Club, client: Client) -> None:
    client.force_login(builders.member(club))
    other = builders.open_sheet(builders.tournament(builders.club("other")))
    tournament = builders.tournament(club)
    draft = manual_seating.seat_by_hand(
        tournament=tournament,
        actor=builders.command(),
        tables=[builders.entries(tournament, 4)],
    ).sheets.get()
    for typed in (other.code, draft.code, "1", "", "99999999", "²", "NOPE"):
        answer = client.get(desk(club, "find"), {"q": typed})
        assert answer.url == desk(club), typed


def test_only_the_site_admin_removes_the_demo(
    club: Club, client: Client, settings: Any
) -> None:
    """An owner of another club is a stranger here, above all where clubs open freely."""
    settings.OPEN_CLUBS = True
    demo = builders.club("demo-lodge", is_demo=True)
    removal = desk(demo, "remove-demo")
    assert client.post(removal).url.startswith(reverse("clubs:sign-in"))
    for kind in Role.Kind:
        client.force_login(builders.member(club, kind))
        assert removal not in client.get(reverse("clubs:home")).content.decode()
        assert client.post(removal).status_code == 404
    assert Club.objects.filter(pk=demo.pk).exists()
    client.force_login(builders.user("root", is_superuser=True))
    assert removal in client.get(reverse("clubs:home")).content.decode()
    assert client.get(removal).status_code == 405
    for _ in range(2):
        assert client.post(removal).url == reverse("clubs:home")
    assert list(Club.objects.all()) == [club]


def test_a_real_club_is_never_removed(club: Club, client: Client) -> None:
    client.force_login(builders.user("root", is_superuser=True))
    assert client.post(desk(club, "remove-demo")).status_code == 404
    assert Club.objects.get() == club
