"""RSVPs: people who are invited, going, waitlisted, offered a spot, or not going.

People who are going have an entry, so check-in expects them. People entered by the desk
are going without an RSVP. Standby players take no spot and have no entry: the desk
enters them when someone is missing. Offers expire by the clock at the time of reading.
The stored rows follow with the next write, and every hour.
"""

from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime, time, timedelta
from functools import cached_property

from django.db import transaction
from django.db.models import Exists, OuterRef
from django.utils import timezone

from clubs.i18n import clock_and_day, hour, joined, message
from clubs.models import Player, Rhythm
from clubs.players import living
from rules import capacity
from rules.capacity import Clock, State, Tables, tables_of
from scoring.core.writes import CLOCK, ActionRefused, Actor, lock, log
from scoring.games.game_adapter import sizes_of
from scoring.models import Answer, Entry, Round, Tournament
from scoring.models.log_messages import LogMessage, log_message
from scoring.people import entries
from scoring.people.entries import NOT_COMING
from scoring.signups import notifications

OFFERED = timedelta(days=1)  # how long an offered spot is held
HOUR = timedelta(hours=1)
ASLEEP = 2 * HOUR  # without a sign of life for this long, the site counts as down
AFTER_SLEEP = timedelta(hours=12)  # for offers that expired during downtime
AWAKE = "awake"
# The fields of the RSVP settings.
LIST = (
    "asks",
    "places",
    "answers_from",
    "answers_until",
    "if_needed_leave",
    "doors_at",
)
OTHERS = {field.name for field in Tournament._meta.fields}.difference(LIST)


@dataclass(frozen=True, slots=True)
class PersonRsvp:
    """A person on an event's list, with their RSVP and its state."""

    player: Player
    state: State
    entry: Entry | None = None
    until: datetime | None = None
    line: int | None = None  # position on the waitlist, from 1
    late: bool = False
    if_needed: bool = False
    said_at: datetime | None = None  # time of the RSVP, by the person or at the desk

    @property
    def is_in(self) -> bool:
        return self.state == State.IN and not self.if_needed


@dataclass(frozen=True)
class EventSignup:
    """An event's RSVPs at one time: people going, offers, the waitlist, the rest."""

    tournament: Tournament
    comers: list[PersonRsvp]
    clock: Clock

    @cached_property
    def inside(self) -> list[PersonRsvp]:
        return [comer for comer in self.comers if comer.is_in]

    @cached_property
    def spare(self) -> list[PersonRsvp]:
        """People on standby."""
        return [comer for comer in self.comers if comer.if_needed]

    @cached_property
    def waiting(self) -> list[PersonRsvp]:
        """People with an offer, then people on the waitlist, in order."""
        line = [comer for comer in self.comers if comer.state == State.WAITING]
        line.sort(key=lambda comer: comer.line or 0)
        offered = [comer for comer in self.comers if comer.state == State.OFFERED]
        return [*offered, *line]

    @cached_property
    def asked(self) -> list[PersonRsvp]:
        return [comer for comer in self.comers if comer.state == State.ASKED]

    @cached_property
    def not_going(self) -> list[PersonRsvp]:
        return [comer for comer in self.comers if comer.state == State.OUT]

    @property
    def free(self) -> int | None:
        """Spots that aren't taken or offered; None without a limit."""
        if self.tournament.places is None:
            return None
        offered = sum(comer.state == State.OFFERED for comer in self.comers)
        return max(self.tournament.places - len(self.inside) - offered, 0)

    @property
    def tables(self) -> Tables:
        fills = self.tournament.spare == Tournament.Spare.HOUSE
        return tables_of(len(self.inside), sizes_of(self.tournament), house=bool(fills))

    def rsvp_of(self, player: Player) -> PersonRsvp | None:
        """Return the RSVP of a player, or None if they aren't on the list."""
        mine = (comer for comer in self.comers if comer.player.pk == player.pk)
        return next(mine, None)


def coming_to(
    tournament: Tournament, current_time: datetime | None = None
) -> EventSignup:
    """Return the event's list as of now; three queries."""
    [coming] = coming_to_each([tournament], current_time)
    return coming


