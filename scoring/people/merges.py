"""Merging two players who are one person: all data of one moves to the other.

Every moved row is recorded, so that undoing the merge moves back exactly those rows.
"""

from collections.abc import Callable, Iterable, Mapping
from datetime import datetime
from itertools import chain
from typing import Any

from django.db import transaction
from django.db.models import DateTimeField, F, Q
from django.utils import timezone

from clubs.i18n import and_list, joined, message
from clubs.models import Pictures, Player
from clubs.players import show_as_one
from scoring.core.writes import (
    USED_ELSEWHERE,
    ActionRefused,
    Actor,
    Conflict,
    lock,
    log,
)
from scoring.models import (
    Adjustment,
    Answer,
    Entry,
    MailAddress,
    Merge,
    OldResult,
    Round,
    Seat,
    SitOut,
    Tournament,
    TwoPeople,
)
from scoring.models.descriptions import ENTRY, PLAYER, MergeRule, ModelDescription
from scoring.models.log_messages import LogMessage, log_message
from scoring.people.entries import missed_why
from scoring.results import stored
from scoring.tournaments.tournaments import renumber_apart

# The reason of an edition of final standings names no one, because names can be erased.


@transaction.atomic
def merge(*, target: Player, duplicate: Player, actor: Actor, key: str) -> Merge:
    """Merge `duplicate` into `target` everywhere; old entries keep their names.

    Raises ActionRefused if both sat in one round, or can't be one person for another
    reason; Conflict if someone merged or entered one of them since.
    """
    locked = _lock(target, duplicate)
    target, duplicate = _as_they_are(target, duplicate)
    if earlier := Merge.objects.filter(key=key).first():
        if {earlier.kept_id, earlier.gone_id} != {target.pk, duplicate.pk}:
            raise ActionRefused(USED_ELSEWHERE)
        return earlier
    _refuse_strangers(target, duplicate)
    entries = list(Entry.objects.filter(player=duplicate).order_by("pk"))
    own_entries = {e.tournament_id: e for e in Entry.objects.filter(player=target)}
    if not {*own_entries, *(entry.tournament_id for entry in entries)} <= locked.keys():
        raise Conflict(
            message(
                "One of these players was just entered in a tournament. Compare them "
                "again."
            )
        )
    touched = [locked[entry.tournament_id] for entry in entries]
    moved = {
        **_entries_moved(target, zip(entries, touched, strict=True), own_entries),
        **_facts_moved(target, duplicate),
        "answers": _answers_moved(target, duplicate),
        "mail_address": _mail_address_moved(target, duplicate),
    }
    show_as_one(target, duplicate)
    duplicate.merged_into = target
    duplicate.save(update_fields=["merged_into"])
    log_text = log_message(
        "player.merged", gone=_in_words(duplicate), kept=_in_words(target)
    )
    _tell(actor, target, touched, log_text)
    facts = {"kept": target, "gone": duplicate, "by": actor.user, "by_name": actor.name}
    merge = Merge.objects.create(club=target.club, moved=moved, key=key, **facts)
    for tournament in paid_twice(merge):
        text = log_message("player.paid_twice", name=target.name)
        log(actor, "fee", text, tournament=tournament)
    return merge


def paid_twice(merge: Merge) -> list[Tournament]:
    """Return the tournaments where both entries had paid, so one fee is too many."""
    merged = merge.moved["merged"]
    twice = [facts["tournament"] for facts in merged if facts.get("paid_twice")]
    return list(Tournament.objects.filter(pk__in=twice).order_by("date", "pk"))


def _entries_moved(
    target: Player,
    entries: Iterable[tuple[Entry, Tournament]],
    own_entries: Mapping[int, Entry],
) -> dict[str, Any]:
    """Move entries to `target`, merging them in tournaments where both have one."""
    moved: dict[str, Any] = {"entries": [], "merged": []}
    for entry, tournament in entries:
        if own_entry := own_entries.get(tournament.pk):
            moved["merged"].append(
                hand_over(tournament, target=own_entry, duplicate=entry)
            )
        else:
            moved["entries"].append(entry.pk)
    Entry.objects.filter(pk__in=moved["entries"]).update(player=target)
    return moved


