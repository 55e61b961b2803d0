"""Which word of a name is the family name: guessed, told, shortened, put in order."""

import pytest

from clubs.i18n import PersonName, guessed, typed_name
from clubs.i18n.person_names import key_of, possible
from tests.in_turn import in_turn


@in_turn(
    "name, given, family, short, initials",
    [
        ("Marie Kubala", "Marie", "Kubala", "Marie K.", "M. K."),
        ("Kovář Jan", "Jan", "Kovář", "Jan K.", "J. K."),
        ("Kovács János", "János", "Kovács", "János K.", "J. K."),
        ("Nováková Bohdalka", "Bohdalka", "Nováková", "Bohdalka N.", "B. N."),
        ("KOVÁŘ Petr Pavel", "Petr Pavel", "KOVÁŘ", "Petr Pavel K.", "P. K."),
        ("Marie Anna Kubala", "Marie Anna", "Kubala", "Marie Anna K.", "M. K."),
        ("Anna-Marie Krenek", "Anna-Marie", "Krenek", "Anna-Marie K.", "A. K."),
        ("Ludwig van Beethoven", "Ludwig", "van Beethoven", "Ludwig v.", "L. v."),
        ("van der Meer Jan", "Jan", "van der Meer", "Jan v.", "J. v."),
        ("Charles de la Cruz", "Charles", "de la Cruz", "Charles d.", "C. d."),
        ("van der Meer", "", "van der Meer", "v.", "v."),
        ("Dr. Anna Svoboda", "Anna", "Svoboda", "Anna S.", "A. S."),
        ("ifj. Kovács Pál", "Pál", "Kovács", "Pál K.", "P. K."),
        ("Josef Marek, Jr.", "Josef", "Marek", "Josef M. Jr.", "J. M."),
        ("Marek, Josef, Jr.", "Josef", "Marek", "Josef M. Jr.", "J. M."),
        ("John Smith III", "John", "Smith", "John S. III", "J. S."),
        ("Novák, Jan", "Jan", "Novák", "Jan N.", "J. N."),
        ("Kubala", "Kubala", "", "Kubala", "K."),
        ("Guest 12", "Guest 12", "", "Guest 12", "G. 12"),
        ("", "", "", "", ""),
    ],
)
def test_a_name_is_guessed_with_care(
    name: str, given: str, family: str, short: str, initials: str
) -> None:
    likely = guessed(name)
    assert (likely.given, likely.family, likely.guessed) == (given, family, True)
    assert (likely.short, likely.initials) == (short, initials)
    assert likely.fits


def test_what_nothing_tells_is_as_the_club_writes_names() -> None:
    assert guessed("Marek Josef").family == "Josef"
    assert guessed("Marek Josef", family_first=True).family == "Marek"
    assert guessed("Xaba Yuda Zuko", family_first=True).given == "Yuda Zuko"
    assert guessed("Marie Kubala", family_first=True).family == "Kubala"


def test_a_comma_tells_and_is_no_guess() -> None:
    told = PersonName("Jan Novák", "Jan", "Novák", guessed=False)
    assert typed_name("Novák, Jan") == told
    assert typed_name("Novák, Jan", family_first=True).whole == "Novák Jan"
    assert typed_name("Novák, Lodge 24").guessed
    assert typed_name("Josef Marek, Jr.").guessed
    assert typed_name("Jan Novák, Josef").whole == "Jan Novák, Josef"


def test_parts_are_found_again_in_another_writing() -> None:
    jana = PersonName("Kubalová Jana", "Jana", "Kubalová", guessed=False)
    for other in ("Jana Kubalova", "J. Kubalová", "Jana Nováková", "Nováková Jana"):
        again = jana.with_spelling(other)
        assert again
        assert again.given in ("Jana", "J.")
        assert not again.guessed
    assert jana.with_spelling("Petra Nováková") is None
    assert jana.with_spelling("Jana") is None


def test_every_way_to_part_a_name_can_be_chosen() -> None:
    ways = {(each.given, each.family) for each in possible("Marie Anna Kubala")}
    assert ("Marie", "Anna Kubala") in ways
    assert ("Anna Kubala", "Marie") in ways
    assert ("", "Marie Anna Kubala") in ways
    assert all(each.fits for each in possible("Josef Marek, Jr."))


def test_accents_are_aside_and_numbers_stand_in_their_order() -> None:
    names = ["Zeman Jan", "Jan Žák", "Jan Daněk", "Čermák Jan", "Jan Cyrus", "Guest 17"]
    names += ["Anna Ábel", "Jan Abel", "Guest 9", "jan cermak"]
    assert sorted(names, key=key_of) == [
        "Anna Ábel",
        "Jan Abel",
        "jan cermak",
        "Čermák Jan",
        "Jan Cyrus",
        "Jan Daněk",
        "Guest 9",
        "Guest 17",
        "Jan Žák",
        "Zeman Jan",
    ]


@pytest.mark.parametrize("size", [1, 50_000])
def test_a_very_long_name_is_no_trouble(size: int) -> None:
    assert guessed("á" * size + " x, " * size + "\u0301" * size)
