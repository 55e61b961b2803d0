"""What an entry says beside name and number: fee, team, classes, a table to stay at."""

from collections.abc import Iterable
from typing import Any

from clubs.services.stale_check import stamp_of
from clubs.wording import and_list, say, together
from scoring.core.services.changes import Refused
from scoring.games.game_adapter import sizes_of
from scoring.models import Entry, Tournament

FACTS = ("paid", "team", "classes", "fixed_table")


def set_facts(entry: Entry, facts: dict[str, Any]) -> None:
    """Put the facts given on an entry, to be saved by the caller.

    Raises Refused for a class the tournament has not, and for one person more who stays
    at a table than sit there.
    """
    tournament = entry.tournament
    for name in FACTS:
        if name in facts:
            setattr(entry, name, facts[name])
    if "team" in facts:
        team = " ".join(facts["team"].split())
        entry.team = known_teams(tournament).get(team.casefold(), team)
    if "classes" in facts:
        entry.classes = classes_as_known(tournament, facts["classes"])
    if facts.get("fixed_table"):
        _refuse_one_more(entry)


def known_teams(tournament: Tournament) -> dict[str, str]:
    """The teams as they are written already, by what their letters mean."""
    teams = tournament.entries.exclude(team="").values_list("team", flat=True)
    return {team.casefold(): team for team in teams}


def classes_as_known(tournament: Tournament, names: Iterable[str]) -> list[str]:
    """Classes as the tournament writes them, in its order. Raises Refused."""
    known = {each.casefold(): each for each in tournament.class_names}
    wanted = {" ".join(name.split()).casefold(): name for name in names}
    for folded, name in wanted.items():
        if folded not in known:
            said = say(
                "{tournament} has no class “{name}”. Its settings name them.",
                tournament=tournament,
                name=name,
            )
            raise Refused(said, "classes")
    return [each for folded, each in known.items() if folded in wanted]


def facts_said(entry: Entry) -> str:
    """The facts in words for the log."""
    table = entry.fixed_table
    said = [
        say("fee paid") if entry.paid else "",
        say("team {team}", team=entry.team) if entry.team else "",
        and_list(entry.classes),
        say("stays at table {table}", table=table) if table else "",
    ]
    return together(filter(None, said))


def entry_stamp(entry: Entry) -> str:
    """Which name, number and facts somebody saw."""
    return stamp_of(entry, ("name", "lodge", "number", *FACTS))


def _refuse_one_more(entry: Entry) -> None:
    others = entry.tournament.entries.exclude(pk=entry.pk)
    there = others.filter(fixed_table=entry.fixed_table).order_by("number")
    if len(there) >= max(sizes_of(entry.tournament)):
        said = say(
            "Table {table} is full of people who stay there: {names}.",
            table=entry.fixed_table,
            names=together(each.name for each in there),
        )
        raise Refused(said, "fixed_table")
