"""Two players who turned out to be one: everything of one becomes the other's.

What is handed over is written down row by row, so that undoing gives back exactly that.
"""

from collections.abc import Iterable, Mapping
from typing import Any

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_noop

from clubs.models import Player
from clubs.services.players import show_as_one
from clubs.wording import say
from scoring.core.services.changes import (
    USED_ELSEWHERE,
    Actor,
    Conflict,
    Refused,
    lock,
    log,
)
from scoring.models import Entry, Merge, Tournament, TwoPeople
from scoring.people.merged_entries import give_back, hand_over
from scoring.results import standings

# What an edition of final standings says of it: names can be erased.
MERGED = gettext_noop("Entries were merged, or parted again.")


@transaction.atomic
def merge(*, kept: Player, gone: Player, by: Actor, key: str) -> Merge:
    """`gone` is `kept` from now on, in every tournament; his name stays in its day.

    Raises Refused where both sat in one round, or cannot be one person otherwise;
    Conflict where somebody merged or entered one of them in between.
    """
    locked = _lock(kept, gone)
    kept, gone = _as_they_are(kept, gone)
    if done := Merge.objects.filter(key=key).first():
        if {done.kept_id, done.gone_id} != {kept.pk, gone.pk}:
            raise Refused(USED_ELSEWHERE)
        return done
    _refuse_strangers(kept, gone)
    entries = list(Entry.objects.filter(player=gone).order_by("pk"))
    own = {e.tournament_id: e for e in Entry.objects.filter(player=kept)}
    if not {*own, *(entry.tournament_id for entry in entries)} <= locked.keys():
        raise Conflict(
            say("One of the two was entered somewhere meanwhile. Look again.")
        )
    touched = [locked[entry.tournament_id] for entry in entries]
    moved = {
        **_entries_moved(kept, zip(entries, touched, strict=True), own),
        "lodge": _lodge_moved(kept, gone),
    }
    show_as_one(kept, gone)
    gone.merged_into = kept
    gone.save(update_fields=["merged_into"])
    said = say("{gone} is {kept}: merged", gone=_said(gone), kept=_said(kept))
    _tell(by, kept, touched, said)
    who = {"kept": kept, "gone": gone, "by": by.user, "by_name": by.name}
    return Merge.objects.create(club=kept.club, moved=moved, key=key, **who)


def _entries_moved(
    kept: Player,
    entries: Iterable[tuple[Entry, Tournament]],
    own: Mapping[int, Entry],
) -> dict[str, Any]:
    """Make these the entries of `kept`; where he has one himself, one is emptied."""
    moved: dict[str, Any] = {"entries": [], "merged": []}
    for entry, tournament in entries:
        if same := own.get(tournament.pk):
            moved["merged"].append(hand_over(tournament, kept=same, gone=entry))
        else:
            moved["entries"].append(entry.pk)
    Entry.objects.filter(pk__in=moved["entries"]).update(player=kept)
    return moved


def _lodge_moved(kept: Player, gone: Player) -> list[str]:
    """A lodge where there was none; old and new where that changes."""
    if not gone.lodge or kept.lodge:
        return []
    kept.lodge, old = gone.lodge, kept.lodge
    kept.save(update_fields=["lodge"])
    return [old, gone.lodge]


@transaction.atomic
def undo(*, merge: Merge, by: Actor) -> Merge:
    """Two players again, each with what was his. Twice is once.

    Raises Refused, saying why, where something since then stands in the way.
    """
    kept, gone = merge.kept, merge.gone
    locked = _lock(kept, gone)
    kept, gone = _as_they_are(kept, gone)
    fresh = Merge.objects.get(pk=merge.pk)
    if fresh.undone_at:
        return fresh
    _refuse_undo(fresh, kept, gone)
    for each in fresh.moved["merged"]:
        give_back(each, since=fresh.at)
    entries = Entry.objects.filter(pk__in=fresh.moved["entries"], player=kept)
    touched = {pk for (pk,) in entries.values_list("tournament_id")}
    touched |= {each["tournament"] for each in fresh.moved["merged"]}
    entries.update(player=gone)
    if fresh.moved["lodge"] and kept.lodge == fresh.moved["lodge"][1]:
        kept.lodge = fresh.moved["lodge"][0]
        kept.save(update_fields=["lodge"])
    gone.merged_into = None
    gone.save(update_fields=["merged_into"])
    fresh.undone_at, fresh.undone_by_name = timezone.now(), by.name
    fresh.save(update_fields=["undone_at", "undone_by_name"])
    again = [tournament for pk, tournament in locked.items() if pk in touched]
    said = say(
        "{gone} is not {kept}: the merge is undone", gone=_said(gone), kept=_said(kept)
    )
    _tell(by, kept, again, said)
    return fresh