def last_known(tournament: Tournament) -> EventSignup:
    """Return the event's list as of now, or as last stored once the event has begun."""
    if not why_over(tournament):
        return coming_to(tournament)
    people = _read(tournament)
    clock = clock_of(tournament, timezone.now())
    return EventSignup(tournament, _comers(_rows(people), people), clock)


def coming_to_each(
    tournaments: Sequence[Tournament], current_time: datetime | None = None
) -> list[EventSignup]:
    """Return each event's list as of now; three queries for any number of events."""
    current_time = current_time or timezone.now()
    last = _last_awake()
    found = []
    for tournament, people in zip(tournaments, _read_each(tournaments), strict=True):
        clock = _clock(tournament, current_time, last)
        rows = capacity.settled(_rows(people), tournament.places, clock)
        found.append(EventSignup(tournament, _comers(rows, people), clock))
    return found


def clock_of(tournament: Tournament, current_time: datetime) -> Clock:
    """Return the time at which the list is read, and when RSVPs close."""
    return _clock(tournament, current_time, _last_awake())


def _last_awake() -> datetime | None:
    """Return the last time the site was known to be running."""
    return Rhythm.objects.filter(kind=AWAKE).values_list("last_at", flat=True).first()


def _clock(
    tournament: Tournament, current_time: datetime, last: datetime | None
) -> Clock:
    closes = tournament.answers_until
    until = (
        current_time + OFFERED
        if closes is None
        else min(current_time + OFFERED, closes)
    )
    slept = last is not None and current_time - last > ASLEEP
    return Clock(current_time, until, last if last and slept else current_time, closes)


@dataclass(slots=True)
class ListedPerson:
    """A person on an event's list, with their answer and their entry."""

    player: Player
    answer: Answer | None = None
    entry: Entry | None = None

    @property
    def is_spare(self) -> bool:
        """Whether they are on standby, without an entry."""
        return bool(self.answer and self.answer.if_needed and not self.entry)

    def row(self, current_time: datetime) -> capacity.Answer[int] | None:
        """Return the row that takes or requests a spot, or None for neither."""
        answer, entry, row = self.answer, self.entry, None
        if entry:
            since = answer.since if answer else current_time
            state = State.OUT if entry.state in NOT_COMING else State.IN
            row = capacity.Answer(self.player.pk, state, since)
        if answer and not answer.if_needed:
            state = State(answer.state)
            if row is None or State.IN not in (row.state, state):
                since, until = answer.since, answer.until
                row = capacity.Answer(self.player.pk, state, since, until)
        return row


# By player key: first the people with an entry, then the others.
People = dict[int, ListedPerson]


def _read(tournament: Tournament) -> People:
    """Return everyone with an entry or an answer."""
    [people] = _read_each([tournament])
    return people


def _read_each(tournaments: Sequence[Tournament]) -> list[People]:
    """Return everyone with an entry or an answer, for each event; two queries."""
    lists: dict[int, People] = {tournament.pk: {} for tournament in tournaments}
    entered = Entry.objects.filter(tournament__in=lists, house=None)
    for entry in entered.exclude(player=None).select_related("player"):
        if entry.player:
            person = ListedPerson(entry.player, entry=entry)
            lists[entry.tournament_id][entry.player.pk] = person
    answers = Answer.objects.filter(tournament__in=lists, player__merged_into=None)
    for answer in answers.select_related("player"):
        person = ListedPerson(answer.player)
        people = lists[answer.tournament_id]
        people.setdefault(answer.player_id, person).answer = answer
    return [lists[tournament.pk] for tournament in tournaments]


def _rows(people: People) -> list[capacity.Answer[int]]:
    """Return the rows that take or request a spot, entries of the desk first."""
    current_time = timezone.now()
    rows = (person.row(current_time) for person in people.values())
    return [row for row in rows if row]


