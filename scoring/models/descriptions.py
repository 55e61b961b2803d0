"""The columns of each kind of row: who can see them, and where they are written.

Forms, the log, CSV and XLSX, personal data, the open file with the API, merging and
erasing read these descriptions. A new column is described once, here, and each of them
has it. Files have their columns in this order.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from enum import Enum, Flag, auto
from typing import Any, cast

from django.db.models import CharField, Field, Model, TextField

from clubs.i18n import joined
from clubs.models import Player
from scoring.models.coming import Answer, SignUp
from scoring.models.counts import Count
from scoring.models.entries import Entry
from scoring.models.hands import Hand
from scoring.models.log_messages import log_message
from scoring.models.rounds import Seat
from scoring.models.rulings import Adjustment, HandRuling
from scoring.models.seats import SEATS
from scoring.models.tournaments import Tournament


class Audience(Enum):
    """The people who can see a column."""

    EVERYONE = auto()
    CLUB = auto()  # the club's directors, and the person
    PERSON = auto()  # the person alone
    SITE = auto()  # keys of rows: a file names the rows they lead to


class MergeRule(Enum):
    """The value of a column after two rows turned out to be one person's."""

    KEEP = auto()  # the value of the row that stays
    FILLED = auto()  # like KEEP, or the other row's value if that was blank or no
    AGREED = auto()  # yes if both rows have yes
    UNION = auto()  # the values of both
    EARLIEST = auto()  # the first known time
    NEAREST = auto()  # the state of the person checked in, or seen last
    REFUSAL = auto()  # like FILLED, but a no in either row stays
    SHOWN_LEAST = auto()  # no more of the name than either allowed (clubs/players.py)


class Destination(Flag):
    """A reader of every column that its audience can see there."""

    FORM = auto()  # and the log, once someone edited it
    TABLES = auto()  # CSV and XLSX
    PERSONAL_DATA = auto()
    OPEN_FILE = auto()  # and the API; columns for directors are only in their file


NOWHERE = Destination(0)
FORM, TABLES = Destination.FORM, Destination.TABLES
PERSONAL_DATA, OPEN_FILE = Destination.PERSONAL_DATA, Destination.OPEN_FILE
EVERYONE, CLUB, SITE = Audience.EVERYONE, Audience.CLUB, Audience.SITE
ALLOWED = {
    EVERYONE: FORM | TABLES | PERSONAL_DATA | OPEN_FILE,
    CLUB: FORM | TABLES | PERSONAL_DATA | OPEN_FILE,
    Audience.PERSON: PERSONAL_DATA,
    SITE: NOWHERE,
}


@dataclass(frozen=True, slots=True)
class FieldDescription:
    """The description of one column, for all code that reads rows.

    `omitted` are destinations that don't have it, although its audience can see it
    there. `heading` is its name in tables, if it isn't the column's, and `unset` a
    value that means none there. `erased`: it is cleared with the name of an erased
    person.
    """

    column: str
    audience: Audience
    merge: MergeRule
    omitted: Destination = NOWHERE
    erased: bool = False
    heading: str = ""
    unset: Any = None

    @property
    def name(self) -> str:
        """The name of the column in tables."""
        return self.heading or self.column

    @property
    def seat(self) -> int:
        """The seat of the table that the number belongs to; 0 for other columns."""
        prefix, _, seat = self.heading.rpartition("_")
        return int(seat) if f"{prefix}{seat}" == self.column else 0

    @property
    def is_erased(self) -> bool:
        """Whether the column is blank once the person is erased."""
        return self.erased or self.audience is Audience.PERSON

    def goes_to(self, destination: Destination) -> bool:
        """Return whether the column belongs in this destination."""
        return destination in ALLOWED[self.audience] & ~self.omitted


