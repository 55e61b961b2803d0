"""Check-in: record who is present and who has paid, and undo a step."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import timedelta
from functools import cached_property
from itertools import product, starmap
from typing import Any

from django.db import transaction
from django.utils import timezone

from clubs.i18n import clock, joined, message
from clubs.models import Player, User
from rules.seating import house_needed, left_over, table_sizes
from scoring.core.text_cleaning import clean
from scoring.core.undo import ActKind, recorded
from scoring.core.writes import (
    Actor,
    Conflict,
    find_duplicate,
    keep_fund,
    lock,
    lock_rows,
    log,
)
from scoring.games.game_adapter import sizes_of
from scoring.models import Change, Entry, Seat, Tournament
from scoring.models.log_messages import LogMessage, log_message, to_json
from scoring.people import entries
from scoring.people.duplicates import known_namesakes
from scoring.people.entries import facts_in_words, here_again_among, set_facts
from scoring.people.names_in_text import NameFinder

State = Entry.State
UNDO_FOR = timedelta(minutes=10)
SAID = {
    State.EXPECTED: "entry.expected",
    State.HERE: "entry.here",
    State.ABSENT: "entry.not_coming",
    State.LEFT: "entry.left",
}


@dataclass(frozen=True, slots=True)
class CheckInStatus:
    """The state of a person at check-in: present or not, and paid or not."""

    state: str
    paid: bool

    @classmethod
    def of_entry(cls, entry: Entry) -> "CheckInStatus":
        return cls(entry.state, entry.paid)

    @classmethod
    def read(cls, logged: Any) -> "CheckInStatus | None":
        """Return the status with this logged value; None for other values."""
        known = starmap(cls, product(SAID, (True, False)))
        return next((standing for standing in known if standing.logged == logged), None)

    @property
    def logged(self) -> Any:
        """The status as a value of a log row."""
        return to_json(self.describe())

    @property
    def sent(self) -> str:
        """The status as buttons send it."""
        return f"{self.state}-{int(self.paid)}"

    def describe(self, before: "CheckInStatus | None" = None) -> str:
        """Return the status in words; with `before`, only what differs."""
        state = log_message(SAID[State(self.state)])
        paid = (
            log_message("entry.fee_paid")
            if self.paid
            else log_message("entry.fee_unpaid")
        )
        if before is None:
            return joined([state, paid])
        changed = [
            (before.state != self.state, state),
            (before.paid != self.paid, paid),
        ]
        return joined(word for differs, word in changed if differs)


@dataclass(frozen=True, slots=True)
class CheckInAction:
    """A step at check-in; `before` is None for a person who was just entered.

    `is_new_player` means that the player is new to the club as well.
    """

    entry: Entry
    before: CheckInStatus | None
    is_new_player: bool = False

    @property
    def after(self) -> CheckInStatus:
        return CheckInStatus.of_entry(self.entry)

    @property
    def text(self) -> str:
        change_text = self.after.describe(self.before) or _facts_or_none(self.entry)
        entered = [] if self.before else [message("entered")]
        return f"{_marked(self.entry, joined([*entered, change_text]))}."

    @property
    def undo(self) -> str:
        """The value of the button that undoes this step; "" if nothing changed."""
        if self.before is None:
            return f"gone{int(self.is_new_player)}"
        if self.before == self.after:
            return ""
        return f"undo-{self.after.sent}-{self.before.sent}"


def last_step(tournament: Tournament, user: User) -> CheckInAction | None:
    """Return the user's last step, while it can still be undone after a reload."""
    if user.pk is None:  # a guest of the demo club
        return None
    since = timezone.now() - UNDO_FOR
    steps = Change.objects.filter(tournament=tournament, by=user, at__gte=since)
    last = steps.filter(what__in=("state", "fee")).order_by("-pk").first()
    if last is None:
        return None
    number = str(last.values.get("number", ""))
    before = (
        CheckInStatus.read(last.values.get("old_text")) if number.isdecimal() else None
    )
    entry = tournament.entries.filter(number=int(number)).first() if before else None
    if entry is None or CheckInStatus.of_entry(entry).logged != last.values.get(
        "new_text"
    ):
        return None
    return CheckInAction(entry, before)


