"""The entries page: one by one, and everybody's state."""

import json

import pytest
from django.contrib.messages import get_messages
from django.test import Client
from django.urls import reverse

from clubs.models import Club
from scoring.core.page_context import UNDO
from scoring.models import Change, Entry, Tournament
from scoring.people import check_in, merges
from scoring.people.entries import house_players
from tests import builders
from tests.in_turn import in_turn
from tests.log_texts import log_text
from tests.markup import flowing
from tests.messages import message
from tests.sent_forms import as_sent

pytestmark = pytest.mark.django_db
HTMX = {"HX-Request": "true"}


@pytest.fixture
def club(client: Client) -> Club:
    club = builders.club()
    client.force_login(builders.member(club, "director"))
    return club


def at(tournament: Tournament, name: str = "entries", *args: object) -> str:
    return reverse(
        f"scoring:{name}", args=[tournament.club.slug, tournament.slug, *args]
    )


def add(client: Client, tournament: Tournament, name: str, **typed: str):
    sent = {"key": f"key of {name}", "name": name, **typed}
    return client.post(at(tournament, "entry-add"), sent)


def names(tournament: Tournament) -> list[str]:
    return list(tournament.entries.order_by("number").values_list("name", flat=True))


def test_an_empty_page_says_what_to_do(client: Client, tournament: Tournament) -> None:
    html = client.get(at(tournament)).content.decode()
    assert message("No entries yet") in html
    assert "autofocus" in html


@pytest.mark.parametrize("number", [4, 300])
def test_the_number_of_queries_does_not_grow(
    client: Client, tournament: Tournament, number: int, django_assert_num_queries
) -> None:
    people = [
        Entry(
            tournament=tournament,
            number=n,
            name=f"{builders.NAMES[n % 16]} {n}",
            player=None,
        )
        for n in range(1, number + 1)
    ]
    Entry.objects.bulk_create(people)
    with django_assert_num_queries(9):
        html = client.get(at(tournament)).content.decode()
    assert html.count('id="entry-') >= number


def test_a_walk_in_is_entered_and_the_field_has_the_focus(
    client: Client, tournament: Tournament
) -> None:
    answer = add(client, tournament, "Marie Kubala", lodge="Lodge 88", here="on")
    entry = tournament.entries.get()
    assert (entry.number, entry.state, entry.lodge) == (1, "here", "Lodge 88")
    assert answer.url == f"{at(tournament)}?added={entry.pk}&here=1#add"
    page = client.get(answer.url)
    assert (
        message("{number} {name} was entered.", number=1, name="Marie Kubala")
        in page.content.decode()
    )
    assert "autofocus" in page.content.decode()
    assert page.context["form"]["here"].value() is True


def test_sent_twice_it_is_one(
    club: Club, client: Client, tournament: Tournament
) -> None:
    for _ in range(2):
        assert add(client, tournament, "Marie Kubala").status_code == 302
    assert names(tournament) == ["Marie Kubala"]
    assert club.players.count() == 1


def test_a_known_name_is_the_known_player(
    club: Club, client: Client, tournament: Tournament
) -> None:
    marie = builders.player(club, "Marie Kubala", "Lodge 24")
    add(client, tournament, "kubala MARIE")
    assert tournament.entries.get().player == marie
    assert names(tournament) == ["Marie Kubala"]


def test_a_name_much_like_a_known_one_is_asked_about(
    club: Club, client: Client, tournament: Tournament
) -> None:
    marie = builders.player(club, "Marie Kubala")
    asked = add(client, tournament, "Maria Kubala", lodge="Lodge 5")
    assert asked.status_code == 200
    assert message("Who is it?") in asked.content.decode()
    assert asked.context["form"]["lodge"].value() == "Lodge 5"
    assert not names(tournament)
    add(client, tournament, "Maria Kubala", player=str(marie.number))
    new = {"somebody_new": "on", "namesakes": "1", "key": "k2"}
    add(client, tournament, "Maria Kubala", **new)
    assert names(tournament) == ["Marie Kubala", "Maria Kubala"]


