"""Entering many at once: paste or upload, look, confirm."""

import io
import zipfile

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse
from openpyxl import Workbook

from clubs.models import Club
from scoring.models import Change, Entry, Tournament
from tests import builders
from tests.in_turn import in_turn
from tests.list_files import list_file
from tests.log_texts import log_text
from tests.messages import message

pytestmark = pytest.mark.django_db
PEOPLE = "Name;Lodge;Number\nMarie Kubalová;Lodge 24;7\nJosef Šťastný;;"


@pytest.fixture
def club(client: Client) -> Club:
    club = builders.club()
    client.force_login(builders.member(club, "director"))
    return club


def at(tournament: Tournament, name: str) -> str:
    return reverse(f"scoring:{name}", args=[tournament.club.slug, tournament.slug])


def paste(client: Client, tournament: Tournament, text: str):
    return client.post(at(tournament, "entries-paste"), {"text": text})


def upload(client: Client, tournament: Tournament, content: bytes, name: str = "a.csv"):
    file = SimpleUploadedFile(name, content)
    return client.post(at(tournament, "entries-upload"), {"file": file})


def confirm(
    client: Client, tournament: Tournament, preview, follow: bool = False, **choices
):
    form = preview.context["form"]
    sent = {"text": form["text"].value(), "key": form["key"].value(), **choices}
    return client.post(at(tournament, "entries-confirm"), sent, follow=follow)


def entered(tournament: Tournament) -> list[tuple[int, str, str]]:
    entries = tournament.entries.order_by("number")
    return list(entries.values_list("number", "name", "lodge"))


def workbook(rows: list[list[object]]) -> bytes:
    book, out = Workbook(), io.BytesIO()
    for row in rows:
        book.active.append(row)
    book.save(out)
    return out.getvalue()


def test_a_pasted_list_is_looked_at_and_then_entered(
    club: Club, client: Client, tournament: Tournament
) -> None:
    builders.player(club, "Anna Svoboda", "Lodge 1")
    assert client.get(at(tournament, "entries-paste")).status_code == 200
    preview = paste(client, tournament, "12 Marie Kubala; Lodge 24\nAnna Svoboda")
    assert preview.status_code == 200
    html = preview.content.decode()
    assert "New to the club: 1" in html
    assert "Known players: 1" in html
    assert not entered(tournament)
    answer = confirm(client, tournament, preview, here="on")
    assert answer.url == at(tournament, "entries")
    assert entered(tournament) == [
        (12, "Marie Kubala", "Lodge 24"),
        (13, "Anna Svoboda", "Lodge 1"),
    ]
    assert club.players.count() == 2
    assert set(tournament.entries.values_list("state", flat=True)) == {"here"}


def test_confirmed_twice_it_is_once(
    club: Club, client: Client, tournament: Tournament
) -> None:
    preview = paste(client, tournament, "Marie Kubala\nJosef Marek")
    for _ in range(2):
        assert confirm(client, tournament, preview).status_code == 302
    assert len(entered(tournament)) == 2
    assert club.players.count() == 2


LISTED = "Name;Lodge;Team;Class;Paid\nKubala Marie;lodge 24;reds;;\n"
LISTED += "Josef Marek;Lodge 7;Reds;Women;yes\nAnna Svoboda;;;Women;\nEmil New;;;;"


def facts(tournament: Tournament) -> list[tuple[object, ...]]:
    names = ("number", "lodge", "team", "classes", "paid", "state")
    return list(tournament.entries.order_by("number").values_list(*names))


@pytest.fixture
def three(tournament: Tournament) -> Tournament:
    tournament.fee, tournament.teams = 500, "named"
    tournament.classes = "Women\nFirst-timers"
    tournament.save()
    marie, josef, anna = builders.entries(tournament, 3, state="here")
    Entry.objects.filter(pk=marie.pk).update(lodge="Lodge 24", team="Reds")
    Entry.objects.filter(pk=josef.pk).update(classes=["First-timers"], team="Blues")
    Entry.objects.filter(pk=anna.pk).update(classes=["Women"], paid=True)
    return tournament


