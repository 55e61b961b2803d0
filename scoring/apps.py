from django.apps import AppConfig


class ScoringConfig(AppConfig):
    """What happened: tournaments, rounds, sheets, counts, standings."""

    name = "scoring"
