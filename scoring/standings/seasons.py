"""Create, change, finish and reopen seasons, and preview the effects of a change."""

import hashlib
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from datetime import date
from itertools import chain
from typing import Any

from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils import timezone

from clubs.clubs import free_slug
from clubs.i18n import and_list, day, joined, lazy_message, message, place_text
from clubs.merging import SAVED_AT_ONCE, stamp_of
from clubs.models import Club, Season
from rules.season import Formula, formula_to
from scoring.core.writes import (
    USED_ELSEWHERE,
    ActionRefused,
    Actor,
    Conflict,
    find_duplicate,
    log,
)
from scoring.games.game_choice import in_order
from scoring.games.labels import name_of
from scoring.models import Tournament
from scoring.models.log_messages import LogMessage, log_message
from scoring.results.stored import MOST_REASON
from scoring.rollups.season_places import (
    formula_of,
    in_season,
    is_behind,
    lock_season,
    places_by_game,
    publish_season_if_changed,
    tournaments_of,
)
from scoring.rollups.updates import BEHIND, catch_up
from scoring.standings.formulas import formula_words
from scoring.standings.season_standings import (
    SeasonStandings,
    ready_to_finish,
    season_by_game,
)
from scoring.tournaments import tournaments

NOBODY = ("", "", "")
TOLD = ("name", "starts", "ends", "game", "formula", "beside")
NO_REASON = lazy_message(
    "Enter why you’re reopening the season. The next version shows the reason."
)
AGAIN = "reason.season_finished_again"


@dataclass(frozen=True, slots=True)
class LineEffect:
    """A player's place and value before and after a change; "" for none."""

    name: str
    old_place: str
    new_place: str
    old: str
    new: str

    @property
    def moves(self) -> bool:
        return self.old_place != self.new_place


@dataclass(frozen=True, slots=True)
class SeasonEffects:
    """Effects by game name, with the lines in order of their new places."""

    games: tuple[tuple[str, tuple[LineEffect, ...]], ...] = ()

    def __bool__(self) -> bool:
        """Whether any place or value would change."""
        lines = chain.from_iterable(lines for _, lines in self.games)
        return any(line.moves or line.old != line.new for line in lines)

    @property
    def moved(self) -> int:
        lines = chain.from_iterable(lines for _, lines in self.games)
        return sum(line.moves for line in lines)

    @property
    def digest(self) -> str:
        """A hash of exactly these effects: confirming them confirms nothing else."""
        return hashlib.sha256(repr(self.games).encode()).hexdigest()[:16]


def tournaments_for(season: Season) -> QuerySet[Tournament]:
    """Return tournaments that can count: the season's own and those on its days."""
    days = (season.starts, season.ends)
    of_days = Q(date__range=days)
    return in_season(season, of_days).select_related("season").order_by("date", "pk")


def effects_of(
    season: Season,
    supposed: Season,
    formula: Formula,
    weights: Mapping[int, int],
    counted_also: Mapping[int, int | None],
) -> SeasonEffects:
    """Return the effects of a changed season and weights (hundredths).

    `supposed` has the season's new facts.
    """
    changed = Q(pk__in={*weights, *counted_also})
    among = in_season(supposed, changed).filter(public=True)
    counted = []
    for tournament in among.order_by("date", "pk"):
        current_weight = (
            counted_also[tournament.pk] or 0
            if tournament.pk in counted_also
            else tournament.counts
        )
        tournament.counts = weights.get(tournament.pk, current_weight)
        if tournament.counts and supposed.game in ("", tournament.game):
            counted.append(tournament)
    return between(season_by_game(season), season_by_game(supposed, formula, counted))


def between(
    old: tuple[SeasonStandings, ...], new: tuple[SeasonStandings, ...]
) -> SeasonEffects:
    """Return the differences between two standings, game by game."""
    before = {_game_of(year): year for year in old}
    after = {_game_of(year): year for year in new}
    return SeasonEffects(
        tuple(
            (name_of(game), tuple(_lines(before.get(game), after.get(game))))
            for game in in_order({*before, *after} - {""})
        )
    )


def _game_of(standings: SeasonStandings) -> str:
    return standings.tournaments[0].game if standings.tournaments else ""


def _lines(
    old: SeasonStandings | None, new: SeasonStandings | None
) -> list[LineEffect]:
    old_lines, new_lines = _places_by_player(old), _places_by_player(new)
    order = [*new_lines, *(player for player in old_lines if player not in new_lines)]
    return [
        LineEffect(
            (new_lines.get(player) or old_lines[player])[0],
            old_lines.get(player, NOBODY)[1],
            new_lines.get(player, NOBODY)[1],
            old_lines.get(player, NOBODY)[2],
            new_lines.get(player, NOBODY)[2],
        )
        for player in order
    ]


