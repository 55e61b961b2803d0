"""An evening goes to another site and comes back: the same bytes, or nothing at all."""

import json
from datetime import date, datetime, time
from typing import Any

import pytest

from clubs.models import Club, Player
from scoring.audit.integrity import differences_in
from scoring.core.writes import ActionRefused
from scoring.exports import card_evening_reader
from scoring.exports import card_evening_schema as file
from scoring.exports.card_evening_export import evening_of
from scoring.exports.card_evening_import import (
    Differs,
    evening_in,
    keep_draft,
    plan_of_people,
    take,
    take_totals,
)
from scoring.exports.card_evening_undo import take_back
from scoring.models import Change, Entry, Hand, OldList, Round, Tournament, WebhookTry
from scoring.people import entries
from scoring.people.entry_lists import NEW, LineKind, ToEnter, decided
from scoring.rollups.updates import follow_all
from scoring.sheets import rulings
from tests import builders as build
from tests.messages import message
from tests.scoring.exports.random_evenings import GAMES, evening

pytestmark = pytest.mark.django_db


@pytest.fixture
def there(club: Club) -> Club:
    """Another club, in another zone; its file has to come out as it came in."""
    return build.club("there", name="Na Zámku", time_zone="Europe/Prague")


def told(tournament: Tournament, full: bool = True) -> bytes:
    fresh = Tournament.objects.select_related("club", "season").get(pk=tournament.pk)
    return file.canonical_bytes(evening_of(fresh, full=full))


def kept(club: Club, content: bytes) -> OldList:
    return keep_draft(club=club, actor=build.command(), name="a.json", content=content)


def people(draft: OldList, choice: str = NEW) -> list[ToEnter]:
    plan = plan_of_people(draft.club, evening_in(draft))
    lines = (p.listed.line for p in plan if p.kind is LineKind.DOUBTFUL)
    return decided(plan, dict.fromkeys(lines, choice))


def brought(club: Club, content: bytes) -> Tournament:
    draft = kept(club, content)
    return take(old_list=draft, actor=build.command(), people=people(draft))


def changed(content: bytes, **facts: Any) -> bytes:
    document = json.loads(content)
    document.pop("digest", None)
    return json.dumps({**document, **facts}).encode()


@pytest.mark.parametrize("game", GAMES)
def test_the_same_bytes_come_out_elsewhere(club: Club, there: Club, game: str) -> None:
    there_and_back(club, there, game, range(1))


def there_and_back(club: Club, there: Club, game: str, seeds: range) -> None:
    for seed in seeds:
        sent = told(evening(club, game, seed))
        came = brought(there, file.canonical_bytes(card_evening_reader.read(sent)))
        assert told(came) == sent, f"{game} {seed}"
        follow_all()
        assert list(differences_in(came)) == [], f"{game} {seed}"


def test_a_limit_of_the_club_counts_what_comes_in(
    club: Club, there: Club, settings
) -> None:
    sent = told(evening(club, "spjst", 1))
    draft = kept(there, sent)
    new = len(people(draft))
    for limits, said in (
        ({"players": new - 1}, f"{new} new players are over the club’s limit"),
        (
            {"evenings": 0},
            message(
                "The club has reached its limit of events. Ask the site admin for more."
            ),
        ),
    ):
        settings.LIMITS = limits
        with pytest.raises(ActionRefused, match=said):
            take(old_list=draft, actor=build.command(), people=people(draft))
        assert not there.players.exists()
        assert not there.tournaments.exists()
    settings.LIMITS = {"players": new, "evenings": 1}
    take(old_list=draft, actor=build.command(), people=people(draft))


def test_it_comes_in_once(club: Club, there: Club) -> None:
    sent = told(evening(club, "spjst", 1))
    draft = kept(there, sent)
    assert kept(there, sent) == draft
    take(old_list=draft, actor=build.command(), people=people(draft))
    for again in (sent, changed(sent, place="elsewhere")):
        with pytest.raises(ActionRefused):
            brought(there, again)
    with pytest.raises(ActionRefused):
        brought(club, sent)
    assert there.tournaments.count() == 1


