"""Calendars as their readers take them, and the feed."""

import json
import os
import re
import subprocess
import sys
from datetime import UTC, date, datetime, time, timedelta
from pathlib import Path
from xml.etree import ElementTree

import pytest
from django.utils import timezone
from icalendar import Calendar, Event

from clubs.clubs import change_club
from clubs.models import Club, Player
from scoring.models import Change, Tournament
from scoring.people.players import TIME_ZONE
from scoring.signups import calendars, rsvps
from scoring.tournaments import tournaments
from tests import builders
from tests.gate import HOUSE
from tests.messages import message

pytestmark = pytest.mark.django_db
BASE = "https://tarok.example.org"
DAY = builders.DAY
ATOM = "{http://www.w3.org/2005/Atom}"


@pytest.fixture
def evening(club: Club) -> Tournament:
    return builders.tournament(
        club, name="Fall Tarok", starts_at=time(19), place="SPJST Hall, West"
    )


def written(club: Club, today: date = DAY, base: str = BASE) -> bytes:
    return calendars.club_calendar(club, base, today)


def events(club: Club, today: date = DAY, base: str = BASE) -> list[Event]:
    return Calendar.from_ical(written(club, today, base)).walk("VEVENT")


def change(evening: Tournament, **facts: object) -> None:
    tournaments.change(tournament=evening, actor=builders.command(), reason="", **facts)


def test_a_time_is_written_in_utc_so_that_no_program_needs_a_zone(
    evening: Tournament,
) -> None:
    [event] = events(evening.club)
    start = event["DTSTART"]
    assert start.to_ical().endswith(b"Z")
    assert "TZID" not in start.params
    assert start.dt == datetime.combine(DAY, time(19), evening.club.zone)
    assert event["DTEND"].dt - start.dt == calendars.USUAL
    assert b"VTIMEZONE" not in written(evening.club)


def test_the_file_is_as_rfc_5545_wants_it(evening: Tournament) -> None:
    Tournament.objects.update(name="Čaj, tarok; a ještě jeden večer " * 2)
    text = written(evening.club)
    assert text.endswith(b"END:VCALENDAR\r\n")
    lines = text.split(b"\r\n")
    assert b"\n" not in b"".join(lines)
    assert max(map(len, lines)) <= 75
    for name in (b"VERSION:2.0", b"PRODID:", b"UID:", b"DTSTAMP:", b"SEQUENCE:"):
        assert [line for line in lines if line.startswith(name)]
    [event] = events(evening.club)
    assert event["DTSTAMP"].dt.utcoffset() == timedelta()
    assert event["SUMMARY"].startswith("Čaj, tarok; a")


def test_an_evening_without_an_hour_is_the_whole_day(evening: Tournament) -> None:
    Tournament.objects.update(starts_at=None)
    [event] = events(evening.club)
    assert (event["DTSTART"].dt, event["DTEND"].dt) == (DAY, DAY + timedelta(days=1))


def test_rounds_by_the_clock_say_how_long_it_takes(evening: Tournament) -> None:
    Tournament.objects.update(minutes_per_round=45, rounds_planned=4)
    [event] = events(evening.club)
    assert event["DTEND"].dt - event["DTSTART"].dt == timedelta(hours=3)


def test_a_moved_evening_is_the_same_event_and_a_newer_one(
    evening: Tournament,
) -> None:
    [before] = events(evening.club)
    change(evening, starts_at=time(20), name="Winter Tarok")
    [after] = events(evening.club, base="http://192.168.1.20:8000")
    assert after["UID"] == before["UID"]
    assert after["SEQUENCE"] == before["SEQUENCE"] + 1
    assert after["LAST-MODIFIED"].dt >= before["LAST-MODIFIED"].dt
    assert after["DTSTART"].dt.astimezone(evening.club.zone).hour == 20
    other = builders.tournament(evening.club, slug="other")
    uids = {event["UID"] for event in events(evening.club)}
    assert len(uids) == 2, other


