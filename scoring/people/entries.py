"""Entries of a tournament: add, change, number and remove them."""

import secrets
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import chain, product
from typing import TYPE_CHECKING, Any, TypedDict

from django.db import transaction
from django.db.models import Exists, F, Max, OuterRef, Q, QuerySet
from django.utils import timezone

from clubs.i18n import PersonName, joined, message, typed_name
from clubs.merging import stamp_of
from clubs.models import Club, Player
from clubs.name_search import duplicate_keys, matches
from clubs.players import add_player, living
from rules.seating import house_needed
from scoring.core.quotas import refuse_beyond
from scoring.core.undo import ActKind, recorded
from scoring.core.writes import (
    ActionRefused,
    Actor,
    Conflict,
    find_duplicate,
    lock,
    log,
    merge_facts,
)
from scoring.games.game_adapter import sizes_of
from scoring.games.table_sizes import sizes_in_words
from scoring.models import Change, Entry, Round, Seat, SitOut, Tournament
from scoring.models.log_messages import log_message
from scoring.people.duplicates import (
    known_namesakes,
    remember_apart,
    sat_together,
    two_people_of,
)
from scoring.people.entry_facts import entry_columns, entry_facts, fact_in_words
from scoring.results import stored
from scoring.tournaments.tournaments import renumber_apart


def set_facts(entry: Entry, facts: dict[str, Any]) -> None:
    """Set facts on an entry, to be saved by the caller.

    Raises ActionRefused for a class that the tournament doesn't have, and if more
    people would stay at a table than it has seats.
    """
    tournament = entry.tournament
    for name in (fact.column for fact in entry_facts()):
        if name == "paid" and name in facts:
            pay(entry, facts[name])
        elif name in facts:
            setattr(entry, name, facts[name])
    if "team" in facts:
        team = " ".join(facts["team"].split())
        entry.team = known_teams(tournament).get(team.casefold(), team)
    if "classes" in facts:
        entry.classes = classes_as_known(tournament, facts["classes"])
    if facts.get("fixed_table"):
        _refuse_one_more(entry)


def pay(entry: Entry, paid: bool) -> None:
    """Set whether the fee is paid, and the time, to be saved by the caller."""
    if paid != entry.paid:
        entry.paid_at = timezone.now() if paid else None
    entry.paid = paid


def owes_fee(entry: Entry, *, is_seated: bool) -> bool:
    """Return whether a person owes the fee, or would if they hadn't paid it.

    Absent players, substitutes, and standby players without a seat don't.
    """
    is_away = entry.state == Entry.State.ABSENT or entry.substitute_for_id is not None
    stood_by = entry.if_needed and not is_seated
    return not is_away and not stood_by


def with_seats(entries: QuerySet[Entry]) -> "QuerySet[WithAnnotations[Entry, Seated]]":
    """Return the entries, each with whether it has a seat in a round, drafts too."""
    return entries.annotate(is_seated=Exists(Seat.objects.filter(entry=OuterRef("pk"))))


def known_teams(tournament: Tournament) -> dict[str, str]:
    """Return the spelling of each known team by its casefolded name."""
    teams = tournament.entries.exclude(team="").values_list("team", flat=True)
    return {team.casefold(): team for team in teams}


def classes_as_known(tournament: Tournament, names: Iterable[str]) -> list[str]:
    """Return classes in the tournament's spelling and order. Raises ActionRefused."""
    known = {name.casefold(): name for name in tournament.class_names}
    wanted = {" ".join(name.split()).casefold(): name for name in names}
    for folded, name in wanted.items():
        if folded not in known:
            reason = message(
                "{tournament} doesn’t have a class named “{name}.” Its classes are "
                "listed in the settings.",
                tournament=tournament,
                name=name,
            )
            raise ActionRefused(reason, "classes")
    return [class_name for folded, class_name in known.items() if folded in wanted]


def facts_in_words(entry: Entry) -> str:
    """Return the facts in words for the log."""
    known = [(fact, getattr(entry, fact.column)) for fact in entry_facts()]
    return joined(fact_in_words(fact, value) for fact, value in known if value)


