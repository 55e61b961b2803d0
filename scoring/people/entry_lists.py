"""Entering a whole list of people: what each line would do, and doing it."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import timedelta
from enum import StrEnum

from django.db import transaction
from django.utils import timezone

from clubs.i18n import NOTHING, and_list, joined, message
from clubs.models import Club, Player
from clubs.name_search import NameMatch, match_names, plain_name
from clubs.players import last_number, living, names_changed, new_player
from scoring.core.quotas import refuse_beyond
from scoring.core.undo import recorded
from scoring.core.writes import (
    ActionRefused,
    Actor,
    Conflict,
    find_own_duplicate,
    lock,
    log,
)
from scoring.models import Answer, Change, Entry, Tournament, UndoRecord
from scoring.models.log_messages import log_message
from scoring.people.duplicates import remember_apart
from scoring.people.entries import (
    CHANGED,
    classes_as_known,
    entry_stamp,
    facts_in_words,
    fresh_entry,
    known_teams,
    mark_missed_rounds,
    new_entry,
    only_if_needed,
    pay,
    refuse_finished,
    set_facts,
    update_rsvps,
)
from scoring.people.name_parsing import Listed
from scoring.results import stored

NEW, SKIP, SAME = "new", "skip", "player-"
MOST_CANDIDATES = 4
NOBODY_ENTERED: Mapping[int | None, Entry] = {}
NOBODY_ANSWERED: Mapping[int, Answer] = {}
ENTERED = ("", "late")  # answers in a list that enter the person
STATES = {name: Answer.State(name) for name in ("waiting", "asked", "out")}


class LineKind(StrEnum):
    """The relation of a line of a list to the players of the club."""

    NEW = "new"
    KNOWN = "known"
    ENTERED = "entered"
    DOUBTFUL = "doubtful"


@dataclass(frozen=True, slots=True)
class Candidate:
    """A player of the club whom a line may mean."""

    player: Player
    entry: Entry | None = None  # if entered already
    answer: Answer | None = None

    @property
    def choice(self) -> str:
        return f"{SAME}{self.player.pk}"


@dataclass(frozen=True, slots=True)
class Planned:
    """A line of the list, its kind, and for a doubtful one the possible players."""

    listed: Listed
    kind: LineKind
    player: Player | None = None
    entry: Entry | None = None
    candidates: tuple[Candidate, ...] = ()
    twin: Listed | None = None
    answer: Answer | None = None
    likeliest: str = NEW  # the default choice
    alike_lines: tuple[int, ...] = ()

    @property
    def choices(self) -> list[str]:
        twin = [SKIP] if self.twin else []
        return [*(candidate.choice for candidate in self.candidates), *twin, NEW]

    @property
    def offers(self) -> list[tuple[str, str]]:
        """The choices with their labels."""
        choices = [
            (candidate.choice, self._choice_in_words(candidate))
            for candidate in self.candidates
        ]
        if twin := self.twin:
            label = message("Listed twice: {name}. Enter once", name=_named(twin))
            choices.append((SKIP, label))
        return [*choices, (NEW, message("A different person: add as new"))]

    def _choice_in_words(self, candidate: Candidate) -> str:
        person = {"name": _named(candidate.player), "number": candidate.player.number}
        if not candidate.entry:
            return message("The same person: {name} (player {number})", **person)
        if change := list_change(candidate.entry, self.listed):
            return message(
                "The same person: {name} (player {number}, already entered). The "
                "list changes: {changes}",
                **person,
                changes=change.text,
            )
        return message(
            "The same person: {name} (player {number}, already entered)", **person
        )


@dataclass(frozen=True, slots=True)
class ToEnter:
    """A decided line: a player of the club, or a new one.

    `not_these` and `not_lines` are players, and lines of the list, with names similar
    to the new one who are other people. `anyway` overrides the player's own RSVP.
    """

    listed: Listed
    player: Player | None
    not_these: tuple[Player, ...] = ()
    not_lines: tuple[int, ...] = ()
    anyway: bool = False


def plan_of(tournament: Tournament, people: Sequence[Listed]) -> list[Planned]:
    """Return each line matched with the club's players and earlier lines.

    Three queries.
    """
    entered: dict[int | None, Entry] = {}
    for entry in tournament.entries.exclude(player=None):
        entry.tournament = tournament
        entered[entry.player_id] = entry
    answers = {answer.player_id: answer for answer in tournament.answers.all()}
    return plan_in(tournament.club, people, entered, answers)


def plan_in(
    club: Club,
    people: Sequence[Listed],
    entered: Mapping[int | None, Entry] = NOBODY_ENTERED,
    answers: Mapping[int, Answer] = NOBODY_ANSWERED,
) -> list[Planned]:
    """Return each line matched for an event that doesn't exist yet; one query."""
    players = club.players.filter(erased_at=None)
    matches = match_names(players, [(person.name, person.lodge) for person in people])
    return [
        _planned(listed, player, people, entered, answers)
        for listed, player in zip(people, matches, strict=True)
    ]


