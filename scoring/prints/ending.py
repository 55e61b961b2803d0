"""What is printed when the evening is over: the prizes to sign for, the report."""

from collections.abc import Sequence

from scoring.prints.document import NothingToPrint, Part, part_of
from scoring.selectors.papers.ending import PrizesPaper, ReportPaper

STYLE = "print_standings.css"


def prize_parts(papers: Sequence[PrizesPaper], *, paper: str) -> tuple[Part, ...]:
    """Who gets how much, each with a line to sign."""
    for each in papers:
        if not each.rows:
            raise NothingToPrint("Nobody gets a prize yet: set them, verify a sheet.")
    return tuple(
        part_of(
            "prizes.html",
            {"heading": each.heading, "prizes": each},
            style=STYLE,
            paper=paper,
        )
        for each in papers
    )


def report_parts(papers: Sequence[ReportPaper], *, paper: str) -> tuple[Part, ...]:
    """The report for the newsletter."""
    for each in papers:
        if not each.paragraphs:
            raise NothingToPrint("Nothing to report yet: no sheet is verified.")
    return tuple(
        part_of(
            "report.html",
            {"heading": each.heading, "report": each},
            style=STYLE,
            paper=paper,
        )
        for each in papers
    )
