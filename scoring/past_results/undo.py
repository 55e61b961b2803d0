"""Undoing a whole import: everything that it created, and nothing else.

Events are deleted a few at a time, and none is public from the first moment. After an
interruption, the removal runs again and continues. Players who played elsewhere since
stay.
"""

from collections.abc import Mapping
from typing import Any

from django.db import transaction
from django.db.models import Exists, OuterRef

from clubs.i18n import and_list, message, plural_message
from clubs.models import Club, Player, Season
from scoring.core.writes import ActionRefused, Actor, data_of_gone, log
from scoring.models import (
    Adjustment,
    Edition,
    Entry,
    Merge,
    OldList,
    SeasonEdition,
    Standings,
    Tournament,
)
from scoring.models.log_messages import log_message
from scoring.past_results.importer import AT_ONCE, lock_list
from scoring.rollups.season_places import follow_seasons, seasons_with


def take_back(*, old_list: OldList, actor: Actor) -> int:
    """Delete everything a list created. Return how many of its players stay.

    A second time changes nothing. Raises ActionRefused with the reason if something
    depends on it.
    """
    if not _begin(old_list, actor):
        return 0
    while _next(old_list):
        pass
    return _end(old_list)


@transaction.atomic
def _begin(old_list: OldList, actor: Actor) -> bool:
    """Start the removal, and hide the events.

    Return whether there is anything to do.
    """
    try:
        fresh = lock_list(old_list)
    except ActionRefused:
        return False
    if fresh.state == OldList.State.DRAFT:
        fresh.delete()
        return False
    _refuse_leaning(fresh)
    if fresh.state != OldList.State.GOING:
        fresh.state = OldList.State.GOING
        fresh.save(update_fields=["state"])
        tournaments = fresh.tournaments.all()
        data = data_of_gone(tournaments)
        tournaments.update(public=False)
        seasons = seasons_with(fresh.club_id, tournaments)
        follow_seasons(seasons, actor, log_message("reason.past_results_removed"))
        text = log_message(
            "past_results.removed",
            n=fresh.made["evenings"],
            file=fresh.name,
        )
        log(actor, "old-list", text, club=fresh.club, data=data)
    return True


def _refuse_leaning(old_list: OldList) -> None:
    """Refuse if a final season counts the events, or a player was merged since."""
    refuse_final(seasons_with(old_list.club_id, old_list.tournaments.all()))
    of_list = Entry.everybody.filter(tournament__old_list=old_list)
    entries = {*of_list.values_list("pk", flat=True)}
    refuse_merged(old_list.club, {*old_list.made["players"]}, entries)


def refuse_final(seasons: set[int]) -> None:
    """Raise ActionRefused if one of these seasons, by key, is final."""
    final = Season.objects.filter(pk__in=seasons).exclude(finished_at=None)
    if leaning := list(final.distinct()):
        text = message(
            "These final seasons count events from this list. Reopen them first: "
            "{names}.",
            names=and_list(leaning),
        )
        raise ActionRefused(text)


def refuse_merged(club: Club, players: set[int], entries: set[int]) -> None:
    """Raise ActionRefused if one of these players or entries, by key, was merged."""
    merges = Merge.objects.filter(club=club, undone_at=None)
    for merge in merges.select_related("kept", "gone"):
        moved = entries.intersection(merge.moved["entries"])
        if moved or {merge.kept_id, merge.gone_id} & players:
            raise ActionRefused(
                message(
                    "Undo this merge first: {gone} into {kept}.",
                    gone=merge.gone.name,
                    kept=merge.kept.name,
                )
            )


@transaction.atomic
def _next(old_list: OldList) -> bool:
    """Delete a few more events. Return whether there were any."""
    fresh = lock_list(old_list)
    pks = [*fresh.tournaments.order_by("pk").values_list("pk", flat=True)[:AT_ONCE]]
    evenings = Tournament.objects.filter(pk__in=pks)
    for model in (Edition, Standings, Adjustment):
        model._base_manager.filter(tournament__in=pks).delete()
    Entry.everybody.filter(tournament__in=pks).delete()  # their past results too
    evenings.delete()
    return bool(pks)


@transaction.atomic
def _end(old_list: OldList) -> int:
    try:
        fresh = lock_list(old_list)
    except ActionRefused:
        return 0
    stay = forget_made(fresh.made)
    fresh.delete()
    return stay


def forget_made(record: Mapping[str, Any]) -> int:
    """Delete the players and seasons that a file created.

    Return how many players stay, because something else refers to them.
    """
    created = Player.everybody.filter(pk__in=record["players"], erased_at=None)
    entered = Entry.everybody.filter(player=OuterRef("pk"))
    merged = Player.everybody.filter(merged_into=OuterRef("pk"))
    known = Merge.objects.filter(kept=OuterRef("pk")) | Merge.objects.filter(
        gone=OuterRef("pk")
    )
    free = created.filter(
        ~Exists(entered), ~Exists(merged), ~Exists(known), merged_into=None
    )
    pks = [*free.values_list("pk", flat=True)]
    stay = len(record["players"]) - len(pks)
    Player.everybody.filter(pk__in=pks).delete()
    seasons = Season.objects.filter(pk__in=record["seasons"])
    used = Tournament.objects.filter(season=OuterRef("pk"))
    editions = SeasonEdition.objects.filter(season=OuterRef("pk"))
    seasons = seasons.filter(more_evenings=None, beside=False)
    seasons.filter(~Exists(used), ~Exists(editions)).delete()
    return stay


def stay_in_words(players: int) -> str:
    """Return how many of a file's players stay after its removal, in words."""
    return plural_message(
        "{n} of its players stays, because they’ve been entered elsewhere since then.",
        "{n} of its players stay, because they’ve been entered elsewhere since then.",
        players,
    )
