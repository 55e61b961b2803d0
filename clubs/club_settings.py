"""What a club says of itself."""

from typing import Any

from django.db import transaction
from django.db.models import Manager
from django.dispatch import Signal
from django.utils.text import slugify

from clubs.languages import offered
from clubs.models import RESERVED_SLUGS, Club, User
from clubs.players import guess_anew
from clubs.stale_check import ChangedMeanwhile, stamp_of
from clubs.wording import say, say_later

# Each in words, where two owners change it at once.
SETTINGS = {
    "name": say_later("name"),
    "town": say_later("town"),
    "time_zone": say_later("time zone"),
    "paper": say_later("paper"),
    "shown": say_later("names in public"),
    "name_order": say_later("usual order of names"),
    "indexable": say_later("let search engines list the pages"),
    "phone_address": say_later("address for phones"),
    "language": say_later("language"),
}


# Sent with the club, who did it, and `old` and `new` ways to show names, or orders.
shown_otherwise = Signal()
ordered_otherwise = Signal()
TOLD = {"shown": shown_otherwise, "name_order": ordered_otherwise}


@transaction.atomic
def change_club(*, club: Club, by: User, seen: str = "", **facts: Any) -> Club:
    """Change the club's settings.

    Raises ValidationError by field; ChangedMeanwhile where the settings are not those
    of the stamp `seen`.
    """
    fresh = Club.objects.select_for_update(no_key=True).get(pk=club.pk)
    changed = [name for name, value in facts.items() if getattr(fresh, name) != value]
    if changed and seen and seen != settings_stamp(fresh):
        raise ChangedMeanwhile("; ".join(_in_words(fresh, name) for name in changed))
    old = {name: getattr(fresh, f"get_{name}_display")() for name in TOLD}
    for name in changed:
        setattr(fresh, name, facts[name])
    fresh.full_clean()
    fresh.save()
    if "name_order" in changed:
        guess_anew(fresh)
    for name, signal in TOLD.items():
        if name in changed:
            ways = {"old": old[name], "new": getattr(fresh, f"get_{name}_display")()}
            signal.send(Club, club=fresh, by=by, **ways)
    return fresh


def settings_stamp(club: Club) -> str:
    """Which settings somebody saw."""
    return stamp_of(club, SETTINGS)


def _in_words(club: Club, name: str) -> str:
    value = getattr(club, name)
    if isinstance(value, bool):
        value = say("yes") if value else say("no")
    if name == "language":
        value = offered().get(value)
    shown = getattr(club, f"get_{name}_display", lambda: value or say("none"))
    return f"{SETTINGS[name]}: {shown()}"


def free_slug(rows: Manager[Any], name: str, kind: str) -> str:
    """An address none of these has: of a name's words as many as 40 letters hold."""
    base = slugify(name.replace("/", "-")) or kind
    if len(base) > 40:
        base = base[:41].rpartition("-")[0] or base[:40]
    if base in RESERVED_SLUGS:
        base = f"{base}-{kind}"
    taken = set(rows.values_list("slug", flat=True))
    slug, n = base, 2
    while slug in taken:
        slug, n = f"{base}-{n}", n + 1
    return slug
