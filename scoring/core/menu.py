"""Menus of a tournament's desk, of a club's desk, and of a club's public pages.

A menu item is named by its URL; `pages` are further pages where the item is marked as
current.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import chain
from urllib.parse import urlsplit

from django.urls import resolve, reverse

from clubs.access import is_open_to_guests
from clubs.i18n import lazy_context_message, lazy_message
from clubs.models import Club, Role
from scoring.models import Tournament


@dataclass(frozen=True, slots=True)
class Page:
    """A declared page of the menu: its label, and its URL's name."""

    says: str
    name: str
    pages: tuple[str, ...] = ()
    needs_director: bool = False


@dataclass(frozen=True, slots=True)
class MenuItem:
    """A menu item as one user sees it."""

    says: str
    url: str
    pages: tuple[str, ...]
    is_apart: bool = False  # in a separate window, for the projector


@dataclass(frozen=True, slots=True)
class MenuGroup:
    """Menu items for one phase of an event."""

    says: str
    items: tuple[MenuItem, ...]


@dataclass(frozen=True, slots=True)
class DeskMenu:
    """The menu: items always visible, items under “More”, and the search's address."""

    items: tuple[MenuItem, ...]
    more: tuple[MenuGroup, ...]
    search: str = ""

    @property
    def pages_of_more(self) -> list[str]:
        items = chain.from_iterable(group.items for group in self.more)
        groups = chain.from_iterable(item.pages for item in items)
        return list(groups)


FOR_ALL = ("tournament", "screen", "club")  # menu pages that everyone can open
MAIN = (
    Page(lazy_message("Event"), "tournament-desk", ("round-desk", "start-chips")),
    Page(lazy_message("RSVPs"), "coming", ("rsvp-links",), needs_director=True),
    Page(lazy_message("Check-in"), "door"),
    Page(
        lazy_message("Entries"),
        "entries",
        ("entry-edit", "entries-paste", "entries-upload", "entries-confirm"),
        needs_director=True,
    ),
    Page(
        lazy_context_message("noun", "Draw"),
        "draw",
        ("draw-run", "draw-seat"),
        needs_director=True,
    ),
    Page(
        lazy_message("Score sheets"),
        "papers-now",
        ("papers", "paper-save", "verifying", "verify-row", "sheet-desk", "hand-desk"),
    ),
    Page(lazy_message("Standings"), "tournament"),
)
MORE: tuple[tuple[str, tuple[Page, ...]], ...] = (
    (
        lazy_message("Before the event"),
        (
            Page(
                lazy_message("Settings"),
                "tournament-settings",
                ("rules-change",),
                needs_director=True,
            ),
            Page(lazy_message("More events like this"), "series", needs_director=True),
        ),
    ),
    (
        lazy_message("During play"),
        (
            Page(lazy_message("Printouts"), "prints", ("print-job",)),
            Page(lazy_message("Hall display"), "screen"),
            Page(lazy_message("Enter score sheets"), "paper"),
            Page(lazy_message("Tray: hands to review"), "tray"),
        ),
    ),
    (
        lazy_message("When something goes wrong"),
        (
            Page(
                lazy_message("Seat changes"),
                "change",
                ("change-slip",),
                needs_director=True,
            ),
            Page(lazy_message("Substitutes"), "substitutes", needs_director=True),
            Page(lazy_message("Rulings"), "rulings", needs_director=True),
            Page(lazy_message("Room ledger"), "ledger"),
            Page(lazy_message("Emergency packet"), "pack", needs_director=True),
            Page(lazy_message("Log"), "log", needs_director=True),
        ),
    ),
    (
        lazy_message("Wrap-up"),
        (
            Page(lazy_message("Close the event"), "closing", needs_director=True),
            Page(lazy_message("Podium audit"), "podium"),
            Page(lazy_message("Prizes"), "prizes", needs_director=True),
            Page(lazy_message("Treasurer’s sheet"), "treasurer", needs_director=True),
            Page(lazy_message("Newsletter report"), "report", needs_director=True),
            Page(lazy_message("Export"), "export", needs_director=True),
        ),
    ),
)


