"""Mails about evenings: when they go, what they say, to whom, and that none goes late."""

import re
from datetime import date, datetime, time, timedelta
from email import message_from_bytes
from email.message import Message
from smtplib import SMTPRecipientsRefused, SMTPServerDisconnected
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from django.core import mail
from django.core.mail import EmailMultiAlternatives
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from icalendar import Calendar
from pytest_django import Settings

from clubs.compile_messages import MADE_UP
from clubs.models import Club, Player, Rhythm
from scoring.emails.schedule import enqueue_due
from scoring.emails.views import sending
from scoring.models import Answer, Letter, MailAddress, Tournament
from scoring.signups import email_addresses, email_log, personal_links, rsvps
from scoring.signups.notifications import Kind
from scoring.tournaments import tournaments
from tests import builders
from tests.made_up import offered
from tests.messages import message
from tests.scoring.emails.conftest import SITE, mailed

pytestmark = pytest.mark.django_db
ZONE = ZoneInfo("America/Chicago")
DAY = date(2026, 11, 27)
HOUR = timedelta(hours=1)


def at(hour: int, days: int = 0, minute: int = 0) -> datetime:
    """An hour of the evening's day, or of so many days later."""
    return datetime.combine(DAY + timedelta(days), time(hour, minute), tzinfo=ZONE)


@pytest.fixture(autouse=True)
def _mails(with_mail: Any, clock: Any) -> None:
    clock(at(9, -3))


@pytest.fixture
def evening(club: Club) -> Tournament:
    return builders.tournament(
        club,
        date=DAY,
        starts_at=time(19),
        place="Parish hall, Main Street 5",
        asks=True,
        fee=750,
    )


@pytest.fixture
def marie(club: Club) -> Player:
    player = builders.player(club, "Marie Kubala")
    personal_links.give(player=player, actor=builders.command())
    mailed(player)
    return player


def come(evening: Tournament, *people: Player, **wishes: bool) -> None:
    for player in people:
        by = builders.command()
        rsvps.set_going(tournament=evening, player=player, actor=by, **wishes)


def away(evening: Tournament, player: Player) -> None:
    rsvps.set_not_going(tournament=evening, player=player, actor=builders.command())


def sent(tasks: Any) -> list[EmailMultiAlternatives]:
    """What goes out now, besides what went before."""
    before = len(mail.outbox)
    tasks.do()
    return mail.outbox[before:]


def headers(email: EmailMultiAlternatives) -> Message:
    return email.message()


def html(email: EmailMultiAlternatives) -> str:
    return str(email.alternatives[0][0])


def test_a_confirmation_has_day_hour_place_and_a_file(
    evening: Tournament, marie: Player, with_mail: Any
) -> None:
    come(evening, marie)
    [email] = sent(with_mail)
    assert email.to == ["player1@example.org"]
    assert email.subject == message(
        "You’re going: {tournament}", tournament=evening.name
    )
    for body in (email.body, html(email)):
        for words in (
            message("You’re going."),
            "Friday, November 27, 2026",
            "7:00",
            "Main Street",
        ):
            assert words in body
        assert personal_links.path_of(personal_links.link_of(marie)) in body
        assert "$7.50" in body
    name, content, kind = email.attachments[0]
    assert (name, kind.partition(";")[0]) == ("event.ics", "text/calendar")
    [part] = [
        part
        for part in message_from_bytes(email.message().as_bytes()).walk()
        if part.get_content_type() == "text/calendar"
    ]
    assert (
        part.get_param("method") == "PUBLISH" == Calendar.from_ical(content)["METHOD"]
    )
    assert part.get_content_charset() == "utf-8"
    assert part.get_filename() == "event.ics"
    [event] = Calendar.from_ical(content).walk("VEVENT")
    assert event["STATUS"] == "CONFIRMED"
    assert event.decoded("DTSTART") == at(19)
    come(evening, marie)  # said twice is once
    assert sent(with_mail) == []


