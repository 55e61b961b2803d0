"""Deletion of an event imported from an open file, with all that it created."""

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

HARMLESS = ("print", "token")  # these don't change facts


@transaction.atomic
def take_back(*, old_list: OldList, actor: Actor) -> int:
    """Delete an import; return how many of its players stay. Twice does no harm.

    Raises ActionRefused with the reason, if other data depends on it, or it was
    changed.
    """
    try:
        fresh = lock_list(old_list)
    except ActionRefused:
        return 0
    evening = fresh.whole_tournaments.first()
    if evening is None:  # only a draft, or only its totals were imported
        return undo.take_back(old_list=fresh, actor=actor)
    lock(evening)
    own_query = Tournament.objects.filter(pk=evening.pk)
    seasons = seasons_with(fresh.club_id, own_query)
    _refuse_leaning(fresh, evening, seasons)
    transaction.on_commit(partial(emergency_packets.forget, evening))
    data = data_of_gone([evening])
    for rows in facts_of(own_query):
        rows.delete()
    follow_seasons(seasons, actor, log_message("reason.past_results_removed"))
    stay = undo.forget_made(fresh.made)
    text = log_message("open_file.removed", file=fresh.name, evening=evening)
    log(actor, "import", text, club=fresh.club, data=data)
    fresh.delete()
    return stay


def _refuse_leaning(old_list: OldList, evening: Tournament, seasons: set[int]) -> None:
    """Refuse if a final season counts it, it was changed, or people were merged."""
    undo.refuse_final(seasons)
    came = evening.changes.filter(what="import").order_by("pk").first()
    since = evening.changes.filter(pk__gt=came.pk if came else 0)
    if last := since.exclude(what__in=HARMLESS).first():
        text = message(
            "Someone has changed this event since it was imported, so it can’t be "
            "removed: {what}",
            what=last.in_language().text,
        )
        raise ActionRefused(text)
    undo.refuse_merged(
        old_list.club,
        {*old_list.made["players"]},
        {*evening.entries.values_list("pk", flat=True)},
    )
