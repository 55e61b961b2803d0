"""Texts of emails, written when they are sent; outdated emails aren't written.

Each email is about one event for one person, in the reader's language and by the club's
clock. Other people have their public names.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime, time, timedelta

from django.conf import settings
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from clubs.i18n import (
    and_list,
    chips,
    full_day,
    hour,
    message,
    money,
    place_text,
)
from clubs.players import living_of
from rules.capacity import State
from scoring.core.names import public_name, without_day
from scoring.models import Letter, Tournament
from scoring.signups import email_addresses, personal_links
from scoring.signups.calendars import evening_calendar
from scoring.signups.my_page import evenings_to_come
from scoring.signups.notifications import Kind
from scoring.signups.rsvps import EventSignup, PersonRsvp, coming_to, hour_at, why_over
from scoring.signups.summaries import names_of, rsvp_text, table_summary
from scoring.standings.place_explained import PlacePage, place_of

EVE_FROM, EVE_UNTIL = time(16), time(22)  # on the day before, by the club's clock
MORNING_FROM = time(7)  # on the day after
MORNING_DAYS = 7  # after this many days it is no longer news
MOST_NAMES = 60
OF_CHANGES = _("You’re getting this because you RSVP’d and asked for updates.")


@dataclass(frozen=True, slots=True)
class EmailSection:
    """A heading with sentences; each has an address, or ""."""

    title: str
    lines: Sequence[tuple[str, str]]


@dataclass(frozen=True, slots=True)
class EmailContent:
    """The content of an email; the first link is the button."""

    subject: str
    lead: str
    lines: Sequence[str] = ()
    details: Sequence[tuple[str, str]] = ()
    links: Sequence[tuple[str, str]] = ()
    parts: Sequence[EmailSection] = ()
    calendar: bytes = b""
    to: str = ""  # a mailbox other than the person's own
    why: str = field(default="", kw_only=True)  # the reason for the email, at its end


def email_content(letter: Letter, current_time: datetime) -> EmailContent | None:
    """Return the current content of an email; None if it is outdated."""
    if letter.kind in (Kind.ADDRESS, Kind.GUARDIAN):
        return _asks(letter, is_guardian=letter.kind == Kind.GUARDIAN)
    tournament = letter.tournament
    if tournament is None:
        return None
    write = WRITERS[Kind(letter.kind)]
    return write(_EmailEvent(letter, tournament, current_time))


def _asks(letter: Letter, *, is_guardian: bool) -> EmailContent | None:
    """Ask to confirm an address; None once it is confirmed."""
    address = letter.to
    player = address.player
    confirmed_at = (
        address.guardian_confirmed_at if is_guardian else address.confirmed_at
    )
    if confirmed_at:
        return None
    path = email_addresses.confirm_path(address, guardian=is_guardian)
    link = f"{settings.SITE_URL}{path}"
    if not is_guardian:
        return EmailContent(
            subject=message(
                "Confirm your email address: {club}", club=player.club.name
            ),
            lead=message(
                "Confirm your email address to get emails from this club: {club}",
                club=player.club,
            ),
            lines=[
                message(
                    "By confirming, you agree to this: “{words}”",
                    words=email_addresses.words_of(address.wishes, player.club),
                ),
                message("If it wasn’t you, ignore this email. We won’t send any more."),
            ],
            links=[(message("Review and confirm"), link)],
        )
    name = public_name(player.name, player.club, player.pk)
    return EmailContent(
        subject=message("Can we send these emails? {club}", club=player.club.name),
        lead=message(
            "A young player named you as a parent or guardian and wants to get "
            "emails: {name}",
            name=name,
        ),
        lines=[
            message(
                "Their request: “{words}”",
                words=email_addresses.words_of(address.wishes, player.club),
            ),
            message(
                "If you weren’t expecting this, ignore this email. We won’t send any "
                "more."
            ),
        ],
        links=[(message("Review and agree"), link)],
        to=address.guardian,
    )


class _EmailEvent:
    """An event, the reader and the time: the data that all writers need."""

    def __init__(
        self, letter: Letter, tournament: Tournament, current_time: datetime
    ) -> None:
        self.letter, self.tournament, self.current_time = (
            letter,
            tournament,
            current_time,
        )
        self.club = tournament.club
        self.player = living_of(letter.to.player)
        self.today = timezone.localdate(current_time, self.club.zone)

    @property
    def coming(self) -> EventSignup:
        return coming_to(self.tournament, self.current_time)

    @property
    def comer(self) -> PersonRsvp | None:
        return self.coming.rsvp_of(self.player)

    @property
    def is_to_come(self) -> bool:
        """Whether it has neither begun nor passed."""
        return self.tournament.date >= self.today and not self._is_over

    @property
    def _is_over(self) -> bool:
        called_off_at = self.tournament.called_off_at
        return not called_off_at and bool(why_over(self.tournament))

    @property
    def own_page(self) -> str:
        """The address of the reader's own RSVP page; "" if their link was withdrawn."""
        link = personal_links.link_of(self.player)
        return _address(personal_links.path_of(link)) if link else ""

    @property
    def page(self) -> str:
        """The address of the event's page; "" if it isn't public."""
        return _address(self.tournament.public_url)

    def details(self) -> list[tuple[str, str]]:
        """Return date and time, location and fee."""
        tournament = self.tournament
        rows: list[tuple[str, str]] = [
            (message("When"), _day_and_hour(tournament.date, tournament.starts_at))
        ]
        if tournament.doors_at:
            rows.append((message("Doors open at"), hour(tournament.doors_at)))
        if tournament.place:
            rows.append((message("Where"), tournament.place))
        if tournament.fee:
            fee = money(tournament.fee, tournament.currency)
            rows.append((message("Entry fee"), fee))
        return rows

    def ways(self, words: str) -> list[tuple[str, str]]:
        """Return the button to the reader's own page, and a link to the event."""
        ways = [(words, self.own_page), (message("Event page"), self.page)]
        return [way for way in ways if way[1]]

    def calendar(self) -> bytes:
        own_url = self.own_page or self.page
        return evening_calendar(
            self.tournament, self.player, settings.SITE_URL, own_url
        )

    def names(self, coming: EventSignup) -> list[EmailSection]:
        """Return the people who are going, by public name, without hidden names."""
        names = names_of(coming)
        if not names or len(names) > MOST_NAMES:
            return []
        return [EmailSection(message("Going"), [(and_list(names), "")])]

    def next_evening(self) -> list[EmailSection]:
        """Return the club's next event, with a link to RSVP."""
        coming = evenings_to_come(self.player, self.today)
        later = (evening for evening in coming if evening.pk != self.tournament.pk)
        evening = next((row for row in later if not row.called_off_at), None)
        if evening is None:
            return []
        url = self.own_page or _address(evening.public_url)
        time_text = _day_and_hour(evening.date, evening.starts_at)
        line = f"{evening.name}: {time_text}"
        return [EmailSection(message("Next event"), [(line, url)])]