def _comers(rows: list[capacity.Answer[int]], people: People) -> list[PersonRsvp]:
    comers = [
        PersonRsvp(
            person.player,
            row.state,
            person.entry,
            row.until,
            capacity.place_in_line(rows, row.who),
            late=bool(person.answer and person.answer.late),
            said_at=person.answer.since if person.answer else None,
        )
        for row in rows
        if (person := people[row.who])
    ]
    spare = [person for person in people.values() if person.is_spare]
    return comers + [
        PersonRsvp(
            answer.player,
            State(answer.state),
            late=answer.late,
            if_needed=True,
            said_at=answer.since,
        )
        for person in spare
        if (answer := person.answer)
    ]


@transaction.atomic
def ask(*, tournament: Tournament, players: Iterable[Player], actor: Actor) -> int:
    """Invite people who aren't on the list yet. Return how many were invited."""
    fresh = _open(tournament)
    people, current_time = _read(fresh), timezone.now()
    new = [
        Answer(tournament=fresh, player=player, state=State.ASKED, since=current_time)
        for player in players
        if player.pk not in people
    ]
    Answer.objects.bulk_create(new)
    if new:
        text = log_message("rsvp.people_asked", n=len(new))
        log(actor, "answer", text, tournament=fresh)
    return len(new)


@transaction.atomic
def set_going(
    *,
    tournament: Tournament,
    player: Player,
    actor: Actor,
    late: bool = False,
    if_needed: bool = False,
) -> PersonRsvp:
    """Record that a player is going, or is on the waitlist; no change if repeated.

    `late` means maybe after the first deal. `if_needed` means on standby, which takes
    no spot. Raises ActionRefused once the list is closed, or on standby for a player
    who is already checked in.
    """
    fresh = _open(tournament)
    player = living(player)
    clock = clock_of(fresh, timezone.now())
    people = _read(fresh)
    rows = _rows(people)
    if if_needed:
        if player.pk in people:
            people[player.pk].answer = None  # the new answer is written below
        rows = capacity.staying_away(rows, player.pk, fresh.places, clock)
        _keep(fresh, rows, people, actor)
        _set(
            fresh,
            player,
            actor,
            State.IN,
            clock.current_time,
            late=late,
            if_needed=True,
        )
    else:
        rows = capacity.coming(rows, player.pk, fresh.places, clock)
        mine = next(row for row in rows if row.who == player.pk)
        _set(fresh, player, actor, mine.state, mine.since, late=late)
        _keep(fresh, rows, _read(fresh), actor)
    return _current_rsvp(fresh, player)


def set_rsvp(
    answer: str, *, tournament: Tournament, player: Player, actor: Actor
) -> PersonRsvp:
    """Save an RSVP by its button's value: come, late, needed or out.

    Raises ActionRefused once the list is closed, or for needed and out if the player
    is checked in.
    """
    if answer == "out":
        return set_not_going(tournament=tournament, player=player, actor=actor)
    late, if_needed = answer == "late", answer == "needed"
    return set_going(
        tournament=tournament,
        player=player,
        actor=actor,
        late=late,
        if_needed=if_needed,
    )


def answer_of(comer: PersonRsvp | None) -> str:
    """Return the value of the button of a person's latest answer; "" for none."""
    if comer is None or comer.state == State.ASKED:
        return ""
    if comer.state == State.OUT:
        return "out"
    if comer.state == State.OFFERED:
        return ""
    return "needed" if comer.if_needed else "late" if comer.late else "come"


@transaction.atomic
def set_not_going(
    *, tournament: Tournament, player: Player, actor: Actor
) -> PersonRsvp:
    """Record that a player isn't going, and offer the spot to the waitlist.

    Raises ActionRefused once the list is closed, or if the player is already checked
    in.
    """
    fresh = _open(tournament)
    player = living(player)
    clock = clock_of(fresh, timezone.now())
    rows = _rows(_read(fresh))
    rows = capacity.staying_away(rows, player.pk, fresh.places, clock)
    _set(fresh, player, actor, State.OUT, clock.current_time)
    _keep(fresh, rows, _read(fresh), actor)
    return _current_rsvp(fresh, player)


def set_not_going_to(
    tournaments: Iterable[Tournament], player: Player, actor: Actor
) -> None:
    """Record that a player isn't going to these events, as far as possible."""
    for tournament in tournaments:
        comer = coming_to(tournament).rsvp_of(player)
        if comer is None or comer.state == State.OUT:
            continue
        with suppress(ActionRefused):
            set_not_going(tournament=tournament, player=player, actor=actor)


