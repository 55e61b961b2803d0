"""The rows of one club: which belong to it, and where text and JSON contain their keys.

Determined from the foreign keys of models, so a new table is included automatically in
a club's file and when a club is erased. Keys outside foreign keys are listed below.
"""

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from django.apps import apps
from django.db import connection, transaction
from django.db.models import ForeignKey, Model, Q, QuerySet

from clubs.models import Club
from scoring.models.descriptions import ENTRY as MERGED

CLUB, USER = "clubs.club", "clubs.user"
# Tables that stay behind: access for people or programs, webhooks, undo records, and
# the positions of log subscribers only make sense on their own site.
LINKS = frozenset(
    {
        *("clubs.invitation", "clubs.passwordlink", "scoring.apitoken"),
        *("scoring.webhook", "scoring.webhooktry", "scoring.undorecord"),
        "scoring.position",
    }
)
# An account in a club's file has a name for recognition, but can't sign in.
STRANGER = {
    "password": "!",
    "email": "",
    "is_superuser": False,
    "is_staff": False,
    "last_login": None,
}


def way_to(model: type[Model], label: str) -> str:
    """Return the shortest path of foreign keys to a table: sheet__round; or "".

    Follows foreign keys that aren't null. A row that can belong to several tables, such
    as a log line, uses its own foreign key.
    """
    if model._meta.label_lower == label:
        return "pk"
    for field in keys_of(model):
        if field.related_model._meta.label_lower == label:
            return field.name
    ways = (
        (field.name, way_to(field.related_model, label))
        for field in keys_of(model)
        if not field.null and field.related_model is not model
    )
    ways_back = [f"{name}__{way}" for name, way in ways if way and way != "pk"]
    return min(ways_back, key=lambda way: way.count("__"), default="")


def keys_of(model: type[Model]) -> list[ForeignKey]:
    fields = model._meta.concrete_fields
    return [field for field in fields if isinstance(field, ForeignKey)]


def is_of_club(model: type[Model]) -> bool:
    return bool(way_to(model, CLUB))


def tables_of_clubs() -> list[type[Model]]:
    """Return all tables whose rows belong to a club, referenced tables first."""
    models = [
        model
        for model in apps.get_models(include_auto_created=True)
        if model._meta.managed and not model._meta.proxy and is_of_club(model)
    ]
    return sorted(models, key=lambda model: way_to(model, CLUB).count("__"))


def rows_of_club(model: type[Model], club: int) -> QuerySet[Model]:
    """Return a table's rows of a club, by the club's key; none for other tables."""
    rows = model._base_manager.order_by("pk")
    way = way_to(model, CLUB)
    return rows.filter(Q(**{way: club})) if way else rows.none()


def goes_along(model: type[Model], club: int) -> QuerySet[Model]:
    """Return a table's rows for a club's file: its own, and the accounts they name.

    Without links that give access, and past results that aren't imported yet.
    """
    label = model._meta.label_lower
    if label == USER:
        return model._base_manager.filter(pk__in=_accounts(model, club)).order_by("pk")
    if label in LINKS:
        return model._base_manager.none()
    rows = rows_of_club(model, club)
    return rows.exclude(state="draft") if label == "scoring.oldlist" else rows


def _accounts(user: type[Model], club: int) -> set[int]:
    """Return the keys of accounts that have a role or signed something."""
    found: set[int] = set()
    for model in user._meta.apps.get_models(include_auto_created=True):
        if not is_of_club(model) or model._meta.label_lower in LINKS:
            continue
        rows = rows_of_club(model, club).order_by()
        for field in keys_of(model):
            if field.related_model._meta.label_lower == USER:
                found |= {*rows.values_list(field.attname, flat=True).distinct()}
    return found - {None}


@transaction.atomic
def erase_rows(club: Club) -> None:
    """Delete everything of a club; other clubs only lose their references to it.

    Foreign keys protect rows while the site runs; here all of them are deleted
    together, and the database checks at the end that no reference is left.
    """
    tables = tables_of_clubs()
    for model in apps.get_models(include_auto_created=True):
        way = way_to(model, CLUB)
        for field in keys_of(model):
            if field.related_model in tables and field.name != way.split("__")[0]:
                _let_go(model, field, club)
    for model in reversed(tables):
        rows = rows_of_club(model, club.pk).order_by()
        rows._raw_delete(rows.db)
    connection.check_constraints([model._meta.db_table for model in tables])