def test_a_list_shows_what_it_would_change_and_changes_it(
    client: Client, three: Tournament
) -> None:
    preview = paste(client, three, LISTED)
    offered = preview.context["changes"]
    words = [word for _, word in offered.fields["change"].choices]
    assert words == [
        "2 Josef Marek: lodge none → Lodge 7, team Blues → Reds, "
        "classes First-timers → Women and First-timers, fee paid"
    ]
    assert [one.name for one in preview.context["entered"]] == [
        "Kubala Marie",
        "Anna Svoboda",
    ]
    before = facts(three)
    assert before == facts(three)  # looked at only
    sent = {"change": list(offered.offered)}
    said = confirm(client, three, preview, follow=True, **sent).content.decode()
    assert "1 person was entered. 1 person was updated." in said
    before[1] = (2, "Lodge 7", "Reds", ["Women", "First-timers"], True, "here")
    assert facts(three)[:3] == before
    change = Change.objects.get(
        text=log_text("entry.changed_by_list", number="2", name="Josef Marek")
    )
    assert "team Blues" in change.old
    assert "team Reds" in change.new
    again = confirm(client, three, preview, follow=True, **sent)  # sent twice
    assert facts(three)[:3] == before
    assert again.status_code == 200


def test_what_is_not_ticked_stays(client: Client, three: Tournament) -> None:
    before = facts(three)
    preview = paste(client, three, LISTED.replace("\nEmil New;;;;", ""))
    assert message("Update these people") in preview.content.decode()
    said = confirm(client, three, preview, follow=True).content.decode()
    assert message("No one was added, and nothing was changed.") in said
    assert facts(three) == before


def test_an_entry_changed_meanwhile_is_looked_at_once_more(
    client: Client, three: Tournament
) -> None:
    preview = paste(client, three, LISTED)
    sent = {"change": list(preview.context["changes"].offered)}
    Entry.objects.filter(tournament=three, number=2).update(team="Greens")
    before = facts(three)
    answer = confirm(client, three, preview, **sent)
    assert (
        message(
            "Someone changed one of these while you were editing. Review them again."
        )
        in answer.content.decode()
    )
    assert "team Greens → Reds" in answer.content.decode()
    assert facts(three) == before


def test_a_doubtful_line_that_is_somebody_entered_changes_him_too(
    client: Client, three: Tournament
) -> None:
    preview = paste(client, three, "Name;Team\nJosef Mareck;Greens")
    assert "already entered). The list changes: team Blues → Greens" in (
        preview.content.decode()
    )
    [choice] = preview.context["choices"].doubtful.values()
    chosen = {f"line_{choice.listed.line}": choice.candidates[0].choice}
    confirm(client, three, preview, **chosen)
    assert facts(three)[1][2] == "Greens"
    assert len(facts(three)) == 3


def test_a_doubtful_line_needs_a_choice(
    club: Club, client: Client, tournament: Tournament
) -> None:
    marie = builders.player(club, "Marie Kubala")
    preview = paste(client, tournament, "Maria Kubala\nJosef Marek")
    assert "The same person: Marie Kubala" in preview.content.decode()
    (line,) = preview.context["choices"].fields
    refused = confirm(client, tournament, preview)
    assert refused.status_code == 200
    assert (
        message("Review these again. Some of them are new since you sent the form.")
        in refused.content.decode()
    )
    assert refused.context["choices"][line].value() == "new"
    assert not entered(tournament)
    confirm(client, tournament, refused, **{line: f"player-{marie.pk}"})
    assert [name for _, name, _ in entered(tournament)] == [
        "Marie Kubala",
        "Josef Marek",
    ]
    assert club.players.count() == 2


