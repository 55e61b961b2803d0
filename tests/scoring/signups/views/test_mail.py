"""The own page of mails: typed, confirmed, changed, deleted; the desk's page of them."""

from typing import Any

import pytest
from allauth.account.models import EmailAddress
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from clubs import password_resets
from clubs.models import Club, Mail, Player, Shown
from scoring.core.writes import Actor
from scoring.models import Change, Letter, MailAddress
from scoring.people import players
from scoring.signups import email_addresses, personal_links
from scoring.signups.email_addresses import address_of
from tests import builders
from tests.log_texts import log_text
from tests.markup import flowing
from tests.messages import message
from tests.scoring.emails.conftest import mailed, with_mail
from tests.world import client_of

__all__ = ["with_mail"]
pytestmark = pytest.mark.django_db


@pytest.fixture
def marie(club: Club) -> Player:
    return builders.player(club)


BY = builders.command()


def at(player: Player) -> str:
    link = personal_links.give(player=player, actor=builders.command())
    return reverse("scoring:my-mail", args=[personal_links.token_of(link)])


def send(player: Player, **typed: Any) -> HttpResponse:
    return Client().post(at(player), typed)


TYPED = {"email": "marie@example.org", "wishes": ["eve", "off"]}


def test_an_address_is_typed_and_waits_for_its_mail(
    marie: Player, with_mail: Any
) -> None:
    assert send(marie, **TYPED).status_code == 302
    address = address_of(marie)
    assert (address.email, address.wishes) == ("marie@example.org", ["eve", "off"])
    assert not address.is_open
    assert [letter.kind for letter in Letter.objects.all()] == ["address"]
    said = flowing(Client().get(at(marie)).content.decode())
    assert (
        message(
            "Open the email we sent there and select its button. Until then we won’t "
            "send anything else."
        )
        in said
    )
    change = Change.objects.get(what="mail")
    assert (change.by_name, change.source) == ("Marie Kubala", "link")


@pytest.mark.parametrize(
    ("typed", "field", "said"),
    [
        ({"email": "marie"}, "email", "Enter an email address"),
        ({"wishes": []}, "wishes", "Choose at least one"),
        ({"wishes": ["everything"]}, "wishes", message("Choose one of the options.")),
        ({"is_minor": "on"}, "guardian", "has to agree"),
        ({"is_minor": "on", "guardian": "x"}, "guardian", "Enter an email address"),
    ],
)
def test_what_is_wrong_is_said_at_its_field(
    marie: Player, with_mail: Any, typed: dict[str, Any], field: str, said: str
) -> None:
    answer = send(marie, **{**TYPED, **typed})
    assert answer.status_code == 200
    assert said in " ".join(answer.context["form"].errors[field])
    if field != "email":
        assert "marie@example.org" in answer.content.decode()
    assert not MailAddress.objects.exists()


def test_a_minor_names_a_guardian(marie: Player, with_mail: Any) -> None:
    marie.is_minor = True
    marie.save()
    assert send(marie, **TYPED).status_code == 200
    assert send(marie, **TYPED, guardian="mother@example.org").status_code == 302
    assert {*Letter.objects.values_list("kind", flat=True)} == {"address", "guardian"}


def test_no_mailbox_is_filled(marie: Player, with_mail: Any, club: Club) -> None:
    for turn in range(4):
        player = builders.player(club, f"Nobody {turn}")
        assert send(player, **TYPED).status_code == 302
    assert send(marie, **TYPED).status_code == 302
    answer = send(builders.player(club, "One More"), **TYPED)
    assert "Try again tomorrow" in answer.content.decode()
    assert MailAddress.objects.count() == 5


def test_wishes_change_and_the_address_goes(marie: Player, with_mail: Any) -> None:
    mailed(marie)
    send(marie, only_wishes="", wishes=["morning"])
    assert address_of(marie).wishes == ["morning"]
    send(marie, only_wishes="")
    assert address_of(marie).wishes == []
    send(marie, delete="")
    assert address_of(marie) is None