PUBLIC_PAGE = Page(lazy_message("Club’s public page"), "club")
CLUB_DESK = (
    Page(lazy_message("Events"), "desk", ("tournament-new",)),
    Page(
        lazy_message("Players"),
        "players",
        (
            *("player-new", "player-edit", "player-names", "player-link"),
            *("doubles", "player-merge", "merge-find"),
        ),
        needs_director=True,
    ),
    Page(
        lazy_message("Seasons"),
        "seasons",
        (
            *("season-new", "season-change", "season-plan", "season-prints"),
            *("season-print-job", "sit-outs"),
        ),
        needs_director=True,
    ),
    Page(lazy_message("Log"), "log", needs_director=True),
)
CLUB_DESK_MORE = (
    Page(
        lazy_message("Past results"),
        "old-lists",
        ("old-list", "old-list-people", "open-file-new", "open-file-in"),
    ),
    Page(lazy_message("Results by table"), "results-import"),
    Page(lazy_message("Email and sign-up by name"), "mails"),
)
CLUB_DESK_OWNER = (
    Page(lazy_message("People and roles"), "people", ("invite",)),
    Page(
        lazy_message("Club settings"),
        "clubs:settings",
        (
            *("settings", "look", "currency", "webhooks", "webhook", "programs"),
            *("program-let", "club-file", "club-close"),
        ),
    ),
)
PUBLIC = (
    Page(
        lazy_message("Events"),
        "club",
        ("tournament", "round", "sheet", "edition", "corrections", "place"),
    ),
    Page(
        lazy_message("Seasons"),
        "club-seasons",
        ("season", "season-place", "season-edition"),
    ),
    Page(lazy_message("Players"), "club-players", ("player", "player-met", "form")),
    Page(lazy_message("Records"), "records"),
)
PUBLIC_MORE = (
    Page(lazy_message("Hall of Fame"), "honours"),
    Page(lazy_message("All-time standings"), "all-time"),
    Page(lazy_message("Hands"), "club-hands", ("player-hands",)),
)


def menu_of(
    tournament: Tournament, *, is_director: bool, is_guest: bool = False
) -> DeskMenu:
    """Return the menu of a tournament's desk for one person."""

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


def club_desk_menu(club: Club, role: Role) -> DeskMenu:
    """Return the menu of the club's desk for a role."""
    is_director = role.includes(Role.Kind.DIRECTOR)
    pages = [page for page in CLUB_DESK if is_director or not page.needs_director]
    more = list(CLUB_DESK_MORE) if is_director else []
    more += CLUB_DESK_OWNER if role.includes(Role.Kind.OWNER) else ()
    groups = [_club_items(club, listed) for listed in (pages, [*more, PUBLIC_PAGE])]
    if role.is_guest:
        groups = [tuple(filter(_is_for_guests, items)) for items in groups]
    return DeskMenu(groups[0], (MenuGroup("", groups[1]),))


def public_menu(club: Club) -> DeskMenu:
    """Return the menu of a club's public pages."""
    more = MenuGroup("", _club_items(club, PUBLIC_MORE))
    return DeskMenu(_club_items(club, PUBLIC), (more,))


def _club_items(club: Club, pages: Iterable[Page]) -> tuple[MenuItem, ...]:
    return tuple(
        MenuItem(page.says, _club_address(page.name, club), (page.name, *page.pages))
        for page in pages
    )


def _club_address(name: str, club: Club) -> str:
    return reverse(name if ":" in name else f"scoring:{name}", args=[club.slug])


def _items(
    pages: tuple[Page, ...], tournament: Tournament, is_director: bool
) -> Iterator[MenuItem]:
    for page in pages:
        if page.needs_director and not is_director:
            continue
        says = page.says
        if page.name == "draw" and tournament.seating == Tournament.Seating.BY_HAND:
            says = lazy_message("Seats")
        yield MenuItem(
            says,
            _address(page.name, tournament),
            (page.name, *page.pages),
            page.name == "screen",
        )


def _is_for_guests(item: MenuItem) -> bool:
    match = resolve(urlsplit(item.url).path)
    return is_open_to_guests(match) or item.pages[0] in FOR_ALL


def _address(name: str, tournament: Tournament) -> str:
    club, slug = tournament.club.slug, tournament.slug
    if name == "log":  # the whole club's log, filtered
        return f"{reverse('scoring:log', args=[club])}?tournament={slug}"
    return reverse(f"scoring:{name}", args=[club, slug])