def test_two_alike_lines_may_be_one_or_two(
    client: Client, tournament: Tournament
) -> None:
    preview = paste(client, tournament, "Jan Novak\nJan Novák")
    (line,) = preview.context["choices"].fields
    confirm(client, tournament, preview, **{line: "skip"})
    assert len(entered(tournament)) == 1
    again = paste(client, tournament, "Emil Hruska\nEmil Hruška")
    confirm(
        client,
        tournament,
        again,
        **dict.fromkeys(again.context["choices"].fields, "new"),
    )
    assert len(entered(tournament)) == 3


def test_numbered_names_raise_no_question(
    client: Client, tournament: Tournament
) -> None:
    names = "\n".join(f"Příjmení{n:03} Jméno{n}" for n in range(1, 301))
    preview = paste(client, tournament, names)
    assert not preview.context["choices"].fields
    confirm(client, tournament, preview)
    assert len(entered(tournament)) == 300


def test_one_button_says_that_all_are_different(
    client: Client, tournament: Tournament
) -> None:
    names = "\n".join(f"Josef Marek{'aeiou'[n % 5] * (n + 1)}" for n in range(12))
    preview = paste(client, tournament, names)
    fields = preview.context["choices"].fields
    assert len(fields) > 3
    assert message("All are different people") in preview.content.decode()
    sent = dict.fromkeys(fields, "skip")
    confirm(client, tournament, preview, **sent, all_different="on")
    assert len(entered(tournament)) == 12


def test_the_likeliest_is_chosen_already(
    club: Club, client: Client, tournament: Tournament
) -> None:
    marie = builders.player(club, "Marie Kubala", "Lodge 1")
    builders.player(club, "Marie Kubala", "Lodge 2")
    text = "Kubala Marie\nMaria Kubala\nEmil Hruska\nEmil Hruška\nEmil Hruska, Lodge 9"
    choices = paste(client, tournament, text).context["choices"]
    text_lines = {each.listed.name: n for n, each in choices.doubtful.items()}
    assert choices[text_lines["Kubala Marie"]].value() == f"player-{marie.pk}"
    assert choices[text_lines["Maria Kubala"]].value() == "new"
    assert choices[text_lines["Emil Hruška"]].value() == "skip"


def pasted(client: Client, tournament: Tournament, text: str, **sent: str) -> str:
    """What is said after a list, with what is chosen on its page already."""
    preview = paste(client, tournament, text)
    choices = preview.context["choices"]
    chosen = {name: choices[name].value() for name in choices.fields}
    return confirm(
        client, tournament, preview, follow=True, **(chosen | sent)
    ).content.decode()


def test_a_name_spelled_as_the_club_does_is_that_player(
    club: Club, client: Client, tournament: Tournament
) -> None:
    builders.player(club, "Jiři Prochazka")
    builders.player(club, "Jiří Procházka")
    preview = paste(client, tournament, "Jiří Procházka\nJiři Prochazka")
    assert not preview.context["choices"].fields
    confirm(client, tournament, preview)
    assert {(e.name, e.player.name) for e in tournament.entries.all()} == {
        ("Jiří Procházka", "Jiří Procházka"),
        ("Jiři Prochazka", "Jiři Prochazka"),
    }


THIRTEEN = [
    "Jiří Procházka",
    "Jiři Prochazka",
    "Jan Novák",
    "Jan Novák",
    "Jana Nováková",
    "Jan Nováček",
    "Josef Marek",
    "Josefa Marková",
    "Marek Josef",
    "Emil Hruška",
    "Emil Hruska",
    "Anna Svoboda",
    "Ann Svoboda",
]


def test_who_was_called_different_is_nobody_else_on_the_next_evening(
    club: Club, client: Client, tournament: Tournament
) -> None:
    text = "\n".join(THIRTEEN)
    pasted(client, tournament, text, all_different="on")
    assert len(entered(tournament)) == 13
    assert not client.get(at(tournament, "entries")).context["list"].doubles
    for name, lines in (("two", THIRTEEN), ("three", THIRTEEN[::-1])):
        later = builders.tournament(club, name=name, slug=name)
        preview = paste(client, later, "\n".join(lines))
        assert not preview.context["choices"].fields
        confirm(client, later, preview)
        assert sorted(n for _, n, _ in entered(later)) == sorted(THIRTEEN)
    assert club.players.count() == 13