def test_a_second_person_of_an_entered_name_is_asked_about(
    club: Club, client: Client, tournament: Tournament
) -> None:
    add(client, tournament, "Jan Novak")
    asked = add(client, tournament, "Jan Novak", key="k2")
    assert asked.status_code == 200
    assert 'name="namesakes" value="1"' in asked.content.decode()
    new = {"somebody_new": "on", "namesakes": "1", "key": "k2"}
    add(client, tournament, "Jan Novak", **new)
    assert names(tournament) == ["Jan Novak", "Jan Novak"]
    assert club.players.count() == 2


@in_turn(
    "typed, field",
    [
        ({"name": ""}, "name"),
        ({"name": "   "}, "name"),
        ({"name": "x" * 81}, "name"),
        ({"lodge": "x" * 81}, "lodge"),
        ({"number": "1"}, "number"),
        ({"number": "0"}, "number"),
        ({"number": "10000"}, "number"),
        ({"number": "seven"}, "number"),
    ],
)
def test_what_is_wrong_is_said_at_its_field(
    client: Client, tournament: Tournament, typed: dict[str, str], field: str
) -> None:
    builders.entries(tournament, 1)
    answer = add(client, tournament, **{"name": "Willie Walk-in", **typed})
    assert answer.status_code == 200
    assert field in answer.context["form"].errors
    assert tournament.entries.count() == 1


def test_an_unknown_or_erased_player_is_nobody(
    club: Club, client: Client, tournament: Tournament
) -> None:
    answer = client.post(
        at(tournament, "entry-add"), {"key": "k", "player": "99", "name": ""}
    )
    assert answer.status_code == 200
    assert "name" in answer.context["form"].errors


def test_suggestions_ignore_accents_and_order(
    club: Club, client: Client, tournament: Tournament
) -> None:
    builders.player(club, "Müller Metzger", "Lodge 5")
    builders.player(club, "Josef Marek")
    address = at(tournament, "entry-suggest")
    html = client.get(address, {"name": "me mu"}, headers=HTMX).content.decode()
    assert "Müller Metzger, Lodge 5" in html
    assert "Josef Marek" not in html
    assert "<html" not in html
    assert "button" not in client.get(address, {"name": ""}).content.decode()


def test_a_state_changes_with_one_press(client: Client, tournament: Tournament) -> None:
    (entry,) = builders.entries(tournament, 1, state="expected")
    address = at(tournament, "entry-state", entry.pk)
    for state in ("here", "here"):  # a double click
        answer = client.post(address, {"state": state})
    assert answer.url == f"{at(tournament)}?entry={entry.pk}#entry-{entry.pk}"
    entry.refresh_from_db()
    assert entry.state == "here"


def test_a_state_is_undone_by_one_press(client: Client, tournament: Tournament) -> None:
    (entry,) = builders.entries(tournament, 1, state="expected")
    address = at(tournament, "entry-state", entry.pk)
    row = client.post(address, {"state": "absent"}, headers=HTMX).content.decode()
    assert '<input type="hidden" name="seen" value="absent">' in row
    back = {"state": "expected", "seen": "absent"}
    assert "Undo" not in client.post(address, back, headers=HTMX).content.decode()
    entry.refresh_from_db()
    assert entry.state == "expected"
    client.post(address, {"state": "here"})
    (said,) = get_messages(client.get(at(tournament)).wsgi_request)
    assert str(said) == f"{entry.number} {entry.name}: here"
    assert json.loads(said.extra_tags.removeprefix(UNDO))["url"] == address