def test_each_mail_says_how_it_ends(
    evening: Tournament, marie: Player, with_mail: Any, club: Club
) -> None:
    dora = builders.member(club, "director")
    dora.email = "dora@example.org"
    dora.save()
    come(evening, marie)
    [email] = sent(with_mail)
    head = headers(email)
    assert head["From"] == f"{club.name} <valat@example.org>"
    assert head["Reply-To"] == "dora@example.org"
    assert head["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    off = head["List-Unsubscribe"].strip("<>")
    assert off.startswith(SITE)
    path = off.removeprefix(SITE)
    strict = Client(enforce_csrf_checks=True)
    assert strict.get(path).status_code == 200
    assert "confirmation" in MailAddress.objects.get().wishes
    answer = strict.post(path, {"List-Unsubscribe": "One-Click"})
    assert answer.status_code == 200
    assert not answer.cookies
    assert "confirmation" not in MailAddress.objects.get().wishes
    assert "eve" in MailAddress.objects.get().wishes
    away(evening, marie)
    come(evening, marie)
    assert sent(with_mail) == []


def test_the_evening_before_goes_in_its_hours_alone(
    evening: Tournament, marie: Player, with_mail: Any, clock: Any
) -> None:
    come(evening, marie)
    sent(with_mail)
    for hour in (15, 22):
        clock(at(hour, -1))
        enqueue_due()
        assert sent(with_mail) == []
    clock(at(16, -1))
    enqueue_due()
    [email] = sent(with_mail)
    assert email.subject == message("Tomorrow: {tournament}", tournament=evening.name)
    assert "Going" in email.body
    clock(at(17, -1))
    enqueue_due()
    assert sent(with_mail) == []  # once


def test_a_reminder_whose_hour_is_past_is_not_sent_late(
    evening: Tournament, marie: Player, with_mail: Any, clock: Any
) -> None:
    """It was marked in time, and the site slept before it went out."""
    come(evening, marie)
    sent(with_mail)
    clock(at(21, -1))
    enqueue_due()
    clock(at(8))
    assert sent(with_mail) == []
    letter = Letter.objects.get(kind=Kind.EVE)
    assert (letter.is_sent, letter.done_at is None) == (False, False)


def test_a_place_that_is_free_is_offered_until_an_hour(
    evening: Tournament, marie: Player, with_mail: Any, club: Club, clock: Any
) -> None:
    josef = builders.player(club, "Josef Marek")
    Tournament.objects.update(places=1)
    come(evening, josef, marie)
    [waits] = sent(with_mail)
    assert "You’re number 1 on the waitlist." in waits.body
    assert not waits.attachments
    away(evening, josef)
    [offer] = sent(with_mail)
    assert offer.subject.startswith("A spot is open until 9:00")
    assert "Claim it by" in html(offer)
    come(evening, marie)
    [is_in] = sent(with_mail)
    assert message("You’re going.") in is_in.body


def test_an_offer_that_ran_out_before_it_went_is_not_sent(
    evening: Tournament, marie: Player, with_mail: Any, club: Club, clock: Any
) -> None:
    josef = builders.player(club, "Josef Marek")
    Tournament.objects.update(places=1)
    come(evening, josef, marie)
    sent(with_mail)
    away(evening, josef)
    come(evening, josef)
    clock(at(10, -2))
    assert [email.subject[:5] for email in sent(with_mail)] == []


def test_after_a_sleep_an_offer_is_prolonged_and_says_so(
    evening: Tournament, marie: Player, with_mail: Any, club: Club, clock: Any
) -> None:
    josef = builders.player(club, "Josef Marek")
    Tournament.objects.update(places=1)
    come(evening, josef, marie)
    away(evening, josef)
    sent(with_mail)
    Rhythm.objects.create(kind=rsvps.AWAKE, last_at=at(10, -3))
    clock(at(12, -1))
    rsvps.update_waitlists()
    [email] = sent(with_mail)
    assert (
        message("The site was off for a while, so we’re holding the spot longer.")
        in email.body
    )
    until = Answer.objects.get(player=marie).until
    assert until == at(12, -1) + rsvps.AFTER_SLEEP
    assert "12:00" in email.subject


def test_called_off_and_on_again_tell_whoever_said_yes(
    evening: Tournament, marie: Player, with_mail: Any, club: Club, clock: Any
) -> None:
    anna, karel = builders.players(club, ["Anna Svoboda", "Karel Novak"])
    mailed(anna)
    mailed(karel)
    come(evening, marie)
    away(evening, anna)
    by = builders.command()
    rsvps.ask(tournament=evening, players=[karel], actor=by)
    sent(with_mail)
    rsvps.call_off(tournament=evening, actor=by)
    [email] = sent(with_mail)
    assert email.to == ["player1@example.org"]
    assert email.subject.startswith("Canceled:")
    [event] = Calendar.from_ical(email.attachments[0][1]).walk("VEVENT")
    assert event["STATUS"] == "CANCELLED"
    rsvps.call_off(tournament=evening, actor=by, is_off=False)
    [email] = sent(with_mail)
    assert email.subject.startswith("It’s back on:")
    clock(at(10, -3))
    rsvps.call_off(tournament=evening, actor=by)
    rsvps.call_off(tournament=evening, actor=by, is_off=False)
    [email] = sent(with_mail)  # only what holds
    assert email.subject.startswith("It’s back on:")


def test_a_moved_evening_says_when_it_was_and_is(
    evening: Tournament, marie: Player, with_mail: Any
) -> None:
    come(evening, marie)
    sent(with_mail)
    by = builders.command()
    tournaments.change(tournament=evening, actor=by, starts_at=time(18))
    tournaments.change(tournament=evening, actor=by, starts_at=time(20), place="Annex")
    [email] = sent(with_mail)
    assert email.subject == message("Moved: {tournament}", tournament=evening.name)
    assert "8:00" in email.body
    assert "Previous time: Friday, November 27, 2026, 7:00" in email.body
    assert "Previous location: Parish hall" in email.body
    tournaments.change(tournament=evening, actor=by, starts_at=time(18))
    tournaments.change(tournament=evening, actor=by, starts_at=time(20))
    assert sent(with_mail) == []  # moved back before anybody heard
    tournaments.change(tournament=evening, actor=by, fee=500)
    assert sent(with_mail) == []


def played(evening: Tournament, people: list[Player]) -> None:
    by = builders.command()
    come(evening, *people)
    for number, entry in enumerate(evening.entries.order_by("pk"), start=1):
        entry.number, entry.state = number, "here"
        entry.save()
    rnd = builders.published_round(evening, 1)
    builders.verified_sheet(rnd.sheets.get())
    builders.over(rnd)
    evening.refresh_from_db()
    tournaments.finish(tournament=evening, actor=by)


def test_the_morning_after_has_place_rounds_why_and_the_next_date(
    evening: Tournament, marie: Player, with_mail: Any, club: Club, clock: Any
) -> None:
    others = builders.players(club, ["Josef Marek", "Anna Svoboda", "Karel Novak"])
    played(evening, [marie, *others])
    builders.tournament(
        club, date=DAY + timedelta(14), name="Next Tarok", starts_at=time(19)
    )
    sent(with_mail)
    clock(at(6, 1))
    enqueue_due()
    assert sent(with_mail) == []
    clock(at(7, 1))
    enqueue_due()
    [email] = sent(with_mail)
    for body in (email.body, html(email)):
        assert re.search(r"Your place: \d of 4", body)
        assert message("Round {n}", n=1) in body
        sheet = evening.rounds.get().sheets.get().get_absolute_url()
        assert SITE + sheet in body
        assert message("What decided it") in body
        assert "Next Tarok: Friday, December 11, 2026" in body
    enqueue_due()
    assert sent(with_mail) == []
    clock(at(9, 9))
    Letter.objects.all().delete()
    enqueue_due()
    assert sent(with_mail) == []  # a week later it is no news


def test_mails_of_a_private_evening_lead_to_no_page_of_it(
    evening: Tournament, marie: Player, with_mail: Any, club: Club, clock: Any
) -> None:
    Tournament.objects.update(public=False)
    evening.refresh_from_db()
    others = builders.players(club, ["Josef Marek", "Anna Svoboda", "Karel Novak"])
    played(evening, [marie, *others])
    sent(with_mail)
    clock(at(7, 1))
    enqueue_due()
    [email] = sent(with_mail)
    own = personal_links.path_of(personal_links.link_of(marie))
    for body in (email.body, html(email)):
        assert message("Round {n}", n=1) in body
        assert f"{SITE}{own}" in body
        assert f"/{evening.slug}/" not in body


def test_the_next_evening_is_one_that_takes_place(
    evening: Tournament, marie: Player, with_mail: Any, club: Club
) -> None:
    come(evening, marie)
    for days, name in ((7, "Off Tarok"), (14, "Next Tarok")):
        other = builders.tournament(club, date=DAY + timedelta(days), name=name)
        if name == "Off Tarok":
            rsvps.call_off(tournament=other, actor=builders.command())
    sent(with_mail)
    rsvps.call_off(tournament=evening, actor=builders.command())
    [email] = sent(with_mail)
    assert "Next Tarok: Friday, December 11, 2026" in email.body
    assert "Called off: Friday" not in email.body


def test_somebody_who_was_offered_a_spot_hears_as_the_others_do(
    evening: Tournament, marie: Player, with_mail: Any, club: Club, clock: Any
) -> None:
    """The evening before, and that it is called off."""
    Tournament.objects.update(places=1)
    clock(at(17, -2))
    josef = builders.player(club, "Josef Marek")
    come(evening, josef, marie)
    away(evening, josef)
    sent(with_mail)
    clock(at(16, -1))
    enqueue_due()
    [eve] = sent(with_mail)
    assert eve.subject == message("Tomorrow: {tournament}", tournament=evening.name)
    assert "Claim it by" in eve.body
    rsvps.call_off(tournament=evening, actor=builders.command())
    [off] = sent(with_mail)
    assert off.subject.startswith("Canceled:")


def test_few_mails_a_week(
    evening: Tournament, marie: Player, with_mail: Any, clock: Any
) -> None:
    for turn in range(10):
        clock(at(9, -3, turn))
        come(evening, marie)
        away(evening, marie)
        come(evening, marie)
        sent(with_mail)
    assert len(mail.outbox) == sending.FEW
    [held, *_] = email_log.troubles_of_club(evening.club)
    assert (held.player, held.tournament) == (marie, evening)
    address = email_addresses.address_of(marie)
    assert held in email_log.troubles_of_address(address)
    director = Client()
    director.force_login(builders.member(evening.club, "director"))
    desk = director.get(reverse("scoring:mails", args=[evening.club.slug]))
    assert held.problem in desk.content.decode()
    own = f"{personal_links.path_of(personal_links.link_of(marie))}mail/"
    assert held.problem in Client().get(own).content.decode()
    rsvps.call_off(tournament=evening, actor=builders.command())
    assert len(sent(with_mail)) == 1  # nobody stands before a shut door


def test_an_address_is_asked_and_then_confirmed(
    club: Club, with_mail: Any, evening: Tournament
) -> None:
    player = builders.player(club, "Josef Marek")
    email_addresses.give(
        player=player,
        actor=builders.command(),
        email="josef@example.org",
        guardian="mother@example.org",
        wishes=["confirmation"],
    )
    own, guardian = sent(with_mail)
    assert (own.to, guardian.to) == (["josef@example.org"], ["mother@example.org"])
    assert "Josef Marek" in guardian.body
    for email in (own, guardian):
        come(evening, player)
        assert sent(with_mail) == []
        path = re.search(rf"{SITE}(/me/mail/\S+)", email.body)[1]
        assert Client().get(path).status_code == 200
        assert not MailAddress.objects.get().is_confirmed
        assert Client().post(path, {"yes": ""}).status_code == 302
        away(evening, player)
    assert MailAddress.objects.get().is_open
    come(evening, player)
    assert len(sent(with_mail)) == 1


def test_no_to_an_address_deletes_it(club: Club, with_mail: Any) -> None:
    player = builders.player(club, "Josef Marek")
    email_addresses.give(
        player=player, actor=builders.command(), email="x@example.org", wishes=["eve"]
    )
    [email] = sent(with_mail)
    path = re.search(rf"{SITE}(/me/mail/\S+)", email.body)[1]
    assert Client().post(path, {"no": ""}).status_code == 302
    assert not MailAddress.objects.exists()
    assert Client().get(path).status_code == 404


def refuse(monkeypatch: pytest.MonkeyPatch, error: Exception) -> None:
    def send(self: EmailMultiAlternatives) -> int:
        raise error

    monkeypatch.setattr(EmailMultiAlternatives, "send", send)


def test_a_refused_mailbox_stands_on_the_desk(
    evening: Tournament,
    marie: Player,
    with_mail: Any,
    monkeypatch: pytest.MonkeyPatch,
    club: Club,
) -> None:
    come(evening, marie)
    who = {"player1@example.org": (550, b"no such user player1@example.org")}
    refuse(monkeypatch, SMTPRecipientsRefused(who))
    with_mail.do()
    address = MailAddress.objects.get()
    assert (address.refused_at is None, address.refused_why) == (False, "550")
    assert not address.is_open
    client = Client()
    client.force_login(builders.member(club, "director"))
    page = client.get(f"/desk/{club.slug}/mails/").content.decode()
    assert "player1@example.org" in page
    assert "550" in page


def test_a_server_that_is_away_is_asked_again(
    evening: Tournament, marie: Player, with_mail: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    come(evening, marie)
    with monkeypatch.context() as broken:
        refuse(broken, SMTPServerDisconnected("away"))
        with_mail.do()
    letter = Letter.objects.get()
    assert letter.done_at is None
    with_mail.clear()
    enqueue_due()
    assert len(sent(with_mail)) == 1


def test_without_a_site_name_nothing_goes(
    evening: Tournament, marie: Player, with_mail: Any, settings: Settings
) -> None:
    settings.SITE_URL = ""
    come(evening, marie)
    enqueue_due()
    assert sent(with_mail) == []
    assert not Letter.objects.exists()


@pytest.mark.parametrize("since", ["waits_since", "closes_at"])
def test_a_club_that_is_shut_writes_nothing(
    evening: Tournament, marie: Player, with_mail: Any, clock: Any, since: str
) -> None:
    come(evening, marie)
    Club.objects.update(**{since: timezone.now()})
    assert sent(with_mail) == []
    away(evening, marie)
    come(evening, marie)
    clock(at(17, -1))
    enqueue_due()
    assert sent(with_mail) == []
    assert not Letter.objects.exclude(done_at=None).exists()
    Club.objects.update(**{since: None})  # taken back, or approved
    enqueue_due()
    kinds = Letter.objects.filter(is_sent=True).order_by("pk")
    assert len(sent(with_mail)) == 2
    assert {letter.kind for letter in kinds} == {Kind.CONFIRMATION, Kind.EVE}


def test_whoever_reads_a_mail_of_a_shut_club_ends_it(
    club: Club, marie: Player, with_mail: Any
) -> None:
    address = MailAddress.objects.get()
    off = email_addresses.off_path(address)
    confirm = email_addresses.confirm_path(address)
    Club.objects.update(closes_at=timezone.now())
    assert Client().post(off).status_code == 200
    assert MailAddress.objects.get().wishes == []
    answer = Client().post(confirm, {"no": "1"}, follow=True)
    assert answer.status_code == 200
    assert not MailAddress.objects.exists()


def test_it_speaks_the_readers_language(
    evening: Tournament, marie: Player, with_mail: Any
) -> None:
    MailAddress.objects.update(language=MADE_UP)
    with offered():
        come(evening, marie)
        [email] = sent(with_mail)
    assert message("You’re going.") not in email.body
    assert "⟦" in email.subject


def test_what_was_sent_is_forgotten(
    evening: Tournament, marie: Player, with_mail: Any, clock: Any
) -> None:
    come(evening, marie)
    sent(with_mail)
    clock(at(9, 70))
    enqueue_due(timezone.now())
    assert not Letter.objects.exists()


def test_two_events_a_week_lose_no_results(
    club: Club, marie: Player, with_mail: Any, clock: Any
) -> None:
    """A club that plays twice a week: seven events, and an email the morning after each."""
    others = builders.players(club, ["Josef Marek", "Anna Svoboda", "Karel Novak"])
    for turn in range(7):
        event = builders.tournament(
            club, slug=f"t{turn}", date=DAY - timedelta(days=turn % 2), asks=True
        )
        played(event, [marie, *others])
    sent(with_mail)
    clock(at(9, 1))
    enqueue_due()
    subjects = [email.subject for email in sent(with_mail)]
    assert len([each for each in subjects if "Your results:" in each]) == 7


def test_one_mailbox_of_two_people_says_for_whom(
    evening: Tournament, marie: Player, with_mail: Any
) -> None:
    josef = builders.player(evening.club, "Josef Marek")
    mailed(josef)
    MailAddress.objects.update(email="player1@example.org")
    come(evening, marie, josef)
    first, second = sent(with_mail)
    assert first.to == second.to
    for email, name in ((first, marie.name), (second, josef.name)):
        assert f"For: {name}" in email.body
        assert f"For: {name}" in " ".join(html(email).split())
        assert evening.name in email.body
    assert first.body != second.body


def test_what_the_server_refuses_for_now_leaves_a_trace(
    evening: Tournament, marie: Player, with_mail: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    come(evening, marie)
    with monkeypatch.context() as broken:
        refuse(broken, SMTPServerDisconnected("player1@example.org"))
        with_mail.do()
    with_mail.clear()
    [trouble] = email_log.troubles_of_club(evening.club)
    assert "SMTPServerDisconnected" in trouble.problem
    assert "player1@" not in trouble.problem
    enqueue_due()
    assert len(sent(with_mail)) == 1
    assert email_log.troubles_of_club(evening.club) == []
    assert Letter.objects.get().outcome == Letter.Outcome.SENT
