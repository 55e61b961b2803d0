"""The winner of the last event of the same game, for the invitation to the next."""

from dataclasses import dataclass

from clubs.i18n import and_list
from scoring.core.names import entry_name, hides
from scoring.games.labels import name_of
from scoring.models import Tournament
from scoring.results.stored import stored_rows


@dataclass(frozen=True, slots=True)
class LastEvent:
    """A finished event, with the names and chips of its first place."""

    tournament: Tournament
    game: str
    winners: str = ""
    total: float | None = None


def last_event(tournament: Tournament) -> LastEvent | None:
    """Return the club's last public event of the same game; three queries."""
    earlier = tournament.club.tournaments.filter(
        game=tournament.game,
        public=True,
        finished_at__isnull=False,
        old_list=None,
        date__lte=tournament.date,
    )
    found = earlier.exclude(pk=tournament.pk).order_by("-date", "-pk").first()
    if found is None:
        return None
    game = name_of(found.game)
    first = [row for row in stored_rows(found) if row["place"] == 1]
    if not first or not first[0]["rounds"]:
        return LastEvent(found, game)
    club = tournament.club
    entries = found.entries.filter(pk__in=[row["entry"] for row in first])
    named = [entry for entry in entries if not hides(club, entry.player_id)]
    names = and_list([str(entry_name(entry, club)) for entry in named])
    return LastEvent(found, game, names, first[0].get("total"))
