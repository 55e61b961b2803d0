"""How fast score sheets are printed: `python -m benchmarks.prints [TABLES PEOPLE EVENINGS]`.

The baseline is what one would write first: each sheet an HTML table. Both run here,
one after the other, so that the ratio holds on any machine.
"""

import resource
import sys
import time
from collections.abc import Callable
from datetime import date
from fractions import Fraction

from django.core.management import call_command
from django.utils import timezone
from weasyprint import HTML

import benchmarks.site  # noqa: F401  (first: it makes the site)
from clubs.management.worker import do_all
from clubs.models import Club, Season
from rules.season import Formula, Line, Part
from scoring.draw.documents.score_sheets import sheet_parts
from scoring.draw.documents.seats import TableSheet
from scoring.games.payoff_card import Heading
from scoring.history.documents.poster import poster_of
from scoring.history.documents.yearbook import EveningPage, game_in_print, yearbook_of
from scoring.models import Entry, Seat, Tournament
from scoring.printing import jobs
from scoring.printing.document import Document, TellProgress, nobody_watches
from scoring.printing.render import pdf_of
from scoring.standings.documents.certificates import Certificate, certificates_of
from scoring.standings.season_standings import SeasonStandings, SeasonStandingsLine

BASELINE_PAGES = 10


def sheet(table: int) -> TableSheet:
    seats = tuple(
        Seat(
            position=n,
            entry=Entry(number=4 * table - 4 + n, name=f"Player Number{table}"),
        )
        for n in (1, 2, 3, 4)
    )
    url = f"http://192.168.1.20:8000/t/{table:022d}/"
    return TableSheet(table, seats, "K7RXD", url)


def plain_table(pages: int) -> bytes:
    """Each sheet as an HTML table with a border around every cell."""
    row = "<tr>" + "<td>1 2 3 4</td>" * 7 + "</tr>"
    page = f"<table>{row * 20}</table>"
    style = (
        "@page { size: letter; margin: 8mm } table { break-after: page; width: 100%;"
        " border-collapse: collapse } td { border: .2mm solid; height: 8mm }"
    )
    return HTML(string=f"<style>{style}</style>{page * pages}").write_pdf()


def seconds(work: Callable[[], object]) -> float:
    start = time.perf_counter()
    work()
    return time.perf_counter() - start


def season(players: int, evenings: int) -> SeasonStandings:
    """Everybody came to all of it."""
    club = Club(name="SPJST Lodge 24")
    days = {"starts": date(2026, 1, 1), "ends": date(2026, 12, 31)}
    year = Season(club=club, name="2026", **days)
    played = [
        Tournament(club=club, season=year, name=f"Evening {n}", date=date(2026, 1, n))
        for n in range(1, evenings + 1)
    ]
    parts = tuple(Part(n, 1 + n, Fraction(9 * n - 50)) for n in range(evenings))
    lines = (
        SeasonStandingsLine(
            number,
            f"Player Number{number}",
            "Lodge 24",
            Line(number, Fraction(40), parts, evenings, 60, 40, place=number),
            parts,
        )
        for number in range(1, players + 1)
    )
    return SeasonStandings(year, Formula(), tuple(played), tuple(lines))


def poster(of: SeasonStandings) -> Document:
    return poster_of([of], first=20, moment=timezone.now(), paper="letter")


def yearbook(of: SeasonStandings) -> Document:
    """Without records and hands."""
    places = tuple((str(n), f"Player Number{n}", "Lodge 24", "412") for n in range(10))
    evenings = [
        EveningPage(tournament, (), places, 40) for tournament in of.tournaments
    ]
    game = game_in_print(of, evenings)
    return yearbook_of(of.season, [game], [], moment=timezone.now(), paper="letter")


def certificates(pages: int) -> Document:
    facts = ("412 chips", "5 rounds", f"{pages} players")
    each = Certificate("Albina Schwertfeger", "2nd place", "", facts)
    heading = Heading("SPJST Lodge 24", "Fall Tarok", date(2026, 11, 20), "the hall")
    return certificates_of(heading, [each] * pages, paper="letter")


def document(sheets: list[TableSheet]) -> Document:
    club = Club(name="SPJST Lodge 24")
    evening = Tournament(club=club, name="Fall Tarok", date=date(2026, 11, 20))
    return Document(sheet_parts(evening, 1, sheets, paper="letter"))


def read_sheets(*, tables: int, tell: TellProgress = nobody_watches) -> Document:
    return document([sheet(table) for table in range(1, tables + 1)])


def job_seconds(tables: int) -> float:
    """From the click to the finished file, by a worker that has printed before."""
    call_command("migrate", verbosity=0)
    start = time.perf_counter()
    recipe = jobs.Recipe.of(f"{__spec__.name}.read_sheets", "", tables=tables)
    key = jobs.start(recipe, owner="benchmark", name="sheets")
    do_all()
    taken = time.perf_counter() - start
    state = jobs.progress(key, owner="benchmark").state
    if state != "done":
        sys.exit(f"The print is {state}.")
    return taken


def main(tables: int = 100, people: int = 40, evenings: int = 13) -> None:
    sheets = [sheet(table) for table in range(1, tables + 1)]
    pdf_of(document(sheets[:1]))  # the fonts are unpacked once
    plain_table(1)
    filled = seconds(lambda: document(sheets))
    ours = seconds(lambda: pdf_of(document(sheets))) / tables
    plain = min(tables, BASELINE_PAGES)
    theirs = seconds(lambda: plain_table(plain)) / plain
    taken = job_seconds(tables)
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(f"score sheets   {1 / ours:6.1f} pages a second")
    print(f"an HTML table  {1 / theirs:6.1f} pages a second")
    print(f"ratio          {theirs / ours:6.1f}")
    print(f"filled in by the web worker: {filled * 1000:.0f} ms")
    handed_over = seconds(lambda: pdf_of(certificates(people)))
    print(f"{people} certificates: {handed_over:.1f} s")
    year = season(people, evenings)
    print(f"a season's poster: {seconds(lambda: pdf_of(poster(year))):.1f} s")
    book = seconds(lambda: pdf_of(yearbook(year)))
    print(f"a yearbook of {evenings} evenings and {people} players: {book:.1f} s")
    print(f"a job of {tables} tables, start to file: {taken:.1f} s, {peak:.0f} MB")


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
