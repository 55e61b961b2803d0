"""Removal of an erased person's old names from all texts of the club.

An erased player has no name from the first moment (`players.erase`); `Player.erasing`
stores the old names until they are gone everywhere. With thirty years of data the
removal takes a second, which is too long to hold a lock: rows are searched without one,
and changed a few at a time. After an interruption, the removal runs again and finds the
rest.
"""

import logging
from collections.abc import Callable, Mapping, Sequence, Set
from dataclasses import dataclass
from functools import partial
from itertools import chain, product
from typing import Any

from django.db import connection, transaction
from django.db.models import Max, Model, Q, QuerySet

from clubs.i18n.person_names import possible
from clubs.models import Club, Player, Season
from clubs.players import ERASED, names_changed, one_person
from scoring.backups import emergency_packets
from scoring.models import (
    Adjustment,
    Announcement,
    ApiToken,
    Call,
    Change,
    Cost,
    Count,
    Edition,
    Hand,
    HandRuling,
    Loan,
    OldList,
    Phone,
    Photo,
    Round,
    SeasonEdition,
    Sheet,
    Standings,
    Tournament,
    TrayHand,
    UndoRecord,
)
from scoring.models.reasons import MESSAGE
from scoring.people.names_in_text import NameFinder

VALUES = "values"  # of the log, as JSON: each value is in its English text as well
SENTENCES = "said"  # of the log before it had values: not displayed any more
WORDS_OF_LOG = ("text", "old", "new", SENTENCES, VALUES)
# A reason and its message, whose values can be longer than the text in `reason`.
REASON = ("reason", "reason_message")
REVERSAL = ("reversal_reason", "reversal_reason_message")
SETTLED = ("settled_reason", "settled_reason_message")
# Texts that can name people, and the foreign key that leads to the club.
TEXTS: tuple[tuple[type[Model], str, tuple[str, ...]], ...] = (
    (Change, "club", WORDS_OF_LOG),
    (Adjustment, "tournament", ("reason", *REVERSAL)),
    (HandRuling, "sheet", ("reason", *REVERSAL)),
    (Count, "sheet", REASON),
    (Edition, "tournament", REASON),
    (SeasonEdition, "season", REASON),
    (Standings, "tournament", ("why", "why_message", "by_name")),
    (Season, "club", ("reopened_why",)),
    (Hand, "sheet", ("note", *REASON, "void_reason")),
    (TrayHand, "sheet", ("note", "reason", *SETTLED)),
    (Call, "sheet", ("reason", "answer")),
    (Round, "tournament", ("reason",)),
    (Announcement, "tournament", ("text",)),
    (Cost, "tournament", ("what",)),
    (ApiToken, "club", ("name",)),
)
# Signatures from people's phones, and the condition that no account signed. Phones come
# first, so that what they write afterwards has no name any more.
SIGNED: tuple[tuple[type[Model], str, dict[str, None]], ...] = (
    (Phone, "name", {}),
    (TrayHand, "settled_by_name", {"settled_by": None}),
    *((model, "by_name", {}) for model in (Loan, Call, TrayHand)),
    *((model, "by_name", {"by": None}) for model in (Hand, Count, Change, Photo)),
)
SLICE = 500  # rows changed per transaction
# These tables have hundreds of thousands of rows, and their signatures don't change:
# only new rows can bring a name back. A row can become visible some time after its
# number was assigned.
LONG = (Change, Count, Hand)
LATE = 1_000
PATIENCE, TRIES = 500, 10  # no one can save for so many ms; number of tries
LOG = logging.getLogger("valat.erasing")


def finish(club: Club) -> None:
    """Finish the removal for the erased people of a club.

    A second time changes nothing.
    """
    people = list(Player.everybody.filter(club=club).exclude(erasing=[]))
    for player in people:
        _finish(player)
    if people:
        transaction.on_commit(_empty_journal, robust=True)


def unfinished() -> QuerySet[Club]:
    """Return the clubs with people whose erasure was interrupted."""
    people = Player.everybody.exclude(erasing=[])
    return Club.objects.filter(pk__in=people.values("club"))


