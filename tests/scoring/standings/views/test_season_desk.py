"""The seasons at the desk: the effect of a change is shown before it is saved."""

import csv
import io
from datetime import timedelta

import pytest
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from clubs.models import Club, Player, Season
from scoring.models import Change, SeasonEdition, Tournament
from scoring.tournaments import tournaments
from tests import builders as build
from tests.games import pebbles
from tests.in_turn import in_turn
from tests.log_texts import log_text
from tests.messages import message
from tests.scoring.standings.views.test_season import evening
from tests.words import EMPTY, NET_CHIPS, NO_NUMBER, NOT_OFFERED

pytestmark = pytest.mark.django_db
NEW = {
    "name": "2027/28",
    "starts": "2027-09-01",
    "ends": "2028-06-30",
    "preset": "best",
}


@pytest.fixture
def people(club: Club) -> list[Player]:
    return [build.player(club, name) for name in build.NAMES[:4]]


@pytest.fixture
def director(club: Club, client: Client) -> Client:
    client.force_login(build.member(club, "director"))
    return client


@pytest.fixture
def played(people: list[Player]) -> Tournament:
    """Marie +31 −10, Josef −4 +10, Anna +4 0, Karel −31 0; by chips as well."""
    day = build.DAY - timedelta(days=7)
    evening(people, (131, 96, 104, 69), day)
    return evening(people, (90, 110, 100, 100))


def at(name: str, season: Season | None = None) -> str:
    return reverse(
        f"scoring:{name}", args=["lodge-24", *([season.slug] if season else [])]
    )


def text_of(answer: HttpResponse) -> str:
    return " ".join(answer.content.decode().split())


def sent(answer: HttpResponse, **other: str) -> dict[str, str]:
    """All that the form shows, as a browser sends it, with other words in some fields."""
    form = answer.context["form"]
    said = {field.name: field.value() for field in form}
    said |= {
        field.name: field.field.prepare_value(field.value())
        for field in form
        if hasattr(field.field, "prepare_value")
    }
    effects = answer.context.get("effects")
    mark = {"effects_seen": effects.digest} if effects is not None else {}
    if own := getattr(form, "own_mark", ""):
        mark["own_seen"] = own
    typed = {k: "" if v is None else str(v) for k, v in said.items()}
    return typed | mark | other


def test_a_new_season_has_net_chips_unless_another_is_chosen(
    director: Client, club: Club
) -> None:
    shown = director.get(at("season-new"))
    assert shown.context["form"]["preset"].value() == "net"
    answer = director.post(at("season-new"), sent(shown, **NEW))
    made = Season.objects.get()
    assert answer.url == at("season-change", made)
    assert made.formula == {"best": 6, "planned": 10, "tie_breaks": ["best_evening"]}
    assert message("Season {name} created.", name="2027/28") in text_of(
        director.get(answer.url)
    )
    listed = text_of(director.get(at("seasons")))
    assert "Sep 1, 2027 to Jun 30, 2028" in listed


@in_turn(
    "typed, said",
    [
        ({"name": ""}, EMPTY),
        ({"starts": "2027-13-01"}, message("Enter a valid date.")),
        ({"ends": ""}, message("Enter a date.")),
        ({"starts": "0026-01-01"}, message("Enter a year from 1900 to 2100.")),
        ({"ends": "2027-01-01"}, message("The last day is before the first day.")),
        ({"preset": "luck"}, NOT_OFFERED),
        ({"game": "chess"}, NOT_OFFERED),
    ],
)
def test_what_is_wrong_with_a_new_season_stands_at_its_field(
    director: Client, typed: dict[str, str], said: str
) -> None:
    shown = director.get(at("season-new"))
    answer = director.post(at("season-new"), sent(shown, **{**NEW, **typed}))
    assert said in text_of(answer)
    assert not Season.objects.exists()


