"""What paper has of each game: its sheets, its card of payoffs, its part of the guide."""

from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from importlib import import_module
from itertools import cycle
from pathlib import Path

import pytest
from django.template.loader import render_to_string

import scoring.games
from rules.game import game_named
from scoring.desk.documents.pack import ComingRound, pack_document
from scoring.draw.documents.guide import guide_document
from scoring.draw.documents.score_sheets import free_seats
from scoring.draw.documents.seats import TableSheet
from scoring.games import games_here, guide_of, payoff_card_of, score_sheet_of
from scoring.games.labels import game_beside
from scoring.games.table_sizes import AtTable
from scoring.models import Tournament
from scoring.printing.document import Document
from scoring.printing.page_sizes import PAGE_SIZES
from scoring.printing.render import pdf_of
from scoring.templatetags.prints import marked
from scoring.tournaments.documents.payoffs import payoffs_document
from tests.drill.figures import size
from tests.games.pebbles import in_place
from tests.in_turn import in_turn
from tests.messages import message
from tests.scoring.desk.documents.test_pack import pack
from tests.scoring.printing.documents.pages import on_forms, page_counts, texts_of
from tests.scoring.printing.documents.papers import evening, sheets

GAMES = sorted(
    path.parent.name for path in Path(*scoring.games.__path__).glob("*/paper.py")
)


def playing(game: str, **facts) -> Tournament:
    """A tournament that plays this game without chips, unless it always has them."""
    rules = game_named(game)
    start = {"start_chips": rules.start, "with_chips": rules.start > 0}
    return evening(**{"game": game, "preset": rules.house.default, **start, **facts})


def presets(games):
    return [
        (game, preset) for game in games for preset in game_named(game).house.presets
    ]


# A drill prints the card of every preset.
PRINTED = size(
    [(game, game_named(game).house.default) for game in GAMES], presets(GAMES)
)


def test_every_game_with_words_has_paper():
    folder = Path(*scoring.games.__path__)
    assert set(GAMES) >= {path.parent.name for path in folder.glob("*/words.py")}


@pytest.mark.parametrize("game", GAMES)
def test_a_sheet_of_each_size_is_one_page(game):
    own = playing(game)
    sizes = game_named(game).tables
    blank = [TableSheet(n, free_seats(size)) for n, size in enumerate(sizes, 1)]
    facts = {"game": game, "preset": own.preset, "start_chips": own.start_chips}
    made = sheets(*blank, hands_per_round=40, with_chips=False, **facts)
    assert page_counts(made) == [1, 1] * len(sizes)


@in_turn("game, preset", presets(GAMES))
def test_its_columns_leave_room_for_the_seats(game, preset):
    """A seat's box takes a number of three digits and a sign, twice."""
    own = playing(game, preset=preset)
    for seats in game_named(game).tables:
        sheet = score_sheet_of(own, seats)
        columns = sum(each.width for each in (*sheet.left, *sheet.right))
        assert columns + 8 + 10.5 <= 194 - 18 * seats


@pytest.mark.parametrize(
    ("game", "preset", "paper"),
    [(*each, paper) for each, paper in zip(PRINTED, cycle(PAGE_SIZES))],
)
def test_its_payoffs_are_one_page(game, preset, paper):
    card = payoff_card_of(playing(game, preset=preset))
    [text] = texts_of(pdf_of(payoffs_document(card, paper=paper)))
    assert game_beside(playing(game)) in text
    for block in (*card.left, *card.right):
        assert block.title in text
        for remark in block.remarks:
            assert remark in text.replace("\n", " ")


@in_turn("game", GAMES)
def test_every_rule_of_a_card_has_as_many_cells_as_heads(game):
    for preset in game_named(game).house.presets:
        card = payoff_card_of(playing(game, preset=preset))
        for block in (*card.left, *card.right):
            widths = {len(row) for row in block.rows}
            assert len(widths) <= 1, block.title
            assert not block.heads or not widths or widths == {len(block.heads)}


@pytest.mark.parametrize("game", GAMES)
def test_its_guide_is_one_page_and_whole(game):
    """Of the two sizes letter has less room."""
    guide, own = guide_of(playing(game)), playing(game)
    [text] = texts_of(pdf_of(guide_document(own, paper="letter")))
    together = text.replace("\n", " ")
    for part in guide.sections:
        for said in (part.title, *part.steps, *part.points, part.remark, guide.first):
            assert said.replace("**", "") in together


def test_what_is_marked_is_bold_and_nothing_else():
    assert marked("Tap **Save <hand>**, or 2 < 3") == (
        "Tap <b>Save &lt;hand&gt;</b>, or 2 &lt; 3"
    )