def _answers_moved(target: Player, duplicate: Player) -> list[int]:
    """Move RSVPs of `duplicate` for events where `target` has none.

    Return their keys.
    """
    own_evenings = Answer.objects.filter(player=target).values("tournament")
    rows = Answer.objects.filter(player=duplicate).exclude(tournament__in=own_evenings)
    moved = list(rows.values_list("pk", flat=True))
    Answer.objects.filter(pk__in=moved).update(player=target)
    return moved


def _mail_address_moved(target: Player, duplicate: Player) -> list[int]:
    """Move the email address of `duplicate` if `target` has none. Return its key."""
    if MailAddress.objects.filter(player=target).exists():
        return []
    rows = MailAddress.objects.filter(player=duplicate)
    moved = list(rows.values_list("pk", flat=True))
    rows.update(player=target)
    return moved


def _facts_moved(target: Player, duplicate: Player) -> dict[str, list[Any]]:
    """Merge the club's data on both players. Return old and new by changed column."""
    moved: dict[str, list[Any]] = {}
    for name, new in _merged(PLAYER, target, duplicate).items():
        old = getattr(target, name)
        moved[name] = [old, new] if old != new else []
        if old != new:
            setattr(target, name, new)
            target.save(update_fields=[name])
    return moved


@transaction.atomic
def undo(*, merge: Merge, actor: Actor) -> Merge:
    """Undo a merge: both players get back their own data.

    A second time changes nothing. Raises ActionRefused with the reason if a later
    change prevents it.
    """
    target, duplicate = merge.kept, merge.gone
    locked = _lock(target, duplicate)
    target, duplicate = _as_they_are(target, duplicate)
    fresh = Merge.objects.get(pk=merge.pk)
    if fresh.undone_at:
        return fresh
    _refuse_undo(fresh, target, duplicate)
    for facts in fresh.moved["merged"]:
        give_back(facts, since=fresh.at)
    entries = Entry.objects.filter(pk__in=fresh.moved["entries"], player=target)
    touched = {pk for (pk,) in entries.values_list("tournament_id")}
    touched |= {facts["tournament"] for facts in fresh.moved["merged"]}
    entries.update(player=duplicate)
    answers = Answer.objects.filter(pk__in=fresh.moved.get("answers", []))
    answers.filter(player=target).update(player=duplicate)
    if not MailAddress.objects.filter(player=duplicate).exists():
        moved = MailAddress.objects.filter(pk__in=fresh.moved.get("mail_address", []))
        moved.filter(player=target).update(player=duplicate)
    for name in _merged(PLAYER, target, duplicate):
        old_and_new = fresh.moved.get(name)
        if old_and_new and getattr(target, name) == old_and_new[1]:
            setattr(target, name, old_and_new[0])
            target.save(update_fields=[name])
    duplicate.merged_into = None
    duplicate.save(update_fields=["merged_into"])
    fresh.undone_at, fresh.undone_by_name = timezone.now(), actor.name
    fresh.save(update_fields=["undone_at", "undone_by_name"])
    tournaments = [tournament for pk, tournament in locked.items() if pk in touched]
    text = log_message(
        "player.unmerged",
        gone=_in_words(duplicate),
        kept=_in_words(target),
    )
    _tell(actor, target, tournaments, text)
    return fresh


@transaction.atomic
def keep_apart(*, first: Player, second: Player, actor: Actor) -> None:
    """Record that two players are different people, so that no one is asked again.

    A second time changes nothing. Raises ActionRefused for one player twice, and for
    players who were erased, merged, or are in different clubs.
    """
    first, second = sorted(_as_they_are(first, second), key=lambda player: player.pk)
    _refuse_strangers(first, second)
    defaults = {"by_name": actor.name}
    if TwoPeople.objects.get_or_create(one=first, other=second, defaults=defaults)[1]:
        text = log_message(
            "player.two_people",
            one=_in_words(first),
            other=_in_words(second),
        )
        log(actor, "merge", text, club=first.club)


