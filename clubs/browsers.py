"""The browsers where a user is signed in, and signing one out from another.

allauth has a row for each session of an account, with the browser and its address.
"""

import re
from dataclasses import dataclass
from datetime import datetime

from allauth.usersessions.models import UserSession
from django.contrib.sessions.backends.db import SessionStore
from django.contrib.sessions.models import Session
from django.db.models import Exists, OuterRef

from clubs.models import User

NO_ADDRESS = "0.0.0.0"
# The first match counts; Edge and Opera also call themselves Chrome, and Chrome Safari.
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
# Sessions from before allauth's rows were stored with the names above.
NAMED = re.compile(
    rf"({'|'.join({name for _, name in BROWSERS})})"
    rf"(, ({'|'.join(name for _, name in MACHINES)}))?"
)


@dataclass(frozen=True, slots=True)
class Browser:
    """A browser where a user is signed in; `pk` is the row of its session."""

    pk: int
    name: str
    address: str
    since: datetime
    is_this: bool


def list_browsers(user: User, session_key: str | None) -> list[Browser]:
    """Return all browsers of an account, this one first, then the newest.

    `session_key` is the key of the session that asks. Rows of sessions that ended are
    deleted.
    """
    rows = UserSession.objects.purge_and_list(user)
    browsers = [
        Browser(
            pk=row.pk,
            name=name_browser(row.user_agent),
            address="" if row.ip == NO_ADDRESS else row.ip,
            since=row.created_at,
            is_this=row.session_key == session_key,
        )
        for row in rows
    ]
    newest_first = sorted(browsers, key=lambda browser: browser.since, reverse=True)
    return sorted(newest_first, key=lambda browser: not browser.is_this)


def name_browser(agent: str) -> str:
    """Return a browser's name from its user agent: “Firefox, Linux”, or ""."""
    if NAMED.fullmatch(agent):
        return agent
    browser = next((name for word, name in BROWSERS if word in agent), "")
    machine = next((name for word, name in MACHINES if word in agent), "")
    if not browser and not machine:
        return re.sub(r"[^\w ./-]", "", agent)[:40]
    return ", ".join(part for part in (browser, machine) if part)


def sign_out_browser(*, user: User, pk: int, session_key: str | None) -> bool:
    """Sign out one browser of an account, never the one that asks."""
    row = _others(user, session_key).filter(pk=pk).first()
    if row is None:
        return False
    row.end()
    return True


def sign_out_others(*, user: User, session_key: str | None) -> int:
    """Sign out all other browsers; return how many there were."""
    others = list(_others(user, session_key))
    for row in others:
        row.end()
    return len(others)


def clear_expired() -> None:
    """Delete expired sessions, and the rows of sessions that no longer exist."""
    SessionStore.clear_expired()
    sessions = Session.objects.filter(session_key=OuterRef("session_key"))
    UserSession.objects.exclude(Exists(sessions)).delete()


def _others(user: User, session_key: str | None):
    return UserSession.objects.filter(user=user).exclude(session_key=session_key or "")
