"""An event's list in sentences: one person's RSVP, and the tables that people make."""

from dataclasses import dataclass, field

from clubs.i18n import message, money, plural_message
from clubs.models import Player
from rules.capacity import State, Tables
from scoring.core.names import hides, list_key, public_name
from scoring.models import Tournament
from scoring.signups.name_signups import may_sign_up
from scoring.signups.reschedules import rescheduled_text
from scoring.signups.rsvps import (
    EventSignup,
    PersonRsvp,
    coming_to,
    hour_at,
    why_closed,
    why_over,
)
from scoring.signups.table_plan import TablePlan, plan_of


def rsvp_text(comer: PersonRsvp | None, tournament: Tournament) -> str:
    """Return a person's RSVP in a sentence addressed to them."""
    if comer is None:
        return message("You haven’t responded yet.")
    if comer.state == State.IN and comer.if_needed:
        return message("You’re on standby. You’ll play if someone is missing.")
    if comer.state == State.IN and comer.entry and comer.entry.if_needed:
        return message("You were on standby and you’re needed. You’re going.")
    if comer.state == State.IN and comer.late:
        return message("You’re going, maybe late.")
    if comer.state == State.WAITING:
        return message(
            "This event is full. You’re number {n} on the waitlist.", n=comer.line
        )
    if comer.state == State.OFFERED and comer.until:
        until = hour_at(tournament, comer.until)
        return message("A spot opened up for you. Claim it by {hour}.", hour=until)
    return {
        State.IN: message("You’re going."),
        State.OUT: message("You said you can’t make it."),
    }.get(comer.state, message("You’re invited. Are you going?"))


def table_summary(tables: Tables, spare: int = 0) -> list[str]:
    """Return sentences on the tables people make, and on one player more or less.

    `spare` is the number of people on standby, who aren't in `tables`.
    """
    if not tables.people:
        return [message("No one has RSVP’d yet."), *_if_needed(tables, spare)]
    sentences = [
        plural_message("{n} player is going.", "{n} players are going.", tables.people)
    ]
    if tables.tables:
        sentences.append(
            plural_message("That’s {n} table.", "That’s {n} tables.", tables.tables)
        )
    if tables.sit_out and tables.tables:
        sentences.append(
            plural_message("{n} sits out.", "{n} sit out.", tables.sit_out)
        )
    if tables.house:
        filled = plural_message(
            "{n} house player fills the last table.",
            "{n} house players fill the last table.",
            tables.house,
        )
        sentences.append(filled)
    return [*sentences, *_one_more(tables), *_if_needed(tables, spare)]


@dataclass(frozen=True, slots=True)
class EventInvitation:
    """The public page's words about an event to come, and its tables."""

    sentences: list[str]
    fee: str = ""
    names: tuple[str, ...] = ()  # of people who are going, as the club shows names
    how: str = ""  # how to answer
    help: str = ""  # for people without a personal link, or for people with one
    by_name: bool = False
    plan: TablePlan | None = None
    heading: list[str] = field(default_factory=list)
    details: list[str] = field(default_factory=list)

    @property
    def chairs(self) -> tuple[tuple[int, int], ...]:
        """The chairs taken and all chairs of each table."""
        tables = self.plan.tables if self.plan else ()
        return tuple((t.kinds.count("taken"), len(t.kinds)) for t in tables)


def invitation(tournament: Tournament) -> EventInvitation | None:
    """Return the invitation to an event to come; None once it has begun."""
    if tournament.called_off_at:
        canceled = message("This event is canceled.")
        return EventInvitation([canceled], heading=[canceled])
    moved = [text for text in [rescheduled_text(tournament)] if text]
    if why_over(tournament):
        return None
    if not tournament.asks:
        return EventInvitation(moved, fee=fee_of(tournament), details=moved)
    coming = coming_to(tournament)
    sentences = moved + table_summary(coming.tables, len(coming.spare)) + _queue(coming)
    closed, until = why_closed(tournament), tournament.answers_until
    by_name = may_sign_up(tournament)
    hour = hour_at(tournament, until) if until and not closed else ""
    return EventInvitation(
        sentences,
        fee=fee_of(tournament),
        names=names_of(coming),
        how=closed or _how_to_answer(hour, by_name=by_name),
        help="" if closed else _help_with_link(by_name=by_name),
        by_name=by_name,
        plan=plan_of(coming),
        heading=heading_of(coming),
        details=moved + details_of(coming),
    )


