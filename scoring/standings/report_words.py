"""Sentences of the newsletter's report that depend on how many there are, and on when.

Names stand at the beginning or behind a colon, where no language inflects them.
"""

from clubs.wording import chips_word, say, say_many, table_points
from clubs.wording.said import Said


def score(chips: int, by_points: bool, points: int | float) -> str:
    """464 chips; 12 table points and 464 chips."""
    if not by_points:
        return chips_word(chips)
    return say(
        "{points} and {chips}", points=table_points(points), chips=chips_word(chips)
    )


def won(names: str, many: int, score: str) -> Said:
    return say_many(
        "{names} won with {score}.",
        "{names} won together, with {score} each.",
        many,
        names=names,
        score=score,
    )


def leads(names: str, many: int, score: str) -> Said:
    return say_many(
        "{names} leads with {score}.",
        "{names} lead together, with {score} each.",
        many,
        names=names,
        score=score,
    )


def came(place: int, names: str, many: int, score: str) -> Said:
    """Who came second or third."""
    said = {"names": names, "score": score}
    if place == 2:
        return say_many(
            "{names} came second with {score}.",
            "{names} came second with {score} each.",
            many,
            **said,
        )
    return say_many(
        "{names} came third with {score}.",
        "{names} came third with {score} each.",
        many,
        **said,
    )


def stands(place: int, names: str, many: int, score: str) -> Said:
    """Who is second or third so far."""
    said = {"names": names, "score": score}
    if place == 2:
        return say_many(
            "{names} is second with {score}.",
            "{names} are second with {score} each.",
            many,
            **said,
        )
    return say_many(
        "{names} is third with {score}.",
        "{names} are third with {score} each.",
        many,
        **said,
    )


def recorded(hands: int, tables: int, all_tables: int) -> Said:
    if tables == all_tables:
        return say_many("{n} hand was recorded.", "{n} hands were recorded.", hands)
    return say_many(
        "{n} hand was recorded, at {tables} of {all_tables} tables.",
        "{n} hands were recorded, at {tables} of {all_tables} tables.",
        hands,
        tables=tables,
        all_tables=all_tables,
    )


def season(name: str, game: str, tournaments: int, leaders: str, score: str) -> Said:
    """Who leads the year; `game` where others are played too."""
    facts = {"season": name, "leaders": leaders, "score": score}
    if game:
        return say_many(
            "Season {season}, {game}, after {n} tournament: {leaders} first, with "
            "{score}.",
            "Season {season}, {game}, after {n} tournaments: {leaders} first, with "
            "{score}.",
            tournaments,
            game=game,
            **facts,
        )
    return say_many(
        "Season {season}, after {n} tournament: {leaders} first, with {score}.",
        "Season {season}, after {n} tournaments: {leaders} first, with {score}.",
        tournaments,
        **facts,
    )
