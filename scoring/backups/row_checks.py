"""Checks of rows in a club's file, as strict as the site's own forms and services.

Each value passes its column's own checks, including those that forms skip, and then the
rules of its table. Rules about several rows (whether a seat and its sheet belong to one
round, whether a hand can be played) are checked when all rows are known.
"""

import math
import re
import unicodedata
from collections.abc import Callable, Iterable
from datetime import date, datetime
from itertools import groupby
from operator import attrgetter
from typing import Any
from zoneinfo import available_timezones

from babel import Locale
from django.core.exceptions import ValidationError
from django.db.models import (
    BooleanField,
    CharField,
    DateField,
    Field,
    FloatField,
    ForeignKey,
    IntegerField,
    JSONField,
    Model,
    TextField,
)
from django.utils import timezone

from clubs.branding import CODE
from clubs.clubs import LICENCES
from clubs.i18n import message
from clubs.models import Club, Season
from clubs.site_urls import clean_embed_hosts, clean_phone_address
from rules.season import formula_from
from scoring.backups.club_rows import MADE, keys_of, way_to
from scoring.backups.json_shapes import refuse_other_shape, refuse_unfit_text
from scoring.core.writes import ActionRefused
from scoring.games import games_here
from scoring.games.game_adapter import game_of
from scoring.games.game_choice import refuse_unknown_rules
from scoring.games.table_rules import MOST_MOVED, rules_for
from scoring.models import (
    Change,
    Hand,
    OldList,
    Round,
    SeasonEdition,
    SeasonPlan,
    Seat,
    Sheet,
    Tally,
    Tournament,
)
from scoring.models.log_messages import MESSAGES, from_json
from scoring.models.reasons import MESSAGE
from scoring.models.seats import SEATS

Row = dict[str, Any]
YEARS = range(1900, 2101)  # as in the forms
LARGEST_NUMBERS = {
    "SmallIntegerField": 2**15,
    "PositiveSmallIntegerField": 2**15,
    "IntegerField": 2**31,
    "PositiveIntegerField": 2**31,
    "BigIntegerField": 2**63,
    "PositiveBigIntegerField": 2**63,
}
MOST_LETTERS = 100_000  # characters of a text without its own limit
# Columns with one line of visible characters.
LINES = frozenset(
    {
        *("name", "town", "lodge", "team", "place", "given_name", "family_name"),
        *("thanks", "word", "by_name", "counted_by_name", "reversed_by_name"),
        *("wifi_name", "wifi_password"),
    }
)
TURNS_AROUND = re.compile("[\u202a-\u202e\u2066-\u2069]")
# Characters of tokens in addresses and of form keys.
TOKEN = re.compile(r"[A-Za-z0-9_-]{1,22}")
TOKENS = frozenset({"token", "word"})
SHEET_CODE = re.compile(r"[A-Z0-9]{4,8}")
PLACE_IN_TEXT = re.compile(r"\{([A-Za-z_][A-Za-z0-9_]*)\}")
MOST_CLASSES, LONGEST_CLASS = 12, 40
# All paths of a row to one of these tables must lead to one row.
SCOPES = ("scoring.tournament", "scoring.round", "scoring.sheet")


class UnfitRow(ValueError):
    """A row that no form would accept; the message says where and why."""


def check_row(model: type[Model], row: Row, line: int) -> None:
    """Check one row by its columns and its table's rules. Raises UnfitRow.

    `row` has the values by attribute name; its foreign keys aren't checked here. `line`
    is the row's number in the file, from 1.
    """
    with _named(model, line) as location:
        for field in model._meta.concrete_fields:
            location.column = field.name
            if not isinstance(field, ForeignKey):
                _check_value(model, field, row[field.attname])
        location.column = ""
        if rule := RULES.get(model):
            rule(_instance(model, row))


class _named:
    """A context manager that adds row and column to exceptions, as UnfitRow."""

    def __init__(self, model: type[Model], line: int) -> None:
        self.model, self.line, self.column = model, line, ""

    def __enter__(self) -> "_named":
        return self

    def __exit__(
        self, kind: object, wrong: BaseException | None, trace: object
    ) -> None:
        known = (ValueError, TypeError, ArithmeticError, LookupError, AttributeError)
        if isinstance(wrong, (*known, ValidationError, RecursionError, ActionRefused)):
            location = f"{self.model._meta.db_table}, {self.line}"
            if isinstance(wrong, ValidationError):
                by_field = getattr(wrong, "error_dict", {self.column: [wrong]})
                self.column = next(iter(by_field))
                wrong_text = " ".join(wrong.messages)
            else:
                wrong_text = str(wrong)
            location = f"{location}, {self.column}" if self.column else location
            raise UnfitRow(f"{location}: {wrong_text[:200]}") from wrong


