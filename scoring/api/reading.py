"""What the API reads: through the nouns that the pages read, and by what it is known.

A version stands for all that an answer follows from and costs one query; what was made
for it is kept. Names are as the club shows them to everybody, everything is English. Who
reads with a token of the club may have full names, and what is not public.
"""

from collections.abc import Hashable, Iterable
from typing import Any
from uuid import UUID

from django.db.models import Count, F, Max, Model, OuterRef, Q, QuerySet, Subquery, Sum
from django.utils import timezone

from clubs.clubs import public_clubs
from clubs.models import Club
from clubs.models import Season as SeasonRow
from scoring.api import answers
from scoring.api.history import careers_told, rounds_told
from scoring.api.tokens import Reader
from scoring.core.changes import Refused
from scoring.exports.evening_files import id_of, line
from scoring.exports.tables import in_decimals
from scoring.history.careers import evenings_of, results_of
from scoring.models import Change, SeasonEdition, Standings, Tournament
from scoring.people.players import played_in_public, player_at, players_of
from scoring.standings.formulas import formula_words
from scoring.standings.season_standings import (
    SeasonStandings,
    season_by_game,
    season_edition,
    seasons_of,
)
from scoring.years.following import catch_up

AT_ONCE = 200  # of a list; all of them fit in 100 KB
MODEL = "2"  # of the answers' bytes: another one whenever they are made otherwise


class Behind(Exception):
    """What was asked for is being reckoned; it is there in some seconds."""


def clubs_version() -> Hashable:
    """Of the list of clubs; one query."""
    changes = Change.objects.filter(tournament=None).order_by("-pk").values("pk")
    clubs = public_clubs().annotate(change=Subquery(changes[:1]))
    facts = clubs.aggregate(
        n=Count("pk"), last=Max("pk"), names=Sum("names_version"), then=Max("change")
    )
    return MODEL, str(facts)


def _clubs_of(reader: Reader) -> QuerySet[Club]:
    """All that are public, and one that waits for approval for who reads what it drafts."""
    if not reader.drafts:
        return public_clubs()
    return public_clubs() | Club.objects.filter(pk=reader.club, closes_at=None)


def club_versioned(slug: str, reader: Reader) -> tuple[Club, Hashable] | None:
    """A club, and what all answers about it follow from; one query."""
    of_club = Change.objects.filter(club=OuterRef("pk")).order_by("-pk")
    kept = Standings.objects.filter(tournament__club=OuterRef("pk")).order_by()
    grown = kept.values("tournament__club")
    found = (
        _clubs_of(reader)
        .filter(slug=slug)
        .annotate(
            last_change=Subquery(of_club.values("pk")[:1]),
            revisions=Subquery(grown.annotate(n=Sum("revision")).values("n")),
            followed=Subquery(grown.annotate(n=Sum("followed")).values("n")),
            reckoned=Subquery(grown.annotate(n=Max("reckoned_at")).values("n")),
        )
        .first()
    )
    if found is None:
        return None
    stamps: Any = found
    today = timezone.localdate(timezone=found.zone)
    numbers = (stamps.last_change, stamps.revisions, stamps.followed, stamps.reckoned)
    facts = (*map(str, (*numbers, today)), _facts(found))
    return found, (MODEL, reader.of(found.pk), *facts)


def evening_versioned(
    club: str, key: UUID, reader: Reader
) -> tuple[Tournament, Hashable] | None:
    """An evening that may be read, and what its file follows from; one query."""
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
    return found, (MODEL, reader.of(found.club_id), *numbers, *facts)


def _facts(row: Model) -> str:
    return str([getattr(row, column.attname) for column in row._meta.concrete_fields])


def clubs_after(slug: str) -> answers.Clubs:
    """By their words in addresses, from after one."""
    rows = list(public_clubs().filter(slug__gt=slug).order_by("slug")[: AT_ONCE + 1])
    more = {"next": rows[AT_ONCE - 1].slug} if len(rows) > AT_ONCE else {}
    return answers.Clubs(clubs=tuple(map(club_told, rows[:AT_ONCE])), **more)


def club_told(club: Club) -> answers.Club:
    return answers.Club(
        slug=club.slug,
        name=line(club.name) or "–",
        time_zone=club.time_zone,
        **_known(town=line(club.town), licence=club.licence or None),
    )


def _shown(club: Club, reader: Reader) -> QuerySet[Tournament]:
    rows = club.tournaments.select_related("season")
    return rows if reader.of(club.pk).drafts else rows.filter(public=True)


def evenings_after(
    club: Club, after: UUID | None, reader: Reader
) -> answers.Evenings | None:
    """The newest first, from after one; None where the club has no such evening."""
    rows = _shown(club, reader).order_by("-date", "-pk")
    if after:
        last = _shown(club, reader).filter(file_id=after).first()
        if last is None:
            return None
        rows = rows.filter(date__lt=last.date) | rows.filter(
            date=last.date, pk__lt=last.pk
        )
    found = list(rows[: AT_ONCE + 1])
    more = {"next": id_of(found[AT_ONCE - 1])} if len(found) > AT_ONCE else {}
    told = tuple(map(_evening_line, found[:AT_ONCE]))
    return answers.Evenings(evenings=told, **more)


