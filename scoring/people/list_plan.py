"""What a list of people means: who is known, who may be, who is new; who is changed."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

from clubs.models import Player
from clubs.selectors.people import Meant, meant_by_each, plain_name
from clubs.wording import and_list, say
from scoring.models import Entry, Tournament
from scoring.people.entry_facts import entry_stamp
from scoring.people.typed import Listed

NEW, SKIP, SAME = "new", "skip", "player-"
MOST_CANDIDATES = 4


class Kind(StrEnum):
    """What a line of a list is to the club."""

    NEW = "new"
    KNOWN = "known"
    ENTERED = "entered"
    DOUBTFUL = "doubtful"


@dataclass(frozen=True, slots=True)
class Candidate:
    """Somebody of the club whom a line may mean."""

    player: Player
    entry: Entry | None = None  # where he is entered already

    @property
    def choice(self) -> str:
        return f"{SAME}{self.player.pk}"


@dataclass(frozen=True, slots=True)
class Planned:
    """A line of the list, what it is, and for a doubtful one whom it may mean."""

    listed: Listed
    kind: Kind
    player: Player | None = None
    entry: Entry | None = None
    candidates: tuple[Candidate, ...] = ()
    twin: Listed | None = None
    likeliest: str = NEW  # unless name and lodge are the same but for order and accents
    alike_lines: tuple[int, ...] = ()

    @property
    def choices(self) -> list[str]:
        twin = [SKIP] if self.twin else []
        return [*(each.choice for each in self.candidates), *twin, NEW]

    @property
    def offers(self) -> list[tuple[str, str]]:
        """The choices in words."""
        said = [(each.choice, self._said(each)) for each in self.candidates]
        if twin := self.twin:
            same = say(
                "Stands in this list twice: {name}. Enter once", name=_named(twin)
            )
            said.append((SKIP, same))
        return [*said, (NEW, say("A different person: enter as new"))]

    def _said(self, candidate: Candidate) -> str:
        who = {"name": _named(candidate.player), "number": candidate.player.number}
        if not candidate.entry:
            return say("The same person: {name} (player {number})", **who)
        if change := list_change(candidate.entry, self.listed):
            return say(
                "The same person: {name} (player {number}, entered already; the list "
                "changes {changes})",
                **who,
                changes=change.said,
            )
        return say("The same person: {name} (player {number}, entered already)", **who)


@dataclass(frozen=True, slots=True)
class ToEnter:
    """One decided line: a player of the club, or somebody new.

    `not_these` and `not_lines`: players, and lines of the list, that are called much like
    somebody new and are other people.
    """

    listed: Listed
    player: Player | None
    not_these: tuple[Player, ...] = ()
    not_lines: tuple[int, ...] = ()


def plan_of(tournament: Tournament, people: Sequence[Listed]) -> list[Planned]:
    """Every line beside the club's players and the lines before it; two queries."""
    entered = {}
    for entry in tournament.entries.exclude(player=None):
        entry.tournament = tournament
        entered[entry.player_id] = entry
    players = tournament.club.players.filter(erased_at=None)
    meant = meant_by_each(players, [(each.name, each.lodge) for each in people])
    return [
        _planned(listed, each, people, entered)
        for listed, each in zip(people, meant, strict=True)
    ]


def _planned(
    listed: Listed,
    meant: Meant,
    people: Sequence[Listed],
    entered: Mapping[int | None, Entry],
) -> Planned:
    twin = None if meant.earlier is None else people[meant.earlier]
    if meant.exact:
        entry = entered.get(meant.exact.pk)
        kind = Kind.ENTERED if entry else Kind.KNOWN
        return Planned(listed, kind, meant.exact, entry)
    candidates = tuple(
        Candidate(player, entered.get(player.pk))
        for player in meant.alike[:MOST_CANDIDATES]
    )
    if candidates or twin:
        same = (each.choice for each in candidates if each.player == meant.same)
        likeliest = next(same, SKIP if meant.repeats else NEW)
        lines = tuple(people[at].line for at in meant.lines)
        return Planned(
            listed,
            Kind.DOUBTFUL,
            candidates=candidates,
            twin=twin,
            likeliest=likeliest,
            alike_lines=lines,
        )
    return Planned(listed, Kind.NEW)


