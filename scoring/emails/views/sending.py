"""Sending of emails: text and HTML, headers, and their outcome.

A mail program that offers “unsubscribe” sends a POST without a cookie (RFC 8058); each
kind of email is a list of its own there (RFC 2919).
"""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta
from email.utils import formataddr, parseaddr
from smtplib import SMTPException, SMTPRecipientsRefused
from typing import Any
from urllib.parse import urlsplit

from django.conf import settings
from django.core.mail import EmailMultiAlternatives
from django.db.models import Case, F, Value, When
from django.template.loader import render_to_string
from django.utils import timezone, translation
from django_tasks import task

from clubs.i18n import day
from clubs.languages import offered
from clubs.models import Club, Role
from clubs.tasks import RetryTask
from scoring.core.names import public_name
from scoring.emails import bounces
from scoring.emails.content import EmailContent, email_content
from scoring.models import Letter
from scoring.signups import email_addresses, notifications
from scoring.signups.notifications import WISHES, Kind

Outcome = Letter.Outcome
A_WEEK = timedelta(days=7)
# Emails of one kind about one event that a person gets in a week. Each event has its own
# reminder and results, so only what repeats is counted: an RSVP changed again and again.
FEW = 5
# Offers expire, and people must learn that an event is canceled or moved.
MORE = {
    Kind.OFFER: 10,
    Kind.OFF: 20,
    Kind.MOVED: 20,
    Kind.ADDRESS: 20,
    Kind.GUARDIAN: 20,
}
GONE_FOR_GOOD = range(500, 600)  # SMTP codes: no such mailbox
LONGEST = 200  # characters of a subject
# Outlook and Gmail show an event only where the part names the file's own method
# (RFC 6047, section 2.4).
CALENDAR = "text/calendar; method=PUBLISH"


@task(queue_name="mail")
def send(letter: int) -> None:
    """Write and send a waiting email, and store the outcome.

    Raises RetryTask if the server doesn't accept it now.
    """
    rows = Letter.objects.select_related("to__player__club", "tournament__club")
    row = rows.filter(pk=letter, done_at=None).first()
    if row is None:  # already sent
        return
    if not notifications.is_on() or row.to.player.club.is_shut:  # keep it waiting
        return
    outcome = _outcome(row, timezone.now())
    Letter.objects.filter(pk=row.pk).update(
        done_at=timezone.now(), is_sent=outcome == Outcome.SENT, outcome=outcome
    )


def _outcome(letter: Letter, current_time: datetime) -> Outcome:
    """Send the email unless it is outdated, and return the outcome."""
    kind = Kind(letter.kind)
    if kind in WISHES and not notifications.wishes(letter.to, kind):
        return Outcome.OUTDATED
    message = message_of(letter, current_time)
    if message is None:
        return Outcome.OUTDATED
    if _is_one_too_many(letter, current_time):
        return Outcome.HELD_BACK
    return _send(letter, message)


def _is_one_too_many(letter: Letter, current_time: datetime) -> bool:
    """Return whether the person got enough of this kind about this event in a week."""
    rows = Letter.objects.filter(
        to=letter.to, is_sent=True, done_at__gt=current_time - A_WEEK
    )
    similar = rows.filter(kind=letter.kind, tournament=letter.tournament)
    return similar.count() >= MORE.get(Kind(letter.kind), FEW)


def _send(letter: Letter, message: EmailMultiAlternatives) -> Outcome:
    """Hand an email to the mail server; raises RetryTask if it isn't accepted now."""
    try:
        message.send()
    except SMTPRecipientsRefused as no:
        codes = [code for code, _ in no.recipients.values()]
        if not codes or codes[0] not in GONE_FOR_GOOD:
            _note_failure(letter, f"{codes[0] if codes else type(no).__name__}")
            raise RetryTask("The mail server does not take this mailbox yet.") from no
        email_addresses.note_refused(letter.to, str(codes[0]))
        return Outcome.REFUSED
    except (OSError, SMTPException) as no:
        # The server's reply can contain the address.
        _note_failure(letter, type(no).__name__)
        raise RetryTask(f"The mail server took nothing: {type(no).__name__}") from no
    return Outcome.SENT


def _note_failure(letter: Letter, error: str) -> None:
    """Store that a try failed, for the desk's page of emails."""
    rows = Letter.objects.filter(pk=letter.pk)
    rows.update(failed_tries=F("failed_tries") + 1, last_error=error[:80])


def message_of(letter: Letter, current_time: datetime) -> EmailMultiAlternatives | None:
    """Return the complete email in the reader's language; None if it is outdated."""
    club = letter.to.player.club
    with _speaking(letter), timezone.override(club.zone):
        text = email_content(letter, current_time)
        if text is None:
            return None
        context = _context(letter, text, club)
        message = EmailMultiAlternatives(
            " ".join(text.subject.split())[:LONGEST],
            render_to_string("scoring/emails/letter.txt", context),
            formataddr((club.name, parseaddr(settings.DEFAULT_FROM_EMAIL)[1])),
            [text.to or letter.to.email],
            reply_to=_directors(letter, club),
            headers=_headers(letter, club),
        )
        html = render_to_string("scoring/emails/letter.html", context)
    message.attach_alternative(html, "text/html")
    if text.calendar:
        message.attach("event.ics", text.calendar.decode(), CALENDAR)
    return message


@contextmanager
def _speaking(letter: Letter) -> Iterator[None]:
    """Activate the language of the person who gave the address, or else the club's."""
    of_club = letter.to.player.club.language
    for language in (letter.to.language, of_club, settings.LANGUAGE_CODE):
        if language in offered():
            with translation.override(language):
                yield
            return
    yield


def _context(letter: Letter, text: EmailContent, club: Club) -> dict[str, Any]:
    player, tournament = letter.to.player, letter.tournament
    about_parts = [club.name]
    if tournament:
        about_parts.append(f"{tournament.name}, {day(tournament.date)}")
    return {
        "mail": text,
        "club": club,
        # Two people can share a mailbox.
        "name": public_name(player.name, club, player.pk),
        "about": " · ".join(about_parts),
        "language": translation.get_language() or settings.LANGUAGE_CODE,
        "off": _opt_out_url(letter),
    }


def _opt_out_url(letter: Letter) -> str:
    """Return the address to unsubscribe from this kind; "" if there is no choice."""
    wish = WISHES.get(Kind(letter.kind))
    if wish is None:
        return ""
    return f"{settings.SITE_URL}{email_addresses.off_path(letter.to, wish)}"


def _directors(letter: Letter, club: Club) -> list[str]:
    """Return the reply address: the event's creator, or else the club's leader."""
    leading = [Role.Kind.OWNER, Role.Kind.DIRECTOR]
    roles = club.roles.filter(kind__in=leading, user__is_active=True)
    made_by = letter.tournament.created_by_id if letter.tournament else None
    is_maker = Case(When(user=made_by, then=Value(0)), default=Value(1))
    known = roles.exclude(user__email="").order_by(is_maker, "pk")
    return list(known.values_list("user__email", flat=True)[:1])


def _headers(letter: Letter, club: Club) -> dict[str, str]:
    host = urlsplit(settings.SITE_URL).hostname or "localhost"
    headers = {
        "Message-ID": bounces.message_id(letter, host),
        "Auto-Submitted": "auto-generated",
    }
    if unsubscribe_url := _opt_out_url(letter):
        headers |= {
            "List-Id": f"<{WISHES[Kind(letter.kind)]}.{club.slug}.{host}>",
            "List-Unsubscribe": f"<{unsubscribe_url}>",
            "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
        }
    return headers