def test_a_change_is_shown_before_it_is_saved(
    director: Client, played: Tournament
) -> None:
    season = played.season
    shown = director.get(at("season-change", season))
    facts = {"counts": "places", "table": "tens", "tie_break_1": "last_evening"}
    asked = director.post(at("season-change", season), sent(shown, **facts))
    season.refresh_from_db()
    assert season.formula == {}
    effects = asked.context["effects"]
    ((_, lines),) = effects.games
    # Places 1 4, 3 1, 2 2=, 4 2=: 10 + 5, 6 + 10, 8 + 7, 5 + 7.
    assert [(x.name, x.old_place, x.new_place, x.old, x.new) for x in lines] == [
        ("Josef Marek", "2", "1", "+6", "16"),
        ("Anna Svoboda", "3", "2", "+4", "15"),
        ("Marie Kubala", "1", "3", "+21", "15"),
        ("Karel Novak", "4", "4", "−31", "12"),
    ]
    assert message("{n} places would change.", n=3) in text_of(asked)
    saved = director.post(at("season-change", season), sent(asked))
    assert saved.status_code == 302
    season.refresh_from_db()
    assert season.formula == {"counts": "places", "tie_breaks": ["last_evening"]}


def test_consent_to_other_effects_is_none(director: Client, played: Tournament) -> None:
    season = played.season
    shown = director.get(at("season-change", season))
    asked = director.post(at("season-change", season), sent(shown, counts="chips"))
    again = director.post(at("season-change", season), sent(asked, counts="average"))
    assert again.context["effects"].moved == 0
    assert message("No one’s place would change, only the numbers.") in text_of(again)
    season.refresh_from_db()
    assert season.formula == {}


def test_it_may_be_looked_at_without_saving(
    director: Client, played: Tournament
) -> None:
    season = played.season
    shown = director.get(at("season-change", season))
    looked = director.post(
        at("season-change", season), sent(shown, look="1", name="Our year")
    )
    assert message("No one’s place or number would change.") in text_of(looked)
    assert looked.context["form"]["name"].value() == "Our year"
    season.refresh_from_db()
    assert season.name == "2026"


def test_the_places_beside_the_form_follow_what_is_typed(
    director: Client, played: Tournament
) -> None:
    season, asks = played.season, {"HX-Target": "season-preview"}
    shown = director.get(at("season-change", season))
    assert message("Places now") in text_of(shown)
    [(_, lines, more)] = shown.context["tables"]
    assert (lines[0], more) == (("1", "Marie Kubala", "+21"), 0)
    typed = sent(shown, look="1", counts="places", table="tens")
    part = director.post(at("season-change", season), typed, headers=asks)
    assert "<form" not in part.content.decode()
    assert message("{n} places would change.", n=3) in text_of(part)
    wrong = director.post(
        at("season-change", season), {**typed, "best": "x"}, headers=asks
    )
    assert message("Part of the form can’t be read yet.") in text_of(wrong)
    season.refresh_from_db()
    assert season.formula == {}


def test_each_folded_part_says_what_is_set_in_it(
    director: Client, played: Tournament
) -> None:
    season = played.season
    heads = director.get(at("season-change", season)).context["heads"]
    assert (heads.counts, heads.best) == (["net chips"], [message("all results count")])
    assert heads.ties == [message("none: tied players share the place")]
    assert heads.final == [message("none")]
    season.formula = {
        **{"counts": "places", "best": 6, "minimum": 3, "finalists": 4},
        **{"tie_breaks": ["last_evening"], "classes": ["Women"]},
    }
    season.save()
    heads = director.get(at("season-change", season)).context["heads"]
    assert heads.counts == [message("points by place"), "10, 8, 6, 5, 4, 3, 2, 1"]
    assert heads.best == [
        message("the best {n} count: {what}", n=6, what="tournaments"),
        message("at least {n}: {what}", n=3, what="tournaments"),
    ]
    assert heads.ties == [message("the last tournament")]
    assert heads.final == [message("{n} finalists", n=4), "Women"]


def test_a_number_of_thousands_of_digits_is_told_at_its_field(
    director: Client, played: Tournament
) -> None:
    season, far = played.season, "9" * 5_000
    shown = director.get(at("season-change", season))
    many = dict.fromkeys(("best", "minimum", "finalists"), far)
    for headers in ({}, {"HX-Target": "season-preview"}):
        answer = director.post(
            at("season-change", season), sent(shown, **many), headers=headers
        )
        assert answer.status_code == 200
    answer = director.post(at("season-change", season), sent(shown, **many))
    assert {*many} <= {*answer.context["form"].errors}
    assert far in answer.content.decode()
    season.refresh_from_db()
    assert season.formula == {}


