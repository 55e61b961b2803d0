"""Undo of large actions, whose changed rows are stored and can be restored.

The action reads its tables before and after its writes, and stores the differences in
the same transaction. Undoing compares the rows with what the action left, and then
writes the previous values. Whether later writes depend on the action is checked in
`desk/undo.py`.
"""

import json
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import date, datetime, time, timedelta
from typing import Any

from django.db.models import (
    CASCADE,
    PROTECT,
    Exists,
    F,
    Max,
    Model,
    OuterRef,
    Q,
    QuerySet,
    Subquery,
)
from django.utils import timezone
from django.utils.crypto import salted_hmac

from clubs.i18n import plural_message
from clubs.models import Player, User
from scoring.core.writes import Actor
from scoring.models import (
    Answer,
    Change,
    Entry,
    Letter,
    Round,
    Seat,
    Sheet,
    SignUp,
    SitOut,
    Tournament,
    TwoPeople,
    UndoRecord,
)
from scoring.models.descriptions import ENTRY

ActKind = UndoRecord.ActKind
LIFETIME = timedelta(days=1)
SALT = "valat undo"
# Typed text. For added rows only a digest of it is stored.
TYPED = frozenset({"by_name", *ENTRY.texts()})


@dataclass(frozen=True, slots=True)
class UndoTable:
    """A table whose rows an action changes, with its relevant columns."""

    model: type[Model]
    rows: Callable[[Tournament], QuerySet[Any]]
    only: tuple[str, ...] = ()
    ignored: tuple[str, ...] = ()

    @property
    def columns(self) -> list[str]:
        """The columns that are compared and restored, without the key."""
        names = (column.attname for column in self.model._meta.concrete_fields)
        wanted = self.only or [name for name in names if name != "id"]
        return [name for name in wanted if name not in self.ignored]

    @property
    def everything(self) -> QuerySet[Any]:
        """All rows of the table, including merged entries."""
        return self.model._base_manager.all()


# Parents first: rows are added in this order, and removed in reverse.
TABLES = {
    "tournament": UndoTable(
        Tournament,
        lambda tournament: Tournament.objects.filter(pk=tournament.pk),
        only=("apart",),
    ),
    "player": UndoTable(Player, lambda tournament: Player.everybody.none()),
    # House players stay, available for later draws.
    "entry": UndoTable(
        Entry,
        lambda tournament: Entry.everybody.filter(tournament=tournament, house=None),
    ),
    "answer": UndoTable(
        Answer, lambda tournament: Answer.objects.filter(tournament=tournament)
    ),
    "sign_up": UndoTable(
        SignUp, lambda tournament: SignUp.objects.filter(tournament=tournament)
    ),
    "two_people": UndoTable(TwoPeople, lambda tournament: TwoPeople.objects.none()),
    "round": UndoTable(
        Round, lambda tournament: Round.objects.filter(tournament=tournament)
    ),
    "sheet": UndoTable(
        Sheet,
        lambda tournament: Sheet.objects.filter(round__tournament=tournament),
        ignored=("version", "public_version", "printed_seats"),
    ),
    "seat": UndoTable(
        Seat, lambda tournament: Seat.objects.filter(round__tournament=tournament)
    ),
    "sit_out": UndoTable(
        SitOut, lambda tournament: SitOut.objects.filter(round__tournament=tournament)
    ),
}
SEATS = ("round", "sheet", "seat", "sit_out")
TABLES_OF = {
    ActKind.LIST: ("entry", "answer", "sit_out"),
    ActKind.ALL_HERE: ("entry",),
    ActKind.NO_SHOWS: ("entry", "answer"),
    ActKind.NUMBERS: ("tournament", "entry"),
    ActKind.SEVERAL: ("entry", "answer"),
    ActKind.RESEAT: SEATS,
    ActKind.DISCARD: SEATS,
    ActKind.SIGN_UP: ("sign_up", "entry", "answer"),
}
# Actions that can add players and pairs of different people.
WITH_PLAYERS = (ActKind.LIST, ActKind.SIGN_UP)


def _counted(singular: str, plural: str) -> tuple[str, str]:
    """Mark the two forms for the message catalog, which finds them by this call."""
    return singular, plural