def entry_stamp(entry: Entry) -> str:
    """Return a stamp of the name, number and facts that a form displayed."""
    return stamp_of(entry, entry_columns())


def _refuse_one_more(entry: Entry) -> None:
    others = entry.tournament.entries.exclude(pk=entry.pk)
    seated = others.filter(fixed_table=entry.fixed_table).order_by("number")
    if len(seated) >= max(sizes_of(entry.tournament)):
        reason = message(
            "Table {table} is already full. These players stay there: {names}.",
            table=entry.fixed_table,
            names=joined(entry.name for entry in seated),
        )
        raise ActionRefused(reason, "fixed_table")


if TYPE_CHECKING:
    from django_stubs_ext import WithAnnotations


class Seated(TypedDict):
    """An annotation: whether the entry has a seat in a round, drafts too."""

    is_seated: bool


# Few entries are substitutes. Without `isnull`, PostgreSQL compares all entries with
# all people who are here, as long as it has no statistics.
_HERE_AGAIN = Entry.objects.filter(
    substitute_for__isnull=False, substitute_for__state=Entry.State.HERE
).select_related("substitute_for")


@dataclass(frozen=True)
class EntryList:
    """All entries by start number, with totals and possible duplicates."""

    tournament: Tournament
    entries: "Sequence[WithAnnotations[Entry, Seated]]"
    here_again: tuple[Entry, ...] = ()  # substitutes whose player is here

    def numbers(self) -> list[tuple[str, int]]:
        """Return the number of entries in each state, with labels for the page."""
        counts = [(word, self._count_of(state)) for state, word in Entry.State.choices]
        numbers = [(message("entered"), len(self.entries))]
        return [*numbers, *((str(w), n) for w, n in counts if n)]

    @property
    def expected(self) -> int:
        return self._count_of(Entry.State.EXPECTED)

    @property
    def present(self) -> int:
        return self._count_of(Entry.State.HERE)

    @property
    def missing(self) -> int:
        """The number of additional people who would fill the last table."""
        return house_needed(self.present, sizes_of(self.tournament))

    @property
    def sizes_in_words(self) -> str:
        """The possible numbers of people at a table, in words."""
        return sizes_in_words(self.tournament)

    @property
    def is_ready(self) -> bool:
        """Whether no one is expected any more, and the people here fill a table."""
        return not self.expected and self.present >= min(sizes_of(self.tournament))

    @property
    def has_seats(self) -> bool:
        """Whether any entry has a seat in a round, drafts too."""
        return any(entry.is_seated for entry in self.entries)

    @cached_property
    def doubles(self) -> list[tuple[Entry, Entry]]:
        """Pairs of entries that may be one person, without known different people.

        Two queries if there are similar names.
        """
        by_pk = {entry.pk: entry for entry in self.entries}
        pairs = duplicate_keys((entry.pk, entry.name) for entry in self.entries)
        found = [
            (by_pk[a], by_pk[b])
            for a, b in pairs
            if (by_pk[a].lodge or "") == (by_pk[b].lodge or "")
            or by_pk[a].name != by_pk[b].name
        ]
        if not found:
            return []
        two = sat_together({_players_of(*pair) for pair in found})
        separations = two_people_of(self.tournament.club)
        two |= {(pair.one_id, pair.other_id) for pair in separations}
        return [pair for pair in found if _players_of(*pair) not in two]

    def matching(self, typed: str) -> Sequence[Entry]:
        """Return the entries whose number, name or lodge match the typed parts."""
        if not typed:
            return self.entries
        return [
            entry
            for entry in self.entries
            if matches(typed, f"{entry.number} {entry.name} {entry.lodge}")
        ]

    def _count_of(self, state: str) -> int:
        return sum(entry.state == state for entry in self.entries)


def _players_of(left: Entry, right: Entry) -> tuple[int, int]:
    """Return both players' keys, the lower one first; 0 without a player."""
    first, second = sorted((left.player_id or 0, right.player_id or 0))
    return first, second


