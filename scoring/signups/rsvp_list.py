"""The desk's list of RSVPs: a row for each person, and what the rows add up to."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime
from itertools import chain

from django.utils.translation import gettext_lazy as _

from clubs.i18n import full_day, hour, message, plural_message
from clubs.models import Player
from rules.capacity import State
from rules.seating.request import table_sizes
from scoring.games.game_adapter import sizes_of
from scoring.models import Tournament
from scoring.signups.rsvps import EventSignup, PersonRsvp, hour_at

# The four answers of the switch, in the order of its buttons and of the keys 1 to 4.
ANSWERS = {
    "come": _("Going"),
    # Translators: maybe late; a button of an answer, at most ten letters.
    "late": _("Late"),
    "needed": _("Standby"),
    # Translators: can’t make it; a button of an answer, at most ten letters.
    "out": _("Can’t"),
}


@dataclass(frozen=True, slots=True)
class Choice:
    """A button of the switch: its word, and whether the person chose it."""

    value: str
    label: str
    is_chosen: bool
    is_waiting: bool = False  # selected, but the person has no spot yet


@dataclass(frozen=True, slots=True)
class RsvpRow:
    """One person and the state of their RSVP.

    `waitlist` is the position on the waitlist, from 1; `offered_until` the end of the
    offer of a spot.
    """

    player: Player
    answer: str  # a key of ANSWERS; "" without an answer
    waitlist: int | None = None
    offered_until: datetime | None = None

    @property
    def choices(self) -> Iterator[Choice]:
        """The four buttons of the row's switch."""
        waits_in = "late" if self.answer == "late" else "come"
        for value, label in ANSWERS.items():
            is_waiting = value == waits_in and self.is_waiting
            shown_label = self._waiting_label if is_waiting else str(label)
            yield Choice(
                value, shown_label, value == self.answer or is_waiting, is_waiting
            )

    @property
    def is_waiting(self) -> bool:
        """Whether the person is on the waitlist or was offered a spot."""
        return self.waitlist is not None or self.offered_until is not None

    @property
    def _waiting_label(self) -> str:
        if self.offered_until is not None:
            return message("Offered")
        return message("Waitlist {n}", n=self.waitlist)


@dataclass(frozen=True, slots=True)
class RsvpCount:
    """One of the four column heads: how many people gave this answer."""

    value: str
    label: str
    number: int


def row_of(comer: PersonRsvp) -> RsvpRow:
    """Return the row of one person of the list."""
    answer = {State.ASKED: "", State.OUT: "out"}.get(comer.state)
    if answer is None:
        answer = "needed" if comer.if_needed else "late" if comer.late else "come"
    return RsvpRow(comer.player, answer, comer.line, comer.until)


def rows_by_number(coming: EventSignup) -> dict[int, RsvpRow]:
    """Return the rows of an event by the players' numbers."""
    return {comer.player.number: row_of(comer) for comer in coming.comers}


def groups_of(coming: EventSignup) -> list[tuple[str, str, list[RsvpRow]]]:
    """Return key, heading and rows of each group, in the order of the desk's work."""
    answered = (coming.inside, coming.spare, coming.not_going)
    groups = (
        ("asked", message("No answer yet"), by_name(coming.asked)),
        ("waiting", message("Waitlist"), coming.waiting),
        ("answered", message("Answered"), [*chain(*map(by_name, answered))]),
    )
    return [(key, heading, [*map(row_of, people)]) for key, heading, people in groups]


def by_name(comers: Iterable[PersonRsvp]) -> list[PersonRsvp]:
    """Return people by family name, in the order of the club's lists."""
    return sorted(comers, key=lambda comer: comer.player.person_name.key)


def counts_of(coming: EventSignup) -> list[RsvpCount]:
    """Return how many people gave each of the four answers and have a spot or need none."""
    late = sum(comer.late for comer in coming.inside)
    numbers = (
        len(coming.inside) - late,
        late,
        len(coming.spare),
        len(coming.not_going),
    )
    return [
        RsvpCount(value, str(label), number)
        for (value, label), number in zip(ANSWERS.items(), numbers, strict=True)
    ]


def tables_in_chairs(coming: EventSignup) -> list[tuple[int, int]]:
    """Return how many chairs are taken, and of how many, at each table.

    People who would sit out are at one more table, whose empty chairs are the people
    missing. A house player's chair is empty as well.
    """
    tables = coming.tables
    sizes = table_sizes(tables.people + tables.house, sizes_of(coming.tournament))
    chairs = [(size, size) for size in sizes]
    if chairs and tables.house:
        chairs[-1] = (chairs[-1][1] - tables.house, chairs[-1][1])
    left = tables.people - sum(seated for seated, _unused in chairs)
    if left > 0 and tables.more:
        chairs.append((left, left + tables.more))
    return chairs


def settings_of(tournament: Tournament) -> list[str]:
    """Return the RSVP settings in sentences: who answers, spots and times."""
    start, until = tournament.answers_from, tournament.answers_until
    sentences: list[str] = [
        message("Members answer with their personal link.")
        if tournament.asks
        else message("Only this desk answers for people.")
    ]
    if tournament.places is not None:
        sentences.append(plural_message("{n} spot.", "{n} spots.", tournament.places))
    if start:
        sentences.append(
            message("RSVPs open at {hour}.", hour=hour_at(tournament, start))
        )
    if until:
        sentences.append(
            message("RSVPs close at {hour}.", hour=hour_at(tournament, until))
        )
    if tournament.if_needed_leave:
        sentences.append(message("Standby players may go home."))
    if tournament.doors_at:
        sentences.append(
            message("Doors open at {hour}.", hour=hour(tournament.doors_at))
        )
    return sentences


def chat_message(tournament: Tournament, address: str) -> str:
    """Return an invitation to paste into a chat; `address` is the event's public page."""
    day, start = full_day(tournament.date), hour(tournament.starts_at)
    facts = [fact for fact in (day, start, tournament.place) if fact]
    question = message("{tournament}: are you going?", tournament=tournament.name)
    answer = message("Answer with your personal link, or tell the director.")
    return "\n".join([question, " · ".join(facts), answer, address])
