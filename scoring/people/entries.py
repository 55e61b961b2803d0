"""Who plays: entries, here and gone."""

import secrets
from collections.abc import Iterable
from typing import Any

from django.db import transaction
from django.db.models import F, Q
from django.utils.translation import gettext_noop

from clubs.models import Club, Player
from clubs.services.players import add_player, living
from clubs.services.stale_check import changed_meanwhile
from clubs.wording import PersonName, say, say_many, together, typed_name
from scoring.core.services.changes import (
    Actor,
    Conflict,
    Refused,
    done_before,
    lock,
    log,
)
from scoring.models import Change, Entry, Round, SitOut, Tournament
from scoring.people.entry_facts import entry_stamp, facts_said, set_facts
from scoring.people.start_numbers import free_number
from scoring.people.two_people import remember_apart
from scoring.results import standings
from scoring.tournaments.tournaments import renumber_apart

State = Entry.State
# What somebody did, or what was ruled about him, keeps him in the list.
FACTS = ("seats", "credits", "adjustments", "adjustments_against")
# The why of an edition names nobody, and is translated where it is read.
PEOPLE = gettext_noop("The list of players changed.")


@transaction.atomic
def add(
    *,
    tournament: Tournament,
    by: Actor,
    name: str | PersonName = "",
    lodge: str = "",
    player: Player | None = None,
    number: int | None = None,
    state: str = State.EXPECTED,
    ranked: bool = True,
    paid: bool = False,
    key: str = "",
    not_these: Iterable[Player] = (),
) -> Entry:
    """Enter a player of the club, or somebody new by name, who is none of `not_these`.

    The next start number unless one is given. Entering somebody twice changes
    nothing. Raises Refused for a number that is taken or no name at all.
    """
    fresh = lock(tournament)
    if done := done_before(key):
        return _entry_of(fresh, done)
    if player is None:
        told = name if isinstance(name, PersonName) else _told(fresh.club, name)
        if not told.whole:
            raise Refused(say("Type a name."), "name")
    else:
        player = living(player)
        if entered := fresh.entries.filter(player=player).first():
            return entered
    refuse_finished(fresh)
    free = free_number(fresh, number)
    if player is None:
        player = add_player(club=fresh.club, name=told, lodge=lodge.strip())
        remember_apart([(player, other) for other in not_these], by)
    entry = new_entry(fresh, player, free, lodge.strip(), state)
    entry.ranked, entry.paid = ranked, paid
    entry.full_clean(exclude=["house"])
    entry.save()
    mark_missed_rounds(fresh, [entry], by)
    who = {"number": entry.number, "name": entry.name}
    text = (
        say("entered: {number} {name}, fee paid", **who)
        if paid
        else say("entered: {number} {name}", **who)
    )
    log(by, "entry", text, tournament=fresh, key=key, new=str(entry.number))
    return entry


@transaction.atomic
def set_state(*, entry: Entry, by: Actor, state: str) -> Entry:
    """Expected, here, absent or left; published rounds stay as they are."""
    lock(entry.tournament)
    fresh = fresh_entry(entry)
    old, fresh.state = State(fresh.state), State(state)
    if old != fresh.state:
        fresh.save()
        was, now = (together([each.label]) for each in (old, fresh.state))
        who = {"number": fresh.label, "name": fresh.name}
        text = say("{number} {name} is {state}", **who, state=now)
        log(by, "state", text, tournament=fresh.tournament, old=was, new=now)
    return fresh


@transaction.atomic
def all_here(*, tournament: Tournament, by: Actor) -> int:
    """Everybody expected has come; says how many that were."""
    lock(tournament)
    expected = tournament.entries.filter(state=State.EXPECTED)
    changed = expected.update(state=State.HERE)
    if changed:
        text = say_many("{n} expected is here", "{n} expected are here", changed)
        log(by, "state", text, tournament=tournament)
    return changed


@transaction.atomic
def change(
    *,
    entry: Entry,
    by: Actor,
    name: str,
    lodge: str,
    number: int,
    seen: str = "",
    **facts: Any,
) -> Entry:
    """Another spelling or start number, or other facts (`entry_facts`).

    Raises Refused if the number is taken, and as `set_facts` does; Conflict where the
    entry is not the one of the stamp `seen`.
    """
    tournament = lock(entry.tournament)
    fresh = fresh_entry(entry)
    old = _said(fresh)
    is_other = bool(seen) and seen != entry_stamp(fresh)
    if not name.strip():
        raise Refused(say("Type a name."), "name")
    if number != fresh.number:
        given = free_number(tournament, number)
        renumber_apart(tournament, {fresh.number: given})
        fresh.number = given
    if name.strip() != fresh.name:
        fresh.call(_name_of_the_day(fresh, _told(tournament.club, name)))
    fresh.lodge = lodge.strip()
    set_facts(fresh, facts)
    fresh.full_clean(exclude=["house"])
    fresh.save()
    new = _said(fresh)
    if old != new:
        if is_other:
            raise Conflict(changed_meanwhile(old))
        # Those who share a place stand in the order of their numbers.
        standings.refresh(tournament, by=by, reason=PEOPLE)
        text = say("changed entry: {old}", old=old)
        log(by, "entry", text, tournament=tournament, old=old, new=new)
    return fresh


