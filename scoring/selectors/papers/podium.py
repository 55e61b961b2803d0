"""The podium audit on paper."""

from dataclasses import dataclass

from clubs.models import Club
from clubs.wording import MINUS, clock, clock_and_day
from scoring.models import Adjustment, Change, Tournament
from scoring.selectors.audit.podium import PlayedRound, Podium, Stand
from scoring.selectors.audit.podium_sheets import Checked
from scoring.selectors.papers.payoffs import Heading

MISSED = {
    **{"sit_out": "sat out", "late": "came late", "absent": "absent", "left": "left"},
    "stood_in": "played for another",
    "sat_in": "sat out, and played for another",
}


@dataclass(frozen=True, slots=True)
class AuditedRoundPaper:
    """One round of somebody on top: his own numbers, the four of the table, who saw it.

    A round without a table has `where` alone, and its chips.
    """

    where: str
    own: str
    chips: int | None
    four: str = ""
    seen: str = ""


@dataclass(frozen=True, slots=True)
class AuditedPaper:
    """Somebody on top, and what his total is made of."""

    place: int
    tied: bool
    number: str
    name: str
    lodge: str
    total: int
    points: str
    decided_by: str
    rounds: tuple[AuditedRoundPaper, ...]
    rulings: tuple[tuple[str, int], ...]


@dataclass(frozen=True, slots=True)
class PodiumPaper:
    """The podium audit; `mark` is that of the page from which it was printed."""

    heading: Heading
    verified_at: str
    by_name: str
    places: int
    mark: str
    stands: tuple[AuditedPaper, ...]


def podium_paper(podium: Podium, said: Change) -> PodiumPaper:
    """The audit as it was verified by the line `said` of the log."""
    tournament = podium.tournament
    return PodiumPaper(
        Heading.of(tournament),
        clock_and_day(said.at.astimezone(tournament.club.zone)),
        said.by_name,
        podium.places,
        podium.mark,
        tuple(_stand(each, tournament) for each in podium.stands),
    )


def _stand(stand: Stand, tournament: Tournament) -> AuditedPaper:
    return AuditedPaper(
        stand.place,
        stand.tied,
        stand.entry.label,
        stand.entry.name,
        stand.entry.lodge,
        stand.total,
        f"{stand.points:g}" if tournament.by_points else "",
        stand.decided_by,
        tuple(_round(each, tournament) for each in stand.rounds),
        tuple(_ruling(each, stand) for each in stand.rulings),
    )


def _round(each: PlayedRound, tournament: Tournament) -> AuditedRoundPaper:
    dropped = ", left out" if each.dropped else ""
    if each.checked is None:
        why = MISSED.get(each.why, each.why)
        return AuditedRoundPaper(f"Round {each.number}", f"{why}{dropped}", each.chips)
    own = str(each.held)
    if tournament.with_chips:
        own += f" − {each.borrowed}"
    if each.ruled:
        own += f" {'+' if each.ruled > 0 else MINUS} {abs(each.ruled)}"
    return AuditedRoundPaper(
        each.checked.where + dropped,
        own,
        each.chips,
        four_of(each.checked),
        seen_of(each.checked, tournament.club),
    )


def four_of(checked: Checked) -> str:
    """The four scores and what they make: 131 + 96 + 104 + 69 = 400."""
    count = checked.count
    if count is None:
        return ""
    four = " + ".join(str(n) if n >= 0 else f"({MINUS}{-n})" for n in count.scores)
    return f"{four} = {count.total}"


def seen_of(checked: Checked, club: Club) -> str:
    """Who counted, how it was verified, who looked again, and when."""
    first, look = checked.counted, checked.look
    at = clock(first.at.astimezone(club.zone))
    where = first.get_source_display()
    said = f"Counted {where} by {first.by_name}, {at}; {checked.said}"
    if checked.life.receipts:
        said += f"; corrected: {checked.life.receipts[0].new.reason}"
    if look is None:
        return f"{said}."
    same = ", who had counted it too" if checked.looked_by_the_same else ""
    at = clock(look.at.astimezone(club.zone))
    return f"{said}; compared with the paper again by {look.by_name}{same}, {at}."


def _ruling(ruling: Adjustment, stand: Stand) -> tuple[str, int]:
    """Why chips came or went, and how many, as this player sees it."""
    given = ruling.chips if ruling.entry_id == stand.entry.pk else -ruling.chips
    section = f" ({ruling.section})" if ruling.section else ""
    return f"{ruling.reason}{section}, {ruling.by_name}", given
