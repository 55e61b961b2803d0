"""The podium audit: the top places sheet by sheet, verified with the time."""

from collections.abc import Sequence
from typing import Any

from scoring.prints.document import NothingToPrint, Part, part_of
from scoring.prints.standings import chips_text
from scoring.selectors.papers.podium import AuditedPaper, PodiumPaper

STYLE = "print_podium.css"


def podium_parts(audits: Sequence[PodiumPaper], *, paper: str) -> tuple[Part, ...]:
    """A part for each audit, one page for three places of an evening."""
    return tuple(_part(each, paper) for each in audits)


def _part(audit: PodiumPaper, paper: str) -> Part:
    if not audit.stands:
        raise NothingToPrint("Nobody has a place yet: no round is over.")
    context = {
        "heading": audit.heading,
        "audit": audit,
        "stands": [_stand(each) for each in audit.stands],
    }
    return part_of("podium.html", context, style=STYLE, paper=paper)


def _stand(stand: AuditedPaper) -> dict[str, Any]:
    return {
        "place": f"{stand.place}=" if stand.tied else f"{stand.place}",
        "person": stand,
        "total": chips_text(stand.total),
        "rounds": [(each, chips_text(each.chips)) for each in stand.rounds],
        "rulings": [
            (why, f"+{chips}" if chips > 0 else chips_text(chips))
            for why, chips in stand.rulings
        ],
    }