def _empty_journal() -> None:
    """Remove the pages with old names from SQLite’s journal, which only grows.

    Waits for readers, and tries again if a page takes long.
    """
    if connection.vendor != "sqlite":
        return
    with connection.cursor() as cursor:
        usual = cursor.execute("PRAGMA busy_timeout").fetchone()[0]
        cursor.execute(f"PRAGMA busy_timeout = {PATIENCE}")
        try:
            for _ in range(TRIES):
                cursor.execute("PRAGMA wal_checkpoint(TRUNCATE)")
                is_busy, _, _ = cursor.fetchone()
                if not is_busy:
                    return
        finally:
            cursor.execute(f"PRAGMA busy_timeout = {usual}")
    LOG.warning("Erased names stay in the database’s journal until the next start.")


def _finish(player: Player) -> None:
    with transaction.atomic():
        person = one_person(player)
    found = Tournament.objects.filter(entries__player__in=person).distinct()
    tournaments = list(found.only("pk", "finished_at"))
    # A list in draft state can name the person in any cell.
    OldList.objects.filter(club=player.club, state=OldList.State.DRAFT).delete()
    # An undo record can contain a team or lodge with the name in it.
    UndoRecord.objects.filter(tournament__club=player.club).delete()
    names = NameFinder.for_club(player.erasing, player.club)
    _drop_extensions(found, names)
    sweep = _Sweep(player.club, names, tournaments)
    newest: dict[type[Model], int] = {model: _newest(model) - LATE for model in LONG}
    sweep.run()
    # A request that read the name before it was erased can have written it since.
    sweep.run(newest)
    for tournament in tournaments:
        transaction.on_commit(partial(emergency_packets.renew, tournament), robust=True)
    Player.everybody.filter(pk=player.pk).update(erasing=[])
    names_changed(player.club)  # cached pages can contain the old texts


@transaction.atomic
def _drop_extensions(tournaments: QuerySet[Tournament], names: NameFinder) -> None:
    """Remove other programs' data from an event's open file if the name is in them."""
    came = tournaments.exclude(origin=None).values_list("pk", "origin")
    for pk, stored in list(came):
        origin: dict[str, Any] = stored or {}
        if names.has_name(origin.get("extensions", [])):
            rows = Tournament.objects.filter(pk=pk)
            rows.update(origin={**origin, "extensions": []})


def _newest(model: type[Model]) -> int:
    return model._default_manager.aggregate(last=Max("pk"))["last"] or 0


@dataclass(frozen=True, slots=True)
class _Rows:
    """The rows of a table whose `key` is in a set, after a row number."""

    model: type[Model]
    key: str
    among: Set[int]
    after: int

    def replace(self, fields: Sequence[str], names: NameFinder) -> None:
        """Replace the names in the texts of these fields."""
        named = Q()
        for field in fields:
            if field.endswith(MESSAGE):
                named |= Q(**{f"{field}__isnull": False})
        texts = [
            field for field in fields if not _is_json(field) and field != SENTENCES
        ]
        for form, field in product(sorted(names.names), texts):
            named |= Q(**{f"{field}__contains": form})
        if named:
            self.write(named, partial(_erase_names, fields, names))

    def write(self, wanted: Q, new: Callable[[QuerySet], object]) -> None:
        """Change the matching rows, one slice per transaction.

        The whole table is searched, because few rows match and joining every row to its
        club takes longer.
        """
        rows = self.model._default_manager.filter(wanted)
        found = rows.filter(pk__gt=self.after).order_by("pk")
        pks = [pk for pk, key in found.values_list("pk", self.key) if key in self.among]
        for start in range(0, len(pks), SLICE):
            _change(rows.filter(pk__in=pks[start : start + SLICE]), new)


@transaction.atomic
def _change(rows: QuerySet, new: Callable[[QuerySet], object]) -> None:
    """Change one slice, with its rows locked in one order to avoid deadlocks."""
    if connection.features.has_select_for_update:
        list(rows.select_for_update(no_key=True).order_by("pk").values_list("pk"))
    new(rows)


