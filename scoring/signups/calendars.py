"""Calendars to subscribe to (iCalendar, RFC 5545), and a club's news feed (Atom).

A calendar program knows an event by its UID, and a newer copy by SEQUENCE and
LAST-MODIFIED. Without them the program keeps the old time. Both come from the log: each
change of a tournament's settings counts, and each change of the club's time zone. Times
are written in UTC, because no event repeats, and programs differ in which parts of a
VTIMEZONE they read.
"""

from collections.abc import Iterable, Iterator
from datetime import UTC, date, datetime, time, timedelta
from typing import Any
from uuid import NAMESPACE_OID, UUID, uuid5

from django.conf import settings
from django.db.models import Count as Number
from django.db.models import Max
from django.utils.crypto import salted_hmac
from django.utils.feedgenerator import Atom1Feed
from icalendar import Calendar, Event, vDuration

from clubs.i18n import full_day, hour, message
from clubs.models import Club, Player
from rules.capacity import State
from scoring.models import Change, Edition, Tournament
from scoring.people.players import TIME_ZONE
from scoring.signups.my_page import evenings_to_come
from scoring.signups.rsvps import EventSignup, PersonRsvp, coming_to, coming_to_each
from scoring.signups.summaries import rsvp_text

PRODUCT = "-//Valat//Evenings//EN"
AGAIN = timedelta(hours=1)
KEPT = timedelta(days=90)  # how long an event stays listed after its date
MOST = 200  # events, or results
USUAL = timedelta(hours=4)  # the length of an event without timed rounds
CHANGES = ("create", "settings", "called-off")  # log entries that can change its date


def club_calendar(club: Club, base: str, today: date) -> bytes:
    """Return a club's public events from 90 days ago on, as a calendar.

    `base` is the site's address.
    """
    tournaments = club.tournaments.filter(public=True, old_list=None)
    rows = tournaments.filter(date__gte=today - KEPT).order_by("date", "pk")
    calendar = _calendar(str(club))
    _add(calendar, rows.select_related("club")[:MOST], base)
    return _as_bytes(calendar)


def person_calendar(player: Player, base: str, address: str, today: date) -> bytes:
    """Return the coming events of one person's club, with their RSVP to each.

    Events they can't make are left out. `base` is the site's address, and `address` is
    the address of the person's own page, where they can change the RSVP.
    """
    calendar = _calendar(str(player.club))
    signups = [
        signup
        for signup in coming_to_each(evenings_to_come(player, today))
        if not _cannot_make(signup.rsvp_of(player))
    ]
    events = _add(calendar, [signup.tournament for signup in signups], base)
    for signup, event in zip(signups, events, strict=True):
        _say_answer(event, signup, player, address)
    return _as_bytes(calendar)


def _cannot_make(comer: PersonRsvp | None) -> bool:
    return comer is not None and comer.state == State.OUT


def public_event_calendar(tournament: Tournament, base: str) -> bytes:
    """Return one public event as a file to add to a calendar by hand.

    The UID equals the one in the club's calendar, so calendar programs see a single
    event.
    """
    calendar = _calendar(str(tournament.club))
    _add(calendar, [tournament], base)
    return _as_bytes(calendar)


def webcal_url(base: str, path: str) -> str:
    """Return the address that opens a calendar program to subscribe.

    `base` is the site's address, with its scheme.
    """
    return f"webcal://{base.partition('://')[2]}{path}"


def evening_calendar(
    tournament: Tournament, player: Player, base: str, address: str
) -> bytes:
    """Return one event as a file for one person to add to a calendar by hand.

    The UID equals the one in the person's calendar, so calendar programs see a single
    event. `address` is the page where they RSVP, or "".
    """
    calendar = _calendar(str(tournament.club))
    [event] = _add(calendar, [tournament], base)
    _say_answer(event, coming_to(tournament), player, address)
    return _as_bytes(calendar)