def test_an_evening_called_off_is_cancelled_and_comes_back(
    evening: Tournament,
) -> None:
    by = builders.command()
    rsvps.call_off(tournament=evening, actor=by)
    [off] = events(evening.club)
    assert off["STATUS"] == "CANCELLED"
    rsvps.call_off(tournament=evening, actor=by, is_off=False)
    [on] = events(evening.club)
    assert (on["STATUS"], on["SEQUENCE"]) == ("CONFIRMED", off["SEQUENCE"] + 1)


def test_what_is_not_shown_or_long_past_is_not_there(evening: Tournament) -> None:
    assert events(evening.club, DAY + timedelta(days=91)) == []
    assert len(events(evening.club, DAY + timedelta(days=90))) == 1
    Tournament.objects.update(public=False)
    assert events(evening.club) == []
    assert b"BEGIN:VEVENT" not in written(builders.club("empty"))


def test_ones_own_calendar_says_what_one_said(evening: Tournament) -> None:
    marie = builders.player(evening.club)

    def mine() -> Event:
        own = calendars.person_calendar(marie, BASE, f"{BASE}/me/x/", DAY)
        [event] = Calendar.from_ical(own).walk("VEVENT")
        return event

    assert (mine()["STATUS"], mine()["TRANSP"]) == ("TENTATIVE", "TRANSPARENT")
    said = {"late": "TENTATIVE", "come": "CONFIRMED", "needed": "TENTATIVE"}
    for answer, status in said.items():
        rsvps.set_rsvp(
            answer, tournament=evening, player=marie, actor=builders.command()
        )
        assert (mine()["STATUS"], mine()["TRANSP"]) == (status, "OPAQUE")
    assert mine()["UID"] == events(evening.club)[0]["UID"]
    assert (
        message("You’re on standby. You’ll play if someone is missing.")
        in mine()["DESCRIPTION"]
    )
    assert f"{BASE}/me/x/" in mine()["DESCRIPTION"]
    rsvps.call_off(tournament=evening, actor=builders.command())
    assert mine()["SUMMARY"] == "Canceled: Fall Tarok"
    assert mine()["DESCRIPTION"].startswith(message("This event is canceled."))
    rsvps.call_off(tournament=evening, actor=builders.command(), is_off=False)
    rsvps.set_not_going(tournament=evening, player=marie, actor=builders.command())
    own = calendars.person_calendar(marie, BASE, f"{BASE}/me/x/", DAY)
    assert Calendar.from_ical(own).walk("VEVENT") == []


def test_one_event_is_the_same_as_in_the_clubs_calendar(evening: Tournament) -> None:
    [alone] = Calendar.from_ical(calendars.public_event_calendar(evening, BASE)).walk(
        "VEVENT"
    )
    assert alone == events(evening.club)[0]


def test_ones_own_calendar_leads_to_no_page_that_is_not_public(
    evening: Tournament,
) -> None:
    marie = builders.player(evening.club)
    rsvps.set_going(tournament=evening, player=marie, actor=builders.command())
    page = BASE + evening.get_absolute_url()

    def mine() -> str:
        own = calendars.person_calendar(marie, BASE, f"{BASE}/me/x/", DAY)
        return own.decode().replace("\r\n ", "")

    assert f"URL:{page}\r\n" in mine()
    Tournament.objects.update(public=False)
    assert page not in mine()
    assert f"{BASE}/me/x/" in mine()
    assert evening.name in mine()


def feed_of(club: Club) -> ElementTree.Element:
    text = calendars.club_feed(club, BASE, "/lodge-24/feed.atom", DAY)
    assert "Kubala" not in text
    return ElementTree.fromstring(text)


def entries_of(club: Club) -> list[ElementTree.Element]:
    return feed_of(club).findall(f"{ATOM}entry")


# RFC 4287, 4.1.1 and 4.1.2: how often each may stand in a feed and in an entry.
ONCE, AT_MOST_ONCE = {"id", "title", "updated"}, {"subtitle", "summary", "published"}
ANY_NUMBER = {"author", "link", "entry"}
RFC_3339 = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)")


