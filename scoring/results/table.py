"""The standings as a page, a print, a file and the screen show them: one typed table.

The facts are reckoned (`compute_rows`), kept as JSON for reading, and read here once: lines
with their people, rounds with how far they are, and what is still missing, in words.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property

from django.core.paginator import Page, Paginator

from clubs.selectors.people import unaccented
from clubs.wording import and_list, say, together
from rules.running import RoundNow, sought
from scoring.models import Round, Standings, Tournament
from scoring.results.editions import EditionMark, mark_of
from scoring.results.lines import Line, Lines, Person, Sheets, lines_of
from scoring.results.missing import (
    Missing,
    Running,
    Waiting,
    first_running,
    missing_of,
    rounds_with_progress,
    waiting_seats,
)
from scoring.results.stored import people_of, places_stem, sheet_stem, stored_rows
from scoring.results.teams_and_classes import TeamsAndClasses, teams_and_classes

LINES_A_PAGE = 100
PAGED_FROM = 200  # a longer field is turned over page by page


@dataclass(frozen=True)
class StandingsTable:
    """The standings as they are kept, first to last, and how final they are.

    `rounds` are those everybody may see, cancelled ones too, each with its number of
    tables (`table_count`) and how many are `in_force`; `waiting`: the seats without a
    score in force.
    """

    tournament: Tournament
    version: int
    rounds: tuple[Round, ...]
    lines: tuple[Line, ...]
    missing: tuple[Missing, ...] = ()
    running: Running | None = None
    waiting: tuple[tuple[int, int, int | None], ...] = ()

    @cached_property
    def counting(self) -> list[Round]:
        """The rounds that count: the columns of the lines."""
        return [each for each in self.rounds if each.counts]

    @cached_property
    def over(self) -> list[Round]:
        """The rounds that totals and places rest on."""
        first = self.running.round if self.running else None
        return [r for r in self.counting if first is None or r.number < first]

    @property
    def has_scores(self) -> bool:
        """Whether a round is over; until then nobody has a place."""
        return bool(self.over)

    @cached_property
    def sought(self) -> int | None:
        """The round whose seats people look for, while there is one."""
        found = sought(
            [
                RoundNow(each.number, each.table_count, each.in_force)
                for each in self.counting
            ]
        )
        return found.round if found and not self.is_final else None

    @cached_property
    def is_final(self) -> bool:
        return self.tournament.finished_at is not None and not self.waits_for

    @cached_property
    def state(self) -> str:
        """How final the standings are: a few words for the badge."""
        if self.is_final:
            return say("Final")
        if not self.counting:
            return say("Not started")
        if self.missing:
            return say("Provisional")
        if not self.over:
            return say("No places yet")
        done, planned = len(self.over), self.tournament.rounds_planned
        last = self.over[-1].number
        if done >= planned:
            return say("All rounds played, not yet declared final")
        if done == last:
            return say("After round {last} of {planned}", last=last, planned=planned)
        return say("After {done} of {planned} rounds", done=done, planned=planned)

    @cached_property
    def waits_for(self) -> list[str]:
        """What still moves the standings, each in half a sentence."""
        return [str(each) for each in (*self.missing, self.running) if each]

    @property
    def still_missing(self) -> str:
        """Which sheets keep the standings provisional, and which round is not over."""
        return "; ".join(self.waits_for)

    def announcement(self, shown: Lines) -> str:
        """What a screen reader says when these lines have changed."""
        missing = f": {self.still_missing}" if self.waits_for else ""
        said = f"{self.state}{missing}."
        first = [line for line in shown if line.place == 1 and self.has_scores]
        if not first:
            return said
        names = and_list(line.person.name for line in first)
        return together((said, say("{names} first.", names=names)), " ")

    @cached_property
    def places(self) -> str:
        """How the addresses of explained places begin; the start number ends them."""
        return places_stem(self.tournament)

    @cached_property
    def lists(self) -> TeamsAndClasses:
        """Teams and classes."""
        return teams_and_classes(self.tournament, self.lines)

    @cached_property
    def edition(self) -> EditionMark | None:
        """The newest edition of final standings; one query where it is finished."""
        return mark_of(self.tournament)

    def page(self, query: str, number: int | str) -> Page[Line]:
        """A page of lines; `query` finds names and start numbers.

        Whoever is found keeps his place.
        """
        found = [line for line in self.lines if _matches(line.person, query)]
        long = len(self.lines) > PAGED_FROM
        paginator = Paginator(found, LINES_A_PAGE if long else max(len(found), 1))
        return paginator.get_page(number)


def table_of(tournament: Tournament, *, full: bool = False) -> StandingsTable:
    """The kept standings with today's names, as the club shows them or in `full`.

    Four queries, whatever the size of the field.
    """
    kept = Standings.objects.filter(tournament=tournament).first()
    waiting = waiting_seats(tournament)
    rounds = rounds_with_progress(tournament, waiting)
    counting = [each for each in rounds if each.counts]
    running = first_running(counting, waiting)
    stems = {each.number: sheet_stem(tournament, each.number) for each in counting}
    people = people_of(tournament, full=full)
    return StandingsTable(
        tournament,
        kept.version if kept else 0,
        rounds,
        lines_of(kept.rows if kept else (), people, Sheets(stems, _by_entry(waiting))),
        missing_of(waiting, running),
        running,
        tuple(waiting),
    )


def stored_lines(tournament: Tournament) -> tuple[Line, ...]:
    """The lines alone, which lead to no sheet; two queries."""
    rows = stored_rows(tournament)
    rounds = sorted({each["round"] for row in rows for each in row["rounds"]})
    return lines_of(rows, people_of(tournament), Sheets(dict.fromkeys(rounds, "")))


def _by_entry(waiting: Waiting) -> dict[tuple[int | None, int], int]:
    return {(credit, number): table for number, table, credit in waiting}


def signs_in(lines: Iterable[Line]) -> frozenset[str]:
    """What a legend of these lines has to explain."""
    signs = {"ties" for line in lines if line.tied}
    for cell in (cell for line in lines for cell in line.cells):
        if cell.table:
            signs.add("links")
        if cell.table and cell.chips is None:
            signs.add("waiting")
        if cell.why:
            signs.add("sit_outs" if cell.sat_out else "missed")
        if cell.dropped:
            signs.add("dropped")
        if cell.apart:
            signs.add("apart")
    return frozenset(signs)


def _matches(person: Person, query: str) -> bool:
    """By start number, or by all words typed, in any order, case and accent."""
    if not query:
        return True
    if query.isdecimal():
        return person.number == str(int(query))
    name = unaccented(person.name)
    return all(word in name for word in unaccented(query).split())
