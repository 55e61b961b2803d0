"""A person's own page: without an account, and every act a button."""

import re
from datetime import timedelta

import pytest
from django.db import connection
from django.http import HttpResponse
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from clubs.models import Club, Player
from scoring.models import Answer, Change, Tournament
from scoring.people import players
from scoring.signups import personal_links, rsvps
from scoring.signups.rsvps import coming_to
from tests import builders
from tests.markup import flowing
from tests.messages import message

pytestmark = pytest.mark.django_db


@pytest.fixture
def marie(club: Club) -> Player:
    return builders.player(club, "Marie Kubala")


@pytest.fixture
def evening(club: Club) -> Tournament:
    return builders.tournament(club, date=timezone.localdate(), asks=True)


def at(player: Player) -> str:
    return personal_links.path_of(
        personal_links.give(player=player, actor=builders.command())
    )


def page(player: Player) -> str:
    answer = Client().get(at(player))
    assert answer.status_code == 200
    return flowing(answer.content.decode())


def press(player: Player, evening: Tournament, answer: str) -> HttpResponse:
    sent = {"evening": evening.pk, "answer": answer}
    return Client().post(at(player), sent)


def test_opening_it_changes_nothing(marie: Player, evening: Tournament) -> None:
    before = Change.objects.count()
    address = at(marie)
    for method in ("get", "head"):
        assert getattr(Client(), method)(address).status_code == 200
    assert Change.objects.count() == before + 1  # that the link was made
    assert not Answer.objects.exists()
    answer = Client().get(address)
    assert "noindex" in answer.content.decode()
    assert "no-store" in answer["Cache-Control"]


@pytest.mark.parametrize(
    ("button", "said"),
    [
        ("come", message("You’re going.")),
        ("late", message("You’re going, maybe late.")),
        ("needed", message("You’re on standby. You’ll play if someone is missing.")),
        ("out", message("You said you can’t make it.")),
    ],
)
def test_a_press_is_an_answer(
    marie: Player, evening: Tournament, button: str, said: str
) -> None:
    assert message("You haven’t responded yet.") in page(marie)
    answer = press(marie, evening, button)
    assert answer.status_code == 302
    assert answer["Location"].endswith(f"#evening-{evening.pk}")
    assert said in page(marie)
    change = Change.objects.first()
    assert (change.by, change.by_name, change.source) == (None, "Marie Kubala", "link")
    press(marie, evening, button)
    assert Answer.objects.count() == 1


def test_a_full_evening_says_which_place_in_line(
    club: Club, marie: Player, evening: Tournament
) -> None:
    Tournament.objects.update(places=1)
    builders.entries(evening, 1)
    press(marie, evening, "come")
    said = page(marie)
    assert (
        message("This event is full. You’re number {n} on the waitlist.", n=1) in said
    )
    evening.entries.update(state="absent")
    assert "A spot opened up for you. Claim it by" in page(marie)
    press(marie, evening, "come")
    assert message("You’re going.") in page(marie)


def test_a_closed_list_says_so_and_takes_nothing(
    marie: Player, evening: Tournament
) -> None:
    until = timezone.now() - timedelta(hours=1)
    Tournament.objects.update(answers_until=until)
    assert "RSVPs closed at" in page(marie)
    answer = press(marie, evening, "come")
    assert answer.status_code == 409
    assert "RSVPs closed at" in answer.content.decode()
    assert not Answer.objects.exists()


def test_where_nobody_is_asked_the_director_is_told(
    marie: Player, evening: Tournament
) -> None:
    Tournament.objects.update(asks=False)
    assert message("Tell the director if you’re going.") in page(marie)
    assert press(marie, evening, "come").status_code == 409
    assert not Answer.objects.exists()


def test_an_evening_of_another_club_takes_no_answer(marie: Player) -> None:
    other = builders.tournament(
        builders.club("other"), date=timezone.localdate(), asks=True
    )
    assert press(marie, other, "come").status_code == 409
    hidden = builders.tournament(
        marie.club, date=timezone.localdate(), asks=True, public=False
    )
    assert hidden.name not in page(marie)
    assert press(marie, hidden, "come").status_code == 409
    rsvps.ask(tournament=hidden, players=[marie], actor=builders.command())
    assert press(marie, hidden, "come").status_code == 302


@pytest.mark.parametrize(
    "sent",
    [
        {},
        {"evening": "x", "answer": "come"},
        {"evening": "9" * 30, "answer": "come"},
        {"evening": "1", "answer": "maybe"},
    ],
)
def test_a_press_of_nothing_is_refused(
    marie: Player, evening: Tournament, sent: dict[str, str]
) -> None:
    answer = Client().post(at(marie), sent)
    assert answer.status_code == 409
    assert not Answer.objects.exists()