def test_what_moves_nobody_is_saved_at_once(
    director: Client, played: Tournament
) -> None:
    shown = director.get(at("season-change", played.season))
    typed = sent(shown, name="Our year", planned="13", finalists="2")
    answer = director.post(at("season-change", played.season), typed)
    assert answer.status_code == 302
    season = Season.objects.get()
    assert season.name == "Our year"
    assert season.formula == {"planned": 13, "finalists": 2}
    page = text_of(director.get(season.get_absolute_url()))
    assert page.count(message("goes to the final")) == 2


def test_how_much_a_tournament_counts(director: Client, played: Tournament) -> None:
    season, field = played.season, f"weight_{played.pk}"
    shown = director.get(at("season-change", season))
    asked = director.post(at("season-change", season), sent(shown, **{field: "0"}))
    assert [x.new for x in asked.context["effects"].games[0][1]] == [
        "+31",
        "+4",
        "−4",
        "−31",
    ]
    director.post(at("season-change", season), sent(asked))
    played.refresh_from_db()
    assert played.season_weight == 0
    Tournament.objects.update(season_weight=125)
    shown = director.get(at("season-change", season))
    assert "counts 1¼ times" in text_of(shown)


def test_a_tournament_of_another_season_stays_unless_it_is_chosen(
    director: Client, played: Tournament
) -> None:
    season, club = played.season, played.season.club
    days = {"starts": played.date, "ends": played.date}
    fall = Season.objects.create(club=club, slug="fall", name="Fall", **days)
    Tournament.objects.filter(pk=played.pk).update(season=fall)
    shown = director.get(at("season-change", season))
    assert message("stays in season {name}", name="Fall") in text_of(shown)
    typed = sent(shown, name="Our year")
    assert director.post(at("season-change", season), typed).status_code == 302
    played.refresh_from_db()
    assert played.season == fall
    typed = sent(director.get(at("season-change", fall)), name="One day")
    assert director.post(at("season-change", fall), typed).status_code == 302


@in_turn(
    "typed, said",
    [
        (
            {"best": "many", "own": "9, 7, x", "bonus": "1/2", "classes": "x" * 41},
            (
                NO_NUMBER,
                "“x” isn’t a number of points.",
                message("Enter a number. For example, 2 or 2.5."),
                message("List at most 20 classes, with up to 40 characters each."),
            ),
        ),
        (
            {"best": "1001"},
            (message("Enter {limit_value} or less.", limit_value=1000),),
        ),
        ({"bonus": "10000000"}, (message("This number is too large."),)),
        (
            {"best": "8", "planned": "6"},
            (
                (
                    message(
                        "This is more than the number of tournaments planned for the "
                        "season."
                    )
                ),
            ),
        ),
        ({"counts": "places", "table": "own"}, ("Enter the points for each",)),
        ({"counts": "average", "bonus": "1"}, ("An average can’t have an attendance",)),
        (
            {"counts": "places", "floor": "on"},
            (
                message(
                    "Only chips can go below zero. Clear this checkbox, or choose "
                    "net chips or chips."
                ),
            ),
        ),
        (
            {"floor": "on", "best": "3", "best_of": "rounds"},
            (
                message(
                    "Single rounds count here, not whole tournaments. Clear this "
                    "checkbox, or choose tournaments for the best results."
                ),
            ),
        ),
        (
            {"counts": "places", "best": "3", "best_of": "rounds"},
            ("One round can’t be a",),
        ),
        (
            {"minimum": "101", "minimum_in": "percent"},
            (message("Enter at most 100 percent."),),
        ),
        (
            {"finalists": "101", "finalists_are": "percent"},
            (message("Enter at most 100 percent."),),
        ),
        (
            {"tie_break_1": "net_chips", "tie_break_3": "net_chips"},
            (message("This one is selected twice."),),
        ),
    ],
)
def test_wrong_input_is_named_at_its_field_and_kept(
    director: Client, played: Tournament, typed: dict[str, str], said: tuple[str, ...]
) -> None:
    season = played.season
    shown = director.get(at("season-change", season))
    answer = director.post(
        at("season-change", season), sent(shown, name="Our year", **typed)
    )
    found = text_of(answer)
    assert [error for error in said if error not in found] == []
    assert answer.context["form"]["name"].value() == "Our year"
    season.refresh_from_db()
    assert (season.name, season.formula) == ("2026", {})