def _address(path: str) -> str:
    """Return a full address; "" for an empty path."""
    return f"{settings.SITE_URL}{path}" if path else ""


def _day_and_hour(day: date, hour_of_day: time | None) -> str:
    return ", ".join(part for part in (full_day(day), hour(hour_of_day)) if part)


def _confirmation(evening: _EmailEvent) -> EmailContent | None:
    """Confirm that the reader is in or on the waitlist, if they still are."""
    coming = evening.coming
    comer = coming.rsvp_of(evening.player)
    if comer is None or comer.state not in (State.IN, State.WAITING):
        return None
    if not evening.is_to_come or evening.tournament.called_off_at:
        return None
    name = evening.tournament.name
    is_in = comer.state == State.IN
    subject = message("You’re going: {tournament}", tournament=name)
    if not is_in:
        subject = message("You’re on the waitlist: {tournament}", tournament=name)
    lines = [" ".join(table_summary(coming.tables))]
    if not is_in:
        lines = [
            *lines,
            message(
                "When a spot opens, we offer it to the first person on the waitlist."
            ),
        ]
    return EmailContent(
        subject=subject,
        lead=rsvp_text(comer, evening.tournament),
        lines=lines,
        details=evening.details(),
        links=evening.ways(message("Change your RSVP")),
        calendar=evening.calendar() if is_in else b"",
        why=message(
            "You’re getting this because you asked for a confirmation of your RSVP."
        ),
    )


