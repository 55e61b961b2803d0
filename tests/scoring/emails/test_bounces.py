"""Mails that come back: whose address gets no more, and whose messages do nothing."""

import io
from email import message_from_bytes
from typing import Any

import pytest
from django.core.management import call_command
from django.db import DatabaseError
from django.test import Client
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from clubs.models import Club
from scoring.emails import bounces
from scoring.emails.views.sending import message_of
from scoring.management.commands import bounced
from scoring.models import Change, Letter, MailAddress
from scoring.signups import email_addresses, notifications
from scoring.signups.notifications import Kind
from tests import builders
from tests.drill.figures import size
from tests.scoring.emails.conftest import mailed

pytestmark = pytest.mark.django_db
REPORT = """\
From: Mail Delivery System <MAILER-DAEMON@mx.example.net>
To: valat@example.org
Subject: Undelivered Mail Returned to Sender
MIME-Version: 1.0
Content-Type: multipart/report; report-type=delivery-status; boundary="b1"

--b1
Content-Type: text/plain; charset=us-ascii

I'm sorry to have to inform you that your message could not be delivered.

--b1
Content-Type: message/delivery-status

Reporting-MTA: dns; mx.example.net
Arrival-Date: Fri, 27 Nov 2026 09:00:00 -0600

Final-Recipient: rfc822; marie@example.org
Action: {action}
Status: {status}
Diagnostic-Code: smtp; 550 5.1.1 marie@example.org: no such user

--b1
Content-Type: {kind}

{sent}
--b1--
"""


@pytest.fixture
def letter(club: Club, with_mail: Any) -> Letter:
    """A mail that went out to Marie."""
    return letter_to(club, "Marie Kubala")


def letter_to(club: Club, name: str) -> Letter:
    address = mailed(builders.player(club, name))
    evening = builders.tournament(club, slug=f"of-{address.pk}")
    notifications.queue_notification(address, Kind.EVE, evening)
    return address.letters.get()


def head_of(letter: Letter) -> str:
    return f"Message-ID: {bounces.message_id(letter, 'tarok.example.org')}"


def report(letter: Letter, **other: str) -> bytes:
    facts = {
        "action": "failed",
        "status": "5.1.1",
        "kind": "message/rfc822",
        "sent": f"Subject: Tomorrow\n{head_of(letter)}\n\nYou’re going.\n",
    }
    return REPORT.format(**(facts | other)).encode()


def refused() -> dict[str, str]:
    """Who gets no more, and why."""
    rows = MailAddress.objects.exclude(refused_at=None)
    return dict(rows.values_list("player__name", "refused_why"))


@pytest.mark.parametrize(
    "kind", ["message/rfc822", "text/rfc822-headers", "message/global"]
)
def test_an_address_whose_mail_comes_back_gets_no_more(
    club: Club, letter: Letter, kind: str
) -> None:
    letter_to(club, "Josef Marek")
    for _ in range(2):  # twice is once
        assert bounces.note_bounce(report(letter, kind=kind)) == letter
    assert refused() == {"Marie Kubala": "5.1.1"}
    assert not MailAddress.objects.get(player=letter.to.player).is_open
    assert Change.objects.filter(new="5.1.1").count() == 1
    client = Client()
    client.force_login(builders.member(club, "director"))
    assert "5.1.1" in client.get(f"/desk/{club.slug}/mails/").content.decode()


def test_the_mail_itself_has_the_mark(letter: Letter) -> None:
    """As it goes out, to and fro through its bytes."""
    address = letter.to
    Letter.objects.all().delete()
    notifications.queue_notification(address, Kind.ADDRESS)
    MailAddress.objects.update(confirmed_at=None)
    asked = Letter.objects.select_related("to__player__club").get()
    message = message_of(asked, asked.asked_at)
    sent = message.message().as_bytes()
    whole = message_from_bytes(sent)["Message-ID"]
    assert f"Message-ID: {whole}" == head_of(asked)
    assert bounces.note_bounce(report(asked, sent=sent.decode())) == asked


