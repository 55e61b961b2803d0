"""What the printed podium audit says, as plain values."""

from datetime import datetime

from clubs.models import Club
from scoring.models import Adjustment, Change, Tournament
from scoring.selectors.audit.podium import PlayedRound, Podium, Stand
from scoring.selectors.audit.podium_sheets import Checked
from scoring.selectors.papers.printed import clock_text, heading_of
from scoring.selectors.papers.shapes import AuditedPaper, AuditedRoundPaper, PodiumPaper

MINUS = "\N{MINUS SIGN}"
MISSED = {
    **{"sit_out": "sat out", "late": "came late", "absent": "absent", "left": "left"},
    "stood_in": "played for another",
}


def podium_paper(podium: Podium, said: Change) -> PodiumPaper:
    """The audit as it was verified by the line `said` of the log."""
    tournament = podium.tournament
    return PodiumPaper(
        heading_of(tournament),
        clock_text(said.at.astimezone(tournament.club.zone)),
        said.by_name,
        podium.places,
        podium.mark,
        tuple(_stand(each, tournament) for each in podium.stands),
    )


def _stand(stand: Stand, tournament: Tournament) -> AuditedPaper:
    by_points = tournament.ranking == Tournament.Ranking.TABLE_POINTS
    return AuditedPaper(
        stand.place,
        stand.tied,
        stand.entry.label,
        stand.entry.name,
        stand.entry.lodge,
        stand.total,
        f"{stand.points:g}" if by_points else "",
        stand.decided_by,
        tuple(_round(each, tournament.club) for each in stand.rounds),
        tuple(_ruling(each, stand) for each in stand.rulings),
    )


def _round(each: PlayedRound, club: Club) -> AuditedRoundPaper:
    dropped = ", left out" if each.dropped else ""
    if each.checked is None:
        why = MISSED.get(each.why, each.why)
        return AuditedRoundPaper(f"Round {each.number}", f"{why}{dropped}", each.chips)
    own = f"{each.held} − {each.borrowed}"
    if each.ruled:
        own += f" {'+' if each.ruled > 0 else MINUS} {abs(each.ruled)}"
    return AuditedRoundPaper(
        each.checked.where + dropped,
        own,
        each.chips,
        four_of(each.checked),
        seen_of(each.checked, club),
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
    at = time_text(first.at, club)
    where = first.get_source_display()
    said = f"Counted {where} by {first.by_name}, {at}; {checked.said}"
    if checked.life.receipts:
        said += f"; corrected: {checked.life.receipts[0].new.reason}"
    if look is None:
        return f"{said}."
    same = ", who had counted it too" if checked.looked_by_the_same else ""
    at = time_text(look.at, club)
    return f"{said}; compared with the paper again by {look.by_name}{same}, {at}."


def time_text(at: datetime, club: Club) -> str:
    """A time of the evening on the club's clock: 7:45 pm."""
    return clock_text(at.astimezone(club.zone)).partition(",")[0]


def _ruling(ruling: Adjustment, stand: Stand) -> tuple[str, int]:
    """Why chips came or went, and how many, as this player sees it."""
    given = ruling.chips if ruling.entry_id == stand.entry.pk else -ruling.chips
    section = f" ({ruling.section})" if ruling.section else ""
    return f"{ruling.reason}{section}, {ruling.by_name}", given