def _how_to_answer(hour: str, *, by_name: bool) -> str:
    """Return how and until when to RSVP; "" if the button says everything."""
    if by_name:
        return message("RSVP by {hour}.", hour=hour) if hour else ""
    if hour:
        return message("RSVP with your personal link by {hour}.", hour=hour)
    return message("RSVP with your personal link.")


def _help_with_link(*, by_name: bool) -> str:
    """Return the other way to answer, or how to get a personal link."""
    if by_name:
        return message("If you have a personal link, you can RSVP there instead.")
    return message("If you don’t have a personal link, ask a director for one.")


def fee_of(tournament: Tournament) -> str:
    """Return the entry fee in the club's currency, "" without one."""
    return money(tournament.fee, tournament.currency) if tournament.fee else ""


def heading_of(coming: EventSignup) -> list[str]:
    """Return two sentences: how many people are going, and what that makes or lacks.

    An event without RSVPs has only one of them.
    """
    tables = coming.tables
    going, *others = table_summary(tables)
    if not tables.people:
        return [going]
    if coming.free == 0:
        return [going, message("This event is full.")]
    makes_tables = tables.tables and not tables.sit_out and not tables.house
    return [going, *(others[:1] if makes_tables else _one_more(tables)[:1])]


def details_of(coming: EventSignup) -> list[str]:
    """Return sentences on standby, waitlist and open spots."""
    return _if_needed(coming.tables, len(coming.spare)) + _queue(coming)


def _queue(coming: EventSignup) -> list[str]:
    """Return the length of the waitlist and the open spots, in sentences."""
    sentences: list[str] = []
    if coming.waiting:
        sentences.append(
            plural_message(
                "{n} player is on the waitlist.",
                "{n} players are on the waitlist.",
                len(coming.waiting),
            )
        )
    if coming.free:
        free = plural_message("{n} spot is open.", "{n} spots are open.", coming.free)
        sentences.append(free)
    return sentences


def names_of(coming: EventSignup) -> tuple[str, ...]:
    """Return the public names of people going, by family name.

    Hidden people are left out.
    """
    club = coming.tournament.club
    people = people_shown(coming)
    return tuple(str(public_name(player.name, club, player.pk)) for player in people)


def people_shown(coming: EventSignup) -> list[Player]:
    """Return the people going who aren't hidden, in the order of their names."""
    club = coming.tournament.club
    people = [comer.player for comer in coming.inside]
    visible = [player for player in people if not hides(club, player.pk)]
    return sorted(visible, key=lambda person: list_key(person.name, club, person.pk))


def _if_needed(tables: Tables, spare: int) -> list[str]:
    """Return sentences on standby players, and whether they fill the missing seats."""
    if not spare:
        return []
    sentence = plural_message(
        "{n} player is on standby.", "{n} players are on standby.", spare
    )
    if tables.more is None or tables.more > spare:
        return [sentence]
    enough = plural_message(
        "That’s enough for another table.",
        "{n} of them would fill another table.",
        tables.more,
    )
    if not tables.tables:
        enough = plural_message(
            "That’s enough for a table.",
            "{n} of them would fill a table.",
            tables.more,
        )
    if tables.house:
        enough = plural_message(
            "With one of them, no house player is needed.",
            "With {n} of them, no house player is needed.",
            tables.more,
        )
    return [sentence, enough]


def _one_more(tables: Tables) -> list[str]:
    sentences: list[str] = []
    if tables.more and tables.house:
        sentences.append(
            plural_message(
                "With {n} more, no house player is needed.",
                "With {n} more, no house player is needed.",
                tables.more,
            )
        )
    elif tables.more and not tables.tables:
        sentences.append(
            plural_message(
                "{n} more player would fill a table.",
                "{n} more players would fill a table.",
                tables.more,
            )
        )
    elif tables.more:
        sentences.append(
            plural_message(
                "{n} more player would fill another table.",
                "{n} more players would fill another table.",
                tables.more,
            )
        )
    if tables.fewer and tables.tables and not tables.house:
        sentences.append(
            plural_message(
                "With {n} fewer, nobody sits out.",
                "With {n} fewer, nobody sits out.",
                tables.fewer,
            )
        )
    return sentences
