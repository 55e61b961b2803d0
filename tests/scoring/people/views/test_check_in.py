"""At the door: type, Enter, the next one; two laptops at once."""

import re
from datetime import timedelta
from uuid import NAMESPACE_OID, uuid5

import pytest
from django.db import connection
from django.http import HttpResponse
from django.test.utils import CaptureQueriesContext
from django.utils import timezone
from django.utils.translation import override

from clubs.compile_messages import MADE_UP
from scoring.models import Change, Entry, Tournament
from scoring.people import check_in, entries
from scoring.people.check_in import check_in_of
from tests import builders
from tests.in_turn import in_turn
from tests.made_up import offered, untranslated
from tests.messages import message
from tests.scoring.crew import Crew, at, text_of

pytestmark = pytest.mark.django_db
EXPECTED, HERE, ABSENT = "expected", "here", "absent"


@pytest.fixture
def tournament(crew: Crew) -> Tournament:
    made = builders.tournament(crew.club, fee=750, classes="Women\nFirst-timers")
    builders.entries(made, 6, state=EXPECTED)
    return made


def look(crew: Crew, tournament: Tournament, typed: str, who: str = "director"):
    """The part of the page that shows whom these words mean."""
    headers = {"HX-Request": "true", "HX-Target": "door-found"}
    return crew.get(who, f"{at(tournament, 'door')}?q={typed}", **headers)


def found(answer: HttpResponse) -> list[str]:
    return re.findall(r'id="found-\w+".*?<strong>(.*?)</strong>', text_of(answer))


def press(
    crew: Crew, tournament: Tournament, act: str = "", who: str = "director", **typed
) -> str:
    """What the page says after a button; without one, after Enter."""
    sent = {
        "act": act or "first",
        "key": uuid5(NAMESPACE_OID, f"{typed}{act}").hex,
        **typed,
    }
    headers = {"HX-Request": "true", "HX-Target": "door-step"}
    client = crew.clients[who]
    answer = client.post(at(tournament, "door"), sent, headers=headers)
    assert answer.status_code == 200
    return text_of(answer)


def entry(tournament: Tournament, number: int) -> Entry:
    return tournament.entries.get(number=number)


def test_who_was_entered_elsewhere_meanwhile_stays_in_the_club(
    tournament: Tournament,
) -> None:
    by = builders.command()
    who = {"name": "Rose Janek", "paid": False, "key": "k"}
    new = check_in.enter(tournament=tournament, actor=by, **who).entry
    other = builders.tournament(tournament.club, name="Spring Tarok")
    entries.add(tournament=other, actor=by, player=new.player)
    check_in.take_back(entry=new, actor=by, is_new_player=True)
    assert other.entries.get().player == new.player
    assert not tournament.entries.filter(pk=new.pk).exists()


def test_enter_says_that_the_first_one_found_is_here_and_has_paid(
    crew: Crew, tournament: Tournament
) -> None:
    said = press(crew, tournament, q="ma kub", pay="on")
    assert "1 Marie Kubala: here, fee paid." in said
    assert (entry(tournament, 1).state, entry(tournament, 1).paid) == (HERE, True)
    assert "$7.50" in said
    assert (
        message(
            "{missing} more would fill the last table. Otherwise, {n} player is left "
            "over.",
            missing=3,
            n=1,
        )
        in said
    )
    assert "1 will sit out each round" in said


@in_turn(
    "typed, names",
    [
        ("svo an", ["Anna Svoboda"]),
        ("ÁNNA", ["Anna Svoboda"]),
        ("4", ["Karel Novak"]),
        ("lodge 88", ["Josef Marek"]),
        ("mari kubela", ["Marie Kubala"]),  # nobody, but nearly
        ("frank", ["Frank Janek"]),  # of the club, not entered
        ("obrien", ["Pat O’Brien"]),
        ("prochaska", ["Jan Procházka"]),
        ("novak", ["Karel Novak", "Petr Nowak"]),  # nearly: last
    ],
)
def test_people_are_found_by_parts_number_lodge_and_nearly(
    crew: Crew, tournament: Tournament, typed: str, names: list[str]
) -> None:
    Entry.objects.filter(number=2).update(lodge="Lodge 88")
    for name in ("Frank Janek", "Pat O’Brien", "Jan Procházka", "Petr Nowak"):
        builders.player(crew.club, name)
    assert found(look(crew, tournament, typed)) == names


