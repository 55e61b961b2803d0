"""Importing a list as events, and correcting its lines.

A few events are imported at a time, so that no one waits for long. None of them is
public until the last one is there. After an interruption, the import runs again and
continues.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from datetime import date, datetime, time
from itertools import chain

from django.db import transaction
from django.utils.text import slugify

from clubs.i18n import chips, day, lazy_message, message, points
from clubs.models import Club, Player, Season
from clubs.players import last_number, new_player, season_on
from rules.season import formula_to
from scoring.backups.retention import back_up
from scoring.core.quotas import refuse_beyond
from scoring.core.text_cleaning import clean
from scoring.core.writes import ActionRefused, Actor, lock, log
from scoring.games.game_choice import usual_facts
from scoring.models import (
    Edition,
    Entry,
    OldList,
    OldResult,
    Standings,
    StandingsRow,
    Tally,
    Tournament,
)
from scoring.models.log_messages import log_message
from scoring.models.standings import split_rows
from scoring.past_results.event_parser import (
    LONGEST_NAME,
    Fact,
    ImportPlan,
    PastEvening,
)
from scoring.people.entries import new_entry
from scoring.results import stored
from scoring.results.compute import OldFacts, facts_of, rows_of_facts
from scoring.rollups.event_results import facts_with
from scoring.rollups.hand_stats import NO_HANDS
from scoring.rollups.season_places import follow_seasons, seasons_with

AT_ONCE = 5  # events per transaction
FINAL_SINCE = time(23)


def take(*, old_list: OldList, actor: Actor, wanted: ImportPlan) -> OldList:
    """Import all events of a reviewed list. A second time changes nothing.

    Raises ActionRefused if the same file was imported already, if the list was deleted
    or is being removed, and beyond a limit of the club.
    """
    fresh, people = _begin(old_list, wanted)
    while not _next(fresh, actor, wanted, people):
        pass
    return _end(fresh, actor)


def lock_list(old_list: OldList) -> OldList:
    """Lock the row that every step of an import needs, after the club.

    Raises ActionRefused if the list was deleted.
    """
    Club.objects.select_for_update(no_key=True).get(pk=old_list.club_id)
    rows = OldList.objects.select_for_update(no_key=True, of=("self",))
    # The cells are large, and no step that holds the lock reads them.
    fresh = rows.select_related("club").defer("sheets").filter(pk=old_list.pk).first()
    if fresh is None:
        raise ActionRefused(
            message("Someone withdrew this list while you were editing.")
        )
    return fresh


@transaction.atomic
def _begin(old_list: OldList, wanted: ImportPlan) -> tuple[OldList, dict[str, Player]]:
    """Create new players and seasons, and return the player of each name."""
    fresh = lock_list(old_list)
    if fresh.state == OldList.State.GOING:
        raise ActionRefused(message("This list is being removed."))
    if fresh.state == OldList.State.DRAFT:
        others = fresh.club.old_lists.exclude(state=OldList.State.DRAFT)
        if others.filter(digest=fresh.digest).exists():
            raise ActionRefused(
                message(
                    "This file has already been imported. Nothing was imported again."
                )
            )
        facts = chain.from_iterable(evening.facts for evening in wanted.evenings)
        names = dict.fromkeys(fact.name for fact in facts)
        refuse_beyond(fresh.club, "evenings", more=len(wanted.evenings))
        fresh.made = {
            "people": wanted.known | _new_people(fresh.club, wanted, names),
            "players": [],
            "seasons": _new_seasons(fresh.club, wanted),
            "evenings": 0,
        }
        known = {*wanted.known.values()}
        fresh.made["players"] = sorted({*fresh.made["people"].values()} - known)
        fresh.state = OldList.State.COMING
        fresh.save()
    players = Player.everybody.in_bulk({*fresh.made["people"].values()})
    return fresh, {n: players[pk] for n, pk in fresh.made["people"].items()}


def _new_people(club: Club, wanted: ImportPlan, names: Iterable[str]) -> dict[str, int]:
    """Create players for new names; return their keys. Raises ActionRefused for many."""
    persons = {
        name: wanted.new_as.get(name, name)
        for name in names
        if name not in wanted.known
    }
    new = dict.fromkeys(persons.values())
    refuse_beyond(club, "players", more=len(new))
    first = last_number(club) + 1
    created = Player.objects.bulk_create(
        new_player(club, number, name) for number, name in enumerate(new, start=first)
    )
    keys = {player.name: player.pk for player in created}
    return {name: keys[person] for name, person in persons.items()}


def _new_seasons(club: Club, wanted: ImportPlan) -> list[int]:
    """Create seasons for dates without one, with the formula that suits the list."""
    seasons = list(club.seasons.all())
    before = {season.pk for season in seasons}
    for evening in wanted.evenings:
        if not any(_is_home(known, evening.day) for known in seasons):
            seasons.append(season_on(club, evening.day))
    new = [season.pk for season in seasons if season.pk not in before]
    formula = formula_to(wanted.formula)
    club.seasons.filter(pk__in=new).update(formula=formula)
    return new


@transaction.atomic
def _next(
    old_list: OldList, actor: Actor, wanted: ImportPlan, people: dict[str, Player]
) -> bool:
    """Import a few more events. Return whether there were none left."""
    fresh = lock_list(old_list)
    finished = fresh.made.get("evenings", 0)
    evenings = wanted.evenings[finished : finished + AT_ONCE]
    if fresh.state != OldList.State.COMING or not evenings:
        return True
    _add_evenings(fresh, actor, wanted, evenings, people)
    fresh.made["evenings"] = finished + len(evenings)
    fresh.save(update_fields=["made"])
    return False


def _add_evenings(
    old_list: OldList,
    actor: Actor,
    wanted: ImportPlan,
    evenings: Sequence[PastEvening],
    people: dict[str, Player],
) -> None:
    club = old_list.club
    slugs, seasons = _Slugs(club), list(club.seasons.all())
    tournaments = Tournament.objects.bulk_create(
        Tournament(
            club=club,
            currency=club.currency,
            season=_season(seasons, evening.day),
            name=evening.title[:LONGEST_NAME]
            or message("Event on {day}", day=day(evening.day)),
            slug=slugs.free(evening.day),
            date=evening.day,
            public=False,
            game=wanted.game,
            ranking=Tournament.Ranking.TABLE_POINTS
            if wanted.by_points
            else Tournament.Ranking.CHIPS,
            finished_at=datetime.combine(evening.day, FINAL_SINCE, club.zone),
            created_by=actor.user,
            old_list=old_list,
            **usual_facts(wanted.game) | {"start_chips": wanted.start_chips},
        )
        for evening in evenings
    )
    pairs = list(zip(tournaments, evenings, strict=True))
    facts: list[tuple[Tournament, int, Fact]] = []
    for tournament, evening in pairs:
        for number, fact in enumerate(evening.facts, start=1):
            facts.append((tournament, number, fact))
    entries = Entry.objects.bulk_create(
        new_entry(tournament, people[fact.name], number)
        for tournament, number, fact in facts
    )
    OldResult.objects.bulk_create(
        OldResult(
            entry=entry,
            place=fact.place,
            total=fact.total,
            points=fact.points,
            rounds=fact.rounds,
        )
        for entry, (_, _, fact) in zip(entries, facts, strict=True)
    )
    _keep(tournaments, entries, [fact for _, _, fact in facts], actor)


def _keep(
    tournaments: Iterable[Tournament],
    entries: Iterable[Entry],
    facts: Iterable[Fact],
    actor: Actor,
) -> None:
    """Store standings, tallies and first editions of several tournaments at once.

    A refresh of each tournament would store equal rows, one by one.
    """
    listed: dict[int, list[OldFacts]] = {}
    players: dict[int, int | None] = {}
    for entry, fact in zip(entries, facts, strict=True):
        known = OldFacts(entry.pk, fact.place, fact.total, fact.points, fact.rounds)
        listed.setdefault(entry.tournament_id, []).append(known)
        players[entry.pk] = entry.player_id
    standings, editions = [], []
    lines: list[StandingsRow] = []
    tallies: list[Tally] = []
    for tournament in tournaments:
        rows = rows_of_facts(listed[tournament.pk], by_points=tournament.by_points)
        places, own_rows = split_rows(rows)
        standings.append(Standings(tournament=tournament, places=places))
        without_ties = {entry: (facts, None) for entry, facts in own_rows.items()}
        lines += StandingsRow.list_new(tournament.pk, without_ties)
        tallies += [
            t.as_tally(tournament, NO_HANDS)
            for t in facts_with(tournament, rows, players)
        ]
        signed = {"by": actor.user, "by_name": actor.name}
        editions.append(Edition(tournament=tournament, number=1, rows=rows, **signed))
    Standings.objects.bulk_create(standings)
    StandingsRow.objects.bulk_create(lines)
    Tally.objects.bulk_create(tallies)
    Edition.objects.bulk_create(editions)


@transaction.atomic
def _end(old_list: OldList, actor: Actor) -> OldList:
    """Make the events public, and delete the cells of the file."""
    fresh = lock_list(old_list)
    if fresh.state != OldList.State.COMING:
        return fresh
    tournaments = fresh.tournaments.all()
    tournaments.update(public=True)
    fresh.state, fresh.sheets, fresh.choices = OldList.State.IN, [], {}
    fresh.made = {name: fresh.made[name] for name in ("players", "seasons", "evenings")}
    fresh.save()
    seasons = seasons_with(fresh.club_id, tournaments)
    follow_seasons(seasons, actor, log_message("reason.file_imported"))
    text = log_message(
        "past_results.imported",
        n=fresh.made["evenings"],
        file=fresh.name,
    )
    log(actor, "old-list", text, club=fresh.club)
    if newest := tournaments.first():
        back_up(newest)
    return fresh


def _season(seasons: Iterable[Season], event_day: date) -> Season:
    """Return the season of a date, which exists by now."""
    return next(season for season in seasons if _is_home(season, event_day))


def _is_home(season: Season, event_day: date) -> bool:
    return not season.beside and season.starts <= event_day <= season.ends


class _Slugs:
    """A generator of addresses from dates, unique in the club."""

    def __init__(self, club: Club) -> None:
        self.taken = Counter(club.tournaments.values_list("slug", flat=True))

    def free(self, event_day: date) -> str:
        slug, n = slugify(event_day.isoformat()), 2
        while slug in self.taken:
            slug, n = f"{event_day.isoformat()}-{n}", n + 1
        self.taken[slug] += 1
        return slug


MOST_REASON = 200
WHY = lazy_message("Enter where the correct number comes from.")


@transaction.atomic
def correct(*, entry: Entry, actor: Actor, facts: OldFacts, reason: str) -> bool:
    """Correct a line of the list. Return whether anything changed.

    Raises ActionRefused without a reason, for a place beyond the number of players, and
    for no place if the list has everyone's.
    """
    tournament = entry.tournament
    old_list = lock_list(OldList.objects.get(tournaments=tournament))
    if old_list.state != OldList.State.IN:
        raise ActionRefused(message("This list hasn’t been imported."))
    lock(tournament)
    reason = clean(reason, most=MOST_REASON, field="reason", needed=WHY)
    listed = OldResult.objects.filter(entry__tournament=tournament)
    result = listed.get(entry=entry)
    before = facts_of(result)
    if facts == before:
        return False
    if facts.place is None and not listed.filter(place=None).exists():
        raise ActionRefused(
            message(
                "Everyone on this list has a place, so enter one for this player too."
            ),
            "place",
        )
    if facts.place and facts.place > listed.count():
        raise ActionRefused(
            message("That’s more than the number of players on the list."), "place"
        )
    _, result.place, result.total, result.points, result.rounds = facts
    result.save()
    change_text = log_message("reason.past_results_corrected", why=reason)
    stored.refresh(tournament, actor=actor, reason=change_text)
    text = log_message(
        "past_results.corrected",
        evening=tournament.name,
        who=entry.name,
        why=reason,
    )
    log(
        actor,
        "old-list",
        text,
        club=old_list.club,
        tournament=tournament,
        old=_in_words(before),
        new=_in_words(facts),
    )
    return True


def _in_words(facts: OldFacts) -> str:
    return log_message(
        "past_results.line",
        place=chips(facts.place),
        total=chips(facts.total),
        points=points(facts.points),
        rounds=chips(facts.rounds),
    )
