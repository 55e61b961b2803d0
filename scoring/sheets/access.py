"""Find a sheet by its round and table, with the actions a member has at the desk."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from django.http import Http404, HttpRequest
from django.urls import reverse
from django.utils.translation import gettext_noop

from clubs.i18n import message
from scoring.core.access import SCOREKEEPER, DeskAccess, desk_of
from scoring.models import Count, Hand, Sheet, Tournament
from scoring.sheets.hands import aside_by_hands
from scoring.sheets.sheet import ALL_PARTS, Life, life_of, sheet_at
from scoring.sheets.undo import can_take_back

WITHOUT_RULINGS = ("seats", "counts")
ON_PAPER = "?paper"  # on a sheet's address: leads back to the next code
# Keys are how many entries a sheet has: the next one is the second, third or fourth.
_OF_TABLE = {
    1: gettext_noop("Table {table}: second entry"),
    2: gettext_noop("Table {table}: third entry"),
    3: gettext_noop("Table {table}: fourth entry"),
}
_ONE_MORE = gettext_noop("Table {table}: another entry")
_TO_TYPE = {
    1: gettext_noop(
        "Enter the sheet a second time without looking at the first entry. As soon "
        "as two entries match, table {table} is verified."
    ),
    2: gettext_noop(
        "Enter the sheet a third time without looking at the other entries. As soon "
        "as two entries match, table {table} is verified."
    ),
    3: gettext_noop(
        "Enter the sheet a fourth time without looking at the other entries. As soon "
        "as two entries match, table {table} is verified."
    ),
}
_TYPE_ONCE_MORE = gettext_noop(
    "Enter the sheet again without looking at the other entries. As soon as two "
    "entries match, table {table} is verified."
)


@dataclass(frozen=True, slots=True)
class Times:
    """Sentences about the next entry of a sheet.

    `entered` is how many entries the sheet has so far.
    """

    table: int
    entered: int

    @property
    def is_second(self) -> bool:
        return self.entered == 1

    @property
    def of_table(self) -> str:
        return message(_OF_TABLE.get(self.entered, _ONE_MORE), table=self.table)

    @property
    def to_type(self) -> str:
        return message(_TO_TYPE.get(self.entered, _TYPE_ONCE_MORE), table=self.table)


@dataclass(frozen=True, slots=True)
class Desk:
    """A sheet at the desk, and the member who works on it.

    `hands` are those in force; they are read from the database if not given.
    """

    access: DeskAccess
    sheet: Sheet
    life: Life
    hands: Sequence[Hand] | None = None

    @property
    def user_id(self) -> int:
        return self.access.member.user.pk

    @property
    def is_director(self) -> bool:
        return self.access.member.is_director

    @property
    def takes_counts(self) -> bool:
        return self.sheet.round.counts

    @property
    def count_to_review(self) -> Count | None:
        """The count to review: one waiting for verification, else the one in force."""
        return self.life.pending or self.life.in_force

    @property
    def is_own(self) -> bool:
        """Whether the waiting count was made by the member who works on the sheet."""
        return bool(self.life.pending and self.life.pending.by_id == self.user_id)

    @property
    def may_take_back(self) -> bool:
        """Whether this member can still undo the verification.

        Only while nothing depends on it yet.
        """
        return self.takes_counts and can_take_back(
            self.life, self.sheet.round, self.user_id, directs=self.is_director
        )

    @property
    def may_type_again(self) -> bool:
        """Whether one more blind entry, unseen by the others, can verify the sheet.

        If nothing else can verify the sheet, another person may enter it blind,
        whatever the tournament accepts.
        """
        waits = any(entry.balances for entry in self.life.entries)
        if not self.takes_counts or not waits:
            return False
        is_only_way = not self.is_own and not self.proves_total
        return self.access.tournament.accepts_blind or is_only_way

    @property
    def proves_total(self) -> bool:
        """Whether reviewing the numbers is enough to verify them."""
        return aside_by_hands(self.sheet, self.hands) is not None

    @property
    def times(self) -> Times:
        return Times(self.sheet.table, len(self.life.entries))

    @property
    def may_use_hands(self) -> bool:
        """Whether this member can let the hands decide the scores.

        If chips were counted, only a director can (§30).
        """
        if not self.takes_counts:
            return False
        played_without = not self.access.tournament.with_chips
        return self.is_director or (played_without and not self.life.in_force)

    def reload(self, parts: Iterable[str] = ALL_PARTS) -> "Desk":
        """Return the sheet read again from the database, after someone else wrote."""
        return desk_at(self.access, self.sheet.round.number, self.sheet.table, parts)

    def address(self, table: int | None = None) -> str:
        tournament = self.access.tournament
        return reverse(
            "scoring:sheet-desk",
            args=[
                tournament.club.slug,
                tournament.slug,
                self.sheet.round.number,
                table or self.sheet.table,
            ],
        )


def open_desk(
    request: HttpRequest,
    club: str,
    tournament: str,
    number: int,
    table: int,
    at_least: str = SCOREKEEPER,
) -> Desk:
    """Return the sheet for someone who works in its club.

    A form that writes doesn't need the sheet's rulings. Raises what `desk_of` raises,
    and Http404 if the sheet doesn't exist or its round isn't published.
    """
    access = desk_of(request, club, tournament, at_least)
    parts = WITHOUT_RULINGS if request.method == "POST" else ALL_PARTS
    return desk_at(access, number, table, parts)


def desk_at(
    access: DeskAccess, number: int, table: int, parts: Iterable[str] = ALL_PARTS
) -> Desk:
    sheet = sheet_of(access.tournament, number, table, parts)
    return Desk(access, sheet, life_of(sheet))


def sheet_of(
    tournament: Tournament, number: int, table: int, parts: Iterable[str] = ALL_PARTS
) -> Sheet:
    """Return a sheet of a published round with some of its parts. Raises Http404."""
    try:
        sheet = sheet_at(tournament, number, table, parts)
    except Sheet.DoesNotExist:
        raise Http404(
            message(
                "Round {number} doesn’t have a table {table}.",
                number=number,
                table=table,
            )
        ) from None
    if not sheet.round.is_published:
        raise Http404(message("Round {number} isn’t published.", number=number))
    return sheet


def on_paper(request: HttpRequest) -> str:
    """Return the suffix of an address while someone works through a pile of sheets."""
    return ON_PAPER if "paper" in request.GET else ""
