"""A season's places, calculated from the tallies of its events, and their versions.

A version is stored when a season is declared final, and when a final one changes. A
final season counts a tournament once that tournament is final.
"""

from collections import Counter
from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import partial
from typing import Any

from django.db import transaction
from django.db.models import (
    Case,
    Exists,
    F,
    IntegerField,
    Max,
    OuterRef,
    Q,
    QuerySet,
    Subquery,
    Value,
    When,
)
from django.db.models import Count as Number

from clubs.models import Season
from clubs.tasks import enqueue
from rules.season import (
    Counts,
    Evening,
    Formula,
    Line,
    Of,
    Played,
    Scored,
    formula_from,
)
from rules.season import rank_season as ranked
from scoring.core.process_cache import ProcessCache
from scoring.core.writes import Actor
from scoring.games.game_choice import in_order
from scoring.models import (
    Edition,
    Round,
    SeasonEdition,
    SeasonEvening,
    Standings,
    Tally,
    Tournament,
)
from scoring.models.log_messages import log_message
from scoring.results.stored import next_edition
from scoring.rollups.event_results import Result

NOTHING = Fraction(0)
WHOLE = 100  # weight of an event that counts once, in hundredths
# The task, by its path because its module imports this one.
FOLLOW = "scoring.rollups.updates.follow_evening"
_FACTS = (
    "tournament_id",
    "player_id",
    "player__number",
    "place",
    "total",
    "net",
    "rounds",
    "points",
)


@dataclass(frozen=True, slots=True)
class GameSeason:
    """The events of one game, oldest first, and the season's lines."""

    game: str
    tournaments: tuple[Tournament, ...]
    lines: tuple[Line[int], ...]  # by player key


def formula_of(season: Season) -> Formula:
    return formula_from(season.formula)


def in_season(season: Season, among: Q | None = None) -> QuerySet[Tournament]:
    """Return the season's tournaments: its own, extra ones, and all on its days if set.

    `counts` is the weight of each. `among` includes others, which have no weight here.
    `also` is the weight set for an extra one, None if none was set.
    """
    extra = SeasonEvening.objects.filter(season=season.pk, tournament=OuterRef("pk"))
    own_season, extra_season = Q(season=season.pk), Q(also__isnull=False)
    days = Q(pk__in=[])
    if season.beside:
        days = Q(date__range=(season.starts, season.ends))
    club = Tournament.objects.filter(club=season.club_id)  # filtered by its index
    rows = club.annotate(also=Subquery(extra.values("weight")[:1]))
    # The model declares the type of `counts`; only this query sets it.
    rows = rows.annotate(  # type: ignore[no-redef]
        counts=Case(
            When(own_season, then=F("season_weight")),
            When(extra_season, then=F("also")),
            When(days, then=Value(WHOLE)),
            default=Value(0),
            output_field=IntegerField(),
        )
    )
    condition = own_season | extra_season | days
    return rows.filter(condition if among is None else condition | among)


def tournaments_of(season: Season) -> QuerySet[Tournament]:
    """Return the public tournaments of the season, of its game if it has one."""
    rows = in_season(season).filter(public=True)
    rows = rows.filter(game=season.game) if season.game else rows
    return rows.order_by("date", "pk")


def places_by_game(
    season: Season,
    *,
    formula: Formula | None = None,
    tournaments: Iterable[Tournament] | None = None,
) -> tuple[GameSeason, ...]:
    """Return the season in each game that was played, the site's usual one first.

    Chips of different games are never added up. Three queries, whatever the size; one
    less if the cached lines are current, and one less with `tournaments`. With another
    `formula`, the result is as under that formula.
    """
    formula = formula or formula_of(season)
    if tournaments is None:
        tournaments = tournaments_of(season)
    counted = [tournament for tournament in tournaments if tournament.counts]
    if season.finished_at:
        counted = _once_final(counted)
    lines = _lines.get(_stamp(counted, formula), partial(_ranked, counted, formula))
    seasons = []
    for game, played, lines_of_game in lines:
        tournaments = (t for t in counted if t.game == game and t.pk in played)
        seasons.append(GameSeason(game, tuple(tournaments), lines_of_game))
    return tuple(seasons)