@in_turn(
    "typed, said",
    [
        ("kubala", "could be 7 Emil Kubala, 1 Marie Kubala or Marie Kubala, Lodge 9."),
        ("marie kubala", "“marie kubala” could be 1 Marie Kubala or Marie Kubala, Lo"),
        ("kub", "or 1 more. Enter more of the name or the start number"),
        # Lodge 8, not number 8.
        (
            "8",
            message(
                "No one has start number {number}. Choose who it is below.", number=8
            ),
        ),
    ],
)
def test_enter_asks_where_two_may_be_meant(
    crew: Crew, tournament: Tournament, typed: str, said: str
) -> None:
    builders.player(crew.club, "Marie Kubala", "Lodge 9")
    builders.player(crew.club, "Anna Kubalova")
    add = {"tournament": tournament, "state": EXPECTED}
    for number, name in ((7, "Emil Kubala"), (10, "Rosa Kubalova")):
        Entry.objects.create(number=number, name=name, **add)
    Entry.objects.filter(number=2).update(lodge="8", number=9)
    kept = list(Entry.objects.order_by("pk").values())
    answer = press(crew, tournament, q=typed, pay="on")
    assert said in answer.replace("&#x27;", "'")
    assert "data-refused" in answer
    assert 'data-first=""' in text_of(look(crew, tournament, typed))
    assert list(Entry.objects.order_by("pk").values()) == kept


@pytest.mark.parametrize("typed", ["1", "emil kubala", "kubala emil"])
def test_enter_takes_the_number_or_the_whole_name(
    crew: Crew, tournament: Tournament, typed: str
) -> None:
    add = {"tournament": tournament, "state": EXPECTED}
    for number, name in ((10, "Emil Kubala"), (11, "Emil Kubalasek")):
        Entry.objects.create(number=number, name=name, **add)
    meant = 1 if typed == "1" else 10
    assert f"{meant} " in press(crew, tournament, q=typed)
    assert [e.number for e in tournament.entries.filter(state=HERE)] == [meant]


def test_a_player_of_the_club_is_entered_and_here_by_enter(
    crew: Crew, tournament: Tournament
) -> None:
    frank = builders.player(crew.club, "Frank Janek", "Lodge 7")
    assert "7 Frank Janek: entered, here, fee not paid." in press(
        crew, tournament, q="janek"
    )
    made = tournament.entries.get(player=frank)
    assert (made.state, made.paid, made.lodge) == (HERE, False, "Lodge 7")


@pytest.mark.parametrize(
    ("typed", "made"),
    [
        ("rose krenek, Lodge 40", (7, "Rose Krenek", "Lodge 40")),
        ("Rose Krenek; Lodge 40", (7, "Rose Krenek", "Lodge 40")),
        ("31 rose krenek", (31, "Rose Krenek", "")),
        ("Rose Krenek, Jr.", (7, "Rose Krenek, Jr.", "")),
    ],
)
def test_a_walk_in_is_one_line_as_in_a_list_and_sent_twice_is_one(
    crew: Crew, tournament: Tournament, typed: str, made: tuple[int, str, str]
) -> None:
    for _ in range(2):
        press(crew, tournament, q=typed, pay="on")
    new = tournament.entries.get(number=made[0])
    assert (new.number, new.name, new.lodge) == made
    assert new.paid
    assert tournament.entries.count() == 7


def test_a_start_number_that_is_taken_is_told(
    crew: Crew, tournament: Tournament
) -> None:
    said = press(crew, tournament, q="3 rose krenek")
    assert (
        message(
            "Start number {number} is already in use: {name}.",
            number=3,
            name="Anna Svoboda",
        )
        in said
    )
    assert "data-refused" in said
    assert not crew.club.players.filter(name="Rose Krenek").exists()


@in_turn(
    "typed, said",
    [
        ("Marie Kubela", "Choose who it is below"),
        ("Rose", "”. Enter the full name."),
        ("99", "”. Enter the full name."),
        ("", message("Enter a name or a start number.")),
        ("x" * 200, "Use 160 characters or fewer"),
    ],
)
def test_enter_makes_nobody_new_in_doubt_and_gives_the_words_back(
    crew: Crew, tournament: Tournament, typed: str, said: str
) -> None:
    answer = press(crew, tournament, q=typed)
    assert said in answer
    assert "data-refused" in answer
    assert tournament.entries.count() == 6


def test_who_was_marked_at_the_other_laptop_is_told_and_not_doubled(
    crew: Crew, tournament: Tournament
) -> None:
    one = entry(tournament, 1)
    button = f"e{one.pk}-both-expected-0"
    press(crew, tournament, button, who="scorekeeper")
    said = press(crew, tournament, button, q="marie")
    assert (
        "1 Marie Kubala is already marked: here, fee paid (Scorekeeper Hlavac" in said
    )
    assert Change.objects.filter(what="state").count() == 1


