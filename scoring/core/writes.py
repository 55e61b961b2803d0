"""Shared parts of every write: the actor, locks, refusals, and the log.

A writer that needs more than one lock takes the tournament first, then a sheet. Writers
on several sheets hold the tournament, and so do writers that log a change with
subscribers (`subscriptions`): all except hands, phones and similar. A lock is FOR NO
KEY UPDATE, as an update of a column that isn't a key takes it, too. It lets others
insert rows that refer to the locked one. With a plain FOR UPDATE, a hand, which refers
to its sheet, its tournament and its club, would wait for a draw, and the draw for the
hand.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Self, TypeVar

from django.db import connection
from django.db.models import F, Model, QuerySet

from clubs.i18n import in_english, in_language, lazy_message, sentence
from clubs.merging import EditConflict, merge_row
from clubs.models import Club, User
from rules.messages import Sentence
from scoring.core.push import UNSEEN, announce_change
from scoring.core.sheet_parts import SheetParts, read_sheet, read_sheet_parts
from scoring.core.subscriptions import (
    Scope,
    follow_changes,
    hold_club_key,
    wake_subscribers,
)
from scoring.models import Change, Phone, Sheet, Standings, Tournament
from scoring.models.log_messages import LogMessage, to_json, values_to_json
from scoring.models.standings import fund_of

T = TypeVar("T")
TABLE = "table"  # the source of writes by phones
# Kinds of writes that can change `fund_of` a tournament. Each holds its lock: a reader
# without the lock would store what another is about to change.
OF_FUND = (
    *("create", "settings", "entry", "merge", "import", "demo", "old-list", "costs"),
    *("draw", "finish", "reopen"),
)
USED_ELSEWHERE = lazy_message(
    "You already sent this form. Refresh the page to see what was saved."
)
DRAWN_ANEW = lazy_message(
    "This table was drawn again while you were editing. Check the round."
)


@dataclass(frozen=True, slots=True)
class Actor:
    """A person who writes, and the source: desk, table, file, command.

    At a table they have no account, and are known by their phone.
    """

    user: User | None
    name: str
    source: str = "desk"
    phone: Phone | None = None

    @classmethod
    def at_desk(cls, user: User) -> Self:
        return cls(user, str(user))

    @classmethod
    def at_table(cls, phone: Phone) -> Self:
        """Return the actor who holds a phone; its name signs what they write."""
        return cls(None, phone.name, TABLE, phone)


CLOCK = Actor(None, "the clock", source="clock")


class ActionRefused(Exception):
    """A write that isn't possible; the message is for the user, for `field`."""

    def __init__(self, message: str, field: str = "") -> None:
        self.message = sentence(in_language(message))
        super().__init__(self.message)
        self.field = field


class Conflict(ActionRefused):
    """Another user saved in between: the user's input is neither saved nor lost."""


def merge_facts(
    row: Model, original: Model | None, facts: Mapping[str, Any]
) -> dict[str, Any]:
    """Return the facts to set on a locked row, by `merge_row`. Raises Conflict."""
    try:
        return merge_row(row, original, facts)
    except EditConflict as conflict:
        raise Conflict(str(conflict)) from None


def find_editor(
    since: datetime,
    *,
    kind: str = "",
    club: Club | None = None,
    tournament: Tournament | None = None,
) -> str:
    """Return the one user who made all changes of a kind since a time; otherwise ""."""
    changes = Change.objects.filter(at__gte=since).order_by()
    if kind:
        changes = changes.filter(what=kind)
    if tournament is not None:
        changes = changes.filter(tournament=tournament)
    else:
        changes = changes.filter(club=club, tournament=None)
    names = changes.values_list("by_name", flat=True).distinct()[:2]
    return names[0] if len(names) == 1 else ""


def lock(tournament: Tournament) -> Tournament:
    """Lock and return the current row that all writers of a tournament need."""
    return Tournament.objects.select_for_update(no_key=True).get(pk=tournament.pk)


def lock_rows(tournament: Tournament) -> None:
    """Lock the tournament's row without reading it."""
    if connection.features.has_select_for_update:  # SQLite locked its file at the start
        rows = Tournament.objects.select_for_update(no_key=True)
        rows.only("pk").get(pk=tournament.pk)


def lock_sheet(sheet: Sheet) -> Sheet:
    """Lock the row that all writers of a sheet need, and return the current sheet.

    With its round, clock, tournament and club. Raises ActionRefused if the sheet was
    deleted.
    """
    return _locked(sheet, read_sheet)


def lock_sheet_parts(sheet: Sheet) -> SheetParts:
    """Lock a sheet as `lock_sheet` does, and return it with its parts."""
    return _locked(sheet, read_sheet_parts)