def _planned(
    listed: Listed,
    match: NameMatch,
    people: Sequence[Listed],
    entered: Mapping[int | None, Entry],
    answers: Mapping[int, Answer],
) -> Planned:
    twin = None if match.earlier is None else people[match.earlier]
    if match.exact:
        entry = entered.get(match.exact.pk)
        kind = LineKind.ENTERED if entry else LineKind.KNOWN
        answer = answers.get(match.exact.pk)
        return Planned(listed, kind, match.exact, entry, answer=answer)
    candidates = tuple(
        Candidate(player, entered.get(player.pk), answers.get(player.pk))
        for player in match.alike[:MOST_CANDIDATES]
    )
    if candidates or twin:
        same_people = (
            candidate.choice
            for candidate in candidates
            if candidate.player == match.same
        )
        likeliest = next(same_people, SKIP if match.repeats else NEW)
        lines = tuple(people[index].line for index in match.lines)
        return Planned(
            listed,
            LineKind.DOUBTFUL,
            candidates=candidates,
            twin=twin,
            likeliest=likeliest,
            alike_lines=lines,
        )
    return Planned(listed, LineKind.NEW)


@dataclass(frozen=True, slots=True)
class Disagreement:
    """A player whose own RSVP differs from the list."""

    player: Player
    listed: Listed

    @property
    def question(self) -> str:
        """The question that the director can agree to."""
        if self.listed.comes == "out":
            return message(
                "{name} said they’re going. Mark them as not coming anyway",
                name=self.player.name,
            )
        return message(
            "{name} said they can’t make it. Use the list anyway",
            name=self.player.name,
        )


def disagreements(plan: Iterable[Planned]) -> list[Disagreement]:
    """Return everyone whose own RSVP the list contradicts, including doubtful lines."""
    found = []
    for planned in plan:
        for player, entry, answer in _people_of(planned):
            if entry is None and contradicts(planned.listed, answer):
                found.append(Disagreement(player, planned.listed))
    return found


def _people_of(
    planned: Planned,
) -> Iterable[tuple[Player, Entry | None, Answer | None]]:
    if planned.player:
        yield planned.player, planned.entry, planned.answer
    for candidate in planned.candidates:
        yield candidate.player, candidate.entry, candidate.answer


def contradicts(listed: Listed, answer: Answer | None) -> bool:
    """Return whether a list says no to a player's yes, or yes to their no.

    An invitation contradicts neither.
    """
    if answer is None or answer.state == Answer.State.ASKED or listed.comes == "asked":
        return False
    return (answer.state == Answer.State.OUT) != (listed.comes == "out")


def decided(
    plan: Iterable[Planned], choices: Mapping[int, str], agreed: Collection[int] = ()
) -> list[ToEnter]:
    """Return the people to enter; `choices` decide the doubtful lines, by line.

    `agreed` are the keys of players whose RSVP the list may replace. Raises KeyError
    for a doubtful line without a valid choice.
    """
    wanted = []
    for planned in plan:
        if planned.kind is LineKind.ENTERED:
            continue
        if planned.kind is not LineKind.DOUBTFUL:
            player = planned.player
            anyway = player is not None and player.pk in agreed
            wanted.append(ToEnter(planned.listed, player, anyway=anyway))
            continue
        choice = choices[planned.listed.line]
        if choice not in planned.choices:
            raise KeyError(planned.listed.line)
        same_people = {c.choice: c.player for c in planned.candidates}
        if choice == NEW:
            others = tuple(same_people.values())
            wanted.append(ToEnter(planned.listed, None, others, planned.alike_lines))
        elif choice != SKIP:
            player = same_people[choice]
            anyway = player.pk in agreed
            wanted.append(ToEnter(planned.listed, player, anyway=anyway))
    return wanted


