"""The room's ledger on the web."""

import pytest

from scoring.models import Tournament
from tests import builders as build
from tests.messages import message
from tests.scoring.crew import Crew, at, text_of

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    ("who", "status"),
    [("visitor", 302), ("outsider", 404), ("scorekeeper", 200), ("director", 200)],
)
def test_who_reads_it(
    crew: Crew, tournament: Tournament, who: str, status: int
) -> None:
    response = crew.get(who, at(tournament, "ledger"))
    assert response.status_code == status
    if status == 200:
        assert message(
            "No rounds yet. After a round is published, you can compare its "
            "starting chips with the chips on its sheets here."
        ) in text_of(response)


def test_it_says_where_the_chips_are(crew: Crew, tournament: Tournament) -> None:
    rnd = build.published_round(tournament, 2)
    build.verified_sheet(rnd.sheets.get(table=1))
    build.counted(rnd.sheets.get(table=2), crew.users["director"], (131, 96, 104, 60))
    page = " ".join(text_of(crew.get("scorekeeper", at(tournament, "ledger"))).split())
    assert (
        message(
            "{n} tables × {each} = {begun} chips, entered {written}",
            n=2,
            each=400,
            begun=800,
            written=791,
        )
        in page
    )
    table = at(tournament, "sheet-desk", 1, 2)
    assert f'<a href="{table}">Round 1, table 2</a>: 9 chips missing.' in page
    assert message("Entered by: {name}.", name="Director Hlavac") in page
    draw = " ".join(text_of(crew.get("director", at(tournament, "draw"))).split())
    assert "Round 1, table 2</a>: 9 chips missing." in draw


def test_an_evening_that_adds_up_says_so(crew: Crew, tournament: Tournament) -> None:
    build.verified_sheet(build.published_round(tournament).sheets.get())
    page = text_of(crew.get("scorekeeper", at(tournament, "ledger")))
    assert '1 table × 400 = 400 chips, entered 400 <span class="right">✓</span>' in page
    assert message("Standings total: {standings}", standings=400) in page
    assert "Scores are only written down." not in page


def test_who_did_not_play_is_one_or_many(crew: Crew, tournament: Tournament) -> None:
    people = build.entries(tournament, 5)
    build.verified_sheet(build.published_round(tournament, [people[:4]]).sheets.get())
    page = text_of(crew.get("scorekeeper", at(tournament, "ledger")))
    assert (
        message("{n} player didn’t play and scored {chips}.", n=1, chips="100 chips")
        in page
    )
    build.entries(tournament, 1)
    build.verified_sheet(build.published_round(tournament, [people[:4]]).sheets.get())
    page = text_of(crew.get("scorekeeper", at(tournament, "ledger")))
    assert (
        message(
            "{n} players didn’t play and scored {chips} in all.", n=2, chips="200 chips"
        )
        in page
    )


def test_what_tables_of_different_sizes_begin_with(crew: Crew) -> None:
    for chips, said in (
        (0, "Start chips at every table: 0."),
        (
            10,
            message(
                "Every table starts with its players’ start chips. Its scores should add up "
                "to the same number."
            ),
        ),
    ):
        facts = {"game": "marias", "start_chips": chips}
        made = build.tournament(crew.club, name=f"Each {chips}", **facts)
        people = build.entries(made, 7)
        build.published_round(made, [people[:4], people[4:]])
        assert said in text_of(crew.get("scorekeeper", at(made, "ledger")))
