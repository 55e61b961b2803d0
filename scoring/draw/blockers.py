"""What keeps a draw from running, in the director's words."""

from itertools import combinations

from clubs.wording import say, say_many, together
from rules.problems import Problem
from rules.seating import house_needed
from scoring.draw.facts import (
    apart_groups,
    draws_by_standing,
    full_tables,
    players_here,
    rounds_left,
)
from scoring.games.game_adapter import sizes_of
from scoring.games.table_sizes import smallest_said
from scoring.models import Entry, Tournament
from scoring.results.selectors.missing import missing_sheets


def blockers(tournament: Tournament) -> list[Problem]:
    """Everything that keeps the next draw from running, in the director's words."""
    problems = list(apart_groups(tournament)[1])

    def block(code: str, message: str) -> None:
        problems.append(Problem(code, "", message))

    if tournament.finished_at:
        block("finished", say("The tournament is finished. Reopen it to play on."))
    players = players_here(tournament)
    problems += _fixed_problems(tournament, players)
    here = len(players)
    if here < min(sizes_of(tournament)):
        block("too_few", _too_few(here, smallest_said(tournament)))
    if rounds_left(tournament) == 0:
        block("no_rounds_left", _all_published(tournament.rounds_planned))
    if draws_by_standing(tournament) and (missing := missing_sheets(tournament)):
        tables = together(
            say("table {n} of round {round}", n=sheet.table, round=sheet.round.number)
            for sheet in missing.select_related("round")[:10]
        )
        block(
            "standing_open",
            say(
                "The last round is seated by the standings. First verify the sheets "
                "that are not: {tables}.",
                tables=tables,
            ),
        )
    return problems


def _fixed_problems(tournament: Tournament, players: list[Entry]) -> list[Problem]:
    """Two who stay at one table, and a table that there is not."""
    fixed = [entry for entry in players if entry.fixed_table]
    seated = len(players)
    if tournament.spare == Tournament.Spare.HOUSE:
        seated += house_needed(seated, sizes_of(tournament))
    tables = full_tables(tournament, seated)
    found: list[str] = [
        say_many(
            "{who} stays at table {table}; {n} player fills {tables}.",
            "{who} stays at table {table}; {n} players fill {tables}.",
            len(players),
            who=_who(entry),
            table=entry.fixed_table,
            tables=tables,
        )
        for entry in fixed
        if (entry.fixed_table or 0) > tables >= 1
    ]
    apart = apart_groups(tournament)[0] if fixed else []
    for one, other in combinations(fixed, 2):
        if one.fixed_table == other.fixed_table:
            also = any({one.pk, other.pk} <= group for group in apart)
            found.append(_both_stay(one, other, also))
    return [Problem("fixed", "fixed", message) for message in found]


def _both_stay(one: Entry, other: Entry, are_apart: bool) -> str:
    facts = {"one": _who(one), "other": _who(other), "table": one.fixed_table}
    if are_apart:
        return say(
            "{one} and {other} both stay at table {table}: they would meet in every "
            "round, and are to be kept apart.",
            **facts,
        )
    return say(
        "{one} and {other} both stay at table {table}: they would meet in every round.",
        **facts,
    )


def _who(entry: Entry) -> str:
    return f"{entry.label} {entry.name}"


def _all_published(count: int) -> str:
    return say_many(
        "The planned round is published. Plan more in the settings, or finish the "
        "tournament.",
        "All {n} planned rounds are published. Plan more in the settings, or finish "
        "the tournament.",
        count,
    )


def _too_few(count: int, needed: str) -> str:
    if count == 1:
        return say("Only one player is here; a table needs {players}.", players=needed)
    if not count:
        return say("Nobody is here yet; a table needs {players}.", players=needed)
    return say_many(
        "Only {n} player is here; a table needs {players}.",
        "Only {n} players are here; a table needs {players}.",
        count,
        players=needed,
    )