def coming(club: Club, reader: Reader) -> answers.Coming:
    """From today on, those that are not over, the next first."""
    today = timezone.localdate(timezone=club.zone)
    rows = _shown(club, reader)
    rows = rows.filter(date__gte=today, finished_at=None, old_list=None)
    listed = rows.order_by("date", "pk")[:AT_ONCE]
    return answers.Coming(evenings=tuple(map(_evening_line, listed)))


def _evening_line(row: Any) -> answers.EveningLine:
    return answers.EveningLine(
        id=id_of(row),
        name=line(row.name) or "–",
        date=row.date.isoformat(),
        game=row.game,
        season=line(row.season.name) or "–",
        public=row.public,
        called_off=row.called_off_at is not None,
        final=row.finished_at is not None,
        **_known(
            hour=row.starts_at.strftime("%H:%M") if row.starts_at else None,
            place=line(row.place),
        ),
    )


def seasons_told(club: Club) -> answers.Seasons:
    return answers.Seasons(
        seasons=tuple(answers.SeasonLine(**_season(s)) for s in seasons_of(club))
    )


def season_told(club: Club, slug: str) -> answers.Season | None:
    """Places with the evenings that make them. Raises Behind while it is reckoned."""
    season = seasons_of(club).filter(slug=slug).first()
    if season is None:
        return None
    season.club = club
    try:
        catch_up(season)
    except Refused:
        raise Behind from None
    games = tuple(map(_season_of_game, season_by_game(season)))
    rows = season.editions.defer("rows").order_by("number")
    editions = tuple(_edition(row, club) for row in rows)
    return answers.Season(**_season(season), games=games, editions=editions)


def season_edition_told(
    club: Club, slug: str, number: int
) -> answers.DeclaredSeason | None:
    """A season's places as they were declared then, by the names of today."""
    season = seasons_of(club).filter(slug=slug).first()
    page = season_edition(season, number) if season else None
    if page is None:
        return None
    games = tuple(
        answers.DeclaredGame(game=code, places=tuple(map(_declared, lines)))
        for code, (_, lines) in zip(page.codes, page.games, strict=True)
    )
    formula = tuple(map(str, page.words))
    edition = dict(_edition(page.edition, club))
    return answers.DeclaredSeason(**edition, formula=formula, games=games)


def _edition(row: SeasonEdition, club: Club) -> answers.Edition:
    return answers.Edition(
        number=row.number,
        declared_at=row.at.astimezone(club.zone).replace(microsecond=0),
        **_known(reason=line(row.reason, 300)),
    )


def _declared(row: Any) -> answers.DeclaredPlace:
    return answers.DeclaredPlace(
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


def _season_of_game(standings: SeasonStandings) -> answers.SeasonOfGame:
    ids = [id_of(tournament) for tournament in standings.tournaments]
    return answers.SeasonOfGame(
        formula=tuple(map(str, formula_words(standings.formula))),
        evenings=tuple(map(_evening_line, standings.tournaments)),
        places=tuple(_places(standings, ids)),
        **_known(game=standings.tournaments[0].game if standings.tournaments else None),
    )


def _places(
    standings: SeasonStandings, ids: list[str]
) -> Iterable[answers.SeasonPlace]:
    for each in standings.lines:
        parts = tuple(
            answers.SeasonPart(
                evening=key,
                place=part.place,
                dropped=part.dropped,
                **_known(brought=in_decimals(part.brought)),
            )
            for key, part in zip(ids, each.parts, strict=True)
            if part
        )
        yield answers.SeasonPlace(
            shared=each.tied,
            name=line(str(each.name)) or "–",
            shown=str(standings.written(each)) or "–",
            evenings=each.tournaments,
            best_place=each.best_place,
            parts=parts,
            **_known(
                place=each.place,
                player=each.player if each.has_page else None,
                lodge=line(each.lodge),
                value=in_decimals(each.value),
                rounds=each.rounds,
                average=in_decimals(each.average),
            ),
        )


def players_after(club: Club, after: int, reader: Reader) -> answers.Players:
    """Who has played, by number, from after one."""
    listed = players_of(club, full=reader.of(club.pk).names)
    known = sorted(listed, key=lambda player: player.number)
    later = [player for player in known if player.number > after]
    more = {"next": later[AT_ONCE - 1].number} if len(later) > AT_ONCE else {}
    told = tuple(
        answers.PlayerLine(
            number=player.number,
            name=line(str(player.name)) or "–",
            evenings=player.tournaments,
            **_known(lodge=line(player.lodge)),
        )
        for player in later[:AT_ONCE]
    )
    return answers.Players(players=told, **more)


def player_told(club: Club, number: int, reader: Reader) -> answers.Player | None:
    """A player who has a page; the newest evening first."""
    everybody = players_of(club, full=reader.of(club.pk).names)
    listed = {player.number: player for player in everybody}
    player = player_at(club, number)
    if player is None or number not in listed or not played_in_public(player):
        return None
    evenings = list(reversed(evenings_of(player)))
    pks = [evening.tournament for evening in evenings]
    ids = {row.pk: id_of(row) for row in club.tournaments.filter(pk__in=pks)}
    told = tuple(
        answers.PlayedEvening(
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
    return answers.Player(
        number=number,
        name=line(str(listed[number].name)) or "–",
        games=careers_told(player, evenings[::-1], ids),
        evenings=told,
        **_known(lodge=line(listed[number].lodge)),
    )


def _known(**facts: Any) -> dict[str, Any]:
    return {name: fact for name, fact in facts.items() if fact is not None}
