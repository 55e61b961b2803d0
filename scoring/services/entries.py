"""Who plays: entries, start numbers, here and gone."""

import secrets
from collections.abc import Iterable

from django.db import transaction
from django.db.models import Max

from clubs.models import Player
from clubs.services.players import add_player
from scoring.models import Entry, Round, SitOut, Tournament
from scoring.services import standings
from scoring.services.changes import Actor, Refused, done_before, log

State = Entry.State


@transaction.atomic
def add(
    *,
    tournament: Tournament,
    by: Actor,
    name: str = "",
    lodge: str = "",
    player: Player | None = None,
    number: int | None = None,
    state: str = State.EXPECTED,
    ranked: bool = True,
    key: str = "",
) -> Entry:
    """Enter a player of the club, or somebody new by name.

    The next start number unless one is given. Entering somebody twice changes
    nothing. Raises Refused for a number that is taken or no name at all.
    """
    _lock(tournament)
    if done := done_before(key):
        return tournament.entries.get(number=int(done.new))
    if player is None:
        if not name.strip():
            raise Refused("Type a name.", "name")
        player = add_player(
            club=tournament.club, name=name.strip(), lodge=lodge.strip()
        )
    elif entered := tournament.entries.filter(player=player).first():
        return entered
    entry = Entry(
        tournament=tournament,
        player=player,
        number=_free_number(tournament, number),
        name=player.name,
        lodge=lodge.strip() or player.lodge,
        ranked=ranked,
        state=state,
        lot=secrets.randbelow(1_000_000) + 1,
    )
    entry.full_clean()
    entry.save()
    _mark_missed_rounds(entry)
    text = f"entered {entry.number} {entry.name}"
    log(by, "entry", text, tournament=tournament, key=key, new=str(entry.number))
    return entry


@transaction.atomic
def set_state(*, entry: Entry, by: Actor, state: str) -> Entry:
    """Expected, here, absent or left; the rounds already published stay as they are."""
    _lock(entry.tournament)
    fresh = Entry.objects.get(pk=entry.pk)
    old, fresh.state = fresh.state, State(state)
    if old != fresh.state:
        fresh.save()
        text = f"{fresh.label} {fresh.name} is {fresh.get_state_display()}"
        log(by, "state", text, tournament=fresh.tournament, old=old, new=state)
    return fresh


@transaction.atomic
def all_here(*, tournament: Tournament, by: Actor) -> int:
    """Everybody expected has come; says how many that were."""
    _lock(tournament)
    expected = tournament.entries.filter(state=State.EXPECTED)
    changed = expected.update(state=State.HERE)
    if changed:
        log(by, "state", f"{changed} expected are here", tournament=tournament)
    return changed


@transaction.atomic
def change(*, entry: Entry, by: Actor, name: str, lodge: str, number: int) -> Entry:
    """Another spelling or start number. Raises Refused if the number is taken."""
    _lock(entry.tournament)
    fresh = Entry.objects.get(pk=entry.pk)
    old = f"{fresh.number} {fresh.name}, {fresh.lodge}"
    if number != fresh.number:
        fresh.number = _free_number(fresh.tournament, number)
    if not name.strip():
        raise Refused("Type a name.", "name")
    fresh.name, fresh.lodge = name.strip(), lodge.strip()
    fresh.full_clean()
    fresh.save()
    new = f"{fresh.number} {fresh.name}, {fresh.lodge}"
    if old != new:
        text = f"changed entry {old}"
        log(by, "entry", text, tournament=fresh.tournament, old=old, new=new)
    return fresh


@transaction.atomic
def remove(*, entry: Entry, by: Actor) -> None:
    """Take an entry out that never sat anywhere; the others keep their numbers."""
    _lock(entry.tournament)
    if entry.seats.exists() or entry.credits.exists() or entry.adjustments.exists():
        raise Refused(
            f"{entry.name} has a seat in a round. Set the state to “left” or “absent”."
        )
    entry.sit_outs.all().delete()
    text = f"removed entry {entry.label} {entry.name}"
    entry.delete()
    log(by, "entry", text, tournament=entry.tournament)


@transaction.atomic
def number_by_lot(*, tournament: Tournament, by: Actor) -> None:
    """Draw start numbers anew, before any round is published."""
    _lock(tournament)
    if tournament.rounds.exists():
        raise Refused("Start numbers stay once a round is drawn.")
    people = list(tournament.entries.filter(house=None).order_by("number"))
    numbers = list(range(1, len(people) + 1))
    secrets.SystemRandom().shuffle(numbers)
    # Two may not share a number even for a moment: first move out of the way.
    beyond = max((entry.number for entry in people), default=0) + len(people)
    for shift in (beyond, 0):
        for entry, number in zip(people, numbers, strict=True):
            entry.number = number + shift
            entry.save()
    log(by, "entry", "drew the start numbers", tournament=tournament)


def house_players(tournament: Tournament, needed: int) -> list[Entry]:
    """The first `needed` house players, made where there are too few."""
    have = {entry.house: entry for entry in tournament.entries.exclude(house=None)}
    for n in range(1, needed + 1):
        if n not in have:
            have[n] = Entry.objects.create(
                tournament=tournament,
                house=n,
                name=f"House player {n}",
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


def _mark_missed_rounds(entry: Entry) -> None:
    """Whoever comes after a round began has missed it."""
    rounds: Iterable[Round] = entry.tournament.rounds.exclude(state=Round.State.DRAFT)
    missed = [SitOut(round=each, entry=entry, why=SitOut.Why.LATE) for each in rounds]
    if missed:
        SitOut.objects.bulk_create(missed)
        standings.refresh(entry.tournament)


def _free_number(tournament: Tournament, number: int | None) -> int:
    if number is None:
        last = tournament.entries.aggregate(last=Max("number"))["last"]
        return (last or 0) + 1
    if tournament.entries.filter(number=number).exists():
        raise Refused(f"Start number {number} is taken.", "number")
    return number


def _lock(tournament: Tournament) -> None:
    Tournament.objects.select_for_update().get(pk=tournament.pk)