def _once_final(tournaments: Sequence[Tournament]) -> list[Tournament]:
    """Return the tournaments that are final, or were before they were reopened.

    One query if one isn't final now.
    """
    going_on = [
        tournament.pk for tournament in tournaments if not tournament.finished_at
    ]
    known = Edition.objects.filter(tournament__in=going_on)
    reopened = {*known.values_list("tournament", flat=True)} if going_on else set()
    return [
        tournament
        for tournament in tournaments
        if tournament.finished_at or tournament.pk in reopened
    ]


def counts_later(season: Season) -> list[Tournament]:
    """Return unfinished tournaments that a final season will count later."""
    if not season.finished_at:
        return []
    begun = Round.objects.filter(tournament=OuterRef("pk"), state__in=Round.COUNTING)
    going_on = tournaments_of(season).filter(
        Exists(begun), finished_at=None, editions=None
    )
    return [tournament for tournament in going_on if tournament.counts]


def _stamp(tournaments: Iterable[Tournament], formula: Formula) -> Hashable:
    """Return a stamp that changes whenever a place can; one query.

    Tallies are never changed, only replaced, so the newest key and their number
    identify them. `followed` covers merges, and `reckoned_at` a restored site. Queues
    tournaments that are behind again, because their task may have been lost.
    """
    facts = [(t.pk, t.game, t.counts, t.start_chips, t.date) for t in tournaments]
    marks = Standings.objects.filter(tournament__in=[pk for pk, *_ in facts])
    known = marks.values_list("tournament", "revision", "followed", "reckoned_at")
    rows = known.annotate(Max("tournament__tallies"), Number("tournament__tallies"))
    stamps = []
    for tournament, revision, followed, *state in rows.order_by("pk"):
        stamps.append((tournament, followed, *state))
        if followed < revision:
            enqueue(FOLLOW, tournament)
    return repr((formula, facts, stamps))


# A game, its events by key, its lines; for each season.
_Lines = tuple[tuple[str, frozenset[int], tuple[Line[int], ...]], ...]
_lines: ProcessCache[_Lines] = ProcessCache(most=16)


def _ranked(counted: Sequence[Tournament], formula: Formula) -> _Lines:
    """Return each game's events and lines; one query."""
    evenings = _evenings(counted, formula)
    games = in_order(
        tournament.game for tournament in counted if tournament.pk in evenings
    )
    seasons = []
    for game in games:
        tournaments = [t for t in counted if t.game == game and t.pk in evenings]
        seasons.append(_of_game(game, tournaments, evenings, formula))
    return tuple(seasons)


def _of_game(
    game: str,
    tournaments: Sequence[Tournament],
    evenings: Mapping[int, Mapping[int, tuple[int, Played]]],
    formula: Formula,
) -> tuple[str, frozenset[int], tuple[Line[int], ...]]:
    numbers = {}
    for tournament in tournaments:
        for player, (number, _) in evenings[tournament.pk].items():
            numbers[player] = number
    lines = ranked(
        [_evening(tournament, evenings[tournament.pk]) for tournament in tournaments],
        formula,
        numbers,
    )
    return game, frozenset(tournament.pk for tournament in tournaments), tuple(lines)


def _evening(
    tournament: Tournament, played: Mapping[int, tuple[int, Played]]
) -> Evening[int]:
    """Return an event in the rules' form, with the number of players per place."""
    places = Counter(player_place.place for _, player_place in played.values())
    return Evening(
        {
            player: replace(player_place, sharing=places[player_place.place])
            if places[player_place.place] > 1
            else player_place
            for player, (_, player_place) in played.items()
        },
        len(played),
        Fraction(tournament.counts, WHOLE),
        tournament.date,
    )


def _evenings(
    tournaments: Iterable[Tournament], formula: Formula
) -> dict[int, dict[int, tuple[int, Played]]]:
    """Return number and result by tournament and player; one query."""
    by_pk = {tournament.pk: tournament for tournament in tournaments}
    rows = Tally.objects.filter(tournament__in=by_pk)
    of_rounds = bool(formula.best) and formula.best_of is Of.ROUNDS
    by_points = formula.counts is Counts.POINTS
    evenings: dict[int, dict[int, tuple[int, Played]]] = {}
    for pk, player, number, *facts in rows.values_list(
        *_FACTS, *(["results"] if of_rounds else [])
    ):
        played = _played(facts, by_pk[pk].start_chips, by_points)
        evenings.setdefault(pk, {})[player] = (number, played)
    return evenings


