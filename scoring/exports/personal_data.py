"""A person's own data: everything that the site stores about one player, as tables.

The data is for that person, so others appear only by start number; only typed text is
unchanged. The tables use the words of the other exports. The log records that the data
was given.
"""

import json
from collections.abc import Iterable, Iterator, Mapping
from datetime import date, datetime
from functools import partial
from typing import Any

from django.db import transaction
from django.db.models import Case, F, Model, Q, QuerySet, When

from clubs.i18n import message
from clubs.i18n.currency import in_units
from clubs.models import Player
from scoring.core.names import public_name
from scoring.core.writes import (
    USED_ELSEWHERE,
    ActionRefused,
    Actor,
    find_duplicate,
    log,
)
from scoring.exports.tables import MANY, ExportTable, Row, Value
from scoring.models import (
    Adjustment,
    Answer,
    Change,
    Edition,
    Entry,
    Letter,
    Loan,
    MailAddress,
    Merge,
    OldResult,
    PersonalLink,
    Phone,
    Photo,
    SeasonEdition,
    Seat,
    SignUp,
    SitOut,
    Tally,
    Tournament,
)
from scoring.models.descriptions import (
    ADJUSTMENT,
    ANSWER,
    COUNT,
    ENTRY,
    HAND,
    HAND_RULING,
    PERSONAL_DATA,
    PLAYER,
    SEAT,
    SIGN_UP,
    ModelDescription,
    in_order,
)
from scoring.models.log_messages import log_message
from scoring.models.seats import SEATS
from scoring.people.erasure import SIGNED, TEXTS
from scoring.people.names_in_text import NameFinder
from scoring.standings.prizes import prizes_of

Columns = Mapping[str, str]  # by name: the lookup of a row's value
EVENING = {"tournament": "slug", "date": "date"}
COUNTS_FOR = {"start_number": "entry__number", "counts_for": "credit__number"}
EDITIONS = ("edition_of", "edition", "at", "place", "value", "rounds")
TO_CLUB = {
    **{"club": "club", "tournament": "tournament__club", "season": "season__club"},
    **{"sheet": "sheet__round__tournament__club"},
}


def _same_columns(*names: str) -> dict[str, str]:
    """Return columns with equal names in rows and in the file."""
    return {name: name for name in names}


def _columns_through(way: str, columns: Columns) -> dict[str, str]:
    """Return the same columns of a row that a path leads to."""
    return {name: f"{way}__{asked}" for name, asked in columns.items()}


ROUND = {**_columns_through("tournament", {"tournament": "slug"}), "round": "number"}
SHEET = {**_columns_through("round", ROUND), "table": "table"}
# Values in a person's file for empty choices.
UNSAID = {"shown": "as the club", "pictures": "nobody asked"}
# The first columns of an entry, whose order differs from other exports for historical
# reasons.
FIRST_OF_ENTRIES = (
    *("start_number", "name", "given_name", "family_name", "name_guessed", "lodge"),
    *("ranked", "state", "paid", "if_needed"),
)
OF_MAIL = {
    **_same_columns(
        "email", "guardian", "wishes", "language", "given_at", "confirmed_at"
    ),
    **_same_columns("guardian_confirmed_at", "refused_at"),
}
OF_LETTERS = {
    **_columns_through("tournament", EVENING),
    **_same_columns("kind", "asked_at", "done_at", "is_sent", "outcome"),
}
# Without the link's token, which is a secret.
OF_LINKS = _same_columns("made_at", "closed_at", "wants_out_at")
OF_RESULTS = {
    **_columns_through("tournament", EVENING),
    **{"game": "game", "place": "place", "shared": "tied"},
    **_same_columns("total", "net", "points", "rounds", "rulings", "figures"),
}
OF_OLD_RESULTS = {
    **_columns_through("entry__tournament", EVENING),
    **_same_columns("place", "total", "points", "rounds"),
}
OF_SIT_OUTS = {**_columns_through("round", ROUND), **COUNTS_FOR, **_same_columns("why")}
OF_EVENING = _columns_through("tournament", EVENING)
AT_TABLE = _columns_through("sheet", SHEET)
ON_SHEETS = {**AT_TABLE, "seat": "its_seat"}
OF_LOANS = _same_columns("chips", "at")
OF_PHONES = _same_columns("name", "keeper", "writes", "joined_at", "seen_at")
OF_PHOTOS = {"file": "name", **_same_columns("at", "removed_at")}
OF_MERGES = {
    **{"stays": "kept__number", "goes": "gone__number"},
    **_same_columns("at", "undone_at"),
}


def _columns(
    base: Columns, description: ModelDescription, *first: str, is_headed: bool = True
) -> Columns:
    """Return a row's columns for a person's file, other people by number.

    `is_headed`: use the tables' column names, or the model's own. Numbers of a seat are
    left to `_at_seat`.
    """
    columns = {**base}
    for field in in_order(description.going_to(PERSONAL_DATA), *first):
        is_relation = description.model_field(field).is_relation
        way = f"{field.column}__number" if is_relation else field.column
        if not field.seat:
            columns[field.name if is_headed else field.column] = way
    return columns


