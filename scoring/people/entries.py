"""Entries of a tournament: who is in its list, entered, changed, numbered, and left."""

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
    """Put the facts given on an entry, to be saved by the caller.

    Raises ActionRefused for a class the tournament has not, and for one person more who stays
    at a table than sit there.
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
    """Put on an entry whether its fee is paid, and since when, to be saved by the caller."""
    if paid != entry.paid:
        entry.paid_at = timezone.now() if paid else None
    entry.paid = paid


def owes_fee(entry: Entry, *, is_seated: bool) -> bool:
    """Whether somebody owes the fee, or would if it weren't paid.

    Not somebody who stayed away, who plays for another, or who was on standby and had
    no seat.
    """
    is_away = entry.state == Entry.State.ABSENT or entry.substitute_for_id is not None
    stood_by = entry.if_needed and not is_seated
    return not is_away and not stood_by


def with_seats(entries: QuerySet[Entry]) -> "QuerySet[WithAnnotations[Entry, Seated]]":
    """The entries, each with whether somebody sits in a round, drafts too."""
    return entries.annotate(is_seated=Exists(Seat.objects.filter(entry=OuterRef("pk"))))


def known_teams(tournament: Tournament) -> dict[str, str]:
    """The teams as they are written already, by what their letters mean."""
    teams = tournament.entries.exclude(team="").values_list("team", flat=True)
    return {team.casefold(): team for team in teams}


def classes_as_known(tournament: Tournament, names: Iterable[str]) -> list[str]:
    """Classes as the tournament writes them, in its order. Raises ActionRefused."""
    known = {name.casefold(): name for name in tournament.class_names}
    wanted = {" ".join(name.split()).casefold(): name for name in names}
    for folded, name in wanted.items():
        if folded not in known:
            reason = message(
                "{tournament} doesn’t have a class “{name}”. Its classes are listed "
                "in the settings.",
                tournament=tournament,
                name=name,
            )
            raise ActionRefused(reason, "classes")
    return [class_name for folded, class_name in known.items() if folded in wanted]


def facts_in_words(entry: Entry) -> str:
    """The facts in words for the log."""
    known = [(fact, getattr(entry, fact.column)) for fact in entry_facts()]
    return joined(fact_in_words(fact, value) for fact, value in known if value)


def entry_stamp(entry: Entry) -> str:
    """Which name, number and facts somebody saw."""
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
    """Whether somebody sits in a round, drafts too."""

    is_seated: bool


# Few play for somebody. Said in words of its own, or PostgreSQL, before it has counted
# the rows, compares everybody entered with everybody who is here.
_HERE_AGAIN = Entry.objects.filter(
    substitute_for__isnull=False, substitute_for__state=Entry.State.HERE
).select_related("substitute_for")


@dataclass(frozen=True)
class EntryList:
    """Everybody entered, by start number, and what strikes the eye."""

    tournament: Tournament
    entries: "Sequence[WithAnnotations[Entry, Seated]]"
    here_again: tuple[Entry, ...] = ()  # substitutes whose player is here himself

    def numbers(self) -> list[tuple[str, int]]:
        """How many there are of each state, in words for the page."""
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
        """How many more would fill the last table."""
        return house_needed(self.present, sizes_of(self.tournament))

    @property
    def sizes_in_words(self) -> str:
        """How many sit at a table, in words."""
        return sizes_in_words(self.tournament)

    @property
    def is_ready(self) -> bool:
        """Whether everybody has come, and they fill a table."""
        return not self.expected and self.present >= min(sizes_of(self.tournament))

    @property
    def has_seats(self) -> bool:
        """Whether somebody sits in a round, drafts too."""
        return any(entry.is_seated for entry in self.entries)

    @cached_property
    def doubles(self) -> list[tuple[Entry, Entry]]:
        """Pairs of entries that may be one person; none who are known to be two.

        Two queries, where there are any.
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
        """Those whose number, name or lodge the typed parts mean."""
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
    """Both players' keys, the lower first; 0 for nobody."""
    first, second = sorted((left.player_id or 0, right.player_id or 0))
    return first, second


