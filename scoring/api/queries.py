"""Queries of the API, based on the services behind the pages, and versions for caching.

A version covers everything that a response depends on and costs one query; the response
is cached under it. Names are displayed as to the public, and everything is in English.
A reader with a token of the club can get full names, and data that isn't public.
"""

from collections.abc import Hashable, Iterable, Sequence
from datetime import date, datetime
from typing import Any, NamedTuple
from uuid import UUID

from django.db.models import (
    Count,
    Exists,
    F,
    Max,
    Model,
    OuterRef,
    Q,
    QuerySet,
    Subquery,
    Sum,
)
from django.utils import timezone

from clubs.clubs import public_clubs
from clubs.models import Club
from clubs.models import Season as SeasonRow
from scoring.api import schemas
from scoring.api.history_queries import careers_told, rounds_told
from scoring.api.tokens import TokenScope
from scoring.api.upcoming import facts_of_each
from scoring.core.writes import ActionRefused
from scoring.exports.card_evening_export import id_of, line
from scoring.exports.tables import in_decimals
from scoring.history.player_history import evenings_of, results_of
from scoring.models import (
    Answer,
    Change,
    Entry,
    Round,
    SeasonEdition,
    Seat,
    Standings,
    Tally,
    Tournament,
)
from scoring.people.entries import NOT_COMING
from scoring.people.players import played_in_public, player_at, players_of
from scoring.rollups.updates import catch_up
from scoring.standings.formulas import formula_words
from scoring.standings.season_standings import (
    SeasonStandings,
    season_by_game,
    season_edition,
    seasons_of,
)

AT_ONCE = 180  # items of a list in one response; these fit in 100 KB
# Version of the response format; change it when the same data gives other bytes.
MODEL = "3"


class StaleResults(Exception):
    """The requested results are being computed and available in a few seconds."""


def clubs_version() -> Hashable:
    """Return the version of the list of clubs; one query."""
    changes = Change.objects.filter(tournament=None).order_by("-pk").values("pk")
    clubs = public_clubs().annotate(change=Subquery(changes[:1]))
    facts = clubs.aggregate(
        n=Count("pk"), last=Max("pk"), names=Sum("names_version"), then=Max("change")
    )
    return MODEL, str(facts)


def _clubs_of(reader: TokenScope) -> QuerySet[Club]:
    """Return public clubs, and the reader's waiting club with a token for drafts."""
    if not reader.drafts:
        return public_clubs()
    return public_clubs() | Club.objects.filter(pk=reader.club, closes_at=None)


def club_versioned(
    slug: str, reader: TokenScope, *, by_clock: bool = False
) -> tuple[Club, Hashable] | None:
    """Return a club and the version of all responses about it; one query.

    `by_clock`: include RSVP deadlines in the version, which change as time passes.
    """
    of_club = Change.objects.filter(club=OuterRef("pk")).order_by("-pk")
    standings = Standings.objects.filter(tournament__club=OuterRef("pk")).order_by()
    grown = standings.values("tournament__club")
    found = (
        _clubs_of(reader)
        .filter(slug=slug)
        .annotate(
            last_change=Subquery(of_club.values("pk")[:1]),
            revisions=Subquery(grown.annotate(n=Sum("revision")).values("n")),
            followed=Subquery(grown.annotate(n=Sum("followed")).values("n")),
            reckoned=Subquery(grown.annotate(n=Max("reckoned_at")).values("n")),
        )
        .annotate(**_passed(timezone.now()) if by_clock else {})
        .first()
    )
    if found is None:
        return None
    stamps: Any = found
    passed = [
        getattr(stamps, name) for name in ("opened", "ended", "lapsed") if by_clock
    ]
    today = timezone.localdate(timezone=found.zone)
    numbers = (stamps.last_change, stamps.revisions, stamps.followed, stamps.reckoned)
    facts = (*map(str, (*numbers, today, *passed)), _facts(found))
    return found, (MODEL, reader.for_club(found.pk), *facts)


def _passed(current_time: datetime) -> dict[str, Subquery]:
    """Return subqueries that count past moments that change a club's event lists."""

    def of_club(rows: QuerySet[Any], club: str) -> Subquery:
        of_it = rows.filter(**{club: OuterRef("pk")}).order_by().values(club)
        return Subquery(of_it.annotate(n=Count("pk")).values("n"))

    events = Tournament.objects.all()
    return {
        "opened": of_club(events.filter(answers_from__lte=current_time), "club"),
        "ended": of_club(events.filter(answers_until__lte=current_time), "club"),
        "lapsed": of_club(
            Answer.objects.filter(until__lte=current_time), "tournament__club"
        ),
    }