def test_no_undo_of_what_somebody_changed_since(
    client: Client, tournament: Tournament
) -> None:
    (entry,) = builders.entries(tournament, 1, state="left")
    address = at(tournament, "entry-state", entry.pk)
    client.post(address, {"state": "expected", "seen": "absent"})
    assert "Someone changed this entry while you were editing:" in flowing(
        client.get(at(tournament))
    )
    entry.refresh_from_db()
    assert entry.state == "left"


def test_htmx_gets_the_row_and_the_numbers(
    client: Client, tournament: Tournament, django_assert_max_num_queries
) -> None:
    people = builders.entries(tournament, 5)
    address = at(tournament, "entry-state", people[0].pk)
    with django_assert_max_num_queries(16):
        answer = client.post(address, {"state": "left"}, headers=HTMX)
    html = flowing(answer)
    assert html.startswith(f'<tr role="row" id="entry-{people[0].pk}"')
    assert 'hx-swap-oob="true"' in html
    assert "4 people are here, so all tables of four are full" in html
    assert "<html" not in html
    assert "HX-Request" in answer["Vary"]


def test_an_unknown_state_changes_nothing(
    client: Client, tournament: Tournament
) -> None:
    (entry,) = builders.entries(tournament, 1)
    client.post(at(tournament, "entry-state", entry.pk), {"state": "asleep"})
    entry.refresh_from_db()
    assert entry.state == "here"


def test_the_numbers_say_what_is_missing_to_a_table(
    client: Client, tournament: Tournament
) -> None:
    builders.entries(tournament, 5)
    builders.entries(tournament, 2, state="expected")
    html = client.get(at(tournament)).content.decode()
    assert "3 more would fill the last table of four" in html
    client.post(at(tournament, "entries-all-here"))
    html = client.get(at(tournament)).content.decode()
    assert "1 more would fill the last table" in html


def test_when_everybody_has_come_the_next_step_is_offered(
    client: Client, tournament: Tournament
) -> None:
    builders.entries(tournament, 3)
    (late,) = builders.entries(tournament, 1, state="expected")
    html = client.get(at(tournament)).content.decode()
    assert message("Draw seats") not in html
    address = at(tournament, "entry-state", late.pk)
    answer = client.post(address, {"state": "here"}, headers=HTMX)
    assert at(tournament, "draw-usual") in answer.content.decode()
    assert message("Draw seats") in answer.content.decode()
    builders.published_round(tournament)
    html = client.get(at(tournament)).content.decode()
    assert message("Draw seats") not in html
    assert message("Go to event") in html


def test_likely_doubles_are_pointed_out(client: Client, tournament: Tournament) -> None:
    for name in ("Marie Kubala", "Josef Marek", "Kubalá Marie"):
        builders.entries(tournament, 1, name=name)
    html = client.get(at(tournament)).content.decode()
    assert message("These may be the same person entered twice:") in html
    assert client.get(at(tournament)).context["list"].doubles[0][1].number == 3


def test_who_sat_in_one_round_or_is_said_to_be_two_is_not_asked_about(
    club: Club, client: Client, tournament: Tournament
) -> None:
    people = [
        builders.entries(tournament, 1, name=name)[0]
        for name in ("Marie Kubala", "Josef Marek", "Kubalá Marie", "Jozef Marek")
    ]

    def asked() -> list[tuple[int, int]]:
        found = client.get(at(tournament)).context["list"].doubles
        return [(one.number, other.number) for one, other in found]

    assert asked() == [(1, 3), (2, 4)]
    merges.keep_apart(
        first=people[1].player, second=people[3].player, actor=builders.command()
    )
    assert asked() == [(1, 3)]
    builders.published_round(tournament)
    assert asked() == []


def test_the_filter_works_without_scripts(
    client: Client, tournament: Tournament
) -> None:
    builders.entries(tournament, 5)
    shown = client.get(at(tournament), {"q": "nov kar"}).context["page"]
    assert [entry.name for entry in shown] == ["Karel Novak"]
    assert [
        e.number for e in client.get(at(tournament), {"q": "5"}).context["page"]
    ] == [5]
    nobody = client.get(at(tournament), {"q": "<x>"}).content.decode()
    assert "&lt;x&gt;" in nobody


