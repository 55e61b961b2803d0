"""Signing up by name: the club's word, what programs do, and who the director says it is."""

import re
from datetime import timedelta
from typing import Any

import pytest
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from clubs import forms
from clubs.compile_messages import MADE_UP
from clubs.models import Club, Player
from scoring.models import Change, Entry, SignUp, Tournament, TwoPeople
from scoring.people import merges, players
from scoring.signups import name_signups, rsvps
from scoring.signups.rsvps import coming_to
from tests import builders, made_up
from tests.log_texts import log_text
from tests.markup import flowing
from tests.messages import message
from tests.world import client_of

pytestmark = pytest.mark.django_db
TYPED = {"name": "Rose Krenek", "word": "felt", "lodge": "Lodge 66", "key": "one"}


@pytest.fixture
def evening(club: Club) -> Tournament:
    club.word = "Felt"
    club.save()
    return builders.tournament(club, date=timezone.localdate(), asks=True)


def at(evening: Tournament) -> str:
    return reverse("scoring:sign-up", args=[evening.club.slug, evening.slug])


def send(evening: Tournament, **typed: Any) -> HttpResponse:
    return Client().post(
        at(evening), {**TYPED, "shown": builders.form_shown(20), **typed}
    )


def signed_up(evening: Tournament, name: str = "Rose Krenek") -> SignUp:
    return name_signups.sign_up(tournament=evening, name=name, lodge="", key=name)


def test_a_name_and_the_word_stand_to_be_confirmed(evening: Tournament) -> None:
    answer = send(evening)
    row = SignUp.objects.get()
    assert answer.url == reverse("scoring:signed-up", args=[row.word])
    assert (
        message("The director needs to confirm your sign-up.")
        in Client().get(answer.url).content.decode()
    )
    assert (row.name, row.lodge, row.settled_at) == ("Rose Krenek", "Lodge 66", None)
    assert coming_to(evening).comers == []  # takes no place
    assert not evening.club.players.exists()
    change = Change.objects.get(what="answer")
    assert (change.source, change.by_name) == ("sign-up", "Rose Krenek")
    assert send(evening).url == answer.url  # a form sent twice
    assert SignUp.objects.count() == 1


@pytest.mark.parametrize(
    ("typed", "field", "said"),
    [
        ({"word": "cards"}, "word", "isn’t right"),
        ({"name": ""}, "name", message("This field is required.")),
        ({"name": "x" * 90}, "name", "or fewer"),
        ({"shown": ""}, "__all__", message("Check the form and send it again.")),
        (
            {"website": "https://spam.example"},
            "__all__",
            (message("Check the form and send it again.")),
        ),
    ],
)
def test_what_is_wrong_is_said_and_all_is_kept(
    evening: Tournament, typed: dict[str, Any], field: str, said: str
) -> None:
    answer = send(evening, **typed)
    assert answer.status_code == 200
    assert said in " ".join(answer.context["form"].errors[field])
    assert "Lodge 66" in answer.content.decode()
    assert not SignUp.objects.exists()


def test_too_quick_a_form_can_be_sent_again(evening: Tournament) -> None:
    html = send(evening, shown=builders.form_shown(0)).content.decode()
    again = re.search(r'name="shown" value="([^"]+)"', html)[1]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(forms, "SHORTEST", timedelta(0))
        assert send(evening, shown=again).status_code == 302


def test_a_household_has_so_many_tries(evening: Tournament, settings: Any) -> None:
    limits = settings.ACCOUNT_RATE_LIMITS
    settings.ACCOUNT_RATE_LIMITS = {**limits, "sign_up": "2/h/ip"}
    for key in ("a", "b"):
        assert send(evening, key=key).status_code == 302
    answer = send(evening, key="c")
    assert (
        message("Too many sign-ups from this network. Try again in an hour.")
        in answer.content.decode()
    )
    assert SignUp.objects.count() == 2


def test_where_nobody_may_there_is_no_form(evening: Tournament) -> None:
    assert message("Sign up by name") in flowing(
        Client().get(evening.get_absolute_url()).content.decode()
    )
    Club.objects.update(word="")
    assert (
        message("This club doesn’t take sign-ups by name.")
        in Client().get(at(evening)).content.decode()
    )
    Club.objects.update(word="felt")
    for facts in (
        {"asks": False},
        {"answers_until": timezone.now() - timedelta(hours=1)},
        {"called_off_at": timezone.now()},
    ):
        Tournament.objects.update(asks=True, answers_until=None, called_off_at=None)
        Tournament.objects.update(**facts)
        answer = send(evening)
        assert answer.status_code == 200
        assert '<form class="form' not in answer.content.decode()
    assert not SignUp.objects.exists()