def assert_is_atom(element: ElementTree.Element) -> None:
    names = [child.tag.removeprefix(ATOM) for child in element]
    assert {*names} <= ONCE | AT_MOST_ONCE | ANY_NUMBER
    for name in ONCE:
        assert names.count(name) == 1, name
    for name in AT_MOST_ONCE:
        assert names.count(name) <= 1, name
    assert re.match(r"[a-z]+:", element.findtext(f"{ATOM}id", ""))
    for name in ("updated", "published"):
        if name in names:
            assert RFC_3339.fullmatch(element.findtext(f"{ATOM}{name}", ""))
    ways = [link.get("rel", "alternate") for link in element.findall(f"{ATOM}link")]
    assert ways.count("alternate") == 1


def test_the_feed_is_as_rfc_4287_wants_it(evening: Tournament) -> None:
    feed = feed_of(evening.club)
    assert_is_atom(feed)
    assert feed.findtext(f"{ATOM}author/{ATOM}name") == str(evening.club)
    [entry] = entries_of(evening.club)
    assert_is_atom(entry)
    assert entry.findtext(f"{ATOM}id") == f"urn:uuid:{evening.file_id}"
    assert evening.place in entry.findtext(f"{ATOM}summary", "")


def test_the_feed_announces_events_until_they_have_results(
    evening: Tournament,
) -> None:
    [entry] = entries_of(evening.club)
    assert entry.findtext(f"{ATOM}title") == "Fall Tarok"
    rsvps.call_off(tournament=evening, actor=builders.command())
    [canceled] = entries_of(evening.club)
    assert canceled.findtext(f"{ATOM}title") == "Canceled: Fall Tarok"
    assert canceled.findtext(f"{ATOM}id") == entry.findtext(f"{ATOM}id")
    Tournament.objects.update(date=DAY - timedelta(days=1))
    assert entries_of(evening.club) == []


def test_the_feed_has_finals_and_corrections_and_nobody_s_name(
    evening: Tournament,
) -> None:
    def entries() -> list[ElementTree.Element]:
        return entries_of(evening.club)

    evening.date = DAY - timedelta(days=1)
    evening.save()
    assert entries() == []
    sheet = builders.open_sheet(evening)
    builders.verified_sheet(sheet)
    by = builders.command()
    tournaments.finish(tournament=evening, actor=by)
    [final] = entries()
    assert final.find(f"{ATOM}title").text == message(
        "{tournament}: final standings", tournament="Fall Tarok"
    )
    builders.corrected(sheet)
    builders.confirmed(sheet)
    corrected, final = entries()
    assert corrected.find(f"{ATOM}title").text == message(
        "{tournament}: corrected standings", tournament="Fall Tarok"
    )
    assert len({e.find(f"{ATOM}id").text for e in (corrected, final)}) == 2
    for entry in (corrected, final):
        assert_is_atom(entry)
    Tournament.objects.update(public=False)
    assert entries() == []


HELD = ("UID", "DTSTAMP", "LAST-MODIFIED", "SEQUENCE", "DTSTART", "DTEND", "STATUS")


@pytest.mark.parametrize("zone", ["America/Chicago", "Europe/Prague", "Asia/Kathmandu"])
@pytest.mark.parametrize("day", [date(2026, 1, 9), date(2026, 7, 3), date(2026, 11, 1)])
def test_each_event_holds_what_google_apple_and_thunderbird_ask(
    club: Club, zone: str, day: date
) -> None:
    club.time_zone = zone
    club.save()
    builders.tournament(club, date=day, starts_at=time(19, 30), slug="a")
    builders.tournament(club, date=day, slug="b")  # no hour: the whole day
    calendar = Calendar.from_ical(written(club, day))
    assert calendar["METHOD"] == "PUBLISH"  # REQUEST asks a guest for an answer
    assert calendar["X-WR-CALNAME"] == str(club)
    assert calendar["REFRESH-INTERVAL"].params["VALUE"] == "DURATION"
    both = calendar.walk("VEVENT")
    assert len({event["UID"] for event in both}) == len(both) == 2
    for event in both:
        for name in HELD:
            assert len([line for line in event if line == name]) == 1, name
        assert len(event["UID"]) < 255  # bytes, by Google
        for name in ("DTSTAMP", "LAST-MODIFIED"):
            assert event[name].to_ical().endswith(b"Z")
        assert event["DTEND"].dt > event["DTSTART"].dt
        assert event["URL"].startswith("https://")
        assert "ORGANIZER" not in event  # nobody's address is in it
    [timed] = [event for event in both if isinstance(event["DTSTART"].dt, datetime)]
    for name in ("DTSTART", "DTEND"):
        assert timed[name].to_ical().endswith(b"Z")  # no floating time, no zone
    assert timed["DTSTART"].dt == datetime.combine(day, time(19, 30), club.zone)