def eve_is_on(tournament: Tournament, current_time: datetime) -> bool:
    """Return whether reminders for the day before the event are due now."""
    local = timezone.localtime(current_time, tournament.club.zone)
    is_before = local.date() == tournament.date - timedelta(days=1)
    return is_before and EVE_FROM <= local.time() < EVE_UNTIL


def _eve(evening: _EmailEvent) -> EmailContent | None:
    coming = evening.coming
    comer = coming.rsvp_of(evening.player)
    if comer is None or comer.state not in (State.IN, State.WAITING, State.OFFERED):
        return None
    if not evening.is_to_come or evening.tournament.called_off_at:
        return None
    if not eve_is_on(evening.tournament, evening.current_time):
        return None
    return EmailContent(
        subject=message("Tomorrow: {tournament}", tournament=evening.tournament.name),
        lead=_tomorrow(evening.tournament),
        lines=[
            rsvp_text(comer, evening.tournament),
            " ".join(table_summary(coming.tables)),
        ],
        details=evening.details(),
        links=evening.ways(message("Change your RSVP")),
        parts=evening.names(coming),
        why=message(
            "You’re getting this because you asked for a reminder the day before."
        ),
    )


def _tomorrow(tournament: Tournament) -> str:
    """Return the message that the event is tomorrow, with the time if there is one."""
    name = without_day(tournament)
    if not tournament.starts_at:
        return message("{tournament} is tomorrow.", tournament=name)
    return message(
        "{tournament} is tomorrow at {hour}.",
        tournament=name,
        hour=hour(tournament.starts_at),
    )


def _offer(evening: _EmailEvent) -> EmailContent | None:
    """Offer a spot, as long as it is held."""
    comer = evening.comer
    if comer is None or comer.state != State.OFFERED or not comer.until:
        return None
    if (
        comer.until <= evening.current_time
        or not evening.is_to_come
        or evening.tournament.called_off_at
    ):
        return None
    lines = [message("After that, we’ll offer it to the next person on the waitlist.")]
    if evening.letter.facts.get("slept"):
        slept = message(
            "The site was off for a while, so we’re holding the spot longer."
        )
        lines = [slept, *lines]
    until = hour_at(evening.tournament, comer.until)
    return EmailContent(
        subject=message(
            "A spot is open until {hour}: {tournament}",
            hour=until,
            tournament=evening.tournament.name,
        ),
        lead=rsvp_text(comer, evening.tournament),
        lines=lines,
        details=evening.details(),
        links=evening.ways(message("Claim your spot")),
        why=message(
            "You’re getting this because you asked to hear when a spot opens up."
        ),
    )


def _cancellation(evening: _EmailEvent) -> EmailContent | None:
    """Announce a cancellation or that the event is back on, whichever is current."""
    is_off = bool(evening.letter.facts.get("is_off"))
    if is_off != bool(evening.tournament.called_off_at) or not evening.is_to_come:
        return None
    name = evening.tournament.name
    if is_off:
        subject = message("Canceled: {tournament}", tournament=name)
        lead = message(
            "{tournament} is canceled.", tournament=without_day(evening.tournament)
        )
    else:
        subject = message("It’s back on: {tournament}", tournament=name)
        lead = message(
            "{tournament} is back on. Please ignore the earlier cancellation.",
            tournament=without_day(evening.tournament),
        )
    return EmailContent(
        subject=subject,
        lead=lead,
        details=evening.details(),
        links=evening.ways(message("My page")),
        parts=evening.next_evening(),
        calendar=evening.calendar(),
        why=str(OF_CHANGES),
    )


