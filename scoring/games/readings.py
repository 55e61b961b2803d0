"""Interpretations of contradictory rule sheets, for a house's rules page."""

from dataclasses import dataclass

from rules.messages import Sentence


@dataclass(frozen=True, slots=True)
class Reading:
    """A question that a rule sheet leaves open: two readings, and the one played."""

    question: Sentence
    section: str
    readings: tuple[Sentence, Sentence]
    played: Sentence
