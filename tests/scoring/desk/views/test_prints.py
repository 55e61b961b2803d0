"""Paper on the web: chosen, made outside the web worker, fetched."""

import re
from dataclasses import replace
from typing import Any

import pytest
from django.http import HttpResponse

from clubs.storage import store
from scoring.desk import clocks
from scoring.desk.views import prints
from scoring.draw import manual_seating, rounds
from scoring.models import Change, Tournament
from scoring.printing import jobs
from scoring.printing import responses as paper
from scoring.printing.document import Document, Part
from scoring.signups import personal_links
from scoring.tournaments import tournaments
from tests import builders as build
from tests.in_turn import in_turn
from tests.log_texts import log_text
from tests.markup import flowing
from tests.messages import message
from tests.scoring.crew import Crew, at, text_of
from tests.scoring.printing.documents.pages import texts_of
from tests.tasks import Waiting
from tests.words import NO_NUMBER, NO_PLACE, NOT_OFFERED

pytestmark = pytest.mark.django_db

KEY = "0123456789abcdef" * 2


class Press:
    """Stands for the jobs: remembers what was started, says what it is told to."""

    def __init__(self) -> None:
        self.started: list[tuple[Document, dict[str, str]]] = []
        self.job = jobs.Job(KEY, "lodge-24", "fall-tarok-round-1-sheets", of=4)

    def start(self, recipe: jobs.Recipe, **facts: str) -> str:
        self.started.append((recipe(), facts))
        return KEY

    def progress(self, key: str, *, owner: str) -> jobs.Job:
        if (key, owner) != (KEY, self.job.owner):
            raise jobs.UnknownJob(key)
        return self.job


@pytest.fixture
def press(monkeypatch: pytest.MonkeyPatch) -> Press:
    press = Press()
    monkeypatch.setattr(prints, "start", press.start)
    monkeypatch.setattr(paper, "progress", press.progress)
    return press


@pytest.fixture
def tournament(crew: Crew) -> Tournament:
    tournament = build.tournament(crew.club)
    build.published_round(tournament, 2)
    return tournament


def order(
    crew: Crew, tournament: Tournament, who: str = "scorekeeper", **typed: str
) -> HttpResponse:
    data = {"what": "sheets", "round": "1", "table": "", "paper": "letter", **typed}
    return crew.post(who, at(tournament, "print-start"), data)


def title_of(document: Document) -> str:
    return re.findall(r"<title>(.*)</title>", flowing(document.parts[0].html))[0]


def tables_of(part: Part) -> list[str]:
    """The tables of its sheets or cards."""
    pattern = r'class="table(?:-number)?">(?:Table <b>)?(\d+)<'
    return re.findall(pattern, flowing(part.html))


# --- Who may ----------------------------------------------------------------------


@pytest.mark.parametrize("what", ["prizes", "report"])
def test_what_is_a_directors_page_is_a_directors_paper(
    tournament: Tournament, crew: Crew, press: Press, what: str
) -> None:
    for sheet in tournament.rounds.get().sheets.all():
        build.verified_sheet(sheet)
    tournaments.change(
        tournament=tournament, actor=build.command(), prizes=[5000], fee=500
    )
    tournament.entries.update(paid=True)
    for who, status in (("scorekeeper", 200), ("director", 302)):
        assert order(crew, tournament, who, what=what).status_code == status
    assert len(press.started) == 1


