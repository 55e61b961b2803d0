"""Entering many at once, and changing those of a list who are entered already."""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from functools import partial

from django.db import transaction

from clubs.models import Club, Player
from clubs.services.players import last_number, living, names_changed, new_player
from clubs.wording import NOTHING, say, say_many, together
from scoring.core.services.changes import Actor, Conflict, Refused, done_here, lock, log
from scoring.models import Entry, Tournament
from scoring.people.entries import (
    PEOPLE,
    fresh_entry,
    mark_missed_rounds,
    new_entry,
    refuse_finished,
)
from scoring.people.entry_facts import (
    classes_as_known,
    entry_stamp,
    facts_said,
    known_teams,
    set_facts,
)
from scoring.people.list_plan import ListChange, ToEnter
from scoring.people.two_people import remember_apart
from scoring.results import standings


@transaction.atomic
def take_list(
    *,
    tournament: Tournament,
    by: Actor,
    people: Sequence[ToEnter],
    changes: Sequence[ListChange],
    key: str,
    state: str = Entry.State.EXPECTED,
) -> tuple[int, int]:
    """Enter people and change those entered, all or nothing; says how many of each.

    Who was entered meanwhile is not entered again.

    Raises Refused as `enter` does, Conflict where an entry is not the one that was
    shown.
    """
    enter_them = partial(enter, by=by, people=people, key=key, state=state)
    if not changes:
        return enter_them(tournament=tournament), 0
    fresh = lock(tournament)
    is_again = done_here(key, fresh, "entry") is not None
    entered = enter_them(tournament=tournament)
    if is_again:
        return entered, 0
    for each in changes:
        _make(each, by)
    standings.refresh(fresh, by=by, reason=PEOPLE)
    return entered, len(changes)


def _make(change: ListChange, by: Actor) -> None:
    fresh = fresh_entry(change.entry)
    if entry_stamp(fresh) != entry_stamp(change.entry):
        raise Conflict(
            say(
                "Somebody changed this entry meanwhile: {name}. Look at the list once "
                "more.",
                name=fresh.name,
            )
        )
    old = _said(fresh)
    fresh.lodge = change.lodge
    set_facts(fresh, dict(change.facts))
    fresh.save(update_fields=["lodge", *change.facts])
    who = {"number": fresh.label, "name": fresh.name}
    text = say("changed by a list: {number} {name}", **who)
    log(by, "entry", text, tournament=fresh.tournament, old=old, new=_said(fresh))


def _said(entry: Entry) -> str:
    return together(filter(None, (entry.lodge, facts_said(entry)))) or NOTHING


@transaction.atomic
def enter(
    *,
    tournament: Tournament,
    by: Actor,
    people: Sequence[ToEnter],
    key: str,
    state: str = Entry.State.EXPECTED,
) -> int:
    """Enter them all or nobody; says how many are new in the tournament.

    Raises Refused where a start number is taken, or a class is none of the
    tournament's.
    """
    fresh = lock(tournament)
    if done := done_here(key, fresh, "entry"):
        return int(done.new) if done.new.isdecimal() else 0
    refuse_finished(fresh)
    people = _each_once(fresh, people)
    numbers = _numbers(fresh, people)
    players = _players(fresh.club_id, people)
    new = [
        new_entry(fresh, player, number, each.listed.lodge, state)
        for each, player, number in zip(people, players, numbers, strict=True)
    ]
    _set_facts(fresh, new, people)
    entries = Entry.objects.bulk_create(new)
    remember_apart(_different(people, players), by)
    mark_missed_rounds(fresh, entries, by)
    text = say_many(
        "entered {n} person from a list",
        "entered {n} people from a list",
        len(entries),
    )
    log(by, "entry", text, tournament=fresh, key=key, new=str(len(entries)))
    return len(entries)


def _set_facts(
    tournament: Tournament, entries: Iterable[Entry], people: Sequence[ToEnter]
) -> None:
    """Fee, team and classes as the list says them."""
    named = any(each.listed.team for each in people)
    teams = known_teams(tournament) if named else {}
    for entry, each in zip(entries, people, strict=True):
        listed = each.listed
        entry.paid = listed.paid
        entry.team = teams.setdefault(listed.team.casefold(), listed.team)
        entry.classes = classes_as_known(tournament, listed.classes)


def _each_once(tournament: Tournament, people: Sequence[ToEnter]) -> list[ToEnter]:
    """Nobody who is entered, no player twice, nobody under a name merged away."""
    seen = set(
        tournament.entries.exclude(player=None).values_list("player_id", flat=True)
    )
    known = (each.player.pk for each in people if each.player)
    rows = Player.everybody.select_for_update(no_key=True).order_by("pk")
    found = rows.in_bulk(list(known))
    now = {pk: living(p) if p.merged_into_id else p for pk, p in found.items()}
    once = []
    for each in people:
        if each.player is None:
            once.append(each)
        elif (player := now[each.player.pk]).pk not in seen:
            seen.add(player.pk)
            once.append(replace(each, player=player))
    return once


def _different(
    people: Sequence[ToEnter], players: Sequence[Player]
) -> list[tuple[Player, Player]]:
    """Who was said to be somebody else than a name much like it."""
    of_line = {
        each.listed.line: player for each, player in zip(people, players, strict=True)
    }
    pairs = []
    for each, player in zip(people, players, strict=True):
        pairs += [(player, other) for other in each.not_these]
        pairs += [(player, of_line[n]) for n in each.not_lines if n in of_line]
    return pairs


def _numbers(tournament: Tournament, people: Sequence[ToEnter]) -> list[int]:
    """Their start numbers; whoever brings none gets one after all others."""
    numbered = Entry.everybody.filter(tournament=tournament).exclude(number=None)
    taken = dict(numbered.values_list("number", "name"))
    last = max((number or 0 for number in taken), default=0)
    for each in people:
        number = each.listed.number
        if number is not None and number in taken:
            said = say(
                "{name} shall get start number {number}, but it is taken: {other}.",
                name=each.listed.name,
                number=number,
                other=taken[number],
            )
            raise Refused(said)
        if number is not None:
            taken[number] = each.listed.name
            last = max(last, number)
    following = iter(range(last + 1, last + 1 + len(people)))
    return [each.listed.number or next(following) for each in people]


def _players(club_id: int, people: Sequence[ToEnter]) -> list[Player]:
    """Each line's player; new ones get the club's next numbers."""
    club = Club.objects.select_for_update(no_key=True).get(pk=club_id)
    last = last_number(club)
    new = [each.listed for each in people if each.player is None]
    made = iter(
        Player.objects.bulk_create(
            new_player(club, last + n, one.parts or one.name, one.lodge)
            for n, one in enumerate(new, start=1)
        )
    )
    if any(one.parts for one in new):
        names_changed(club)
    return [each.player or next(made) for each in people]