DESCRIPTIONS = {
    ActKind.LIST: _counted(
        "{n} person was entered or updated.", "{n} people were entered or updated."
    ),
    ActKind.ALL_HERE: _counted(
        "{n} person was marked as here.", "{n} people were marked as here."
    ),
    ActKind.NO_SHOWS: _counted(
        "{n} person was marked as a no-show.", "{n} people were marked as no-shows."
    ),
    ActKind.NUMBERS: _counted(
        "{n} start number was drawn.", "{n} start numbers were drawn."
    ),
    ActKind.SEVERAL: _counted("{n} entry was changed.", "{n} entries were changed."),
    ActKind.RESEAT: _counted("{n} person moved.", "{n} people moved."),
    ActKind.DISCARD: _counted("The draft was discarded.", "{n} drafts were discarded."),
    ActKind.SIGN_UP: _counted(
        "{n} sign-up was confirmed.", "{n} sign-ups were confirmed."
    ),
}

Row = dict[str, Any]
Rows = dict[int, Row]
Stored = dict[str, dict[str, dict[str, Any]]]  # table, key, before and after


@dataclass(slots=True)
class Recording:
    """The description of an action while it is recorded."""

    number: int = 0  # people or drafts


@contextmanager
def recorded(
    tournament: Tournament, actor: Actor, kind: ActKind
) -> Iterator[Recording]:
    """Store the changes of the writes inside, under the tournament's lock.

    Stores nothing if nothing changed, or if an entry was removed: a stored row would
    have the person's name. An action without an account can't be undone.
    """
    if actor.user is None:
        yield Recording()
        return
    names = TABLES_OF[kind]
    before = {name: _read(TABLES[name], tournament) for name in names}
    newest = _newest(tournament, Player, TwoPeople, Letter)
    recording = Recording()
    yield recording
    after = {name: _read(TABLES[name], tournament) for name in names}
    rows = {name: _compare(before[name], after[name]) for name in names}
    removed = any(row["new"] is None for row in rows.get("entry", {}).values())
    if removed or not any(rows.values()):
        return
    if kind in WITH_PLAYERS:
        rows |= _added_people(rows, after, newest)
    sent = Letter.objects.filter(tournament=tournament, pk__gt=newest[Letter])
    last = _newest(tournament, Change, Seat)
    UndoRecord.objects.create(
        tournament=tournament,
        by=actor.user,
        by_name=actor.name,
        kind=kind,
        number=recording.number,
        change=last[Change],
        seat=last[Seat],
        rows={name: found for name, found in rows.items() if found},
        letters=list(sent.order_by("pk").values_list("pk", flat=True)),
    )


def _newest(tournament: Tournament, *models: type[Model]) -> dict[type[Model], int]:
    """Return the highest key of each of these tables; one query."""
    keys = [
        Subquery(model._base_manager.order_by("-pk").values("pk")[:1])
        for model in models
    ]
    found = Tournament.objects.filter(pk=tournament.pk).values_list(*keys).get()
    return {model: pk or 0 for model, pk in zip(models, found, strict=True)}


def _read(table: UndoTable, tournament: Tournament) -> Rows:
    return _by_key(table, table.rows(tournament))


def _by_key(table: UndoTable, rows: QuerySet[Any]) -> Rows:
    columns = table.columns
    found = rows.order_by().values_list("pk", *columns)
    return {
        pk: dict(zip(columns, map(_plain, values), strict=True))
        for pk, *values in found
    }


def _plain(value: Any) -> Any:
    """Return a value in its JSON form."""
    return value.isoformat() if isinstance(value, date | datetime | time) else value


def _compare(before: Rows, after: Rows) -> dict[str, dict[str, Any]]:
    """Return differences by key: changed columns, removed rows, new rows."""
    found: dict[str, dict[str, Any]] = {}
    for pk in sorted({*before, *after}):
        old, new = before.get(pk), after.get(pk)
        if old == new:
            continue
        if old is None and new is not None:
            found[str(pk)] = _added(new)
        elif new is None:
            found[str(pk)] = {"old": old, "new": None}
        elif old is not None:
            names = [name for name, value in old.items() if value != new[name]]
            found[str(pk)] = {
                "old": {name: old[name] for name in names},
                "new": {name: new[name] for name in names},
            }
    return found


def _added(row: Row) -> dict[str, Any]:
    plain = {name: value for name, value in row.items() if name not in TYPED}
    return {"old": None, "new": plain, "typed": _digest(row)}