def _let_go(model: type[Model], field: ForeignKey, club: Club) -> None:
    """Clear references from other clubs to rows of the club, or delete their rows."""
    club_rows = rows_of_club(field.related_model, club.pk).order_by().values("pk")
    rows = model._base_manager.filter(**{f"{field.name}__in": club_rows})
    if way_to(model, CLUB):
        own_rows = rows_of_club(model, club.pk).order_by().values("pk")
        rows = rows.exclude(pk__in=own_rows)
    if field.null:
        rows.update(**{field.name: None})
    else:
        rows.delete()


# --- Keys in JSON columns and in the log -----------------------------------

Step = str | int
Way = tuple[Step, ...]
EACH, NAMES = "*", "names"  # each item of a list or dict; the names in a dict
ENTRY, PLAYER, SEASON = "scoring.entry", "clubs.player", "clubs.season"
TOURNAMENT, SEAT = "scoring.tournament", "scoring.seat"
STANDINGS: tuple[tuple[Way, str], ...] = (
    ((EACH, "entry"), ENTRY),
    ((EACH, "rounds", EACH, "by"), ENTRY),
)
# Rows handed over when an entry is merged away, by kind.
HANDED_OVER = {
    "sit_outs": "scoring.sitout",
    "seats": SEAT,
    "credits": SEAT,
    "adjustments": "scoring.adjustment",
    "sat_for": "scoring.sitout",
    "against": "scoring.adjustment",
    "substitutes": ENTRY,
}


def _keys_of_merged() -> Iterator[tuple[Way, str]]:
    """Yield the paths of keys in a merge's changes to the entry that stayed."""
    for column in MERGED.relations(MERGED.merged()):
        field: Any = MERGED.model._meta.get_field(column)
        label = field.related_model._meta.label_lower
        yield ("merged", EACH, "fields", field.attname, EACH), label


# Paths of keys by table and column; other JSON columns have none.
KEYS: dict[tuple[str, str], tuple[tuple[Way, str], ...]] = {
    ("scoring.seasonplan", "people"): (((EACH,), PLAYER),),
    ("scoring.draw", "input"): tuple(
        (way, ENTRY)
        for way in (
            ("players", EACH),
            ("house", EACH),
            ("apart", EACH, EACH),
            ("played", EACH, "tables", EACH, EACH),
            ("played", EACH, "sit_out", EACH),
            ("standing", EACH),
            ("sat_out", EACH),
            ("fixed", EACH, 0),
            ("met", EACH, 0),
            ("met", EACH, 1),
            ("new", EACH),
            ("plays_for", NAMES),
            ("plays_for", EACH),
            ("now", EACH, "tables", EACH, 1, EACH),
            ("now", EACH, "sit_out", EACH),
            ("now", EACH, "standing", EACH),
        )
    ),
    ("scoring.draw", "report"): tuple(
        (way, ENTRY)
        for way in (
            ("repeated", EACH, 0),
            ("repeated", EACH, 1),
            ("apart_broken", EACH, 0),
            ("apart_broken", EACH, 1),
            ("sit_outs", EACH, NAMES),
            ("moves", EACH, 1),
        )
    ),
    ("scoring.standings", "places"): (((EACH, 0), ENTRY),),
    ("scoring.standings", "rows"): STANDINGS,
    ("scoring.standingsrow", "facts"): ((("rounds", EACH, "by"), ENTRY),),
    ("scoring.standings", "fund"): (
        (("paid", EACH), ENTRY),
        (("people", NAMES), ENTRY),
    ),
    ("scoring.edition", "rows"): STANDINGS,
    ("scoring.edition", "lists"): (
        (("paid", EACH), ENTRY),
        (("members", NAMES), ENTRY),
    ),
    ("scoring.seasonedition", "rows"): (((EACH, "player"), PLAYER),),
    ("scoring.tally", "figures"): ((("partners", NAMES), PLAYER),),
    ("scoring.merge", "moved"): (
        (("entries", EACH), ENTRY),
        (("answers", EACH), "scoring.answer"),
        (("mail_address", EACH), "scoring.mailaddress"),
        (("merged", EACH, "tournament"), TOURNAMENT),
        (("merged", EACH, "kept"), ENTRY),
        (("merged", EACH, "gone"), ENTRY),
        (("merged", EACH, "dropped", EACH, 0), "scoring.sitout"),
        (("merged", EACH, "dropped", EACH, 1), "scoring.round"),
        (("merged", EACH, "dropped", EACH, 2), ENTRY),
        (("merged", EACH, "dropped", EACH, 3), ENTRY),
        *_keys_of_merged(),
        *((("merged", EACH, name, EACH), kind) for name, kind in HANDED_OVER.items()),
    ),
    ("scoring.oldlist", "made"): (
        (("people", EACH), PLAYER),
        (("players", EACH), PLAYER),
        (("seasons", EACH), SEASON),
    ),
}
# Kinds of log lines whose `new` is the key of the created row.
MADE = {
    "draw": "scoring.draw",
    "smallest": "scoring.draw",
    "season plan": "scoring.seasonplan",
    "substitute": ENTRY,
    "substitute-end": ENTRY,
}
NewKeys = Mapping[str, Mapping[int, int]]  # old to new, by table
# Tables where these keys are used to write or display rows: a key that isn't in the
# file becomes NOBODY, because it could be a row of another club.
ACTED_ON = frozenset(
    {
        "scoring.seasonplan",
        "scoring.seasonedition",
        "scoring.tally",
        "scoring.merge",
        "scoring.oldlist",
    }
)
NOBODY = 0


