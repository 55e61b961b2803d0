"""Facts about all clubs for the site admin, a page at a time."""

from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import date, datetime
from typing import Any

from django.core.paginator import Page, Paginator
from django.db.models import Count as Number
from django.db.models import F, Max, Min, Sum, TextField
from django.db.models.functions import Cast, Length

from clubs.clubs import ClubSearch, found_clubs
from clubs.models import Club, Player, Role
from clubs.storage import store
from scoring.models import OldList, Photo, Round, Tournament

CLUBS_A_PAGE = 50


@dataclass(frozen=True, slots=True)
class ClubFacts:
    """A club and its size: players, accounts, tournaments and photos.

    `last`: the day of the latest tournament played. `photo_bytes` are in the store of
    photos, `draft_bytes` in the database: files under review.
    """

    club: Club
    players: int = 0
    accounts: int = 0
    evenings: int = 0
    photos: int = 0
    last: date | None = None
    photo_bytes: int = 0
    draft_bytes: int = 0


def clubs_page(typed: str, number: str) -> tuple[Page[Any], list[ClubFacts]]:
    """Return a page of all clubs, waiting ones first, then closed ones.

    Nine queries, however many clubs there are.
    """
    order = (
        F("waits_since").asc(nulls_last=True),
        F("closes_at").asc(nulls_last=True),
        "name",
        "pk",
    )
    found: Any = found_clubs(Club.objects.order_by(*order), ClubSearch(typed=typed))
    page = Paginator(found, CLUBS_A_PAGE).get_page(number)
    keys = [row if isinstance(row, int) else row.pk for row in page]
    rows = Club.objects.filter(pk__in=keys).order_by(*order)
    return page, _with_facts(list(rows))


def _with_facts(clubs: list[Club]) -> list[ClubFacts]:
    facts = {club.pk: ClubFacts(club) for club in clubs}
    numbers = (
        ("players", Player.objects.filter(club__in=facts), "club"),
        ("accounts", Role.objects.filter(club__in=facts), "club"),
        ("evenings", Tournament.objects.filter(club__in=facts), "club"),
        (
            "photos",
            Photo.objects.filter(
                sheet__round__tournament__club__in=facts, removed_at=None
            ),
            "sheet__round__tournament__club",
        ),
    )
    for name, rows, way in numbers:
        counted: Any = rows.order_by().values_list(way).annotate(Number("pk"))
        for club, number in counted:
            facts[club] = replace(facts[club], **{name: number})
    played: Any = Tournament.objects.filter(
        club__in=facts, rounds__state__in=Round.COUNTING
    )
    for club, last in played.order_by().values_list("club").annotate(Max("date")):
        facts[club] = replace(facts[club], last=last)
    for club, size in _draft_bytes(facts):
        facts[club] = replace(facts[club], draft_bytes=size)
    for club, size in _photo_bytes(facts).items():
        facts[club] = replace(facts[club], photo_bytes=size)
    return list(facts.values())


def _draft_bytes(clubs: Iterable[int]) -> Iterable[tuple[int, int]]:
    """Return the size of files under review in the database, by club; one query."""
    drafts = OldList.objects.filter(club__in=clubs, state=OldList.State.DRAFT)
    length = Sum(Length(Cast("sheets", TextField())))
    rows: Any = drafts.order_by().values_list("club").annotate(bytes=length)
    return list(rows)


def _photo_bytes(clubs: Iterable[int]) -> dict[int, int]:
    """Return the size of sheet photos by club; one query and one store listing."""
    rows = Photo.objects.filter(
        sheet__round__tournament__club__in=clubs, removed_at=None
    )
    owners = dict(rows.order_by().values_list("name", "sheet__round__tournament__club"))
    sizes: dict[int, int] = {}
    if not owners:
        return sizes
    with suppress(OSError):  # if the store doesn't answer, the page has everything else
        for file in store("photos").listing():
            if owner := owners.get(file.name):
                sizes[owner] = sizes.get(owner, 0) + file.size
    return sizes


def waiting() -> tuple[int, datetime | None]:
    """Return how many clubs wait for approval, and the earliest time."""
    clubs = Club.objects.exclude(waits_since=None)
    found = clubs.aggregate(number=Number("pk"), since=Min("waits_since"))
    return found["number"], found["since"]