def _instance(model: type[Model], row: Row) -> Any:
    """Return the row as an unsaved model instance."""
    values = {}
    for field in model._meta.concrete_fields:
        value = row[field.attname]
        values[field.attname] = (
            value if isinstance(field, ForeignKey) else field.to_python(value)
        )
    return model(**values)


# --- One value --------------------------------------------------------------------


def _check_value(model: type[Model], field: Field[Any, Any], value: Any) -> None:
    if value is None:
        if not field.null:
            raise ValueError("there is nothing")
        return
    if isinstance(field, JSONField):
        refuse_other_shape(model._meta.label_lower, field.name, value)
        if field.name.endswith(MESSAGE):
            _check_message(value)
        return
    _refuse_other_kind(field, value)
    known = field.to_python(value)
    is_blank = field.blank and known in field.empty_values
    if field.choices and not is_blank and known not in dict(field.flatchoices):
        raise ValueError(f"{known!r:.60} is none of the choices")
    for kind, check in CHECKS:
        if isinstance(field, kind):
            check(field, known)
    if not is_blank:
        field.run_validators(known)


def _refuse_other_kind(field: Field[Any, Any], value: Any) -> None:
    """Raise ValueError for a value whose JSON type doesn't match its column."""
    kinds: tuple[type, ...] = (str,)  # JSON has dates, times and bytes as text
    if isinstance(field, BooleanField):
        kinds = (bool,)
    elif isinstance(field, IntegerField):
        kinds = (int,)
    elif isinstance(field, FloatField):
        kinds = (int, float)
    is_other = isinstance(value, bool) and bool not in kinds
    if is_other or not isinstance(value, kinds):
        raise ValueError(f"{value!r:.60} is of another kind")


def _check_text(field: Field[Any, Any], text: str) -> None:
    refuse_unfit_text(text)
    if len(text) > (field.max_length or MOST_LETTERS):
        raise ValueError("too long")
    if field.name in LINES:
        kinds = {unicodedata.category(sign) for sign in text}
        if kinds & {"Cc", "Cs", "Zl", "Zp"} or TURNS_AROUND.search(text):
            raise ValueError("letters that cannot be shown")


def _check_number(field: Field[Any, Any], number: int) -> None:
    kind = field.get_internal_type()
    end = LARGEST_NUMBERS.get(kind, 2**63)
    if not (0 if kind.startswith("Positive") else -end) <= number < end:
        raise ValueError("too large or too small")


def _check_finite(field: Field[Any, Any], number: float) -> None:
    if not math.isfinite(number):
        raise ValueError("not a number")


def _check_day(field: Field[Any, Any], day: date) -> None:
    if day.year not in YEARS:
        raise ValueError(f"no year from {YEARS[0]} to {YEARS[-1]}")
    if isinstance(day, datetime) and timezone.is_naive(day):
        raise ValueError("a moment without a time zone")


Check = Callable[[Field[Any, Any], Any], None]
CHECKS: tuple[tuple[type[Field[Any, Any]] | tuple[type, ...], Check], ...] = (
    ((CharField, TextField), _check_text),
    (IntegerField, _check_number),
    (FloatField, _check_finite),
    (DateField, _check_day),
)


# --- One row by its table's rules ---------------------------------------------------


def _check_club(club: Club) -> None:
    if clean_embed_hosts(club.embed_hosts) != club.embed_hosts:
        raise ValidationError({"embed_hosts": "not as the settings write it"})
    if clean_phone_address(club.phone_address) != club.phone_address:
        raise ValidationError({"phone_address": "not as the settings write it"})
    if club.licence not in LICENCES:
        raise ValidationError({"licence": "unknown"})
    if club.colour and not CODE.fullmatch(club.colour):
        raise ValidationError({"colour": "no color"})
    if not 0 <= club.guardian_age <= 30:
        raise ValidationError({"guardian_age": "no age"})
    _refuse_unknown_currency(club.currency)
    if not club.name.strip():
        raise ValidationError({"name": "empty"})