@dataclass(slots=True)
class ModelDescription:
    """The descriptions of all columns of a model, in the order of its files."""

    model: type[Model]
    fields: tuple[FieldDescription, ...]

    def going_to(self, destination: Destination) -> list[FieldDescription]:
        """Return the columns that belong in this destination."""
        return [field for field in self.fields if field.goes_to(destination)]

    def in_open_file(self, *, full: bool) -> list[FieldDescription]:
        """Return the columns of the public open file, or of the directors’ full one."""
        fields = self.going_to(OPEN_FILE)
        return [field for field in fields if full or field.audience is EVERYONE]

    def merged(self) -> list[FieldDescription]:
        """Return the columns that merging can change in the row that stays."""
        return [field for field in self.fields if field.merge is not MergeRule.KEEP]

    def blank_values(self) -> dict[str, Any]:
        """Return the values of the columns of an erased person."""
        erased = [field for field in self.fields if field.is_erased]
        return {field.column: self.model_field(field).get_default() for field in erased}

    def texts(self) -> list[str]:
        """Return the columns that contain typed text."""
        typed = (field for field in self.fields if _is_typed(self.model_field(field)))
        return [field.column for field in typed]

    def relations(self, fields: Iterable[FieldDescription]) -> list[str]:
        """Return the columns that point to another row."""
        leading = (field for field in fields if self.model_field(field).is_relation)
        return [field.column for field in leading]

    def in_words(self, field: FieldDescription, value: Any) -> str:
        """Return a value as the log shows it if the column has no message."""
        column = self.model_field(field)
        if value is True:
            return joined([column.verbose_name])
        choice = dict(column.flatchoices).get(value, value)
        return log_message("fact.named", fact=column.verbose_name, value=choice)

    def model_field(self, field: FieldDescription) -> "Field[Any, Any]":
        """Return the model's own field."""
        found: Any = self.model._meta.get_field(field.column)
        return cast("Field[Any, Any]", found)


def _is_typed(field: "Field[Any, Any]") -> bool:
    return isinstance(field, CharField | TextField) and not field.choices


def in_order(fields: Iterable[FieldDescription], *first: str) -> list[FieldDescription]:
    """Return the columns with these first, as exports have always had them."""
    places = {name: place for place, name in enumerate(first)}
    return sorted(fields, key=lambda field: places.get(field.name, len(first)))


KEEP, FILLED = MergeRule.KEEP, MergeRule.FILLED