@transaction.atomic
def update_entry(
    *,
    entry: Entry,
    actor: Actor,
    state: str | None = None,
    paid: bool | None = None,
    expected: CheckInStatus | None = None,
) -> CheckInAction:
    """Set whether a person is present and has paid; None leaves a value as it is.

    `expected` is the status when the button was shown. Raises Conflict, without a
    field, if someone else changed the status first.
    """
    tournament = entry.tournament
    lock_rows(tournament)
    fresh = entries.fresh_entry(entry, tournament)
    before = CheckInStatus.of_entry(fresh)
    wanted = CheckInStatus(
        before.state if state is None else state,
        before.paid if paid is None else paid,
    )
    if before == wanted or (expected is not None and before != expected):
        raise Conflict(_known(fresh, before))
    fresh.state = State(wanted.state)
    entries.pay(fresh, wanted.paid)
    fresh.save(update_fields=["state", "paid", "paid_at"])
    if before.paid != wanted.paid:
        keep_fund(tournament)
    entries.update_rsvp_of_entry(fresh, before.state, actor)
    text = _marked(fresh, wanted.describe(before))
    kind = "state" if before.state != wanted.state else "fee"
    log(
        actor,
        kind,
        text,
        tournament=tournament,
        old=before.describe(),
        new=wanted.describe(),
    )
    return CheckInAction(fresh, before)


@transaction.atomic
def enter(
    *,
    tournament: Tournament,
    actor: Actor,
    paid: bool,
    key: str,
    player: Player | None = None,
    name: str = "",
    lodge: str = "",
    number: int | None = None,
    namesakes: int = 0,
) -> CheckInAction:
    """Enter a player of the club, or a new one, and check them in.

    `namesakes` is how many players of the club have the name or nearly, as displayed on
    the page. Raises Conflict if another one was added since, and ActionRefused for a
    start number in use or a missing name.
    """
    fresh = lock(tournament)
    if player and not find_duplicate(key):
        entered = fresh.entries.filter(player=player).first()
        if entered:
            return update_entry(
                entry=entered, actor=actor, state=State.HERE, paid=paid or None
            )
    namesake_players: list[Player] = []
    if player is None and not find_duplicate(key):
        namesake_players = known_namesakes(
            fresh.club, name, lodge, listed=namesakes, form_field="q"
        )
    entry = entries.add(
        tournament=fresh,
        actor=actor,
        player=player,
        name=name,
        lodge=lodge,
        number=number if player is None else None,
        state=State.HERE,
        paid=paid,
        key=key,
        not_these=namesake_players,
    )
    return CheckInAction(entry, None, is_new_player=player is None)


@transaction.atomic
def take_back(*, entry: Entry, actor: Actor, is_new_player: bool) -> None:
    """Remove an entry that was just made; with `is_new_player`, the player as well.

    Raises ActionRefused once the entry has a seat.
    """
    player = entry.player
    entries.remove(entry=entry, actor=actor, taken_back=True)
    if is_new_player and player and not Entry.everybody.filter(player=player).exists():
        player.delete()


@transaction.atomic
def no_shows(*, tournament: Tournament, actor: Actor, named: list[int]) -> list[Entry]:
    """Mark the named people who are still expected as absent, and return their entries.

    `named` are the keys of the entries in the question. People who have come since then
    stay checked in.
    """
    fresh = lock(tournament)
    expected = fresh.entries.filter(house=None, state=State.EXPECTED, pk__in=named)
    absent_entries = list(expected.order_by("number"))
    if not absent_entries:
        return absent_entries
    with recorded(fresh, actor, ActKind.NO_SHOWS) as recording:
        recording.number = len(absent_entries)
        for entry in absent_entries:
            entry.state = State.ABSENT
        Entry.objects.bulk_update(absent_entries, ["state"])
        entries.update_rsvps(fresh, actor, went=absent_entries)
        names = ", ".join(f"{entry.label} {entry.name}" for entry in absent_entries)
        log(
            actor, "state", log_message("entry.no_shows", names=names), tournament=fresh
        )
    return absent_entries


@transaction.atomic
def set_class(*, entry: Entry, actor: Actor, name: str, inside: bool) -> Entry:
    """Add an entry to one of the tournament's classes, or remove it.

    Raises ActionRefused.
    """
    tournament = lock(entry.tournament)
    fresh = entries.fresh_entry(entry, tournament)
    others = {*fresh.classes} - {name}
    return _with_facts(fresh, actor, {"classes": others | {name} if inside else others})


@transaction.atomic
def set_team(*, entry: Entry, actor: Actor, team: str) -> Entry:
    """Set or clear the team of an entry.

    Raises ActionRefused if the name is too long.
    """
    tournament = lock(entry.tournament)
    fresh = entries.fresh_entry(entry, tournament)
    return _with_facts(fresh, actor, {"team": clean(team, most=40, field="q")})


