"""Queries for one event in the API: the open file, its parts, and its history.

The open file has the event's current state; each count of a sheet and each version of
the final standings has an address of its own.
"""

from collections.abc import Iterable
from typing import Any

from scoring.api import schemas
from scoring.api.tokens import TokenScope
from scoring.core.names import hides, public_name
from scoring.exports import card_evening_schema as file
from scoring.exports.card_evening_export import (
    by_its_clock,
    declared,
    edition_told,
    evening_of,
    line,
)
from scoring.models import Entry, Round, Tournament
from scoring.results.standings_table import table_of
from scoring.results.teams_and_classes import (
    TeamLine,
    TeamMemberResult,
    teams_and_classes,
)
from scoring.sheets.sheet import sheets_of
from scoring.standings.prizes import PrizeLine, prizes_shown


def whole(tournament: Tournament, reader: TokenScope) -> file.Evening:
    """Return the open file with each player's number, as the public sees it.

    A reader with access to full names gets the director's version. A player whose name
    isn't public has no number, which would reveal one person across events.
    """
    is_full = reader.for_club(tournament.club_id).names
    evening = evening_of(tournament, full=is_full)
    people = Entry.objects.filter(tournament=tournament, player__erased_at=None)
    numbers = {
        entry.label: entry.player.number
        for entry in people.exclude(player=None).select_related("player")
        if entry.player and (is_full or not hides(tournament.club, entry.player_id))
    }
    entries = tuple(
        entrant.model_copy(update={"player": numbers.get(entrant.number)})
        for entrant in evening.entries
    )
    return evening.model_copy(update={"entries": entries})


def round_data(
    tournament: Tournament, number: int, reader: TokenScope
) -> file.Round | None:
    rounds = whole(tournament, reader).rounds
    return next((row for row in rounds if row.number == number), None)


def table_told(
    tournament: Tournament, number: int, table: int, reader: TokenScope
) -> file.Table | None:
    found = round_data(tournament, number, reader)
    tables = found.tables if found else ()
    return next((row for row in tables if row.number == table), None)


def hand_told(
    tournament: Tournament, number: int, table: int, hand: int, reader: TokenScope
) -> file.Hand | None:
    found = table_told(tournament, number, table, reader)
    hands = found.hands if found else ()
    return next((row for row in hands if row.number == hand), None)


def counts_told(
    tournament: Tournament, number: int, table: int
) -> schemas.SheetCounts | None:
    """Return all counts of a sheet, with their numbers on its page."""
    rounds = tournament.rounds.filter(number=number).exclude(state=Round.State.DRAFT)
    sheet = sheets_of(list(rounds)).filter(table=table).first()
    if sheet is None:
        return None
    counts = list(sheet.counts.all())
    numbers = {count.pk: count.number for count in counts}
    return schemas.SheetCounts(
        counts=tuple(_count(tournament, count, numbers) for count in counts)
    )


def _count(
    tournament: Tournament, count: Any, numbers: dict[int, int]
) -> schemas.SheetCount:
    known: dict[str, Any] = {
        "by": line(public_name(count.by_name, tournament.club)),
        "confirms": numbers.get(count.confirms_id),
        "corrects": numbers.get(count.corrects_id),
        "witness": count.witness or None,
        "reason": line(count.reason, 300),
    }
    return schemas.SheetCount(
        number=count.number,
        at=by_its_clock(tournament, count.at),
        source=count.source,
        held=count.held,
        borrowed=count.borrowed,
        ruled=count.ruled,
        score=count.scores,
        aside=count.aside,
        balances=count.balances,
        **{name: fact for name, fact in known.items() if fact is not None},
    )


def editions_told(tournament: Tournament) -> schemas.Editions:
    rows = tournament.editions.defer("rows").order_by("number")
    return schemas.Editions(
        editions=tuple(edition_told(tournament, row) for row in rows)
    )


def declared_told(
    tournament: Tournament, number: int
) -> schemas.DeclaredEdition | None:
    """Return one declared version of the standings, with today's names."""
    found = declared(tournament, number)
    if found is None:
        return None
    edition, lines = found
    standings = tuple(
        schemas.DeclaredStanding(name=line(name) or "–", **dict(standing))
        for name, standing in lines
    )
    return schemas.DeclaredEdition(standings=standings, **dict(edition))


def results_told(tournament: Tournament) -> schemas.Results:
    """Return the team results and the prizes, as on the page of standings."""
    if tournament.old_list_id:
        return schemas.Results(team_best=0, teams=(), prizes=())
    table = table_of(tournament, full=False)
    lists = teams_and_classes(tournament, table.lines)
    prizes = prizes_shown(table)
    money: dict[str, Any] = {}
    if prizes:
        money = {"currency": tournament.currency, "fund": prizes.fund}
    return schemas.Results(
        team_best=lists.best if lists.teams_named else 0,
        teams=tuple(_team(team, tournament.by_points) for team in lists.teams),
        prizes=tuple(map(_share, prizes.lines)) if prizes else (),
        **money,
    )


def _team(team: TeamLine, by_points: bool) -> schemas.Team:
    def members(people: Iterable[TeamMemberResult]) -> tuple[schemas.TeamMember, ...]:
        return tuple(
            schemas.TeamMember(
                entry=member.person.number,
                name=line(str(member.person.name)) or "–",
                total=member.total,
                **({"half_points": round(2 * member.points)} if by_points else {}),
            )
            for member in people
        )

    return schemas.Team(
        name=line(team.name) or "–",
        shared=team.tied,
        total=team.total,
        counted=members(team.counted),
        others=members(team.others),
        **({"place": team.place} if team.place else {}),
    )


def _share(share: PrizeLine) -> schemas.PrizeShare:
    return schemas.PrizeShare(
        place=share.place,
        shared=share.tied,
        entry=share.person.number,
        name=line(str(share.person.name)) or "–",
        coins=share.amount,
    )
