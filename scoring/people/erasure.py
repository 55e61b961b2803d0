"""Old names of erased people out of all words of the club, little by little.

Whoever is erased has no name from the first moment (`players.erase`); `Player.erasing`
keeps the old ones until they are nowhere any more. After thirty years that takes a
second, and nobody waits so long for a lock: rows are looked for without one, and changed
some at a time. Stopped in the middle, it is done again and finds what is left.
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

VALUES = "values"  # of the log, as JSON: each stands in its English text as well
SENTENCES = "said"  # of the log before it had values: nobody reads them any more
WORDS_OF_LOG = ("text", "old", "new", SENTENCES, VALUES)
# A reason, and its message, whose values may be longer than the text beside it.
REASON = ("reason", "reason_message")
REVERSAL = ("reversal_reason", "reversal_reason_message")
SETTLED = ("settled_reason", "settled_reason_message")
# Where people may have been named in words, and what leads from there to the club.
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
# Where the name of somebody's phone stands, and that no account signed there. Phones
# first: what they write after that has no name any more.
SIGNED: tuple[tuple[type[Model], str, dict[str, None]], ...] = (
    (Phone, "name", {}),
    (TrayHand, "settled_by_name", {"settled_by": None}),
    *((model, "by_name", {}) for model in (Loan, Call, TrayHand)),
    *((model, "by_name", {"by": None}) for model in (Hand, Count, Change, Photo)),
)
SLICE = 500  # rows that one transaction changes
# Of these there are hundreds of thousands, and who signed stays: only new rows can bring
# a name back. A number may be given some time before its row can be seen.
LONG = (Change, Count, Hand)
LATE = 1_000
PATIENCE, TRIES = 500, 10  # ms in which nobody can save, and how often
LOG = logging.getLogger("valat.erasing")


def finish(club: Club) -> None:
    """Do what is still to be done for the erased people of a club. Twice is once."""
    people = list(Player.everybody.filter(club=club).exclude(erasing=[]))
    for player in people:
        _finish(player)
    if people:
        transaction.on_commit(_empty_journal, robust=True)


def unfinished() -> QuerySet[Club]:
    """The clubs of people who were erased when the site stopped."""
    people = Player.everybody.exclude(erasing=[])
    return Club.objects.filter(pk__in=people.values("club"))


def _empty_journal() -> None:
    """Take the pages with old names out of SQLite’s journal, into which it only adds.

    It waits for whoever reads; again, if a page takes long.
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
    # What is only looked at may name the person in any cell.
    OldList.objects.filter(club=player.club, state=OldList.State.DRAFT).delete()
    # What could be undone may hold a team or a lodge with the name in it.
    UndoRecord.objects.filter(tournament__club=player.club).delete()
    names = NameFinder.for_club(player.erasing, player.club)
    _drop_extensions(found, names)
    sweep = _Sweep(player.club, names, tournaments)
    newest: dict[type[Model], int] = {model: _newest(model) - LATE for model in LONG}
    sweep.run()
    # Who had read the name before it was erased may have written it since.
    sweep.run(newest)
    for tournament in tournaments:
        transaction.on_commit(partial(emergency_packets.renew, tournament), robust=True)
    Player.everybody.filter(pk=player.pk).update(erasing=[])
    names_changed(player.club)  # pages may have been kept with words as they were


@transaction.atomic
def _drop_extensions(tournaments: QuerySet[Tournament], names: NameFinder) -> None:
    """What other programs wrote into an evening's open file goes where it names him."""
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
    """The rows of a table whose `key` is one of some, after a number."""

    model: type[Model]
    key: str
    among: Set[int]
    after: int

    def replace(self, fields: Sequence[str], names: NameFinder) -> None:
        """Put nobody's name where one of these stands in the words of the fields."""
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
        """Change those that are wanted, a slice a transaction.

        They are looked for in the whole table: few are wanted, and to join every row to
        its club takes longer.
        """
        rows = self.model._default_manager.filter(wanted)
        found = rows.filter(pk__gt=self.after).order_by("pk")
        pks = [pk for pk, key in found.values_list("pk", self.key) if key in self.among]
        for start in range(0, len(pks), SLICE):
            _change(rows.filter(pk__in=pks[start : start + SLICE]), new)


@transaction.atomic
def _change(rows: QuerySet, new: Callable[[QuerySet], object]) -> None:
    """One slice, its rows taken in one order: two who erase do not block each other."""
    if connection.features.has_select_for_update:
        list(rows.select_for_update(no_key=True).order_by("pk").values_list("pk"))
    new(rows)


def _erase_names(fields: Sequence[str], names: NameFinder, rows: QuerySet) -> None:
    """Write the rows' words without the names; the same however often it is done."""
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
    """A field's words without the names."""
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
    """Write texts row by row, each with its key last: bulk_update takes 20 times as long."""
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
    """Return the row with one of its values as the database takes JSON."""
    json_value = row[position]
    if json_value is not None:
        json_value = connection.ops.adapt_json_value(json_value, None)
    return (*row[:position], json_value, *row[position + 1 :])


@dataclass(frozen=True, slots=True)
class _Sweep:
    """Through all words of a club for the names of one person."""

    club: Club
    names: NameFinder
    tournaments: Sequence[Tournament]

    def run(self, since: Mapping[type[Model], int] | None = None) -> None:
        """Replace the names, and on his sheets their short forms and what his phone
        signed, by either; what an account signed stays.

        `since`: of these tables, only the rows after a number.
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
        # What he wrote without an account: by his own link, from a mail, by name.
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