def _moved(evening: _EmailEvent) -> EmailContent | None:
    """Announce a new date, time or location, unless it was changed back since."""
    tournament, old_facts = evening.tournament, evening.letter.facts.get("was", {})
    new_facts = {
        "date": str(tournament.date),
        "starts_at": str(tournament.starts_at or ""),
        "place": tournament.place,
    }
    if old_facts == new_facts or not evening.is_to_come or tournament.called_off_at:
        return None
    comer = evening.comer
    before = []
    if (old_facts.get("date"), old_facts.get("starts_at")) != (
        new_facts["date"],
        new_facts["starts_at"],
    ):
        old_time = (
            time.fromisoformat(old_facts["starts_at"])
            if old_facts.get("starts_at")
            else None
        )
        before.append(
            (
                message("Previous time"),
                _day_and_hour(date.fromisoformat(old_facts["date"]), old_time),
            )
        )
    if old_facts.get("place") and old_facts["place"] != new_facts["place"]:
        before.append((message("Previous location"), old_facts["place"]))
    return EmailContent(
        subject=message("Moved: {tournament}", tournament=tournament.name),
        lead=message(
            "{tournament} has a new time or location.",
            tournament=without_day(tournament),
        ),
        lines=[rsvp_text(comer, tournament)] if comer else [],
        details=[*evening.details(), *before],
        links=evening.ways(message("Change your RSVP") if comer else message("RSVP")),
        calendar=evening.calendar(),
        why=str(OF_CHANGES),
    )


def morning_is_on(tournament: Tournament, current_time: datetime) -> bool:
    """Return whether it is a morning after the event, and still news."""
    local = timezone.localtime(current_time, tournament.club.zone)
    first = tournament.date + timedelta(days=1)
    if tournament.finished_at is None or local.date() < first:
        return False
    is_first_dawn = local.date() == first and local.time() < MORNING_FROM
    return not is_first_dawn and local.date() < first + timedelta(days=MORNING_DAYS)


def _morning(evening: _EmailEvent) -> EmailContent | None:
    """Show the reader's place, rounds and sheets, tie-breakers, and the next event."""
    tournament = evening.tournament
    if not morning_is_on(tournament, evening.current_time):
        return None
    entry = tournament.entries.filter(
        player=evening.player, number__isnull=False
    ).first()
    page = place_of(tournament, entry.number) if entry and entry.number else None
    if page is None or page.row is None or entry is None:
        return None
    place_url = reverse(
        "scoring:place", args=[evening.club.slug, tournament.slug, entry.number]
    )
    ways = [
        (message("Why this place"), _address(place_url)),
        (message("All standings"), evening.page),
    ]
    return EmailContent(
        subject=message("Your results: {tournament}", tournament=tournament.name),
        lead=_own_place(page),
        details=[(message("Chips"), page.sum_text)],
        links=ways if tournament.public else evening.ways(message("My page")),
        parts=[
            *_rounds(page, with_sheets=tournament.public),
            *_decided(page),
            *evening.next_evening(),
        ],
        why=message(
            "You’re getting this because you asked for your results the next morning."
        ),
    )


def _own_place(page: PlacePage) -> str:
    assert page.row is not None
    place = place_text(page.row.place, page.row.tied)
    return message("Your place: {place} of {n}", place=place, n=page.people)


def _rounds(page: PlacePage, *, with_sheets: bool) -> list[EmailSection]:
    lines = []
    for reason in page.reasons:
        number = f" {chips(reason.chips)}" if reason.chips is not None else ""
        address = _address(reason.address) if with_sheets else ""
        lines.append((f"{reason.title}:{number} · {reason.text}", address))
    return [EmailSection(message("Your rounds"), lines)] if lines else []


def _decided(page: PlacePage) -> list[EmailSection]:
    """Return what decided the place; nothing if no one else has one."""
    lines = [(sentence, "") for sentence in page.neighbours]
    return [EmailSection(message("What decided it"), lines)] if lines else []


Writer = Callable[[_EmailEvent], EmailContent | None]
WRITERS: dict[Kind, Writer] = {
    Kind.CONFIRMATION: _confirmation,
    Kind.EVE: _eve,
    Kind.OFFER: _offer,
    Kind.OFF: _cancellation,
    Kind.MOVED: _moved,
    Kind.MORNING: _morning,
}
