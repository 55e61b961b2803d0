"""Where somebody is signed in, and ending it from another browser.

Django's sessions know no accounts: what is in them has to be read. Those that ended do not
count, and a site of some hundred accounts has some hundred others.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.conf import settings
from django.contrib.auth import HASH_SESSION_KEY, SESSION_KEY
from django.contrib.sessions.models import Session
from django.utils import timezone
from django.utils.crypto import constant_time_compare, salted_hmac

from clubs.models import User

FROM = "signed_in_from"  # in the session: [browser, address, when]
MOST = 5_000  # sessions that are looked at, the newest first
# The first that fits; Edge and Opera call themselves Chrome too, and Chrome Safari.
BROWSERS = (
    ("Edg", "Edge"),
    ("OPR/", "Opera"),
    ("SamsungBrowser", "Samsung Internet"),
    ("Firefox", "Firefox"),
    ("FxiOS", "Firefox"),
    ("CriOS", "Chrome"),
    ("Chrome", "Chrome"),
    ("Safari", "Safari"),
)
MACHINES = (
    ("iPhone", "iPhone"),
    ("iPad", "iPad"),
    ("Android", "Android"),
    ("Windows", "Windows"),
    ("Macintosh", "Mac"),
    ("CrOS", "Chromebook"),
    ("Linux", "Linux"),
)


@dataclass(frozen=True, slots=True)
class SignedIn:
    """A browser in which somebody is signed in; `mark` names it without its key."""

    mark: str
    session: Session
    browser: str
    address: str
    since: datetime
    is_this: bool


def signed_in_as(user: User, this: str | None) -> list[SignedIn]:
    """The browser that asks first, then the newest; `this` is its session's key."""
    browsers = sorted(_all_of(user, this), key=lambda each: each.since, reverse=True)
    return sorted(browsers, key=lambda each: not each.is_this)


def _all_of(user: User, this: str | None) -> Iterator[SignedIn]:
    lasts = timedelta(seconds=settings.SESSION_COOKIE_AGE)
    rows = Session.objects.filter(expire_date__gt=timezone.now())
    for row in rows.order_by("-expire_date")[:MOST]:
        facts = row.get_decoded()
        if facts.get(SESSION_KEY) != str(user.pk) or not constant_time_compare(
            facts.get(HASH_SESSION_KEY, ""), user.get_session_auth_hash()
        ):
            continue
        browser, address, when = facts.get(FROM, ("", "", ""))
        yield SignedIn(
            mark=salted_hmac(__name__, row.session_key).hexdigest()[:16],
            session=row,
            browser=browser,
            address=address,
            since=datetime.fromisoformat(when) if when else row.expire_date - lasts,
            is_this=row.session_key == this,
        )


def browser_named(agent: str) -> str:
    """“Firefox, Linux”, from what a browser says of itself; "" where it says nothing.

    Names alone: it is kept with the session, and read in any language.
    """
    browser = next((name for word, name in BROWSERS if word in agent), "")
    machine = next((name for word, name in MACHINES if word in agent), "")
    if not browser and not machine:
        return re.sub(r"[^\w ./-]", "", agent)[:40]
    return ", ".join(part for part in (browser, machine) if part)


def end(*, user: User, mark: str, this: str | None) -> bool:
    """Sign out the browser with this mark, never the one that asks."""
    ended = False
    for browser in signed_in_as(user, this):
        if browser.mark == mark and not browser.is_this:
            browser.session.delete()
            ended = True
    return ended


def end_others(*, user: User, this: str | None) -> int:
    """Sign out everywhere but here; says how many that were."""
    others = [browser for browser in signed_in_as(user, this) if not browser.is_this]
    for other in others:
        other.session.delete()
    return len(others)