ENTRY = ModelDescription(
    Entry,
    (
        FieldDescription("id", SITE, KEEP),
        FieldDescription("tournament", SITE, KEEP),
        FieldDescription("number", EVERYONE, KEEP, heading="start_number"),
        # The open file has H1 in the number column instead.
        FieldDescription(
            "house", EVERYONE, KEEP, omitted=FORM | PERSONAL_DATA | OPEN_FILE
        ),
        FieldDescription("name", EVERYONE, KEEP, erased=True),
        FieldDescription("lodge", EVERYONE, FILLED, erased=True),
        FieldDescription("ranked", EVERYONE, FILLED, omitted=FORM),
        FieldDescription("state", CLUB, MergeRule.NEAREST, omitted=FORM),
        FieldDescription("paid", CLUB, FILLED),
        FieldDescription("team", EVERYONE, FILLED),
        FieldDescription("classes", EVERYONE, MergeRule.UNION),
        FieldDescription(
            "fixed_table", CLUB, FILLED, omitted=TABLES | PERSONAL_DATA | OPEN_FILE
        ),
        # The API adds the number to the open file if the player is named.
        FieldDescription(
            "player", EVERYONE, KEEP, omitted=FORM | PERSONAL_DATA | OPEN_FILE
        ),
        FieldDescription("substitute_for", EVERYONE, FILLED, omitted=FORM),
        FieldDescription("substitute_from", EVERYONE, FILLED, omitted=FORM),
        FieldDescription("lot", EVERYONE, KEEP, omitted=FORM | PERSONAL_DATA, unset=0),
        FieldDescription("given_name", CLUB, KEEP, omitted=FORM, erased=True),
        FieldDescription("family_name", CLUB, KEEP, omitted=FORM, erased=True),
        FieldDescription("if_needed", CLUB, MergeRule.AGREED, omitted=OPEN_FILE),
        FieldDescription("name_guessed", CLUB, KEEP, omitted=FORM | TABLES | OPEN_FILE),
        FieldDescription(
            "paid_at", CLUB, MergeRule.EARLIEST, omitted=FORM | TABLES | OPEN_FILE
        ),
        FieldDescription("merged_into", SITE, KEEP),
    ),
)
PLAYER = ModelDescription(
    Player,
    (
        FieldDescription("id", SITE, KEEP),
        FieldDescription("club", SITE, KEEP),
        FieldDescription("number", EVERYONE, KEEP, omitted=FORM),
        FieldDescription("name", EVERYONE, KEEP, erased=True),
        FieldDescription("lodge", EVERYONE, FILLED, erased=True),
        FieldDescription("given_name", CLUB, KEEP, omitted=OPEN_FILE, erased=True),
        FieldDescription("family_name", CLUB, KEEP, omitted=OPEN_FILE, erased=True),
        FieldDescription("name_guessed", CLUB, KEEP, omitted=FORM | OPEN_FILE),
        FieldDescription(
            "shown",
            CLUB,
            MergeRule.SHOWN_LEAST,
            omitted=TABLES | OPEN_FILE,
            heading="name_in_public",
        ),
        FieldDescription(
            "is_minor",
            CLUB,
            MergeRule.SHOWN_LEAST,
            omitted=TABLES | OPEN_FILE,
            heading="minor",
        ),
        FieldDescription(
            "pictures",
            CLUB,
            MergeRule.REFUSAL,
            omitted=TABLES | OPEN_FILE,
            erased=True,
        ),
        FieldDescription("erased_at", SITE, KEEP),
        FieldDescription("erasing", SITE, KEEP),
        FieldDescription("merged_into", SITE, KEEP),
    ),
)

# Tables have the answers that count by now, and the API has their totals.
ANSWER = ModelDescription(
    Answer,
    (
        FieldDescription("id", SITE, KEEP),
        FieldDescription("tournament", SITE, KEEP),
        FieldDescription("player", SITE, KEEP),
        FieldDescription("state", EVERYONE, KEEP, omitted=FORM | TABLES | OPEN_FILE),
        FieldDescription("late", CLUB, KEEP, omitted=FORM | TABLES | OPEN_FILE),
        FieldDescription(
            "if_needed", EVERYONE, KEEP, omitted=FORM | TABLES | OPEN_FILE
        ),
        FieldDescription("since", CLUB, KEEP, omitted=FORM | TABLES | OPEN_FILE),
        FieldDescription("until", CLUB, KEEP, omitted=FORM | TABLES | OPEN_FILE),
    ),
)

SIGN_UP = ModelDescription(
    SignUp,
    (
        FieldDescription("id", SITE, KEEP),
        FieldDescription("tournament", SITE, KEEP),
        FieldDescription("name", CLUB, KEEP, omitted=FORM | TABLES | OPEN_FILE),
        FieldDescription("lodge", CLUB, KEEP, omitted=FORM | TABLES | OPEN_FILE),
        FieldDescription("word", SITE, KEEP),
        FieldDescription("key", SITE, KEEP),
        FieldDescription("at", CLUB, KEEP, omitted=FORM | TABLES | OPEN_FILE),
        FieldDescription("settled_at", CLUB, KEEP, omitted=FORM | TABLES | OPEN_FILE),
        FieldDescription("player", SITE, KEEP),
    ),
)

