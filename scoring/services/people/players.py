"""The club's players, with the log that every write leaves."""

from functools import partial

from django.db import transaction
from django.db.models import F, QuerySet, Value
from django.db.models.functions import Left, Replace

from clubs.models import Club, Player, short_name
from clubs.services.players import (
    ERASED,
    add_player,
    change_player,
    erase_name,
    living,
    one_person,
)
from clubs.services.stamps import changed_meanwhile, stamp_of
from scoring.models import (
    Adjustment,
    Announcement,
    Call,
    Change,
    Count,
    Edition,
    Entry,
    Hand,
    HandRuling,
    Loan,
    Phone,
    Round,
    Sheet,
    TrayHand,
)
from scoring.services import packs
from scoring.services.changes import (
    USED_ELSEWHERE,
    Actor,
    Conflict,
    Refused,
    done_before,
    lock,
    log,
)


@transaction.atomic
def add(*, club: Club, by: Actor, name: str, lodge: str, key: str) -> Player:
    """A new player; a form sent twice makes one."""
    Club.objects.select_for_update(no_key=True).get(pk=club.pk)
    if done := done_before(key):
        player = club.players.filter(number=_number(done.new)).first()
        if done.club_id != club.pk or player is None:
            raise Refused(USED_ELSEWHERE)
        return player
    player = add_player(club=club, name=name, lodge=lodge)
    text = f"added player {player.number}, {player.name}"
    log(by, "player", text, club=club, key=key, new=str(player.number))
    return player


@transaction.atomic
def change(
    *, player: Player, by: Actor, name: str, lodge: str, seen: str = ""
) -> Player:
    """A better spelling; entries keep the name of their day.

    Raises Refused, or Conflict where the player is not the one of the stamp `seen`.
    """
    fresh = living(player)
    if fresh.erased_at:
        raise Refused("This person is erased; the name does not come back.")
    old = _said(fresh)
    is_same = (fresh.name, fresh.lodge) == (name, lodge)
    if seen and seen != player_stamp(fresh) and not is_same:
        raise Conflict(changed_meanwhile(old))
    changed = change_player(player=fresh, name=name, lodge=lodge)
    if old != _said(changed):
        text = f"changed player {old}"
        log(by, "player", text, club=player.club, old=old, new=_said(changed))
    return changed


def player_stamp(player: Player) -> str:
    """Which name and lodge somebody saw."""
    return stamp_of(player, ("name", "lodge"))


@transaction.atomic
def erase(*, player: Player, by: Actor) -> Player:
    """Take a person's name out of everything the site keeps.

    Chips, places and start numbers stay: they are other people's results too. Whoever
    was merged with him was the same person.
    """
    # Whoever saves an entry holds its tournament, and would write the old name back.
    for tournament in player.club.tournaments.order_by("pk"):
        lock(tournament)
    person = one_person(player)
    fresh = person[0]
    if all(each.erased_at for each in person):
        return fresh
    entries = Entry.everybody.filter(player__in=person)
    names = {each.name for each in person} - {ERASED}
    names |= {*entries.values_list("name", flat=True)} - {ERASED}
    entries.update(name=ERASED, lodge="")
    for each in person:
        erase_name(each)
    for name in sorted(names, key=len, reverse=True):
        for rows, fields in _texts(fresh.club):
            for text in fields:
                _replace(rows, text, name)
    _erase_from_tables(entries, names)
    for tournament in fresh.club.tournaments.filter(entries__in=entries).distinct():
        transaction.on_commit(partial(packs.renew, tournament), robust=True)
    numbers = ", ".join(str(each.number) for each in person)
    log(by, "player", f"erased player {numbers}", club=fresh.club)
    return fresh


def _texts(club: Club) -> list[tuple[QuerySet, tuple[str, ...]]]:
    """Where people may have been named in words."""
    of_club = {"sheet__round__tournament__club": club}
    return [
        (Change.objects.filter(club=club), ("text", "old", "new")),
        (
            Adjustment.objects.filter(tournament__club=club),
            ("reason", "reversal_reason"),
        ),
        (HandRuling.objects.filter(**of_club), ("reason", "reversal_reason")),
        (Count.objects.filter(**of_club), ("reason",)),
        (Edition.objects.filter(tournament__club=club), ("reason",)),
        (Hand.objects.filter(**of_club), ("note", "reason", "void_reason")),
        (TrayHand.objects.filter(**of_club), ("note", "reason", "settled_reason")),
        (Call.objects.filter(**of_club), ("reason", "answer")),
        (Round.objects.filter(tournament__club=club), ("reason",)),
        (Announcement.objects.filter(tournament__club=club), ("text",)),
    ]


def _erase_from_tables(entries: QuerySet[Entry], names: set[str]) -> None:
    """His name, or its short form, as his phone bore it; an account's stays."""
    sheets = Sheet.objects.filter(round__tournament__entries__in=entries)
    on = {"sheet__in": list(sheets)}
    signed = [
        (Phone.objects.filter(**on), "name"),
        (TrayHand.objects.filter(**on, settled_by=None), "settled_by_name"),
        *((rows.objects.filter(**on), "by_name") for rows in (Loan, Call, TrayHand)),
        *((rows.objects.filter(**on, by=None), "by_name") for rows in (Hand, Count)),
        (Change.objects.filter(**on, by=None), "by_name"),
    ]
    for form in names | {short_name(name) for name in names}:
        for rows, field in signed:
            rows.filter(**{field: form}).update(**{field: ERASED})
        for field in ("text", "old", "new"):
            _replace(Change.objects.filter(**on), field, form)


def _replace(rows: QuerySet, field: str, name: str) -> None:
    changed = Replace(F(field), Value(name), Value(ERASED))
    if longest := rows.model._meta.get_field(field).max_length:
        changed = Left(changed, longest)
    rows.filter(**{f"{field}__contains": name}).update(**{field: changed})


def _said(player: Player) -> str:
    return f"{player.name}, {player.lodge}" if player.lodge else player.name


def _number(text: str) -> int:
    return int(text) if text.isdecimal() else 0