def _digest(row: Row) -> str:
    typed = {name: value for name, value in row.items() if name in TYPED}
    text = json.dumps(typed, sort_keys=True)
    return salted_hmac(SALT, text, algorithm="sha256").hexdigest()[:32]


def _added_people(
    rows: Stored, after: Mapping[str, Rows], newest: Mapping[type[Model], int]
) -> Stored:
    """Return the players that the action added, and its pairs of different people."""
    touched: set[int] = set()
    for name in ("entry", "answer", "sign_up"):
        keys = [int(key) for key, row in rows.get(name, {}).items() if row["new"]]
        touched |= {after[name][key]["player_id"] for key in keys}
    players = Player.everybody.filter(pk__in=touched, pk__gt=newest[Player])
    pairs = TwoPeople.objects.filter(
        Q(one__in=touched) | Q(other__in=touched), pk__gt=newest[TwoPeople]
    )
    return {
        "player": _compare({}, _by_key(TABLES["player"], players)),
        "two_people": _compare({}, _by_key(TABLES["two_people"], pairs)),
    }


# --- Undoing --------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Obstacle:
    """A row that changed since the action, or that another row depends on.

    `columns` are those that differ; empty for a row that was deleted, came back, or is
    referred to by a row of the table `other`.
    """

    table: str
    pk: int
    columns: tuple[str, ...] = ()
    other: str = ""


@dataclass(frozen=True)
class Restoring:
    """The stored rows of a record, ready to be compared and written."""

    stored: Stored
    keys: dict[str, list[int]] = field(default_factory=dict)

    @classmethod
    def from_record(cls, record: UndoRecord) -> "Restoring":
        keys = {name: list(map(int, rows)) for name, rows in record.rows.items()}
        return cls(record.rows, keys)

    def added(self, name: str) -> list[int]:
        """Return the keys of the rows that the action added."""
        rows = self.stored.get(name, {})
        return [int(key) for key, row in rows.items() if row["old"] is None]

    def removed(self, name: str) -> dict[int, Row]:
        """Return the rows that the action removed, by key."""
        rows = self.stored.get(name, {})
        return {int(key): row["old"] for key, row in rows.items() if row["new"] is None}

    def changed(self, name: str) -> dict[int, Row]:
        """Return the former values of the rows that the action changed, by key."""
        rows = self.stored.get(name, {})
        return {
            int(key): row["old"]
            for key, row in rows.items()
            if row["old"] is not None and row["new"] is not None
        }

    def find_obstacles(self) -> list[Obstacle]:
        """Return rows that changed since, and rows that others depend on."""
        found: list[Obstacle] = []
        for name in self.stored:
            found += self._find_changed(name)
            found += self._find_references(name)
            found += self._find_missing(name)
        return found

    def _find_changed(self, name: str) -> Iterator[Obstacle]:
        """Yield rows that differ from what the action left."""
        table = TABLES[name]
        rows = _by_key(table, table.everything.filter(pk__in=self.keys[name]))
        for key, row in self.stored[name].items():
            current, left = rows.get(int(key)), row["new"]
            if (current is None) != (left is None):
                yield Obstacle(name, int(key))
            elif current is not None and left is not None:
                differing = [c for c, value in left.items() if current[c] != value]
                if "typed" in row and row["typed"] != _digest(current):
                    differing.append("name")
                if differing:
                    yield Obstacle(name, int(key), tuple(differing))

    def _find_references(self, name: str) -> Iterator[Obstacle]:
        """Yield added rows that rows outside the action refer to."""
        added = self.added(name)
        if not added:
            return
        of_act = {TABLES[other].model: keys for other, keys in self.keys.items()}
        for relation in TABLES[name].model._meta.related_objects:
            if getattr(relation, "on_delete", None) not in (CASCADE, PROTECT):
                continue
            other: Any = relation.related_model
            to_added = {f"{relation.field.name}__in": added}
            rows = other._base_manager.filter(**to_added)
            rows = rows.exclude(pk__in=of_act.get(other, []))
            for pk in rows.values_list(relation.field.attname, flat=True).distinct():
                yield Obstacle(name, pk, other=other._meta.model_name)

    def _find_missing(self, name: str) -> Iterator[Obstacle]:
        """Yield removed rows whose own references were deleted."""
        removed = self.removed(name)
        names = {table.model: other for other, table in TABLES.items()}
        for column in TABLES[name].model._meta.concrete_fields:
            model: Any = column.related_model
            wanted = {row.get(column.attname) for row in removed.values()} - {None}
            if not model or not wanted:
                continue
            present = model._base_manager.filter(pk__in=wanted)
            restored = self.removed(names[model]) if model in names else {}
            missing = wanted.difference(present.values_list("pk", flat=True), restored)
            for pk, row in removed.items():
                if row.get(column.attname) in missing:
                    yield Obstacle(name, pk, (column.attname,))

    def write(self) -> None:
        """Write the values from before the action; the caller has found no obstacle."""
        names = [name for name in TABLES if name in self.stored]
        self._make_room()
        # Change sign-ups first, or they would be deleted with the player they added.
        # Change seats after deletions: a seat is free for a person only when their new
        # seat is deleted.
        for name in names:
            if name not in SEATS:
                self._change(TABLES[name], self.changed(name))
        for name in reversed(names):
            TABLES[name].everything.filter(pk__in=self.added(name)).delete()
        for name in names:
            if name in SEATS:
                self._change(TABLES[name], self.changed(name))
        for name in names:
            model: Any = TABLES[name].model
            removed = self.removed(name).items()
            rows = [model(pk=pk, **_typed(model, row)) for pk, row in removed]
            model._base_manager.bulk_create(rows)

    def _make_room(self) -> None:
        """Free start numbers and seats, which two rows can never share."""
        numbers = [pk for pk, row in self.changed("entry").items() if "number" in row]
        if numbers:
            everyone = Entry.everybody.filter(
                tournament__in=Entry.everybody.filter(pk__in=numbers).values(
                    "tournament"
                )
            )
            last = everyone.aggregate(last=Max("number"))["last"] or 0
            moving = Entry.everybody.filter(pk__in=numbers)
            moving.update(number=F("number") + last)
        seats = Seat.objects.filter(pk__in=self.changed("seat"))
        seats.update(credit=None)

    @staticmethod
    def _change(table: UndoTable, rows: Mapping[int, Row]) -> None:
        groups: dict[tuple[str, ...], list[Any]] = {}
        objects = table.everything.in_bulk(list(rows))
        for pk, row in rows.items():
            changed = objects[pk]
            for name, value in _typed(table.model, row).items():
                setattr(changed, name, value)
            groups.setdefault(tuple(row), []).append(changed)
        for names, changed_rows in groups.items():
            columns = [_field_name(table.model, name) for name in names]
            table.everything.bulk_update(changed_rows, columns, batch_size=500)


