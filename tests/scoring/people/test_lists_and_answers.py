"""A list beside what people said themselves: nobody's answer changes without asking."""

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from clubs.models import Club, Player
from scoring.models import Answer, Entry, Tournament
from scoring.people import add_from_club
from scoring.people.entry_lists import NEW, decided, enter, plan_of
from scoring.people.name_parsing import read_pasted
from tests import builders
from tests.markup import flowing
from tests.messages import message
from tests.world import client_of

pytestmark = pytest.mark.django_db
BY = builders.command()


@pytest.fixture
def evening(club: Club) -> Tournament:
    return builders.tournament(club, asks=True)


@pytest.fixture
def marie(club: Club) -> Player:
    return builders.player(club, "Marie Kubala")


@pytest.fixture
def desk(club: Club) -> Client:
    return client_of(builders.member(club, "director"))


def answers(evening: Tournament, player: Player, state: str, **facts: bool) -> Answer:
    return Answer.objects.create(
        tournament=evening, player=player, state=state, since=timezone.now(), **facts
    )


def take(evening: Tournament, text: str, agreed: set[int] = frozenset()) -> int:
    plan = plan_of(evening, read_pasted(text).people)
    choices = {each.listed.line: NEW for each in plan}
    people = decided(plan, choices, agreed)
    return enter(tournament=evening, actor=BY, people=people, key="k")


def paste(desk: Client, evening: Tournament, text: str) -> tuple[str, str]:
    args = [evening.club.slug, evening.slug]
    got = desk.post(reverse("scoring:entries-paste", args=args), {"text": text})
    return got.context["form"]["text"].value(), flowing(got.content.decode())


def confirm(desk: Client, evening: Tournament, text: str, **sent: object) -> str:
    where = reverse("scoring:entries-confirm", args=[evening.club.slug, evening.slug])
    got = desk.post(where, {"text": text, "key": "k1", **sent}, follow=True)
    return flowing(got.content.decode())


def test_a_no_stays_a_no_unless_the_director_says_so(
    evening: Tournament, marie: Player
) -> None:
    answer = answers(evening, marie, "out")
    assert take(evening, "Marie Kubala\nEmil Hruska") == 1
    answer.refresh_from_db()
    assert (answer.state, evening.entries.count()) == ("out", 1)


def test_with_the_directors_word_a_no_becomes_a_yes(
    evening: Tournament, marie: Player
) -> None:
    answer = answers(evening, marie, "out")
    assert take(evening, "Marie Kubala", {marie.pk}) == 1
    answer.refresh_from_db()
    assert answer.state == "in"
    assert evening.entries.get().player == marie


@pytest.mark.parametrize("comes", ["late", "needed", "waiting", "asked"])
def test_no_word_of_a_list_replaces_a_no(
    evening: Tournament, marie: Player, comes: str
) -> None:
    answer = answers(evening, marie, "out")
    take(evening, f"Name\tComes\nMarie Kubala\t{comes}")
    answer.refresh_from_db()
    assert (answer.state, answer.if_needed) == ("out", False)


@pytest.mark.parametrize("comes", ["out", "asked"])
@pytest.mark.parametrize("state", ["waiting", "in"])
def test_a_yes_becomes_no_no_and_is_not_asked_again(
    evening: Tournament, marie: Player, comes: str, state: str
) -> None:
    Tournament.objects.update(places=1)
    builders.entries(evening, 1)
    answer = answers(evening, marie, state, if_needed=state == "in")
    take(evening, f"Name\tComes\nMarie Kubala\t{comes}")
    answer.refresh_from_db()
    assert (answer.state, answer.if_needed) == (state, state == "in")


def test_who_waits_and_stands_in_a_list_is_in(
    evening: Tournament, marie: Player
) -> None:
    answer = answers(evening, marie, "waiting")
    assert take(evening, "Marie Kubala") == 1
    answer.refresh_from_db()
    assert answer.state == "in"


def test_the_preview_asks_and_the_box_is_clear(
    evening: Tournament, marie: Player, desk: Client
) -> None:
    answers(evening, marie, "out")
    text, page = paste(desk, evening, "Marie Kubala\nEmil Hruska")
    assert "Marie Kubala said they can’t make it" in page
    assert f'name="agreed" value="{marie.pk}" id' in page
    assert "checked" not in page.partition('name="agreed"')[2].partition(">")[0]
    said = confirm(desk, evening, text)
    assert message("{n} person was entered.", n=1) in said
    assert "Not changed" in said
    assert not evening.entries.filter(player=marie).exists()


def test_the_box_enters_them(evening: Tournament, marie: Player, desk: Client) -> None:
    answers(evening, marie, "out")
    text, _ = paste(desk, evening, "Marie Kubala")
    assert "Not changed" not in confirm(desk, evening, text, agreed=[marie.pk])
    assert evening.entries.get().player == marie


def test_a_no_said_while_the_list_is_looked_at_holds(
    evening: Tournament, marie: Player, desk: Client
) -> None:
    text, _ = paste(desk, evening, "Marie Kubala")
    answers(evening, marie, "out")
    assert "because of their own RSVP: Marie Kubala" in confirm(desk, evening, text)
    assert not evening.entries.exists()


def test_a_doubtful_line_is_asked_about_too(
    evening: Tournament, marie: Player, desk: Client
) -> None:
    answers(evening, marie, "out")
    text, page = paste(desk, evening, "Maria Kubala")
    assert "Marie Kubala said they can’t make it" in page
    same = f"player-{marie.pk}"
    assert "Not changed" in confirm(desk, evening, text, line_2=same)
    assert not evening.entries.exists()


def test_those_of_last_time_who_cannot_come_are_not_ticked(
    evening: Tournament, club: Club, desk: Client
) -> None:
    before = builders.tournament(club, name="October", date=builders.DAY.replace(day=1))
    first, second = builders.entries(before, 2)
    answers(evening, first.player, "out")
    where = reverse("scoring:entries-pick", args=[club.slug, evening.slug])
    got = desk.get(f"{where}?like={before.slug}")
    assert got.context["ticked"] == {str(second.player.pk)}
    assert "can’t make it" in flowing(got.content.decode())
    chosen = [first.player.pk]
    add_from_club.enter_picked(
        tournament=evening, actor=BY, chosen=chosen, last=before, key="k", state="here"
    )
    assert Entry.objects.get(tournament=evening).player == first.player
    assert Answer.objects.get().state == "in"