def test_a_walk_in_of_both_laptops_is_asked_about(
    crew: Crew, tournament: Tournament
) -> None:
    button = "new-here0"  # as it was shown to both, before anybody was called so
    press(crew, tournament, button, q="Rose Krenek", key="one")
    said = press(crew, tournament, button, q="Rose Krenek", key="two")
    assert "This name is already in the club: Rose Krenek." in said
    assert tournament.entries.count() == 7
    press(crew, tournament, "new-here1", q="Rose Krenek", key="three")
    assert tournament.entries.count() == 8


@pytest.mark.parametrize("typed", ["1", "rose krenek", "frank"])
def test_the_last_step_is_undone_by_its_button(
    crew: Crew, tournament: Tournament, typed: str
) -> None:
    builders.player(crew.club, "Frank Janek")
    kept = list(Entry.objects.order_by("pk").values())
    players = list(crew.club.players.values())
    said = press(crew, tournament, q=typed, pay="on")
    button = re.search(r'value="(e\d+-(?:undo|gone)[^"]*)"', said)[1]
    press(crew, tournament, button)
    assert list(Entry.objects.order_by("pk").values()) == kept
    assert list(crew.club.players.values()) == players


def test_the_way_back_is_there_after_a_reload_for_ten_minutes(
    crew: Crew, tournament: Tournament
) -> None:
    one = entry(tournament, 1)
    press(crew, tournament, f"e{one.pk}-both-expected-0")
    undo = f"e{one.pk}-undo-here-1-expected-0"
    assert undo in text_of(crew.get("director", at(tournament, "door")))
    assert undo not in text_of(crew.get("owner", at(tournament, "door")))
    Entry.objects.filter(pk=one.pk).update(paid=False)
    assert "-undo-" not in text_of(crew.get("director", at(tournament, "door")))
    Entry.objects.filter(pk=one.pk).update(paid=True)
    Change.objects.update(at=timezone.now() - timedelta(minutes=11))
    assert "-undo-" not in text_of(crew.get("director", at(tournament, "door")))


def test_an_undo_does_not_touch_what_somebody_did_since(
    crew: Crew, tournament: Tournament
) -> None:
    said = press(crew, tournament, q="1")
    button = re.search(r'value="(e\d+-undo[^"]*)"', said)[1]
    press(crew, tournament, f"e{entry(tournament, 1).pk}-paid", who="scorekeeper")
    assert "is already marked: here, fee paid" in press(crew, tournament, button)
    assert entry(tournament, 1).state == HERE


def test_no_shows_are_those_the_question_named_and_come_back_one_by_one(
    crew: Crew, tournament: Tournament
) -> None:
    press(crew, tournament, q="1")
    page = text_of(crew.get("director", at(tournament, "door")))
    assert "These 5 people will be listed as “not coming”: <span" in page
    named = re.search(r'name="named" value="([^"]+)"', page)[1]
    press(crew, tournament, q="2")  # came while the question was read
    crew.post("director", at(tournament, "door-no-shows"), {"named": named})
    states = tournament.entries.order_by("number").values_list("state", flat=True)
    assert list(states) == [HERE, HERE, *[ABSENT] * 4]
    press(crew, tournament, f"e{entry(tournament, 3).pk}-expected-absent-0")
    assert entry(tournament, 3).state == EXPECTED


def test_the_other_laptop_asks_cheaply_and_learns_what_is_new(
    crew: Crew, tournament: Tournament
) -> None:
    page = text_of(crew.get("scorekeeper", at(tournament, "door")))
    version = re.search(r"\?version=(\d+)", page)[1]
    headers = {"HX-Request": "true", "HX-Target": "door-live"}
    asked = f"{at(tournament, 'door')}?version={version}&q=kub"
    assert crew.get("scorekeeper", asked, **headers).status_code == 204
    press(crew, tournament, q="1")
    news = crew.get("scorekeeper", asked, **headers)
    assert "Marie Kubala: here" in text_of(news)
    one = entry(tournament, 1)
    assert f'id="found-e{one.pk}" hx-swap-oob="true"' in text_of(news)