def test_who_is_known_stays_one_person(club: Club, there: Club) -> None:
    known = build.player(there, "Marie Kubala")
    likely = build.player(there, "Josef Marek Jr.")
    before = there.players.count()
    sent = told(evening(club, "spjst", 1))
    draft = kept(there, sent)
    plan = plan_of_people(there, evening_in(draft))
    assert plan[0].player == known
    assert plan[1].kind is LineKind.DOUBTFUL
    came = take(
        old_list=draft,
        actor=build.command(),
        people=decided(plan, {plan[1].listed.line: f"player-{likely.pk}"}),
    )
    assert came.entries.get(number=1).player == known
    assert came.entries.get(number=2).player == likely
    assert came.entries.get(number=2).name == "Josef Marek"
    new = there.players.count() - before
    assert new == came.entries.filter(house=None).count() - 2


def test_of_a_public_file_everybody_is_asked_about(club: Club, there: Club) -> None:
    club.shown = "short"
    club.save()
    made = evening(club, "spjst", 1)
    known = build.player(there, "Marie K.")
    content = told(made, full=False)
    assert '"Marie K."' in content.decode()
    draft = kept(there, content)
    plan = plan_of_people(there, evening_in(draft))
    assert {planned.kind for planned in plan} == {LineKind.DOUBTFUL}
    assert plan[0].choices == [f"player-{known.pk}", NEW]
    came = take(old_list=draft, actor=build.command(), people=people(draft))
    assert came.entries.get(number=1).player != known
    theirs, ours = json.loads(content), json.loads(told(came))
    assert ours["standings"] == theirs["standings"]


def test_what_is_reckoned_otherwise_is_named_and_nothing_comes_in(
    club: Club, there: Club
) -> None:
    sent = told(evening(club, "spjst", 1))
    rows = json.loads(sent)["standings"]
    rows[0]["total"] += 7
    draft = kept(there, changed(sent, standings=rows))
    counted = {m: m.objects.count() for m in (Tournament, Entry, Player, Round)}
    with pytest.raises(Differs) as error:
        take(old_list=draft, actor=build.command(), people=people(draft))
    [said] = error.value.differences
    total = rows[0]["total"]
    expected = (
        f"standings[0].total: the file has {total}, and this site has {total - 7}"
    )
    assert said == expected
    assert {m: m.objects.count() for m in counted} == counted

    came = take_totals(old_list=draft, actor=build.command(), people=people(draft))
    assert came.old_list == draft
    assert came.standings.list_rows()[0]["total"] == total
    assert not came.rounds.exists()
    assert json.loads(told(came))["standings_are"] == "listed"
    draft.refresh_from_db()
    assert draft.state == OldList.State.IN


def test_an_impossible_deal_names_its_place(club: Club, there: Club) -> None:
    sent = told(evening(club, "spjst", 1))
    document = json.loads(sent)
    tables = [t for rnd in document["rounds"] for t in rnd["tables"]]
    hand = next(h for t in tables for h in t["hands"] if "nets" in h)
    hand["record"]["points"] = 900
    with pytest.raises(
        ActionRefused, match=r"rounds\[0\]\.tables\[\d\]\.hands\[\d\]\.record: "
    ):
        brought(there, changed(sent, rounds=document["rounds"]))
    for facts, place in (
        ({"game": "whist"}, "game"),
        ({"time_zone": "Moon/Sea"}, "time_zone"),
        ({"house_rules": {"odd": 1}}, "house_rules"),
        ({"rule_set": "odd"}, "house_rules"),
    ):
        with pytest.raises(ActionRefused, match=place):
            brought(there, changed(sent, **facts))
    assert not there.tournaments.exists()


def test_extensions_are_given_back(club: Club, there: Club) -> None:
    own = {"id": "org.example", "data": {"x": [None, 1.5, "č"]}}
    sent = changed(
        told(evening(club, "scarto", 0)), extensions=[own], licence="CC0-1.0"
    )
    again = json.loads(told(brought(there, sent)))
    assert again["extensions"] == [own]
    assert again["licence"] == "CC0-1.0"
    assert again["club"] == {"name": "SPJST Lodge 24", "town": "West, Texas"}


def test_it_can_be_taken_back(club: Club, there: Club, settings: Any) -> None:
    stays = build.player(there, "Marie Kubala")
    came = brought(there, told(evening(club, "spjst", 1)))
    Tournament.objects.filter(pk=came.pk).update(public=True)
    settings.SITE_URL = "https://tarok.example"
    build.webhook(there)
    follow_all()
    assert take_back(old_list=came.came_with, actor=build.command()) == 0
    assert not there.tournaments.exists()
    assert list(there.players.all()) == [stays]
    assert not there.old_lists.exists()
    [call] = WebhookTry.objects.filter(kind=WebhookTry.Kind.EVENING_GONE)
    assert call.gone == came.file_id
    assert not there.seasons.exists()
    assert Change.objects.filter(what="import", club=there).count() == 2


