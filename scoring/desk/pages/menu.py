"""The pages of a tournament as the desk looks for them: by the part of the evening."""

from dataclasses import dataclass
from enum import StrEnum

from django.urls import reverse
from django.utils.translation import gettext_noop

from clubs.wording import say, say_later, say_many
from scoring.core.access import DeskAccess
from scoring.core.views import address
from scoring.desk.overview import Evening
from scoring.models import Tournament


class Phase(StrEnum):
    """A part of the evening, as the menu says it."""

    BEFORE = gettext_noop("Before a round")
    PLAY = gettext_noop("While they play")
    WRONG = gettext_noop("When something is wrong")
    END = gettext_noop("The end")


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
        (say_later("At the door"), "door", False),
        (say_later("Entries"), "entries", True),
        (say_later("Draw"), "draw", True),
    ),
    Phase.PLAY: (
        (say_later("Start chips"), "start-chips", False),
        (say_later("Paper comes in"), "paper", False),
        (say_later("Screen for the hall"), "screen", False),
    ),
    Phase.WRONG: (
        (say_later("Late, gone or absent: the smallest change"), "change", True),
        (say_later("Substitutes"), "substitutes", True),
        (say_later("Rulings"), "rulings", True),
        (say_later("Tray: hands that wait"), "tray", False),
        (say_later("Room ledger"), "ledger", False),
        (say_later("Break-glass pack"), "pack", True),
    ),
    Phase.END: (
        (say_later("Podium audit"), "podium", False),
        (say_later("Prizes"), "prizes", True),
        (say_later("Report for the newsletter"), "report", True),
        (say_later("Export"), "export", True),
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
        MenuItem(say("Prints"), address("prints", tournament)),
        MenuItem(
            say("Standings, as everybody sees them"), address("tournament", tournament)
        ),
    ]
    if access.member.is_director:
        log = reverse("scoring:log", args=[tournament.club.slug])
        items += [
            MenuItem(say("Log of the evening"), f"{log}?tournament={tournament.slug}"),
            MenuItem(say("Settings"), address("tournament-settings", tournament)),
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
        says = say("Seats")
    note = _who_is_here(evening) if page == "entries" else ""
    return MenuItem(says, address(page, tournament), note, page == "screen")


def _who_is_here(evening: Evening) -> str:
    if not evening.expected:
        return say_many("{n} here", "{n} here", evening.here)
    return say(
        "{here} here, {expected} expected",
        here=evening.here,
        expected=evening.expected,
    )
