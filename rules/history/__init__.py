"""History of a club's events: records with their holders, and honors.

An evening in this package is a final tournament or club night in one game.
"""

from rules.history.evenings import Evening, Played, PlayedHand, PlayedRound
from rules.history.honours import Line, Pin, all_time, next_pin, pins
from rules.history.record_holders import Mark, Reign, best_between
from rules.history.records import OF_ONE_EVENING, Kind, Records, club_records

__all__ = [
    "OF_ONE_EVENING",
    "Evening",
    "Kind",
    "Line",
    "Mark",
    "Pin",
    "Played",
    "PlayedHand",
    "PlayedRound",
    "Records",
    "Reign",
    "all_time",
    "best_between",
    "club_records",
    "next_pin",
    "pins",
]
