"""What every write shares: who, the locks, what is refused, the log it leaves.

Who needs more than one lock takes them in this order: the tournament, then a sheet.
Who writes on several sheets holds the tournament, and so does who logs a change that
somebody follows (`subscriptions`): all but hands, phones and the like. A lock is FOR NO KEY UPDATE, as an
update of a column that is no key takes it too, which lets others insert rows that point
to the locked one: a plain FOR UPDATE would not, and a hand, which names its sheet, its
tournament and its club, would wait for a draw, and the draw for the hand.
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
from scoring.core.push import UNSEEN, tell
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
TABLE = "table"  # where a phone writes
# What the log calls writes that may change what `fund_of` keeps of a tournament. Each
# holds its lock: who reads without it would keep what another is about to change.
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
    """Somebody who writes, and from where: desk, table, file, command.

    At a table he has no account: he is known by the phone he holds.
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
        """Whoever holds the phone; what he writes bears its name."""
        return cls(None, phone.name, TABLE, phone)


CLOCK = Actor(None, "the clock", source="clock")


class ActionRefused(Exception):
    """A write that cannot be, said in the user's words; `field` is where."""

    def __init__(self, message: str, field: str = "") -> None:
        self.message = sentence(in_language(message))
        super().__init__(self.message)
        self.field = field


class Conflict(ActionRefused):
    """Somebody else wrote in between: what was typed is not saved, nor lost."""


def merge_facts(
    row: Model, original: Model | None, facts: Mapping[str, Any]
) -> dict[str, Any]:
    """Return the facts to put on a locked row, as `merge_row` does. Raises Conflict."""
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
    """Return who made all changes of a kind since a moment; "" for nobody or several."""
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
    """Take the row that all writers of a tournament need; gives it as it is now."""
    return Tournament.objects.select_for_update(no_key=True).get(pk=tournament.pk)


def lock_rows(tournament: Tournament) -> None:
    """Take the same row, for a writer who needs nothing of it."""
    if connection.features.has_select_for_update:  # SQLite took its file at the start
        rows = Tournament.objects.select_for_update(no_key=True)
        rows.only("pk").get(pk=tournament.pk)


def lock_sheet(sheet: Sheet) -> Sheet:
    """Take the row that all writers of a sheet need; gives it as it is now.

    With its round, clock, tournament and club. Raises ActionRefused where the sheet is gone.
    """
    return _locked(sheet, read_sheet)


def lock_sheet_parts(sheet: Sheet) -> SheetParts:
    """Take the row as `lock_sheet` does; gives the sheet with its parts."""
    return _locked(sheet, read_sheet_parts)


def _locked(sheet: Sheet, read: Callable[[int], T]) -> T:
    try:
        if connection.features.has_select_for_update:
            rows = Sheet.objects.select_for_update(no_key=True)
            rows.only("pk").get(pk=sheet.pk)
        # Only now: what PostgreSQL joins to a row it waited for is as old as the wait.
        return read(sheet.pk)
    except Sheet.DoesNotExist:
        raise ActionRefused(DRAWN_ANEW) from None


def lock_sheets(sheets: QuerySet[Sheet]) -> int:
    """Take some sheets and say how many; several belong under the tournament's lock."""
    rows = sheets.select_for_update(no_key=True, of=("self",))
    return len(rows.order_by("pk").only("pk"))


# In the index's own words, or SQLite reads the whole log instead.
_WITH_KEY = Change.objects.exclude(key="").order_by()


def find_duplicate(key: str) -> Change | None:
    """The change that a form with this key already made, if it was sent before."""
    if not key:
        return None
    return next(iter(_WITH_KEY.filter(key=key)), None)


def find_own_duplicate(key: str, tournament: Tournament, kind: str) -> Change | None:
    """The change that a form with this key made, which can only be of this kind here.

    Raises ActionRefused for a key that something else was saved with.
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
    """Write one row of the evening's log; belongs in the transaction of the write.

    `data` is what its subscribers need and the message doesn't say.

    The version of the sheet it names grows, or of all sheets of the tournament where
    it names none: phones that look at them learn that something is new.
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
    tell(
        change.pk,
        kind,
        tournament=change.tournament_id,
        sheet=change.sheet_id,
        version=sheet.version if sheet else None,
    )
    scope: Scope = "tournament" if change.tournament_id else "club"
    pk = change.tournament_id or change.club_id
    hooks: Any = connection.run_on_commit  # savepoints, what is called, how
    woken = [getattr(call, "args", ()) for _, call, _ in hooks]
    if pk and (follow_changes, scope, pk) not in woken:  # once a transaction
        wake_subscribers(scope, pk, kind, message.code)
    return change


def data_of_gone(tournaments: Iterable[Tournament]) -> dict[str, list[str]]:
    """Return what a change says of events that nobody sees from this write on.

    Those that not everybody saw are left out: no program may learn of them now. Belongs
    before the write, while the rows still are what programs knew.
    """
    return {
        "gone": [str(row.file_id) for row in tournaments if row.public and row.file_id]
    }


def _raise_versions(is_public: bool, **filters: int) -> None:
    """Raise the version of sheets, and the public one for what everybody may see."""
    versions = ("version", "public_version") if is_public else ("version",)
    Sheet.objects.filter(**filters).update(**{name: F(name) + 1 for name in versions})


def keep_fund(tournament: Tournament) -> None:
    """Keep what the prizes rest on, as this write leaves it; for the audit."""
    kept_now = Standings.objects.filter(tournament=tournament.pk)
    kept_now.update(fund=fund_of(tournament.pk))


def _values(message: LogMessage, old: str, new: str) -> dict[str, Any]:
    """Return the values of a row: those of its message, and other messages beside it."""
    values = values_to_json(message)
    for name, text in (("old_text", old), ("new_text", new)):
        if text and isinstance(text, Sentence):
            values[name] = to_json(text)
    return values
