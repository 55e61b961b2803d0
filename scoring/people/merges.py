"""Two players who turned out to be one: everything of one becomes the other's.

What is handed over is written down row by row, so that undoing gives back exactly that.
"""

from collections.abc import Callable, Iterable, Mapping
from datetime import datetime
from itertools import chain
from typing import Any

from django.db import transaction
from django.db.models import DateTimeField, F, Q
from django.utils import timezone

from clubs.i18n import and_list, message, together
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

# What an edition of final standings says of it: names can be erased.


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
            raise ActionRefused(USED_ELSEWHERE)
        return done
    _refuse_strangers(kept, gone)
    entries = list(Entry.objects.filter(player=gone).order_by("pk"))
    own = {e.tournament_id: e for e in Entry.objects.filter(player=kept)}
    if not {*own, *(entry.tournament_id for entry in entries)} <= locked.keys():
        raise Conflict(
            message(
                "One of these players was just entered in a tournament. Compare them "
                "again."
            )
        )
    touched = [locked[entry.tournament_id] for entry in entries]
    moved = {
        **_entries_moved(kept, zip(entries, touched, strict=True), own),
        **_facts_moved(kept, gone),
        "answers": _answers_moved(kept, gone),
        "mail_address": _mail_address_moved(kept, gone),
    }
    show_as_one(kept, gone)
    gone.merged_into = kept
    gone.save(update_fields=["merged_into"])
    said = log_message("player.merged", gone=_in_words(gone), kept=_in_words(kept))
    _tell(by, kept, touched, said)
    who = {"kept": kept, "gone": gone, "by": by.user, "by_name": by.name}
    merge = Merge.objects.create(club=kept.club, moved=moved, key=key, **who)
    for tournament in paid_twice(merge):
        text = log_message("player.paid_twice", name=kept.name)
        log(by, "fee", text, tournament=tournament)
    return merge


def paid_twice(merge: Merge) -> list[Tournament]:
    """Where both entries had paid: one fee is too many."""
    merged = merge.moved["merged"]
    twice = [facts["tournament"] for facts in merged if facts.get("paid_twice")]
    return list(Tournament.objects.filter(pk__in=twice).order_by("date", "pk"))


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


def _answers_moved(kept: Player, gone: Player) -> list[int]:
    """What `gone` said of evenings of which `kept` said nothing himself."""
    own = Answer.objects.filter(player=kept).values("tournament")
    rows = Answer.objects.filter(player=gone).exclude(tournament__in=own)
    moved = list(rows.values_list("pk", flat=True))
    Answer.objects.filter(pk__in=moved).update(player=kept)
    return moved


def _mail_address_moved(kept: Player, gone: Player) -> list[int]:
    """Where mail for `gone` went, if there is no address of `kept`."""
    if MailAddress.objects.filter(player=kept).exists():
        return []
    rows = MailAddress.objects.filter(player=gone)
    moved = list(rows.values_list("pk", flat=True))
    rows.update(player=kept)
    return moved