@transaction.atomic
def keep_apart(*, one: Player, other: Player, by: Actor) -> None:
    """They are two people: nobody is asked again whether they are one.

    Said twice is once. Raises Refused as `merge` does.
    """
    one, other = sorted(_as_they_are(one, other), key=lambda each: each.pk)
    _refuse_strangers(one, other)
    said = {"by_name": by.name}
    if TwoPeople.objects.get_or_create(one=one, other=other, defaults=said)[1]:
        text = say(
            "{one} and {other} are two people", one=_said(one), other=_said(other)
        )
        log(by, "merge", text, club=one.club)


@transaction.atomic
def ask_again(*, one: Player, other: Player, by: Actor) -> None:
    """Take back that they are two people. Twice is once."""
    one, other = sorted(_as_they_are(one, other), key=lambda each: each.pk)
    if TwoPeople.objects.filter(one=one, other=other).delete()[0]:
        text = say(
            "{one} and {other} may be one person after all",
            one=_said(one),
            other=_said(other),
        )
        log(by, "merge", text, club=one.club)


def _lock(one: Player, other: Player) -> dict[int, Tournament]:
    """The tournaments of both, in the order in which everybody takes them."""
    players = {one.pk, other.pk}
    both = Tournament.objects.filter(entries__player__in=players)
    return {each.pk: lock(each) for each in both.distinct().order_by("pk")}


def _as_they_are(*players: Player) -> list[Player]:
    """The players as they are now, locked after the tournaments."""
    rows = Player.everybody.select_for_update(no_key=True)
    found = rows.order_by("pk").in_bulk([player.pk for player in players])
    return [found[player.pk] for player in players]


def _refuse_strangers(kept: Player, gone: Player) -> None:
    if kept.pk == gone.pk:
        raise Refused(say("This is one player already. Choose two."))
    if kept.club_id != gone.club_id:
        raise Refused(say("They are players of two clubs."))
    for player in (kept, gone):
        if player.erased_at:
            raise Refused(
                say(
                    "Player {number} is erased; nobody knows who it was.",
                    number=player.number,
                )
            )
        if into := player.merged_into:
            raise Conflict(
                say(
                    "{gone} and {kept} were merged meanwhile.",
                    gone=_said(player),
                    kept=_said(into),
                )
            )


def _refuse_undo(merge: Merge, kept: Player, gone: Player) -> None:
    if kept.erased_at or gone.erased_at:
        raise Refused(
            say("The name was erased since; the two cannot be told apart again.")
        )
    both = [kept, gone]
    later = Merge.objects.filter(pk__gt=merge.pk, undone_at=None)
    found = later.filter(kept__in=both) | later.filter(gone__in=both)
    if last := found.select_related("kept", "gone").order_by("pk").last():
        raise Refused(
            say(
                "Undo first that {gone} is {kept}.",
                gone=_said(last.gone),
                kept=_said(last.kept),
            )
        )


def _tell(
    by: Actor, kept: Player, tournaments: Iterable[Tournament], text: str
) -> None:
    """Standings anew, and a line in the log of each tournament, or of the club."""
    told = False
    for tournament in tournaments:
        standings.refresh(tournament, by=by, reason=MERGED)
        log(by, "merge", text, tournament=tournament)
        told = True
    if not told:
        log(by, "merge", text, club=kept.club)


def _said(player: Player) -> str:
    return say("{name} (player {number})", name=player.name, number=player.number)