def evening_versioned(
    club: str, key: UUID, reader: TokenScope
) -> tuple[Tournament, Hashable] | None:
    """Return an event the reader can see, and the version of its file; one query."""
    may_be_read = Q(public=True)
    if reader.drafts:
        may_be_read |= Q(club=reader.club)
    lines = Change.objects.filter(tournament=OuterRef("pk")).order_by("-pk")
    found = (
        Tournament.objects.filter(may_be_read, club__slug=club, file_id=key)
        .filter(club__in=_clubs_of(reader))
        .select_related("club", "season")
        .annotate(
            last_change=Subquery(lines.values("pk")[:1]),
            stands=F("standings__version"),
            reckoned=F("standings__reckoned_at"),
        )
        .first()
    )
    if found is None:
        return None
    stamps: Any = found
    numbers = map(str, (stamps.last_change, stamps.stands, stamps.reckoned))
    facts = [_facts(row) for row in (found, found.club, found.season)]
    return found, (MODEL, reader.for_club(found.club_id), *numbers, *facts)


def _facts(row: Model) -> str:
    return str([getattr(row, column.attname) for column in row._meta.concrete_fields])


def clubs_after(slug: str) -> schemas.Clubs:
    """Return clubs sorted by slug, after the given slug."""
    rows = list(public_clubs().filter(slug__gt=slug).order_by("slug")[: AT_ONCE + 1])
    more = {"next": rows[AT_ONCE - 1].slug} if len(rows) > AT_ONCE else {}
    return schemas.Clubs(clubs=tuple(map(club_told, rows[:AT_ONCE])), **more)


def club_told(club: Club) -> schemas.Club:
    return schemas.Club(
        slug=club.slug,
        name=line(club.name) or "–",
        time_zone=club.time_zone,
        **_known(town=line(club.town), licence=club.licence or None),
    )


def _visible_tournaments(club: Club, reader: TokenScope) -> QuerySet[Tournament]:
    rows = club.tournaments.select_related("season")
    return rows if reader.for_club(club.pk).drafts else rows.filter(public=True)


class Cursor(NamedTuple):
    """The position of an event in its club's list, even of a deleted event."""

    date: date
    pk: int

    def __str__(self) -> str:
        return f"{self.date.toordinal()}.{self.pk}"


# An event's id, or a cursor: the digits of a day and a key.
AFTER = (
    r"^(|[0-9A-Fa-f]{8}(-?[0-9A-Fa-f]{4}){3}-?[0-9A-Fa-f]{12}|[0-9]{1,7}\.[0-9]{1,18})$"
)


def cursor_of(club: Club, after: str, reader: TokenScope) -> Cursor | None:
    """Return the position given in `after`.

    None if the reader can't see an event of this id, deleted or never existing: then
    the list starts from the beginning.
    """
    day, dot, pk = after.partition(".")
    if dot:
        ordinal = min(max(int(day), 1), date.max.toordinal())
        return Cursor(date.fromordinal(ordinal), int(pk))
    if not after:
        return None
    last = _visible_tournaments(club, reader).filter(file_id=UUID(after)).first()
    return _cursor(last) if last else None


def evenings_after(
    club: Club, after: str, state: str, reader: TokenScope
) -> schemas.Evenings:
    """Return events after a position, newest first; its event needn't exist anymore."""
    rows = _in_state(_visible_tournaments(club, reader).order_by("-date", "-pk"), state)
    if last := cursor_of(club, after, reader):
        rows = rows.filter(Q(date__lt=last.date) | Q(date=last.date, pk__lt=last.pk))
    found = list(rows[: AT_ONCE + 1])
    more = {"next": str(_cursor(found[AT_ONCE - 1]))} if len(found) > AT_ONCE else {}
    return schemas.Evenings(evenings=_evening_lines(found[:AT_ONCE]), **more)


def _cursor(row: Tournament) -> Cursor:
    return Cursor(row.date, row.pk)


def coming(club: Club, state: str, reader: TokenScope) -> schemas.Coming:
    """Return events from today on that aren't over, the next one first."""
    today = timezone.localdate(timezone=club.zone)
    rows = _in_state(_visible_tournaments(club, reader), state)
    rows = rows.filter(date__gte=today, finished_at=None, old_list=None)
    listed = list(rows.order_by("date", "pk").prefetch_related("rounds")[:AT_ONCE])
    more = facts_of_each(club, listed)
    events = tuple(
        schemas.EventToCome(**{**facts, **_known(**more[row.pk])})
        for row, facts in zip(listed, _line_facts(listed), strict=True)
    )
    return schemas.Coming(evenings=events)