@transaction.atomic
def ask_again(*, first: Player, second: Player, actor: Actor) -> None:
    """Withdraw that two players are different people. A second time changes nothing."""
    first, second = sorted(_as_they_are(first, second), key=lambda player: player.pk)
    if TwoPeople.objects.filter(one=first, other=second).delete()[0]:
        text = log_message(
            "player.maybe_same",
            one=_in_words(first),
            other=_in_words(second),
        )
        log(actor, "merge", text, club=first.club)


def _lock(first: Player, second: Player) -> dict[int, Tournament]:
    """Lock the tournaments of both players, in the order of keys, and return them."""
    players = {first.pk, second.pk}
    tournaments = Tournament.objects.filter(entries__player__in=players)
    return {
        tournament.pk: lock(tournament)
        for tournament in tournaments.distinct().order_by("pk")
    }


def _as_they_are(*players: Player) -> list[Player]:
    """Return the current players, locked after the tournaments."""
    rows = Player.everybody.select_for_update(no_key=True)
    found = rows.order_by("pk").in_bulk([player.pk for player in players])
    return [found[player.pk] for player in players]


def _refuse_strangers(target: Player, duplicate: Player) -> None:
    if target.pk == duplicate.pk:
        raise ActionRefused(
            message("That’s the same player. Choose two different players.")
        )
    if target.club_id != duplicate.club_id:
        raise ActionRefused(message("These players belong to different clubs."))
    for player in (target, duplicate):
        if player.erased_at:
            raise ActionRefused(
                message(
                    "Player {number} has been erased, so no one can tell who it was.",
                    number=player.number,
                )
            )
        if survivor := player.merged_into:
            raise Conflict(
                message(
                    "{gone} and {kept} have already been merged.",
                    gone=_in_words(player),
                    kept=_in_words(survivor),
                )
            )


def _refuse_undo(merge: Merge, target: Player, duplicate: Player) -> None:
    if target.erased_at or duplicate.erased_at:
        raise ActionRefused(
            message(
                "One of these names has been erased, so the players can’t be "
                "separated again."
            )
        )
    players = [target, duplicate]
    later = Merge.objects.filter(pk__gt=merge.pk, undone_at=None)
    found = later.filter(kept__in=players) | later.filter(gone__in=players)
    if last := found.select_related("kept", "gone").order_by("pk").last():
        raise ActionRefused(
            message(
                "Undo this merge first: {gone} into {kept}.",
                gone=_in_words(last.gone),
                kept=_in_words(last.kept),
            )
        )


def _tell(
    actor: Actor, target: Player, tournaments: Iterable[Tournament], text: LogMessage
) -> None:
    """Update the standings, and log the merge for each tournament or else the club."""
    is_logged = False
    for tournament in tournaments:
        stored.refresh(
            tournament, actor=actor, reason=log_message("reason.entries_merged")
        )
        log(actor, "merge", text, tournament=tournament)
        is_logged = True
    if not is_logged:
        log(actor, "merge", text, club=target.club)


def _in_words(player: Player) -> str:
    return log_message("player.with_number", name=player.name, number=player.number)


# If the states differ, the earlier one of these counts as the person's.
NEARER = (
    Entry.State.HERE,
    Entry.State.LEFT,
    Entry.State.EXPECTED,
    Entry.State.ABSENT,
)


def hand_over(
    tournament: Tournament, *, target: Entry, duplicate: Entry
) -> dict[str, Any]:
    """Merge the entry `duplicate` into `target`. Return the data `give_back` needs.

    Raises ActionRefused if both sat, or were credited, in one round.
    """
    _refuse_two_people(target, duplicate)
    moved: dict[str, Any] = {
        "tournament": tournament.pk,
        "kept": target.pk,
        "gone": duplicate.pk,
        "sit_outs": [],
        "dropped": [],
    }
    _sit_outs(target, duplicate, moved)
    for name, rows, field in _rows_of(duplicate):
        moved[name] = list(rows.order_by("pk").values_list("pk", flat=True))
        rows.update(**{field: target})
    moved["paid_twice"] = target.paid and duplicate.paid and tournament.fee > 0
    moved["fields"] = _of_the_person(target, duplicate)
    moved["apart"] = _apart(tournament, target, duplicate)
    duplicate.merged_into = target
    duplicate.save(update_fields=["merged_into"])
    return moved