@transaction.atomic
def update_waitlist(*, tournament: Tournament, actor: Actor = CLOCK) -> None:
    """Store what has happened with time: offers that expired, spots that are free."""
    fresh = lock(tournament)
    if why_over(fresh):
        return
    people = _read(fresh)
    clock = clock_of(fresh, timezone.now())
    rows = capacity.settled(_rows(people), fresh.places, clock)
    _keep(fresh, rows, people, actor)


def follow_desk(
    tournament: Tournament, actor: Actor, came: set[int], went: set[int]
) -> None:
    """Update answers after a change at the desk, and offer the spots that became free.

    `came` and `went` are keys of players. A standby player takes no spot, and stays on
    standby. Once the first round is published, only a removed entry counts as a no,
    because someone who goes home later was there.
    """
    if not tournament.answers.exists():
        return
    fresh = lock(tournament)
    people = _read(fresh)
    clock = clock_of(fresh, timezone.now())
    is_over = bool(why_over(fresh))
    if is_over:
        came = set()
        went = went - {pk for pk, person in people.items() if person.entry}
    rows = capacity.settled(_rows(people), fresh.places, clock)
    for act, players in ((capacity.staying_away, went), (capacity.entered, came)):
        for pk in players & people.keys():
            answer = people[pk].answer
            if answer and not answer.if_needed:
                rows = act(rows, pk, fresh.places, clock)
                row = next(row for row in rows if row.who == pk)
                _follow(fresh, answer, row)
    if not is_over:
        _keep(fresh, rows, people, actor)


def _follow(tournament: Tournament, answer: Answer, row: capacity.Answer[int]) -> None:
    """Store the desk's change as a person's answer, which the desk logs itself."""
    former_state, answer.state = answer.state, row.state
    answer.since, answer.until = row.since, row.until
    answer.save(update_fields=["state", "since", "until"])
    if former_state != answer.state:
        _tell(tournament, answer)


@transaction.atomic
def set_list(
    *,
    tournament: Tournament,
    actor: Actor,
    asks: bool,
    places: int | None,
    answers_until: datetime | None,
    if_needed_leave: bool = False,
    answers_from: datetime | None = None,
    doors_at: time | None = None,
) -> None:
    """Save who answers, from and until when, the spots and the door time.

    New spots are offered at once to the waitlist. Raises ValidationError.
    """
    fresh = lock(tournament)
    old = _list_in_words(fresh)
    fresh.asks, fresh.places, fresh.answers_until = asks, places, answers_until
    fresh.answers_from, fresh.doors_at = answers_from, doors_at
    fresh.if_needed_leave = if_needed_leave
    # Validate these fields only: others can hold values that an older version allowed.
    fresh.clean_fields(exclude=OTHERS)
    fresh.save(update_fields=LIST)
    new = _list_in_words(fresh)
    if old != new:
        text = log_message("rsvp.settings_changed", now=new)
        log(actor, "answer", text, tournament=fresh, old=old, new=new)
        update_waitlist(tournament=fresh, actor=actor)


@transaction.atomic
def call_off(*, tournament: Tournament, actor: Actor, is_off: bool = True) -> None:
    """Cancel the event, or reinstate it. The same again changes nothing.

    Raises ActionRefused once a round is published, because the event has begun.
    """
    fresh = lock(tournament)
    if fresh.rounds.exclude(state="draft").exists() or fresh.finished_at:
        raise ActionRefused(message("{tournament} has begun.", tournament=fresh.name))
    if bool(fresh.called_off_at) == is_off:
        return
    fresh.called_off_at = timezone.now() if is_off else None
    fresh.save(update_fields=["called_off_at"])
    text = (
        log_message("tournament.canceled")
        if is_off
        else log_message("tournament.uncanceled")
    )
    log(actor, "called-off", text, tournament=fresh)
    notifications.notify_canceled(fresh)