def person_tables(player: Player) -> tuple[ExportTable, ...]:
    """Return all tables of a person, including players merged into this one."""
    return _Person(player).tables()


class _Person:
    """One person: all their players, entries, and names."""

    def __init__(self, player: Player) -> None:
        self.player, self.zone = player, player.club.zone
        self.players = _with_merged(player)
        self.entries = Entry.everybody.filter(player__in=self.players)
        names = self.entries.order_by().values_list("name", flat=True)
        self.names = {*names, *(merged.name for merged in self.players)}

    def tables(self) -> tuple[ExportTable, ...]:
        entries, mine = self.entries, Q(entry__in=self.entries)
        is_theirs = mine | Q(credit__in=entries)
        merged = Q(kept__in=self.players) | Q(gone__in=self.players)
        ruled = Adjustment.objects.filter(mine | Q(other__in=entries))
        return (
            ExportTable("person", ("field", "value"), self._facts),
            self._table(
                "entries", _columns(OF_EVENING, ENTRY, *FIRST_OF_ENTRIES), entries
            ),
            self._table(
                "answers",
                _columns(OF_EVENING, ANSWER),
                Answer.objects.filter(player__in=self.players),
            ),
            self._table(
                "links", OF_LINKS, PersonalLink.objects.filter(player__in=self.players)
            ),
            self._table(
                "sign_ups",
                _columns(OF_EVENING, SIGN_UP),
                SignUp.objects.filter(player__in=self.players),
            ),
            self._table(
                "mail_addresses",
                OF_MAIL,
                MailAddress.objects.filter(player__in=self.players),
            ),
            self._table(
                "letters",
                OF_LETTERS,
                Letter.objects.filter(to__player__in=self.players),
            ),
            self._table("results", OF_RESULTS, Tally.objects.filter(mine)),
            self._table("old_results", OF_OLD_RESULTS, OldResult.objects.filter(mine)),
            self._table(
                "seats", _columns(AT_TABLE, SEAT), Seat.objects.filter(is_theirs)
            ),
            self._table("sit_outs", OF_SIT_OUTS, SitOut.objects.filter(is_theirs)),
            self._described_at_seat("counts", COUNT, is_headed=False),
            self._described_at_seat("hands", HAND, "hand", "at", is_headed=False),
            self._described_at_seat("hand_rulings", HAND_RULING),
            self._table("rulings", _columns(OF_EVENING, ADJUSTMENT), ruled),
            self._at_seat("loans", Loan, OF_LOANS, is_own_seat=True),
            self._at_seat("phones", Phone, OF_PHONES, is_own_seat=True),
            self._at_seat("photos", Photo, OF_PHOTOS),
            ExportTable(
                "prizes", ("tournament", "place", "amount", "currency"), self._prizes
            ),
            ExportTable("editions", EDITIONS, self._editions),
            self._table("merges", OF_MERGES, Merge.objects.filter(merged)),
            ExportTable("signed", ("what", *SHEET, "name"), self._signed),
            ExportTable("named", ("what", "field", "at", "text"), self._named),
        )

    def _table(self, name: str, columns: Columns, rows: QuerySet[Any]) -> ExportTable:
        asked = rows.order_by("pk").values_list(*columns.values())
        return ExportTable(name, tuple(columns), partial(self._rows, asked))

    def _rows(self, rows: QuerySet[Any]) -> Iterator[Row]:
        for row in rows.iterator(MANY):
            yield tuple(map(self._plain, row))

    def _described_at_seat(
        self,
        name: str,
        description: ModelDescription,
        *first: str,
        is_headed: bool = True,
    ) -> ExportTable:
        columns = _columns({}, description, *first, is_headed=is_headed)
        by_seat = [f for f in description.going_to(PERSONAL_DATA) if f.seat]
        words = dict.fromkeys(field.column[:-1] for field in by_seat)
        return self._at_seat(name, description.model, columns, *words)

    def _at_seat(
        self,
        name: str,
        model: type[Model],
        columns: Columns,
        *each_seats: str,
        is_own_seat: bool = False,
    ) -> ExportTable:
        """Return rows of the person's sheets, with only their seat's numbers.

        `is_own_seat`: only rows that belong to the seat.
        """
        condition = Q(sheet__seats__entry__in=self.entries)
        if is_own_seat:
            condition &= Q(sheet__seats__position=F("seat"))
        seat = F("sheet__seats__position")
        rows = model._default_manager.filter(condition).annotate(its_seat=seat)
        for word in each_seats:
            cases = (When(its_seat=n, then=F(f"{word}{n}")) for n in SEATS)
            rows = rows.annotate(**{f"its_{word}": Case(*cases)})
        numbers = {word: f"its_{word}" for word in each_seats}
        return self._table(name, {**ON_SHEETS, **columns, **numbers}, rows)

    def _facts(self) -> Iterator[Row]:
        player = self.player
        yield "club", player.club.name
        for field in PLAYER.going_to(PERSONAL_DATA):
            value = getattr(player, field.column)
            yield (
                field.name,
                self._plain(value) if value != "" else UNSAID.get(field.column, ""),
            )
            if field.column == "shown":
                yield "shown_as", str(public_name(player.name, player.club, player.pk))

    def _prizes(self) -> Iterator[Row]:
        pks = {*self.entries.values_list("pk", flat=True)}
        with_prizes = Tournament.objects.filter(entries__in=pks).exclude(prizes=[])
        for tournament in with_prizes.distinct():
            mine = {str(e.number) for e in self.entries.filter(tournament=tournament)}
            for line in prizes_of(tournament).lines:
                if line.person.number in mine:
                    amount = in_units(line.amount, tournament.currency)
                    yield tournament.slug, line.place, amount, tournament.currency

    def _editions(self) -> Iterator[Row]:
        """Yield places in final versions of the standings of events and seasons."""
        entries = {*self.entries.values_list("pk", flat=True)}
        players = {player.pk for player in self.players}
        evenings = Edition.objects.filter(tournament__entries__in=entries).distinct()
        for declared in evenings.select_related("tournament").iterator(1):
            yield from self._places(
                declared, declared.tournament.slug, "entry", entries, "total"
            )
        seasons = SeasonEdition.objects.filter(season__club=self.player.club)
        for edition in seasons.select_related("season").iterator(1):
            yield from self._places(
                edition, edition.season.slug, "player", players, "value"
            )

    def _places(
        self, edition: Any, slug: str, key: str, pks: set[int], value: str
    ) -> Iterator[Row]:
        for row in edition.rows:
            if row[key] in pks:
                rounds = self._plain(row["rounds"])
                facts = (row["place"], row[value], rounds)
                yield slug, edition.number, self._plain(edition.at), *facts

    def _signed(self) -> Iterator[Row]:
        """Yield rows that a phone with one of the names wrote on their sheets."""
        for model, field, unless in SIGNED:
            rows = model._default_manager.filter(
                **{f"{field}__in": self.names}, **unless
            ).filter(sheet__seats__entry__in=self.entries)
            columns = (*_columns_through("sheet", SHEET).values(), field)
            for row in rows.order_by("pk").values_list(*columns).iterator(MANY):
                yield model._meta.model_name, *row

    def _named(self) -> Iterator[Row]:
        """Yield the club's texts that contain one of the names, including the log.

        The database matches substrings, and the finder checks for the whole name.
        """
        finder = NameFinder.for_club(self.names, self.player.club)
        for model, key, fields in TEXTS:
            rows = model._default_manager.filter(**{TO_CLUB[key]: self.player.club})
            for field in fields:
                # Stored again for translation; skip the duplicate.
                if field in ("said", "values") or field.endswith("_message"):
                    continue
                named = Q()
                for name in self.names:
                    named |= Q(**{f"{field}__contains": name})
                has_time = any(column.name == "at" for column in model._meta.fields)
                columns = ("at", field) if has_time else (field,)
                for row in rows.filter(named).order_by("pk").values_list(*columns):
                    if not finder.has_name(row[-1]):
                        continue
                    time = row[0] if has_time else None
                    yield model._meta.model_name, field, self._plain(time), row[-1]

    def _plain(self, value: Any) -> Value:
        if isinstance(value, datetime):
            return value.astimezone(self.zone).isoformat(timespec="seconds")
        if isinstance(value, date):
            return value.isoformat()
        if isinstance(value, (list, dict)):
            return json.dumps(value, sort_keys=True)
        return value


def _with_merged(player: Player) -> list[Player]:
    """Return the player and everyone merged into them."""
    everybody: list[Player] = []
    newest: Iterable[Player] = [player]
    while newest:
        everybody += newest
        newest = list(Player.everybody.filter(merged_into__in=newest))
    return everybody


@transaction.atomic
def note_given(*, player: Player, actor: Actor, key: str) -> Change:
    """Log that a person got all their data; a form sent twice counts once.

    Raises ActionRefused for an erased person, because no one knows who that was.
    """
    if player.erased_at:
        raise ActionRefused(
            message(
                "Player {number} has been erased, so no one can tell who it was.",
                number=player.number,
            )
        )
    if duplicate := find_duplicate(key):
        if (duplicate.club_id, duplicate.new) != (player.club_id, str(player.number)):
            raise ActionRefused(USED_ELSEWHERE)
        return duplicate
    text = log_message("player.data_given", number=player.number)
    return log(actor, "player", text, club=player.club, key=key, new=str(player.number))