def test_tonight_has_seat_place_and_sheet(marie: Player, evening: Tournament) -> None:
    entry = builders.entries(evening, 4)[0]
    rnd = builders.published_round(evening, 1)
    own = page(entry.player)
    assert "Round 1: table 1, seat" in own
    assert rnd.sheets.get().get_absolute_url() in own
    assert "Your place so far" not in own
    builders.verified_sheet(rnd.sheets.get())
    builders.over(rnd)
    assert "Your place so far" in page(entry.player)


def test_nothing_leads_to_an_evening_that_is_not_public(
    club: Club, evening: Tournament
) -> None:
    entry = builders.entries(evening, 4)[0]
    later = builders.tournament(club, slug="b", date=evening.date, asks=True)
    press(entry.player, later, "come")
    rnd = builders.published_round(evening, 1)
    builders.verified_sheet(rnd.sheets.get())
    builders.over(rnd)
    builders.published_round(evening, 2)
    own = page(entry.player)
    for tournament in (evening, later):
        assert tournament.get_absolute_url() in own
    Tournament.objects.update(public=False)
    own = page(entry.player)
    for tournament in (evening, later):
        assert tournament.get_absolute_url() not in own
        assert tournament.name in own
    assert "Round 2: table 1, seat" in own
    assert "Your place so far: " in own


def test_ones_results_are_linked_where_there_is_such_a_page(
    marie: Player, club: Club, evening: Tournament
) -> None:
    def linked(player: Player) -> bool:
        where = reverse("scoring:player", args=[club.slug, player.number])
        is_there = Client().get(where).status_code == 200
        assert (where in page(player)) == is_there
        return is_there

    assert not linked(marie)
    entry = builders.entries(evening, 4)[0]
    builders.verified_sheet(builders.published_round(evening, 1).sheets.get())
    assert linked(entry.player)
    players.change(player=entry.player, actor=builders.command(), shown="hidden")
    assert not linked(entry.player)


def test_a_link_of_nobody_is_not_there(marie: Player) -> None:
    address = at(marie)
    assert Client().get(reverse("scoring:me", args=["x" * 38])).status_code == 404
    players.erase(player=marie, actor=builders.command())
    assert Client().get(address).status_code == 404


def test_what_so_many_make_is_said(marie: Player, evening: Tournament) -> None:
    builders.entries(evening, 9)
    said = page(marie)
    assert message("{n} players are going.", n=9) in said
    assert message("{n} more players would fill another table.", n=3) in said
    assert len(coming_to(evening).inside) == 9


def test_the_evenings_public_page_invites(marie: Player, evening: Tournament) -> None:
    where = evening.get_absolute_url()
    press(marie, evening, "come")
    said = flowing(Client().get(where).content.decode())
    assert "1 player is going. 3 more players would fill a table." in said
    assert message("RSVP with your personal link.") in said
    Tournament.objects.update(asks=False)
    assert "your personal link" not in Client().get(where).content.decode()


def test_more_evenings_and_people_cost_no_more_queries(
    club: Club, marie: Player, evening: Tournament
) -> None:
    where = at(marie)
    lists = [where, f"{where}calendar.ics", reverse("scoring:club", args=[club.slug])]
    press(marie, evening, "come")
    before = [queries_of(each) for each in lists]
    for week in range(1, 6):
        day = timezone.localdate() + timedelta(weeks=week)
        other = builders.tournament(club, slug=f"later{week}", date=day, asks=True)
        for entry in builders.entries(other, 5):
            rsvps.set_going(
                tournament=other, player=entry.player, actor=builders.command()
            )
        press(marie, other, "come")
    assert page(marie).count(message("You’re going.")) == 6
    assert [queries_of(each) for each in lists] == before


def queries_of(address: str) -> int:
    with CaptureQueriesContext(connection) as caught:
        assert Client().get(address).status_code == 200
    return len(caught)


def act(player: Player, word: str) -> str:
    client = Client()
    answer = client.post(f"{at(player)}out/", {"act": word}, follow=True)
    return flowing(answer.content.decode())


def test_the_name_is_hidden_and_shown_again(marie: Player) -> None:
    said = act(marie, "hide")
    marie.refresh_from_db()
    assert marie.shown == "hidden"
    assert message("Show my name the way the club shows names") in said
    act(marie, "show")
    marie.refresh_from_db()
    assert marie.shown == ""
    assert message("Select one of the buttons.") in act(marie, "erase")


