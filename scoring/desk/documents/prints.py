"""The prints of a tournament, and the reading of each when it is made."""

from dataclasses import replace

from django.utils import timezone

from scoring.desk.overview import PRINTED
from scoring.draw.documents.cards import CardSize, cards_document
from scoring.draw.documents.guide import checklist_document, guide_document
from scoring.draw.documents.lists import names_document, tables_document
from scoring.draw.documents.round_paper import (
    EVERYTHING,
    read_round_paper,
    round_recipe,
    version_of_paper,
)
from scoring.draw.documents.score_sheets import STYLE as SHEET_STYLE
from scoring.draw.documents.score_sheets import blank_sheet_document, sheet_document
from scoring.draw.documents.seats import counting_rounds
from scoring.draw.documents.table_cards import table_card_document
from scoring.games import payoff_card_of
from scoring.models import Change, Round, Tournament
from scoring.printing.document import Document, Part, TellProgress, nobody_watches
from scoring.printing.jobs import Recipe
from scoring.results.stored import version_of
from scoring.signups.personal_links import paths_of, state_of_links
from scoring.standings.documents.certificates import Awarded, certificates_document
from scoring.standings.documents.ending import (
    prizes_document,
    report_document,
    treasurer_document,
)
from scoring.standings.documents.standings import standings_document
from scoring.tournaments.documents.payoffs import payoffs_document

SHEETS, TABLES, NAMES, CARDS = "sheets", "tables", "names", "cards"
TABLE_CARDS, GUIDE, PAYOFFS = "table-cards", "guide", "payoffs"
STANDINGS, PRIZES, REPORT = "standings", "prizes", "report"
CERTIFICATES, TREASURER = "certificates", "treasurer"
LINK_CARDS = "link-cards"
CHECKLIST = "checklist"
BLANK_SHEET = "blank-sheet"
OF_EACH_TABLE = (SHEETS, TABLE_CARDS)
OF_ONE_ROUND = (*OF_EACH_TABLE, TABLES, EVERYTHING)
WITH_BACKS = (SHEETS, BLANK_SHEET, EVERYTHING)
WITH_CODES = (*OF_EACH_TABLE, EVERYTHING)
OF_ROUNDS = (*OF_ONE_ROUND, NAMES)
# These need computed results, so an error can be reported right away.
OF_RESULTS = (STANDINGS, PRIZES, CERTIFICATES, REPORT)

# What a recipe's reader is called with.
Facts = dict[str, int | str | None]


def recipe_of(
    tournament: Tournament,
    *,
    what: str,
    paper: str,
    rnd: Round | None = None,
    table: int | None = None,
    awarded: str = "",
    address: str = "",
    cards: str = "",
    links: str = "",
    backs: str = "",
    card_size: str = CardSize.EIGHT,
) -> Recipe:
    """Return the recipe for a print; `address` is what its codes open.

    `cards`: the cards added to a round's packet, CARDS or LINK_CARDS; `links`: the
    address in the codes for personal pages; `backs`: PAYOFFS if that card is on the
    back of each score sheet.
    """
    # Older workers don't know the options that aren't usual.
    behind: Facts = {"backs": backs} if backs and what in WITH_BACKS else {}
    if cards and card_size != CardSize.EIGHT:
        behind["card_size"] = card_size
    sent: Facts = {"paper": paper, "address": address, "cards": cards, "links": links}
    if what == EVERYTHING and rnd is not None:
        rnd.tournament = tournament
        if not cards and not behind:
            return round_recipe(rnd, paper=paper, address=address)
        return _packet(
            "read_round_with_cards", tournament, rnd=rnd.pk, **sent, **behind
        )
    if what in OF_ONE_ROUND and rnd is None:
        facts: Facts = {"tournament": tournament.pk, "what": what, "table": table}
        return _packet("read_all_rounds", tournament, **facts, **sent, **behind)
    version = _version_of(tournament)
    if what == LINK_CARDS:
        version, address = f"{version} {state_of_links(tournament.club)}", links
    return Recipe.of(
        f"{__name__}.read_print",
        version,
        tournament=tournament.pk,
        what=what,
        paper=paper,
        rnd=rnd.pk if rnd else None,
        table=table,
        awarded=awarded,
        address=address,
        **behind,
    )


def _packet(
    reader: str, tournament: Tournament, /, **facts: int | str | None
) -> Recipe:
    """Return the recipe of a print that has links of people on its cards."""
    version = f"{version_of_paper(tournament)} {state_of_links(tournament.club)}"
    return Recipe.of(f"{__name__}.{reader}", version, **facts)