def entries_of(tournament: Tournament) -> EntryList:
    """Return all entries but house players, each with `is_seated`; two queries."""
    reappeared = tuple(here_again(tournament))
    return EntryList(
        tournament, list(_people(tournament).order_by("number")), reappeared
    )


def entry_at(tournament: Tournament, pk: int) -> Entry | None:
    """Return one entry with `is_seated`, or None; never a house player."""
    return _people(tournament).filter(pk=pk).first()


def _people(tournament: Tournament) -> "QuerySet[WithAnnotations[Entry, Seated]]":
    return with_seats(tournament.entries.filter(house=None))


def names_of(tournament: Tournament) -> list[str]:
    """Return the names, lodges and teams that are printed, each once."""
    rows = tournament.entries.values_list("name", "lodge", "team").order_by("number")
    return [*dict.fromkeys(filter(None, chain.from_iterable(rows)))]


def teams_of(tournament: Tournament) -> list[str]:
    """Return the teams entered so far, by name."""
    teams = tournament.entries.exclude(team="").order_by("team")
    return list(teams.values_list("team", flat=True).distinct())


def here_again(tournament: Tournament) -> list[Entry]:
    """Return substitutes whose player is here; one query."""
    return list(_HERE_AGAIN.filter(tournament=tournament))


def here_again_among(everybody: Iterable[Entry]) -> list[Entry]:
    """Return substitutes whose player is here, among all entries; no query."""
    present = {
        entry.pk: entry for entry in everybody if entry.state == Entry.State.HERE
    }
    reappeared = []
    for entry in everybody:
        if entry.substitute_for_id in present:
            entry.substitute_for = present[entry.substitute_for_id]
            reappeared.append(entry)
    return reappeared


State = Entry.State
NOT_COMING = (State.ABSENT, State.LEFT)
# Functions that `signups` registers, for the transaction of a write and under its lock:
# with the tournament, the actor, and the players that the desk entered and removed.
# They can't run later, because pages show answers next to entries.
on_desk_change: list[Callable[[Tournament, Actor, set[int], set[int]], object]] = []
# An entry with a seat, a credit or a ruling can't be removed.
RESULTS = ("seats", "credits", "adjustments", "adjustments_against")
# The reason of an edition names no one, and is translated when it's displayed.
CHANGED = "reason.entries_changed"  # a reason in the standings


@transaction.atomic
def add(
    *,
    tournament: Tournament,
    actor: Actor,
    name: str | PersonName = "",
    lodge: str = "",
    player: Player | None = None,
    number: int | None = None,
    state: str = State.EXPECTED,
    ranked: bool = True,
    paid: bool = False,
    key: str = "",
    not_these: Iterable[Player] = (),
    namesakes: int | None = None,
    answered: bool = False,
) -> Entry:
    """Enter a player of the club, or a new one by name, who is none of `not_these`.

    `namesakes` is how many players of the club have the name or nearly, as displayed on
    a page: Conflict is raised if one was added since. `number` defaults to the next
    one. Entering a player twice changes nothing. `answered` means by the player's own
    RSVP. State HERE changes no RSVP, so the entry can be undone at check-in. Raises
    ActionRefused for a number in use or no name.
    """
    fresh = lock(tournament)
    if duplicate := find_duplicate(key):
        return _entry_of(fresh, duplicate)
    if player is None:
        person_name = (
            name if isinstance(name, PersonName) else _parsed_name(fresh.club, name)
        )
        if not person_name.whole:
            raise ActionRefused(message("Enter a name."), "name")
    else:
        player = living(player)
        if entered := fresh.entries.filter(player=player).first():
            return entered
    refuse_finished(fresh)
    free = free_number(fresh, number)
    if player is None:
        if namesakes is not None:
            not_these = known_namesakes(
                fresh.club,
                person_name.whole,
                lodge,
                listed=namesakes,
                form_field="name",
            )
        refuse_beyond(fresh.club, "players", field="name")
        player = add_player(club=fresh.club, name=person_name, lodge=lodge.strip())
        remember_apart([(player, other) for other in not_these], actor)
    entry = new_entry(fresh, player, free, lodge.strip(), state)
    entry.ranked = ranked
    pay(entry, paid)
    entry.if_needed = player.pk in only_if_needed(fresh)
    entry.full_clean(exclude=["house"])
    entry.save()
    mark_missed_rounds(fresh, [entry], actor)
    person = {"number": entry.number, "name": entry.name}
    text = (
        log_message("entry.added_paid", **person)
        if paid
        else log_message("entry.added", **person)
    )
    if not answered and state != State.HERE:
        update_rsvps(fresh, actor, came=[entry])
    log(actor, "entry", text, tournament=fresh, key=key, new=str(entry.number))
    return entry