def _with_facts(entry: Entry, actor: Actor, facts: dict[str, Any]) -> Entry:
    old = facts_in_words(entry)
    set_facts(entry, facts)
    new = facts_in_words(entry)
    if old != new:
        entry.save(update_fields=list(facts))
        text = _marked(entry, _facts_or_none(entry))
        log(actor, "entry", text, tournament=entry.tournament, old=old, new=new)
    return entry


def _marked(entry: Entry, change_text: str) -> LogMessage:
    """Return the log line of a step.

    Searches need number and name next to each other.
    """
    return log_message(
        "entry.marked", number=entry.label, name=entry.name, done=change_text
    )


def _facts_or_none(entry: Entry) -> str:
    return facts_in_words(entry) or log_message("entry.no_facts")


def _known(entry: Entry, standing: CheckInStatus) -> str:
    """Return a person's current status and who marked it, in a sentence."""
    facts = [
        log_message(SAID[State(standing.state)]),
        *([message("fee paid")] if standing.paid else []),
    ]
    person = {"number": entry.label, "name": entry.name, "facts": joined(facts)}
    label = f"{entry.label} {entry.name}"
    rows = Change.objects.filter(
        tournament=entry.tournament_id,
        what__in=("state", "fee", "entry"),
        text__contains=label,
    )
    finder = NameFinder([label])  # “1 Jan” is neither “11 Jan” nor “1 Janda”
    if last := next((row for row in rows if finder.has_name(row.text)), None):
        local_time = timezone.localtime(last.at, entry.tournament.club.zone)
        return message(
            "{number} {name} is already marked: {facts} ({by}, {time}).",
            **person,
            by=last.by_name,
            time=clock(local_time),
        )
    return message("{number} {name} is already marked: {facts}.", **person)


LATEST = 4
# Log entries that change the lists of check-in. Entries from phones don't.
AT_CHECK_IN = ("entry", "state", "fee", "merge", "settings", "answer")
# A substitution changes the message about a player who comes back.
SUBSTITUTES = ("substitute", "substitute-end")
SHORT_LIST, MOST_MOVES = 20, 30
MOST_KEY = 2**63 - 1
MARKED = "entry.marked"
# Log messages that concern a single person.
OF_ONE = (MARKED, "entry.added", "entry.added_paid", "entry.removed", "entry.state")
# The list of the page for each state.
LISTS = {
    State.EXPECTED: "expected",
    State.HERE: "here",
    State.ABSENT: "gone",
    State.LEFT: "gone",
}


@dataclass(frozen=True)
class CheckIn:
    """All entries at check-in, with their totals and the latest log lines."""

    tournament: Tournament
    version: str
    entries: tuple[Entry, ...]
    latest: tuple[Change, ...]
    here_again: tuple[Entry, ...] = ()  # substitutes whose player is present
    stand_by: tuple[Player, ...] = ()  # on standby, and not entered

    @cached_property
    def expected(self) -> list[Entry]:
        return self._in_states(State.EXPECTED)

    @property
    def expected_keys(self) -> str:
        """The keys of the people named in the question, as the form sends them."""
        return " ".join(str(entry.pk) for entry in self.expected)

    @cached_property
    def present(self) -> list[Entry]:
        return self._in_states(State.HERE)

    @cached_property
    def not_coming(self) -> list[Entry]:
        return self._in_states(State.ABSENT, State.LEFT)

    @cached_property
    def paid(self) -> list[Entry]:
        return [entry for entry in self.entries if entry.paid]

    @property
    def is_over(self) -> bool:
        """Whether no one is expected any more, and enough people are here to play."""
        return bool(self.present) and not self.expected and self.tables > 0

    @property
    def unpaid(self) -> list[Entry]:
        """The people who are here and haven't paid."""
        return [entry for entry in self.present if not entry.paid]

    @cached_property
    def payers(self) -> int:
        """The number of people who paid the fee or owe it.

        One query if anyone is on standby.
        """
        standby = [entry.pk for entry in self.entries if entry.if_needed]
        seats = Seat.objects.filter(entry__in=standby)
        seated = {*seats.values_list("entry", flat=True)} if standby else set()
        return sum(
            entry.paid or entries.owes_fee(entry, is_seated=entry.pk in seated)
            for entry in self.entries
        )

    @property
    def fees_paid(self) -> int:
        """The fees paid, in cents."""
        return len(self.paid) * self.tournament.fee

    @cached_property
    def sizes(self) -> tuple[int, ...]:
        """The numbers of people that can sit at a table."""
        return sizes_of(self.tournament)

    @cached_property
    def missing(self) -> int:
        """The number of additional people who would fill the last table."""
        return house_needed(len(self.present), self.sizes)

    @property
    def chairs(self) -> list[tuple[int, int]]:
        """The chairs taken and all chairs of each table that the people here make."""
        chairs = [(size, size) for size in table_sizes(len(self.present), self.sizes)]
        left = len(self.present) - sum(size for size, _ in chairs)
        return [*chairs, (left, left + self.missing)] if left > 0 else chairs

    @property
    def too_many(self) -> int:
        """The number of people left over from full tables."""
        return left_over(len(self.present), self.sizes)

    @property
    def may_leave(self) -> list[Entry]:
        return may_leave(self.present, self.sizes)

    @property
    def tables(self) -> int:
        return len(table_sizes(len(self.present), self.sizes))

    @property
    def in_all(self) -> int:
        """The number of people here once everyone expected has come."""
        return len(self.present) + len(self.expected)

    @property
    def too_many_in_all(self) -> int:
        return left_over(self.in_all, self.sizes)

    @property
    def missing_in_all(self) -> int:
        return house_needed(self.in_all, self.sizes)

    def _in_states(self, *states: str) -> list[Entry]:
        return [entry for entry in self.entries if entry.state in states]


