"""Papers of the end of an evening: the prizes to sign for, the report."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from clubs.wording import clock_and_day, money
from scoring.models import Tournament
from scoring.selectors.papers.payoffs import Heading
from scoring.selectors.papers.standings import edition_text, place_text
from scoring.selectors.report import report_of
from scoring.selectors.standings.board import board_of
from scoring.selectors.standings.prizes import prizes_of


@dataclass(frozen=True, slots=True)
class PrizePaper:
    """What somebody signs for; the amount with the club's sign of money."""

    place: str
    number: str
    name: str
    amount: str


@dataclass(frozen=True, slots=True)
class PrizesPaper:
    """Who gets how much; `state` says how final the standings are."""

    heading: Heading
    state: str
    as_of: str
    rows: tuple[PrizePaper, ...]
    total: str


@dataclass(frozen=True, slots=True)
class ReportPaper:
    """The report for the newsletter: paragraphs, then lists with a title each."""

    heading: Heading
    title: str
    paragraphs: tuple[str, ...]
    sections: tuple[tuple[str, tuple[str, ...]], ...]


def prizes_paper(tournament: Tournament, *, at: datetime) -> PrizesPaper:
    """Who gets how much, for those who sign; full names, for it stays at the desk."""
    club, prizes = tournament.club, prizes_of(tournament)
    names = dict(tournament.entries.values_list("number", "name"))

    def rows() -> Iterable[PrizePaper]:
        for line in prizes.lines:
            number = line.person.number
            yield PrizePaper(
                place_text(line.place, line.tied),
                number,
                names[int(number)],
                money(line.cents, club.currency),
            )

    board = board_of(tournament)
    edition = edition_text(board, club.zone)
    as_of = clock_and_day(at.astimezone(club.zone))
    return PrizesPaper(
        Heading.of(tournament),
        board.state,
        f"{as_of} · {edition}" if edition else as_of,
        tuple(rows()),
        money(prizes.given, club.currency),
    )


def report_paper(tournament: Tournament) -> ReportPaper:
    """The report as it stands on the desk's page; empty before a score is."""
    report = report_of(tournament)
    if report is None:
        return ReportPaper(Heading.of(tournament), tournament.name, (), ())
    return ReportPaper(
        Heading.of(tournament), report.title, report.paragraphs, report.sections
    )