def test_a_scorekeeper_marks_and_a_director_enters(
    crew: Crew, tournament: Tournament
) -> None:
    builders.player(crew.club, "Frank Janek")
    assert "here" in press(crew, tournament, who="scorekeeper", q="1")
    for act, typed in (("", "frank"), ("", "rose krenek"), ("new-here0", "Rose X")):
        said = press(crew, tournament, act, who="scorekeeper", q=typed)
        assert message("Only a director can enter or remove people.") in said
    one = entry(tournament, 2)
    assert "Only a director" in press(
        crew, tournament, f"e{one.pk}-gone1", who="scorekeeper"
    )
    assert tournament.entries.count() == 6


def test_a_first_timer_is_suggested_and_put_into_classes(
    crew: Crew, tournament: Tournament
) -> None:
    said = press(crew, tournament, q="1")
    assert message("{name}: first time here?", name="First-timers") in said
    for wanted in (["First-timers"], ["Women", "First-timers"]):
        button = f"e{entry(tournament, 1).pk}-in{'01'[len(wanted) == 1]}"
        for _ in range(2):  # by the other desk too, or by a finger that came twice
            said = press(crew, tournament, button)
            assert entry(tournament, 1).classes == wanted
    assert f'value="{button.replace("-in", "-out")}"' in said
    for _ in range(2):
        press(crew, tournament, button.replace("-in", "-out"))
        assert entry(tournament, 1).classes == ["First-timers"]
    old = builders.tournament(crew.club, name="Older")
    josef = entry(tournament, 2).player
    Entry.objects.create(tournament=old, number=1, player=josef, name=josef.name)
    assert ": first time here?" not in press(crew, tournament, q="2")


def test_a_team_is_typed_beside_whoever_came(
    crew: Crew, tournament: Tournament
) -> None:
    assert message("Save team") not in press(crew, tournament, q="1")
    tournament.teams = "named"
    tournament.save()
    assert message("Save team") in press(crew, tournament, q="2")
    for number, typed in ((1, "The Reds"), (2, " the  reds")):
        button = f"e{entry(tournament, number).pk}-team"
        assert "The Reds" in press(crew, tournament, button, team=typed)
        assert entry(tournament, number).team == "The Reds"
    assert '<option value="The Reds">' in press(crew, tournament, q="3")
    press(crew, tournament, f"e{entry(tournament, 1).pk}-team", team="")
    assert entry(tournament, 1).team == ""


def test_junk_in_the_button_is_told(crew: Crew, tournament: Tournament) -> None:
    for act in ("e1", "e999999999-here", "p99-here", "e1-undo", "x", "e1-in9"):
        one = entry(tournament, 1)
        said = press(crew, tournament, act.replace("e1-", f"e{one.pk}-"), q="")
        assert "data-refused" in said, act


def test_without_scripts_enter_loads_the_page_anew(
    crew: Crew, tournament: Tournament
) -> None:
    sent = {"q": "1", "key": "k", "act": "first"}
    answer = crew.clients["director"].post(at(tournament, "door"), sent, follow=True)
    assert "1 Marie Kubala: here." in text_of(answer)
    assert "autofocus" in text_of(answer)


def test_what_a_step_costs_and_how_names_are_shown(crew: Crew) -> None:
    """Statements: who asks (3) and where, whom he means, the step (5), the answer (4).

    PostgreSQL asks for the tournament besides.
    """
    crew.sign_in("director")
    tournament = builders.tournament(crew.club)
    [one, other] = builders.entries(tournament, 2, state=EXPECTED)
    Entry.objects.filter(pk=other.pk).update(name="Ann <b> O'Brien")
    press(crew, tournament, f"e{one.pk}-here-expected-0")
    with CaptureQueriesContext(connection) as asked:
        said = press(crew, tournament, f"e{one.pk}-expected-here-0")
    assert len(asked) == 15 + connection.features.has_select_for_update
    named = f"{other.number} Ann &lt;b&gt; O&#x27;Brien"
    assert f'<a href="?q=2" data-find="2">{named}</a>' in said
    assert "<b>" not in said


def test_queries_and_weight_stay_with_400(crew: Crew) -> None:
    crew.sign_in("director")
    tournament = builders.tournament(crew.club, fee=750)
    page, headers = at(tournament, "door"), {"HX-Request": "true"}
    headers |= {"HX-Target": "door-live"}
    asked = []
    for first, last in ((1, 4), (5, 400)):
        Entry.objects.bulk_create(
            Entry(tournament=tournament, number=n, name=f"Wenceslaus Sebesta {n}")
            for n in range(first, last + 1)
        )
        with CaptureQueriesContext(connection) as whole:
            answer = crew.get("director", f"{page}?q=se")
        version = re.search(r"\?version=(\d+)", text_of(answer))[1]
        with CaptureQueriesContext(connection) as poll:
            crew.get("director", f"{page}?version={version}", **headers)
        asked.append((len(whole), len(poll)))
    assert asked[0] == asked[1]
    assert asked[0][1] < asked[0][0]
    assert len(answer.content) < 300_000