def _refuse_unknown_currency(code: str) -> None:
    if code not in Locale("en").currencies:
        raise ValidationError({"currency": "unknown"})


def _check_season(season: Season) -> None:
    _refuse_unknown_game(season.game)
    formula_from(season.formula)


def _check_season_edition(edition: SeasonEdition) -> None:
    formula_from(edition.formula)
    for row in edition.rows:
        _refuse_unknown_game(row["game"])


def _refuse_unknown_game(game: str) -> None:
    if game and game not in games_here():
        raise ValidationError({"game": message("This site doesn’t have that game.")})


def _check_tournament(tournament: Tournament) -> None:
    refuse_unknown_rules(tournament)
    _refuse_unknown_currency(tournament.currency)
    names = tournament.class_names
    if len(names) > MOST_CLASSES or any(len(name) > LONGEST_CLASS for name in names):
        raise ValidationError({"classes": "too many, or too long"})
    if not set(tournament.apart) <= set("0123456789, \r\n"):
        raise ValidationError({"apart": "start numbers only"})
    if (
        tournament.origin
        and tournament.origin["time_zone"] not in available_timezones()
    ):
        raise ValidationError({"origin": "an unknown time zone"})
    if original := tournament.moved_from:
        date.fromisoformat(original["date"])


def _check_tally(tally: Tally) -> None:
    _refuse_unknown_game(tally.game)


def _check_plan(plan: SeasonPlan) -> None:
    places = {place for rnd in plan.rounds for table in rnd for place in table}
    if not places <= {*range(len(plan.people))}:
        raise ValidationError({"rounds": "places that nobody has"})


def _check_old_list(old: OldList) -> None:
    if old.state == OldList.State.DRAFT:
        raise ValidationError({"state": "not imported yet"})


def _check_change(change: Change) -> None:
    is_made = change.what in MADE and not change.old and change.new
    if is_made and not (change.new.isascii() and change.new.isdigit()):
        raise ValidationError({"new": "no key"})
    for value in change.values.values():
        _check_message(value)
    if change.code == "podium.verified" and type(change.values["places"]) is not int:
        raise ValueError("no number of places")
    if change.code:
        _check_message({"code": change.code, "values": change.values})


def _check_message(row: Any) -> None:
    """Check a stored log message or value.

    The placeholders of a template are plain names. Anything else in braces, such as an
    attribute or a width, would be evaluated.
    """
    if not isinstance(row, dict):
        if not isinstance(row, str | int):
            raise ValueError("no message")
        return
    values = [*row.get("values", {}).values(), *row.get("list", [])]
    for value in values:
        _check_message(value)
    for text in (row.get("template", ""), row.get("plural", "")):
        if set(PLACE_IN_TEXT.sub("", text)) & {"{", "}"}:
            raise ValueError("a message with unknown places")
    code = row.get("code")
    has_number = isinstance(MESSAGES.get(code or ""), tuple) or "plural" in row
    if has_number and not isinstance(row["values"]["n"], int):
        raise ValueError("a message without its number")
    if code is None or code in MESSAGES:
        from_json(row)


def _check_sheet(sheet: Sheet) -> None:
    if not SHEET_CODE.fullmatch(sheet.code):
        raise ValidationError({"code": "no code"})


RULES: dict[type[Model], Callable[[Any], None]] = {
    Club: _check_club,
    Season: _check_season,
    SeasonEdition: _check_season_edition,
    Tournament: _check_tournament,
    Tally: _check_tally,
    SeasonPlan: _check_plan,
    OldList: _check_old_list,
    Change: _check_change,
    Sheet: _check_sheet,
}


# --- Several rows together ------------------------------------------------------------