def test_the_same_name_is_chosen_and_never_joined_by_itself(
    evening: Tournament, club: Club
) -> None:
    rose = builders.player(club, "Rose Krenek")
    row, by = signed_up(evening), builders.command()
    [waiting] = name_signups.to_confirm(evening)
    assert waiting.likeliest == f"player-{rose.pk}"
    assert coming_to(evening).comers == []
    comer = name_signups.confirm(row=row, actor=by, choice=waiting.likeliest)
    assert (comer.player, comer.state) == (rose, "in")
    assert name_signups.confirm(row=row, actor=by, choice=waiting.likeliest) is None
    assert club.players.count() == 1
    where = reverse("scoring:signed-up", args=[row.word])
    assert message("You’re going.") in Client().get(where).content.decode()


def test_somebody_new_is_another_person_from_then_on(
    evening: Tournament, club: Club
) -> None:
    rose = builders.player(club, "Rose Krenek")
    row, by = signed_up(evening), builders.command()
    comer = name_signups.confirm(row=row, actor=by, choice="new")
    assert comer.player != rose
    assert TwoPeople.objects.filter(one=rose, other=comer.player).exists()


def test_whoever_is_confirmed_first_has_the_last_place(evening: Tournament) -> None:
    Tournament.objects.update(places=1)
    evening.refresh_from_db()
    first, second = signed_up(evening, "Rose Krenek"), signed_up(evening, "Emil Hruska")
    assert coming_to(evening).free == 1  # nobody is told that it is full
    by = builders.command()
    assert name_signups.confirm(row=second, actor=by, choice="new").state == "in"
    assert name_signups.confirm(row=first, actor=by, choice="new").line == 1


def test_the_director_confirms_or_not_at_the_desk(
    evening: Tournament, club: Club
) -> None:
    rose, emil = signed_up(evening, "Rose Krenek"), signed_up(evening, "Emil Hruska")
    client = client_of(builders.member(club, "director"))
    where = reverse("scoring:coming", args=[club.slug, evening.slug])
    assert "Sign-ups to confirm · 2" in flowing(client.get(where).content.decode())

    def resolve(row: SignUp, **sent: str) -> None:
        args = [club.slug, evening.slug, row.pk]
        client.post(reverse("scoring:sign-up-settle", args=args), sent)

    resolve(rose, who="player-999")
    assert message("Choose who this is.") in client.get(where).content.decode()
    resolve(rose, who="new")
    resolve(emil, refuse="yes")
    resolve(emil, refuse="yes")
    assert [comer.player.name for comer in coming_to(evening).inside] == ["Rose Krenek"]
    assert message("Sign-ups to confirm") not in client.get(where).content.decode()
    gone = reverse("scoring:signed-up", args=[emil.word])
    assert "didn’t confirm" in Client().get(gone).content.decode()
    texts = [change.text for change in Change.objects.filter(what="answer")]
    assert texts.count(log_text("signup.declined", name="Emil Hruska")) == 1


def test_merged_and_erased_people_take_their_sign_ups_along(
    evening: Tournament, club: Club
) -> None:
    by = builders.command()
    row = signed_up(evening)
    rose: Player = name_signups.confirm(row=row, actor=by, choice="new").player
    signed_up(builders.tournament(club, slug="b", asks=True), "Rose Krenek")
    other = builders.player(club, "R. Krenek")
    merges.merge(target=other, duplicate=rose, actor=by, key="m")
    where = reverse("scoring:signed-up", args=[row.word])
    assert message("You’re going.") in Client().get(where).content.decode()
    players.erase(player=other, actor=by)
    assert not SignUp.objects.exists()


def test_of_an_evening_that_is_not_public_no_page_is_linked(
    evening: Tournament,
) -> None:
    where = reverse("scoring:signed-up", args=[signed_up(evening).word])
    page_of_it = f'href="{evening.get_absolute_url()}"'
    assert page_of_it in Client().get(where).content.decode()
    Tournament.objects.update(public=False)
    answer = Client().get(where)
    assert answer.status_code == 200
    assert page_of_it not in answer.content.decode()
    Club.objects.update(closes_at=timezone.now())
    assert Client().get(where).status_code == 404


@pytest.mark.parametrize("typed", ["rose  KŘENEK", "Křenek, rose", "ROSE KRENEK"])
@pytest.mark.parametrize("confirmed", [True, False])
def test_a_name_typed_otherwise_is_erased_too(
    evening: Tournament, club: Club, typed: str, confirmed: bool
) -> None:
    by = builders.command()
    rose = builders.player(club, "Rose Křenek")
    other = signed_up(evening, "Emil Hruska")
    row = signed_up(evening, typed)
    if confirmed:
        name_signups.confirm(row=row, actor=by, choice=f"player-{rose.pk}")
    players.erase(player=rose, actor=by)
    assert [*SignUp.objects.all()] == [other]
    assert_nowhere(typed, "Rose")