def test_among_many_a_press_and_the_news_send_whoever_moved(crew: Crew) -> None:
    crew.sign_in("director")
    tournament = builders.tournament(crew.club, fee=750)
    made = builders.entries(tournament, 300, state=EXPECTED)
    headers = {"HX-Request": "true", "HX-Target": "door-live"}

    def news(version: str) -> str:
        asked = f"{at(tournament, 'door')}?version={version}"
        return text_of(crew.get("director", asked, **headers))

    version = check_in.check_in_version(tournament)
    sent = {"act": f"e{made[16].pk}-here-expected-0", "key": "one", "version": version}
    answer = crew.clients["director"].post(
        at(tournament, "door"), sent, headers={"HX-Request": "true"}
    )
    assert len(answer.content) < 5_000
    moved = '<p data-moved="17" data-lists="here unpaid"><a href="?q=17"'
    assert moved in text_of(answer)
    assert moved in news(version)
    assert "door-lists" not in news(version)
    assert 'data-moved="17"' not in news(check_in.check_in_version(tournament))
    entries.remove(entry=made[17], actor=builders.command())
    assert '<p data-moved="18" data-lists=""></p>' in news(version)
    for other in ("x", "9" * 20, ""):
        assert ("door-lists" in news(other)) == (not other.isdecimal())
    # What the log doesn't know of one person alone brings all lists.
    entries.all_here(tournament=tournament, actor=builders.command())
    assert 'id="door-lists"' in news(version)


def test_the_last_steps_are_told_in_the_readers_language(
    tournament: Tournament, crew: Crew
) -> None:
    entry = tournament.entries.first()
    entries.set_state(entry=entry, actor=builders.command(), state=HERE)
    with offered(), override(MADE_UP):
        (step, *_) = check_in_of(tournament).latest
        assert untranslated([step.text]) == []


def test_the_next_step_is_offered_once_nobody_is_expected(
    crew: Crew, tournament: Tournament
) -> None:
    usual, evening = at(tournament, "draw-usual"), at(tournament, "tournament-desk")

    def offered_to(who: str) -> str:
        page = text_of(crew.get(who, at(tournament, "door")))
        part = page[page.index('id="door-next"') :]
        return part[: part.index('id="door-step"')]

    assert message("Next step") not in offered_to("director")
    tournament.entries.update(state=HERE)
    assert message(
        "{n} people are here, and no one else is expected.", n=6
    ) in offered_to("director")
    assert usual in offered_to("director")
    assert usual not in offered_to("scorekeeper")
    assert message("A director draws the seats.") in offered_to("scorekeeper")
    builders.published_round(tournament)
    assert usual not in offered_to("director")
    assert evening in offered_to("director")


def test_the_last_press_at_the_door_brings_the_next_step(
    crew: Crew, tournament: Tournament
) -> None:
    tournament.entries.exclude(number=1).update(state=HERE)
    answer = press(crew, tournament, q="1")
    assert '<div id="door-next" hx-swap-oob="true">' in answer
    assert message("{n} people are here, and no one else is expected.", n=6) in answer


def test_a_team_is_typed_in_the_row_of_whoever_is_found(
    crew: Crew, tournament: Tournament
) -> None:
    tournament.teams = "named"
    tournament.save()
    row = text_of(look(crew, tournament, "marie"))
    one = entry(tournament, 1)
    assert f'value="e{one.pk}-team"' in row
    button, key = f"e{one.pk}-team", re.findall(r'name="key" value="(\w+)"', row)[0]
    said = press(crew, tournament, button, team="The Reds", key=key)
    assert "1 Marie Kubala" in said
    one.refresh_from_db()
    assert one.team == "The Reds"


def test_every_button_of_the_door_belongs_to_its_form(
    crew: Crew, tournament: Tournament
) -> None:
    """They stand beside the form, not in it: without a script they still send it."""
    page = text_of(crew.get("director", f"{at(tournament, 'door')}?q=marie"))
    acts = re.findall(r"<button[^>]*>", page.replace("\n", " "))
    ours = [one for one in acts if 'name="act"' in one and 'value="first"' not in one]
    assert len(ours) > 3
    assert all('form="door"' in one for one in ours)
