"""Somebody's own page: the evenings to come, and where he sits and stands tonight."""

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

PAST_MIDNIGHT = timedelta(days=1)  # an evening goes on after it
MOST = 12  # evenings to come


@dataclass(frozen=True, slots=True)
class EveningToCome:
    """An evening, its list, and what this person said of it; `closed` says why not."""

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
    """An evening under way: the seat of its latest round, and the place so far.

    `sheets` are those where he sat before, the latest first.
    """

    entry: Entry
    seat: Seat | None
    place: int | None
    sheets: Sequence[Sheet] = ()
    seats: int = 0  # at their table

    @property
    def tournament(self) -> Tournament:
        return self.entry.tournament

    @property
    def sheet(self) -> Sheet | None:
        """The sheet where he sits."""
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
    """What stands on it: what is played, and what comes."""

    tonight: Sequence[Tonight]
    coming: Sequence[EveningToCome]


def own_page(player: Player, today: date) -> OwnPage:
    """The page of a player of the club, by the club's day."""
    return OwnPage(tonight_of(player, today), _coming(player, today))


def evenings_to_come(player: Player, today: date) -> list[Tournament]:
    """Those of his club that did not begin yet, the next first.

    One not shown to the public is among them for who is on its list.
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
    """A player's events of today, or of yesterday past midnight, that aren't finished."""
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
    """Where he sits in the latest round that everybody may see."""
    seats = Seat.objects.filter(entry=entry).exclude(round__state=Round.State.DRAFT)
    rounds = entry.tournament.rounds.exclude(state=Round.State.DRAFT)
    latest = rounds.order_by("number").last()
    found = seats.filter(round=latest).select_related(
        "round__tournament__club", "sheet__round__tournament__club"
    )
    return found.first() if latest else None


def _place(entry: Entry) -> int | None:
    """His place so far; None before there is one."""
    for row in stored_rows(entry.tournament):
        if row["entry"] == entry.pk and row["rounds"]:
            return int(row["place"])
    return None