BEGUN = Exists(
    Round.objects.filter(tournament=OuterRef("pk")).exclude(state=Round.State.DRAFT)
)
ENTERED = Entry.objects.filter(tournament=OuterRef("pk"), house=None).order_by()
SAT = Exists(
    Seat.objects.filter(credit=OuterRef("pk"), round__state__in=Round.COUNTING)
)
PLAYED = ENTERED.filter(SAT | Exists(Tally.objects.filter(entry=OuterRef("pk"))))


def _in_state(rows: QuerySet[Tournament], state: str) -> QuerySet[Tournament]:
    """Filter events by a state as defined in `_state`; all events without one."""
    if state == "called_off":
        return rows.exclude(called_off_at=None)
    rows = rows.filter(called_off_at=None) if state else rows
    is_over = ~Q(finished_at=None) | ~Q(old_list=None)
    if state == "final":
        return rows.filter(is_over)
    if state == "playing":
        return rows.filter(~is_over & Q(BEGUN))
    return rows.filter(~is_over & ~Q(BEGUN)) if state else rows


def _state(row: Tournament, has_begun: bool) -> str:
    if row.called_off_at:
        return "called_off"
    if row.finished_at or row.old_list_id:
        return "final"
    return "playing" if has_begun else "announced"


def _evening_lines(rows: Sequence[Tournament]) -> tuple[schemas.EveningLine, ...]:
    return tuple(schemas.EveningLine(**facts) for facts in _line_facts(rows))


def _line_facts(rows: Sequence[Tournament]) -> list[dict[str, Any]]:
    """Return the facts of each event for a list; one more query in total."""
    counted = Tournament.objects.filter(pk__in=[row.pk for row in rows]).annotate(
        begun=BEGUN,
        played=_count_of(PLAYED),
        going=_count_of(ENTERED.exclude(state__in=NOT_COMING)),
    )
    facts = counted.values_list("pk", "begun", "played", "going")
    known = {pk: more for pk, *more in facts}
    return [_facts_of_line(row, *known[row.pk]) for row in rows]


def _count_of(entries: QuerySet[Entry]) -> Subquery:
    grouped = entries.values("tournament").annotate(people=Count("pk"))
    return Subquery(grouped.values("people"))


def _facts_of_line(
    row: Any, begun: bool, played: int | None, going: int | None
) -> dict[str, Any]:
    state = _state(row, begun)
    players = played if begun or state == "final" else going
    return {
        "id": id_of(row),
        "name": line(row.name) or "–",
        "date": row.date.isoformat(),
        "game": row.game,
        "season": line(row.season.name) or "–",
        "season_slug": row.season.slug,
        "public": row.public,
        "state": state,
        "called_off": row.called_off_at is not None,
        "final": row.finished_at is not None,
        "players": players or 0,
        **_known(
            hour=row.starts_at.strftime("%H:%M") if row.starts_at else None,
            place=line(row.place),
        ),
    }


def seasons_told(club: Club) -> schemas.Seasons:
    return schemas.Seasons(
        seasons=tuple(schemas.SeasonLine(**_season(s)) for s in seasons_of(club))
    )


def season_told(club: Club, slug: str) -> schemas.Season | None:
    """Return a season's places and events. Raises StaleResults while it is computed."""
    season = seasons_of(club).filter(slug=slug).first()
    if season is None:
        return None
    season.club = club
    try:
        catch_up(season)
    except ActionRefused:
        raise StaleResults from None
    games = tuple(map(_season_of_game, season_by_game(season)))
    rows = season.editions.defer("rows").order_by("number")
    editions = tuple(_edition(row, club) for row in rows)
    return schemas.Season(**_season(season), games=games, editions=editions)


def season_edition_told(
    club: Club, slug: str, number: int
) -> schemas.DeclaredSeason | None:
    """Return a declared version of a season's places, with today's names."""
    season = seasons_of(club).filter(slug=slug).first()
    page = season_edition(season, number) if season else None
    if page is None:
        return None
    games = tuple(
        schemas.DeclaredGame(game=code, places=tuple(map(_declared, lines)))
        for code, (_, lines) in zip(page.codes, page.games, strict=True)
    )
    formula = tuple(map(str, page.words))
    edition = dict(_edition(page.edition, club))
    return schemas.DeclaredSeason(**edition, formula=formula, games=games)