def _say_answer(
    event: Event, coming: EventSignup, player: Player, address: str
) -> None:
    """Add the person's RSVP to a calendar event, and whether it blocks their time."""
    tournament, comer = coming.tournament, coming.rsvp_of(player)
    said_at, changed = comer and comer.said_at, event.LAST_MODIFIED
    if said_at and changed and said_at > changed:
        event.DTSTAMP = event.LAST_MODIFIED = said_at.astimezone(UTC)
    text = rsvp_text(comer, tournament)
    if tournament.called_off_at:
        text = message("This event is canceled.")
    event["DESCRIPTION"] = f"{text}\n{address}".strip()
    is_sure = comer is not None and comer.is_in and not comer.late
    if not tournament.called_off_at:
        event["STATUS"] = "CONFIRMED" if is_sure else "TENTATIVE"
    takes_no_time = comer is None or comer.state != State.IN
    event["TRANSP"] = "TRANSPARENT" if takes_no_time else "OPAQUE"


def _calendar(name: str) -> Calendar:
    calendar = Calendar()
    calendar.add("PRODID", PRODUCT)
    calendar.add("VERSION", "2.0")
    calendar.add("METHOD", "PUBLISH")
    calendar.add("X-WR-CALNAME", name)
    # Thunderbird and Apple refresh this often. Google chooses its own interval.
    calendar.add("REFRESH-INTERVAL", AGAIN, parameters={"VALUE": "DURATION"})
    calendar.add("X-PUBLISHED-TTL", vDuration(AGAIN).to_ical().decode())
    return calendar


def _add(
    calendar: Calendar, tournaments: Iterable[Tournament], base: str
) -> list[Event]:
    rows = list(tournaments)
    changed = _changed(rows)
    events = [_event(row, base, *changed.get(row.pk, (0, None))) for row in rows]
    for event in events:
        calendar.add_component(event)
    return events


def _changed(tournaments: list[Tournament]) -> dict[int, tuple[int, datetime]]:
    """Return how often each tournament or its club's time zone changed, and when last.

    Two queries for the tournaments of one club.
    """
    changes = Change.objects.filter(tournament__in=tournaments, what__in=CHANGES)
    rows = changes.order_by().values_list("tournament")
    counted = rows.annotate(times=Number("pk"), last=Max("at"))
    found = {pk: (times, last) for pk, times, last in counted}
    for club_id in {row.club_id for row in tournaments}:
        zones = Change.objects.filter(club=club_id, what=TIME_ZONE)
        zone_times, zone_last = zones.aggregate(Number("pk"), Max("at")).values()
        if not zone_times:
            continue
        for row in tournaments:
            if row.club_id == club_id:
                times, last = found.get(row.pk, (0, zone_last))
                found[row.pk] = (times + zone_times, max(last, zone_last))
    return found


def _event(
    tournament: Tournament, base: str, times: int, last: datetime | None
) -> Event:
    event = Event()
    event.add("UID", f"{_identity(tournament)}@valat")
    event.add("SEQUENCE", times)
    stamp = (last or _midnight(tournament)).astimezone(UTC)
    event.add("DTSTAMP", stamp)
    event.add("LAST-MODIFIED", stamp)
    event.add("SUMMARY", _title(tournament))
    if tournament.place:
        event.add("LOCATION", tournament.place)
    if tournament.public_url:
        event.add("URL", base + tournament.public_url)
    _add_times(event, tournament)
    is_off = tournament.called_off_at is not None
    event.add("STATUS", "CANCELLED" if is_off else "CONFIRMED")
    return event


def _midnight(tournament: Tournament) -> datetime:
    return datetime.combine(tournament.date, time(), tzinfo=tournament.club.zone)


def _identity(tournament: Tournament) -> str:
    """Return an ID of the tournament that stays when its address changes."""
    signed = salted_hmac("scoring.coming.calendars", str(tournament.pk))
    return signed.hexdigest()[:32]


