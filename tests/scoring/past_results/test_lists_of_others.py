"""Past results out of lists as other programs and other people save them."""

import pytest

from clubs.models import Club
from scoring.core.readings import Unreadable
from scoring.past_results.event_parser import ColumnMeaning, ParserChoices
from scoring.past_results.import_drafts import sheets_of
from scoring.past_results.layout import Meaning, Shape, is_nobody
from scoring.past_results.layout_detection import Recognized, recognize
from scoring.past_results.matching import matched
from scoring.people.spreadsheets import read_book
from tests.in_turn import in_turn
from tests.list_files import Rows, csv_of, list_file, xlsx_of

PEOPLE = ("Marie Kubala", "Josef Marek", "Anna Havel", "Jan Novák")


def read(
    content: bytes, name: str = "results.xlsx", choices: ParserChoices | None = None
) -> Recognized:
    sheets = read_book(name, content).sheets
    return recognize(sheets, choices or ParserChoices(), around=name)


def of_rows(
    rows: Rows, name: str = "results.xlsx", choices: ParserChoices | None = None
) -> Recognized:
    return read(xlsx_of(("Results", rows)), name, choices)


def days(found: Recognized) -> list[str]:
    return [str(evening.day) for evening in found.coming]


# --- The files ------------------------------------------------------------------------


def test_numbered_names_and_family_names_that_mean_a_sum_are_people() -> None:
    found = read(list_file("04-numbered-names.xlsx"))
    assert found.nobodies == ()
    assert [len(evening.facts) for evening in found.coming] == [12, 12, 12]
    for evening in found.coming:
        best = max(evening.facts, key=lambda fact: fact.total or 0)
        assert best.name == "Svoboda Jiří 2"


def test_formulas_without_values_are_told() -> None:
    found = read(list_file("06-formulas-without-values.xlsx"))
    assert found.unvalued == 16
    assert [bool(evening.problems) for evening in found.evenings] == [True, True, False]


def test_words_for_absence_are_asked_once() -> None:
    found = read(list_file("08-words-for-absence.xlsx"))
    assert len(found.coming) == 3
    assert {word for word, is_away in found.away if is_away} == {
        *("omluven", "nemoc", "abs.", "nehrál", "DNS", "ned.")
    }
    # A zero is a result.
    february = found.coming[1]
    assert {fact.name: fact.total for fact in february.facts}["Říha Pavel"] == 0
    said = ParserChoices(away={"nemoc": False})
    assert len(read(list_file("08-words-for-absence.xlsx"), choices=said).coming) == 2


def test_hands_with_players_across_are_no_events() -> None:
    content = list_file("11-hands-down-players-across.xlsx")
    with pytest.raises(Unreadable):
        sheets_of("hands.xlsx", content)
    assert not read(content).coming


@pytest.mark.django_db
def test_abbreviated_given_names_are_asked(club: Club) -> None:
    found = read(list_file("14-abbreviated-names.xlsx"))
    people = matched(club, [evening.past() for evening in found.coming])
    assert {doubt.name: doubt.names for doubt in people.doubtful} == {
        "Vašek Fr.": ("Vašek František",),
        "Šindler Vlad.": ("Šindler Vladimír",),
        "Hrbal Zd.": ("Hrbal Zdeněk",),
        "Michl J. ml.": ("Michl Jiří ml.",),
        "Kubíč Lad.": ("Kubíč Ladislav",),
        "Risteš Sl.": ("Risteš Slavko",),
    }


# --- The plainest list ----------------------------------------------------------------

PLAIN = [
    ("Place", "Name", "Total"),
    *((f"{n}.", name, 410 - n) for n, name in enumerate(PEOPLE, start=1)),
]


