"""Which letters a text file has, where only its words can tell."""

import pytest

from scoring.people.encodings import NAMES, letters_of
from scoring.people.spreadsheets import read_again, read_table
from tests.in_turn import in_turn
from tests.list_files import list_file

WESTERN = (
    "Muñoz Beatriz;Peña Raúl;Lefèvre Agnès;Søren Kjær;Åsa Öberg;Weiß Jürgen",
    *("Núñez;Ibáñez", "Lefèvre;Agnès", "Kjær;Søren", "Jørgen Sørensen", "Bjørn Møller"),
    *("Åsa Lind", "Pål Håkansson", "Molière;Brière;Hélène", "Geneviève Dupré"),
    *("François Benoît", "Loïc Noël", "João Simões", "Øystein Lund", "Göran Ångström"),
    *("Zúñiga;José", "Nicolò;Forlì", "Lévêque", "Gómez Iñaki", "Håkon;Malmø"),
)
CENTRAL = (
    *("Dvořák;Jiří", "Šebesta;Růžena", "Černý;Malý", "Zdeněk;Říha", "Bělá;Kůs"),
    *("Kučera Břetislav", "Kovář;Žák", "Šimková", "Čermák Josef", "Lukáč;Novák"),
    *("Erdős Pál;Szűcs", "Wiśniewski;Kamiński", "Łukasz Żak", "Ľubomír Šťastný"),
    *("Hruška;Hřebík", "Ernő Győri", "Krč;Krčmář", "Čtvrtníček", "Ondřej Mařík"),
    *("Müller Jiří", "Götz Řehoř", "Ďuriš;Naďa", "Novotný;Malý", "Węgrzyn;Zając"),
)


@in_turn(
    "encoding, text",
    [
        *(("cp1252", text) for text in WESTERN),
        *(("cp1250", text) for text in CENTRAL),
        *(("cp852", text) for text in ("Dvořák;Jiří", "Novák;Zdeněk", "Erdős Pál")),
        *(("cp850", text) for text in ("Muñoz;Peña;Lefèvre", "Lefèvre;Agnès;Søren")),
        *(("iso8859_2", text) for text in ("Šebesta;Dvořák", "Žák;Šťastný")),
        ("mac_latin2", "Dvořák;Jiří;Šimková"),
        ("mac_roman", "Muñoz;Peña;Lefèvre"),
    ],
)
def test_names_tell_their_letters(encoding: str, text: str) -> None:
    letters = letters_of(text.encode(encoding))
    assert letters
    assert text.encode(encoding).decode(letters.encoding) == text


@in_turn("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be"])
def test_a_file_that_says_its_letters_is_not_weighed(encoding: str) -> None:
    content = "Name;Lodge\r\nMuñoz, Beatriz;Lodge 24\r\n".encode(encoding)
    table = read_table("list.csv", content)
    assert table.letters is None
    assert table.lines[1].cells == ("Muñoz, Beatriz", "Lodge 24")


def test_somebody_may_choose_other_letters() -> None:
    content = list_file("01-west-european.csv")
    table = read_table("list.csv", content)
    assert table.letters
    assert table.letters.encoding == "cp1252"
    assert "cp1250" in table.letters.others
    other = read_table("list.csv", content, "cp1250")
    assert other.letters
    assert other.letters.others[0] == "cp1252"
    assert other.lines[1].cells[0] == "Muńoz, Beatriz"
    # A cell that was kept is read again as the file would be.
    assert read_again("Muńoz, Beatriz", "cp1250", "cp1252") == "Muñoz, Beatriz"


def test_a_blank_of_windows_is_a_letter_of_dos() -> None:
    table = read_table(
        "list.csv", "Hráč;Body\r\nKuba Á.;1\r\nMalá;2\r\n".encode("cp852")
    )
    assert table.lines[0].cells == ("Hráč", "Body")
    assert read_again("Mal\N{NO-BREAK SPACE}", "cp1250", "cp852") == "Malá"


@pytest.mark.parametrize("encoding", NAMES)
def test_every_encoding_that_is_offered_can_be_read(encoding: str) -> None:
    assert b"Name;Lodge".decode(encoding) == "Name;Lodge"
