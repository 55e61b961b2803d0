"""Enter the sessions from before allauth had a row for each."""

from datetime import datetime, timedelta
from ipaddress import ip_address
from typing import Any

from django.conf import settings
from django.contrib.auth import SESSION_KEY
from django.contrib.sessions.backends.db import SessionStore
from django.db import migrations
from django.utils import timezone

MANY = 1_000  # rows at a time
FACTS = "signed_in_from"  # in a session: browser, address, when
NO_ADDRESS = "0.0.0.0"


def enter_sessions(apps: Any, schema_editor: Any) -> None:
    """Give each session of an account its row; end what nobody can use any more."""
    sessions = apps.get_model("sessions", "Session").objects
    entered = apps.get_model("usersessions", "UserSession")
    accounts = {*apps.get_model("clubs", "User").objects.values_list("pk", flat=True)}
    known = {*entered.objects.values_list("session_key", flat=True)}
    now, store = timezone.now(), SessionStore()
    sessions.filter(expire_date__lte=now).delete()
    rows, ended = [], []
    for key, data, ends_at in sessions.values_list(
        "session_key", "session_data", "expire_date"
    ).iterator(MANY):
        facts = store.decode(data)
        user = _number(facts.get(SESSION_KEY))
        if user not in accounts:
            # Signed with another key, or of an account that was deleted.
            if user is not None or not facts:
                ended.append(key)
            continue
        if key in known:
            continue
        browser, address, since = _known_facts(facts, ends_at)
        rows.append(
            entered(
                user_id=user,
                session_key=key,
                ip=address,
                user_agent=browser[:200],
                created_at=since,
                last_seen_at=since,
            )
        )
    entered.objects.bulk_create(rows, batch_size=MANY)
    for at in range(0, len(ended), MANY):
        sessions.filter(session_key__in=ended[at : at + MANY]).delete()


def _known_facts(facts: Any, ends_at: datetime) -> tuple[str, str, datetime]:
    """What the session knew of its beginning: browser, address and moment."""
    begun = ends_at - timedelta(seconds=settings.SESSION_COOKIE_AGE)
    try:
        browser, address, when = facts[FACTS]
        return str(browser), str(ip_address(address)), datetime.fromisoformat(when)
    except (KeyError, TypeError, ValueError):
        return "", NO_ADDRESS, begun


def _number(text: Any) -> int | None:
    try:
        return int(text)
    except (TypeError, ValueError):
        return None


class Migration(migrations.Migration):
    dependencies = [
        ("clubs", "0019_pictures"),
        ("sessions", "0001_initial"),
        ("usersessions", "0001_initial"),
    ]

    operations = [migrations.RunPython(enter_sessions, migrations.RunPython.noop)]
