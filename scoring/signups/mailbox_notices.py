"""Emails to a mailbox that a player's page no longer uses.

Anyone with a personal link can change the address there. The previous mailbox is
notified, so that its owner can object. The email never mentions the new address.
"""

from collections.abc import Collection

from django.conf import settings
from django.core.mail import EmailMessage
from django.utils import translation

from clubs.email import send_later
from clubs.i18n import message
from clubs.languages import offered
from scoring.models import MailAddress


def notify_replaced(old: MailAddress, *, still_used: Collection[str]) -> None:
    """Email the mailboxes of `old` that a new address replaced them.

    Mailboxes in `still_used` get no email, because they belong to the new address too.
    """
    for email in _mailboxes(old, still_used):
        with _language_of(old):
            club = old.player.club.name
            _send(
                email,
                message("Your email address was replaced"),
                message("{club} now sends your emails to another address.", club=club),
                message(
                    "If you didn’t change your address, tell the club’s director. A "
                    "new personal link removes the other address."
                ),
            )


def notify_removed(old: MailAddress) -> None:
    """Email the mailboxes of `old` that someone with the personal link removed them."""
    for email in _mailboxes(old):
        with _language_of(old):
            club = old.player.club.name
            _send(
                email,
                message("Your email address was removed"),
                message("{club} has no email address for you anymore.", club=club),
                message("If you didn’t remove it, tell the club’s director."),
            )


def notify_link_closed(old: MailAddress) -> None:
    """Email the mailboxes of `old` that they were removed along with the link."""
    for email in _mailboxes(old):
        with _language_of(old):
            club = old.player.club.name
            _send(
                email,
                message("Your personal link was closed"),
                message(
                    "{club} closed your personal link, and removed your email address "
                    "with it.",
                    club=club,
                ),
                message(
                    "To get emails again, ask the club’s director for your new link and "
                    "enter your address there."
                ),
            )


def _mailboxes(address: MailAddress, still_used: Collection[str] = ()) -> list[str]:
    """Return the confirmed mailboxes that the mail server accepts.

    Mailboxes in `still_used` are left out.
    """
    if not settings.MAIL or address.refused_at:
        return []
    confirmed = [
        (address.email, address.confirmed_at),
        (address.guardian, address.guardian_confirmed_at),
    ]
    used = {email.lower() for email in still_used}
    return [
        email
        for email, confirmed_at in confirmed
        if confirmed_at and email.lower() not in used
    ]


def _language_of(address: MailAddress) -> translation.override:
    wanted = (address.language, address.player.club.language)
    chosen = next((language for language in wanted if language in offered()), None)
    return translation.override(chosen or translation.get_language())


def _send(email: str, subject: str, *paragraphs: str) -> None:
    footer = message("You’re getting this because the club had this address for you.")
    text = "\n\n".join([*paragraphs, footer])
    send_later(EmailMessage(f"Valat: {subject}", text, None, [email]))