def test_the_mail_is_sent_once_more(marie: Player, with_mail: Any) -> None:
    send(marie, **TYPED)
    Letter.objects.all().delete()
    send(marie, again="")
    assert Letter.objects.count() == 1


def test_without_mail_it_says_so_and_takes_nothing(marie: Player) -> None:
    said = Client().get(at(marie)).content.decode()
    assert (
        message(
            "This site doesn’t send email. You’ll find everything on your page and "
            "the club’s."
        )
        in said
    )
    send(marie, **TYPED)
    assert not MailAddress.objects.exists()


def test_who_is_signed_in_finds_the_own_page_by_the_mailbox(
    marie: Player, with_mail: Any
) -> None:
    anna = builders.user("anna")
    mailbox = EmailAddress.objects.create(user=anna, email="Marie@Example.org")
    client, where = client_of(anna), reverse("scoring:mine")
    assert Client().get(where).url.startswith(reverse("clubs:sign-in"))
    send(marie, **TYPED)
    for verified, confirmed, shows in (
        (True, False, False),
        (False, True, False),
        (True, True, True),
    ):
        EmailAddress.objects.filter(pk=mailbox.pk).update(verified=verified)
        at_once = timezone.now() if confirmed else None
        MailAddress.objects.update(confirmed_at=at_once)
        page = client.get(where).content.decode()
        assert ("Marie Kubala" in page, at(marie) in page) == (shows, shows)
    assert at_once
    marie.links.all().delete()  # a club that came back from its file has no links
    sent = {"address": str(MailAddress.objects.get().pk)}
    answer = client.post(where, sent)
    assert answer.url == personal_links.path_of(personal_links.link_of(marie))
    assert client.post(where, {"address": "999"}).url == where


def test_a_password_link_from_an_owner_opens_no_personal_page(
    club: Club, marie: Player, with_mail: Any
) -> None:
    """The owner may have used it: the mailbox has to be confirmed again."""
    elsewhere = builders.club("elsewhere")
    anna = builders.member(elsewhere, "scorekeeper", "anna")
    owner = builders.member(elsewhere, "owner", "owner")
    EmailAddress.objects.create(
        user=anna, email="marie@example.org", verified=True, primary=True
    )
    mailed(marie, email="marie@example.org")
    where = reverse("scoring:mine")
    assert at(marie) in client_of(anna).get(where).content.decode()
    link, _ = password_resets.make(role=anna.roles.get(), user=owner)
    password_resets.use(token=link.token, password="felt and gold 7")
    anna.refresh_from_db()
    page = client_of(anna).get(where)
    assert page.context["pages"] == []
    assert (
        message("Confirm your email address to open the pages that belong to it.")
        in page.content.decode()
    )
    sent = {"address": str(address_of(marie).pk)}
    assert client_of(anna).post(where, sent).url == where
    EmailAddress.objects.update(verified=True)  # by the link in the mailbox
    page = client_of(anna).get(where).content.decode()
    assert at(marie) in page
    assert "Confirm your email address" not in page


@pytest.mark.parametrize("ends", ["renewed", "closed"])
def test_a_link_that_ends_takes_along_the_mailbox_given_with_it(
    marie: Player, with_mail: Any, ends: str
) -> None:
    finder = builders.user("finder")
    EmailAddress.objects.create(user=finder, email="f@example.org", verified=True)
    mailed(marie, email="f@example.org")
    where = reverse("scoring:mine")
    assert at(marie) in client_of(finder).get(where).content.decode()
    Mail.objects.all().delete()
    if ends == "renewed":
        personal_links.give(player=marie, actor=builders.command(), anew=True)
    else:
        personal_links.close(player=marie, actor=builders.command())
    assert client_of(finder).get(where).context["pages"] == []
    assert not MailAddress.objects.exists()
    notice = Mail.objects.get()
    assert (notice.to, notice.facts["subject"]) == (
        "f@example.org",
        "Valat: Your personal link was closed",
    )