@in_turn(
    "heads",
    [
        *(("Place", "Name", "Total"), ("Pořadí", "Jméno", "Celkem")),
        *(("Platz", "Spieler", "Punkte"), ("Helyezés", "Név", "Összesen")),
        *(("Miejsce", "Gracz", "Wynik"), ("Mesto", "Igralec", "Skupaj")),
        *(("Posizione", "Giocatore", "Totale"), ("Rang", "Joueur", "Total")),
        *(("Poradie", "Meno", "Spolu"), ("Puesto", "Jugador", "Puntos")),
    ],
)
def test_one_event_without_a_day_is_found_and_asks_for_it(
    heads: tuple[str, ...],
) -> None:
    found = of_rows([heads, *PLAIN[1:]])
    (evening,) = found.evenings
    assert evening.day is None
    assert [(f.name, f.place, f.total) for f in evening.facts] == [
        (name, n, 410 - n) for n, name in enumerate(PEOPLE, start=1)
    ]
    said = ParserChoices(days={evening.key: "2019-05-12"})
    assert days(of_rows([heads, *PLAIN[1:]], choices=said)) == ["2019-05-12"]


@in_turn(
    "name, day",
    [
        ("turnaj_2019-05-12.xlsx", "2019-05-12"),
        ("Tarok 12.5.2019.xlsx", "2019-05-12"),
        ("May 12, 2019.csv", "2019-05-12"),
        ("results 2019.xlsx", ""),
        ("List1.xlsx", ""),
    ],
)
def test_the_day_may_come_from_the_name_of_the_file(name: str, day: str) -> None:
    assert days(of_rows(PLAIN, name)) == ([day] if day else [])


@in_turn(
    "sheet",
    [
        *("List1", "Sheet1", "Tabelle1", "Munka1", "Arkusz1", "Feuil1", "Foglio1"),
        *("Hárok1", "List 2", "Blad1", "Hoja1"),
    ],
)
def test_the_usual_name_of_a_sheet_is_no_day(sheet: str) -> None:
    rows = [("Season 2019",), *PLAIN]
    assert not read(xlsx_of((sheet, rows))).coming


@in_turn(
    "heads, last",
    [
        (("Name", "1. kolo", "2. kolo", "Celkem"), None),
        (("Name", "Round 1", "Round 2", "Total"), None),
        (("Spieler", "Runde 1", "Runde 2", "Summe"), None),
        (("Name", "R1", "R2", "Total"), None),
        (("Name", "1", "2", "Sum"), None),
    ],
)
def test_columns_of_rounds_with_totals_are_one_event(
    heads: tuple[str, ...], last: None
) -> None:
    rows = [(name, 100 + n, 99, 199 + n) for n, name in enumerate(PEOPLE)]
    found = of_rows([heads, *rows])
    (evening,) = found.evenings
    assert [(f.total, f.rounds) for f in evening.facts] == [
        (199 + n, 2) for n in range(4)
    ]


def test_columns_of_rounds_may_be_events_and_the_other_way_round() -> None:
    rows = [(name, 100 + n, 99, 199 + n) for n, name in enumerate(PEOPLE)]
    heads = ("Name", "1. kolo", "2. kolo", "Celkem")
    own = {"0.1": Meaning.EVENING, "0.2": Meaning.EVENING}
    found = of_rows([heads, *rows], choices=ParserChoices(columns=own))
    assert [evening.label for evening in found.evenings] == ["1. kolo", "2. kolo"]

    no_total = [heads[:3], *(row[:3] for row in rows)]
    assert len(of_rows(no_total).evenings) == 2
    own = {"0.1": Meaning.ROUND, "0.2": Meaning.ROUND}
    (evening,) = of_rows(no_total, choices=ParserChoices(columns=own)).evenings
    assert [(f.total, f.rounds) for f in evening.facts] == [
        (199 + n, 2) for n in range(4)
    ]


def test_a_column_may_be_set_in_every_layout() -> None:
    heads = ("Hráč", "12.1.2019", "9.2.2019", "Bonus")
    rows = [heads, *((name, 1 + n, 4 - n, 7) for n, name in enumerate(PEOPLE))]
    found = of_rows(rows)
    assert [column.head for column in found.sheets[0].columns] == [*heads]
    own = ParserChoices(columns={"0.2": Meaning.NOTHING, "0.3": Meaning.EVENING})
    assert [evening.label for evening in of_rows(rows, choices=own).evenings] == [
        *("12.1.2019", "Bonus")
    ]