def entries_of(tournament: Tournament) -> EntryList:
    """All entries but house players, each with `is_seated`; two queries."""
    reappeared = tuple(here_again(tournament))
    return EntryList(
        tournament, list(_people(tournament).order_by("number")), reappeared
    )


def entry_at(tournament: Tournament, pk: int) -> Entry | None:
    """One entry with `is_seated`; no house player."""
    return _people(tournament).filter(pk=pk).first()


def _people(tournament: Tournament) -> "QuerySet[WithAnnotations[Entry, Seated]]":
    return with_seats(tournament.entries.filter(house=None))


def names_of(tournament: Tournament) -> list[str]:
    """What is printed of people: names, lodges and teams, each once."""
    rows = tournament.entries.values_list("name", "lodge", "team").order_by("number")
    return [*dict.fromkeys(filter(None, chain.from_iterable(rows)))]


def teams_of(tournament: Tournament) -> list[str]:
    """The teams named so far, by name."""
    teams = tournament.entries.exclude(team="").order_by("team")
    return list(teams.values_list("team", flat=True).distinct())


def here_again(tournament: Tournament) -> list[Entry]:
    """Who plays for somebody who is here himself; one query."""
    return list(_HERE_AGAIN.filter(tournament=tournament))


def here_again_among(everybody: Iterable[Entry]) -> list[Entry]:
    """As `here_again`, of all entries of a tournament; no query."""
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
# Functions that `signups` registers, for the transaction of a write and under its lock: of
# the tournament, who did it, the players that the desk entered and those it took out.
# Pages show answers beside entries, so they can't follow later.
on_desk_change: list[Callable[[Tournament, Actor, set[int], set[int]], object]] = []
# What somebody did, or what was ruled about him, keeps him in the list.
RESULTS = ("seats", "credits", "adjustments", "adjustments_against")
# The why of an edition names nobody, and is translated where it is read.
CHANGED = "reason.entries_changed"  # for the standings


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
    """Enter a player of the club, or somebody new by name, who is none of `not_these`.

    `namesakes` is how many of the club have the name or nearly, as a page showed it:
    somebody new is none of them. Raises Conflict where one more came in since.

    The next start number unless one is given. Entering somebody twice changes
    nothing. `answered`: by the player's own answer. Somebody who is here says nothing
    with it, so an entry at the door can be taken back. Raises ActionRefused for a number that
    is taken or no name at all.
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
        _tell_moved(fresh, actor, came=[entry])
    log(actor, "entry", text, tournament=fresh, key=key, new=str(entry.number))
    return entry


def _tell_moved(
    tournament: Tournament,
    actor: Actor,
    came: Iterable[Entry] = (),
    went: Iterable[Entry] = (),
) -> None:
    entered = {entry.player_id for entry in came if entry.player_id}
    removed = {entry.player_id for entry in went if entry.player_id}
    for follow in on_desk_change:
        follow(tournament, actor, entered, removed)


def tell_state(entry: Entry, old_state: str, actor: Actor) -> None:
    """Have answers follow where the desk's new state is a yes or a no."""
    is_away = entry.state in NOT_COMING
    if is_away != (old_state in NOT_COMING):
        moved = {"went" if is_away else "came": [entry]}
        _tell_moved(entry.tournament, actor, **moved)


def tell_came(tournament: Tournament, new: Iterable[Entry], actor: Actor) -> None:
    """Have answers follow where the desk entered all of these."""
    _tell_moved(tournament, actor, came=new)


def tell_away(tournament: Tournament, absent: Sequence[Entry], actor: Actor) -> None:
    """Have answers follow where all of these don't come."""
    if absent:
        _tell_moved(tournament, actor, went=absent)