def _places_by_player(
    standings: SeasonStandings | None,
) -> dict[int, tuple[str, str, str]]:
    """Return name, place and value by the player's number."""
    if standings is None:
        return {}
    return {
        line.player: (
            line.name,
            place_text(line.place, line.tied) if line.place else "",
            standings.value_text_of(line),
        )
        for line in standings.lines
    }


@dataclass(frozen=True, slots=True)
class SeasonFacts:
    """The editable facts of a season."""

    name: str
    starts: date
    ends: date
    game: str
    formula: Formula
    beside: bool = False

    def put_on(self, season: Season) -> Season:
        season.name, season.game = self.name, self.game
        season.starts, season.ends = self.starts, self.ends
        season.formula, season.beside = formula_to(self.formula), self.beside
        return season


@transaction.atomic
def create(*, club: Club, actor: Actor, key: str, facts: SeasonFacts) -> Season:
    """Create a season, and move tournaments of its days to it.

    Tournaments of final seasons don't move; none moves if the season counts them
    `beside`. Raises ActionRefused for a name in use, or a key used elsewhere.
    """
    days = (facts.starts, facts.ends)
    found = club.tournaments.filter(date__range=days, season__finished_at=None)
    # Lock tournaments before the club, in the order used when a new player is entered.
    locked = found.order_by("pk").select_for_update(no_key=True, of=("self",))
    overlapping = [] if facts.beside else [season.pk for season in locked]
    Club.objects.select_for_update(no_key=True).get(pk=club.pk)
    if duplicate := find_duplicate(key):
        created = club.seasons.filter(slug=duplicate.new).first()
        if duplicate.club_id != club.pk or created is None:
            raise ActionRefused(USED_ELSEWHERE)
        return created
    _refuse_name(club, facts.name)
    season = facts.put_on(
        Season(club=club, slug=free_slug(club.seasons, facts.name, "season"))
    )
    season.save()
    Tournament.objects.filter(pk__in=overlapping).update(season=season)
    text = log_message("season.created", name=season.name)
    log(actor, "season", text, club=club, key=key, new=season.slug)
    return season


@transaction.atomic
def change(
    *,
    season: Season,
    actor: Actor,
    facts: SeasonFacts,
    weights: Mapping[int, int],
    counted_also: Mapping[int, int | None] | None = None,
    known_stamp: str = "",
) -> Season:
    """Change a season, and the weights of its tournaments (hundredths by their key).

    A tournament of another season moves here; one in `counted_also` stays in its own
    and counts here too, or not anymore (None). Raises ActionRefused for a final season,
    also if a tournament would leave one; Conflict if the season has changed since
    `known_stamp`.
    """
    rows = Tournament.objects.select_for_update(no_key=True, of=("self",))
    chosen = rows.filter(club=season.club_id, pk__in=weights).order_by("pk").in_bulk()
    fresh = lock_season(season.pk)
    moved = {
        pk: weights[pk]
        for pk, tournament in chosen.items()
        if (tournament.season_id, tournament.season_weight) != (fresh.pk, weights[pk])
    }
    changed_weights = {
        pk: weight for pk, weight in (counted_also or {}).items() if pk not in moved
    }
    wanted = facts.put_on(Season())
    if (
        not moved
        and not changed_weights
        and all(getattr(fresh, n) == getattr(wanted, n) for n in TOLD)
    ):
        return fresh
    old = season_in_words(fresh)
    _refuse_change(fresh, facts, [chosen[pk] for pk in moved])
    if known_stamp and known_stamp != season_stamp(fresh):
        raise Conflict(SAVED_AT_ONCE)
    facts.put_on(fresh).save()
    for pk, weight in moved.items():
        Tournament.objects.filter(pk=pk).update(season=fresh, season_weight=weight)
    fresh.more_evenings.filter(tournament__in=moved).delete()
    _count_also(fresh, changed_weights)
    log(
        actor,
        "season",
        _changed(fresh, len(moved) + len(changed_weights)),
        club=fresh.club,
        old=old,
        new=season_in_words(fresh),
    )
    return fresh


def _count_also(season: Season, weights: Mapping[int, int | None]) -> None:
    """Save weights of tournaments that stay in their own season and count here."""
    others = season.club.tournaments.exclude(season=season).filter(pk__in=weights)
    for pk, date_of in others.values_list("pk", "date"):
        of_days = season.beside and season.starts <= date_of <= season.ends
        weight = weights[pk]
        if weight is None and not of_days:
            season.more_evenings.filter(tournament=pk).delete()
        else:
            season.more_evenings.update_or_create(
                tournament_id=pk, defaults={"weight": weight or 0}
            )


def finish(*, season: Season, actor: Actor) -> Season:
    """Declare a season final and publish its places; finishing twice is once.

    Raises ActionRefused while nothing was played, a tournament that counts isn't final,
    or one is still being added up.
    """
    catch_up(season)
    return _finish(season, actor)