def test_a_doubtful_name_is_no_player_that_another_line_is(
    club: Club, client: Client, tournament: Tournament
) -> None:
    builders.player(club, "Jan Novák", "Lodge 1")
    builders.player(club, "Jan Novak", "Lodge 2")
    said = pasted(client, tournament, "novak jan\nNovak Jan\nMarie Kubala")
    assert message("{n} people were entered.", n=3) in said
    assert tournament.entries.values("player").distinct().count() == 3
    assert {lodge for _, _, lodge in entered(tournament)} == {"", "Lodge 1", "Lodge 2"}


def test_one_player_chosen_for_two_lines_is_asked_once_more(
    club: Club, client: Client, tournament: Tournament
) -> None:
    marie = builders.player(club, "Marie Kubala")
    preview = paste(client, tournament, "Maria Kubala\nMariae Kubala")
    both = dict.fromkeys(preview.context["choices"].fields, f"player-{marie.pk}")
    refused = confirm(client, tournament, preview, **both)
    assert "“Maria Kubala” has the same answer" in refused.content.decode()
    assert not entered(tournament)


def test_whoever_of_a_list_is_not_entered_is_said(
    club: Club, client: Client, tournament: Tournament
) -> None:
    builders.entries(tournament, 2)
    said = pasted(client, tournament, "Marie Kubala\nEmil Hruska\nEmil Hruška")
    assert message("{n} person was entered.", n=1) in said
    assert (
        message("Skipped because they were listed twice: {names}.", names="Emil Hruška")
        in said
    )
    assert message("{n} person was already entered.", n=1) in said


def test_nothing_chosen_is_one_error_for_all(
    client: Client, tournament: Tournament
) -> None:
    names = "\n".join(f"Josef Marek{'aeiou'[n % 5] * (n + 1)}" for n in range(12))
    refused = confirm(client, tournament, paste(client, tournament, names))
    assert refused.content.decode().count('role="alert"') == 1
    assert not entered(tournament)


def test_a_forged_choice_is_refused(
    club: Club, client: Client, tournament: Tournament
) -> None:
    builders.player(club, "Marie Kubala")
    theirs = builders.player(builders.club("other"), "Maria Kubala")
    preview = paste(client, tournament, "Maria Kubala")
    (line,) = preview.context["choices"].fields
    answer = confirm(client, tournament, preview, **{line: f"player-{theirs.pk}"})
    assert answer.status_code == 200
    assert not entered(tournament)


def test_a_taken_number_is_said_on_the_preview(
    client: Client, tournament: Tournament
) -> None:
    builders.entries(tournament, 1)
    preview = paste(client, tournament, "1 Josef Marek")
    refused = confirm(client, tournament, preview)
    assert refused.status_code == 200
    assert "number 1. It’s already in use: Marie Kubala" in refused.content.decode()


@in_turn("text", ["", "  \n ", "???", "7 Ann\n7 Bob", "x" * 500_000])
def test_what_cannot_be_read_is_said_and_kept(
    client: Client, tournament: Tournament, text: str
) -> None:
    answer = paste(client, tournament, text)
    assert answer.status_code == 200
    assert "text" in answer.context["paste"].errors
    assert answer.context["paste"]["text"].value() == text


