"""The table page's address: given out anew, or closed, from the desk."""

from django.db import transaction
from django.utils import timezone

from clubs.models import new_token
from clubs.wording import say
from scoring.core.services.changes import Actor, lock_sheet, log
from scoring.models import Sheet
from scoring.models.rounds import new_code
from scoring.sheets.sheet import place


@transaction.atomic
def renew(*, sheet: Sheet, by: Actor) -> Sheet:
    """A new token and a new short code; the old ones open nothing any more.

    Phones that write stay who they were; those that only looked on have to come again,
    so that nobody who knew the old code can fill the table. A closed page opens again.
    """
    fresh = lock_sheet(sheet)
    fresh.phones.filter(writes=False).delete()
    fresh.token, fresh.code, fresh.revoked_at = new_token(), _free_code(), None
    fresh.save(update_fields=["token", "code", "revoked_at"])
    log(by, "token", say("gave a new code: {sheet}", sheet=place(fresh)), sheet=fresh)
    return fresh


@transaction.atomic
def revoke(*, sheet: Sheet, by: Actor) -> Sheet:
    """Close the page to phones until its code is renewed."""
    fresh = lock_sheet(sheet)
    if fresh.revoked_at is None:
        fresh.revoked_at = timezone.now()
        fresh.save(update_fields=["revoked_at"])
        log(
            by,
            "token",
            say("closed to phones: {sheet}", sheet=place(fresh)),
            sheet=fresh,
        )
    return fresh


def _free_code() -> str:
    while Sheet.objects.filter(code=(code := new_code())).exists():
        pass
    return code