def _played(facts: Sequence[Any], start: int, by_points: bool) -> Played:
    """Return a result; points only if they count, because making fractions is slow."""
    place, total, net, rounds, points, *listed = facts
    results = (Result(*result) for result in listed[0]) if listed else ()
    return Played(
        place,
        total,
        net,
        rounds,
        _points(points, by_points=by_points),
        results=tuple(
            Scored(
                result.round,
                result.chips,
                result.chips - start,
                Fraction(result.points) if by_points else NOTHING,
                result.table is not None,
            )
            for result in results
            if not result.dropped
        ),
    )


def _points(points: float | None, *, by_points: bool) -> Fraction | None:
    if points is None:
        return None
    return Fraction(points) if by_points else NOTHING


def season_rows(season: Season) -> list[dict[str, Any]]:
    """Return the season's places as a version stores them, without names."""
    return [
        {
            "game": of_game.game,
            "player": line.key,
            "place": line.place,
            "tied": line.tied,
            "value": None if line.value is None else str(line.value),
            "evenings": line.evenings,
            "rounds": line.rounds,
        }
        for of_game in places_by_game(season)
        for line in of_game.lines
    ]


def lock_season(season: int) -> Season:
    """Lock the row that writers of a season's places need, after tournaments."""
    rows = Season.objects.select_for_update(no_key=True, of=("self",))
    return rows.select_related("club").get(pk=season)


def publish_season_if_changed(
    season: Season, actor: Actor, reason: str
) -> SeasonEdition | None:
    """Store the next version of a final season, if it differs from the newest.

    Call in the write's transaction, under the season's lock. `reason` must contain no
    names, and isn't used if tournaments count for the first time. Does nothing while
    one of its events is behind or reopened: the update of that event will store it.
    """
    if season.finished_at is None or is_unsettled(season):
        return None
    rows = season_rows(season)
    newest = season.editions.order_by("-number").first()
    if newest and (newest.rows, newest.formula) == (rows, season.formula):
        return None
    return SeasonEdition.objects.create(
        season=season,
        formula=season.formula,
        rows=rows,
        **next_edition(newest, actor, _more_since(season, newest) or reason),
    )


def _more_since(season: Season, newest: SeasonEdition | None) -> str:
    """Return the reason if tournaments became final for the first time since then."""
    if newest is None:
        return ""
    older = Edition.objects.filter(tournament=OuterRef("pk"), at__lte=newest.at)
    new = tournaments_of(season).filter(~Exists(older), finished_at__gt=newest.at)
    names = [tournament.name for tournament in new if tournament.counts]
    if not names:
        return ""
    return log_message("reason.finished_since", n=len(names), names=", ".join(names))


def seasons_with(club: int, tournaments: QuerySet[Tournament]) -> set[int]:
    """Return the keys of the seasons where any of the club's tournaments count."""
    extra = SeasonEvening.objects.filter(
        season=OuterRef("pk"), tournament__in=tournaments
    )
    of_days = tournaments.filter(
        date__gte=OuterRef("starts"), date__lte=OuterRef("ends")
    )
    own_seasons = tournaments.order_by().values("season")
    rows = Season.objects.filter(club=club).filter(
        Q(pk__in=own_seasons) | Q(Exists(extra)) | Q(Exists(of_days), beside=True)
    )
    return {*rows.order_by().values_list("pk", flat=True)}


def is_behind(season: Season) -> bool:
    """Return whether the tallies of one of the season's events are out of date."""
    visible_tournaments = tournaments_of(season).order_by().values("pk")
    return (
        Standings.objects.behind().filter(tournament__in=visible_tournaments).exists()
    )


def is_unsettled(season: Season) -> bool:
    """Return whether the places wait for a tournament that is behind or reopened."""
    known = Edition.objects.filter(tournament=OuterRef("pk"))
    reopened = tournaments_of(season).filter(Exists(known), finished_at=None)
    return is_behind(season) or any(tournament.counts for tournament in reopened)


def put_right_final_seasons(actor: Actor) -> None:
    """Store a new version of final seasons that counted a tournament too early.

    Older versions of the site did that.
    """
    for season in Season.objects.exclude(finished_at=None).order_by("pk"):
        if counts_later(season):
            with transaction.atomic():
                reason = log_message("reason.site_updated")
                publish_season_if_changed(lock_season(season.pk), actor, reason)


def follow_seasons(seasons: Iterable[int], actor: Actor, reason: str) -> None:
    """Update final seasons whose tallies changed."""
    for pk in sorted(set(seasons)):
        publish_season_if_changed(lock_season(pk), actor, reason)