def test_a_name_that_would_be_boxes_is_named(
    tournament: Tournament, crew: Crew, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = at(tournament, "prints")
    assert message(
        "no font on this computer has all these letters, so the printout would "
        "show boxes. Spell the name with other letters, or install a font for "
        "its language."
    ) not in text_of(crew.get("scorekeeper", page))
    monkeypatch.setattr(prints, "unprinted", lambda names: names[:1])
    assert "Marie Kubala</strong>: no font on this computer has all" in text_of(
        crew.get("scorekeeper", page)
    )


# --- The tiles --------------------------------------------------------------------


def tiles(crew: Crew, tournament: Tournament, who: str = "director") -> list[str]:
    """The prints that the page offers, in its order."""
    page = text_of(crew.get(who, at(tournament, "prints")))
    return re.findall(r'class="print-tile[^>]*value="([\w-]+)"', flowing(page))


def test_every_print_is_a_tile(tournament: Tournament, crew: Crew) -> None:
    assert tiles(crew, tournament) == [what for what, _ in prints.CHOICES]
    of_a_director = set(prints.OF_DIRECTORS)
    assert not of_a_director & {*tiles(crew, tournament, "scorekeeper")}


def test_only_what_can_be_printed_is_offered(crew: Crew) -> None:
    tournament = build.tournament(crew.club)
    page = text_of(crew.get("director", at(tournament, "prints")))
    assert message(
        "Score sheets, table cards and seat lists appear here after a round is "
        "published."
    ) in flowing(page)
    assert 'name="table"' not in page
    offered = ["guide", "payoffs", "blank-sheet", "checklist", "standings"]
    assert tiles(crew, tournament, "scorekeeper") == offered
    build.entries(tournament, 1)
    assert "cards" in tiles(crew, tournament)


def test_what_was_chosen_is_remembered(
    tournament: Tournament, crew: Crew, press: Press
) -> None:
    order(crew, tournament, paper="a4")
    page = at(tournament, "prints")
    a4 = '<option value="a4" selected>'
    assert a4 not in text_of(crew.get("scorekeeper", page)), "a press elsewhere"
    order(crew, tournament, paper="a4", remember="1")
    assert a4 in text_of(crew.get("scorekeeper", page))
    assert a4 not in text_of(crew.get("director", page)), "of everybody alone"


# --- Everything for a round -------------------------------------------------------


def everything(crew: Crew, tournament: Tournament, **typed: str) -> HttpResponse:
    return order(crew, tournament, what="everything", **typed)


def test_all_paper_of_a_round_is_one_print(
    tournament: Tournament, crew: Crew, press: Press
) -> None:
    everything(crew, tournament)
    everything(crew, tournament, with_cards="on")
    (document, facts), (with_cards, _) = press.started
    assert title_of(document) == message(
        "{tournament}: round {number} packet", tournament="Fall Tarok", number=1
    )
    by_name, by_table, sheets = document.parts
    assert message("Find your name, then your table") in flowing(by_name.html)
    assert message("Find your table, then your seat") in flowing(by_table.html)
    assert tables_of(sheets) == ["1", "2"]
    assert sheets.codes[0][0].text.startswith("http://testserver/t/")
    assert facts["name"] == "fall-tarok-round-1-packet"
    assert len(with_cards.parts) > len(document.parts)
    assert Change.objects.filter(what="print").first().new == "everything 1"


@pytest.mark.parametrize("what", ["everything", "sheets"])
def test_the_payoff_card_is_the_back_of_each_sheet_where_it_is_chosen(
    tournament: Tournament, crew: Crew, press: Press, what: str
) -> None:
    order(crew, tournament, what=what, with_payoffs="on")
    order(crew, tournament, what=what)
    order(crew, tournament, what="tables", with_payoffs="on")
    (chosen, _), (plain, _), (tables, _) = press.started
    assert [bool(part.back) for part in chosen.parts] == [
        part.style == "print_sheets.css" for part in plain.parts
    ]
    assert not any(part.back for part in plain.parts)
    assert not any(part.back for part in tables.parts)


def test_cards_in_all_paper_of_a_round_are_as_those_alone(
    tournament: Tournament, crew: Crew, press: Press, settings: Any
) -> None:
    """A director's have codes that open everybody's own page; a scorekeeper's none."""
    settings.SITE_URL = "https://tarok.example.org"
    for what, who in (("link-cards", "director"), ("cards", "scorekeeper")):
        order(crew, tournament, who, what=what)
        order(crew, tournament, who, what="everything", with_cards="on")
        (alone, _), (whole, _) = press.started[-2:]
        assert [part.html for part in alone.parts] == [
            part.html for part in whole.parts[-len(alone.parts) :]
        ]
        codes = [
            code.text for part in alone.parts for page in part.codes for code in page
        ]
        last = whole.parts[-1].codes
        assert [code.text for page in last for code in page] == codes
        own = [code.startswith(f"{settings.SITE_URL}/me/") for code in codes]
        assert own == [True] * (8 if who == "director" else 0)
        assert "/t/" in whole.parts[2].codes[0][0].text


def test_a_renewed_link_is_on_the_next_print(
    tournament: Tournament, crew: Crew, press: Press
) -> None:
    def codes() -> set[str]:
        order(crew, tournament, "director", what="everything", with_cards="on")
        document, _ = press.started[-1]
        return {code.text for page in document.parts[-1].codes for code in page}

    before = codes()
    player = tournament.entries.first().player
    personal_links.give(player=player, actor=build.command(), anew=True)
    assert len(codes() - before) == 1


def test_a_published_round_has_its_paper_ready(crew: Crew, tasks: Waiting) -> None:
    tournament = build.tournament(crew.club)
    four = build.entries(tournament, 4)
    by = build.command()
    manual_seating.seat_by_hand(tournament=tournament, actor=by, tables=[four])
    crew.post("director", at(tournament, "round-publish", 1))
    assert "make_print" in [name for name, *_ in tasks]
    assert not Change.objects.filter(what="print"), "nobody has printed it yet"
    tasks.do()
    opened = everything(crew, tournament).url
    assert opened.endswith("/file/"), "it is opened at once"
    pdf = b"".join(crew.get("scorekeeper", opened).streaming_content)
    assert len(texts_of(pdf)) == 3


def test_the_paper_is_made_anew_once_seats_move(
    tournament: Tournament, crew: Crew, tasks: Waiting
) -> None:
    first = everything(crew, tournament).url
    rnd = tournament.rounds.get()
    clocks.start(rnd=rnd, actor=build.command(), minutes=30, key="k" * 32)
    assert everything(crew, tournament).url == first, "a clock is not on paper"
    one, other = rnd.seats.filter(position=1).order_by("sheet__table")
    manual_seating.swap(
        rnd=rnd, actor=build.command(), one=one.entry, other=other.entry
    )
    assert everything(crew, tournament).url != first


# --- What is printed --------------------------------------------------------------


def test_score_sheets_of_a_round(
    tournament: Tournament, crew: Crew, press: Press
) -> None:
    response = order(crew, tournament)
    assert response.url.startswith(at(tournament, "print-job", KEY))
    ((document, facts),) = press.started
    [part] = document.parts
    assert title_of(document) == "Fall Tarok: score sheets of round 1"
    assert tables_of(part) == ["1", "2"]
    assert part.codes[0][0].text.startswith("http://testserver/t/")
    assert "size: 215.9mm 279.4mm" in part.html
    assert facts == {"owner": "lodge-24", "name": "fall-tarok-round-1-sheets"}


def test_one_table_again_on_a4(
    tournament: Tournament, crew: Crew, press: Press
) -> None:
    order(crew, tournament, table="2", paper="a4")
    ((document, facts),) = press.started
    [part] = document.parts
    assert tables_of(part) == ["2"]
    assert "size: 210mm 297mm" in part.html
    assert facts["name"] == "fall-tarok-round-1-table-2-sheets"


def test_table_cards_of_a_round_or_one(
    tournament: Tournament, crew: Crew, press: Press
) -> None:
    order(crew, tournament, what="table-cards")
    order(crew, tournament, what="table-cards", table="2")
    (document, facts), (again, one) = press.started
    assert title_of(document) == "Fall Tarok: table cards of round 1"
    [cards] = document.parts
    assert tables_of(cards) == ["1", "2"]
    sheet = tournament.rounds.get().sheets.get(table=1)
    assert cards.codes[0][0].text == f"http://testserver/t/{sheet.token}/"
    assert "at <b>testserver</b>" in cards.html
    assert facts["name"] == "fall-tarok-round-1-table-cards"
    assert tables_of(again.parts[0]) == ["2"]
    assert one["name"] == "fall-tarok-round-1-table-2-table-cards"


@pytest.mark.parametrize(
    ("what", "name", "title"),
    [
        ("tables", "fall-tarok-round-1-tables", "round 1 by table"),
        ("names", "fall-tarok-round-1-names", "seats by name"),
        ("cards", "fall-tarok-cards", "start-number cards"),
        ("guide", "fall-tarok-guide", "for scorekeepers"),
        ("standings", "fall-tarok-standings", "standings"),
        ("payoffs", "fall-tarok-payoffs", "payoff card"),
        ("blank-sheet", "fall-tarok-blank-sheet", message("blank score sheet")),
        ("checklist", "fall-tarok-checklist", message("Checklist for the night")),
    ],
)
def test_every_other_print(
    tournament: Tournament, crew: Crew, press: Press, what: str, name: str, title: str
) -> None:
    for sheet in tournament.rounds.get().sheets.all():
        build.verified_sheet(sheet)
    assert order(crew, tournament, what=what).status_code == 302
    ((document, facts),) = press.started
    assert (title_of(document), facts["name"]) == (f"Fall Tarok: {title}", name)


def test_what_is_missing_is_said_at_once(
    tournament: Tournament, crew: Crew, press: Press
) -> None:
    found = text_of(order(crew, tournament, what="standings"))
    assert f"{NO_PLACE} because no round is over." in found
    assert not press.started


def test_names_of_all_rounds(tournament: Tournament, crew: Crew, press: Press) -> None:
    build.published_round(tournament, 2)
    order(crew, tournament, what="names", round="all")
    [part] = press.started[0][0].parts
    heads = re.findall(r'colspan="2">\s*(Round \d)\s*<', part.html)
    assert heads == [message("Round {n}", n=1), message("Round {n}", n=2)]


@pytest.mark.parametrize("what", ["sheets", "tables", "table-cards", "everything"])
def test_all_published_rounds_are_printed(
    tournament: Tournament, crew: Crew, press: Press, what: str
) -> None:
    build.published_round(tournament, 3)
    for number in ("1", "2", "all"):
        order(crew, tournament, what=what, round=number)
    one, two, both = (document for document, _ in press.started)
    assert [part.html for part in both.parts] == [
        part.html for part in (*one.parts, *two.parts)
    ]
    order(crew, tournament, what="sheets", round="all", table="3")
    (last,) = press.started[-1][0].parts
    assert tables_of(last) == ["3"]


def test_cards_are_as_large_as_was_chosen(
    tournament: Tournament, crew: Crew, press: Press
) -> None:
    for size in ("", "four", "two"):
        order(crew, tournament, what="cards", card_size=size)
    order(
        crew,
        tournament,
        "director",
        with_cards="on",
        card_size="two",
        what=prints.EVERYTHING,
    )
    *alone, packet = (document.parts[-1].html for document, _ in press.started)
    sizes = [re.findall(r"--scale: ([\d.]+)", html) for html in (*alone, packet)]
    assert sizes == [["1.0"], ["1.3"], ["2.0"], ["2.0"]]


def test_the_log_remembers_a_print_once(
    tournament: Tournament, crew: Crew, press: Press
) -> None:
    for _ in range(2):
        order(crew, tournament)
    change = Change.objects.get(what="print")
    assert (change.text, change.new) == (
        log_text("print.round", number="1", what="score sheets"),
        "sheets 1",
    )


@in_turn(
    "field, typed, error",
    [
        ("what", "poster", NOT_OFFERED),
        ("what", "", message("Choose one.")),
        ("round", "9", NOT_OFFERED),
        (
            "table",
            "7",
            message("Round {number} doesn’t have a table {table}.", number=1, table=7),
        ),
        ("table", "-1", message("Enter {limit_value} or more.", limit_value=1)),
        ("table", "x", NO_NUMBER),
        ("paper", "a3", NOT_OFFERED),
    ],
)
def test_a_wrong_choice_is_told(
    tournament: Tournament,
    crew: Crew,
    press: Press,
    field: str,
    typed: str,
    error: str,
) -> None:
    response = order(crew, tournament, **{field: typed})
    assert response.status_code == 200
    assert error in text_of(response)
    assert not press.started


@pytest.mark.parametrize("what", ["sheets", "table-cards", "tables", "names"])
def test_without_a_round_there_are_no_seats_to_print(
    crew: Crew, press: Press, what: str
) -> None:
    tournament = build.tournament(crew.club)
    build.entries(tournament)
    response = order(crew, tournament, what=what, round="all")
    assert message("No rounds are published yet.") in text_of(response)
    assert order(crew, tournament, what="cards", round="all").status_code == 302


@pytest.mark.parametrize("what", ["tables", "names", "cards"])
def test_before_anybody_is_entered_there_is_nobody_to_print(
    crew: Crew, press: Press, what: str
) -> None:
    tournament = build.tournament(crew.club)
    build.entries(tournament, 1, state="absent")
    response = order(crew, tournament, what=what, round="all")
    assert message("No players are entered yet.") in text_of(response)
    assert not press.started


def test_a_cancelled_round_is_not_printed(
    tournament: Tournament, crew: Crew, press: Press
) -> None:
    rnd = tournament.rounds.get()
    rounds.cancel(rnd=rnd, actor=build.command(), reason="Fire alarm")
    assert NOT_OFFERED in text_of(order(crew, tournament))


def test_a_link_chooses_already(tournament: Tournament, crew: Crew) -> None:
    build.published_round(tournament, 2)
    address = f"{at(tournament, 'prints')}?what=names&round=1"
    found = text_of(crew.get("scorekeeper", address))
    assert '<option value="1" selected>' in found
    assert re.search(r'value="names"[^>]* autofocus', found)


# --- The address phones open ------------------------------------------------------


def test_the_address_is_shown_before_printing(
    tournament: Tournament, crew: Crew
) -> None:
    assert "http://testserver" in text_of(
        crew.get("scorekeeper", at(tournament, "prints"))
    )
    crew.club.phone_address = "http://127.0.0.1:8000"
    crew.club.save()
    found = text_of(crew.get("owner", at(tournament, "prints")))
    assert "127.0.0.1 only works on this computer." in found
    assert message("Set address for phones") in found
    found = text_of(crew.get("scorekeeper", at(tournament, "prints")))
    assert (
        message("Only an owner can set the address for phones, in the club settings.")
        in found
    )


# --- Waiting and fetching ---------------------------------------------------------


def job_page(crew: Crew, tournament: Tournament, **headers: str) -> HttpResponse:
    address = f"{at(tournament, 'print-job', KEY)}?what=sheets&round=1&paper=a4"
    return crew.get("scorekeeper", address, **headers)


def test_a_print_at_work_asks_again_by_itself(
    tournament: Tournament, crew: Crew, press: Press
) -> None:
    press.job = replace(press.job, done=1)
    response = job_page(crew, tournament)
    found = text_of(response)
    assert message("{done} of {n} pages", done=1, n=4) in found
    assert 'hx-trigger="every 1s"' in found
    assert '<noscript><meta http-equiv="refresh" content="2"></noscript>' in found
    assert "no-store" in response.headers["Cache-Control"]


def test_the_page_is_not_sent_again_while_it_waits(
    tournament: Tournament, crew: Crew, press: Press
) -> None:
    found = text_of(job_page(crew, tournament, **{"HX-Request": "true"}))
    assert "<html" not in found
    assert 'id="print-job"' in found


def test_a_finished_print_can_be_opened(
    tournament: Tournament, crew: Crew, press: Press
) -> None:
    press.job = replace(press.job, state="done")
    found = text_of(job_page(crew, tournament))
    assert at(tournament, "print-file", KEY) in found
    assert 'hx-trigger="every 1s"' not in found
    assert "http-equiv" not in found


def test_a_failed_print_says_why_and_offers_it_again(
    tournament: Tournament, crew: Crew, press: Press
) -> None:
    press.job = replace(press.job, state="failed", message=jobs.STOPPED)
    found = text_of(job_page(crew, tournament))
    assert message("Printing failed.") in found
    assert jobs.STOPPED in found
    for name, value in (("what", "sheets"), ("round", "1"), ("paper", "a4")):
        assert f'<input type="hidden" name="{name}" value="{value}">' in found


def test_an_unknown_print_is_not_here(
    tournament: Tournament, crew: Crew, press: Press
) -> None:
    for name in ("print-job", "print-file"):
        address = at(tournament, name, "f" * 32)
        assert crew.get("scorekeeper", address).status_code == 404
    assert jobs.KEY.fullmatch(KEY)


def test_an_unfinished_print_is_waited_for(
    tournament: Tournament, crew: Crew, press: Press
) -> None:
    response = crew.get("scorekeeper", at(tournament, "print-file", KEY))
    assert response.url == at(tournament, "print-job", KEY)


def test_the_pdf_is_shown_or_saved(
    tournament: Tournament,
    crew: Crew,
    press: Press,
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Any,
    settings: Any,
) -> None:
    press.job, settings.DATA_DIR = replace(press.job, state="done"), tmp_path
    store("prints").put("x/print.pdf", b"%PDF-1.7")
    monkeypatch.setattr(paper, "result", lambda key, owner: "x/print.pdf")
    address = at(tournament, "print-file", KEY)
    shown, saved = (
        crew.get("scorekeeper", f"{address}{query}") for query in ("", "?save")
    )
    assert b"".join(shown.streaming_content) == b"%PDF-1.7"
    assert b"".join(saved.streaming_content) == b"%PDF-1.7"
    assert shown.headers["Content-Type"] == "application/pdf"
    name = 'filename="fall-tarok-round-1-sheets.pdf"'
    assert shown.headers["Content-Disposition"] == f"inline; {name}"
    assert saved.headers["Content-Disposition"] == f"attachment; {name}"


# --- Which print it is ------------------------------------------------------------


def test_a_print_is_made_anew_once_something_was_written(
    tournament: Tournament, crew: Crew, tasks: Waiting
) -> None:
    first = order(crew, tournament).url
    assert tasks.do() == 1
    page = text_of(crew.get("scorekeeper", first))
    assert message("Your printout is ready.") in page
    key = first.partition("?")[0].rstrip("/").rpartition("/")[2]
    file = at(tournament, "print-file", key)
    assert order(crew, tournament).url == file, "that it was printed is no news"
    assert order(crew, tournament, paper="a4").url != first
    tasks.clear()
    build.verified_sheet(tournament.rounds.get().sheets.first())
    assert order(crew, tournament).url != first
    assert [name for name, _ in tasks] == ["make_print"]


def test_what_a_print_shows_is_read_when_it_is_made(
    tournament: Tournament, crew: Crew, tasks: Waiting
) -> None:
    key = order(crew, tournament, what="names").url.split("/")[-2]
    entry = tournament.entries.get(number=1)
    entry.name = "Zdenka Late"
    entry.save()
    assert tasks.do() == 1
    pages = texts_of(store("prints").content(jobs.result(key, owner=crew.club.slug)))
    assert any("Zdenka" in page for page in pages)
