"""An evening that came in with an open file goes again: what the file brought, no more."""

from functools import partial

from django.db import transaction

from clubs.i18n import message
from scoring.backups import emergency_packets
from scoring.core.writes import ActionRefused, Actor, data_of_gone, lock, log
from scoring.models import OldList, Tournament
from scoring.models.log_messages import log_message
from scoring.past_results import undo
from scoring.past_results.importer import lock_list
from scoring.rollups.season_places import follow_seasons, seasons_with
from scoring.tournaments.related_data import facts_of

HARMLESS = ("print", "token")  # of these no fact is another


@transaction.atomic
def take_back(*, kept: OldList, by: Actor) -> int:
    """Whatever the file brought goes; says how many of its players stay. Twice is once.

    Raises Refused, saying why, where something leans on it, or somebody worked on it.
    """
    try:
        fresh = lock_list(kept)
    except ActionRefused:
        return 0
    own = fresh.whole_tournaments.first()
    if own is None:  # only looked at, or only its totals were taken
        return undo.take_back(old_list=fresh, by=by)
    lock(own)
    this = Tournament.objects.filter(pk=own.pk)
    seasons = seasons_with(fresh.club_id, this)
    _refuse_leaning(fresh, own, seasons)
    transaction.on_commit(partial(emergency_packets.forget, own))
    data = data_of_gone([own])
    for rows in facts_of(this):
        rows.delete()
    follow_seasons(seasons, by, log_message("reason.past_results_removed"))
    stay = undo.forget_made(fresh.made)
    text = log_message("open_file.removed", file=fresh.name, evening=own)
    log(by, "import", text, club=fresh.club, data=data)
    fresh.delete()
    return stay


def _refuse_leaning(kept: OldList, own: Tournament, seasons: set[int]) -> None:
    """A final season counts it, it was worked on since, or people were joined."""
    undo.refuse_final(seasons)
    came = own.changes.filter(what="import").order_by("pk").first()
    since = own.changes.filter(pk__gt=came.pk if came else 0)
    if last := since.exclude(what__in=HARMLESS).first():
        text = message(
            "Someone has changed this event since it was imported, so it can’t be "
            "removed: {what}",
            what=last.in_language().text,
        )
        raise ActionRefused(text)
    undo.refuse_merged(
        kept.club, {*kept.made["players"]}, {*own.entries.values_list("pk", flat=True)}
    )
