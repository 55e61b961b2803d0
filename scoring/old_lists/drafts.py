"""A list between its upload and its import. It is no fact yet, so the log says nothing."""

import hashlib
import json
from collections.abc import Iterable, Mapping
from typing import Any

from django.db import transaction

from clubs.models import Club
from clubs.wording import day, say
from scoring.core.services.changes import Actor, Refused
from scoring.models import OldList
from scoring.old_lists.importing import lock_list
from scoring.people.spreadsheets import Worksheet

LONGEST_FILE_NAME = 200


@transaction.atomic
def add(*, club: Club, by: Actor, name: str, sheets: Iterable[Worksheet]) -> OldList:
    """Keep an uploaded file to look at; the same cells again are the one that is there.

    Raises Refused where it is in already.
    """
    Club.objects.select_for_update(no_key=True).get(pk=club.pk)
    cells = [[each.name, each.rows] for each in sheets]
    digest = hashlib.sha256(json.dumps(cells).encode()).hexdigest()
    same = club.old_lists.filter(digest=digest).first()
    if same is None:
        return OldList.objects.create(
            club=club,
            name=name[-LONGEST_FILE_NAME:],
            digest=digest,
            sheets=cells,
            by=by.user,
            by_name=by.name,
        )
    if same.state != OldList.State.DRAFT:
        said = say(
            "This very file is in since {day}: {file}. Nothing was imported.",
            day=day(same.at),
            file=same.name,
        )
        raise Refused(said, "file")
    return same


@transaction.atomic
def choose(*, old_list: OldList, choices: Mapping[str, Any]) -> OldList:
    """Keep what somebody says of a list; raises Refused once it is coming in."""
    fresh = lock_list(old_list)
    if fresh.state != OldList.State.DRAFT:
        raise Refused(say("This list is coming in already, or is in."))
    fresh.choices = {**choices}
    fresh.save(update_fields=["choices"])
    return fresh