@in_turn(
    "rows, shape",
    [
        ([("Hráč", "12.1.2019"), *((n, 400) for n in PEOPLE)], Shape.ACROSS),
        (
            [("Poř.", "Hráč", "12.1.2019"), *((1, n, 400) for n in PEOPLE)],
            Shape.ACROSS,
        ),
        ([*((n, 400) for n in PEOPLE)], Shape.ONE),
        ([("Cup",), ("12. 5. 2019",), PLAIN[0], *PLAIN[1:]], Shape.ONE),
    ],
)
def test_one_dated_column_or_none_is_understood(rows: Rows, shape: Shape) -> None:
    found = of_rows(rows)
    assert found.sheets[0].layout.shape is shape
    assert [len(evening.facts) for evening in found.evenings] == [4]


def test_places_before_totals_without_heads() -> None:
    (evening,) = of_rows([(n, name, 400) for n, name in enumerate(PEOPLE, 1)]).evenings
    assert [(f.place, f.total) for f in evening.facts] == [
        (n, 400) for n in range(1, 5)
    ]


def test_our_own_standings_come_back() -> None:
    rows = [
        "place,shared,start_number,name,lodge,total,points,rounds_played,rulings,"
        "decided_by,rounds",
        '1,False,3,Marie Kubala,L24,412,3.5,4,0,,"100, 112, 100, 100"',
        '2,False,4,Josef Marek,L24,388,1,4,0,,"90, 98, 100, 100"',
    ]
    content = "\ufeff" + "\r\n".join(rows)
    (evening,) = read(content.encode(), "standings.csv").evenings
    assert [(f.name, f.place, f.total, f.rounds) for f in evening.facts] == [
        ("Marie Kubala", 1, 412, 4),
        ("Josef Marek", 2, 388, 4),
    ]


# --- Names ----------------------------------------------------------------------------


@in_turn(
    "name, is_one",
    [
        *(("Svoboda Jiří 2", True), ("Bank Péter", True), ("Suma Ladislav", True)),
        *(("Kasse Hans", True), ("Media Luca", True), ("Novák Jan 1.", True)),
        *(("Suma bodů", False), ("Bank", False), ("Celkem vybráno", False)),
        *(("Host 3", False), ("Round 2", False), ("12. kolo", False)),
        *(("Total chips", False), ("Summe Punkte", False), ("Součet", False)),
    ],
)
def test_who_is_somebody(name: str, is_one: bool) -> None:
    assert is_nobody(name) is not is_one


@in_turn(
    "head, written, spoken",
    [
        ("Příjmení a jméno", "Dr. Marek Josef", "Dr. Josef Marek"),
        ("Příjmení a jméno", "Svoboda Jiří 2", "Jiří Svoboda 2"),
        ("Jméno a příjmení", "Josef Marek", "Josef Marek"),
        ("Last, First", "Qual, Xilo", "Xilo Qual"),
        ("Name", "Josef Marek, Austin", "Josef Marek"),
        ("Name", "Marek, Josef", "Josef Marek"),
    ],
)
def test_the_order_of_names_is_that_of_the_list(
    head: str, written: str, spoken: str
) -> None:
    rows = [(head, "12.1.2019", "9.2.2019"), (written, 1, 2), ("Havel", 2, 1)]
    assert of_rows(rows).evenings[0].facts[0].name == spoken


def test_family_and_given_names_in_two_columns() -> None:
    rows = [("Name", "Vorname", "Punkte"), ("Kubala", "Marie", 1), ("Marek", "Jan", 2)]
    (evening,) = of_rows(rows).evenings
    assert [fact.name for fact in evening.facts] == ["Marie Kubala", "Jan Marek"]


# --- Cells ----------------------------------------------------------------------------


