"""The pages of a tournament as the desk looks for them: by the part of the evening."""

from dataclasses import dataclass
from enum import StrEnum

from django.urls import reverse

from scoring.core.access import DeskAccess
from scoring.core.views import address
from scoring.desk.selectors.overview import Evening
from scoring.models import Tournament


class Phase(StrEnum):
    """A part of the evening, as the menu says it."""

    BEFORE = "Before a round"
    PLAY = "While they play"
    WRONG = "When something is wrong"
    END = "The end"


@dataclass(frozen=True, slots=True)
class MenuItem:
    """A page: what the menu says, and its address."""

    says: str
    url: str
    note: str = ""
    is_apart: bool = False  # in a window of its own, for the projector


@dataclass(frozen=True, slots=True)
class MenuGroup:
    """The pages of one part of the evening; that of now is open."""

    phase: Phase
    items: tuple[MenuItem, ...]
    is_now: bool


# By the name of its URL; what only a director may open is marked so.
PAGES: dict[Phase, tuple[tuple[str, str, bool], ...]] = {
    Phase.BEFORE: (
        ("At the door", "door", False),
        ("Entries", "entries", True),
        ("Draw", "draw", True),
    ),
    Phase.PLAY: (
        ("Start chips", "start-chips", False),
        ("Paper comes in", "paper", False),
        ("Screen for the hall", "screen", False),
    ),
    Phase.WRONG: (
        ("Late, gone or absent: the smallest change", "change", True),
        ("Substitutes", "substitutes", True),
        ("Rulings", "rulings", True),
        ("Tray: hands that wait", "tray", False),
        ("Room ledger", "ledger", False),
        ("Break-glass pack", "pack", True),
    ),
    Phase.END: (
        ("Podium audit", "podium", False),
        ("Prizes", "prizes", True),
        ("Report for the newsletter", "report", True),
        ("Export", "export", True),
    ),
}


def phase_of(evening: Evening) -> Phase:
    """Which part of the evening it is: a round is played, comes, or was the last."""
    if evening.tournament.finished_at:
        return Phase.END
    if evening.current:
        return Phase.PLAY
    is_over = evening.played and not (evening.rounds_left or evening.drafts)
    return Phase.END if is_over else Phase.BEFORE


def menu_of(access: DeskAccess, evening: Evening) -> list[MenuGroup]:
    """What this person may open; the part of the evening that it is comes first."""
    now = phase_of(evening)
    groups = [
        MenuGroup(phase, _items(access, evening, phase), phase == now)
        for phase in Phase
    ]
    found = [group for group in groups if group.items]
    return sorted(found, key=lambda group: not group.is_now)


def always_of(access: DeskAccess) -> list[MenuItem]:
    """What is looked for at any time."""
    tournament = access.tournament
    items = [
        MenuItem("Prints", address("prints", tournament)),
        MenuItem(
            "Standings, as everybody sees them", address("tournament", tournament)
        ),
    ]
    if access.member.is_director:
        log = reverse("scoring:log", args=[tournament.club.slug])
        items += [
            MenuItem("Log of the evening", f"{log}?tournament={tournament.slug}"),
            MenuItem("Settings", address("tournament-settings", tournament)),
        ]
    return items


def _items(access: DeskAccess, evening: Evening, phase: Phase) -> tuple[MenuItem, ...]:
    found = (
        _item(evening, says, page)
        for says, page, needs_director in PAGES[phase]
        if access.member.is_director or not needs_director
    )
    return tuple(item for item in found if item)


def _item(evening: Evening, says: str, page: str) -> MenuItem | None:
    tournament, line = evening.tournament, evening.running
    if page == "start-chips":
        if not (tournament.with_chips and line and line.round.state == "open"):
            return None
        return MenuItem(says, address(page, tournament, line.round.number))
    by_hand = tournament.seating == Tournament.Seating.BY_HAND
    if page == "draw" and by_hand:
        says = "Seats"
    note = _who_is_here(evening) if page == "entries" else ""
    return MenuItem(says, address(page, tournament), note, page == "screen")


def _who_is_here(evening: Evening) -> str:
    expected = f", {evening.expected} expected" if evening.expected else ""
    return f"{evening.here} here{expected}"