def give_back(moved: dict[str, Any], *, since: datetime) -> None:
    """Undo a merge of entries; the second one has missed rounds published `since`.

    Raises ActionRefused if a moved row was changed later.
    """
    target = Entry.everybody.select_related("tournament").get(pk=moved["kept"])
    duplicate = Entry.everybody.get(pk=moved["gone"])
    for name, rows, field in _rows_of(target):
        moved_rows = rows.model._base_manager.filter(pk__in=moved[name])
        if strange := moved_rows.exclude(**{field: target}).first():
            raise ActionRefused(_changed(strange))
        moved_rows.update(**{field: duplicate})
    _put_sit_outs(moved["sit_outs"], target, duplicate)
    _restore_dropped(moved["dropped"])
    _restore_fields(target, moved["fields"])
    tournament = target.tournament
    if moved["apart"] and tournament.apart == moved["apart"][1]:
        tournament.apart = moved["apart"][0]
        tournament.save(update_fields=["apart"])
    duplicate.merged_into = None
    duplicate.save(update_fields=["merged_into"])
    _mark_missed(duplicate, since)


def _restore_fields(target: Entry, fields: Mapping[str, list[Any]]) -> None:
    """Restore merged values, except those that were changed since.

    The time of payment is cleared if the fee isn't paid.
    """
    for name, (old, new) in fields.items():
        if _in_json(getattr(target, name)) == new:
            is_moment = isinstance(Entry._meta.get_field(name), DateTimeField)
            old_value = datetime.fromisoformat(old) if is_moment and old else old
            setattr(target, name, old_value)
    if not target.paid:
        target.paid_at = None
    target.save(update_fields=[*fields, "paid_at"])


def _rows_of(entry: Entry) -> list[tuple[str, Any, str]]:
    """Return all rows that point to an entry, except the rounds it didn't play."""
    return [
        ("seats", Seat.objects.filter(entry=entry), "entry"),
        ("credits", Seat.objects.filter(credit=entry), "credit"),
        ("adjustments", Adjustment.objects.filter(entry=entry), "entry"),
        (
            "sat_for",
            SitOut.objects.filter(entry=entry).exclude(credit=entry),
            "entry",
        ),
        ("against", Adjustment.objects.filter(other=entry), "other"),
        (
            "substitutes",
            Entry.everybody.filter(substitute_for=entry),
            "substitute_for",
        ),
    ]


def _refuse_two_people(target: Entry, duplicate: Entry) -> None:
    tournament = target.tournament
    entry_ids = {target.pk, duplicate.pk}
    rounds, sat = _parts_of(entry_ids)
    shared = sorted(
        rounds[pk].number for pk, seated_ids in sat.items() if seated_ids == entry_ids
    )
    if shared:
        reason = message(
            "{tournament}: {one} and {other} both took part in round {numbers}, so "
            "they can’t be the same person.",
            tournament=tournament,
            one=target.name,
            other=duplicate.name,
            numbers=and_list(shared),
        )
        if any(rounds[pk].state == Round.State.DRAFT for pk in sat):
            reason = joined(
                [reason, message("If that round is a draft, discard it first.")], " "
            )
        raise ActionRefused(reason)
    if OldResult.objects.filter(entry__in=entry_ids).exists():
        reason = message(
            "{tournament}: {one} and {other} are both in the past results, so they "
            "can’t be the same person.",
            tournament=tournament,
            one=target.name,
            other=duplicate.name,
        )
        raise ActionRefused(reason)
    ruled = Adjustment.objects.filter(entry__in=entry_ids, other__in=entry_ids)
    stood_in = entry_ids & {target.substitute_for_id, duplicate.substitute_for_id}
    if stood_in:
        reason = message(
            "{tournament}: one substituted for the other, so they can’t be the same "
            "person.",
            tournament=tournament,
        )
        raise ActionRefused(reason)
    if ruled.exists():
        reason = message(
            "{tournament}: a ruling moves chips from one to the other, so they can’t "
            "be the same person.",
            tournament=tournament,
        )
        raise ActionRefused(reason)
    _refuse_two_substitutes(tournament, entry_ids)


