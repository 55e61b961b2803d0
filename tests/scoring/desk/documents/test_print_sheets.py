"""The command print_sheets."""

import pytest
from django.core.management import CommandError, call_command

from scoring.management.arguments import MISUSED
from scoring.models import Round
from tests import builders
from tests.scoring.printing.documents.pages import sizes_of, texts_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def rnd():
    return builders.published_round(builders.tournament(builders.club()), 2)


def run(rnd, output, *more, club="", tournament="", number=1):
    event = rnd.tournament
    call_command(
        "print_sheets",
        club or event.club.slug,
        tournament or event.slug,
        str(number),
        "-o",
        str(output),
        *more,
    )


def test_a_round_is_written(rnd, tmp_path, capsys):
    out = tmp_path / "sheets.pdf"
    run(rnd, out)
    texts = texts_of(out.read_bytes())
    assert [
        sheet.code in text for sheet, text in zip(rnd.sheets.all(), texts, strict=True)
    ] == [True, True]
    assert sizes_of(out.read_bytes()) == {(215.9, 279.4)}
    assert capsys.readouterr().out == ""


def test_one_table_on_the_other_paper(rnd, tmp_path):
    out = tmp_path / "sheets.pdf"
    run(rnd, out, "--table", "2", "--paper", "a4")
    [text] = texts_of(out.read_bytes())
    assert builders.NAMES[4] in text
    assert sizes_of(out.read_bytes()) == {(210.0, 297.0)}


def test_to_standard_output(rnd, capfdbinary):
    run(rnd, "-")
    assert capfdbinary.readouterr().out.startswith(b"%PDF")


@pytest.mark.parametrize(
    ("facts", "message"),
    [
        ({"club": "nowhere"}, "no tournament “fall-tarok” in a club “nowhere”"),
        ({"tournament": "nothing"}, "no tournament “nothing”"),
        ({"number": 7}, "has no round 7. It has: 1"),
    ],
)
def test_what_is_unknown_is_named(rnd, tmp_path, facts, message):
    with pytest.raises(CommandError, match=message) as refused:
        run(rnd, tmp_path / "x.pdf", **facts)
    assert refused.value.returncode == 2
    assert not (tmp_path / "x.pdf").exists()


def test_an_unknown_table_is_named(rnd, tmp_path):
    with pytest.raises(CommandError, match="Round 1 has no table 9") as refused:
        run(rnd, tmp_path / "x.pdf", "--table", "9")
    assert refused.value.returncode == 2


@pytest.mark.parametrize(
    ("state", "message"),
    [(Round.State.DRAFT, "is a draft"), (Round.State.CANCELLED, "is canceled")],
)
def test_only_a_published_round_is_printed(rnd, tmp_path, state, message):
    Round.objects.filter(pk=rnd.pk).update(state=state, reason="rain")
    with pytest.raises(CommandError, match=message):
        run(rnd, tmp_path / "x.pdf")


def test_a_file_that_cannot_be_written_is_named(rnd, tmp_path):
    with pytest.raises(CommandError, match="No such file or directory") as refused:
        run(rnd, tmp_path / "nowhere" / "x.pdf")
    assert refused.value.returncode == MISUSED