class Belonging:
    """The tournament, round and sheet of each row, by all paths of foreign keys.

    Detects, for example, a seat of one event at a table of another.
    """

    def __init__(self) -> None:
        # By table: line number, own key, and the keys that the row refers to.
        self._rows: dict[type[Model], list[tuple[int, int, tuple[int | None, ...]]]]
        self._rows = {}

    def add(self, model: type[Model], row: Row, line: int) -> None:
        """Store a row's keys as they are in the file."""
        named = tuple(row[field.attname] for field in keys_of(model))
        pk = row[model._meta.pk.attname]
        self._rows.setdefault(model, []).append((line, pk, named))

    def check(self, models: Iterable[type[Model]]) -> None:
        """Raise UnfitRow for a row with several owners; `models` has parents first."""
        for scope in SCOPES:
            known: dict[str, dict[int, int]] = {}
            for model in models:
                known[model._meta.label_lower] = self._owners(scope, model, known)
            for model in models:
                self._check(scope, model, known)

    def _owners(
        self, scope: str, model: type[Model], known: dict[str, dict[int, int]]
    ) -> dict[int, int]:
        """Return each row's owner in the scope, by the shortest path."""
        way, rows = way_to(model, scope), self._rows.get(model, ())
        if way == "pk":
            return {pk: pk for _, pk, _ in rows}
        names = [field.name for field in keys_of(model)]
        first = way.partition("__")[0]
        if first not in names:
            return {}
        index = names.index(first)
        target = keys_of(model)[index].related_model._meta.label_lower
        of_target = known.get(target, {})
        return {
            pk: of_target[key]
            for _, pk, named in rows
            if (key := named[index]) is not None and key in of_target
        }

    def _check(
        self, scope: str, model: type[Model], known: dict[str, dict[int, int]]
    ) -> None:
        own_scope = known[model._meta.label_lower]
        targets = [
            known.get(field.related_model._meta.label_lower, {})
            for field in keys_of(model)
        ]
        for line, pk, named in self._rows.get(model, ()):
            expected = own_scope.get(pk)
            for of_target, key in zip(targets, named, strict=True):
                actual = of_target.get(key) if key is not None else None
                if expected is not None and actual is not None and expected != actual:
                    name = scope.partition(".")[2]
                    raise UnfitRow(
                        f"{model._meta.db_table}, {line}: of more than one {name}"
                    )


# By the sheet's key: its tournament as an unsaved model, and its number of seats.
SeatsOfSheets = dict[int, tuple[Tournament, int]]
# Rows that `seats_of_sheets` reads.
BEFORE_HANDS: tuple[type[Model], ...] = (Tournament, Round, Sheet, Seat)


def settle_hands(rows: list[Row], sheets: SeatsOfSheets) -> None:
    """Check that each hand is playable by its event's rules, and recalculate its state.

    A hand's effect on the next one follows from the records, so the file's value is
    replaced. Raises UnfitRow.
    """
    by_key = {row["id"]: row for row in rows}
    hands = [_instance(Hand, row) for row in rows]
    line_of = {row["id"]: line for line, row in enumerate(rows, start=1)}
    of_sheet = attrgetter("sheet_id")
    for sheet, group in groupby(sorted(hands, key=of_sheet), of_sheet):
        versions = list(group)
        tournament, seats = sheets[sheet]
        table = rules_for(tournament, seats)
        for hand in versions:
            with _named(Hand, line_of[hand.pk]) as location:
                location.column = "record"
                if problems := table.problems(hand.record, engine=hand.engine):
                    raise ValueError(problems[0].message)
                if any(abs(getattr(hand, f"net{n}") or 0) > MOST_MOVED for n in SEATS):
                    raise ValueError("more chips than are played for")
        with _named(Hand, line_of[versions[0].pk]) as location:
            location.column = "record"
            for hand, moved in table.settled(versions):
                state = table.columns_of(moved)["state"]
                if by_key[hand.pk]["state"] != state:
                    by_key[hand.pk]["state"] = state


def seats_of_sheets(rows: dict[type[Model], list[Row]]) -> SeatsOfSheets:
    """Return each sheet's tournament and number of seats, from rows of BEFORE_HANDS.

    Raises UnfitRow for a sheet with a number of seats that its game doesn't have.
    """
    tournaments = {row["id"]: _instance(Tournament, row) for row in rows[Tournament]}
    of_round = {row["id"]: tournaments[row["tournament_id"]] for row in rows[Round]}
    positions: dict[int, set[int]] = {}
    for row in rows[Seat]:
        positions.setdefault(row["sheet_id"], set()).add(row["position"])
    found = {}
    for line, row in enumerate(rows[Sheet], start=1):
        tournament, seats = of_round[row["round_id"]], positions.get(row["id"], set())
        with _named(Sheet, line):
            if seats != {*range(1, len(seats) + 1)}:
                raise ValueError("seats that do not follow one another")
            # Not by the house rules: they may have changed since the sheet was printed.
            if len(seats) not in game_of(tournament).tables:
                raise ValueError("as many seats as no table of the game has")
        found[row["id"]] = (tournament, len(seats))
    return found