# Before and after both changes of the clock, and the nights of the changes themselves.
CHICAGO = (
    "2026-03-06",
    "2026-03-07",
    "2026-03-08",
    "2026-07-03",
    "2026-10-31",
    "2026-11-01",
)
PRAGUE = (
    "2026-03-28",
    "2026-03-29",
    "2026-07-03",
    "2026-10-24",
    "2026-10-25",
    "2026-12-04",
)
NODE = Path(sys.executable).parents[1] / "node" / "node_modules"


@pytest.mark.parametrize(
    ("zone", "days"), [("America/Chicago", CHICAGO), ("Europe/Prague", PRAGUE)]
)
def test_other_programs_read_the_same_moments(
    club: Club, zone: str, days: tuple[str, ...]
) -> None:
    club.time_zone = zone
    club.save()
    expected = set()
    for at, day in enumerate(map(date.fromisoformat, days)):
        hour = time(19, 30) if at % 2 else time(0, 30)
        builders.tournament(club, date=day, starts_at=hour, slug=f"t{at}")
        moment = datetime.combine(day, hour, club.zone).astimezone(UTC)
        expected |= {(moment, moment + calendars.USUAL)}
    text = written(club, date.fromisoformat(days[0]))
    done = subprocess.run(
        ["node", HOUSE / "tests/node/read_calendar.cjs"],
        input=text,
        capture_output=True,
        check=True,
        env=os.environ | {"NODE_PATH": str(NODE), "TZ": "Asia/Tokyo"},
    )
    for program, rows in json.loads(done.stdout).items():
        read = {
            (datetime.fromisoformat(start), datetime.fromisoformat(end))
            for _, start, end in rows
        }
        assert read == expected, program


def test_another_time_zone_of_the_club_makes_its_events_newer(
    evening: Tournament,
) -> None:
    builders.tournament(evening.club, slug="other", starts_at=time(18))
    before = {event["UID"]: event for event in events(evening.club)}
    anna = builders.member(evening.club, "owner")
    change_club(club=evening.club, user=anna, time_zone="Europe/Prague")
    Change.objects.filter(what=TIME_ZONE).update(at=timezone.now() + timedelta(hours=1))
    evening.club.refresh_from_db()
    after = events(evening.club)
    assert len(after) == 2
    for event in after:
        old = before[event["UID"]]
        assert event["SEQUENCE"] == old["SEQUENCE"] + 1
        assert event["LAST-MODIFIED"].dt > old["LAST-MODIFIED"].dt
        assert event["DTSTART"].dt != old["DTSTART"].dt


def test_what_one_said_makes_ones_own_event_a_newer_one(evening: Tournament) -> None:
    marie, josef = builders.players(evening.club, ["Marie Kubala", "Josef Marek"])

    def mine(player: Player) -> Event:
        own = calendars.person_calendar(player, BASE, f"{BASE}/me/x/", DAY)
        [event] = Calendar.from_ical(own).walk("VEVENT")
        return event

    before = mine(marie)["LAST-MODIFIED"].dt
    Change.objects.update(at=before - timedelta(days=2))
    old = mine(marie)["LAST-MODIFIED"].dt
    rsvps.set_going(tournament=evening, player=marie, actor=builders.command())
    Change.objects.update(at=before - timedelta(days=2))
    assert mine(marie)["LAST-MODIFIED"].dt > old
    assert mine(marie)["DTSTAMP"].dt == mine(marie)["LAST-MODIFIED"].dt
    assert mine(josef)["LAST-MODIFIED"].dt == old