def left_out(plan: Iterable[Planned], choices: Mapping[int, str]) -> list[Listed]:
    """Return the lines that are duplicates according to `choices`."""
    return [
        planned.listed for planned in plan if choices.get(planned.listed.line) == SKIP
    ]


@dataclass(frozen=True, slots=True)
class ListChange:
    """A change that a line makes to an existing entry; it never clears a value."""

    entry: Entry
    lodge: str
    facts: Mapping[str, object]

    @property
    def choice(self) -> str:
        """The value of the form's checkbox, which changes with the entry."""
        return f"{self.entry.pk}-{entry_stamp(self.entry)}"

    @property
    def text(self) -> str:
        """The old and new values: “team none → Reds, classes none → Women”.

        A fee is added as “fee paid”.
        """
        new = {"lodge": self.lodge, **self.facts}
        words = [
            f"{name} {_words(getattr(self.entry, field))} → {_words(new[field])}"
            for field, name in (("lodge", message("lodge")), ("team", message("team")))
            if field in new and new[field] != getattr(self.entry, field)
        ]
        if "classes" in new:
            old = _words(self.entry.classes)
            head = message("classes")
            words.append(f"{head} {old} → {_words(new['classes'])}")
        return ", ".join([*words, *([message("fee paid")] if "paid" in new else [])])


def list_change(entry: Entry, listed: Listed) -> ListChange | None:
    """Return what this line would change of the entry; None if nothing.

    No query, because the preview calls the function for every line.
    """
    facts: dict[str, object] = {}
    if listed.team.casefold() not in ("", entry.team.casefold()):
        facts["team"] = listed.team
    class_keys = {name.casefold() for name in (*entry.classes, *listed.classes)}
    classes = [n for n in entry.tournament.class_names if n.casefold() in class_keys]
    if len(classes) > len(entry.classes):
        facts["classes"] = classes
    if listed.paid and not entry.paid:
        facts["paid"] = True
    is_same = plain_name(listed.lodge) in ("", plain_name(entry.lodge))
    if is_same and not facts:
        return None
    return ListChange(entry, entry.lodge if is_same else listed.lodge, facts)


def list_changes(plan: Iterable[Planned]) -> list[ListChange]:
    """Return the changes to everyone whose entry is beyond doubt."""
    found = (
        list_change(planned.entry, planned.listed)
        for planned in plan
        if planned.kind is LineKind.ENTERED and planned.entry
    )
    return [change for change in found if change]


def chosen_changes(
    plan: Iterable[Planned], choices: Mapping[int, str]
) -> list[ListChange]:
    """Return the changes to entries that were matched with doubtful lines.

    `choices` are by line.
    """
    changes = []
    for planned in plan:
        choice = choices.get(planned.listed.line)
        for candidate in planned.candidates:
            if candidate.entry and choice == candidate.choice:
                changes.append(list_change(candidate.entry, planned.listed))
    return [change for change in changes if change]


def _words(value: object) -> str:
    return (and_list(value) if isinstance(value, list) else str(value)) or message(
        "none"
    )


def _named(person: Player | Listed) -> str:
    return f"{person.name}, {person.lodge}" if person.lodge else person.name


@transaction.atomic
def take_list(
    *,
    tournament: Tournament,
    actor: Actor,
    people: Sequence[ToEnter],
    changes: Sequence[ListChange],
    key: str,
    state: str = Entry.State.EXPECTED,
) -> tuple[int, int]:
    """Enter people and change entries, all or none. Return how many of each.

    People who were entered by someone else since then aren't entered again. Raises
    ActionRefused for a start number in use or a class that the tournament doesn't have,
    and Conflict if an entry is no longer the one that was shown.
    """
    fresh = lock(tournament)
    if duplicate := find_own_duplicate(key, fresh, "entry"):
        return _number_entered(duplicate), 0
    with recorded(fresh, actor, UndoRecord.ActKind.LIST) as recording:
        entered = _enter(fresh, actor, people, key=key, state=state)
        for change in changes:
            _make(change, fresh, actor)
        recording.number = len(people) + len(changes)
    if changes:
        stored.refresh(fresh, actor=actor, reason=log_message(CHANGED))
    return entered, len(changes)