@in_turn("cell", ["3.-5.", "3-5", "3. – 5.", "3./5.", "3.", "3=", "3rd"])
def test_a_shared_place_is_the_first_of_them(cell: str) -> None:
    rows = [("Place", "Name", "Total"), (cell, "Marie Kubala", 1), (4, "Jan Novák", 2)]
    assert of_rows(rows).evenings[0].facts[0].place == 3


def test_places_with_dots_in_columns_of_days_are_places() -> None:
    rows = [
        ("Hráč", "12.1.2019", "9.2.2019"),
        *zip(
            PEOPLE,
            ("1.", "2.-3.", "2.-3.", "4."),
            ("4.", "1.", "2.", "3."),
            strict=True,
        ),
    ]
    found = of_rows(rows)
    assert found.holds is ColumnMeaning.PLACE
    assert [f.place for f in found.coming[0].facts] == [1, 2, 2, 4]


@in_turn(
    "word",
    [
        *("omluvena", "Nemoc", "krank", "entsch.", "fehlt", "beteg", "nieobecny"),
        *("odsoten", "assente", "excusé", "DNP", "ospravedlnený", "no show", "--"),
    ],
)
def test_words_for_absence_in_many_languages(word: str) -> None:
    rows = [("Name", "12.1.2019", "9.2.2019"), (PEOPLE[0], word, 1), (PEOPLE[1], 2, 3)]
    assert len(of_rows([*rows, (PEOPLE[2], 4, 5)]).coming) == 2


def test_an_unknown_word_waits_for_an_answer() -> None:
    rows = [
        ("Name", "12.1.2019", "9.2.2019"),
        (PEOPLE[0], "Dallas", 1),
        (PEOPLE[1], 2, 3),
    ]
    found = of_rows(rows)
    assert found.away == (("Dallas", False),)
    assert len(found.coming) == 1
    said = ParserChoices(away={"dallas": True})
    assert len(of_rows(rows, choices=said).coming) == 2


def test_many_zeros_are_asked_about() -> None:
    rows = [
        ("Hráč", "12.1.2019", "9.2.2019"),
        *zip(PEOPLE, (0, 400, 401, 399), (400, 0, 0, 401), strict=True),
    ]
    assert not of_rows(rows).coming
    for zero_is_away, number in ((True, 3), (False, 4)):
        said = ParserChoices(zero_is_away=zero_is_away)
        assert len(of_rows(rows, choices=said).coming[0].facts) == number


# --- Sheets ---------------------------------------------------------------------------

DATED = [("Hráč", "12.1.2019", "9.2.2019"), *((name, 400, 401) for name in PEOPLE)]


def test_hidden_sheets_and_rows_are_left_out_until_somebody_wants_them() -> None:
    content = xlsx_of(
        ("2019", DATED), ("Old", [("Hráč", "1.5.2018"), *((n, 1) for n in PEOPLE)]),
        hidden=["Old"], hidden_rows=[3],
    )  # fmt: skip
    found = read(content)
    assert (found.hidden_sheets, found.hidden_rows) == (1, 1)
    assert [len(evening.facts) for evening in found.coming] == [3, 3]
    shown = read(content, choices=ParserChoices(hidden=True))
    assert [len(evening.facts) for evening in shown.coming] == [4, 4, 4]


def test_one_day_twice_is_told() -> None:
    other = [("Hráč", "12.1.2019"), *((name, 399 + n) for n, name in enumerate(PEOPLE))]
    found = read(xlsx_of(("2019", DATED), ("All", DATED), ("B", other)))
    assert [evening.repeats for evening in found.evenings] == [
        *(False, False, True, True, False)
    ]
    assert all(evening.same_day for evening in found.evenings)


@in_turn(
    "rows",
    [
        [
            ("Zeit", *PEOPLE),
            *((f"06.04.2026, 20:1{n}", 1, -1, 2, -2) for n in range(4)),
        ],
        [("Hráč", "12.1.2019", "9.2.2019"), (PEOPLE[0], 400, 401)],
    ],
)
def test_hands_and_one_player_alone_are_refused(rows: Rows) -> None:
    with pytest.raises(Unreadable):
        sheets_of("list.csv", csv_of(rows))