def test_where_somebody_worked_on_it_since_it_stays(club: Club, there: Club) -> None:
    came = brought(there, told(evening(club, "spjst", 1)))
    first, by = came.entries.get(number=1), build.command()
    entries.set_state(entry=first, actor=by, state=Entry.State.EXPECTED)
    with pytest.raises(ActionRefused, match="Someone"):
        take_back(old_list=came.came_with, actor=build.command())
    assert there.tournaments.exists()


def test_an_older_file_is_held_to_the_checks_of_its_version(
    club: Club, there: Club
) -> None:
    document = json.loads(told(evening(club, "spjst", 1)))
    document.pop("digest", None)
    hand = next(
        hand
        for rnd in document["rounds"]
        for table in rnd["tables"]
        for hand in table["hands"]
        if hand["record"].get("declarer") and not hand.get("void")
    )
    hand["record"] = {
        **{"povinost": 1, "bid": "povinost", "declarer": 1, "partner": 3},
        **{
            "points": 7,
            "pagat": {"side": "declarer", "announced": False, "made": True},
        },
    }
    hand["nets"] = [-9, 9, -9, 9]
    hand["rules"] = "spjst-2"
    with pytest.raises(ActionRefused, match="8 card points or more"):
        brought(there, json.dumps(document).encode())
    hand["rules"] = "spjst-1"
    came = brought(there, json.dumps(document).encode())
    assert Hand.objects.get(sheet__round__tournament=came, engine="spjst-1").net == (
        *(-9, 9, -9, 9),
    )


def test_what_no_form_accepts_comes_in_by_no_open_file(club: Club, there: Club) -> None:
    whole = told(evening(there, "scarto", 0))
    with pytest.raises(card_evening_reader.NotRead, match="date"):
        card_evening_reader.read(changed(whole, date="2026-02-31"))
    entries = json.loads(whole)["entries"]
    large = [{**entries[0], "number": "40000"}, *entries[1:]]
    for facts, place in (
        ({"date": "0001-01-01"}, "date"),
        ({"date": "9999-12-31"}, "date"),
        ({"entries": large, "rounds": [], "standings": []}, "entries"),
    ):
        draft = kept(club, changed(whole, **{"adjustments": [], **facts}))
        for does in (take, take_totals):
            with pytest.raises(ActionRefused, match=place):
                does(old_list=draft, actor=build.command(), people=[])
    assert not club.tournaments.exists()


def shuffled(content: bytes) -> bytes:
    """The same evening as another program may write it, and with less in it."""
    whole = json.loads(content)
    for each in whole["entries"]:
        del each["paid"], each["state"]
    for row in whole["standings"]:
        for name in ("total", "half_points", "rounds_played", "decided_by", "prize"):
            row.pop(name, None)
        row["rounds"].reverse()
    del whole["money"]
    for name in ("entries", "standings", "rounds"):
        whole[name].reverse()
    for rnd in whole["rounds"]:
        rnd["tables"].reverse()
        rnd["sit_outs"].reverse()
    return changed(json.dumps(whole).encode())


@pytest.mark.parametrize("game", ["spjst", "marias"])
def test_what_a_file_does_not_say_and_its_order_are_no_difference(
    club: Club, there: Club, game: str
) -> None:
    for seed in (1, 2):
        sent = told(evening(club, game, seed))
        came = brought(there, shuffled(sent))
        theirs, ours = json.loads(sent), json.loads(told(came))
        assert [each["number"] for each in ours["entries"]] == [
            each["number"] for each in theirs["entries"]
        ]
        assert [rnd["tables"] for rnd in ours["rounds"]] == [
            rnd["tables"] for rnd in theirs["rounds"]
        ]


def test_every_difference_is_listed(club: Club, there: Club) -> None:
    whole = json.loads(told(evening(club, "spjst", 1)))
    for row in whole["standings"]:
        row["total"] += 1
        for result in row["rounds"]:
            result["chips"] += 1
    gone = whole["standings"].pop()
    wanted = sum(1 + len(row["rounds"]) for row in whole["standings"]) + 1
    with pytest.raises(Differs) as error:
        brought(there, changed(json.dumps(whole).encode()))
    assert len(error.value.differences) == wanted
    [missing] = [said for said in error.value.differences if "nothing" in said]
    assert missing.startswith(f"standings[{gone['entry']}]: the file has nothing")