def read_print(
    *,
    tournament: int,
    what: str,
    paper: str,
    rnd: int | None,
    table: int | None,
    awarded: str,
    address: str,
    backs: str = "",
    card_size: str = CardSize.EIGHT,
    tell: TellProgress = nobody_watches,
) -> Document:
    """Read the current content of a print. Raises NothingToPrint."""
    evening = Tournament.objects.select_related("club").get(pk=tournament)
    if rnd is None:
        if what in (CARDS, LINK_CARDS):
            return _cards(evening, what, paper, links=address, card_size=card_size)
        document = _of_evening(evening, what, paper, awarded)
        return _with_backs(document, evening, paper) if backs else document
    print_round = Round.objects.get(pk=rnd, tournament=evening)
    print_round.tournament = evening
    document = _of_round(print_round, what, paper=paper, address=address, table=table)
    return _with_backs(document, evening, paper) if backs else document


def _of_round(
    rnd: Round, what: str, *, paper: str, address: str, table: int | None
) -> Document:
    """Return a print of one round."""
    if what == NAMES:
        return names_document(rnd.tournament, [rnd], paper=paper)
    if what == TABLES:
        return tables_document(rnd, paper=paper)
    of_tables = {SHEETS: sheet_document, TABLE_CARDS: table_card_document}
    return of_tables[what](rnd, address=address, table=table, paper=paper)


def read_all_rounds(
    *,
    tournament: int,
    what: str,
    paper: str,
    table: int | None,
    address: str,
    cards: str,
    links: str,
    backs: str = "",
    card_size: str = CardSize.EIGHT,
    tell: TellProgress = nobody_watches,
) -> Document:
    """Read one print of each published round, then the cards. Raises NothingToPrint.

    Rounds without the `table` are left out.
    """
    evening = Tournament.objects.select_related("club").get(pk=tournament)
    parts: list[Part] = []
    for rnd in counting_rounds(evening):
        if table and not rnd.sheets.filter(table=table).exists():
            continue
        if what == EVERYTHING:
            document = read_round_paper(rnd=rnd.pk, paper=paper, address=address)
        else:
            rnd.tournament = evening
            document = _of_round(rnd, what, paper=paper, address=address, table=table)
        parts += (_with_backs(document, evening, paper) if backs else document).parts
    if cards:
        parts += _cards(evening, cards, paper, links=links, card_size=card_size).parts
    return Document(tuple(parts))


def read_round_with_cards(
    *,
    rnd: int,
    paper: str,
    address: str,
    cards: str,
    links: str,
    backs: str = "",
    card_size: str = CardSize.EIGHT,
    tell: TellProgress = nobody_watches,
) -> Document:
    """Read a round's packet, then the cards. Raises NothingToPrint."""
    of_round = read_round_paper(rnd=rnd, paper=paper, address=address)
    evening = Tournament.objects.select_related("club").get(rounds=rnd)
    if backs:
        of_round = _with_backs(of_round, evening, paper)
    if not cards:
        return of_round
    own_cards = _cards(evening, cards, paper, links=links, card_size=card_size)
    return Document((*of_round.parts, *own_cards.parts))


def _with_backs(document: Document, evening: Tournament, paper: str) -> Document:
    """Return the document with the payoff card on the back of each score sheet."""
    (card,) = payoffs_document(payoff_card_of(evening), paper=paper).parts
    return Document(
        tuple(
            replace(part, back=card) if part.style == SHEET_STYLE else part
            for part in document.parts
        )
    )


def _cards(
    evening: Tournament, what: str, paper: str, *, links: str, card_size: str
) -> Document:
    """Return start-number cards; LINK_CARDS have a code for the personal page."""
    if what != LINK_CARDS:
        return cards_document(evening, paper=paper, card_size=card_size)
    paths = paths_of(evening).items()
    codes = {player: f"{links}{path}" for player, path in paths}
    return cards_document(evening, paper=paper, links=codes, card_size=card_size)


def _of_evening(evening: Tournament, what: str, paper: str, awarded: str) -> Document:
    current_time = timezone.now()
    return {
        NAMES: lambda: names_document(evening, None, paper=paper),
        GUIDE: lambda: guide_document(evening, paper=paper),
        BLANK_SHEET: lambda: blank_sheet_document(evening, paper=paper),
        CHECKLIST: lambda: checklist_document(evening, paper=paper),
        STANDINGS: lambda: standings_document(evening, time=current_time, paper=paper),
        PAYOFFS: lambda: payoffs_document(payoff_card_of(evening), paper=paper),
        PRIZES: lambda: prizes_document(evening, time=current_time, paper=paper),
        TREASURER: lambda: treasurer_document(evening, time=current_time, paper=paper),
        CERTIFICATES: lambda: certificates_document(
            evening, awarded or Awarded.PODIUM, paper=paper
        ),
        REPORT: lambda: report_document(evening, paper=paper),
    }[what]()


def _version_of(tournament: Tournament) -> str:
    """Return a version that changes with every write except prints."""
    lines = Change.objects.filter(tournament=tournament).exclude(what=PRINTED)
    last = lines.order_by("-pk").values_list("pk", flat=True).first()
    return f"{version_of(tournament)} {last}"
