"""All paper of a round in one PDF: both seat lists for the wall, then the score sheets.

The PDF is made as soon as a round is published, so that it's ready when someone needs
it.
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

EVERYTHING = "everything"  # the print's name in addresses and file names
# Log entries of a tournament that change nothing on this paper.
NOT_ON_PAPER = ("print", "clock", "announce")
TITLE = re.compile(r"<title>.*?</title>", re.DOTALL)
LOG = logging.getLogger(__name__)


def round_recipe(rnd: Round, *, paper: str, address: str) -> Recipe:
    """Return the recipe of the PDF; the sheets' codes open `address`.

    The recipe changes with any log entry about something on the paper.
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
    """Return the seat lists and score sheets, as of now.

    Raises NothingToPrint if no one has a seat.
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
    """Start making a round's paper, in the club's paper size, before anyone asks.

    If the disk is full, only the paper is missing; the round goes on.
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
    """Return the file's name, without “.pdf”."""
    return f"{rnd.tournament.slug}-round-{rnd.number}-packet"


def _titled(part: Part, rnd: Round) -> Part:
    """Return the first part with the title of the whole print."""
    title = message(
        "{tournament}: round {number} packet",
        tournament=rnd.tournament.name,
        number=rnd.number,
    )
    whole = f"<title>{escape(title)}</title>"
    return replace(part, html=TITLE.sub(lambda _match: whole, part.html, count=1))


def version_of_paper(tournament: Tournament) -> str:
    """Return a version that changes with seats, people, or any settings on paper."""
    lines = Change.objects.filter(tournament=tournament).exclude(what__in=NOT_ON_PAPER)
    last = lines.order_by("-pk").values_list("pk", flat=True).first()
    club = tournament.club
    look = f"{club.emblem_mark} {club.colour}"
    return f"{last} {club.name} {club.phone_address} {look}"