def _list_in_words(tournament: Tournament) -> str:
    words = [
        log_message("rsvp.by_link") if tournament.asks else log_message("rsvp.by_desk")
    ]
    if tournament.places is not None:
        words.append(log_message("rsvp.places", n=tournament.places))
    if start := tournament.answers_from:
        words.append(log_message("rsvp.from", hour=hour_at(tournament, start)))
    if until := tournament.answers_until:
        words.append(log_message("rsvp.until", hour=hour_at(tournament, until)))
    if tournament.if_needed_leave:
        words.append(log_message("rsvp.standby_may_leave"))
    if tournament.doors_at:
        words.append(log_message("rsvp.doors", hour=hour(tournament.doors_at)))
    return joined(words)


def hour_at(tournament: Tournament, moment: datetime) -> str:
    """Return a time by the club’s clock, such as 7:45 pm, Nov 20."""
    return clock_and_day(timezone.localtime(moment, tournament.club.zone))


def _open(tournament: Tournament) -> Tournament:
    """Return the tournament, locked. Raises ActionRefused if RSVPs are over."""
    fresh = lock(tournament)
    if reason := why_over(fresh):
        raise ActionRefused(reason)
    return fresh


def why_closed(tournament: Tournament, current_time: datetime | None = None) -> str:
    """Return why people can't RSVP at this time; "" while they can."""
    start, until = tournament.answers_from, tournament.answers_until
    current_time = current_time or timezone.now()
    if start and current_time < start and not why_over(tournament):
        return message("RSVPs open at {hour}.", hour=hour_at(tournament, start))
    if until and current_time >= until:
        return message("RSVPs closed at {hour}.", hour=hour_at(tournament, until))
    return why_over(tournament)


def why_over(tournament: Tournament) -> str:
    """Return why RSVPs can't change any more, even at the desk; "" if they can."""
    if tournament.called_off_at:
        return message("{tournament} is canceled.", tournament=tournament.name)
    if tournament.finished_at or tournament.old_list_id:
        return message("{tournament} is over.", tournament=tournament.name)
    # Without a filter, because lists of events have prefetched all rounds.
    if any(rnd.state != Round.State.DRAFT for rnd in tournament.rounds.all()):
        return message("{tournament} has begun.", tournament=tournament.name)
    return ""


def _set(
    tournament: Tournament,
    player: Player,
    actor: Actor,
    state: State,
    since: datetime,
    **wishes: bool,
) -> None:
    """Store a person's own answer, and log and email it if it changed."""
    old = Answer.objects.filter(tournament=tournament, player=player).first()
    row = old or Answer(tournament=tournament, player=player)
    former = (row.state, row.late, row.if_needed) if old else ()
    row.state, row.since, row.until = state, since, None
    row.late, row.if_needed = wishes.get("late", False), wishes.get("if_needed", False)
    row.save()
    if former != (row.state, row.late, row.if_needed):
        log(actor, "answer", _in_words(row), tournament=tournament)
        _tell(tournament, row)


def _tell(tournament: Tournament, answer: Answer) -> None:
    """Email a person that they are going, on the waitlist or offered a spot."""
    state, since = State(answer.state), notifications.moment(answer.since)
    if state in (State.IN, State.WAITING):
        kind, subject = notifications.Kind.CONFIRMATION, f"{state} {since}"
    elif state == State.OFFERED and answer.until:
        kind, subject = notifications.Kind.OFFER, notifications.moment(answer.until)
    else:
        return
    notifications.notify_players(tournament, [answer.player], kind, subject=subject)


def _in_words(answer: Answer) -> LogMessage:
    name = answer.player.name
    if answer.if_needed:
        return log_message("rsvp.standby", name=name)
    if answer.state == State.IN and answer.late:
        return log_message("rsvp.late", name=name)
    return {
        State.IN: log_message("rsvp.coming", name=name),
        State.WAITING: log_message("rsvp.waiting", name=name),
        State.OFFERED: log_message("rsvp.offered", name=name),
        State.OUT: log_message("rsvp.declined", name=name),
    }.get(State(answer.state), log_message("rsvp.asked", name=name))


