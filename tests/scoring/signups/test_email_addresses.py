"""Where people's mail goes: confirmed from the mailbox, minors, merged, erased, forgotten."""

from datetime import timedelta

import pytest
from django.utils import timezone

from clubs.models import Club, Player
from scoring.models import Change, Letter, MailAddress, Tournament
from scoring.people import merges, players
from scoring.signups import email_addresses, notifications, rsvps
from scoring.signups.email_addresses import OWN, address_of, opened
from tests import builders
from tests.log_texts import log_text
from tests.messages import message
from tests.scoring.emails.conftest import mailed, with_mail

__all__ = ["with_mail"]
pytestmark = pytest.mark.django_db


@pytest.fixture
def marie(club: Club) -> Player:
    return builders.player(club)


def given(player: Player, **facts: object) -> MailAddress:
    known = {"email": "marie@example.org", "wishes": ["morning", "eve"], **facts}
    return email_addresses.give(player=player, actor=builders.command(), **known)


def log_of(what: str = "mail") -> list[str]:
    return [c.text for c in Change.objects.filter(what=what).order_by("pk")]


def test_an_address_counts_once_it_is_confirmed(marie: Player) -> None:
    address = given(marie)
    assert address.wishes == ["eve", "morning"]  # in one order, however they came
    assert not notifications.wishes(address, "eve")
    token = email_addresses.confirm_path(address).split("/")[-2]
    assert opened(token, OWN) == address
    assert opened(token, email_addresses.OFF) is None  # a token is for one purpose
    assert opened(token[:-1] + "x", OWN) is None
    by = builders.command()
    for _ in range(2):
        address = email_addresses.confirm(address=address, actor=by)
    assert notifications.wishes(address, "eve")
    assert not notifications.wishes(address, "offer")
    assert log_of() == [
        log_text("email.given", name="Marie Kubala"),
        log_text("email.confirmed", name="Marie Kubala"),
    ]
    agreed = Change.objects.get(text__startswith="confirmed")
    assert message("a reminder the day before") in agreed.new
    assert "SPJST Lodge 24" in agreed.new
    everything = " ".join(f"{c.text}{c.old}{c.new}" for c in Change.objects.all())
    assert "marie@example.org" not in everything


def test_another_address_is_confirmed_anew_and_the_same_is_not(marie: Player) -> None:
    first = mailed(marie, email="marie@example.org")
    same = given(marie, wishes=["off"])
    assert (same.pk, same.wishes, same.is_open) == (first.pk, ["off"], True)
    other = given(marie, email="other@example.org")
    assert other.pk != first.pk
    assert not other.is_open
    assert MailAddress.objects.count() == 1


def test_for_a_minor_a_guardian_agrees_too(marie: Player) -> None:
    address = given(marie, guardian="mother@example.org")
    by = builders.command()
    address = email_addresses.confirm(address=address, actor=by)
    assert not address.is_open
    address = email_addresses.confirm(address=address, actor=by, guardian=True)
    assert address.is_open
    assert log_text("email.guardian_confirmed", name="Marie Kubala") in log_of()


def test_who_turns_out_to_be_a_minor_gets_nothing_without_a_guardian(
    marie: Player,
) -> None:
    address = mailed(marie)
    assert notifications.wishes(address, "eve")
    players.change(player=marie, actor=builders.command(), is_minor=True)
    assert not notifications.wishes(MailAddress.objects.get(), "eve")


def test_what_is_turned_off_stays_off(marie: Player) -> None:
    address, by = mailed(marie), builders.command()
    email_addresses.turn_off(address=address, actor=by, wish="eve")
    assert "eve" not in address_of(marie).wishes
    assert "morning" in address_of(marie).wishes
    email_addresses.turn_off(address=address, actor=by)
    assert address_of(marie).wishes == []
    last = Change.objects.filter(what="mail").first()
    assert (last.text, last.new) == (
        log_text("email.kinds_changed", name="Marie Kubala"),
        message("No emails."),
    )


def test_without_a_server_nothing_is_marked(marie: Player) -> None:
    evening = builders.tournament(marie.club, asks=True)
    mailed(marie)
    rsvps.set_going(tournament=evening, player=marie, actor=builders.command())
    assert not Letter.objects.exists()
    assert len(notifications.missing()) == 2


def test_who_is_erased_has_no_address(marie: Player) -> None:
    mailed(marie)
    players.erase(player=marie, actor=builders.command())
    assert not MailAddress.objects.exists()


def test_a_merged_persons_address_comes_along_and_back(marie: Player) -> None:
    other, by = builders.player(marie.club, "M. Kubala"), builders.command()
    mailed(other)
    done = merges.merge(target=marie, duplicate=other, actor=by, key="m")
    assert address_of(marie)
    merges.undo(merge=done, actor=by)
    assert address_of(marie) is None
    assert address_of(other)
    mailed(marie)
    merges.merge(target=marie, duplicate=other, actor=by, key="n")
    assert address_of(marie).email == f"player{marie.number}@example.org"


def test_addresses_are_forgotten_a_year_after_the_last_evening(
    marie: Player, club: Club
) -> None:
    year = timedelta(days=366)
    now = timezone.now()
    josef, anna, karel = builders.players(club, ["Josef", "Anna", "Karel"])
    for player in (marie, josef, anna):
        mailed(player)
    given(karel)
    rows = MailAddress.objects.all()
    rows.update(given_at=now - 2 * year)
    rows.filter(player=anna).update(given_at=now - timedelta(days=300))
    old, young = (now - year).date(), (now - timedelta(days=360)).date()
    for player, day in ((marie, old), (josef, young)):
        evening = builders.tournament(club, date=day, slug=f"on-{day}")
        rsvps.set_going(tournament=evening, player=player, actor=builders.command())
    assert email_addresses.forget_old(now) == 2
    assert {row.player for row in MailAddress.objects.all()} == {josef, anna}
    assert log_of()[-2:] == [
        log_text("email.expired", name="Marie Kubala"),
        log_text("email.expired", name="Karel"),
    ]


def test_the_clubs_word_and_age_stand_in_the_log(club: Club) -> None:
    by = builders.command()
    for _ in range(2):
        email_addresses.set_club(club=club, actor=by, guardian_age=14, word="felt")
    [change] = Change.objects.filter(what="settings")
    assert log_text("signup.guardian_age", age=14) in change.new
    assert "felt" not in change.new
    club.refresh_from_db()
    assert (club.guardian_age, club.word) == (14, "felt")


def test_a_moved_evening_tells_whoever_said_yes(
    marie: Player, with_mail, evening: Tournament
) -> None:
    mailed(marie)
    rsvps.set_going(tournament=evening, player=marie, actor=builders.command())
    rsvps.call_off(tournament=evening, actor=builders.command())
    assert {*Letter.objects.values_list("kind", flat=True)} == {"confirmation", "off"}


@pytest.fixture
def evening(club: Club) -> Tournament:
    return builders.tournament(club, date=timezone.localdate(), asks=True)
