"""Access to a table by its token, or by the short code on its sheet.

Wrong codes are counted in the database, so that all workers share the count. Everyone
in a hall has one address. So each wrong code expires after half a minute: no one waits
longer than that, and right codes don't count.
"""

from datetime import datetime, timedelta

from django.db import transaction

from clubs import server_clock
from clubs.client_networks import household
from clubs.models import SignInFailure
from scoring.models import Phone, Round, Sheet

MOST = 20  # wrong codes before a wait
FORGOTTEN_AFTER = timedelta(seconds=30)  # each one; so 20 in ten minutes
# Usernames are counted in lower case, so no account can have this one.
NAME = "TABLE CODE"
ROUND = "sheet__round"
TOURNAMENT = f"{ROUND}__tournament"
CLUB = f"{TOURNAMENT}__club"
# Only the columns that a request needs before it reads the current sheet.
PHONES = Phone.objects.select_related(CLUB).only(
    *("key", "name", "seat", "keeper", "writes", "asked_at", "unsent", "seen_at"),
    *("sheet__round", "sheet__table", "sheet__token"),
    *("sheet__version", "sheet__revoked_at"),
    *(f"{ROUND}__tournament", f"{ROUND}__number", f"{ROUND}__state"),
    *(f"{TOURNAMENT}__club", f"{TOURNAMENT}__game"),
    *(f"{TOURNAMENT}__preset", f"{TOURNAMENT}__house_rules"),
    *(f"{CLUB}__language", f"{CLUB}__closes_at", f"{CLUB}__name_order"),
    *(f"{CLUB}__shown", f"{CLUB}__names_version"),
)


def sheet_by_token(token: str) -> Sheet | None:
    """Return the sheet of a published round with this token, open to phones or not."""
    published = Sheet.objects.exclude(round__state=Round.State.DRAFT)
    at_table = published.select_related("round__tournament__club")
    sheet = at_table.filter(token=token).first()
    return None if sheet and sheet.round.tournament.club.closes_at else sheet


def phone_at(token: str, key: str) -> Phone | None:
    """Return the phone with this key at the table with this token, with its sheet."""
    for phone in PHONES.filter(sheet__token=token, key=key):
        if phone.sheet.round.is_published:
            return phone
    return None


def wait_of(address: str) -> timedelta | None:
    """Return how long an address has to wait for its next try; None if it can try."""
    row, time = _row(household(address)), server_clock.now()
    if row is None or _left(row, time) < MOST:
        return None
    return row.last_at + (_forgotten(row, time) + 1) * FORGOTTEN_AFTER - time


@transaction.atomic
def count_wrong(address: str) -> None:
    """Count one more wrong code from this address."""
    time = server_clock.now()
    row, _ = SignInFailure.objects.select_for_update().get_or_create(
        username=NAME, address=household(address), defaults={"last_at": time}
    )
    if left := _left(row, time):
        row.last_at += _forgotten(row, time) * FORGOTTEN_AFTER
    else:
        row.last_at = time
    row.failures = left + 1
    row.save()


def _row(address: str) -> SignInFailure | None:
    return SignInFailure.objects.filter(username=NAME, address=address).first()


def _left(row: SignInFailure, time: datetime) -> int:
    """Return the number of wrong codes that haven't expired.

    A row from the future is from before the clock was set back, and delays no one.
    """
    if row.last_at > time + FORGOTTEN_AFTER:
        return 0
    return max(0, row.failures - _forgotten(row, time))


def _forgotten(row: SignInFailure, time: datetime) -> int:
    return max(0, (time - row.last_at) // FORGOTTEN_AFTER)