@transaction.atomic
def remove(*, entry: Entry, by: Actor) -> None:
    """Take an entry out that never sat anywhere; the others keep their numbers."""
    tournament = lock(entry.tournament)
    fresh = Entry.objects.filter(pk=entry.pk).first()
    if fresh is None:
        return
    outs = SitOut.objects.filter(Q(entry=fresh) | Q(credit=fresh))
    sat_for = outs.exclude(entry=F("credit"))  # for another, or another for him
    if sat_for.exists() or any(getattr(fresh, facts).exists() for facts in FACTS):
        raise Refused(
            say(
                "{name} has a seat in a round, or a ruling. Set the state to “left” or "
                "“absent” instead.",
                name=fresh.name,
            )
        )
    if Entry.everybody.filter(Q(merged_into=fresh) | Q(substitute_for=fresh)).exists():
        raise Refused(
            say(
                "{name} has another entry merged in, or a substitute. Undo that first.",
                name=fresh.name,
            )
        )
    fresh.sit_outs.all().delete()
    text = say("removed entry: {number} {name}", number=fresh.label, name=fresh.name)
    fresh.delete()
    standings.refresh(tournament, by=by, reason=PEOPLE)
    log(by, "entry", text, tournament=tournament)


def house_players(tournament: Tournament, needed: int) -> list[Entry]:
    """The first `needed` house players, made where there are too few."""
    have = {entry.house: entry for entry in tournament.entries.exclude(house=None)}
    for n in range(1, needed + 1):
        if n not in have:
            have[n] = Entry.objects.create(
                tournament=tournament,
                house=n,
                name=str(say("House player {n}", n=n)),
                ranked=False,
                state=State.HERE,
            )
    return [have[n] for n in range(1, needed + 1)]


def missed_why(entry: Entry) -> str:
    """Why somebody without a seat in a round has none."""
    return {
        State.HERE: SitOut.Why.SIT_OUT,
        State.LEFT: SitOut.Why.LEFT,
    }.get(State(entry.state), SitOut.Why.ABSENT)


def mark_missed_rounds(
    tournament: Tournament, entries: Iterable[Entry], by: Actor
) -> None:
    """Whoever comes after a round began has missed it."""
    rounds = tournament.rounds.exclude(state=Round.State.DRAFT)
    missed = [
        SitOut(round=each, entry=entry, credit=entry, why=SitOut.Why.LATE)
        for each in rounds
        for entry in entries
    ]
    if missed:
        SitOut.objects.bulk_create(missed)
        standings.refresh(tournament, by=by, reason=PEOPLE)


def new_entry(
    tournament: Tournament,
    player: Player,
    number: int,
    lodge: str = "",
    state: str = Entry.State.HERE,
) -> Entry:
    """An entry still to be saved, with name and lodge as of today.

    Its lot is drawn once for everybody and breaks a tie where the tournament says so.
    """
    entry = Entry(
        tournament=tournament,
        player=player,
        number=number,
        lodge=lodge or player.lodge,
        state=state,
        lot=secrets.randbelow(1_000_000) + 1,
    )
    entry.call(player.person_name)
    return entry


def fresh_entry(entry: Entry) -> Entry:
    """The entry as it is now. Raises Refused where somebody removed it."""
    found = Entry.objects.select_related("tournament").filter(pk=entry.pk).first()
    if found is None:
        raise Refused(say("Somebody removed this entry meanwhile. Look at the list."))
    return found


def refuse_finished(tournament: Tournament) -> None:
    if tournament.finished_at:
        raise Refused(
            say(
                "{tournament} is finished. Reopen it to enter people.",
                tournament=tournament.name,
            )
        )


def _told(club: Club, name: str) -> PersonName:
    return typed_name(name.strip(), family_first=club.writes_family_first)


def _name_of_the_day(entry: Entry, told: PersonName) -> PersonName:
    """With the parts that the player's name has, as far as both have the same words."""
    player = entry.player
    if player is None or player.name_guessed or not told.guessed:
        return told
    own = player.person_name
    return own if own.whole == told.whole else own.of(told.whole) or told


def _entry_of(tournament: Tournament, done: Change) -> Entry:
    """What a form sent before has made; it may have been removed since."""
    mine = done.tournament_id == tournament.pk and done.new.isdecimal()
    number = int(done.new) if mine else None
    entry = tournament.entries.filter(number=number, house=None).first()
    if entry is None:
        raise Refused(say("This was sent before, and changed since. Look at the list."))
    return entry


def _said(entry: Entry) -> str:
    said = (f"{entry.label} {entry.name}", entry.lodge, facts_said(entry))
    return together(filter(None, said))
