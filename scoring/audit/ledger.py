"""The chip ledger of an event: expected chips against the chips on its sheets.

A table begins with everyone’s start chips; any difference on its sheet is a leak there.
Loans don't change that: they lie on the table and are subtracted again.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import chain

from django.db.models import Prefetch

from clubs.i18n import message
from scoring.models import Count, Loan, Round, Seat, Sheet, Tournament
from scoring.results.rows import Lines
from scoring.results.standings_table import table_of
from scoring.sheets.discrepancies import owed_on
from scoring.sheets.hands import required_total, standing_on
from scoring.sheets.sheet import Life, SheetState, life_of, sheets_of


@dataclass(frozen=True, slots=True)
class TableLedger:
    """One sheet in chips: the last verified count, or else the last one written."""

    sheet: Sheet
    state: SheetState
    count: Count | None
    entered: Count | None
    verified: Count | None
    must_total: int
    lent: int
    paid_back: int
    hand_rulings: int

    @classmethod
    def of(cls, sheet: Sheet, life: Life) -> "TableLedger":
        loans: list[Loan] = list(sheet.loans.all())
        current = life.current_count
        return cls(
            sheet,
            life.state,
            current,
            life.confirmed_by(life.verified) if life.verified else life.latest,
            life.verified,
            required_total(sheet, current.scores if current else ()),
            sum(loan.chips for loan in loans if loan.chips > 0),
            -sum(loan.chips for loan in loans if loan.chips < 0),
            len(standing_on(sheet)),
        )

    @property
    def written(self) -> int:
        return self.count.total if self.count else 0

    @property
    def difference(self) -> int:
        """The surplus (+) or missing (−) chips; 0 while nothing is written."""
        return self.count.total - self.must_total if self.count else 0

    @property
    def missing(self) -> int:
        return -self.difference

    @property
    def borrowed(self) -> int:
        """Chips borrowed from the bank and not paid back, according to the count."""
        return sum(self.count.borrowed) if self.count else 0

    @property
    def ruled(self) -> int:
        """Chips that a judge added to the table in total."""
        return sum(self.count.ruled) if self.count else 0

    @property
    def unlike_notes(self) -> bool:
        """Whether the loans noted at the table differ from the count."""
        owed = owed_on(self.sheet)
        return bool(self.count and self.lent and owed != self.count.borrowed)

    @property
    def seats(self) -> list[Seat]:
        return list(self.sheet.seats.all())


@dataclass(frozen=True, slots=True)
class RoundLedger:
    """A counting round with the sums of its tables (chips)."""

    round: Round
    tables: tuple[TableLedger, ...]
    in_standings: int
    missed: int
    missed_by: int

    @property
    def written_tables(self) -> list[TableLedger]:
        return [table for table in self.tables if table.count]

    @property
    def unwritten(self) -> list[int]:
        return [table.sheet.table for table in self.tables if not table.count]

    @property
    def leaks(self) -> list[TableLedger]:
        """The sheets that don't add up."""
        return [table for table in self.tables if table.difference]

    @property
    def begun(self) -> int:
        """Start chips of the tables with a count."""
        return sum(table.must_total for table in self.written_tables)

    @property
    def each_began(self) -> int | None:
        """Start chips of every table; None if tables differ in size."""
        return _the_one(table.must_total for table in self.tables)

    @property
    def written(self) -> int:
        return sum(table.written for table in self.tables)

    @property
    def difference(self) -> int:
        return self.written - self.begun

    @property
    def is_right(self) -> bool:
        return not self.leaks

    @property
    def players(self) -> int:
        return sum(seat.credit_id is not None for seat in self._seats)

    @property
    def house(self) -> int:
        """Seats of house players and others who aren't ranked."""
        seated = [seat for seat in self._seats if seat.entry_id is not None]
        return sum(seat.credit_id is None for seat in seated)

    @property
    def free(self) -> int:
        return sum(seat.entry_id is None for seat in self._seats)

    @property
    def in_force(self) -> int:
        """Chips on verified sheets."""
        return sum(seat.score or 0 for seat in self._seats)

    @property
    def of_nobody(self) -> int:
        """Verified chips in no one's standing, for example of house players."""
        return self.in_force - self.in_standings

    @property
    def borrowed(self) -> int:
        return sum(table.borrowed for table in self.tables)

    @property
    def lent(self) -> int:
        return sum(table.lent for table in self.tables)

    @property
    def paid_back(self) -> int:
        return sum(table.paid_back for table in self.tables)

    @property
    def ruled_sheets(self) -> list[TableLedger]:
        return [
            t for t in self.tables if t.hand_rulings or (t.count and any(t.count.ruled))
        ]

    @property
    def unlike_notes(self) -> list[TableLedger]:
        return [table for table in self.tables if table.unlike_notes]

    @property
    def _seats(self) -> Iterable[Seat]:
        return chain.from_iterable(table.seats for table in self.tables)