# Amounts of money are public only if `prizes_shown` is set.
TOURNAMENT = ModelDescription(
    Tournament,
    (
        FieldDescription("id", SITE, KEEP),
        FieldDescription("club", SITE, KEEP),
        FieldDescription("season", SITE, KEEP),
        FieldDescription("name", EVERYONE, KEEP),
        FieldDescription("date", EVERYONE, KEEP),
        FieldDescription("place", EVERYONE, KEEP),
        FieldDescription("game", EVERYONE, KEEP),
        FieldDescription("preset", EVERYONE, KEEP),
        FieldDescription("rounds_planned", EVERYONE, KEEP),
        FieldDescription("start_chips", EVERYONE, KEEP),
        FieldDescription("ranking", EVERYONE, KEEP),
        FieldDescription("drop_worst", EVERYONE, KEEP),
        FieldDescription("sit_out_score", EVERYONE, KEEP),
        FieldDescription("absent_score", EVERYONE, KEEP),
        FieldDescription("substitute_counts", EVERYONE, KEEP),
        FieldDescription("seating", EVERYONE, KEEP, omitted=OPEN_FILE),
        FieldDescription("spare", EVERYONE, KEEP, omitted=OPEN_FILE),
        FieldDescription("teams", EVERYONE, KEEP),
        FieldDescription("team_best", EVERYONE, KEEP),
        FieldDescription("prize_kind", EVERYONE, KEEP, omitted=FORM),
        FieldDescription("currency", EVERYONE, KEEP, omitted=FORM),
        FieldDescription("fee", EVERYONE, KEEP),
        FieldDescription("prize_extra", EVERYONE, KEEP, omitted=FORM),
        FieldDescription("prize_kept", EVERYONE, KEEP, omitted=FORM),
        FieldDescription("tie_breaks", EVERYONE, KEEP),
        FieldDescription("classes", EVERYONE, KEEP),
        FieldDescription("prizes", EVERYONE, KEEP, omitted=FORM),
        FieldDescription("house_rules", EVERYONE, KEEP, omitted=FORM),
        FieldDescription("finished_at", EVERYONE, KEEP, omitted=FORM | OPEN_FILE),
        FieldDescription("slug", EVERYONE, KEEP, omitted=FORM | TABLES | OPEN_FILE),
        FieldDescription("former_slug", SITE, KEEP),
        FieldDescription("starts_at", EVERYONE, KEEP, omitted=TABLES),
        FieldDescription("public", CLUB, KEEP, omitted=TABLES | OPEN_FILE),
        FieldDescription("asks", EVERYONE, KEEP, omitted=FORM | TABLES | OPEN_FILE),
        FieldDescription("places", EVERYONE, KEEP, omitted=FORM | TABLES | OPEN_FILE),
        FieldDescription("doors_at", EVERYONE, KEEP, omitted=FORM | TABLES | OPEN_FILE),
        FieldDescription(
            "answers_from", EVERYONE, KEEP, omitted=FORM | TABLES | OPEN_FILE
        ),
        FieldDescription(
            "answers_until", EVERYONE, KEEP, omitted=FORM | TABLES | OPEN_FILE
        ),
        FieldDescription(
            "if_needed_leave", EVERYONE, KEEP, omitted=FORM | TABLES | OPEN_FILE
        ),
        FieldDescription(
            "called_off_at", EVERYONE, KEEP, omitted=FORM | TABLES | OPEN_FILE
        ),
        FieldDescription(
            "moved_from", EVERYONE, KEEP, omitted=FORM | TABLES | OPEN_FILE
        ),
        FieldDescription("hands_per_round", EVERYONE, KEEP, omitted=TABLES),
        FieldDescription("minutes_per_round", EVERYONE, KEEP, omitted=TABLES),
        FieldDescription("with_chips", EVERYONE, KEEP, omitted=TABLES),
        FieldDescription("wifi_name", CLUB, KEEP, omitted=TABLES | OPEN_FILE),
        FieldDescription("wifi_password", CLUB, KEEP, omitted=TABLES | OPEN_FILE),
        FieldDescription("lodges_apart", CLUB, KEEP, omitted=TABLES | OPEN_FILE),
        FieldDescription("apart", CLUB, KEEP, omitted=FORM | TABLES | OPEN_FILE),
        FieldDescription("season_sit_outs", CLUB, KEEP, omitted=TABLES | OPEN_FILE),
        FieldDescription("season_meetings", CLUB, KEEP, omitted=TABLES | OPEN_FILE),
        FieldDescription(
            "season_weight", EVERYONE, KEEP, omitted=FORM | TABLES | OPEN_FILE
        ),
        FieldDescription(
            "last_round_by_standing", EVERYONE, KEEP, omitted=TABLES | OPEN_FILE
        ),
        FieldDescription("prizes_shown", EVERYONE, KEEP, omitted=FORM | TABLES),
        FieldDescription("accepts_blind", EVERYONE, KEEP, omitted=TABLES | OPEN_FILE),
        FieldDescription("accepts_phone", EVERYONE, KEEP, omitted=TABLES | OPEN_FILE),
        FieldDescription("accepts_own", EVERYONE, KEEP, omitted=TABLES | OPEN_FILE),
        FieldDescription("accepts_paper", EVERYONE, KEEP, omitted=TABLES | OPEN_FILE),
        FieldDescription("created_by", SITE, KEEP),
        FieldDescription("old_list", SITE, KEEP),
        FieldDescription("file_id", EVERYONE, KEEP, omitted=FORM | TABLES),
        FieldDescription("origin", CLUB, KEEP, omitted=FORM | TABLES | OPEN_FILE),
        FieldDescription("came_with", SITE, KEEP),
    ),
)