def _make(change: ListChange, tournament: Tournament, actor: Actor) -> None:
    fresh = fresh_entry(change.entry, tournament)
    if entry_stamp(fresh) != entry_stamp(change.entry):
        raise Conflict(
            message(
                "Someone changed this entry while you were editing: {name}. Review "
                "the list again.",
                name=fresh.name,
            )
        )
    old = _in_words(fresh)
    fresh.lodge = change.lodge
    set_facts(fresh, dict(change.facts))
    fresh.save(update_fields=["lodge", *change.facts])
    person = {"number": fresh.label, "name": fresh.name}
    text = log_message("entry.changed_by_list", **person)
    log(
        actor, "entry", text, tournament=fresh.tournament, old=old, new=_in_words(fresh)
    )


def _in_words(entry: Entry) -> str:
    return joined(filter(None, (entry.lodge, facts_in_words(entry)))) or NOTHING


def enter(
    *,
    tournament: Tournament,
    actor: Actor,
    people: Sequence[ToEnter],
    key: str,
    state: str = Entry.State.EXPECTED,
) -> int:
    """Enter all of the people or none. Return how many are new in the tournament.

    People whom the list marks as out, invited, waitlisted or on standby get an RSVP and
    no entry. A player's own RSVP is replaced only if that was agreed to. Raises
    ActionRefused for a start number in use or a class that the tournament doesn't have.
    """
    entered, _ = take_list(
        tournament=tournament,
        actor=actor,
        people=people,
        changes=[],
        key=key,
        state=state,
    )
    return entered


def _number_entered(duplicate: Change) -> int:
    """Return how many people an earlier copy of the form entered."""
    return int(duplicate.new) if duplicate.new.isdecimal() else 0


def _enter(
    fresh: Tournament, actor: Actor, people: Sequence[ToEnter], *, key: str, state: str
) -> int:
    refuse_finished(fresh)
    people = _as_answered(fresh, _each_once(fresh, people))
    entering = [person for person in people if person.listed.comes in ENTERED]
    numbers = iter(_numbers(fresh, entering))
    players = _players(fresh.club_id, people)
    new = [
        new_entry(fresh, player, next(numbers), to_enter.listed.lodge, state)
        for to_enter, player in zip(people, players, strict=True)
        if to_enter.listed.comes in ENTERED
    ]
    _set_facts(fresh, new, entering)
    _keep_answers(fresh, people, players, actor)
    entries = Entry.objects.bulk_create(new)
    remember_apart(_different(people, players), actor)
    mark_missed_rounds(fresh, entries, actor)
    update_rsvps(fresh, actor, came=entries)
    text = log_message(
        "entry.added_by_list",
        n=len(entries),
    )
    log(actor, "entry", text, tournament=fresh, key=key, new=str(len(entries)))
    return len(entries)


def _keep_answers(
    tournament: Tournament,
    people: Sequence[ToEnter],
    players: Sequence[Player],
    actor: Actor,
) -> None:
    """Store the RSVPs in the list, whose order becomes the order of the waitlist."""
    current_time = timezone.now()
    answers = [
        Answer(
            tournament=tournament,
            player=player,
            state=STATES.get(person.listed.comes, Answer.State.IN),
            late=person.listed.comes == "late",
            if_needed=person.listed.comes == "needed",
            since=current_time + timedelta(microseconds=n),
        )
        for n, (person, player) in enumerate(zip(people, players, strict=True))
        if person.listed.comes
    ]
    if not answers:
        return
    Answer.objects.bulk_create(
        answers,
        update_conflicts=True,
        unique_fields=["tournament", "player"],
        update_fields=["state", "late", "if_needed", "since", "until"],
    )
    text = log_message(
        "rsvp.imported",
        n=len(answers),
    )
    log(actor, "answer", text, tournament=tournament)


def _set_facts(
    tournament: Tournament, entries: Iterable[Entry], people: Sequence[ToEnter]
) -> None:
    """Set fee, team and classes from the list, and standby from the RSVPs."""
    standby_ids = only_if_needed(tournament)
    named = any(person.listed.team for person in people)
    teams = known_teams(tournament) if named else {}
    for entry, to_enter in zip(entries, people, strict=True):
        listed = to_enter.listed
        pay(entry, listed.paid)
        entry.if_needed = entry.player_id in standby_ids
        entry.team = teams.setdefault(listed.team.casefold(), listed.team)
        entry.classes = classes_as_known(tournament, listed.classes)