def test_two_directors_change_a_season_at_once(
    director: Client, played: Tournament
) -> None:
    season = played.season
    here = at("season-change", season)
    shown = director.get(here)
    weight = f"weight_{played.pk}"
    mine = sent(shown, name="Our year", best="3")
    other = sent(shown, best="4", key="other")
    other[weight] = "50"
    assert director.post(here, sent(director.post(here, other))).status_code == 302
    asked = director.post(here, mine)
    (conflict,) = asked.context["form"].conflicts
    assert conflict.label.startswith(message("Best results that count"))
    season.refresh_from_db()
    assert (season.name, season.formula["best"]) == ("2026", 4)
    chosen = sent(asked, **{conflict.name: "current"})
    assert director.post(here, chosen).status_code == 302
    season.refresh_from_db()
    played.refresh_from_db()
    assert (season.name, season.formula["best"]) == ("Our year", 4)
    assert played.season_weight == 50


def test_a_usual_formula_is_put_into_the_form_and_points_come_back_as_typed(
    director: Client, played: Tournament
) -> None:
    season = played.season
    here = at("season-change", season)
    typed = sent(director.get(here), name="Our year", preset="moravian")
    shown = director.post(here, typed)
    assert shown.context["form"]["table"].value() == "moravian"
    assert shown.context["form"]["name"].value() == "Our year"
    own = {"counts": "places", "table": "own", "own": "12; 7,5; −1", "bonus": "2,5"}
    asked = director.post(at("season-change", season), sent(shown, **own))
    director.post(at("season-change", season), sent(asked))
    season.refresh_from_db()
    assert season.formula["own"] == ["12", "15/2", "-1"]
    text = text_of(director.get(at("season-change", season)))
    assert "> 12, 7.5, -1</textarea>" in text
    assert 'value="2.5"' in text


def test_final_and_open_again(director: Client, played: Tournament) -> None:
    season = played.season
    refused = director.post(at("season-finish", season), follow=True)
    assert "remove them from the season: Evening of 1 and Evening of 2" in text_of(
        refused
    )
    for each in Tournament.objects.all():
        tournaments.finish(tournament=each, actor=build.command())
    done = text_of(director.post(at("season-finish", season), follow=True))
    assert "Declared final on" in done
    public = text_of(Client().get(season.get_absolute_url()))
    edition = reverse("scoring:season-edition", args=["lodge-24", season.slug, 1])
    assert edition in public
    sheet = played.rounds.get().sheets.get()
    build.corrected(sheet, (140, 60, 100, 100))
    build.confirmed(sheet)
    second = text_of(Client().get(edition.replace("/1/", "/2/")))
    assert message("was place {place}, {was}", place=2, was="+6") in second
    assert NET_CHIPS in second
    assert message("A newer version has replaced this one.") in text_of(
        Client().get(edition)
    )
    asked = text_of(director.post(at("season-reopen", season)))
    assert (
        message(
            "Enter why you’re reopening the season. The next version shows the reason."
        )
        in asked
    )
    assert 'maxlength="300"' in asked
    why = {"reason": "Best 1, as was agreed."}
    opened = director.post(at("season-reopen", season), why, follow=True)
    assert message("Season {name} reopened.", name=2026) in text_of(opened)
    again = text_of(Client().get(edition))
    assert (
        message("The season was reopened. The next final standings might differ.")
        in again
    )
    assert "Best 1, as was agreed." in again
    Season.objects.update(formula={"best": 1})
    director.post(at("season-finish", season))
    third = text_of(Client().get(edition.replace("/1/", "/3/")))
    assert "<strong>Reason:</strong> Best 1, as was agreed." in third
    assert "nothing → Each player’s best tournament counts." in third
    assert Client().get(edition.replace("/1/", "/7/")).status_code == 404


