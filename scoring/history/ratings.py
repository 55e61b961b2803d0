"""Ratings of a club's players in a game: chips per round, adjusted for opponents.

They are computed from all tables of three years, so they are cached until one changes.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date, timedelta
from hashlib import sha256
from typing import cast

from django.utils import timezone

from clubs.models import Club, Player
from rules.ratings import forms
from scoring.core.names import hides, public_name
from scoring.games.game_choice import in_order
from scoring.history.board_cache import read_board, store_board
from scoring.models import Round, Seat, Standings, Tally

YEARS = 3
ENOUGH = 20  # rounds, below which nobody's rating is shown
KEPT = 7 * 24 * 60 * 60  # seconds
HALF = 100  # of the chart's width

Found = list[tuple[int, float, float, int]]


@dataclass(frozen=True, slots=True)
class RatingLine:
    """A player with their rating and half of its interval, in chips per round.

    `left`, `at` and `right` are positions in a chart from 0 to 200 with its middle at
    100.
    """

    number: int
    name: str
    better: float
    within: float
    rounds: int
    left: float
    at: float
    right: float

    @property
    def is_shown(self) -> bool:
        """Whether this many rounds show a difference from an average player."""
        return abs(self.better) > self.within


def games_with_form(club: Club) -> list[str]:
    """Return the games played in public, the usual one first."""
    played = Tally.objects.filter(
        tournament__club=club, tournament__public=True, tournament__old_list=None
    )
    return in_order(played.order_by().values_list("game", flat=True).distinct())


def form_of(club: Club, game: str) -> tuple[list[RatingLine], int]:
    """Return the rated players, best first, and how many played too few rounds."""
    strengths = _cached(club, game)
    enough = [line for line in strengths if line[3] >= ENOUGH]
    widest = max((abs(better) + margin for _, better, margin, _ in enough), default=1)
    people = club.players.filter(pk__in=[line[0] for line in enough], erased_at=None)
    names = {
        pk: (number, public_name(name, club, pk))
        for pk, number, name in people.values_list("pk", "number", "name")
        if not hides(club, pk)
    }

    def across(number: float) -> float:
        return round(HALF + number / (widest or 1) * HALF, 1)

    lines = [
        RatingLine(
            *names[pk],
            better,
            margin,
            rounds,
            left=across(better - margin),
            at=across(better),
            right=across(better + margin),
        )
        for pk, better, margin, rounds in enough
        if pk in names
    ]
    return lines, len(strengths) - len(enough)


def form_of_player(player: Player, game: str) -> tuple[float, float] | None:
    """Return a player's rating and half its interval, or None; one query.

    None if they played fewer than ENOUGH rounds.
    """
    for pk, better, margin, rounds in _cached(player.club, game):
        if pk == player.pk and rounds >= ENOUGH:
            return better, margin
    return None


def _cached(club: Club, game: str) -> Found:
    key, version = f"form-{club.pk}-{game}", _version(club, game)
    known, strengths = read_board(key, ("", []))
    if known != version:
        strengths = _compute_strengths(club, game)
        store_board(key, (version, strengths), KEPT)
    return cast(Found, strengths)


def _version(club: Club, game: str) -> str:
    """Return a version that changes daily and with every tournament's facts.

    Each tournament is included: the newest time alone may be computed while another one
    is written.
    """
    computed = Standings.objects.filter(
        tournament__club=club,
        tournament__public=True,
        tournament__game=game,
        tournament__date__gte=_since(),
    ).order_by("tournament")
    facts = [_since(), *computed.values_list("tournament", "reckoned_at")]
    return sha256(repr(facts).encode()).hexdigest()


def _since() -> date:
    return timezone.localdate() - timedelta(365 * YEARS)


def _compute_strengths(club: Club, game: str) -> Found:
    seats = Seat.objects.filter(
        round__tournament__club=club,
        round__tournament__public=True,
        round__tournament__game=game,
        round__tournament__date__gte=_since(),
        round__state__in=Round.COUNTING,
        score__isnull=False,
        credit__player__isnull=False,
    )
    read = seats.order_by().values_list("sheet", "credit__player", "score")
    lodges = dict(club.players.values_list("pk", "lodge"))
    return [
        (form.player, form.better, form.within, form.rounds)
        for form in forms(_tables(read), lodges)
    ]


def _tables(
    rows: Iterable[tuple[int, int | None, int | None]],
) -> Iterable[list[tuple[int, float]]]:
    """Return the players of each sheet with their scores."""
    tables: dict[int, list[tuple[int, float]]] = {}
    for sheet, player, score in rows:
        if player is not None and score is not None:
            tables.setdefault(sheet, []).append((player, score))
    return tables.values()