def _erase_names(fields: Sequence[str], names: NameFinder, rows: QuerySet) -> None:
    """Write the rows' texts without the names; repeating it changes nothing."""
    changed = []
    for pk, *texts in rows.order_by("pk").values_list("pk", *fields):
        erased = [
            _redacted(rows.model, field, text, names)
            for field, text in zip(fields, texts, strict=True)
        ]
        if erased != texts:
            changed.append((*erased, pk))
    if changed:
        _write(rows.model, fields, changed)


def _redacted(model: type[Model], field: str, text: Any, names: NameFinder) -> Any:
    """Return a field's text without the names."""
    if _is_json(field):
        return names.erase_within(text)
    if field == SENTENCES:
        return ""
    erased: str = names.erase(text)
    longest: int | None = getattr(model._meta.get_field(field), "max_length", None)
    return erased[:longest] if longest and erased != text else erased


def _write(
    model: type[Model], fields: Sequence[str], rows: Sequence[tuple[Any, ...]]
) -> None:
    """Write texts row by row, each with its key last.

    `bulk_update` takes 20 times as long.
    """
    quoted = connection.ops.quote_name
    columns = {
        column.name: str(column.column) for column in model._meta.concrete_fields
    }
    for position in (index for index, field in enumerate(fields) if _is_json(field)):
        rows = [_with_json(row, position) for row in rows]
    new = ", ".join(f"{quoted(columns[field])} = %s" for field in fields)
    table, key = quoted(model._meta.db_table), quoted(columns["id"])
    with connection.cursor() as cursor:
        cursor.executemany(f"UPDATE {table} SET {new} WHERE {key} = %s", rows)


def _is_json(field: str) -> bool:
    return field == VALUES or field.endswith(MESSAGE)


def _with_json(row: tuple[Any, ...], position: int) -> tuple[Any, ...]:
    """Return the row with one of its values adapted for the database as JSON."""
    json_value = row[position]
    if json_value is not None:
        json_value = connection.ops.adapt_json_value(json_value, None)
    return (*row[:position], json_value, *row[position + 1 :])


@dataclass(frozen=True, slots=True)
class _Sweep:
    """A pass through all texts of a club that replaces the names of one person."""

    club: Club
    names: NameFinder
    tournaments: Sequence[Tournament]

    def run(self, since: Mapping[type[Model], int] | None = None) -> None:
        """Replace the names in all texts, and the signatures of the person's phone.

        On the person's score sheets, short forms are replaced too. Signatures of
        accounts stay. For the tables in `since`, only rows after a number are changed.
        """
        after, names = since or {}, sorted(self.names.names)
        among = {
            "club": {self.club.pk},
            "tournament": _pks(self.club.tournaments.all()),
            "season": _pks(self.club.seasons.all()),
            "sheet": _pks(Sheet.objects.filter(round__tournament__club=self.club)),
        }
        for model, key, fields in TEXTS:
            rows = _Rows(model, key, among[key], after.get(model, 0))
            rows.replace(fields, self.names)
        # Rows written without an account: by personal link, from an email, or by name.
        rows = _Rows(Change, "club", among["club"], after.get(Change, 0))
        own_rows = Q(by_name__in=names, by=None, sheet=None)
        rows.write(own_rows & ~Q(source="desk"), _set_erased("by_name"))
        sheet_ids = _pks(Sheet.objects.filter(round__tournament__in=self.tournaments))
        ways = [*chain.from_iterable(map(possible, names))]
        shorts = {way.short for way in ways if way.given and way.family}
        forms = sorted({*names, *shorts})
        for model, field, unless in SIGNED:
            signed = Q(**{f"{field}__in": forms}, **unless)
            rows = _Rows(model, "sheet", sheet_ids, after.get(model, 0))
            rows.write(signed, _set_erased(field))
        rows = _Rows(Change, "sheet", sheet_ids, after.get(Change, 0))
        rows.replace(WORDS_OF_LOG, NameFinder.for_club(shorts - {*names}, self.club))


def _pks(rows: QuerySet) -> Set[int]:
    return set(rows.values_list("pk", flat=True))


def _set_erased(field: str) -> Callable[[QuerySet], object]:
    return lambda rows: rows.update(**{field: ERASED})