def _edition(row: SeasonEdition, club: Club) -> schemas.Edition:
    return schemas.Edition(
        number=row.number,
        declared_at=row.at.astimezone(club.zone).replace(microsecond=0),
        **_known(reason=line(row.reason, 300)),
    )


def _declared(row: Any) -> schemas.DeclaredPlace:
    return schemas.DeclaredPlace(
        shared=row.tied,
        name=line(row.name) or "–",
        shown=str(row.value) or "–",
        evenings=row.evenings,
        **_known(place=row.place, rounds=row.rounds),
    )


def _season(row: SeasonRow) -> dict[str, Any]:
    return {
        "slug": row.slug,
        "name": line(row.name) or "–",
        "first_day": row.starts.isoformat(),
        "last_day": row.ends.isoformat(),
        "final": row.finished_at is not None,
    }


def _season_of_game(standings: SeasonStandings) -> schemas.SeasonOfGame:
    ids = [id_of(tournament) for tournament in standings.tournaments]
    return schemas.SeasonOfGame(
        formula=tuple(map(str, formula_words(standings.formula))),
        evenings=_evening_lines(standings.tournaments),
        places=tuple(_places(standings, ids)),
        **_known(game=standings.tournaments[0].game if standings.tournaments else None),
    )


def _places(
    standings: SeasonStandings, ids: list[str]
) -> Iterable[schemas.SeasonPlace]:
    for standing in standings.lines:
        parts = tuple(
            schemas.SeasonPart(
                evening=key,
                place=part.place,
                dropped=part.dropped,
                **_known(
                    brought=in_decimals(part.brought),
                    below_zero=in_decimals(part.real),
                ),
            )
            for key, part in zip(ids, standing.parts, strict=True)
            if part
        )
        yield schemas.SeasonPlace(
            shared=standing.tied,
            name=line(str(standing.name)) or "–",
            shown=str(standings.value_text_of(standing)) or "–",
            evenings=standing.tournaments,
            best_place=standing.best_place,
            parts=parts,
            **_known(
                place=standing.place,
                player=standing.player if standing.has_page else None,
                lodge=line(standing.lodge),
                value=in_decimals(standing.value),
                rounds=standing.rounds,
                average=in_decimals(standing.average),
            ),
        )


def players_after(club: Club, after: int, reader: TokenScope) -> schemas.Players:
    """Return people who have played, by number, after the given number."""
    listed = players_of(club, full=reader.for_club(club.pk).names)
    known = sorted(listed, key=lambda player: player.number)
    later = [player for player in known if player.number > after]
    more = {"next": later[AT_ONCE - 1].number} if len(later) > AT_ONCE else {}
    lines = tuple(
        schemas.PlayerLine(
            number=player.number,
            name=line(str(player.name)) or "–",
            evenings=player.tournaments,
            **_known(lodge=line(player.lodge)),
        )
        for player in later[:AT_ONCE]
    )
    return schemas.Players(players=lines, **more)


def player_data(club: Club, number: int, reader: TokenScope) -> schemas.Player | None:
    """Return a player who has a page, with their events, newest first."""
    everybody = players_of(club, full=reader.for_club(club.pk).names)
    listed = {player.number: player for player in everybody}
    player = player_at(club, number)
    if player is None or number not in listed or not played_in_public(player):
        return None
    evenings = list(reversed(evenings_of(player)))
    pks = [evening.tournament for evening in evenings]
    ids = {row.pk: id_of(row) for row in club.tournaments.filter(pk__in=pks)}
    lines = tuple(
        schemas.PlayedEvening(
            evening=ids[result.evening.tournament],
            name=line(result.evening.name) or "–",
            date=result.evening.date.isoformat(),
            game=result.evening.game,
            players=result.people,
            **_known(
                place=result.evening.place,
                shared=result.evening.tied if result.evening.place else None,
                total=result.evening.total,
                net=result.evening.net,
                rounds=result.evening.rounds,
                results=rounds_told(result),
            ),
        )
        for result in results_of(evenings)
    )
    return schemas.Player(
        number=number,
        name=line(str(listed[number].name)) or "–",
        games=careers_told(player, evenings[::-1], ids),
        evenings=lines,
        **_known(lodge=line(listed[number].lodge)),
    )


def _known(**facts: Any) -> dict[str, Any]:
    return {name: fact for name, fact in facts.items() if fact is not None}