def _of_seats(prefix: str, omitted: Destination = FORM) -> list[FieldDescription]:
    """Describe the columns of a number that each seat of a table has."""
    return [
        FieldDescription(
            f"{prefix}{seat}", EVERYONE, KEEP, omitted, heading=f"{prefix}_{seat}"
        )
        for seat in SEATS
    ]


SEAT = ModelDescription(
    Seat,
    (
        FieldDescription("id", SITE, KEEP),
        FieldDescription("sheet", SITE, KEEP),
        FieldDescription("round", SITE, KEEP),
        FieldDescription("position", EVERYONE, KEEP, FORM, heading="seat"),
        FieldDescription("entry", EVERYONE, KEEP, FORM, heading="start_number"),
        FieldDescription("credit", EVERYONE, KEEP, FORM, heading="counts_for"),
        FieldDescription("score", EVERYONE, KEEP, FORM),
    ),
)

# A person’s file has no names of others, and only the numbers of their own seat.
COUNT = ModelDescription(
    Count,
    (
        FieldDescription("id", SITE, KEEP),
        FieldDescription("by", SITE, KEEP),
        FieldDescription("sheet", SITE, KEEP),
        FieldDescription("key", SITE, KEEP),
        FieldDescription("number", EVERYONE, KEEP, FORM, heading="count"),
        FieldDescription("at", EVERYONE, KEEP, FORM),
        FieldDescription("by_name", CLUB, KEEP, FORM | PERSONAL_DATA, heading="by"),
        FieldDescription("source", EVERYONE, KEEP, FORM, heading="from"),
        FieldDescription("witness", EVERYONE, KEEP, FORM),
        FieldDescription("witness_seat", CLUB, KEEP, FORM | TABLES | OPEN_FILE),
        FieldDescription("confirms", EVERYONE, KEEP, FORM | PERSONAL_DATA),
        FieldDescription("corrects", EVERYONE, KEEP, FORM | PERSONAL_DATA),
        *_of_seats("held"),
        *_of_seats("borrowed"),
        *_of_seats("ruled"),
        *_of_seats("score"),
        FieldDescription("aside", EVERYONE, KEEP, FORM | PERSONAL_DATA),
        FieldDescription("must_total", CLUB, KEEP, FORM | PERSONAL_DATA | OPEN_FILE),
        FieldDescription("chips", CLUB, KEEP, ~NOWHERE),
        FieldDescription("counted_by", SITE, KEEP),
        FieldDescription("phone", SITE, KEEP),
        FieldDescription("counted_on", SITE, KEEP),
        FieldDescription("reason", EVERYONE, KEEP, FORM),
        FieldDescription("reason_message", SITE, KEEP),  # the reason, to be translated
        FieldDescription("digest", SITE, KEEP),
    ),
)

