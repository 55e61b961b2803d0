"""A club's own look: emblem, color, and the thank-you line for the hall."""

from typing import Any

from django.db import transaction

from clubs.images import Picture
from clubs.models import Club, Emblem
from scoring.core.writes import Actor, find_duplicate, log, merge_facts
from scoring.models.log_messages import log_message

FACTS = ("colour", "thanks", "emblem_mark")


@transaction.atomic
def change_look(
    *,
    club: Club,
    actor: Actor,
    colour: str,
    thanks: str,
    emblem: tuple[Picture, Picture] | None = None,
    without_emblem: bool = False,
    original: Club | None = None,
    key: str = "",
) -> None:
    """Change the club's look; a new `emblem` replaces the old one.

    Raises Conflict if someone changed the color or the line since `original`.
    """
    if find_duplicate(key):
        return
    fresh = Club.objects.select_for_update(no_key=True).get(pk=club.pk)
    facts = merge_facts(fresh, original, {"colour": colour, "thanks": thanks})
    old = {name: getattr(fresh, name) for name in FACTS}
    fresh.colour, fresh.thanks = facts["colour"], facts["thanks"]
    if emblem is not None:
        fresh.emblem_mark = _store_emblem(fresh, *emblem)
    elif without_emblem:
        Emblem.objects.filter(club=fresh).delete()
        fresh.emblem_mark = ""
    new = {name: getattr(fresh, name) for name in FACTS}
    if new == old:
        return
    fresh.save(update_fields=FACTS)
    _log(actor, fresh, old, key)


def _store_emblem(club: Club, large: Picture, small: Picture) -> str:
    """Store the emblem in place of the old one, and return its digest."""
    facts = {"content": large.content, "small": small.content}
    emblem = Emblem.objects.update_or_create(club=club, defaults=facts)[0]
    return emblem.digest


def _log(actor: Actor, club: Club, old: dict[str, Any], key: str) -> None:
    """Log a line for each changed fact; the first one has the form's key."""
    texts = {
        "emblem_mark": (
            log_message("club.emblem_changed")
            if club.emblem_mark
            else log_message("club.emblem_removed")
        ),
        "colour": log_message("club.color_changed"),
        "thanks": log_message("club.hall_line_changed"),
    }
    for name, text in texts.items():
        if (new_value := getattr(club, name)) != old[name]:
            words = (
                {} if name == "emblem_mark" else {"old": old[name], "new": new_value}
            )
            log(actor, "settings", text, club=club, key=key, **words)
            key = ""