def _refuse_two_substitutes(tournament: Tournament, entry_ids: set[int]) -> None:
    """Refuse a merge that would give a person two substitutes or a chain of them."""
    theirs = Q(pk__in=entry_ids, substitute_for__isnull=False) | Q(
        substitute_for__in=entry_ids
    )
    found = (
        tournament.entries.filter(theirs)
        .select_related("substitute_for")
        .order_by("pk")
    )
    if len(found) > 1:
        pairs = (
            message(
                "{name} plays instead of {absent}", name=e.name, absent=e.substitute_for
            )
            for e in found
        )
        reason = message(
            "Give one player’s seats back first. {tournament}: {pairs}",
            tournament=tournament,
            pairs=and_list(pairs),
        )
        raise ActionRefused(reason)


def _parts_of(entry_ids: set[int]) -> tuple[dict[int, Round], dict[int, set[int]]]:
    """Return the rounds in which the entries took part, and which of them did.

    Both are keyed by round.
    """
    sat: dict[int, set[int]] = {}
    seats = Seat.objects.filter(Q(entry__in=entry_ids) | Q(credit__in=entry_ids))
    rounds = {seat.round_id: seat.round for seat in seats.select_related("round")}
    for seat in seats:
        present_ids = entry_ids & {seat.entry_id, seat.credit_id}
        sat.setdefault(seat.round_id, set()).update(present_ids)
    outs = SitOut.objects.filter(why=SitOut.Why.SIT_OUT).filter(
        Q(entry__in=entry_ids) | Q(credit__in=entry_ids)
    )
    for sit_out in outs.exclude(entry=F("credit")).select_related("round"):
        # A person who sat out for another took part in the round, as at a table.
        rounds[sit_out.round_id] = sit_out.round
        pairs = outs.filter(round=sit_out.round).values_list("entry", "credit")
        present_ids = entry_ids.intersection(chain.from_iterable(pairs))
        sat.setdefault(sit_out.round_id, set()).update(present_ids)
    return rounds, sat


def _sit_outs(target: Entry, duplicate: Entry, moved: dict[str, Any]) -> None:
    """Keep one row per round: a seat before a sit-out before a missed round."""
    rows: dict[int, dict[int, SitOut]] = {}
    for entry in (target, duplicate):
        credits = entry.sit_out_credits.all()
        rows[entry.pk] = {credit.round_id: credit for credit in credits}
    played = {
        entry.pk: set(entry.credits.values_list("round_id", flat=True))
        for entry in (target, duplicate)
    }
    own_rows, other_rows = rows[target.pk], rows[duplicate.pk]
    dropped = [own_rows.pop(pk) for pk in played[duplicate.pk] & own_rows.keys()]
    for pk, row in other_rows.items():
        own_row = own_rows.get(pk)
        nearer = own_row is None or _sat_out(row) > _sat_out(own_row)
        if pk in played[target.pk] or not nearer:
            dropped.append(row)
        else:
            dropped += [own_row] if own_row else []
            moved["sit_outs"].append(row.pk)
    moved["dropped"] = [
        [r.pk, r.round_id, r.entry_id, r.credit_id, r.why] for r in dropped
    ]
    SitOut.objects.filter(pk__in=[row.pk for row in dropped]).delete()
    _put_sit_outs(moved["sit_outs"], duplicate, target)


def _put_sit_outs(keys: Iterable[int], old: Entry, new: Entry) -> None:
    """Move sit-outs to another entry: their credit, and the person if it was `old`."""
    rows = SitOut.objects.filter(pk__in=keys)
    rows.filter(entry=old).update(entry=new)
    rows.update(credit=new)


def _sat_out(row: SitOut) -> bool:
    """Return whether the person was here without a seat, rather than not here."""
    return row.why in SitOut.OUT