@dataclass(frozen=True, slots=True)
class Move:
    """A person whose status has changed, and the lists where they are now."""

    number: int
    people: tuple[Entry, ...]  # empty for an entry that was removed
    lists: str


def moves_since(check_in: CheckIn, version: str) -> list[Move] | None:
    """Return who moved since the page's version, or None if more has changed.

    For a short list the answer is None too, because sending the whole list costs no
    more. One query.
    """
    if not version.isdecimal() or len(check_in.entries) <= SHORT_LIST:
        return None
    moves = Change.objects.filter(
        what__in=(*AT_CHECK_IN, *SUBSTITUTES),
        tournament=check_in.tournament.pk,
        pk__gt=min(int(version), MOST_KEY),
    )
    changes = list(moves.order_by("pk").values_list("code", "values")[: MOST_MOVES + 1])
    if len(changes) > MOST_MOVES:
        return None
    numbers = set()
    for code, values in changes:
        number = str(values.get("number", ""))
        if code not in OF_ONE or not number.isdecimal():
            return None
        if code != MARKED and check_in.stand_by:
            return None
        numbers.add(int(number))
    by_number = {entry.number: entry for entry in check_in.entries}
    return [_move_of(number, by_number.get(number)) for number in sorted(numbers)]


def _move_of(number: int, entry: Entry | None) -> Move:
    if entry is None:
        return Move(number, (), "")
    lists = [LISTS[State(entry.state)]]
    if entry.state == State.HERE and not entry.paid:
        lists.append("unpaid")
    return Move(number, (entry,), " ".join(lists))


def may_leave(present_entries: Sequence[Entry], sizes: Sequence[int]) -> list[Entry]:
    """Return standby players who can leave without lowering the number of tables."""
    spare = [entry for entry in present_entries if entry.if_needed]
    not_needed = min(len(spare), left_over(len(present_entries), sizes))
    return spare[len(spare) - not_needed :]


def check_in_version(tournament: Tournament) -> str:
    """Return a version that changes with everything check-in displays; one query."""
    moves = Change.objects.filter(what__in=(*AT_CHECK_IN, *SUBSTITUTES))
    last = moves.filter(tournament=tournament.pk).values_list("pk", flat=True).first()
    return str(last or 0)


def check_in_of(tournament: Tournament) -> CheckIn:
    """Return all data of the check-in page; four queries for any number of entries."""
    version = check_in_version(tournament)
    everybody = list(Entry.objects.filter(tournament=tournament).order_by("number"))
    own_entries = tuple(entry for entry in everybody if entry.house is None)
    changes = Change.objects.filter(what__in=AT_CHECK_IN, tournament=tournament.pk)
    latest = tuple(change.in_language() for change in changes[:LATEST])
    reappeared = tuple(here_again_among(everybody))
    known = {entry.player_id for entry in own_entries}
    answers = tournament.answers.filter(if_needed=True, state="in").select_related(
        "player"
    )
    stand_by = tuple(
        answer.player for answer in answers if answer.player_id not in known
    )
    return CheckIn(tournament, version, own_entries, latest, reappeared, stand_by)