def test_a_long_list_has_pages_and_is_searched_as_a_whole(
    client: Client, tournament: Tournament
) -> None:
    made = builders.entries(tournament, 150, state="expected")
    first = client.get(at(tournament))
    assert [entry.number for entry in first.context["page"]] == [*range(1, 61)]
    assert message("Show all {n} entries on one page", n=150) in flowing(first)
    assert 'data-filter="entry-rows"' not in flowing(first)
    third = client.get(at(tournament), {"page": 3, "show": "expected"})
    assert [entry.number for entry in third.context["page"]] == [*range(121, 151)]
    found = client.get(at(tournament), {"q": "149"})
    assert [entry.number for entry in found.context["page"]] == [149]
    whole = client.get(at(tournament), {"all": 1})
    assert len(whole.context["page"]) == 150
    assert 'data-filter="entry-rows"' in flowing(whole)
    pressed = made[100]
    answer = client.post(
        at(tournament, "entry-state", pressed.pk), {"state": "here", "seen": "expected"}
    )
    assert answer.url == f"{at(tournament)}?entry={pressed.pk}#entry-{pressed.pk}"
    assert f'id="entry-{pressed.pk}"' in flowing(client.get(answer.url))
    for page in ("0", "x", "99"):
        assert client.get(at(tournament), {"page": page}).status_code == 200


def test_a_few_more_need_no_second_page(client: Client, tournament: Tournament) -> None:
    builders.entries(tournament, 80)
    assert len(client.get(at(tournament)).context["page"]) == 80


def test_an_entry_is_changed(client: Client, tournament: Tournament) -> None:
    one, two = builders.entries(tournament, 2)
    address = at(tournament, "entry-edit", one.pk)
    assert client.get(address).status_code == 200
    taken = client.post(address, {"name": "Marie", "lodge": "", "number": two.number})
    assert "number" in taken.context["form"].errors
    assert taken.context["form"]["name"].value() == "Marie"
    client.post(address, {"name": "Marie", "lodge": "L", "number": "9"})
    one.refresh_from_db()
    assert (one.name, one.lodge, one.number) == ("Marie", "L", 9)


@pytest.mark.parametrize(
    ("typed", "ticked", "entry", "player"),
    [
        (
            {"name": "Rose Krenek", "lodge": "Lodge 88"},
            True,
            "Rose Krenek, Lodge 88",
            1,
        ),
        ({"name": "Rose Krenek", "lodge": ""}, True, "Rose Krenek, ", 1),
        (
            {"name": "Rose Krenek", "lodge": "Lodge 88"},
            False,
            "Rose Krenek, Lodge 88",
            0,
        ),
    ],
)
def test_a_wrong_name_is_corrected_with_the_player_too(
    club: Club,
    client: Client,
    tournament: Tournament,
    typed: dict[str, str],
    ticked: bool,
    entry: str,
    player: int,
) -> None:
    add(client, tournament, "Rose Krenk Lodge 88")
    one = tournament.entries.get()
    page = client.get(at(tournament, "entry-edit", one.pk))
    assert page.context["form"]["player_too"].value() is True  # known by this alone
    assert "The club’s list now says: Rose Krenk Lodge 88." in page.content.decode()
    typed = {**typed, "number": "1", **({"player_too": "on"} if ticked else {})}
    client.post(at(tournament, "entry-edit", one.pk), typed)
    one.refresh_from_db()
    assert f"{one.name}, {one.lodge}" == entry
    known = club.players.get()
    corrected = f"{known.name}, {known.lodge}"
    assert corrected == (entry if player else "Rose Krenk Lodge 88, ")
    assert Change.objects.filter(what="player").count() == player