def test_take_me_out_hides_stays_away_and_asks_the_director(
    marie: Player, evening: Tournament
) -> None:
    press(marie, evening, "come")
    said = act(marie, "out")
    assert (
        message(
            "You asked us to remove your data. The director will do it, and will "
            "talk to you first if there’s a question."
        )
        in said
    )
    marie.refresh_from_db()
    assert (marie.shown, marie.erased_at) == ("hidden", None)
    assert not evening.entries.exists()
    assert players.who_want_out(marie.club) == [marie]
    assert message("Remove my data") in act(marie, "stay")
    assert players.who_want_out(marie.club) == []


def test_own_data_is_a_file_by_a_button(marie: Player) -> None:
    sent = {"kind": "json", "key": "own"}
    answer = Client().post(f"{at(marie)}data/", sent)
    data = b"".join(answer.streaming_content).decode()
    assert "Marie Kubala" in data
    assert Change.objects.get(key="own").by_name == "Marie Kubala"
    wrong = Client().post(f"{at(marie)}data/", {"kind": "exe", "key": "k"})
    assert wrong.status_code == 302
    assert Client().get(f"{at(marie)}data/").status_code == 405


def test_own_sheets_of_tonight_stand_there(marie: Player, club: Club) -> None:
    tonight = builders.tournament(club, date=timezone.localdate())
    people = builders.entries(tonight, 3)
    people.append(tonight.entries.create(number=9, name=marie.name, player=marie))
    tonight.entries.update(state="here")
    first = builders.published_round(tonight, [people])
    second = builders.published_round(tonight, [people])
    said = page(marie)
    assert second.sheets.get().get_absolute_url() in said
    assert message("round {round}, table {table}", round=1, table=1) in said
    assert first.sheets.get().get_absolute_url() in said


def part_of(player: Player, mark: str = "") -> HttpResponse:
    return Client(headers={"HX-Request": "true"}).get(at(player), {"v": mark})


def test_an_open_page_gets_its_seat_and_place_once_they_are_new(
    marie: Player, evening: Tournament
) -> None:
    entry = builders.entries(evening, 4)[0]
    player = entry.player
    whole = page(player)
    assert 'hx-trigger="every 15s, look-now"' in whole
    [mark] = re.findall(r'hx-get="[^"]*\?v=(\w+)"', whole)
    assert part_of(player, mark).status_code == 204
    rnd = builders.published_round(evening, 1)
    part = part_of(player, mark)
    assert (part.status_code, b"Round 1: table 1, seat" in part.content) == (200, True)
    assert b"<html" not in part.content
    [mark] = re.findall(r'hx-get="[^"]*\?v=(\w+)"', part.content.decode())
    assert part_of(player, mark).status_code == 204
    builders.verified_sheet(rnd.sheets.get())
    assert b"Your place so far" in part_of(player, mark).content


def test_a_page_without_an_event_today_asks_for_nothing(
    marie: Player, evening: Tournament
) -> None:
    Tournament.objects.update(date=timezone.localdate() + timedelta(days=1))
    assert "hx-get" not in page(marie)


def test_later_events_of_a_series_are_a_line_each(
    marie: Player, evening: Tournament
) -> None:
    later = builders.tournament(
        evening.club,
        name=evening.name,
        slug="later",
        date=timezone.localdate() + timedelta(days=7),
        fee=750,
        asks=True,
    )
    josef = builders.player(evening.club, "Josef Marek")
    rsvps.set_going(tournament=later, player=josef, actor=builders.command())
    whole = page(marie)
    assert f'<section class="hero invitation" id="evening-{evening.pk}"' in whole
    line = whole.partition(f'<details class="card" id="evening-{later.pk}"')[2]
    summary, _, inside = line.partition("</summary>")
    assert "$7.50" in summary
    assert message("{n} going", n=1) in summary
    assert message("no answer yet") in summary
    assert "Josef Marek" in inside.partition("</details>")[0]
    press(marie, later, "come")
    summary = page(marie).partition(f'id="evening-{later.pk}"')[2]
    assert message("{n} going", n=2) in summary.partition("</summary>")[0]


def test_a_canceled_event_says_so_and_nothing_else(
    marie: Player, evening: Tournament
) -> None:
    rsvps.set_going(tournament=evening, player=marie, actor=builders.command())
    rsvps.call_off(tournament=evening, actor=builders.command())
    card = page(marie).partition(f'id="evening-{evening.pk}"')[2]
    card = card.partition("</section>")[0]
    assert message("This event is canceled.") in card
    assert message("You’re going.") not in card
    assert "<button" not in card


def test_the_worker_is_served_in_its_scope() -> None:
    answer = Client().get("/me/worker.js")
    assert answer["Content-Type"].startswith("text/javascript")
    assert answer["Cache-Control"] == "no-cache"