def _facts_moved(kept: Player, gone: Player) -> dict[str, list[Any]]:
    """Merge what the club knows of both; return old and new where a column changes."""
    moved: dict[str, list[Any]] = {}
    for name, new in _merged(PLAYER, kept, gone).items():
        old = getattr(kept, name)
        moved[name] = [old, new] if old != new else []
        if old != new:
            setattr(kept, name, new)
            kept.save(update_fields=[name])
    return moved


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
    for facts in fresh.moved["merged"]:
        give_back(facts, since=fresh.at)
    entries = Entry.objects.filter(pk__in=fresh.moved["entries"], player=kept)
    touched = {pk for (pk,) in entries.values_list("tournament_id")}
    touched |= {facts["tournament"] for facts in fresh.moved["merged"]}
    entries.update(player=gone)
    answers = Answer.objects.filter(pk__in=fresh.moved.get("answers", []))
    answers.filter(player=kept).update(player=gone)
    if not MailAddress.objects.filter(player=gone).exists():
        moved = MailAddress.objects.filter(pk__in=fresh.moved.get("mail_address", []))
        moved.filter(player=kept).update(player=gone)
    for name in _merged(PLAYER, kept, gone):
        old_and_new = fresh.moved.get(name)
        if old_and_new and getattr(kept, name) == old_and_new[1]:
            setattr(kept, name, old_and_new[0])
            kept.save(update_fields=[name])
    gone.merged_into = None
    gone.save(update_fields=["merged_into"])
    fresh.undone_at, fresh.undone_by_name = timezone.now(), by.name
    fresh.save(update_fields=["undone_at", "undone_by_name"])
    again = [tournament for pk, tournament in locked.items() if pk in touched]
    said = log_message(
        "player.unmerged",
        gone=_in_words(gone),
        kept=_in_words(kept),
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
        text = log_message(
            "player.two_people",
            one=_in_words(one),
            other=_in_words(other),
        )
        log(by, "merge", text, club=one.club)


@transaction.atomic
def ask_again(*, one: Player, other: Player, by: Actor) -> None:
    """Take back that they are two people. Twice is once."""
    one, other = sorted(_as_they_are(one, other), key=lambda each: each.pk)
    if TwoPeople.objects.filter(one=one, other=other).delete()[0]:
        text = log_message(
            "player.maybe_same",
            one=_in_words(one),
            other=_in_words(other),
        )
        log(by, "merge", text, club=one.club)


def _lock(one: Player, other: Player) -> dict[int, Tournament]:
    """The tournaments of both, in the order in which everybody takes them."""
    players = {one.pk, other.pk}
    both = Tournament.objects.filter(entries__player__in=players)
    return {
        tournament.pk: lock(tournament) for tournament in both.distinct().order_by("pk")
    }


def _as_they_are(*players: Player) -> list[Player]:
    """The players as they are now, locked after the tournaments."""
    rows = Player.everybody.select_for_update(no_key=True)
    found = rows.order_by("pk").in_bulk([player.pk for player in players])
    return [found[player.pk] for player in players]


def _refuse_strangers(kept: Player, gone: Player) -> None:
    if kept.pk == gone.pk:
        raise ActionRefused(
            message("That’s the same player. Choose two different players.")
        )
    if kept.club_id != gone.club_id:
        raise ActionRefused(message("These players belong to different clubs."))
    for player in (kept, gone):
        if player.erased_at:
            raise ActionRefused(
                message(
                    "Player {number} has been erased, so no one can tell who it was.",
                    number=player.number,
                )
            )
        if into := player.merged_into:
            raise Conflict(
                message(
                    "{gone} and {kept} have already been merged.",
                    gone=_in_words(player),
                    kept=_in_words(into),
                )
            )


def _refuse_undo(merge: Merge, kept: Player, gone: Player) -> None:
    if kept.erased_at or gone.erased_at:
        raise ActionRefused(
            message(
                "One of these names has been erased, so the players can’t be "
                "separated again."
            )
        )
    both = [kept, gone]
    later = Merge.objects.filter(pk__gt=merge.pk, undone_at=None)
    found = later.filter(kept__in=both) | later.filter(gone__in=both)
    if last := found.select_related("kept", "gone").order_by("pk").last():
        raise ActionRefused(
            message(
                "Undo this merge first: {gone} into {kept}.",
                gone=_in_words(last.gone),
                kept=_in_words(last.kept),
            )
        )


def _tell(
    by: Actor, kept: Player, tournaments: Iterable[Tournament], text: LogMessage
) -> None:
    """Standings anew, and a line in the log of each tournament, or of the club."""
    told = False
    for tournament in tournaments:
        stored.refresh(tournament, by=by, reason=log_message("reason.entries_merged"))
        log(by, "merge", text, tournament=tournament)
        told = True
    if not told:
        log(by, "merge", text, club=kept.club)


def _in_words(player: Player) -> str:
    return log_message("player.with_number", name=player.name, number=player.number)


# Who came, or was seen last, is what the person did.
NEARER = (
    Entry.State.HERE,
    Entry.State.LEFT,
    Entry.State.EXPECTED,
    Entry.State.ABSENT,
)


def hand_over(tournament: Tournament, *, kept: Entry, gone: Entry) -> dict[str, Any]:
    """Empty `gone` into `kept`; gives what `give_back` needs.

    Raises Refused where both sat, or were credited, in one round.
    """
    _refuse_two_people(kept, gone)
    moved: dict[str, Any] = {
        "tournament": tournament.pk,
        "kept": kept.pk,
        "gone": gone.pk,
        "sit_outs": [],
        "dropped": [],
    }
    _sit_outs(kept, gone, moved)
    for name, rows, field in _rows_of(gone):
        moved[name] = list(rows.order_by("pk").values_list("pk", flat=True))
        rows.update(**{field: kept})
    moved["paid_twice"] = kept.paid and gone.paid and tournament.fee > 0
    moved["fields"] = _of_the_person(kept, gone)
    moved["apart"] = _apart(tournament, kept, gone)
    gone.merged_into = kept
    gone.save(update_fields=["merged_into"])
    return moved


def give_back(moved: dict[str, Any], *, since: datetime) -> None:
    """Two entries again; rounds published `since` find the second one without a seat.

    Raises Refused where a row handed over is not where it was put.
    """
    kept = Entry.everybody.select_related("tournament").get(pk=moved["kept"])
    gone = Entry.everybody.get(pk=moved["gone"])
    for name, rows, field in _rows_of(kept):
        given = rows.model._base_manager.filter(pk__in=moved[name])
        if strange := given.exclude(**{field: kept}).first():
            raise ActionRefused(_changed(strange))
        given.update(**{field: gone})
    _put_sit_outs(moved["sit_outs"], kept, gone)
    _restore_dropped(moved["dropped"])
    _restore_fields(kept, moved["fields"])
    tournament = kept.tournament
    if moved["apart"] and tournament.apart == moved["apart"][1]:
        tournament.apart = moved["apart"][0]
        tournament.save(update_fields=["apart"])
    gone.merged_into = None
    gone.save(update_fields=["merged_into"])
    _mark_missed(gone, since)


def _restore_fields(kept: Entry, fields: Mapping[str, list[Any]]) -> None:
    """What was changed since stays; nobody has a moment of a payment without one."""
    for name, (old, new) in fields.items():
        if _in_json(getattr(kept, name)) == new:
            is_moment = isinstance(Entry._meta.get_field(name), DateTimeField)
            was = datetime.fromisoformat(old) if is_moment and old else old
            setattr(kept, name, was)
    if not kept.paid:
        kept.paid_at = None
    kept.save(update_fields=[*fields, "paid_at"])


def _rows_of(entry: Entry) -> list[tuple[str, Any, str]]:
    """All that points to an entry, but for the rounds it did not play."""
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


def _refuse_two_people(kept: Entry, gone: Entry) -> None:
    where = kept.tournament
    both = {kept.pk, gone.pk}
    rounds, sat = _parts_of(both)
    shared = sorted(rounds[pk].number for pk, who in sat.items() if who == both)
    if shared:
        said = message(
            "{tournament}: {one} and {other} both took part in round {numbers}, so "
            "they can’t be the same person.",
            tournament=where,
            one=kept.name,
            other=gone.name,
            numbers=and_list(shared),
        )
        if any(rounds[pk].state == Round.State.DRAFT for pk in sat):
            said = together(
                [said, message("If that round is a draft, discard it first.")], " "
            )
        raise ActionRefused(said)
    if OldResult.objects.filter(entry__in=both).exists():
        said = message(
            "{tournament}: {one} and {other} are both in the past results, so they "
            "can’t be the same person.",
            tournament=where,
            one=kept.name,
            other=gone.name,
        )
        raise ActionRefused(said)
    ruled = Adjustment.objects.filter(entry__in=both, other__in=both)
    stood_in = both & {kept.substitute_for_id, gone.substitute_for_id}
    if stood_in:
        said = message(
            "{tournament}: one substituted for the other, so they can’t be the same "
            "person.",
            tournament=where,
        )
        raise ActionRefused(said)
    if ruled.exists():
        said = message(
            "{tournament}: a ruling moves chips from one to the other, so they can’t "
            "be the same person.",
            tournament=where,
        )
        raise ActionRefused(said)
    _refuse_two_substitutes(where, both)


def _refuse_two_substitutes(where: Tournament, both: set[int]) -> None:
    """One person plays for one at most, and nobody plays for who plays for another."""
    theirs = Q(pk__in=both, substitute_for__isnull=False) | Q(substitute_for__in=both)
    found = where.entries.filter(theirs).select_related("substitute_for").order_by("pk")
    if len(found) > 1:
        pairs = (
            message(
                "{name} plays instead of {absent}", name=e.name, absent=e.substitute_for
            )
            for e in found
        )
        said = message(
            "Give one player’s seats back first. {tournament}: {pairs}",
            tournament=where,
            pairs=and_list(pairs),
        )
        raise ActionRefused(said)


def _parts_of(both: set[int]) -> tuple[dict[int, Round], dict[int, set[int]]]:
    """The rounds in which either had a part, by key, and which of them had it."""
    sat: dict[int, set[int]] = {}
    seats = Seat.objects.filter(Q(entry__in=both) | Q(credit__in=both))
    rounds = {seat.round_id: seat.round for seat in seats.select_related("round")}
    for seat in seats:
        here = both & {seat.entry_id, seat.credit_id}
        sat.setdefault(seat.round_id, set()).update(here)
    outs = SitOut.objects.filter(why=SitOut.Why.SIT_OUT).filter(
        Q(entry__in=both) | Q(credit__in=both)
    )
    for out in outs.exclude(entry=F("credit")).select_related("round"):
        # Who sat out for another had a part in the round, as at a table.
        rounds[out.round_id] = out.round
        beside = outs.filter(round=out.round).values_list("entry", "credit")
        here = both & {pk for pair in beside for pk in pair}
        sat.setdefault(out.round_id, set()).update(here)
    return rounds, sat


def _sit_outs(kept: Entry, gone: Entry, moved: dict[str, Any]) -> None:
    """Of each round one thing stays: a seat before a sit-out before having missed it."""
    rows = {
        entry.pk: {credit.round_id: credit for credit in entry.sit_out_credits.all()}
        for entry in (kept, gone)
    }
    played = {
        entry.pk: set(entry.credits.values_list("round_id", flat=True))
        for entry in (kept, gone)
    }
    own, given = rows[kept.pk], rows[gone.pk]
    dropped = [own.pop(pk) for pk in played[gone.pk] & own.keys()]
    for pk, row in given.items():
        beside = own.get(pk)
        nearer = beside is None or _sat_out(row) > _sat_out(beside)
        if pk in played[kept.pk] or not nearer:
            dropped.append(row)
        else:
            dropped += [beside] if beside else []
            moved["sit_outs"].append(row.pk)
    moved["dropped"] = [
        [r.pk, r.round_id, r.entry_id, r.credit_id, r.why] for r in dropped
    ]
    SitOut.objects.filter(pk__in=[row.pk for row in dropped]).delete()
    _put_sit_outs(moved["sit_outs"], gone, kept)


def _put_sit_outs(keys: Iterable[int], old: Entry, new: Entry) -> None:
    """The standing they count in is the other's; so is who sat, unless for him."""
    rows = SitOut.objects.filter(pk__in=keys)
    rows.filter(entry=old).update(entry=new)
    rows.update(credit=new)


def _sat_out(row: SitOut) -> bool:
    """Here, and without a seat, rather than not here at all."""
    return row.why in SitOut.OUT


def _restore_dropped(dropped: list[list[Any]]) -> None:
    rounds = Round.objects.in_bulk([row[1] for row in dropped])
    for pk, rnd, entry, credit, why in dropped:
        if rnd not in rounds:  # a draft thrown away since
            continue
        if SitOut.objects.filter(round_id=rnd, credit_id=credit).exists():
            number = rounds[rnd].number
            raise ActionRefused(
                message(
                    "Round {number} has changed since the merge, so you can’t undo it.",
                    number=number,
                )
            )
        SitOut.objects.create(  # 0: of a club's file, where the row was gone already
            pk=pk or None, round_id=rnd, entry_id=entry, credit_id=credit, why=why
        )


def _of_the_person(kept: Entry, gone: Entry) -> dict[str, list[Any]]:
    """What the two entries say together; old and new of what that changes."""
    changed = {}
    for name, new in _merged(ENTRY, kept, gone).items():
        old = getattr(kept, name)
        if old != new:
            changed[name] = [_in_json(old), _in_json(new)]
            setattr(kept, name, new)
    kept.save(update_fields=list(changed))
    return changed


def _merged(description: ModelDescription, kept: Any, gone: Any) -> dict[str, Any]:
    """Return what two rows say together, by the columns that a merge may change."""
    merged = {}
    for field in description.merged():
        if field.merge in RULES:
            name = description.model_field(field).attname
            values = getattr(kept, name), getattr(gone, name)
            merged[name] = RULES[field.merge](kept, *values)
    return merged


def _filled(_: Any, first: Any, second: Any) -> Any:
    return first or second


def _agreed(_: Any, first: bool, second: bool) -> bool:
    return first and second


def _union(kept: Entry, first: list[str], second: list[str]) -> list[str]:
    """In the tournament's order, and behind them those that it has no more."""
    known = kept.tournament.class_names
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


# By the row that stays and both values; what has no function here is done elsewhere.
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


def _apart(tournament: Tournament, kept: Entry, gone: Entry) -> list[str]:
    """Who must not meet is kept by start number; old and new where that changes."""
    old = tournament.apart
    renumber_apart(tournament, {gone.number: kept.number})
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
