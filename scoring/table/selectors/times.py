"""Moments as the table page tells them to a phone."""

from datetime import UTC, datetime
from typing import Any

from django.utils import timezone

from scoring.models import Round, Sheet
from scoring.table.selectors.clocks import face_of


def clock_of(sheet: Sheet) -> dict[str, Any] | None:
    """When the bell rings at this table, or what is left while the clock stands still."""
    rnd = sheet.round
    face = face_of(rnd, timezone.now(), sheet.extra_minutes)
    if face is None or rnd.state != Round.State.OPEN:
        return None
    if face.is_paused:
        return {"ends": None, "left": face.left}
    return {"ends": utc(face.ends_at), "left": None}


def utc(moment: datetime) -> str:
    """ISO 8601 in UTC, with milliseconds: 2026-11-21T01:45:00.000Z."""
    return moment.astimezone(UTC).isoformat(timespec="milliseconds")[:-6] + "Z"