def decided(plan: Iterable[Planned], choices: Mapping[int, str]) -> list[ToEnter]:
    """Who is to be entered; `choices` by line for the doubtful ones.

    Raises KeyError for a doubtful line without a choice of its own.
    """
    wanted = []
    for each in plan:
        if each.kind is Kind.ENTERED:
            continue
        if each.kind is not Kind.DOUBTFUL:
            wanted.append(ToEnter(each.listed, each.player))
            continue
        choice = choices[each.listed.line]
        if choice not in each.choices:
            raise KeyError(each.listed.line)
        same = {c.choice: c.player for c in each.candidates}
        if choice == NEW:
            others = tuple(same.values())
            wanted.append(ToEnter(each.listed, None, others, each.alike_lines))
        elif choice != SKIP:
            wanted.append(ToEnter(each.listed, same[choice]))
    return wanted


def left_out(plan: Iterable[Planned], choices: Mapping[int, str]) -> list[Listed]:
    """Who stands in the list a second time, by `choices` for the doubtful lines."""
    return [each.listed for each in plan if choices.get(each.listed.line) == SKIP]


@dataclass(frozen=True, slots=True)
class ListChange:
    """What a line says otherwise of somebody entered; it takes nothing away."""

    entry: Entry
    lodge: str
    facts: Mapping[str, object]

    @property
    def choice(self) -> str:
        """Which change somebody saw: another one once the entry is another."""
        return f"{self.entry.pk}-{entry_stamp(self.entry)}"

    @property
    def said(self) -> str:
        """Old and new in words: “team none → Reds, classes none → Women, fee paid”."""
        new = {"lodge": self.lodge, **self.facts}
        words = [
            f"{name} {_words(getattr(self.entry, field))} → {_words(new[field])}"
            for field, name in (("lodge", say("lodge")), ("team", say("team")))
            if field in new and new[field] != getattr(self.entry, field)
        ]
        if "classes" in new:
            old = _words(self.entry.classes)
            head = say("classes")
            words.append(f"{head} {old} → {_words(new['classes'])}")
        return ", ".join([*words, *([say("fee paid")] if "paid" in new else [])])


def list_change(entry: Entry, listed: Listed) -> ListChange | None:
    """What this line would change of the entry; nothing where it says no more.

    No query: the preview asks it of every line.
    """
    facts: dict[str, object] = {}
    if listed.team.casefold() not in ("", entry.team.casefold()):
        facts["team"] = listed.team
    told = {name.casefold() for name in (*entry.classes, *listed.classes)}
    classes = [n for n in entry.tournament.class_names if n.casefold() in told]
    if len(classes) > len(entry.classes):
        facts["classes"] = classes
    if listed.paid and not entry.paid:
        facts["paid"] = True
    is_same = plain_name(listed.lodge) in ("", plain_name(entry.lodge))
    if is_same and not facts:
        return None
    return ListChange(entry, entry.lodge if is_same else listed.lodge, facts)


def list_changes(plan: Iterable[Planned]) -> list[ListChange]:
    """Of everybody who is entered beyond doubt."""
    found = (
        list_change(each.entry, each.listed)
        for each in plan
        if each.kind is Kind.ENTERED and each.entry
    )
    return [each for each in found if each]


def chosen_changes(
    plan: Iterable[Planned], choices: Mapping[int, str]
) -> list[ListChange]:
    """Of those doubtful who turned out to be entered; `choices` by line."""
    return [
        change
        for each in plan
        for candidate in each.candidates
        if candidate.entry
        and choices.get(each.listed.line) == candidate.choice
        and (change := list_change(candidate.entry, each.listed))
    ]


def _words(value: object) -> str:
    return (and_list(value) if isinstance(value, list) else str(value)) or say("none")


def _named(person: Player | Listed) -> str:
    return f"{person.name}, {person.lodge}" if person.lodge else person.name