def _add_times(event: Event, tournament: Tournament) -> None:
    """Add the start time and the length of all rounds, or else the whole day."""
    starts_at = tournament.starts_at
    if starts_at is None:
        event.add("DTSTART", tournament.date)
        event.add("DTEND", tournament.date + timedelta(days=1))
        return
    local = datetime.combine(tournament.date, starts_at, tzinfo=tournament.club.zone)
    start = local.astimezone(UTC)
    event.add("DTSTART", start)
    event.add("DTEND", start + _lasts(tournament))


def _lasts(tournament: Tournament) -> timedelta:
    minutes = tournament.minutes_per_round
    if not minutes:
        return USUAL
    return timedelta(minutes=minutes * tournament.rounds_planned)


def _as_bytes(calendar: Calendar) -> bytes:
    content: bytes = calendar.to_ical()
    return content


def club_feed(club: Club, base: str, address: str, today: date) -> str:
    """Return a club's news as Atom: coming events, and final and corrected standings.

    `base` is the site's address, `address` the feed's path. No entry names a person,
    because feed readers keep what they fetched.
    """
    feed = Atom1Feed(
        title=str(club),
        link=base + club.get_absolute_url(),
        description="",
        author_name=str(club),
        feed_url=base + address,
        language=settings.LANGUAGE_CODE,
    )
    entries = [*_announced(club, today), *_results(club)]
    entries.sort(key=lambda entry: entry["updateddate"], reverse=True)
    for entry in entries[:MOST]:
        feed.add_item(**entry | {"link": base + entry["link"]})
    content: str = feed.writeString("utf-8")
    return content


def _announced(club: Club, today: date) -> Iterator[dict[str, Any]]:
    """Yield the feed entries of public, unfinished events from today on."""
    public_tournaments = club.tournaments.filter(
        public=True, old_list=None, finished_at=None
    )
    rows = list(
        public_tournaments.filter(date__gte=today)
        .select_related("club")
        .order_by("date")
    )
    changed = _changed(rows[:MOST])
    for tournament in rows[:MOST]:
        _, last = changed.get(tournament.pk, (0, None))
        day_text = full_day(tournament.date)
        if tournament.starts_at:
            day_text = f"{day_text}, {hour(tournament.starts_at)}"
        yield {
            "title": _title(tournament),
            "link": tournament.get_absolute_url(),
            "description": " · ".join(filter(None, [day_text, tournament.place])),
            "unique_id": _uuid(tournament).urn,
            "pubdate": last or _midnight(tournament),
            "updateddate": last or _midnight(tournament),
        }


def _results(club: Club) -> Iterator[dict[str, Any]]:
    """Yield a feed entry for each version of final standings.

    The reason for a correction is left out, because the text could name someone.
    """
    public_editions = Edition.objects.filter(
        tournament__club=club, tournament__public=True
    )
    editions = public_editions.select_related("tournament").order_by("-at", "-pk")
    for edition in editions[:MOST]:
        tournament = edition.tournament
        tournament.club = club
        is_first = edition.number == 1
        name, day_text = tournament.name, full_day(tournament.date)
        title = message("{tournament}: final standings", tournament=name)
        text = message("The standings of {date} are final.", date=day_text)
        if not is_first:
            title = message("{tournament}: corrected standings", tournament=name)
            text = message(
                "The final standings of {date} were corrected.", date=day_text
            )
        yield {
            "title": title,
            "link": tournament.get_absolute_url(),
            "description": text,
            "unique_id": uuid5(_uuid(tournament), f"version {edition.number}").urn,
            "pubdate": edition.at,
            "updateddate": edition.at,
        }


def _uuid(tournament: Tournament) -> UUID:
    """Return the UUID of the tournament's open file, or one made from its key."""
    return tournament.file_id or uuid5(NAMESPACE_OID, _identity(tournament))


def _title(tournament: Tournament) -> str:
    """Return the name of an event, marked as canceled at the beginning."""
    if tournament.called_off_at:
        return message("Canceled: {tournament}", tournament=tournament.name)
    return tournament.name