def update_rsvps(
    tournament: Tournament,
    actor: Actor,
    came: Iterable[Entry] = (),
    went: Iterable[Entry] = (),
) -> None:
    """Update RSVPs after the desk entered people, or marked people as absent."""
    entered = {entry.player_id for entry in came if entry.player_id}
    removed = {entry.player_id for entry in went if entry.player_id}
    for follow in on_desk_change:
        follow(tournament, actor, entered, removed)


def update_rsvp_of_entry(entry: Entry, old_state: str, actor: Actor) -> None:
    """Update RSVPs if the desk's new state of an entry is a yes or a no."""
    is_away = entry.state in NOT_COMING
    if is_away != (old_state in NOT_COMING):
        moved = {"went" if is_away else "came": [entry]}
        update_rsvps(entry.tournament, actor, **moved)


def only_if_needed(tournament: Tournament) -> set[int]:
    """Return the players who answered that they are on standby; one query."""
    answers = tournament.answers.filter(state="in", if_needed=True)
    return set(answers.values_list("player", flat=True))


@transaction.atomic
def set_state(
    *,
    entry: Entry,
    actor: Actor,
    state: str,
    expected: str = "",
    answered: bool = False,
) -> Entry:
    """Set an entry to expected, here, absent or left; published rounds don't change.

    `answered` means by the player's own RSVP. Raises Conflict if it's no longer
    `expected`.
    """
    tournament = lock(entry.tournament)
    fresh = fresh_entry(entry, tournament)
    if expected and fresh.state not in (expected, state):
        raise Conflict(
            message(
                "Someone changed this entry while you were editing: "
                "{name}. Check it, then try again.",
                name=fresh.name,
            )
        )
    old, fresh.state = State(fresh.state), State(state)
    if old != fresh.state:
        fresh.save()
        if not answered:
            update_rsvp_of_entry(fresh, old, actor)
        before, after = (joined([state.label]) for state in (old, fresh.state))
        person = {"number": fresh.label, "name": fresh.name}
        text = log_message("entry.state", **person, state=after)
        log(actor, "state", text, tournament=fresh.tournament, old=before, new=after)
    return fresh


@transaction.atomic
def all_here(*, tournament: Tournament, actor: Actor) -> int:
    """Mark everyone expected as here. Return how many changed."""
    lock(tournament)
    with recorded(tournament, actor, ActKind.ALL_HERE) as recording:
        expected = tournament.entries.filter(state=State.EXPECTED)
        changed = recording.number = expected.update(state=State.HERE)
        if changed:
            text = log_message("entry.all_here", n=changed)
            log(actor, "state", text, tournament=tournament)
    return changed