def test_a_changed_mailbox_is_told_to_the_old_one_and_to_the_desk(
    club: Club, marie: Player, with_mail: Any
) -> None:
    mailed(marie, email="marie@example.org", guardian="mother@example.org")
    email_addresses.confirm(
        address=address_of(marie), actor=builders.command(), guardian=True
    )
    director = client_of(builders.member(club, "director"))
    at_desk = reverse("scoring:desk", args=[club.slug])
    mails = reverse("scoring:mails", args=[club.slug])
    assert f"{mails}#changed" not in director.get(at_desk).content.decode()
    send(marie, email="finder@example.org", wishes=["eve"])
    told = {mail.to: mail.facts for mail in Mail.objects.all()}
    assert set(told) == {"marie@example.org", "mother@example.org"}
    assert told["marie@example.org"]["subject"] == (
        "Valat: Your email address was replaced"
    )
    assert "finder" not in str(told)
    assert f"{mails}#changed" in director.get(at_desk).content.decode()
    assert log_text("email.changed", name="Marie Kubala") in (
        director.get(mails).content.decode()
    )
    # An address that nobody confirmed was nobody's: its change is told to no one.
    send(marie, email="other@example.org", wishes=["eve"])
    assert Mail.objects.count() == 2


def test_deleting_first_tells_the_old_mailbox_as_well(
    club: Club, marie: Player, with_mail: Any
) -> None:
    mailed(marie, email="marie@example.org")
    send(marie, delete="")
    assert Mail.objects.get().facts["subject"] == (
        "Valat: Your email address was removed"
    )
    assert email_addresses.recently_changed(club).count() == 1
    mailed(marie, email="marie@example.org")
    mailbox = Actor(None, marie.name, source=email_addresses.BY_MAIL)
    email_addresses.remove(player=marie, actor=mailbox)  # the mailbox itself says so
    assert Mail.objects.count() == 1
    assert email_addresses.recently_changed(club).count() == 1


@pytest.mark.parametrize("shown", [Shown.HIDDEN, Shown.NUMBER])
def test_the_pages_of_somebody_who_isnt_shown_never_tell_the_name(
    marie: Player, with_mail: Any, shown: Shown
) -> None:
    mailed(marie, email="marie.kubala@kubala.example", guardian="eva@kubala.example")
    players.change(player=marie, actor=builders.command(), shown=shown)
    own = personal_links.path_of(
        personal_links.link_of(marie) or personal_links.give(player=marie, actor=BY)
    )
    for page in (own, f"{own}mail/", f"{own}calendar.ics", f"{own}app.webmanifest"):
        assert "kubala" not in Client().get(page).content.decode().casefold(), page
    assert "m…@k…" in Client().get(f"{own}mail/").content.decode()
    answer = Client().post(f"{own}data/", {"key": "own", "kind": "json"})
    assert (answer.status_code, answer.url) == (302, own)
    assert not Change.objects.filter(key="own").exists()


def test_the_desk_says_what_is_missing_and_keeps_the_word(
    club: Club, marie: Player
) -> None:
    mailed(marie)
    where = reverse("scoring:mails", args=[club.slug])
    client = client_of(builders.member(club, "director"))
    said = flowing(client.get(where).content.decode())
    assert "MAIL_URL" in said
    assert "SITE_URL" in said
    assert "Marie Kubala: player1@example.org" in said
    client.post(where, {"guardian_age": "14", "word": "felt"})
    club.refresh_from_db()
    assert (club.guardian_age, club.word) == (14, "felt")
    answer = client.post(where, {"guardian_age": "many", "word": "felt"})
    assert message("Enter a whole number. For example, 12.") in answer.content.decode()