def _each_once(tournament: Tournament, people: Sequence[ToEnter]) -> list[ToEnter]:
    """Return people who aren't entered yet, each once, with merges resolved."""
    known_ids = set(
        tournament.entries.exclude(player=None).values_list("player_id", flat=True)
    )
    known = (person.player.pk for person in people if person.player)
    rows = Player.everybody.select_for_update(no_key=True).order_by("pk")
    found = rows.in_bulk(list(known))
    current_players = {
        pk: living(p) if p.merged_into_id else p for pk, p in found.items()
    }
    unique_people = []
    for person in people:
        if person.player is None:
            unique_people.append(person)
        elif (player := current_players[person.player.pk]).pk not in known_ids:
            known_ids.add(player.pk)
            unique_people.append(replace(person, player=player))
    return unique_people


def _as_answered(tournament: Tournament, people: list[ToEnter]) -> list[ToEnter]:
    """Return people whose own RSVP agrees with the list or may be replaced.

    Players who already have an RSVP aren't invited again.
    """
    answers = {answer.player_id: answer for answer in tournament.answers.all()}
    agreeing = []
    for person in people:
        answer = answers.get(person.player.pk) if person.player else None
        is_asked_again = answer is not None and person.listed.comes == "asked"
        is_other = contradicts(person.listed, answer) and not person.anyway
        if not is_asked_again and not is_other:
            agreeing.append(person)
    return agreeing


def _different(
    people: Sequence[ToEnter], players: Sequence[Player]
) -> list[tuple[Player, Player]]:
    """Return pairs of players with similar names who were chosen to be different."""
    of_line = {
        to_enter.listed.line: player
        for to_enter, player in zip(people, players, strict=True)
    }
    pairs = []
    for person, player in zip(people, players, strict=True):
        pairs += [(player, other) for other in person.not_these]
        pairs += [(player, of_line[n]) for n in person.not_lines if n in of_line]
    return pairs


def _numbers(tournament: Tournament, people: Sequence[ToEnter]) -> list[int]:
    """Return the start numbers; people without one get numbers after all others."""
    numbered = Entry.everybody.filter(tournament=tournament).exclude(number=None)
    names_by_number = dict(numbered.values_list("number", "name"))
    last = max((number or 0 for number in names_by_number), default=0)
    for person in people:
        number = person.listed.number
        if number is not None and number in names_by_number:
            reason = message(
                "{name} can’t have start number {number}. It’s already in use: "
                "{other}.",
                name=person.listed.name,
                number=number,
                other=names_by_number[number],
            )
            raise ActionRefused(reason)
        if number is not None:
            names_by_number[number] = person.listed.name
            last = max(last, number)
    following = iter(range(last + 1, last + 1 + len(people)))
    return [person.listed.number or next(following) for person in people]


def _refuse_known(club: Club, new: Sequence[ToEnter]) -> None:
    """Refuse a new player whose name the club got since the list was reviewed.

    The caller holds the club's lock, so if two people send one list, the first one
    succeeds.
    """
    if not new:
        return
    known: dict[str, set[int]] = {}
    players = club.players.filter(erased_at=None)
    for pk, name in players.values_list("pk", "name"):
        known.setdefault(plain_name(name), set()).add(pk)
    for person in new:
        namesake_ids = known.get(plain_name(person.listed.name), set())
        if namesake_ids - {player.pk for player in person.not_these}:
            raise Conflict(
                message(
                    "This name is already in the club: {name}. Choose who it is below.",
                    name=person.listed.name,
                )
            )


def _players(club_id: int, people: Sequence[ToEnter]) -> list[Player]:
    """Return each line's player; new ones get the club's next numbers."""
    club = Club.objects.select_for_update(no_key=True).get(pk=club_id)
    last = last_number(club)
    _refuse_known(club, [person for person in people if person.player is None])
    new = [person.listed for person in people if person.player is None]
    refuse_beyond(club, "players", more=len(new))
    new_players = iter(
        Player.objects.bulk_create(
            new_player(
                club,
                last + n,
                person_to_add.parts or person_to_add.name,
                person_to_add.lodge,
            )
            for n, person_to_add in enumerate(new, start=1)
        )
    )
    if any(person_to_add.parts for person_to_add in new):
        names_changed(club)
    return [person.player or next(new_players) for person in people]