@transaction.atomic
def change(
    *,
    entry: Entry,
    actor: Actor,
    name: str,
    lodge: str,
    number: int,
    original: Entry | None = None,
    **facts: Any,
) -> Entry:
    """Change name, lodge, start number or other facts (`entry_facts`) of an entry.

    Raises ActionRefused for a number in use or facts that `set_facts` refuses; Conflict
    if someone changed the same fact since `original`.
    """
    tournament = lock(entry.tournament)
    fresh = fresh_entry(entry, tournament)
    old = _in_words(fresh)
    typed = {"name": name.strip(), "lodge": lodge.strip(), "number": number}
    facts = merge_facts(fresh, original, typed | facts)
    name, lodge, number = (facts.pop(fact) for fact in typed)
    if not name.strip():
        raise ActionRefused(message("Enter a name."), "name")
    if number != fresh.number:
        new_number = free_number(tournament, number)
        renumber_apart(tournament, {fresh.number: new_number})
        fresh.number = new_number
    if name.strip() != fresh.name:
        fresh.call(_name_of_the_day(fresh, _parsed_name(tournament.club, name)))
    fresh.lodge = lodge.strip()
    set_facts(fresh, facts)
    fresh.full_clean(exclude=["house"])
    fresh.save()
    new = _in_words(fresh)
    if old != new:
        # Entries that share a place are listed by start number.
        stored.refresh(tournament, actor=actor, reason=log_message(CHANGED))
        text = log_message("entry.changed", old=old)
        log(actor, "entry", text, tournament=tournament, old=old, new=new)
    return fresh


@transaction.atomic
def remove(
    *, entry: Entry, actor: Actor, answered: bool = False, taken_back: bool = False
) -> None:
    """Remove an entry that never had a seat; the others keep their numbers.

    `answered` means by the player's own RSVP; `taken_back` leaves RSVPs unchanged.
    """
    tournament = lock(entry.tournament)
    fresh = Entry.objects.filter(pk=entry.pk).first()
    if fresh is None:
        return
    outs = SitOut.objects.filter(Q(entry=fresh) | Q(credit=fresh))
    sat_for = outs.exclude(entry=F("credit"))  # for another player, or by one
    if sat_for.exists() or any(getattr(fresh, rows).exists() for rows in RESULTS):
        raise ActionRefused(
            message(
                "{name} has a seat or a ruling, so this entry can’t be removed. Set "
                "the status to “left” or “absent” instead.",
                name=fresh.name,
            )
        )
    if Entry.everybody.filter(Q(merged_into=fresh) | Q(substitute_for=fresh)).exists():
        raise ActionRefused(
            message(
                "{name} has a merged entry or a substitute. Undo that first.",
                name=fresh.name,
            )
        )
    fresh.sit_outs.all().delete()
    text = log_message("entry.removed", number=fresh.label, name=fresh.name)
    fresh.delete()
    if not answered:
        update_rsvps(tournament, actor, went=[] if taken_back else [fresh])
    stored.refresh(tournament, actor=actor, reason=log_message(CHANGED))
    log(actor, "entry", text, tournament=tournament)


def house_players(tournament: Tournament, needed: int) -> list[Entry]:
    """Return the first `needed` house players, creating them if necessary."""
    have = {entry.house: entry for entry in tournament.entries.exclude(house=None)}
    for n in range(1, needed + 1):
        if n not in have:
            have[n] = Entry.objects.create(
                tournament=tournament,
                house=n,
                name=str(message("House player {n}", n=n)),
                ranked=False,
                state=State.HERE,
            )
    return [have[n] for n in range(1, needed + 1)]


def missed_why(entry: Entry) -> str:
    """Return the reason why an entry has no seat in a round."""
    return {State.HERE: SitOut.Why.SIT_OUT, State.LEFT: SitOut.Why.LEFT}.get(
        State(entry.state), SitOut.Why.ABSENT
    )


def mark_missed_rounds(
    tournament: Tournament, entries: Iterable[Entry], actor: Actor
) -> None:
    """Record that people who were entered late missed the rounds before."""
    rounds = tournament.rounds.exclude(state=Round.State.DRAFT)
    missed = [
        SitOut(round=rnd, entry=entry, credit=entry, why=SitOut.Why.LATE)
        for rnd, entry in product(rounds, entries)
    ]
    if missed:
        SitOut.objects.bulk_create(missed)
        stored.refresh(tournament, actor=actor, reason=log_message(CHANGED))