HAND = ModelDescription(
    Hand,
    (
        FieldDescription("by", SITE, KEEP),
        FieldDescription("sheet", SITE, KEEP),
        FieldDescription("key", SITE, KEEP),
        FieldDescription("number", EVERYONE, KEEP, FORM, heading="hand"),
        FieldDescription("id", CLUB, KEEP, ~TABLES, heading="version"),
        *_of_seats("net"),
        FieldDescription("aside", EVERYONE, KEEP, FORM | PERSONAL_DATA),
        FieldDescription("record", EVERYONE, KEEP, FORM),
        FieldDescription("dealer", EVERYONE, KEEP, ~OPEN_FILE),
        FieldDescription("note", EVERYONE, KEEP, FORM),
        FieldDescription("reason", CLUB, KEEP, FORM | OPEN_FILE),
        FieldDescription("void_reason", CLUB, KEEP, FORM),
        FieldDescription("by_name", CLUB, KEEP, ~TABLES, heading="by"),
        FieldDescription("at", CLUB, KEEP, FORM | OPEN_FILE),
        FieldDescription(
            "engine", EVERYONE, KEEP, FORM | PERSONAL_DATA, heading="rules"
        ),
        FieldDescription("state", CLUB, KEEP, ~NOWHERE),
        FieldDescription("replaces", SITE, KEEP),
        FieldDescription("reason_message", SITE, KEEP),
        FieldDescription("voided_at", CLUB, KEEP, ~NOWHERE),
    ),
)

RULED = (
    FieldDescription("section", EVERYONE, KEEP, FORM),
    FieldDescription("reason", EVERYONE, KEEP, FORM),
    FieldDescription("by_name", CLUB, KEEP, ~TABLES, heading="by"),
    FieldDescription("at", CLUB, KEEP, FORM | OPEN_FILE),
    FieldDescription(
        "reversed_at", CLUB, KEEP, FORM | OPEN_FILE, heading="taken_back_at"
    ),
    FieldDescription("reversed_by_name", CLUB, KEEP, ~TABLES, heading="taken_back_by"),
    FieldDescription("reversal_reason", EVERYONE, KEEP, FORM, heading="taken_back_why"),
    FieldDescription("reversal_reason_message", SITE, KEEP),
    FieldDescription("id", SITE, KEEP),
    FieldDescription("by", SITE, KEEP),
    FieldDescription("key", SITE, KEEP),
)

ADJUSTMENT = ModelDescription(
    Adjustment,
    (
        FieldDescription("tournament", SITE, KEEP),
        FieldDescription("entry", EVERYONE, KEEP, FORM, heading="start_number"),
        FieldDescription("chips", EVERYONE, KEEP, FORM),
        FieldDescription("other", EVERYONE, KEEP, FORM, heading="from_or_to"),
        *RULED,
    ),
)

HAND_RULING = ModelDescription(
    HandRuling,
    (
        FieldDescription("sheet", SITE, KEEP),
        FieldDescription("hand", EVERYONE, KEEP, FORM | PERSONAL_DATA),
        *_of_seats("chips"),
        *RULED,
    ),
)

DESCRIPTIONS = (
    *(ENTRY, PLAYER, ANSWER, SIGN_UP, TOURNAMENT),
    *(SEAT, COUNT, HAND, ADJUSTMENT, HAND_RULING),
)