def test_every_impossible_hand_and_count_is_named(club: Club, there: Club) -> None:
    whole = json.loads(told(evening(club, "spjst", 1)))
    hands = [
        hand
        for rnd in whole["rounds"]
        for table in rnd["tables"]
        for hand in table["hands"]
        if "nets" in hand
    ]
    for hand in hands:
        hand["record"]["points"] = 900
    with pytest.raises(ActionRefused) as error:
        brought(there, changed(json.dumps(whole).encode()))
    assert error.value.message.count(".record: ") == len(hands) > 1


def corrected_evening(club: Club) -> Tournament:
    made = evening(club, "spjst", 1)
    first = made.entries.get(number=1)
    by = build.command()
    rulings.adjust(entry=first, actor=by, chips=-3, reason="Late", key="ruled")
    assert made.editions.count() == 2
    return made


def test_a_corrected_evening_comes_in_with_its_number_and_audits(
    club: Club, there: Club
) -> None:
    sent = told(corrected_evening(club))
    came = brought(there, sent)
    follow_all()
    assert list(differences_in(came)) == []
    assert told(came) == sent
    assert [each.number for each in came.editions.all()] == [2]
    again = Tournament.objects.get(pk=came.pk)
    first, by = again.entries.get(number=1), build.command()
    rulings.adjust(entry=first, actor=by, chips=-4, reason="Later", key="more")
    follow_all()
    assert list(differences_in(again)) == []
    assert [each.number for each in again.editions.all()] == [2, 3]
    # One that came in before the site kept where its editions begin.
    again.origin.pop("first_edition")
    again.save()
    assert list(differences_in(again)) == []
    again.origin["first_edition"] = 2
    again.save()
    again.editions.filter(number=2).delete()
    assert any("editions" in said for said in differences_in(again))


@pytest.mark.parametrize("seed", [0, 3, 4, 9])
def test_a_public_file_with_prizes_by_percent_comes_in(
    club: Club, there: Club, seed: int
) -> None:
    made = evening(club, "spjst", seed)
    assert (made.prize_kind, bool(made.finished_at)) == ("percent", True)
    theirs = json.loads(told(made, full=False))
    assert any(row.get("prize") for row in theirs["standings"])
    came = brought(there, told(made, full=False))
    assert not came.entries.filter(paid=True).exists()
    ours = json.loads(told(came, full=False))
    assert ours["standings"] == theirs["standings"]
    assert ours["money"] == theirs["money"]
    follow_all()
    assert list(differences_in(came)) == []
    row = next(row for row in theirs["standings"] if row.get("prize"))
    row["prize"] += 1
    other = build.club("other")
    with pytest.raises(Differs, match="prize"):
        brought(other, changed(json.dumps(theirs).encode()))


def test_an_hour_keeps_its_moment_by_another_clock(club: Club, there: Club) -> None:
    made = evening(club, "spjst", 1)
    made.date, made.starts_at = date(2026, 11, 20), time(19, 30)
    made.save()
    sent = told(made)
    came = brought(there, sent)
    assert (came.date, came.starts_at) == (date(2026, 11, 21), time(2, 30))
    assert starts(came) == starts(Tournament.objects.get(pk=made.pk))
    assert told(came) == sent
    made.starts_at = None
    made.save()
    other = build.club("other", time_zone="Asia/Tokyo")
    assert brought(other, told(made)).date == date(2026, 11, 20)


def starts(tournament: Tournament) -> datetime:
    assert tournament.starts_at is not None
    zone = tournament.club.zone
    return datetime.combine(tournament.date, tournament.starts_at, tzinfo=zone)


def test_a_large_number_of_another_program_is_given_back(
    club: Club, there: Club
) -> None:
    """PostgreSQL keeps 1e20 as an integer, which has no canonical form."""
    own = {"id": "org.example", "data": {"x": [1e20, 1.5, True, 2**53]}}
    whole = told(evening(club, "scarto", 0))
    with pytest.raises(card_evening_reader.NotRead):
        card_evening_reader.read(changed(whole, extensions=[own]))
    own["data"] = {"x": [1e20, 1.5, True, -1e300]}
    sent = changed(whole, extensions=[own])
    came = brought(there, sent)
    came.origin["extensions"][0]["data"]["x"][0] = 10**20  # as PostgreSQL gives it
    Tournament.objects.filter(pk=came.pk).update(origin=came.origin)
    assert json.loads(told(came))["extensions"] == [own]
