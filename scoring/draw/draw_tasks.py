"""Draws whose search takes seconds: a worker makes them and reports its progress.

Such a draw is a folder in the store of draws, with the request, the typed form, and the
progress. Its name is a digest of the form's key, so a form sent twice makes one draw.
"""

import hashlib
import json
import re
import time
from dataclasses import asdict, dataclass, field
from typing import Any, Literal

from django.utils import translation
from django_tasks import task

from clubs.advisory_locks import site_lock
from clubs.i18n import message
from clubs.models import User
from clubs.storage import store
from clubs.tasks import enqueue, is_due, is_out_of_reach, is_pending
from scoring.core.writes import ActionRefused, Actor, Conflict
from scoring.draw import draws
from scoring.draw.rounds import DrawnMeanwhile
from scoring.models import Tournament

KEY = re.compile(r"[0-9a-f]{32}")
KEPT_SECONDS = 60 * 60
ASKED, PROGRESS = "asked.json", "far.json"
STEPS = 50  # how often the search writes its progress

Kind = Literal["drafts", "settings", "refused"]
Typed = dict[str, list[str]]


class UnknownDraw(LookupError):
    """No draw with this key: it is an hour old, or belongs to another tournament."""


@dataclass(frozen=True, slots=True)
class DrawProgress:
    """The progress of a draw: `done` of `of` steps, or why it failed, and the field."""

    state: Literal["working", "done", "failed"] = "working"
    done: int = 0
    of: int = 0
    kind: Kind = "refused"
    message: str = ""
    at: str = ""


@dataclass(frozen=True, slots=True)
class LongDraw:
    """The typed form of a draw, and its progress."""

    key: str
    progress: DrawProgress
    typed: Typed = field(default_factory=dict)


def start(
    tournament: Tournament, by: Actor, typed: Typed, asked: dict[str, Any]
) -> str:
    """Start a draw and return its key.

    `asked` are the other arguments of `draws.draw`.
    """
    words = f"{tournament.pk} {asked['key']}".encode()
    key = hashlib.sha256(words).hexdigest()[:32]
    with site_lock(f"draw-{tournament.pk}"):
        if not store("draws").is_shared:
            _clear_old()
        if is_pending(make_draw, key):
            return key
        store("draws").delete_below(key)
        facts = {
            "tournament": tournament.pk,
            "by": by.user.pk if by.user else None,
            "language": translation.get_language(),
            "typed": typed,
            "asked": asked,
        }
        _write(f"{key}/{ASKED}", facts)
        _write(f"{key}/{PROGRESS}", asdict(DrawProgress()))
        enqueue(make_draw, key)
    return key


def draw_of(key: str, tournament: Tournament) -> LongDraw:
    """Return a draw with its progress. Raises UnknownDraw."""
    if not KEY.fullmatch(key):
        raise UnknownDraw(key)
    try:
        facts = _read(f"{key}/{ASKED}")
        if facts["tournament"] != tournament.pk:
            raise UnknownDraw(key)
        is_to_come = is_pending(make_draw, key)  # read first: it may end in between
        progress = DrawProgress(**_read(f"{key}/{PROGRESS}"))
    except FileNotFoundError:
        raise UnknownDraw(key) from None
    if progress.state == "working" and not is_to_come:
        stopped = message("The draw stopped before it finished. Draw again.")
        if is_out_of_reach():
            stopped = message(
                "A draw this large can’t run right now, because the site’s "
                "background tasks aren’t running. Draw later, or seat people by hand."
            )
        progress = DrawProgress("failed", message=stopped)
    return LongDraw(key, progress, facts["typed"])


def kind_of(refused: ActionRefused) -> Kind:
    """Return the kind of a refusal: other drafts, other settings, or another one."""
    if isinstance(refused, DrawnMeanwhile):
        return "drafts"
    return "settings" if isinstance(refused, Conflict) else "refused"


@task(queue_name="paper")
def make_draw(key: str) -> None:
    """Make a requested draw, unless it was deleted after an hour."""
    try:
        facts = _read(f"{key}/{ASKED}")
    except FileNotFoundError:
        return
    user = User.objects.get(pk=facts["by"])
    asked = facts["asked"]
    asked["fixed"] = {int(pk): table for pk, table in asked["fixed"].items()}
    written_step = -1

    def tell(step: int, steps: int) -> None:
        nonlocal written_step
        if step * STEPS // steps != written_step:
            written_step = step * STEPS // steps
            _write(f"{key}/{PROGRESS}", asdict(DrawProgress(done=step, of=steps)))

    progress = DrawProgress("done")
    with translation.override(facts["language"]):
        try:
            tournament = Tournament.objects.get(pk=facts["tournament"])
            draws.draw(
                tournament=tournament, actor=Actor.at_desk(user), tell=tell, **asked
            )
        except ActionRefused as no:
            progress = DrawProgress(
                "failed", kind=kind_of(no), message=no.message, at=no.field
            )
    _write(f"{key}/{PROGRESS}", asdict(progress))


def clear_old() -> None:
    """Delete draws that are an hour old, once an hour.

    Each machine does so in its own folder, if the store isn't shared.
    """
    if not store("draws").is_shared or is_due("old draws"):
        _clear_old()


def _read(name: str) -> dict[str, Any]:
    facts: dict[str, Any] = json.loads(store("draws").content(name))
    return facts


def _write(name: str, facts: dict[str, Any]) -> None:
    store("draws").put(name, json.dumps(facts).encode())


def _clear_old() -> None:
    for file in store("draws").listing():
        if time.time() - file.modified_at.timestamp() > KEPT_SECONDS:
            store("draws").delete_below(file.name.partition("/")[0])