def _restore_dropped(dropped: list[list[Any]]) -> None:
    rounds = Round.objects.in_bulk([row[1] for row in dropped])
    for pk, rnd, entry, credit, reason in dropped:
        if rnd not in rounds:  # a draft deleted since
            continue
        if SitOut.objects.filter(round_id=rnd, credit_id=credit).exists():
            number = rounds[rnd].number
            raise ActionRefused(
                message(
                    "Round {number} has changed since the merge, so you can’t undo it.",
                    number=number,
                )
            )
        SitOut.objects.create(  # 0: the row was already gone in a club's file
            pk=pk or None, round_id=rnd, entry_id=entry, credit_id=credit, why=reason
        )


def _of_the_person(target: Entry, duplicate: Entry) -> dict[str, list[Any]]:
    """Merge the two entries' values. Return old and new of each changed column."""
    changed = {}
    for name, new in _merged(ENTRY, target, duplicate).items():
        old = getattr(target, name)
        if old != new:
            changed[name] = [_in_json(old), _in_json(new)]
            setattr(target, name, new)
    target.save(update_fields=list(changed))
    return changed


def _merged(
    description: ModelDescription, target: Any, duplicate: Any
) -> dict[str, Any]:
    """Return the merged values of two rows, for the columns a merge can change."""
    merged = {}
    for field in description.merged():
        if field.merge in RULES:
            name = description.model_field(field).attname
            values = getattr(target, name), getattr(duplicate, name)
            merged[name] = RULES[field.merge](target, *values)
    return merged


def _filled(_: Any, first: Any, second: Any) -> Any:
    return first or second


def _agreed(_: Any, first: bool, second: bool) -> bool:
    return first and second


def _union(target: Entry, first: list[str], second: list[str]) -> list[str]:
    """Return both lists in the tournament's order, then unknown classes."""
    known = target.tournament.class_names
    classes = dict.fromkeys([*first, *second])
    return sorted(classes, key=lambda c: known.index(c) if c in known else len(known))


def _earliest(
    _: Any, first: datetime | None, second: datetime | None
) -> datetime | None:
    return min(filter(None, (first, second)), default=None)


def _nearest(_: Any, first: str, second: str) -> str:
    return min(first, second, key=NEARER.index)


def _refusal(_: Any, first: str, second: str) -> str:
    return second if second == Pictures.NOT else first or second


# Each function gets the row that stays and both values. Other rules are applied
# elsewhere.
RULES: dict[MergeRule, Callable[[Any, Any, Any], Any]] = {
    MergeRule.FILLED: _filled,
    MergeRule.AGREED: _agreed,
    MergeRule.UNION: _union,
    MergeRule.EARLIEST: _earliest,
    MergeRule.NEAREST: _nearest,
    MergeRule.REFUSAL: _refusal,
}


def _in_json(value: Any) -> Any:
    return value.isoformat() if isinstance(value, datetime) else value


def _apart(tournament: Tournament, target: Entry, duplicate: Entry) -> list[str]:
    """Update the pairs kept apart, which are stored by start number.

    Return old and new text if it changed, or [].
    """
    old = tournament.apart
    renumber_apart(tournament, {duplicate.number: target.number})
    return [old, tournament.apart] if old != tournament.apart else []


def _mark_missed(entry: Entry, since: datetime) -> None:
    rounds = Round.objects.filter(
        tournament=entry.tournament_id, published_at__gt=since
    ).exclude(state=Round.State.DRAFT)
    known = set(
        chain(
            entry.sit_outs.values_list("round_id", flat=True),
            entry.seats.values_list("round_id", flat=True),
        )
    )
    SitOut.objects.bulk_create(
        SitOut(round=rnd, entry=entry, credit=entry, why=missed_why(entry))
        for rnd in rounds
        if rnd.pk not in known
    )


def _changed(row: Any) -> str:
    if isinstance(row, Seat):
        sheet = row.sheet
        return message(
            "Table {table} in round {round} has changed since the merge, so you "
            "can’t undo it.",
            table=sheet.table,
            round=sheet.round.number,
        )
    if isinstance(row, Adjustment):
        return message(
            "The ruling “{reason}” has changed since the merge, so you can’t undo it.",
            reason=row.reason,
        )
    return message(
        "{name} has become someone else’s substitute since the merge, so you "
        "can’t undo it.",
        name=row.name,
    )
