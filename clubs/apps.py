from django.apps import AppConfig


class ClubsConfig(AppConfig):
    """Who: clubs, players, seasons, roles."""

    name = "clubs"
