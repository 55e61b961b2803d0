"""All the paper of a round in one PDF: both seat lists for the wall, then its sheets.

It is made as soon as a round is published, so that it lies ready when somebody wants it.
"""

import logging
import re
from dataclasses import replace
from html import escape
from itertools import chain

from clubs.i18n import message
from scoring.draw.documents.lists import names_document, tables_document
from scoring.draw.documents.score_sheets import sheet_document
from scoring.models import Change, Round, Tournament
from scoring.printing.document import Document, Part, TellProgress, nobody_watches
from scoring.printing.jobs import Recipe, start

EVERYTHING = "everything"  # what the print is called in addresses and names of files
# What the log says of an evening that changes nothing on this paper.
NOT_ON_PAPER = ("print", "clock", "announce")
TITLE = re.compile(r"<title>.*?</title>", re.DOTALL)
LOG = logging.getLogger(__name__)


def round_recipe(rnd: Round, *, paper: str, address: str) -> Recipe:
    """How to make it; `address` is what the codes on its sheets open.

    It is another one once anything is written that may stand on the paper.
    """
    return Recipe.of(
        f"{__name__}.read_round_paper",
        version_of_paper(rnd.tournament),
        rnd=rnd.pk,
        paper=paper,
        address=address,
    )


def read_round_paper(
    *, rnd: int, paper: str, address: str, tell: TellProgress = nobody_watches
) -> Document:
    """The lists and the sheets, as of now.

    Raises NothingToPrint where nobody has a seat.
    """
    round_row = Round.objects.select_related("tournament__club").get(pk=rnd)
    tournament = round_row.tournament
    documents = [
        names_document(tournament, [round_row], paper=paper),
        tables_document(round_row, paper=paper),
        sheet_document(round_row, address=address, paper=paper),
    ]
    first, *others = chain.from_iterable(document.parts for document in documents)
    return Document((_titled(first, round_row), *others))


def prepare(rnd: Round, *, address: str) -> None:
    """Have a round's paper made, on the club's own paper, before anybody asks for it.

    A disk that is full costs the paper, never the round.
    """
    club = rnd.tournament.club
    try:
        start(
            round_recipe(rnd, paper=club.paper, address=address),
            owner=club.slug,
            name=round_file(rnd),
        )
    except OSError:
        LOG.exception("The paper of %s was not prepared", rnd)


def round_file(rnd: Round) -> str:
    """The file's name, without “.pdf”."""
    return f"{rnd.tournament.slug}-round-{rnd.number}-{EVERYTHING}"


def _titled(part: Part, rnd: Round) -> Part:
    """The part with the title of the whole, which is that of a print's first part."""
    title = message(
        "{tournament}: round {number} packet",
        tournament=rnd.tournament.name,
        number=rnd.number,
    )
    whole = f"<title>{escape(title)}</title>"
    return replace(part, html=TITLE.sub(lambda _match: whole, part.html, count=1))


def version_of_paper(tournament: Tournament) -> str:
    """Another one once seats, people or settings are written, or the club's own."""
    lines = Change.objects.filter(tournament=tournament).exclude(what__in=NOT_ON_PAPER)
    last = lines.order_by("-pk").values_list("pk", flat=True).first()
    club = tournament.club
    look = f"{club.emblem_mark} {club.colour}"
    return f"{last} {club.name} {club.phone_address} {look}"
