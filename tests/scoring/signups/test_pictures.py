"""Whether somebody may be seen in pictures: said by himself, by a guardian, to the desk."""

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from clubs.models import Club, Player
from scoring.models import Change, MailAddress
from scoring.people import entries, merges, players
from scoring.signups import email_addresses, personal_links
from tests import builders
from tests.markup import flowing
from tests.messages import message
from tests.scoring.emails.conftest import with_mail
from tests.world import client_of

__all__ = ["with_mail"]
pytestmark = pytest.mark.django_db
BY = builders.command()
AGREES = message(
    "I agree that {club} may show photos in which I can be seen.", club="SPJST Lodge 24"
)


@pytest.fixture
def marie(club: Club) -> Player:
    return builders.player(club, "Marie Kubala")


def own(player: Player) -> str:
    return personal_links.path_of(personal_links.give(player=player, actor=BY))


def page(player: Player) -> str:
    return flowing(Client().get(own(player)).content.decode())


def press(player: Player, act: str) -> str:
    sent = {"act": act}
    answer = Client().post(f"{own(player)}out/", sent, follow=True)
    player.refresh_from_db()
    return flowing(answer.content.decode())


def logged() -> list[tuple[str, str, str]]:
    """Who said what in which words: the newest line of a player."""
    changes = Change.objects.filter(what="player", text__startswith="changed player")
    return [(c.by_name, c.source, c.new) for c in changes.order_by("pk")]


def test_somebody_agrees_and_takes_it_back_by_one_press(marie: Player) -> None:
    assert f"By selecting “I agree” you say: “{AGREES}”" in page(marie)
    assert not marie.in_pictures
    assert message("Current answer: “{answer}”", answer=AGREES) in press(
        marie, "pictures"
    )
    assert marie.in_pictures
    press(marie, "pictures")  # twice is once
    assert logged() == [("Marie Kubala", "link", f"Marie Kubala; “{AGREES}”")]
    assert f"answer: “{AGREES}”" not in press(marie, "no-pictures")
    assert (marie.in_pictures, marie.pictures) == (False, "not")
    assert (
        logged()[-1][2] == "Marie Kubala; “Do not show photos in which I can be seen.”"
    )
    assert MailAddress.objects.count() == 0  # it has nothing to do with mails


def test_a_minor_does_not_say_it_and_takes_it_back(marie: Player) -> None:
    players.change(player=marie, actor=BY, is_minor=True)
    said = message("For a minor, a parent or guardian decides.")
    assert message(
        "A parent or guardian decides about photos of you. They can use the link in "
        "our email or tell the director."
    ) in page(marie)
    assert said in press(marie, "pictures")
    assert marie.pictures == ""
    players.change(player=marie, actor=BY, pictures="guardian")
    marie.refresh_from_db()
    assert marie.in_pictures
    assert "“As a parent or guardian, I agree" in page(marie)
    press(marie, "no-pictures")
    assert not marie.in_pictures


def test_who_turns_out_to_be_a_minor_is_asked_about_anew(
    marie: Player, with_mail: Any
) -> None:
    press(marie, "pictures")
    players.change(player=marie, actor=BY, is_minor=True)
    assert not Player.objects.get().in_pictures
    players.change(player=marie, actor=BY, is_minor=False)
    assert Player.objects.get().in_pictures
    mail = {"email": "m@example.org", "guardian": "g@example.org", "wishes": ["eve"]}
    email_addresses.give(player=marie, actor=BY, **mail)
    assert Player.objects.get().pictures == ""
    assert message("For a minor, a parent or guardian decides.") in press(
        marie, "pictures"
    )


def test_a_guardian_says_it_beside_the_mails(marie: Player, with_mail: Any) -> None:
    mail = {"email": "m@example.org", "guardian": "g@example.org", "wishes": ["eve"]}
    address = email_addresses.give(player=marie, actor=BY, **mail)
    where = email_addresses.confirm_path(address, guardian=True)
    before = flowing(Client().get(where).content.decode())
    assert (
        "This is a separate question: you get emails either way. By selecting "
        "“Allow photos” you say: “"
    ) in before
    Client().post(where, {"pictures": "yes"})
    marie.refresh_from_db()
    assert marie.in_pictures
    assert MailAddress.objects.get().guardian_confirmed_at is None  # each by itself
    Client().post(where, {"yes": ""})
    assert MailAddress.objects.get().guardian_confirmed_at
    Client().post(where, {"pictures": "no"})
    marie.refresh_from_db()
    assert not marie.in_pictures
    assert [by for by, _, _ in logged()] == [
        message("a guardian"),
        message("a guardian"),
    ]
    # The young player's own link says nothing of it.
    child = email_addresses.confirm_path(address)
    assert "Photos" not in Client().get(child).content.decode()
    Client().post(child, {"pictures": "yes"})
    marie.refresh_from_db()
    assert not marie.in_pictures


def test_the_director_notes_it_and_sees_it_beside_the_report(club: Club) -> None:
    emil = builders.player(club, "Emil Hruska")
    client = client_of(builders.member(club, "director"))
    where = reverse("scoring:player-edit", args=[club.slug, emil.number])
    form = client.get(where).context["form"]
    sent = {name: form[name].value() or "" for name in form.fields}
    wrong = client.post(where, {**sent, "is_minor": "on", "pictures": "agrees"})
    assert (
        message("For a minor, a parent or guardian decides.") in wrong.content.decode()
    )
    assert client.post(where, {**sent, "pictures": "agrees"}).status_code == 302
    emil.refresh_from_db()
    assert emil.in_pictures
    evening = builders.tournament(club)
    builders.entries(evening, 3)
    entries.add(tournament=evening, actor=BY, player=emil, state="here")
    builders.verified_sheet(builders.published_round(evening, 1).sheets.get())
    report = reverse("scoring:report", args=[club.slug, evening.slug])
    said = flowing(client.get(report).content.decode())
    assert (
        message("Agreed to appear in photos: {in_pictures}", in_pictures="Emil Hruska")
        in said
    )
    assert "Ask first, or leave out: " in said
    assert said.partition("Ask first, or leave out: ")[2].count("Emil Hruska") == 0


@pytest.mark.parametrize(
    ("kept", "gone", "one"),
    [
        ("", "", ""),
        ("", "agrees", "agrees"),
        ("agrees", "", "agrees"),
        ("agrees", "not", "not"),
        ("not", "agrees", "not"),
        ("guardian", "agrees", "guardian"),
    ],
)
def test_of_two_who_are_one_a_no_stays(
    club: Club, marie: Player, kept: str, gone: str, one: str
) -> None:
    other = builders.player(club, "M. Kubala")
    Player.objects.filter(pk=marie.pk).update(pictures=kept)
    Player.objects.filter(pk=other.pk).update(pictures=gone)
    merge = merges.merge(target=marie, duplicate=other, actor=BY, key="m")
    said = Player.everybody.values_list("pictures", flat=True)
    assert said.get(pk=marie.pk) == one
    merges.undo(merge=merge, actor=BY)
    assert (said.get(pk=marie.pk), said.get(pk=other.pk)) == (kept, gone)


def test_who_is_erased_said_nothing(marie: Player) -> None:
    press(marie, "pictures")
    players.erase(player=marie, actor=BY)
    assert Player.objects.get().pictures == ""
