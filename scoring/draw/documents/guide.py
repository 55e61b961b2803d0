"""Single pages: for people who keep score on a phone, and for the director."""

from clubs.guides import task_at
from scoring.games.payoff_card import Heading
from scoring.models import Tournament
from scoring.printing.document import Document, Part, part_of
from scoring.printing.text_fit import as_long_as_in_english

STYLE = "print_guide.css"
SIZE = 12.3  # points; in this size, the English text fills the page
CHECKLIST = "director/checklist-for-the-night"


def guide_document(tournament: Tournament, *, paper: str) -> Document:
    """Return the page for scorekeepers, with the tournament's settings; no query."""
    facts = {"heading": Heading.of(tournament), "tournament": tournament}

    def made(size: float) -> Part:
        context = {**facts, "size": size}
        return part_of("scorekeeper.html", context, style=STYLE, paper=paper)

    return Document((as_long_as_in_english(made, SIZE),))


def checklist_document(tournament: Tournament, *, paper: str) -> Document:
    """Return the checklist of the director's guide on one page; no query."""
    context = {"heading": Heading.of(tournament), "checklist": task_at(CHECKLIST)}
    page = part_of("checklist.html", context, style="print_checklist.css", paper=paper)
    return Document((page,))