def test_the_places_as_files(director: Client, played: Tournament) -> None:
    season = played.season
    Season.objects.update(formula={"best": 1})
    where = at("season-export", season)
    rows = list(
        csv.DictReader(io.StringIO(director.get(where).getvalue().decode("utf-8-sig")))
    )
    assert rows[0]["name"] == "Marie Kubala"
    assert (rows[0]["value"], rows[0]["2026-11-20 evening-of-2"]) == ("31", "(-10)")
    assert [each["value"] for each in rows] == ["31", "10", "4", "0"]
    assert director.get(where, {"what": "season.xlsx"}).getvalue()[:2] == b"PK"
    for wrong in ("season.pdf", "season.json", "people.csv", ".", "season.zip.exe"):
        assert director.get(where, {"what": wrong}).status_code == 404


def test_a_minus_counts_as_nought_as_soon_as_that_is_chosen(
    director: Client, played: Tournament
) -> None:
    """Marie +31 0, Anna +4 0, Josef 0 +10, Karel 0 0."""
    season = played.season
    shown = director.get(at("season-change", season))
    asked = director.post(at("season-change", season), sent(shown, floor="on"))
    ((_, lines),) = asked.context["effects"].games
    assert [(x.name, x.old, x.new) for x in lines] == [
        ("Marie Kubala", "+21", "+31"),
        ("Josef Marek", "+6", "+10"),
        ("Anna Svoboda", "+4", "+4"),
        ("Karel Novak", "−31", "0"),
    ]
    director.post(at("season-change", season), sent(asked))
    season.refresh_from_db()
    assert season.formula == {"floor": True}
    last = Change.objects.filter(what="season").latest("pk")
    assert message("A tournament below zero counts as 0.") in last.new
    heads = director.get(at("season-change", season)).context["heads"]
    assert heads.counts == ["net chips", message("below zero counts as 0")]
    where = at("season-export", season)
    file = director.get(where).getvalue().decode("utf-8-sig")
    rows = list(csv.DictReader(io.StringIO(file)))
    assert [row["2026-11-20 evening-of-2"] for row in rows] == [
        *("0 [-10]", "10", "0", "0"),
    ]
    for name in ("season", "season-print"):
        page = text_of(Client().get(at(name, season)))
        assert (
            '−10<span aria-hidden="true"> → 0</span><span class="visually-hidden"> '
            "counts as 0</span>"
        ) in page
        assert message("A tournament below zero counts as 0.") in page


def test_the_carinthian_cup_is_put_into_the_form(
    director: Client, played: Tournament
) -> None:
    season = played.season
    typed = sent(director.get(at("season-change", season)), preset="carinthian")
    filled = director.post(at("season-change", season), typed)
    assert filled.context["form"]["floor"].value() is True
    asked = director.post(at("season-change", season), sent(filled))
    director.post(at("season-change", season), sent(asked))
    season.refresh_from_db()
    assert season.formula == {
        **{"floor": True, "best": 7, "tie_breaks": ["best_evening"]},
    }
    typed = sent(director.get(at("season-change", season)), preset="moravian")
    other = director.post(at("season-change", season), typed)
    assert other.context["form"]["floor"].value() is False


def test_a_season_of_one_game_shows_that_game_alone(
    director: Client, played: Tournament, people: list[Player]
) -> None:
    with pebbles.in_place():
        shown = director.get(at("season-change", played.season))
        asked = director.post(
            at("season-change", played.season), sent(shown, game="pebbles")
        )
        assert asked.context["effects"].moved == 4
        director.post(at("season-change", played.season), sent(asked))
        season = Season.objects.get()
        assert season.game == "pebbles"
        page = text_of(Client().get(season.get_absolute_url()))
        assert message("No sheets verified yet") in page


OWN = {"counts": "places", "table": "own"}


@in_turn(
    "typed, points",
    [
        ("12,5 9 7,5", "25/2 9 15/2"),
        ("12.5, 9, 7.5", "25/2 9 15/2"),
        ("12,5; 9; 7", "25/2 9 7"),
        ("12,9,7", "12 9 7"),
        ("12, 9 7", "12 9 7"),
    ],
)
def test_an_own_list_is_read_as_it_is_meant(
    director: Client, played: Tournament, typed: str, points: str
) -> None:
    season = played.season
    shown = director.get(at("season-change", season))
    asked = director.post(at("season-change", season), sent(shown, **OWN, own=typed))
    assert asked.status_code == 200
    director.post(at("season-change", season), sent(asked))
    season.refresh_from_db()
    assert " ".join(season.formula["own"]) == points