def with_new_keys(model: type[Model], row: dict[str, Any], keys: NewKeys) -> None:
    """Replace the keys in a row's text and JSON, except foreign keys.

    A key without a row stays if it also had no row in its event.
    """
    label = model._meta.label_lower
    for (table, column), ways in KEYS.items():
        if table == label and row[column] is not None:
            for way, kind in ways:
                put = _put(kind, keys, row, acted_on=label in ACTED_ON)
                row[column] = _through(row[column], way, put)
    kind = MADE.get(row["what"], "") if label == "scoring.change" else ""
    if kind and not row["old"]:
        row["new"] = _replace_key(row["new"], _put(kind, keys, row, acted_on=True))


def _put(
    kind: str, keys: NewKeys, row: Mapping[str, Any], *, acted_on: bool
) -> Callable[[Any], Any]:
    """Return a function that replaces keys of a kind.

    Free seats are among the entries with their own key, below 0 (`draws`).
    """
    of_plan = (
        (row.get("input") or {}).get("kind") == "plan" if "input" in row else False
    )
    seats = {} if of_plan or kind != ENTRY else keys.get(SEAT, {})

    def put(value: Any) -> Any:
        if not isinstance(value, int) or isinstance(value, bool):
            return value
        if value < 0:
            return -seats.get(-value, -value)
        return keys.get(kind, {}).get(value, NOBODY if acted_on else value)

    return put


def _through(value: Any, way: Way, put: Callable[[Any], Any]) -> Any:
    """Return the value with `put` applied at the end of the path."""
    if not way:
        return put(value)
    step, rest = way[0], way[1:]
    if step == NAMES and isinstance(value, dict):
        return {_replace_key(name, put): item for name, item in value.items()}
    if step == EACH and isinstance(value, dict):
        return {name: _through(item, rest, put) for name, item in value.items()}
    if step == EACH and isinstance(value, list):
        return [_through(item, rest, put) for item in value]
    if isinstance(step, int) and isinstance(value, list) and len(value) > step:
        return [
            _through(item, rest, put) if index == step else item
            for index, item in enumerate(value)
        ]
    if isinstance(value, dict) and step in value:
        return {**value, step: _through(value[step], rest, put)}
    return value


def _replace_key(text: str, put: Callable[[Any], Any]) -> str:
    """Return the text with its key replaced; unchanged if it isn't a key."""
    bare = text.removeprefix("-")
    return str(put(int(text))) if bare.isascii() and bare.isdigit() else text