def test_the_words_for_tables_of_one_size():
    words = AtTable.of(evening())
    assert (words.total, words.way) == ("400", "counterclockwise")
    assert words.points == message(
        "the scores earn {points} points", points="4, 3, 2 and 1"
    )
    assert words.missed_points == "2½"


def test_the_words_for_tables_of_three_or_four():
    words = AtTable.of(playing("marias"))
    assert (words.total, words.way, words.missed_points) == ("0", "clockwise", "2")
    assert "as there are seats" in words.points
    assert AtTable.of(playing("marias", start_chips=60)).total == message(
        "{chips} for each seat", chips=60
    )


def test_a_pool_is_named_beside_the_total():
    with in_place():
        assert AtTable.of(playing("pebbles")).total == "20 for each seat with the pool"
        own = playing("pebbles")
        facts = {"game": "pebbles", "preset": own.preset, "start_chips": 20}
        [text] = on_forms(sheets(TableSheet(1, free_seats(3)), **facts))
    for words in ("total 60", "with the pool", "Black × 5", "White × 1", "won"):
        assert words in text


@pytest.mark.parametrize(
    ("game", "preset", "total"),
    [
        ("schieberamsch", "book", False),
        ("schieberamsch", "pairs", True),
        ("tysiacha", "book", False),
        ("tysiacha", "stake", True),
        ("scarto", "book", True),
    ],
)
def test_a_sheet_names_a_total_where_its_scores_have_one(game, preset, total):
    """What is scored against par alone adds up to nothing that is known."""
    facts = {"game": game, "preset": preset, "start_chips": 0, "with_chips": False}
    [text] = on_forms(sheets(TableSheet(1, free_seats(3)), **facts))
    assert (message("total {n}", n=0) in text) == total
    assert AtTable.of(evening(**facts)).total == ("0" if total else "")
    guide = render_to_string(
        "prints/scorekeeper.html",
        {"tournament": evening(**{**facts, "with_chips": True})},
    )
    assert ("add up to 0," in guide) == total


def test_a_pack_of_tables_of_three_and_four_says_so():
    blank = (TableSheet(1, free_seats(3)), TableSheet(2, free_seats(4)))
    coming = ComingRound(2, "not drawn", (), (), blank)
    own = playing("marias")
    parts = pack_document(pack(coming, tournament=own), paper="letter").parts
    first, _running, plan = texts_of(pdf_of(Document(parts[:3])))
    for words in (
        "Deal each table as many cards as it has seats on the plan",
        "and so on, clockwise.",
        "The scores at a table add up to 0",
        "Enter each sheet: its code,",
    ):
        assert words in first.replace("\n", " ")
    assert message("Seat 4") in plan
    assert len(parts) == 6


SHARED = {"New hand", "Save hand", "Review", "Back"}
SCORES_ONLY = {
    message("Enter scores"),
    message("Submit scores"),
    message("Pass the phone"),
}


def words_in(part: object) -> Iterator[str]:
    """All words of a form, whatever it is made of."""
    if isinstance(part, str):
        yield part
    elif is_dataclass(part):
        for each in fields(part):
            yield from words_in(getattr(part, each.name))
    elif isinstance(part, tuple):
        for each in part:
            yield from words_in(each)


@in_turn("game", [each for each in games_here() if each != "spjst"])
def test_the_guide_names_what_stands_on_the_phone(game):
    guide = import_module(f"scoring.games.{game}.paper").GUIDE
    phone = import_module(f"scoring.games.{game}.phone")
    form = getattr(phone, "FORM", None)
    known = {*SHARED, *(words_in(form) if form else SCORES_ONLY)}
    known |= {
        word
        for codes in vars(phone).values()
        if isinstance(codes, dict)
        for word in codes.values()
        if isinstance(word, str)
    }
    for part in guide.sections:
        for said in (*part.steps, *part.points, part.remark):
            for name in said.split("**")[1::2]:
                if part.title != "Counting by threes":
                    assert name in known, name


def test_no_name_of_a_button_is_left_open():
    for game in GAMES:
        for part in import_module(f"scoring.games.{game}.paper").GUIDE.sections:
            for said in (*part.steps, *part.points, part.remark):
                assert said.count("**") % 2 == 0, said


def test_a_rule_is_as_large_as_its_corner_holds():
    own = playing("paskievics")
    facts = {"game": own.game, "preset": own.preset, "start_chips": own.start_chips}
    blank = [TableSheet(n, free_seats(n)) for n in (4, 5)]
    four, five = sheets(*blank, hands_per_round=40, **facts).parts
    assert 'class="rule small"' in four.form.html
    assert 'class="rule long"' in five.form.html
