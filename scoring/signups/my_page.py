"""A player's own page: events to come, and their seat and place in today's event."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, timedelta

from django.db.models import Exists, OuterRef
from django.urls import reverse

from clubs.models import Player
from rules.capacity import State
from scoring.models import Entry, Round, Seat, Sheet, Tournament
from scoring.results.stored import stored_rows
from scoring.signups.rsvps import (
    EventSignup,
    PersonRsvp,
    answer_of,
    coming_to_each,
    why_closed,
)

PAST_MIDNIGHT = timedelta(days=1)  # an event can go on after midnight
MOST = 12  # events to come


@dataclass(frozen=True, slots=True)
class EveningToCome:
    """An event to come, its list, and the person's RSVP.

    `closed` gives the reason why they can't RSVP, or "".
    """

    coming: EventSignup
    comer: PersonRsvp | None
    closed: str

    @property
    def tournament(self) -> Tournament:
        return self.coming.tournament

    @property
    def would_wait(self) -> bool:
        """Whether the answer "I'm going" would put this person on the waitlist."""
        is_offered = self.comer is not None and self.comer.state == State.OFFERED
        has_spot = answer_of(self.comer) in ("come", "late")
        return self.coming.free == 0 and not has_spot and not is_offered


@dataclass(frozen=True, slots=True)
class Tonight:
    """An event under way: the player's seat in the latest round, and the place so far.

    `sheets` are the score sheets of the player's earlier tables, latest first.
    """

    entry: Entry
    seat: Seat | None
    place: int | None
    sheets: Sequence[Sheet] = ()
    seats: int = 0  # number of seats at their table

    @property
    def tournament(self) -> Tournament:
        return self.entry.tournament

    @property
    def sheet(self) -> Sheet | None:
        """The score sheet of the player's table."""
        return self.seat.sheet if self.seat else None

    @property
    def chairs(self) -> list[str]:
        """The chairs of their table for a drawing, their own first."""
        return ["own", *["taken"] * (self.seats - 1)] if self.seats else []

    @property
    def place_address(self) -> str:
        args = [self.tournament.club.slug, self.tournament.slug, self.entry.number]
        return reverse("scoring:place", args=args)


@dataclass(frozen=True, slots=True)
class OwnPage:
    """The content of a player's own page: events under way and events to come."""

    tonight: Sequence[Tonight]
    coming: Sequence[EveningToCome]


def own_page(player: Player, today: date) -> OwnPage:
    """Return the own page of a player for the club's current date."""
    return OwnPage(tonight_of(player, today), _coming(player, today))


def evenings_to_come(player: Player, today: date) -> list[Tournament]:
    """Return the club's events that haven't begun yet, the next one first.

    An event that isn't public is included only for people on its list.
    """
    begun = Round.objects.filter(tournament=OuterRef("pk")).exclude(state="draft")
    rows = player.club.tournaments.filter(
        ~Exists(begun), date__gte=today, finished_at=None, old_list=None
    )
    mine = Entry.objects.filter(tournament=OuterRef("pk"), player=player)
    own_answers = player.answers.filter(tournament=OuterRef("pk"))
    known = rows.filter(public=True) | rows.filter(Exists(mine) | Exists(own_answers))
    rows = known.select_related("club").prefetch_related("rounds")
    return list(rows.order_by("date", "pk")[:MOST])


def _coming(player: Player, today: date) -> list[EveningToCome]:
    evenings = evenings_to_come(player, today)
    return [
        EveningToCome(coming, coming.rsvp_of(player), why_closed(coming.tournament))
        for coming in coming_to_each(evenings)
    ]


def tonight_of(player: Player, today: date) -> list[Tonight]:
    """Return a player's unfinished events that have begun, a day around today.

    An event of yesterday can still go on after midnight.
    """
    begun = Round.objects.filter(tournament=OuterRef("tournament"))
    entries = Entry.objects.filter(
        Exists(begun.exclude(state="draft")),
        player=player,
        number__isnull=False,
        tournament__finished_at=None,
        tournament__old_list=None,
        tournament__date__range=(today - PAST_MIDNIGHT, today + PAST_MIDNIGHT),
    )
    rows = entries.select_related("tournament__club").order_by(
        "-tournament__date", "pk"
    )
    return [_tonight_of(entry) for entry in rows]


def _tonight_of(entry: Entry) -> Tonight:
    seat = _seat(entry)
    seats = Seat.objects.filter(entry=entry, round__state__in=Round.COUNTING)
    others = seats.order_by("-round__number")
    if seat:
        others = others.exclude(pk=seat.pk)
    rows = others.select_related("sheet__round__tournament__club")
    seats_there = seat.sheet.seats.count() if seat and seat.sheet else 0
    sheets = [row.sheet for row in rows]
    return Tonight(entry, seat, _place(entry), sheets, seats_there)


def _seat(entry: Entry) -> Seat | None:
    """Return the player's seat in the latest published round, or None."""
    seats = Seat.objects.filter(entry=entry).exclude(round__state=Round.State.DRAFT)
    rounds = entry.tournament.rounds.exclude(state=Round.State.DRAFT)
    latest = rounds.order_by("number").last()
    found = seats.filter(round=latest).select_related(
        "round__tournament__club", "sheet__round__tournament__club"
    )
    return found.first() if latest else None


def _place(entry: Entry) -> int | None:
    """Return the player's place so far, or None before there are standings."""
    for row in stored_rows(entry.tournament):
        if row["entry"] == entry.pk and row["rounds"]:
            return int(row["place"])
    return None
