"""The longer sentences of the next step: counted things, and what is missing."""

from clubs.wording import and_list, say, say_many
from scoring.desk.overview import Evening, RoundLine
from scoring.sheets.sheet import tables_text


def sheets_wait(line: RoundLine) -> str:
    waiting = line.progress.waiting
    return say_many(
        "{n} sheet of round {number} waits for a second person: {tables}.",
        "{n} sheets of round {number} wait for a second person: {tables}.",
        len(waiting),
        number=line.round.number,
        tables=tables_text(waiting),
    )


def corrections_wait(line: RoundLine) -> str:
    waiting = line.progress.waiting
    return say_many(
        "{n} correction of round {number} waits for a second person: {tables}.",
        "{n} corrections of round {number} wait for a second person: {tables}.",
        len(waiting),
        number=line.round.number,
        tables=tables_text(waiting),
    )


def missing(line: RoundLine) -> str:
    tables = line.progress.missing
    return say_many(
        "{n} of {all} sheets of round {number} is missing: {tables}.",
        "{n} of {all} sheets of round {number} are missing: {tables}.",
        len(tables),
        all=line.tables,
        number=line.round.number,
        tables=tables_text(tables),
    )


def unbalanced(table: int, number: int, off: int) -> str:
    if off > 0:
        return say(
            "Table {table} of round {number} does not balance: {chips} too many.",
            table=table,
            number=number,
            chips=off,
        )
    return say(
        "Table {table} of round {number} does not balance: {chips} missing.",
        table=table,
        number=number,
        chips=-off,
    )


def too_few(evening: Evening) -> str:
    if not evening.here:
        return say_many(
            "{n} is entered, none of them here. Mark who has come.",
            "{n} are entered, none of them here. Mark who has come.",
            evening.entered,
        )
    return say_many(
        "{n} is entered, {here} of them here. Mark who has come.",
        "{n} are entered, {here} of them here. Mark who has come.",
        evening.entered,
        here=evening.here,
    )


def cut_short(evening: Evening) -> tuple[str, str]:
    """Which rounds do not count, and how many do."""
    gone = evening.cancelled
    cancelled = say_many(
        "Round {numbers} is cancelled.",
        "Rounds {numbers} are cancelled.",
        len(gone),
        numbers=and_list(gone),
    )
    played = say_many(
        "{played} of {n} planned round is played.",
        "{played} of {n} planned rounds are played.",
        evening.tournament.rounds_planned,
        played=len(evening.played),
    )
    return cancelled, played