def only_if_needed(tournament: Tournament) -> set[int]:
    """The players who said before that they come only if needed; one query."""
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
    """Expected, here, absent or left; published rounds stay as they are.

    `answered`: by the player's own answer. Raises Conflict where it is to be another than `expected`, and is that no more.
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
            tell_state(fresh, old, actor)
        before, after = (joined([state.label]) for state in (old, fresh.state))
        person = {"number": fresh.label, "name": fresh.name}
        text = log_message("entry.state", **person, state=after)
        log(actor, "state", text, tournament=fresh.tournament, old=before, new=after)
    return fresh


@transaction.atomic
def all_here(*, tournament: Tournament, actor: Actor) -> int:
    """Everybody expected has come; says how many that were."""
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
    """Another spelling or start number, or other facts (`entry_facts`).

    Raises ActionRefused if the number is taken, and as `set_facts` does; Conflict where
    somebody changed the same since `original`.
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
        # Those who share a place stand in the order of their numbers.
        stored.refresh(tournament, actor=actor, reason=log_message(CHANGED))
        text = log_message("entry.changed", old=old)
        log(actor, "entry", text, tournament=tournament, old=old, new=new)
    return fresh


@transaction.atomic
def remove(
    *, entry: Entry, actor: Actor, answered: bool = False, taken_back: bool = False
) -> None:
    """Take an entry out that never sat anywhere; the others keep their numbers.

    `answered`: by the player's own answer; `taken_back`: as if it never was.
    """
    tournament = lock(entry.tournament)
    fresh = Entry.objects.filter(pk=entry.pk).first()
    if fresh is None:
        return
    outs = SitOut.objects.filter(Q(entry=fresh) | Q(credit=fresh))
    sat_for = outs.exclude(entry=F("credit"))  # for another, or another for him
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
        _tell_moved(tournament, actor, went=[] if taken_back else [fresh])
    stored.refresh(tournament, actor=actor, reason=log_message(CHANGED))
    log(actor, "entry", text, tournament=tournament)


def house_players(tournament: Tournament, needed: int) -> list[Entry]:
    """The first `needed` house players, made where there are too few."""
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
    """Why somebody without a seat in a round has none."""
    return {State.HERE: SitOut.Why.SIT_OUT, State.LEFT: SitOut.Why.LEFT}.get(
        State(entry.state), SitOut.Why.ABSENT
    )


def mark_missed_rounds(
    tournament: Tournament, entries: Iterable[Entry], actor: Actor
) -> None:
    """Whoever comes after a round began has missed it."""
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


def fresh_entry(entry: Entry, tournament: Tournament) -> Entry:
    """The entry as it is now, of the tournament whose lock is taken.

    Raises ActionRefused where somebody removed it.
    """
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
    """With the parts that the player's name has, as far as both have the same words."""
    player = entry.player
    if player is None or player.name_guessed or not typed.guessed:
        return typed
    own_name = player.person_name
    if own_name.whole == typed.whole:
        return own_name
    return own_name.with_spelling(typed.whole) or typed


def _entry_of(tournament: Tournament, duplicate: Change) -> Entry:
    """What a form sent before has made; it may have been removed since."""
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
    """Draw start numbers anew, before any round is drawn.

    Who must not meet is kept by start number, so that follows.
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
    # Whoever was merged away keeps a number too, behind all others.
    merged = Entry.everybody.filter(tournament=fresh).exclude(merged_into=None)
    people += merged.order_by("number")
    numbers = [*numbers, *range(len(numbers) + 1, len(people) + 1)]
    renumber_apart(fresh, {e.number: n for e, n in zip(people, numbers, strict=True)})
    # Two may not share a number even for a moment: first move out of the way.
    beyond = max((entry.number or 0 for entry in people), default=0) + len(people)
    for shift in (beyond, 0):
        for entry, number in zip(people, numbers, strict=True):
            entry.number = number + shift
            entry.save()
    return len(people) - len(merged)


def free_number(tournament: Tournament, number: int | None) -> int:
    """The number asked for, or the next; raises ActionRefused where it is taken."""
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