@transaction.atomic
def _finish(season: Season, actor: Actor) -> Season:
    fresh = lock_season(season.pk)
    if fresh.finished_at:
        return fresh
    if is_behind(fresh):
        raise ActionRefused(BEHIND)
    if not places_by_game(fresh):
        raise ActionRefused(message("Nothing has been played in this season yet."))
    counted = [tournament for tournament in tournaments_of(fresh) if tournament.counts]
    if going_on := [tournament for tournament in counted if not tournament.finished_at]:
        names = and_list(going_on)
        raise ActionRefused(
            message(
                "Finish these first, or remove them from the season: {names}.",
                names=names,
            )
        )
    fresh.finished_at = timezone.now()
    fresh.save()
    publish_season_if_changed(fresh, actor, fresh.reopened_why or log_message(AGAIN))
    Season.objects.filter(pk=fresh.pk).update(reopened_why="")
    text = log_message("season.finished", name=fresh.name)
    log(actor, "season", text, club=fresh.club)
    return fresh


@transaction.atomic
def reopen(*, season: Season, actor: Actor, reason: str) -> Season:
    """Reopen a final season; the next version shows the reason.

    Raises ActionRefused without a reason.
    """
    reason = reason.strip()
    if not reason:
        raise ActionRefused(NO_REASON, "reason")
    if len(reason) > MOST_REASON:
        raise ActionRefused(
            message("Use at most {n} characters.", n=MOST_REASON), "reason"
        )
    fresh = lock_season(season.pk)
    if fresh.finished_at:
        fresh.finished_at, fresh.reopened_why = None, reason
        fresh.save()
        text = log_message("season.reopened", name=fresh.name)
        log(actor, "season", text, club=fresh.club, new=reason)
    return fresh


def finish_tournaments(
    *, season: Season, actor: Actor, today: date, named: Collection[int]
) -> tuple[list[Tournament], list[str]]:
    """Finish the `named` tournaments that are ready; return them and the errors."""
    finished, refused = [], []
    for tournament in ready_to_finish(season, today):
        if tournament.pk not in named:
            continue
        try:
            finished.append(tournaments.finish(tournament=tournament, actor=actor))
        except ActionRefused as why:
            refused.append(why.message)
    return finished, refused


def has_tournaments(season: Season) -> bool:
    """Return whether any tournament belongs to the season or counts in it."""
    return any(
        tournament.season_id == season.pk or tournament.counts
        for tournament in in_season(season)
    )


@transaction.atomic
def delete(*, season: Season, actor: Actor) -> None:
    """Delete a season without tournaments; what was declared final stays forever.

    Raises ActionRefused if it has tournaments, or a published version of its places.
    """
    fresh = lock_season(season.pk)
    if has_tournaments(fresh):
        raise ActionRefused(
            message("This season has tournaments, so it can’t be deleted.")
        )
    if fresh.editions.exists():
        raise ActionRefused(
            message("This season was declared final once, so it can’t be deleted.")
        )
    name, club = fresh.name, fresh.club
    fresh.delete()
    log(actor, "season", log_message("season.deleted", name=name), club=club)


def season_stamp(season: Season) -> str:
    """Return a stamp of the season's facts and weights, to detect later changes."""
    counted = in_season(season).order_by("pk")
    facts: dict[str, Any] = {name: getattr(season, name) for name in TOLD}
    weights = ",".join(
        f"{tournament.pk}:{tournament.season_id}:{tournament.counts}"
        for tournament in counted
    )
    return stamp_of(Season(**facts, slug=weights), (*TOLD, "slug"))


def season_in_words(season: Season) -> str:
    """Return a season in words, for the log."""
    words = formula_words(formula_of(season))
    if season.beside:
        words.append(
            message(
                "Every tournament on the season’s dates counts, even one that "
                "belongs to another season."
            )
        )
    return log_message(
        "season.facts",
        name=season.name,
        first=day(season.starts),
        last=day(season.ends),
        formula=joined(words, " "),
    )


def _changed(season: Season, tournament_count: int) -> LogMessage:
    if not tournament_count:
        return log_message("season.changed", name=season.name)
    return log_message(
        "season.changed_with_tournaments",
        n=tournament_count,
        name=season.name,
    )


def _refuse_change(season: Season, facts: SeasonFacts, moved: list[Tournament]) -> None:
    if season.finished_at:
        raise ActionRefused(
            message("This season is final. Reopen it before you change it.")
        )
    if facts.name.casefold() != season.name.casefold():
        _refuse_name(season.club, facts.name)
    left = {tournament.season_id for tournament in moved} - {season.pk}
    final = Season.objects.filter(pk__in=left).exclude(finished_at=None).first()
    if final:
        raise ActionRefused(
            message(
                "Season {name} is final. Reopen it before you move a tournament out "
                "of it.",
                name=final.name,
            )
        )


def _refuse_name(club: Club, name: str) -> None:
    if club.seasons.filter(name__iexact=name).exists():
        raise ActionRefused(
            message("There’s already a season named “{name}.”", name=name), "name"
        )