@pytest.mark.parametrize(
    ("letters", "status", "said"),
    [
        (400_001, 200, "The list has 400,001 characters, and the limit is 400,000."),
        (2_600_000, 413, "400,000 characters for a list of people."),
    ],
)
def test_a_list_too_long_is_told_the_limit(
    client: Client,
    tournament: Tournament,
    caplog: pytest.LogCaptureFixture,
    letters: int,
    status: int,
    said: str,
) -> None:
    page = client.get(at(tournament, "entries-paste")).content.decode()
    assert "maxlength" not in page.partition("<textarea")[2].partition(">")[0]
    text = "Marie\n" * (letters // 6) + "x" * (letters % 6)
    answer = client.generic(
        "POST",
        at(tournament, "entries-paste"),
        f"text={text}",
        content_type="application/x-www-form-urlencoded",
    )
    assert answer.status_code == status
    assert said in " ".join(answer.content.decode().split())
    assert not [each for each in caplog.records if each.exc_info]


def test_a_confirmation_of_nonsense_starts_anew(
    client: Client, tournament: Tournament
) -> None:
    for sent in ({}, {"text": "???", "key": "k"}, {"text": "Marie"}):
        answer = client.post(at(tournament, "entries-confirm"), sent)
        assert answer.url == at(tournament, "entries-paste")
    assert not entered(tournament)


def test_names_are_shown_as_text(client: Client, tournament: Tournament) -> None:
    html = paste(client, tournament, "<script>x</script>, <b>").content.decode()
    assert "<script>x" not in html


@in_turn("encoding", ["utf-8", "utf-8-sig", "cp1250", "utf-16"])
@in_turn("separator", [";", ",", "\t"])
def test_files_of_every_office_are_read(
    client: Client, tournament: Tournament, encoding: str, separator: str
) -> None:
    content = PEOPLE.replace(";", separator).replace("\n", "\r\n").encode(encoding)
    preview = upload(client, tournament, content)
    confirm(client, tournament, preview)
    assert entered(tournament) == [
        (7, "Marie Kubalová", "Lodge 24"),
        (8, "Josef Šťastný", ""),
    ]


def test_a_workbook_is_read(client: Client, tournament: Tournament) -> None:
    rows = [["START NO.", "First name", "Surname", "Club"], [7, "Marie", "Kubala", 24]]
    preview = upload(client, tournament, workbook(rows), "people.xlsx")
    confirm(client, tournament, preview)
    assert entered(tournament) == [(7, "Marie Kubala", "24")]


def test_a_file_without_headings_is_read_too(
    client: Client, tournament: Tournament
) -> None:
    preview = upload(client, tournament, b"3,Marie Kubala,Lodge 24\n,Josef Marek,")
    confirm(client, tournament, preview)
    assert [name for _, name, _ in entered(tournament)] == [
        "Marie Kubala",
        "Josef Marek",
    ]


def test_wrong_rows_are_named_with_line_and_column(
    client: Client, tournament: Tournament
) -> None:
    content = b"Name;Number\nMarie;7\n;8\nJosef;x\n\nAnna;7"
    errors = upload(client, tournament, content).context["upload"].errors["file"]
    assert errors == [
        "Line 3, name: The name is missing.",
        "Line 4, number: “x” isn’t a start number from 1 to 9,999.",
        "Line 6, number: Start number 7 is already used in line 2.",
    ]


def zip_bomb() -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("xl/worksheets/sheet1.xml", b"0" * 60_000_000)
    return out.getvalue()


def entity_bomb() -> bytes:
    """A workbook whose sheet would grow a million times when read."""
    plain, out = workbook([["Name"], ["Marie"]]), io.BytesIO()
    bomb = '<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa">' + "".join(
        f'<!ENTITY {chr(98 + n)} "{f"&{chr(97 + n)};" * 10}">' for n in range(8)
    )
    with zipfile.ZipFile(io.BytesIO(plain)) as old, zipfile.ZipFile(out, "w") as new:
        for part in old.infolist():
            data = old.read(part)
            if part.filename.endswith("sheet1.xml"):
                data = f"{bomb}]><worksheet>&i;</worksheet>".encode()
            new.writestr(part.filename, data)
    return out.getvalue()


@in_turn(
    "content, name",
    [
        (b"", "a.csv"),
        (b"\n\n", "a.csv"),
        (b"\x00\x01\x02\x00", "a.csv"),
        (b"PK\x03\x04 broken", "a.xlsx"),
        (b"\xd0\xcf\x11\xe0 old", "a.xls"),
        (b"Number;Lodge\n1;2", "a.csv"),
        (b'Name\n"never closed', "a.csv"),
        (b"Name\n" + b"x" * 2_000_001, "a.csv"),
        (b"Name\n" + b"Marie Kubala\n" * 2_001, "a.csv"),
        (b"%PDF-1.7", "a.pdf"),
        (workbook([]), "a.xlsx"),
        (workbook([["Name"], [None]]), "a.xlsx"),
    ],
)
def test_a_file_that_cannot_be_read_is_a_clear_error(
    client: Client, tournament: Tournament, content: bytes, name: str
) -> None:
    answer = upload(client, tournament, content, name)
    assert answer.status_code == 200
    if "upload" in answer.context:
        assert answer.context["upload"].errors["file"]
    assert not entered(tournament)


@pytest.mark.parametrize("bomb", [zip_bomb, entity_bomb])
def test_a_bomb_does_not_go_off(client: Client, tournament: Tournament, bomb) -> None:
    answer = upload(client, tournament, bomb(), "a.xlsx")
    assert answer.status_code == 200
    assert answer.context["upload"].errors["file"]


def test_no_file_is_said_and_the_pasted_list_stays(
    client: Client, tournament: Tournament
) -> None:
    answer = client.post(at(tournament, "entries-upload"), {"text": "Marie Kubala"})
    assert answer.context["paste"]["text"].value() == "Marie Kubala"
    assert answer.context["upload"].errors["file"] == [message("Choose a file first.")]
    assert client.get(at(tournament, "entries-upload")).status_code == 302


def test_a_large_list_goes_through_in_few_queries(
    client: Client, tournament: Tournament, django_assert_max_num_queries
) -> None:
    text = "\n".join(f"{n} Guest{n} Visitor{n}, Lodge {n % 9}" for n in range(1, 301))
    with django_assert_max_num_queries(9):
        preview = paste(client, tournament, text)
    doubtful = preview.context["choices"].fields
    with django_assert_max_num_queries(50):
        answer = confirm(client, tournament, preview, **dict.fromkeys(doubtful, "new"))
    assert answer.status_code == 302
    assert len(entered(tournament)) == 300


def test_too_many_doubtful_lines_are_sent_back(
    client: Client, tournament: Tournament
) -> None:
    answer = paste(client, tournament, "Marie Kubala\n" * 450)
    assert answer.url == at(tournament, "entries-paste")


def test_a_class_that_is_none_is_told_before_the_preview(
    client: Client, tournament: Tournament
) -> None:
    text = "Name;Paid;Class\nMarie Kubala;yes;Women"
    answer = paste(client, tournament, text)
    assert "Fall Tarok doesn’t have a class named “Women.”" in answer.content.decode()
    assert answer.context["paste"]["text"].value() == text
    tournament.classes = "Women"
    tournament.save()
    preview = paste(client, tournament, text)
    assert "✓ paid, Women" in " ".join(preview.content.decode().split())
    confirm(client, tournament, preview)
    marie = tournament.entries.get()
    assert (marie.paid, marie.classes) == (True, ["Women"])


def test_the_letters_of_a_file_are_told_and_switched(
    client: Client, club: Club
) -> None:
    tournament = builders.tournament(club)
    page = upload(client, tournament, list_file("01-west-european.csv"))
    assert "Beatriz Muñoz" in page.text
    about = page.context["about"]
    assert next(code for code, _ in about.others) == "cp1250"

    def read_as(reading: str, encoding: str):
        sent = {"reading": reading, "read_as": encoding, "text": "", "key": "k"}
        return client.post(at(tournament, "entries-upload"), sent)

    assert "Muńoz" in read_as(about.reading, "cp1250").text
    assert "Beatriz Muñoz" in read_as(about.reading, "cp1252").text
    assert read_as("0" * 20 + "-" + "0" * 32, "cp1252").status_code == 302