@dataclass(frozen=True, slots=True)
class Ledger:
    """The ledger of an event: its rounds, and the steps to the standings' totals."""

    rounds: tuple[RoundLedger, ...]
    ruled: int
    dropped: int
    apart: int
    standings: int

    @property
    def each_began(self) -> int | None:
        """Start chips of every table of the event; None if they differ."""
        tables = chain.from_iterable(rnd.tables for rnd in self.rounds)
        return _the_one(table.must_total for table in tables)

    @property
    def leaks(self) -> list[TableLedger]:
        return [*chain.from_iterable(rnd.leaks for rnd in self.rounds)]

    @property
    def in_force(self) -> int:
        """Chips on all verified sheets."""
        return sum(rnd.in_force for rnd in self.rounds)

    @property
    def steps(self) -> list[tuple[str, int]]:
        """The steps from the sheets to the sum of all totals."""
        of_nobody = sum(rnd.of_nobody for rnd in self.rounds)
        missed = sum(rnd.missed for rnd in self.rounds)
        steps = [
            (message("House players and others who aren’t ranked"), -of_nobody),
            (message("Scores for rounds sat out or missed"), missed),
            (message("Rulings on players"), self.ruled),
            (message("Lowest rounds dropped"), -self.dropped),
            (message("From a round that isn’t over (counted later)"), -self.apart),
        ]
        return [(words, chips) for words, chips in steps if chips]

    @property
    def computed(self) -> int:
        """The expected sum of all totals."""
        return self.in_force + sum(chips for _, chips in self.steps)

    @property
    def is_right(self) -> bool:
        return self.computed == self.standings and not self.leaks


def _the_one(numbers: Iterable[int]) -> int | None:
    """Return the number that all have in common; None if they differ."""
    different = set(numbers)
    return different.pop() if len(different) == 1 else None


def ledger_of(tournament: Tournament) -> Ledger:
    """Return the ledger of all counting rounds, in a fixed number of queries."""
    rounds = tournament.rounds.filter(state__in=Round.COUNTING).order_by("number")
    tables: dict[int, list[TableLedger]] = {}
    sheets = sheets_of(rounds).prefetch_related(
        Prefetch("loans", Loan.objects.order_by("pk")), "hand_rulings"
    )
    for sheet in sheets:
        line = TableLedger.of(sheet, life_of(sheet))
        tables.setdefault(sheet.round_id, []).append(line)
    lines = table_of(tournament).lines
    results = list(chain.from_iterable(line.results for line in lines))
    return Ledger(
        tuple(_round(rnd, tables.get(rnd.pk, []), lines) for rnd in rounds),
        sum(line.adjustment for line in lines),
        sum(result.brought for result in results if result.dropped),
        sum(result.brought for result in results if result.apart),
        sum(line.total for line in lines),
    )


def _round(rnd: Round, tables: Iterable[TableLedger], lines: Lines) -> RoundLedger:
    results = chain.from_iterable(line.results for line in lines)
    cells = [result for result in results if result.round == rnd.number]
    missed = [cell.brought for cell in cells if cell.why]
    played = sum(cell.brought for cell in cells if not cell.why)
    return RoundLedger(rnd, tuple(tables), played, sum(missed), len(missed))