def test_an_own_list_is_shown_as_understood_before_it_is_saved(
    director: Client, club: Club
) -> None:
    """There is nothing played yet whose effects would be shown."""
    made = director.post(at("season-new"), {"key": "k", "game": "", **NEW})
    assert made.status_code == 302
    season = Season.objects.get()
    shown = director.get(at("season-change", season))
    typed = sent(shown, **OWN, own="12,5 9 10,5", tie_break_1="", best="", planned="")
    asked = director.post(at("season-change", season), typed)
    told = text_of(asked)
    assert message("We read your list like this. Check it, then save again.") in told
    for place, points in (("1", "12½"), ("2", "9"), ("3", "10½")):
        assert f'place {place}:</span> <b class="numeric">{points}</b>' in told
    assert (
        "place 3 would get more than the place before it. Is that what you want?"
        in told
    )
    assert "own" not in Season.objects.get().formula
    other = sent(asked, own="12 9 7")  # consent to one list is to no other
    asked = director.post(at("season-change", season), other)
    assert "Is that what you want?" not in text_of(asked)
    assert "own" not in Season.objects.get().formula
    assert director.post(at("season-change", season), sent(asked)).status_code == 302
    assert Season.objects.get().formula["own"] == ["12", "9", "7"]


def test_a_season_without_tournaments_can_be_deleted(
    director: Client, played: Tournament
) -> None:
    season = played.season
    assert message("Delete season") not in text_of(
        director.get(at("season-change", season))
    )
    kept = director.post(at("season-delete", season), follow=True)
    assert message("This season has tournaments, so it can’t be deleted.") in text_of(
        kept
    )
    director.post(at("season-new"), {"key": "k", "game": "", **NEW})
    empty = Season.objects.get(name="2027/28")
    assert message("Delete season") in text_of(director.get(at("season-change", empty)))
    gone = director.post(at("season-delete", empty), follow=True)
    assert message("Season {name} deleted.", name="2027/28") in text_of(gone)
    assert list(Season.objects.all()) == [season]
    assert Change.objects.filter(
        text=log_text("season.deleted", name="2027/28")
    ).exists()


def test_a_season_that_was_final_once_stays(
    director: Client, played: Tournament
) -> None:
    season = played.season
    director.post(at("season-new"), {"key": "k", "game": "", **NEW})
    other = Season.objects.get(name="2027/28")
    SeasonEdition.objects.create(
        season=other, number=1, rows=[], formula={}, by_name="Anna"
    )
    kept = director.post(at("season-delete", other), follow=True)
    assert message(
        "This season was declared final once, so it can’t be deleted."
    ) in text_of(kept)
    assert season in Season.objects.all()
    assert other in Season.objects.all()


def test_evenings_of_days_gone_by_are_finished_together(
    director: Client, played: Tournament, people: list[Player]
) -> None:
    season = played.season
    open_ = build.tournament(played.club, name="Open", date=build.DAY)
    build.open_sheet(open_)
    tonight = evening(people, (100, 100, 100, 100), timezone.localdate())
    Tournament.objects.update(season=season)
    shown = director.get(at("season-change", season))
    told = text_of(shown)
    assert message("Finish {n} tournaments together", n=2) in told
    assert "every sheet verified: Evening of 1 and Evening of 2." in told
    named = dict(shown.context["ready_hidden"])["named"]
    done = director.post(
        at("season-finish-tournaments", season), {"named": named}, follow=True
    )
    assert message("{n} tournaments are final.", n=2) in text_of(done)
    going_on = Tournament.objects.filter(finished_at=None)
    assert {each.pk for each in going_on} == {open_.pk, tonight.pk}
    assert played.editions.count() == 1
    for wrong in ("", "x", "9" * 40, str(open_.pk)):
        again = director.post(
            at("season-finish-tournaments", season), {"named": wrong}, follow=True
        )
        assert message("{n} tournaments are final.", n=0) in text_of(again)