def new_entry(
    tournament: Tournament,
    player: Player,
    number: int,
    lodge: str = "",
    state: str = Entry.State.HERE,
) -> Entry:
    """Return a new entry, not yet saved, with the player's current name and lodge.

    Its random number is drawn once, and breaks ties if the tournament's settings say
    so.
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


def fresh_entry(entry: Entry, tournament: Tournament) -> Entry:
    """Return the current entry. Raises ActionRefused if it was removed."""
    try:
        fresh = Entry.objects.get(pk=entry.pk)
    except Entry.DoesNotExist:
        reason = message(
            "Someone removed this entry while you were editing. Check the list."
        )
        raise ActionRefused(reason) from None
    fresh.tournament = tournament
    return fresh


def refuse_finished(tournament: Tournament) -> None:
    if tournament.finished_at:
        raise ActionRefused(
            message(
                "{tournament} is finished. Reopen it to enter people.",
                tournament=tournament.name,
            )
        )


def _parsed_name(club: Club, name: str) -> PersonName:
    return typed_name(name.strip(), family_first=club.writes_family_first)


def _name_of_the_day(entry: Entry, typed: PersonName) -> PersonName:
    """Return the typed name with the parts of the player's name, if the words match."""
    player = entry.player
    if player is None or player.name_guessed or not typed.guessed:
        return typed
    own_name = player.person_name
    if own_name.whole == typed.whole:
        return own_name
    return own_name.with_spelling(typed.whole) or typed


def _entry_of(tournament: Tournament, duplicate: Change) -> Entry:
    """Return the entry that an earlier copy of the form created.

    Raises ActionRefused if no one has its start number any more.
    """
    mine = duplicate.tournament_id == tournament.pk and duplicate.new.isdecimal()
    number = int(duplicate.new) if mine else None
    entry = tournament.entries.filter(number=number, house=None).first()
    if entry is None:
        raise ActionRefused(
            message("You already sent this, and it has changed since. Check the list.")
        )
    return entry


def _in_words(entry: Entry) -> str:
    facts = (f"{entry.label} {entry.name}", entry.lodge, facts_in_words(entry))
    return joined(filter(None, facts))


@transaction.atomic
def number_by_lot(*, tournament: Tournament, actor: Actor) -> None:
    """Draw new start numbers at random, before any round is drawn.

    Pairs kept apart are stored by start number, so they are updated too.
    """
    fresh = lock(tournament)
    if fresh.rounds.exists():
        raise ActionRefused(
            message("Start numbers can’t change after a round is drawn.")
        )
    with recorded(fresh, actor, ActKind.NUMBERS) as recording:
        recording.number = _draw_numbers(fresh)
        log(actor, "entry", log_message("entry.numbers_drawn"), tournament=fresh)


def _draw_numbers(fresh: Tournament) -> int:
    """Write new start numbers, and return how many."""
    people = list(fresh.entries.filter(house=None).order_by("number"))
    numbers = list(range(1, len(people) + 1))
    secrets.SystemRandom().shuffle(numbers)
    # Entries that were merged away have a number too, after all others.
    merged = Entry.everybody.filter(tournament=fresh).exclude(merged_into=None)
    people += merged.order_by("number")
    numbers = [*numbers, *range(len(numbers) + 1, len(people) + 1)]
    renumber_apart(fresh, {e.number: n for e, n in zip(people, numbers, strict=True)})
    # Numbers are unique at every moment, so first move all of them out of the way.
    beyond = max((entry.number or 0 for entry in people), default=0) + len(people)
    for shift in (beyond, 0):
        for entry, number in zip(people, numbers, strict=True):
            entry.number = number + shift
            entry.save()
    return len(people) - len(merged)


def free_number(tournament: Tournament, number: int | None) -> int:
    """Return the number asked for, or the next one.

    Raises ActionRefused if it's in use.
    """
    everybody = Entry.everybody.filter(tournament=tournament)
    if number is None:
        return (everybody.aggregate(last=Max("number"))["last"] or 0) + 1
    if number < 1:
        raise ActionRefused(message("Start numbers begin at 1."), "number")
    if holder := everybody.filter(number=number).first():
        reason = message(
            "Start number {number} is already in use: {name}.",
            number=number,
            name=holder.name,
        )
        raise ActionRefused(reason, "number")
    return number