def _keep(
    tournament: Tournament,
    rows: list[capacity.Answer[int]],
    people: People,
    actor: Actor,
) -> None:
    """Write changed answers, and entries of people who are going or not any more."""
    for row in rows:
        person = people.get(row.who)
        answer, entry = (person.answer, person.entry) if person else (None, None)
        # The person's answer stays along with an entry of the desk, which can be
        # undone.
        is_entered = entry is not None and entry.state not in NOT_COMING
        is_the_desks = is_entered and row.state == State.IN
        if answer and not is_the_desks and _has_changed(answer, row):
            answer.state, answer.since, answer.until = row.state, row.since, row.until
            answer.save(update_fields=["state", "since", "until"])
            log(actor, "answer", _in_words(answer), tournament=tournament)
            if not answer.if_needed:
                _tell(tournament, answer)
        if row.state == State.IN and entry is None and answer:
            player = answer.player
            entries.add(
                tournament=tournament, actor=actor, player=player, answered=True
            )
        elif row.state == State.IN and entry and entry.state in NOT_COMING:
            expected = Entry.State.EXPECTED
            entries.set_state(entry=entry, actor=actor, state=expected, answered=True)
        elif row.state != State.IN and entry and entry.state not in NOT_COMING:
            _take_out(entry, actor)


def _has_changed(answer: Answer, row: capacity.Answer[int]) -> bool:
    stored = (answer.state, answer.since, answer.until)
    return stored != (row.state, row.since, row.until)


def _take_out(entry: Entry, actor: Actor) -> None:
    """Remove an entry, or mark a paid one as absent; ActionRefused if checked in."""
    if entry.state == Entry.State.HERE:
        raise ActionRefused(
            message(
                "{name} is already checked in. Tell the director at the desk.",
                name=entry.name,
            )
        )
    if entry.paid:
        absent = Entry.State.ABSENT
        entries.set_state(entry=entry, actor=actor, state=absent, answered=True)
    else:
        entries.remove(entry=entry, actor=actor, answered=True)


def _current_rsvp(tournament: Tournament, player: Player) -> PersonRsvp:
    comer = coming_to(tournament).rsvp_of(player)
    assert comer is not None
    return comer


def extend_expired_offers(current_time: datetime | None = None) -> int:
    """Record that the site is running; extend offers that expired while it was down.

    They get 12 more hours. Return how many there were. Runs at startup and every hour.
    """
    current_time = current_time or timezone.now()
    rhythm, is_new = Rhythm.objects.get_or_create(
        kind=AWAKE, defaults={"last_at": current_time}
    )
    prolonged = 0
    if not is_new and current_time - rhythm.last_at > ASLEEP:
        entered = Entry.objects.filter(
            tournament=OuterRef("tournament"), player=OuterRef("player")
        ).exclude(state__in=NOT_COMING)
        offered = Answer.objects.filter(~Exists(entered), state=State.OFFERED)
        ended = offered.filter(until__gt=rhythm.last_at)
        for answer in ended.filter(until__lt=current_time + HOUR).select_related(
            "tournament"
        ):
            prolonged += _prolong(answer, current_time + AFTER_SLEEP)
    Rhythm.objects.filter(kind=AWAKE).update(last_at=current_time)
    return prolonged


@transaction.atomic
def _prolong(answer: Answer, until: datetime) -> bool:
    tournament = lock(answer.tournament)
    offers = Answer.objects.filter(pk=answer.pk, state=State.OFFERED)
    if tournament.answers_until:
        until = min(until, tournament.answers_until)
    if not offers.filter(until__lt=until).update(until=until):
        return False
    text = log_message(
        "rsvp.offer_prolonged",
        hour=hour_at(tournament, until),
        name=answer.player.name,
    )
    log(CLOCK, "answer", text, tournament=tournament)
    subject = notifications.moment(until)
    people, kind = [answer.player], notifications.Kind.OFFER
    notifications.notify_players(tournament, people, kind, subject=subject, slept=True)
    return True


def update_waitlists() -> None:
    """Record that the site is running, and update all waitlists. Runs every hour."""
    extend_expired_offers()
    moving = Answer.objects.filter(state__in=(State.OFFERED, State.WAITING))
    for tournament in Tournament.objects.filter(answers__in=moving).distinct():
        update_waitlist(tournament=tournament)