def _locked(sheet: Sheet, read: Callable[[int], T]) -> T:
    try:
        if connection.features.has_select_for_update:
            rows = Sheet.objects.select_for_update(no_key=True)
            rows.only("pk").get(pk=sheet.pk)
        # Read after waiting: rows that PostgreSQL joined to a locked row can be
        # outdated.
        return read(sheet.pk)
    except Sheet.DoesNotExist:
        raise ActionRefused(DRAWN_ANEW) from None


def lock_sheets(sheets: QuerySet[Sheet]) -> int:
    """Lock some sheets and return their number; several need the tournament's lock."""
    rows = sheets.select_for_update(no_key=True, of=("self",))
    return len(rows.order_by("pk").only("pk"))


# Matches the condition of the index; otherwise SQLite reads the whole log.
_WITH_KEY = Change.objects.exclude(key="").order_by()


def find_duplicate(key: str) -> Change | None:
    """Return the change that a form with this key already made, if any."""
    if not key:
        return None
    return next(iter(_WITH_KEY.filter(key=key)), None)


def find_own_duplicate(key: str, tournament: Tournament, kind: str) -> Change | None:
    """Return the change that a form with this key made, of this kind and here.

    Raises ActionRefused for a key that was used for something else.
    """
    existing = find_duplicate(key)
    if existing and (existing.tournament_id, existing.what) != (tournament.pk, kind):
        raise ActionRefused(USED_ELSEWHERE)
    return existing


def log(
    actor: Actor,
    kind: str,
    message: LogMessage,
    *,
    club: Club | None = None,
    tournament: Tournament | None = None,
    sheet: Sheet | None = None,
    key: str = "",
    old: str = "",
    new: str = "",
    data: Mapping[str, Any] | None = None,
) -> Change:
    """Log a change, in the transaction of its write.

    `data` has facts for subscribers that aren't in the message. The version of the
    sheet increases, or of all sheets of the tournament if none is given: phones that
    display them notice the change.
    """
    if sheet is not None and tournament is None:
        tournament = sheet.round.tournament
    is_public = kind not in UNSEEN
    if sheet is not None:
        _raise_versions(is_public, pk=sheet.pk)
        sheet.version += 1
    elif tournament is not None:
        _raise_versions(is_public, round__tournament=tournament.pk)
        if kind in OF_FUND:
            keep_fund(tournament)
    elif club is not None:
        hold_club_key(club.pk, kind, message.code)
    change = Change.objects.create(
        club_id=club.pk if club else tournament.club_id if tournament else None,
        tournament=tournament,
        sheet=sheet,
        key=key,
        by=actor.user,
        by_name=actor.name,
        source=actor.source,
        what=kind,
        code=message.code,
        text=in_english(message),
        old=in_english(old),
        new=in_english(new),
        values=_values(message, old, new),
        data=data or {},
    )
    announce_change(
        change.pk,
        kind,
        tournament=change.tournament_id,
        sheet=change.sheet_id,
        version=sheet.version if sheet else None,
    )
    scope: Scope = "tournament" if change.tournament_id else "club"
    pk = change.tournament_id or change.club_id
    hooks: Any = connection.run_on_commit  # savepoints, callbacks, flags
    woken = [getattr(call, "args", ()) for _, call, _ in hooks]
    if pk and (follow_changes, scope, pk) not in woken:  # once in each transaction
        wake_subscribers(scope, pk, kind, message.code)
    return change


def data_of_gone(tournaments: Iterable[Tournament]) -> dict[str, list[str]]:
    """Return the log data about events that are no longer public after this write.

    Events that weren't public are left out: programs must not learn of them. Call
    before the write, while the rows still have the old state.
    """
    return {
        "gone": [str(row.file_id) for row in tournaments if row.public and row.file_id]
    }


def _raise_versions(is_public: bool, **filters: int) -> None:
    """Increase the version of sheets, and the public version for public changes."""
    versions = ("version", "public_version") if is_public else ("version",)
    Sheet.objects.filter(**filters).update(**{name: F(name) + 1 for name in versions})


def keep_fund(tournament: Tournament) -> None:
    """Store the basis of the prizes after this write, for the audit."""
    kept_now = Standings.objects.filter(tournament=tournament.pk)
    kept_now.update(fund=fund_of(tournament.pk))


def _values(message: LogMessage, old: str, new: str) -> dict[str, Any]:
    """Return the values of a log row: those of its message, and its other messages."""
    values = values_to_json(message)
    for name, text in (("old_text", old), ("new_text", new)):
        if text and isinstance(text, Sentence):
            values[name] = to_json(text)
    return values
