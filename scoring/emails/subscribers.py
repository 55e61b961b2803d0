"""Emails follow whatever changes who comes when, and new addresses."""

from clubs.models import Club
from scoring.core.push import UNSEEN
from scoring.core.subscriptions import subscribe
from scoring.emails.schedule import enqueue_waiting
from scoring.models import Change, Letter, Tournament
from scoring.signups import notifications
from scoring.signups.email_addresses import CHANGED

# Hands, phones and the like are no news for anybody at home; an RSVP is.
NO_NEWS = [kind for kind in UNSEEN if kind != "answer"]


@subscribe("emails", all_but=NO_NEWS, needs=["MAIL", "SITE_URL"])
def send_emails(tournament: Tournament, changes: list[Change]) -> None:
    """Send the waiting emails of an event, and tell those going that it has moved."""
    for change in changes:
        if "was" in change.data:
            notifications.tell_moved(tournament, change.data["was"], change.at)
    enqueue_waiting(tournament.letters.all())


@subscribe("emails", "mail", CHANGED, scope="club", needs=["MAIL", "SITE_URL"])
def send_emails_of_club(club: Club, changes: list[Change]) -> None:
    """Send what waits about addresses of a club's players."""
    enqueue_waiting(Letter.objects.filter(tournament=None, to__player__club=club))