def test_a_nickname_is_erased_even_after_its_sign_up_is_forgotten(
    evening: Tournament, club: Club
) -> None:
    by = builders.command()
    rose = builders.player(club, "Rose Krenek")
    row = signed_up(evening, "Rosie Krenek")
    name_signups.confirm(row=row, actor=by, choice=f"player-{rose.pk}")
    assert "Rosie Krenek" in str([*Change.objects.values()])
    Tournament.objects.update(date=timezone.localdate() - timedelta(days=15))
    name_signups.forget_old()
    players.erase(player=rose, actor=by)
    assert_nowhere("Rosie")


def test_somebody_else_of_the_same_name_keeps_the_sign_up(
    evening: Tournament, club: Club
) -> None:
    by = builders.command()
    rose = builders.player(club, "Rose Krenek")
    row = signed_up(evening)
    other = name_signups.confirm(row=row, actor=by, choice="new").player
    players.erase(player=rose, actor=by)
    assert SignUp.objects.get().player == other


def assert_nowhere(*names: str) -> None:
    tables = (Change, SignUp, Player, Entry)
    for name in names:
        for model in tables:
            rows = str([*model._base_manager.values()])
            assert name not in rows, (model, name)


def test_the_second_director_is_told_that_it_is_settled(
    evening: Tournament, club: Club
) -> None:
    rose, emil = signed_up(evening, "Rose Krenek"), signed_up(evening, "Emil Hruska")
    client = client_of(builders.member(club, "director"))
    told = "Someone already"

    def resolve(row: SignUp, **sent: str) -> str:
        args = [club.slug, evening.slug, row.pk]
        where = reverse("scoring:sign-up-settle", args=args)
        return flowing(client.post(where, sent, follow=True).content.decode())

    assert told not in resolve(rose, who="new")
    confirmed = f"{told} confirmed this sign-up: Rose Krenek is going."
    assert confirmed in resolve(rose, refuse="yes")
    assert confirmed in resolve(rose, who="new")
    assert told not in resolve(emil, refuse="yes")
    rejected = f"{told} rejected this sign-up: Emil Hruska"
    assert rejected in resolve(emil, who="new")
    assert [comer.player.name for comer in coming_to(evening).inside] == ["Rose Krenek"]
    assert Player.objects.count() == 1


def test_names_are_kept_no_longer_than_two_weeks(evening: Tournament) -> None:
    signed_up(evening)
    name_signups.forget_old()
    assert SignUp.objects.exists()
    Tournament.objects.update(date=timezone.localdate() - timedelta(days=15))
    name_signups.forget_old()
    assert not SignUp.objects.exists()


def chairs_of(page: str) -> list[str]:
    """The names at the tables of an invitation."""
    return re.findall(r'<li class="felt-seat [^"]*">\s*<span>([^<]+)</span>', page)


def test_who_comes_stands_on_the_public_page_as_the_club_shows_names(
    evening: Tournament, club: Club
) -> None:
    by = builders.command()
    names = ["Marie Kubala", "Josef Marek", "Anna Svoboda"]
    for name, shown in zip(names, ("full", "number", "hidden"), strict=True):
        player = builders.player(club, name)
        players.change(player=player, actor=by, shown=shown)
        rsvps.set_going(tournament=evening, player=player, actor=by)
    said = flowing(Client().get(evening.get_absolute_url()).content.decode())
    assert message("{n} players are going.", n=3) in said
    assert chairs_of(said) == ["Marie Kubala", message("Player {number}", number=2)]
    assert not {"Josef", "Marek", "Anna", "Svoboda"} & set(re.findall(r"\w+", said))


def test_every_sentence_is_translated_and_no_name_in_full(
    evening: Tournament, club: Club
) -> None:
    """What the walk of all addresses does not see: there the evening has begun."""
    with made_up.offered():
        client = client_of(builders.member(club, "director"))
        client.cookies["language"] = MADE_UP
        row = signed_up(evening)
        pages = [
            client.get(at(evening)),
            client.post(at(evening), {"word": "x"}),
            client.get(reverse("scoring:signed-up", args=[row.word])),
            client.get(reverse("scoring:coming", args=[club.slug, evening.slug])),
            client.get(evening.get_absolute_url()),
        ]
        for answer in pages:
            assert (answer.status_code, made_up.left_in(answer)) == (200, [])