@pytest.mark.parametrize(
    "other",
    [
        {"action": "delayed", "status": "4.4.1"},
        {"action": "failed", "status": "4.2.2"},  # given up, but may work again
        {"action": "delivered", "status": "2.0.0"},
        {"action": "", "status": "5.1.1"},
        {"kind": "text/plain"},
        {"sent": ""},
        {"sent": "Message-ID: <1.20261124090000@tarok.example.org>\n\n"},
        {"sent": "Message-ID: \xff\n\n"},
    ],
)
def test_what_is_no_failure_of_ours_marks_nobody(
    letter: Letter, other: dict[str, str]
) -> None:
    assert bounces.note_bounce(report(letter, **other)) is None
    assert refused() == {}


def test_nobody_marks_the_address_of_somebody_else(club: Club, letter: Letter) -> None:
    """Who got a mail knows the mark of that one, and of no other."""
    josef = letter_to(club, "Josef Marek")
    signed = head_of(josef)
    for forged in (
        signed.replace(f"<{josef.pk}.", f"<{letter.pk}."),
        signed[:-30] + signed[-29:],
        signed.upper(),
    ):
        assert forged != signed
        assert bounces.note_bounce(report(josef, sent=f"{forged}\n\n")) is None
    assert refused() == {}


def test_an_address_that_was_given_anew_is_another(letter: Letter) -> None:
    came_back, player = report(letter), letter.to.player
    by = builders.command()
    email_addresses.give(
        player=player, actor=by, email="new@example.org", wishes=["eve"]
    )
    assert bounces.note_bounce(came_back) is None
    assert refused() == {}


DAMAGED = [
    b"",
    b"\0" * 100,
    b"\xff\xfe",
    b"Content-Type: multipart/report; boundary=b\n\n" + b"--b\n" * 2_000,
    b"Content-Type: multipart/report\n\nno boundary",
    b"Content-Type: multipart/report; boundary=b\n\n--b\n"
    b"Content-Type: message/delivery-status\n\n\xff\xff\n\n--b--",
    b"".join(
        b"Content-Type: multipart/report; boundary=b%d\n\n--b%d\n" % (n, n)
        for n in range(3_000)
    ),
    b"Content-Type: message/rfc822\n\n" * 3_000,
]


@pytest.mark.parametrize("number", range(len(DAMAGED)))
def test_damaged_messages_do_nothing(letter: Letter, number: int) -> None:
    assert bounces.note_bounce(DAMAGED[number]) is None


@settings(
    max_examples=size(60, 2_000),
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)
@given(st.data())
def test_a_message_damaged_anywhere_is_no_trouble(letter: Letter, data: Any) -> None:
    message = bytearray(report(letter))
    at = data.draw(st.integers(0, len(message) - 1))
    upto = data.draw(st.integers(at, min(at + 40, len(message))))
    message[at:upto] = data.draw(st.binary(max_size=40))
    assert bounces.note_bounce(bytes(message)) in (None, letter)


def run(monkeypatch: pytest.MonkeyPatch, message: bytes) -> str:
    """What the command says of a message on its standard input."""
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(message)))
    out = io.StringIO()
    call_command("bounced", stdout=out, stderr=out)
    return out.getvalue().strip()


def test_the_command_reads_one_message(
    letter: Letter, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert run(monkeypatch, b"Subject: I am away\n\nBack on Monday.") == bounced.NOTHING
    assert refused() == {}
    assert run(monkeypatch, report(letter)) == bounced.MARKED
    assert refused() == {"Marie Kubala": "5.1.1"}


def test_while_the_database_is_away_the_message_is_kept(
    letter: Letter, monkeypatch: pytest.MonkeyPatch
) -> None:
    def away(message: bytes) -> None:
        raise DatabaseError("away")

    monkeypatch.setattr(bounced, "note_bounce", away)
    with pytest.raises(SystemExit) as stopped:
        run(monkeypatch, report(letter))
    assert stopped.value.code == 75
