"""Endpoints for monitors and proxies: whether the site is alive and ready, and metrics.

They run before all other middleware, so they answer any Host, on plain http and without
a session. A client with the token of the setting WATCH_TOKEN gets more details.
"""

import shutil
from collections.abc import Callable
from hmac import compare_digest

from django.conf import settings
from django.db import DatabaseError
from django.db.migrations.recorder import MigrationRecorder
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.utils import timezone
from django.utils.module_loading import import_string

from clubs import schema, storage, tasks
from clubs.accounts import hears_of_waiting_clubs
from scoring.backups.retention import newest_of

LEAST_FREE = 64 << 20  # bytes; with less, a save can fail at any moment
METRICS = "config.metrics.text"  # imported only when needed


def answer_monitors(
    get_response: Callable[[HttpRequest], HttpResponse],
) -> Callable[[HttpRequest], HttpResponse]:
    answers = {"/healthz": _alive, "/readyz": _ready, "/metrics": _metrics}

    def middleware(request: HttpRequest) -> HttpResponse:
        answer = answers.get(request.path_info)
        if answer is None:
            return get_response(request)
        if request.method not in {"GET", "HEAD"}:
            response = HttpResponse(status=405, headers={"Allow": "GET, HEAD"})
        else:
            response = answer(request)
        # Otherwise Django would log each probe.
        vars(response)["_has_been_logged"] = True
        response.headers["Cache-Control"] = "no-store"
        response.headers["X-Content-Type-Options"] = "nosniff"
        # Without the length the connection ends after the response.
        response.headers["Content-Length"] = str(len(response.content))
        return response

    return middleware


def _alive(request: HttpRequest) -> HttpResponse:
    """Return that this process is alive, without further checks."""
    return HttpResponse("ok\n", content_type="text/plain")


def _ready(request: HttpRequest) -> HttpResponse:
    """Report whether pages can be read and saved here; one query.

    Optional parts don't make this machine unready: a proxy that removed it for one of
    them would remove all machines.
    """
    database, later = _database()
    checks, around = {"database": database, "disk": _disk()}, {**later, **parts()}
    is_ready = all(word == "ok" for word in checks.values())
    status = 200 if is_ready else 503
    if not _may_know(request):
        is_whole = all(word == "ok" for word in around.values())
        words = ("ok" if is_whole else "limited") if is_ready else "not ready"
        return HttpResponse(f"{words}\n", content_type="text/plain", status=status)
    facts = {
        **checks,
        **around,
        "version": settings.VERSION,
        "disk_free_bytes": free_bytes(),
        "newest_backup_seconds": backup_age(),
    }
    return JsonResponse(facts, status=status)


def _metrics(request: HttpRequest) -> HttpResponse:
    if not _may_know(request):
        return HttpResponse(status=404, content_type="text/plain")
    text, kind = import_string(METRICS)()
    return HttpResponse(text, content_type=kind)


def _may_know(request: HttpRequest) -> bool:
    token = settings.WATCH_TOKEN
    _, _, sent_token = request.headers.get("Authorization", "").partition("Bearer ")
    return bool(token) and compare_digest(sent_token.encode(), token.encode())


def _database() -> tuple[str, dict[str, str]]:
    """Return `ok` or the database's problem, and a note about later migrations.

    Migrations of a later version are normal in the middle of an update, so they don't
    make the machine unready.
    """
    rows = MigrationRecorder.Migration.objects
    try:
        applied = frozenset(rows.values_list("app", "name"))
    except DatabaseError as error:
        return f"does not answer: {type(error).__name__}", {}
    missing = schema.get_missing(applied)
    if missing:
        return f"{len(missing)} migrations are missing", {}
    later = schema.get_later(applied)
    if later:
        return "ok", {"schema": f"of a later version: {schema.describe(later)}"}
    return "ok", {}


def _disk() -> str:
    free = free_bytes()
    if free is None:
        return "is not there"
    return "ok" if free >= LEAST_FREE else "is full"


def parts() -> dict[str, str]:
    """Return `ok` or the problem of each part that FILES, TASKS and OPEN_CLUBS need."""
    asked: dict[str, Callable[[], str]] = {}
    if settings.OPEN_CLUBS:
        asked["approvals"] = _approvals
    if settings.BUCKET:
        asked["store"] = storage.check_storage
    if settings.REDIS_OF_TASKS:
        asked["tasks"] = tasks.check_tasks
    return {name: ask() or "ok" for name, ask in asked.items()}


def _approvals() -> str:
    """Return why no site admin learns of waiting clubs; "" if one does."""
    try:
        return "" if hears_of_waiting_clubs() else "no site admin has an email address"
    except DatabaseError:
        return "the database does not answer"


def free_bytes() -> int | None:
    """Return the free space for the site's data; None if its folder is missing."""
    try:
        return shutil.disk_usage(settings.DATA_DIR).free
    except OSError:
        return None


def backup_age() -> int | None:
    """Return the seconds since the newest backup of the whole site, or None."""
    try:
        newest = newest_of(None)
    except OSError:  # a store that is down
        return None
    if newest is None:
        return None
    return int((timezone.now() - newest.made_at).total_seconds())
