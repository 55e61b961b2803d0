"""Subscribers that send emails about events and addresses."""

from clubs.models import Club
from scoring.core.push import UNSEEN
from scoring.core.subscriptions import subscribe
from scoring.emails.schedule import enqueue_waiting
from scoring.models import Change, Letter, Tournament
from scoring.signups import notifications
from scoring.signups.email_addresses import CHANGED

# Hands, phones and similar aren't news for people at home; an RSVP is.
NO_NEWS = [kind for kind in UNSEEN if kind != "answer"]


@subscribe("emails", all_but=NO_NEWS, needs=["MAIL", "SITE_URL"])
def send_emails(tournament: Tournament, changes: list[Change]) -> None:
    """Send an event's waiting emails, and email people who are going if it moved."""
    for change in changes:
        if "was" in change.data:
            notifications.notify_of_move(tournament, change.data["was"], change.at)
    enqueue_waiting(tournament.letters.all())


@subscribe("emails", "mail", CHANGED, scope="club", needs=["MAIL", "SITE_URL"])
def send_emails_of_club(club: Club, changes: list[Change]) -> None:
    """Send waiting emails about addresses of a club's players."""
    enqueue_waiting(Letter.objects.filter(tournament=None, to__player__club=club))
