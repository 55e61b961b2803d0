"""Certificates of a tournament: one per landscape page, to sign and hand over."""

from collections.abc import Iterator
from dataclasses import dataclass

from django.db.models import TextChoices
from django.utils.translation import gettext_lazy as _

from clubs.i18n import (
    chips_word,
    clock_and_day,
    many,
    message,
    ordinal,
    table_points,
)
from scoring.audit.podium import Printed, podium_of, printed_of
from scoring.games.payoff_card import Heading
from scoring.models import Tournament
from scoring.printing.document import Document, NothingToPrint, document_of
from scoring.printing.ornaments import BLACK, divider, frame, seal
from scoring.printing.page_sizes import page_size
from scoring.printing.text_fit import Size, size_for
from scoring.results.rows import StandingsLine
from scoring.results.standings_table import StandingsTable, table_of
from scoring.results.teams_and_classes import ClassLine

STYLE = "print_certificates.css"
PODIUM = 3
# Sizes of a name: a class of the style sheet, letters per line, lines.
NAME_SIZES: tuple[Size, ...] = (("", 20, 1), ("long", 26, 2))
EVENT_SIZES: tuple[Size, ...] = (("", 36, 1),)


class Awarded(TextChoices):
    """The choice of players who get a certificate."""

    PODIUM = "podium", _("places 1 to 3")
    CLASSES = "classes", _("the winners of each class")
    EVERYBODY = "everybody", _("everyone who played")


@dataclass(frozen=True, slots=True)
class Certificate:
    """A player and their place; `of_class` if the place is one in a class.

    `verified`: when the podium was audited, and the mark of its numbers. `rank`: the
    place from 1 to 3 if it has a seal; else 0.
    """

    name: str
    place: str
    of_class: str
    details: tuple[str, ...]
    verified: tuple[str, str] | None = None
    rank: int = 0

    @property
    def size(self) -> str:
        return size_for(self.name, NAME_SIZES, "longest")


def certificates_document(
    tournament: Tournament, awarded: str = Awarded.PODIUM, *, paper: str
) -> Document:
    """Return a page for each recipient, with names as the club shows them.

    Certificates have the mark of the podium audit if it was verified and still holds.
    Raises NothingToPrint until the places are final, or all rounds over and verified.
    """
    table = table_of(tournament)
    if not table.has_scores:
        raise NothingToPrint(
            message("No one has a place yet because no round is over.")
        )
    if not table.is_final and (
        table.waits_for or len(table.finished_rounds) < tournament.rounds_planned
    ):
        raise NothingToPrint(
            message(
                "Certificates can be printed once every sheet of the last round is "
                "verified."
            )
        )
    pages = list(_certificates(table, awarded))
    if not pages:
        raise NothingToPrint(message("No class has a player with a place."))
    return certificates_of(Heading.of(tournament), pages, paper=paper)


def certificates_of(
    heading: Heading, certificates: list[Certificate], *, paper: str
) -> Document:
    """Return the document of these certificates."""
    size, ink = page_size(paper), heading.ink or BLACK
    ranks = sorted({certificate.rank for certificate in certificates})
    context = {
        "heading": heading,
        "certificates": certificates,
        "event_size": size_for(heading.tournament, EVENT_SIZES, "long"),
        "ornaments": [
            (
                rank,
                frame(size.height, size.width, rank, ink),
                seal(rank, ink) if rank else "",
            )
            for rank in ranks
        ],
        "divider": divider(ink=ink),
    }
    return document_of(
        "certificates.html", context, style=STYLE, paper=paper, counts=len(certificates)
    )


def _certificates(table: StandingsTable, awarded: str) -> Iterator[Certificate]:
    audited = printed_of(podium_of(table.tournament))
    if audited and not audited.holds:
        audited = None
    by_name = {line.person.number: line for line in table.lines if line.played}
    if awarded == Awarded.CLASSES:
        for of_class in table.lists.classes:
            for class_line in of_class.lines:
                if class_line.place == 1 and class_line.person.number in by_name:
                    line = by_name[class_line.person.number]
                    yield _certificate(table, line, audited, class_line, of_class.name)
        return
    for line in by_name.values():
        if awarded == Awarded.EVERYBODY or line.place <= PODIUM:
            yield _certificate(table, line, audited, line)


def _certificate(
    table: StandingsTable,
    line: StandingsLine,
    audited: Printed | None,
    placed: StandingsLine | ClassLine,
    of_class: str = "",
) -> Certificate:
    facts: list[str] = [chips_word(line.total), many(line.played, "round")]
    if table.tournament.by_points:
        facts.insert(0, table_points(line.points))
    facts.append(many(len(table.lines), "player"))
    return Certificate(
        line.person.name,
        place_in_words(placed.place, tied=placed.tied),
        of_class,
        tuple(facts),
        _verified(table, audited) if audited and line.place <= audited.places else None,
        placed.place if placed.place <= PODIUM else 0,
    )


def _verified(table: StandingsTable, audited: Printed) -> tuple[str, str]:
    zone = table.tournament.club.zone
    return clock_and_day(audited.at.astimezone(zone)), audited.mark


def place_in_words(place: int, *, tied: bool = False) -> str:
    """Return “2nd place”, or “2nd place, shared”."""
    if tied:
        return message("{nth} place, shared", nth=ordinal(place))
    return message("{nth} place", nth=ordinal(place))
