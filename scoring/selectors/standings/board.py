"""The standings board: the lines of a page, and how final they are, in words.

One page of lines is filled at a time; the number of queries does not depend on the
size of the field.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from django.core.paginator import Page, Paginator
from django.db.models import OuterRef, Subquery

from clubs.selectors.people import unaccented
from scoring.models import Change, Round, Standings, Tournament
from scoring.selectors.rounds import published_rounds
from scoring.selectors.rulings import Ruled, rulings_on_players
from scoring.selectors.standings.editions import EditionMark, mark_of
from scoring.selectors.standings.kept import (
    corrections_of,
    kept_rows,
    people_of,
    places_stem,
    sheet_stem,
    waiting_seats,
)
from scoring.selectors.standings.lines import (
    Line,
    Missing,
    Person,
    Running,
    first_running,
    line_of,
    missing_of,
)
from scoring.selectors.standings.prizes import Prizes, prizes_of
from scoring.selectors.standings.side_lists import People, Rows, SideLists, side_lists
from scoring.selectors.tournaments import Sheets, sought

LINES_A_PAGE = 100
PAGED_FROM = 200  # a longer field is turned over page by page


@dataclass(frozen=True, slots=True)
class Board:
    """Everything a standings page shows."""

    tournament: Tournament
    version: str
    rounds: tuple[Round, ...]
    page: Page
    people: int
    query: str
    missing: tuple[Missing, ...]
    running: Running | None
    rulings: tuple[Ruled, ...]
    corrections: int
    lists: SideLists
    edition: EditionMark | None = None
    prizes: Prizes | None = None

    @property
    def lines(self) -> list[Line]:
        return list(self.page.object_list)

    @property
    def counting(self) -> list[Round]:
        return [each for each in self.rounds if each.counts]

    @property
    def has_scores(self) -> bool:
        """Whether a round is over; until then nobody has a place."""
        return bool(self.over)

    @property
    def over(self) -> list[Round]:
        """The rounds that totals and places rest on."""
        first = self.running.round if self.running else None
        return [r for r in self.counting if first is None or r.number < first]

    @property
    def sought(self) -> int | None:
        """The round whose seats people look for, while there is one."""
        found = sought(
            [Sheets(each.number, each.tables, each.in_force) for each in self.counting]
        )
        return found.round if found and not self.is_final else None

    @property
    def is_final(self) -> bool:
        return self.tournament.finished_at is not None and not self.waits_for

    @property
    def state(self) -> str:
        """How final the standings are: a few words for the badge."""
        if self.is_final:
            return "Final"
        if not self.counting:
            return "Not started"
        if self.missing:
            return "Provisional"
        if not self.over:
            return "No places yet"
        played, planned = len(self.over), self.tournament.rounds_planned
        last = self.over[-1].number
        if played >= planned:
            return "All rounds played, not yet declared final"
        if played == last:
            return f"After round {last} of {planned}"
        return f"After {played} of {planned} rounds"

    @property
    def still_missing(self) -> str:
        """Which sheets keep the standings provisional, and which round is not over."""
        return "; ".join(self.waits_for)

    @property
    def waits_for(self) -> list[str]:
        """What still moves the standings, each in half a sentence."""
        return [str(each) for each in (*self.missing, self.running) if each]

    @property
    def announcement(self) -> str:
        """What a screen reader says when the standings have changed."""
        lines = [line for line in self.lines if line.place == 1 and self.has_scores]
        leads = f" {' and '.join(line.name for line in lines)} first." if lines else ""
        missing = f": {self.still_missing}" if self.still_missing else ""
        return f"{self.state}{missing}.{leads}"

    @property
    def by_points(self) -> bool:
        return self.tournament.by_points

    @property
    def has_adjustments(self) -> bool:
        return any(ruling.reversed_at is None for ruling in self.rulings)

    def _any(self, what: str) -> bool:
        return any(getattr(cell, what) for line in self.lines for cell in line.cells)

    @property
    def has_sit_outs(self) -> bool:
        return self._any("sat_out")

    @property
    def has_missed(self) -> bool:
        return self._any("missed")

    @property
    def has_dropped(self) -> bool:
        return self._any("dropped")

    @property
    def has_waiting(self) -> bool:
        return self._any("waits")

    @property
    def has_apart(self) -> bool:
        return self._any("apart")

    @property
    def has_links(self) -> bool:
        return self._any("table")

    @property
    def places(self) -> str:
        """How the addresses of explained places begin; the start number ends them."""
        return places_stem(self.tournament)

    @property
    def has_ties(self) -> bool:
        return any(line.tied for line in self.lines)


def version_of(tournament: Tournament) -> str:
    """Changes with every write that a standings page could show; one query."""
    latest = Change.objects.filter(tournament=OuterRef("tournament")).order_by("-pk")
    kept = (
        Standings.objects.filter(tournament=tournament)
        .values_list("version", Subquery(latest.values("pk")[:1]))
        .first()
    )
    version, change = kept or (0, 0)
    names = "f" if tournament.club.full_names else "s"
    return f"{version}-{change or 0}-{names}"


def board_of(
    tournament: Tournament,
    *,
    query: str = "",
    page: int | str = 1,
    whole: bool = False,
) -> Board:
    """A page of the standings; `query` finds names and start numbers.

    Whoever is found keeps his place. `whole` puts everybody on one page, for print.
    """
    version = version_of(tournament)
    people = people_of(tournament)
    rows = [row for row in kept_rows(tournament) if row["entry"] in people]
    found = [row for row in rows if _matches(people[row["entry"]], query)]
    waiting = waiting_seats(tournament)
    rounds = _with_progress(tournament, missing_of(waiting))
    running = first_running((each for each in rounds if each.counts), waiting)
    counting = [each.number for each in rounds if each.counts]
    long = len(rows) > PAGED_FROM and not whole
    paginator = Paginator(found, LINES_A_PAGE if long else max(len(found), 1))
    shown = paginator.get_page(page)
    shown.object_list = _lines(tournament, shown.object_list, people, counting, waiting)
    return Board(
        tournament,
        version,
        rounds,
        shown,
        len(rows),
        query,
        missing_of(waiting, running),
        running,
        tuple(rulings_on_players(tournament, full=tournament.club.full_names)),
        corrections_of(tournament).count(),
        side_lists(tournament, rows, people),
        mark_of(tournament),
        _prizes(tournament, rows, people),
    )


def _lines(
    tournament: Tournament,
    rows: Rows,
    people: People,
    rounds: Sequence[int],
    waiting: Iterable[tuple[int, int, int | None]],
) -> list[Line]:
    seats = {(credit, number): table for number, table, credit in waiting}
    sheets = {number: sheet_stem(tournament, number) for number in rounds}
    return [
        line_of(row, people[row["entry"]], rounds, seats, sheets, people)
        for row in rows
    ]


def _prizes(tournament: Tournament, rows: Rows, people: People) -> Prizes | None:
    """Who gets how much, where everybody may see it; else no query."""
    if not (tournament.finished_at and tournament.prizes_shown and tournament.prizes):
        return None
    return prizes_of(tournament, rows, people)


def _matches(person: Person, query: str) -> bool:
    """By start number, or by all words typed, in any order, case and accent."""
    if query.isdecimal():
        return person.number == str(int(query))
    name = unaccented(person.name)
    return all(word in name for word in unaccented(query).split())


def _with_progress(
    tournament: Tournament, missing: Iterable[Missing]
) -> tuple[Round, ...]:
    """The published rounds, each also with `in_force`: how many sheets are."""
    rounds = tuple(published_rounds(tournament))
    out = {each.round: len(each.tables) for each in missing}
    for each in rounds:
        each.in_force = each.tables - out.get(each.number, 0)
    return rounds