def test_a_guest_of_today_leaves_the_players_lodge_alone(
    club: Club, client: Client, tournament: Tournament
) -> None:
    marie = builders.player(club, "Marie Kubala", "Lodge 24")
    for each in (tournament, builders.tournament(club, name="Other")):
        Entry.objects.create(tournament=each, number=1, name="Mary", player=marie)
    address = at(tournament, "entry-edit", tournament.entries.get().pk)
    assert client.get(address).context["form"]["player_too"].value() is False
    client.post(address, {"name": "Maria Kubala", "number": "1", "player_too": "on"})
    marie.refresh_from_db()
    assert (marie.name, marie.lodge) == ("Maria Kubala", "Lodge 24")


@pytest.mark.parametrize("typed", ["Rose Krenek; Lodge 88", "7 Rose Krenek, Lodge 88"])
def test_a_name_with_its_lodge_is_read_as_in_a_list(
    client: Client, tournament: Tournament, typed: str
) -> None:
    add(client, tournament, typed)
    one = tournament.entries.get()
    assert (one.name, one.lodge) == ("Rose Krenek", "Lodge 88")
    assert one.number == (7 if typed[0] == "7" else 1)
    add(client, tournament, "0 Emil Hruska")
    assert tournament.entries.count() == 1


def test_an_entry_is_removed_once(client: Client, tournament: Tournament) -> None:
    one, _ = builders.entries(tournament, 2)
    for _ in range(2):
        answer = client.post(at(tournament, "entry-remove", one.pk))
        assert answer.url == at(tournament)
    assert names(tournament) == ["Josef Marek"]


def test_who_has_a_seat_stays(client: Client, tournament: Tournament) -> None:
    builders.published_round(tournament)
    entry = tournament.entries.first()
    said = client.post(at(tournament, "entry-remove", entry.pk), follow=True)
    assert "has a seat" in said.content.decode()
    assert tournament.entries.count() == 4


def test_another_tournaments_entry_is_not_there(
    club: Club, client: Client, tournament: Tournament
) -> None:
    (theirs,) = builders.entries(builders.tournament(club, name="Other"), 1)
    house = house_players(tournament, 1)[0]
    for entry in (theirs, house):
        assert client.get(at(tournament, "entry-edit", entry.pk)).status_code == 404
        answer = client.post(at(tournament, "entry-state", entry.pk), {"state": "left"})
        assert answer.status_code == 404


def test_start_numbers_are_drawn_until_a_round_is(
    client: Client, tournament: Tournament
) -> None:
    builders.entries(tournament, 4)
    draw = at(tournament, "entries-draw-numbers")
    assert draw in client.get(at(tournament)).content.decode()
    assert client.post(draw).url == at(tournament)
    builders.published_round(tournament)
    assert draw not in client.get(at(tournament)).content.decode()
    said = client.post(draw, follow=True).content.decode()
    assert message("Start numbers can’t change after a round is drawn.") in said


def test_an_entry_says_only_what_the_tournament_uses(
    client: Client, tournament: Tournament
) -> None:
    (one,) = builders.entries(tournament, 1)
    address = at(tournament, "entry-edit", one.pk)
    plain = {"name", "lodge", "number", "fixed_table", "if_needed"}
    plain |= {"player_too", "original"}
    assert set(client.get(address).context["form"].fields) == plain
    tournament.fee, tournament.teams = 500, "named"
    tournament.classes = "Women\nFirst-timers"
    tournament.seating = "by_hand"
    tournament.save()
    found = client.get(address)
    used = {"name", "lodge", "number", "paid", "team", "classes"}
    used |= {"player_too", "original"}
    assert set(found.context["form"].fields) == used
    assert (
        "first tournament here. Suggested class: First-timers" in found.content.decode()
    )


