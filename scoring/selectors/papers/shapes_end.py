"""What the prints of the end need: the prizes to sign for, the report."""

from dataclasses import dataclass

from scoring.selectors.papers.shapes import Heading


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
