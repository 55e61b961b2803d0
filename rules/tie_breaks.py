"""The tie-breaks a tournament can choose from, each one object.

To add a tie-break, add an object to `TIE_BREAKS` and a test. The tournament's form, the
page that explains a place, the API and every export read the list.
"""

from typing import Any

from rules.messages import message_template
from rules.ranking import NOTHING, Contestant, TieBreak, TieValue, rounded


def _best_round(contestant: Contestant[Any], last: int) -> TieValue:
    """Return the most chips of one round that was played at a table."""
    played = [
        rounded(result.chips) for result in contestant.results if not result.sat_out
    ]
    return max(played, default=None)


def _last_round(contestant: Contestant[Any], last: int) -> TieValue:
    """Return the chips of the last round, even if they were given for a sit-out."""
    return next(
        (result.chips for result in contestant.results if result.round == last), None
    )


def _rounds_won(contestant: Contestant[Any], last: int) -> TieValue:
    """Return how many rounds were won at the table, a shared win in parts."""
    won = [
        result.won for result in contestant.results if result.won and not result.sat_out
    ]
    return sum(won, NOTHING)


def _lot(contestant: Contestant[Any], last: int) -> TieValue:
    """Return the number drawn at random, or None."""
    return contestant.lot or None


TIE_BREAKS: dict[str, TieBreak] = {
    tie_break.code: tie_break
    for tie_break in (
        TieBreak(
            "best_round",
            message_template("best round"),
            message_template("Best round: theirs {theirs}, yours {yours}."),
            _best_round,
        ),
        TieBreak(
            "last_round",
            message_template("last round"),
            message_template("Last round: theirs {theirs}, yours {yours}."),
            _last_round,
        ),
        TieBreak(
            "rounds_won",
            message_template("rounds won at the table"),
            message_template(
                "Rounds won at the table: theirs {theirs}, yours {yours}."
            ),
            _rounds_won,
            counts_wins=True,
        ),
        TieBreak(
            "lot",
            message_template("random draw"),
            message_template("Random draw: theirs {theirs}, yours {yours}."),
            _lot,
            lowest_wins=True,
        ),
    )
}
