"""The desk's menu: the pages of a tournament, the same on each of them.

A page is named by its URL; `pages` are those that belong to it, on which it is marked as
the one somebody is on.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from urllib.parse import urlsplit

from django.urls import resolve, reverse

from clubs.access import is_open_to_guests
from clubs.wording import pgettext_later, say_later
from scoring.models import Tournament


@dataclass(frozen=True, slots=True)
class Page:
    """A page of the desk as it is declared: what the menu says, and its URL's name."""

    says: str
    name: str
    pages: tuple[str, ...] = ()
    needs_director: bool = False


@dataclass(frozen=True, slots=True)
class MenuItem:
    """A page of the desk as somebody sees it in the menu."""

    says: str
    url: str
    pages: tuple[str, ...]
    is_apart: bool = False  # in a window of its own, for the projector


@dataclass(frozen=True, slots=True)
class MenuGroup:
    """Pages that are not wanted all the time, by when they are."""

    says: str
    items: tuple[MenuItem, ...]


@dataclass(frozen=True, slots=True)
class DeskMenu:
    """What is always in sight, what stands under “More”, and where one searches."""

    items: tuple[MenuItem, ...]
    more: tuple[MenuGroup, ...]
    search: str

    @property
    def pages_of_more(self) -> list[str]:
        groups = (
            page for group in self.more for item in group.items for page in item.pages
        )
        return list(groups)


PUBLIC = ("tournament", "screen")  # pages of the menu that everyone can open
MAIN = (
    Page(say_later("Event"), "tournament-desk", ("round-desk", "start-chips")),
    Page(say_later("Check-in"), "door"),
    Page(
        say_later("Entries"),
        "entries",
        ("entry-edit", "entries-paste", "entries-upload", "entries-confirm"),
        needs_director=True,
    ),
    Page(
        pgettext_later("noun", "Draw"),
        "draw",
        ("draw-run", "draw-seat"),
        needs_director=True,
    ),
    Page(
        say_later("Score sheets"),
        "papers-now",
        ("papers", "paper-save", "verifying", "verify-row", "sheet-desk", "hand-desk"),
    ),
    Page(say_later("Printouts"), "prints", ("print-job",)),
    Page(say_later("Standings"), "tournament"),
    Page(say_later("Log"), "log", needs_director=True),
    Page(
        say_later("Settings"),
        "tournament-settings",
        ("rules-change",),
        needs_director=True,
    ),
)
MORE: tuple[tuple[str, tuple[Page, ...]], ...] = (
    (
        say_later("Before the event"),
        (
            Page(say_later("RSVPs"), "coming", ("rsvp-links",), needs_director=True),
            Page(say_later("More events like this"), "series", needs_director=True),
        ),
    ),
    (
        say_later("During play"),
        (
            Page(say_later("Hall display"), "screen"),
            Page(say_later("Enter score sheets"), "paper"),
            Page(say_later("Tray: hands to review"), "tray"),
        ),
    ),
    (
        say_later("When something goes wrong"),
        (
            Page(
                say_later("Seat changes"),
                "change",
                ("change-slip",),
                needs_director=True,
            ),
            Page(say_later("Substitutes"), "substitutes", needs_director=True),
            Page(say_later("Rulings"), "rulings", needs_director=True),
            Page(say_later("Room ledger"), "ledger"),
            Page(say_later("Emergency packet"), "pack", needs_director=True),
        ),
    ),
    (
        say_later("Wrap-up"),
        (
            Page(say_later("Close the event"), "closing", needs_director=True),
            Page(say_later("Podium audit"), "podium"),
            Page(say_later("Prizes"), "prizes", needs_director=True),
            Page(say_later("Treasurer’s sheet"), "treasurer", needs_director=True),
            Page(say_later("Newsletter report"), "report", needs_director=True),
            Page(say_later("Export"), "export", needs_director=True),
        ),
    ),
)


def menu_of(
    tournament: Tournament, *, is_director: bool, is_guest: bool = False
) -> DeskMenu:
    """What this person may open."""

    def items_of(pages: tuple[Page, ...]) -> tuple[MenuItem, ...]:
        items = _items(pages, tournament, is_director)
        if is_guest:
            return tuple(item for item in items if _is_for_guests(item))
        return tuple(items)

    groups = [MenuGroup(says, items_of(pages)) for says, pages in MORE]
    return DeskMenu(
        items_of(MAIN),
        tuple(group for group in groups if group.items),
        _address("desk-search", tournament),
    )


def _items(
    pages: tuple[Page, ...], tournament: Tournament, is_director: bool
) -> Iterator[MenuItem]:
    for page in pages:
        if page.needs_director and not is_director:
            continue
        says = page.says
        if page.name == "draw" and tournament.seating == Tournament.Seating.BY_HAND:
            says = say_later("Seats")
        yield MenuItem(
            says,
            _address(page.name, tournament),
            (page.name, *page.pages),
            page.name == "screen",
        )


def _is_for_guests(item: MenuItem) -> bool:
    match = resolve(urlsplit(item.url).path)
    return is_open_to_guests(match) or item.pages[0] in PUBLIC


def _address(name: str, tournament: Tournament) -> str:
    club, slug = tournament.club.slug, tournament.slug
    if name == "log":  # the whole club's, narrowed
        return f"{reverse('scoring:log', args=[club])}?tournament={slug}"
    return reverse(f"scoring:{name}", args=[club, slug])
