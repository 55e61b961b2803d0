"""Calendars as their readers take them, and the feed."""

from datetime import date, datetime, time, timedelta
from xml.etree import ElementTree

import pytest
from dateutil.rrule import rrulestr
from icalendar import Calendar, Event, Timezone, vDDDTypes

from clubs.models import Club, Player
from scoring.coming import answers, calendars
from scoring.models import Change, Tournament
from scoring.tournaments import tournaments
from tests import builders

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
    tournaments.change(tournament=evening, by=builders.command(), reason="", **facts)


def test_an_hour_stands_in_the_clubs_zone_which_the_file_describes(
    evening: Tournament,
) -> None:
    [event] = events(evening.club)
    start = event["DTSTART"]
    assert start.params["TZID"] == "America/Chicago"
    assert start.dt == datetime.combine(DAY, time(19), evening.club.zone)
    assert event["DTEND"].dt - start.dt == calendars.USUAL
    calendar = Calendar.from_ical(written(evening.club))
    [zone] = calendar.walk("VTIMEZONE")
    assert zone["TZID"] == "America/Chicago"


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
    assert after["DTSTART"].dt.hour == 20
    other = builders.tournament(evening.club, slug="other")
    uids = {event["UID"] for event in events(evening.club)}
    assert len(uids) == 2, other


def test_an_evening_called_off_is_cancelled_and_comes_back(
    evening: Tournament,
) -> None:
    by = builders.command()
    answers.call_off(tournament=evening, by=by)
    [off] = events(evening.club)
    assert off["STATUS"] == "CANCELLED"
    answers.call_off(tournament=evening, by=by, is_off=False)
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
        answers.say_so(answer, tournament=evening, player=marie, by=builders.command())
        assert (mine()["STATUS"], mine()["TRANSP"]) == (status, "OPAQUE")
    assert mine()["UID"] == events(evening.club)[0]["UID"]
    assert "You come only if somebody is missing." in mine()["DESCRIPTION"]
    assert f"{BASE}/me/x/" in mine()["DESCRIPTION"]


def test_ones_own_calendar_leads_to_no_page_that_is_not_public(
    evening: Tournament,
) -> None:
    marie = builders.player(evening.club)
    answers.come(tournament=evening, player=marie, by=builders.command())
    page = BASE + evening.get_absolute_url()

    def mine() -> str:
        own = calendars.person_calendar(marie, BASE, f"{BASE}/me/x/", DAY)
        return own.decode().replace("\r\n ", "")

    assert f"URL:{page}\r\n" in mine()
    Tournament.objects.update(public=False)
    assert page not in mine()
    assert f"{BASE}/me/x/" in mine()
    assert evening.name in mine()


def test_the_feed_has_finals_and_corrections_and_nobody_s_name(
    evening: Tournament,
) -> None:
    def entries() -> list[ElementTree.Element]:
        feed = calendars.results_feed(evening.club, BASE, "/lodge-24/feed.atom")
        return ElementTree.fromstring(feed).findall(f"{ATOM}entry")

    assert entries() == []
    sheet = builders.open_sheet(evening)
    builders.verified_sheet(sheet)
    by = builders.command()
    tournaments.finish(tournament=evening, by=by)
    [final] = entries()
    assert final.find(f"{ATOM}title").text == "Fall Tarok: final standings"
    builders.corrected(sheet)
    builders.confirmed(sheet)
    corrected, final = entries()
    assert corrected.find(f"{ATOM}title").text == "Fall Tarok: corrected standings"
    assert len({e.find(f"{ATOM}id").text for e in (corrected, final)}) == 2
    text = calendars.results_feed(evening.club, BASE, "/lodge-24/feed.atom")
    assert "Kubala" not in text
    Tournament.objects.update(public=False)
    assert entries() == []


HELD = ("UID", "DTSTAMP", "LAST-MODIFIED", "SEQUENCE", "DTSTART", "DTEND", "STATUS")


def offset_by(zones: dict[str, Timezone], at: vDDDTypes) -> timedelta:
    """The offset of an hour by the VTIMEZONE of its file alone, as programs take it."""
    wall, found = at.dt.replace(tzinfo=None), []
    for part in zones[at.params["TZID"]].subcomponents:
        starts = [part["DTSTART"].dt.replace(tzinfo=None)]
        if rdates := part.get("RDATE"):
            lists = rdates if isinstance(rdates, list) else [rdates]
            starts += [
                each.dt.replace(tzinfo=None) for rows in lists for each in rows.dts
            ]
        if "RRULE" in part:
            rule = rrulestr(part["RRULE"].to_ical().decode(), dtstart=starts[0])
            starts += [each for each in [rule.before(wall, inc=True)] if each]
        found += [(each, part["TZOFFSETTO"].td) for each in starts if each <= wall]
    return max(found)[1]


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
    zones = {each["TZID"]: each for each in calendar.walk("VTIMEZONE")}
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
        assert timed[name].params["TZID"] in zones  # no floating time
        assert offset_by(zones, timed[name]) == timed[name].dt.utcoffset()
    assert timed["DTSTART"].dt == datetime.combine(day, time(19, 30), club.zone)


def test_what_one_said_makes_ones_own_event_a_newer_one(evening: Tournament) -> None:
    marie, josef = builders.players(evening.club, ["Marie Kubala", "Josef Marek"])

    def mine(player: Player) -> Event:
        own = calendars.person_calendar(player, BASE, f"{BASE}/me/x/", DAY)
        [event] = Calendar.from_ical(own).walk("VEVENT")
        return event

    before = mine(marie)["LAST-MODIFIED"].dt
    Change.objects.update(at=before - timedelta(days=2))
    old = mine(marie)["LAST-MODIFIED"].dt
    answers.come(tournament=evening, player=marie, by=builders.command())
    Change.objects.update(at=before - timedelta(days=2))
    assert mine(marie)["LAST-MODIFIED"].dt > old
    assert mine(marie)["DTSTAMP"].dt == mine(marie)["LAST-MODIFIED"].dt
    assert mine(josef)["LAST-MODIFIED"].dt == old
