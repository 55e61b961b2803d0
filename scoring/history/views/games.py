"""The choice of a club's game for a page."""

from collections.abc import Sequence
from typing import Any

from django.http import HttpRequest

from scoring.games.labels import name_of


def asked_game(request: HttpRequest, games: Sequence[str]) -> dict[str, Any]:
    """Return the game in the query, `?game=marias`, or the first one, and all games.

    Empty if none was played. For `scoring/history/_games.html`.
    """
    asked = request.GET.get("game", "")
    game = asked if asked in games else next(iter(games), "")
    return {"game": game, "games": [(code, name_of(code)) for code in games]}