def _typed(model: type[Model], row: Row) -> Row:
    """Return the values of a stored row in their Python types."""
    columns = {column.attname: column for column in model._meta.concrete_fields}
    return {name: columns[name].to_python(value) for name, value in row.items()}


def _field_name(model: type[Model], attname: str) -> str:
    columns = model._meta.concrete_fields
    return next(column.name for column in columns if column.attname == attname)


def undoable_record(tournament: Tournament, user: User) -> UndoRecord | None:
    """Return what a user can still undo: their last action here."""
    later = Change.objects.filter(
        tournament=OuterRef("tournament"), by=OuterRef("by"), pk__gt=OuterRef("change")
    )
    rows = UndoRecord.objects.filter(
        ~Exists(later),
        tournament=tournament,
        by=user,
        undone_at=None,
        at__gte=timezone.now() - LIFETIME,
    )
    return rows.first()


def describe_act(record: UndoRecord) -> str:
    """Return a message about an action, for the offer to undo it."""
    singular, plural = DESCRIPTIONS[ActKind(record.kind)]
    return plural_message(singular, plural, record.number)


def describe_emails(record: UndoRecord) -> str:
    """Return a message that the action's emails can't be undone; "" for none."""
    if not record.letters:
        return ""
    return plural_message(
        "This sends {n} email, which can’t be undone.",
        "This sends {n} emails, which can’t be undone.",
        len(record.letters),
    )


def forget_old(current_time: datetime | None = None) -> None:
    """Delete records too old to be undone; runs every hour."""
    last = (current_time or timezone.now()) - LIFETIME
    UndoRecord.objects.filter(at__lt=last).delete()