def test_fee_team_classes_and_table_are_kept(
    client: Client, tournament: Tournament
) -> None:
    tournament.fee, tournament.teams, tournament.classes = 500, "named", "Women"
    tournament.save()
    one, *others = builders.entries(tournament, 6, team="Reds")
    typed = {"name": "Marie", "number": "1", "paid": "on", "team": " reds "}
    typed |= {"classes": ["Women"], "fixed_table": "3"}
    address = at(tournament, "entry-edit", one.pk)
    client.post(address, typed)
    one.refresh_from_db()
    assert (one.paid, one.team, one.classes) == (True, "Reds", ["Women"])
    assert one.fixed_table == 3
    html = " ".join(client.get(at(tournament)).content.decode().split())
    assert "✓" in html
    assert log_text("entry.stays_at_table", table="3") in html
    Entry.objects.filter(pk__in=[e.pk for e in others[:4]]).update(fixed_table=3)
    html = client.post(address, typed).content.decode()
    assert "Table 3 is already full. These players stay there: Josef Marek" in html
    wrong = client.post(address, typed | {"fixed_table": "0", "classes": ["Men"]})
    assert set(wrong.context["form"].errors) == {"fixed_table", "classes"}


def test_who_paid_meanwhile_is_not_unpaid_by_another_page(
    client: Client, tournament: Tournament
) -> None:
    tournament.fee = 500
    tournament.save()
    (one,) = builders.entries(tournament, 1)
    address = at(tournament, "entry-edit", one.pk)
    mine = as_sent(client, address, name="Mary Kubala", team="")
    lodge = as_sent(client, address, lodge="Lodge 5")
    check_in.update_entry(entry=one, actor=builders.command(), paid=True)

    assert [client.post(address, mine).status_code for _ in "22"] == [302, 302]
    one.refresh_from_db()
    assert (one.name, one.paid) == ("Mary Kubala", True)
    client.post(address, as_sent(client, address, lodge="Lodge 7"))
    (conflict,) = client.post(address, lodge).context["form"].conflicts
    assert (conflict.current, conflict.entered) == ("Lodge 7", "Lodge 5")
    one.refresh_from_db()
    assert (one.name, one.lodge) == ("Mary Kubala", "Lodge 7")


def test_a_name_that_nobody_sees_enters_nobody(
    tournament: Tournament, client: Client
) -> None:
    address = at(tournament, "entry-add")
    for n, unseen in enumerate(("\u200b", "\u202e \u2069")):
        client.post(address, {"key": f"k{n}", "name": unseen, "somebody_new": "on"})
    assert not tournament.entries.exists()
    client.post(address, {"key": "k", "name": "Marie\u200b \u202eKubala"})
    assert tournament.entries.get().name == "Marie Kubala"


def test_several_at_once_and_the_list_stays_as_it_was_narrowed(
    client: Client, tournament: Tournament
) -> None:
    tournament.fee = 500
    tournament.save()
    one, two, three = builders.entries(tournament, 3, state="expected")
    sent = {"who": [one.pk, three.pk], "do": "here", "show": "expected", "q": "mar"}
    answer = client.post(at(tournament, "entries-several"), sent)
    assert answer.url == f"{at(tournament)}?show=expected&q=mar#entries"
    states = tournament.entries.order_by("number").values_list("state", flat=True)
    assert [*states] == ["here", "expected", "here"]
    html = flowing(client.get(at(tournament), {"show": "expected"}))
    assert message("{n} entries were changed.", n=2) in html
    assert f'id="entry-{two.pk}"' in html
    assert f'id="entry-{one.pk}"' not in html
    assert "here <b>2</b>" in html
    assert "fee not paid <b>3</b>" in html
    assert message("without a team") not in html


def test_nobody_ticked_is_said(client: Client, tournament: Tournament) -> None:
    builders.entries(tournament, 1)
    client.post(at(tournament, "entries-several"), {"do": "here"})
    assert (
        message("Select someone first.") in client.get(at(tournament)).content.decode()
    )
    client.post(at(tournament, "entries-several"), {"who": ["x"], "do": "fly"})
    assert client.get(at(tournament), {"show": "moon"}).status_code == 200
