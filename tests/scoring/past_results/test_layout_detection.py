"""What an old list says is read from any shape a club may have given it."""

from datetime import date

from hypothesis import given
from hypothesis import strategies as st

from scoring.past_results.cell_parser import SheetYear, day_in
from scoring.past_results.event_parser import (
    ColumnMeaning,
    Fact,
    ParserChoices,
    PastEvening,
)
from scoring.past_results.layout import Shape
from scoring.past_results.layout_detection import Recognized, recognize
from scoring.people.spreadsheets import Worksheet, read_sheets
from tests.in_turn import in_turn
from tests.messages import message
from tests.scoring.past_results import lists

TODAY = date(2026, 11, 22)


def read(name: str, content: bytes) -> Recognized:
    return recognize(read_sheets(name, content), around=name, today=TODAY)


def told(found: Recognized) -> list[tuple[str, list[tuple[object, ...]]]]:
    """Day, and name with number or place, of what comes."""
    return [
        (str(e.day), [(f.name, f.place, f.total) for f in e.facts])
        for e in found.coming
    ]


def test_a_year_a_sheet_and_an_evening_a_column() -> None:
    found = read("liga.xlsx", lists.a_year_a_sheet())

    assert found.holds is ColumnMeaning.TOTAL
    assert told(found) == [
        (
            "1998-01-16",
            [
                ("Marie Kubala", None, 412),
                ("Josef Marek", None, 395),
                ("Anna Havlová", None, 293),
            ],
        ),
        ("1998-02-20", [("Marie Kubala", None, 388), ("Anna Havlová", None, 312)]),
        ("1998-03-20", [("Josef Marek", None, 401)]),
        ("1999-01-15", [("Marie Kubala", None, 300), ("Jan Novák st.", None, 500)]),
        ("1999-02-19", [("Marie Kubala", None, 310)]),
    ]


def test_one_row_an_evening_and_player() -> None:
    found = read("results.csv", lists.a_row_an_evening_and_player())

    assert not found.asks_order  # 5/21 says that months stand first
    assert told(found) == [
        ("2004-05-01", [("Marie Kubala", 1, 1340), ("Josef Marek", 2, 1290)]),
        ("2004-05-21", [("Josef Marek", 1, 402), ("Anna Havel", 2, 398)]),
    ]
    assert [e.title for e in found.coming] == ["Spring opener", ""]
    assert [f.rounds for e in found.coming for f in e.facts] == [13, 13, 4, None]


def test_places_alone_and_two_columns_an_evening() -> None:
    content = lists.places_alone()
    cup, finals = read_sheets("cup.xlsx", content)

    assert told(recognize([cup], today=TODAY)) == [
        ("2011-02-04", [("Eva Wimmer", 1, None), ("Franz Gruber", 2, None)]),
        (
            "2011-03-04",
            [
                ("Eva Wimmer", 2, None),
                ("Franz Gruber", 1, None),
                ("Max Huber-Lang", 3, None),
            ],
        ),
    ]
    found = recognize([finals], today=TODAY)
    assert found.holds is ColumnMeaning.NET
    assert told(found) == [
        ("2011-12-02", [("Eva Wimmer", 1, 55), ("Franz Gruber", 2, -55)]),
        ("2011-12-09", [("Eva Wimmer", 2, -12), ("Franz Gruber", 1, 12)]),
    ]


def test_one_slip_makes_no_points_of_chips() -> None:
    rows = [
        ("Name", "1.5.1998", "8.5.1998"),
        ("Marek, Jr.", "12,5", "388"),
        ("Anna Havel", "12", "300"),
    ]
    found = recognize([Worksheet("", rows)])
    assert found.holds is ColumnMeaning.TOTAL
    assert [e.comes for e in found.evenings] == [False, True]
    assert found.coming[0].facts[0].name == "Marek Jr."

    rows = [("Name", "1.5.1998", "8.5.1998"), ("Marie", "12,5", "9")]
    assert recognize([Worksheet("", rows)]).holds is ColumnMeaning.POINTS


def test_the_sheet_may_lie_on_its_side_or_be_one_evening() -> None:
    rows = lists.as_text(lists.across(EVENINGS))
    on_side = [tuple(each) for each in zip(*rows, strict=True)]
    assert facts(recognize([Worksheet("", on_side)])) == facts(
        recognize([Worksheet("", rows)])
    )

    one = Worksheet("3. 6. 2005", [("Jméno", "Body"), ("Eva", "120"), ("Jan", "80")])
    (evening,) = recognize([one]).coming
    assert (evening.day, len(evening.facts)) == (date(2005, 6, 3), 2)


def test_what_cannot_be_read_keeps_its_evening_out_and_is_named() -> None:
    rows = [
        ("Name", "1.5.1998", "2.5.1998", "3.5.2098"),
        ("Marie", "340", "12", "1"),
        ("marie", "341", "", ""),
        ("Josef", "260", "Dallas", "2"),
        ("Anna", "", "7", ""),
    ]
    found = recognize(
        [Worksheet("", rows)], ParserChoices(holds=ColumnMeaning.TOTAL), today=TODAY
    )

    assert [e.problems for e in found.evenings] == [
        (
            message(
                "Lines {one} and {other} have the same name: {name}.",
                one=2,
                other=3,
                name="marie",
            ),
        ),
        (message("{place}: “{text}” isn’t a number.", place="Line 4", text="Dallas"),),
        (message("This date is in the future."),),
    ]
    assert not found.coming


def test_what_somebody_says_is_so() -> None:
    rows = [("Name", "1/2/1998", "3/4/1998"), ("Marie", "3", "1"), ("Josef", "0", "2")]
    sheets = [Worksheet("", rows)]

    found = recognize(sheets)
    assert found.asks_order
    assert [str(e.day) for e in found.evenings] == ["1998-02-01", "1998-04-03"]
    found = recognize(
        sheets,
        ParserChoices(
            ColumnMeaning.NET,
            True,
            False,
            days={"0.1": "1999-12-31"},
            off=frozenset({"0.2"}),
            rounds=4,
        ),
    )
    assert told(found) == [("1999-12-31", [("Marie", None, 3), ("Josef", None, 0)])]
    assert {f.rounds for e in found.coming for f in e.facts} == {4}
    zero_is_away = recognize(sheets, ParserChoices(ColumnMeaning.TOTAL, None, True))
    assert [len(e.facts) for e in zero_is_away.evenings] == [1, 2]


def test_evenings_without_a_day_wait_for_one() -> None:
    rows = [("Jméno", "I", "II"), ("Marie", "340", "310"), ("Josef", "260", "290")]
    found = recognize([Worksheet("Jaro", rows)])
    assert [(e.label, e.day, e.comes) for e in found.evenings] == [
        ("I", None, False),
        ("II", None, False),
    ]
    days = {e.key: f"2001-03-{n:02}" for n, e in enumerate(found.evenings, start=1)}
    assert (
        len(recognize([Worksheet("Jaro", rows)], ParserChoices(days=days)).coming) == 2
    )


@in_turn(
    "text, day",
    [
        ("1.5.1998", "1998-05-01"),
        ("1. 5. 98", "1998-05-01"),
        ("1998-05-01", "1998-05-01"),
        ("Fr 1.5.", "1997-05-01"),
        ("21/5/07", "2007-05-21"),
        ("5/21/2007", "2007-05-21"),
        ("May 1st, 1998", "1998-05-01"),
        ("1. května 1998", "1998-05-01"),
        ("12. Jänner 2003", "2003-01-12"),
        ("1998. május 1.", "1998-05-01"),
        ("1 May 98", "1998-05-01"),
        ("35916", "1998-05-01"),
        ("říjen", "1996-10-01"),
        ("31.2.1998", "None"),
        ("Marek", "None"),
        ("12.5", "None"),
    ],
)
def test_days_are_understood_as_people_write_them(text: str, day: str) -> None:
    heard = day_in(text, SheetYear(1996, 1997))
    assert str(heard and heard.day) == day


NAMES = st.lists(
    st.text("abcdeěéňžÁ", min_size=3, max_size=8).map(lambda t: f"Q{t} Novák"),
    min_size=2,
    max_size=9,
    unique_by=lambda name: "".join(sorted(name.casefold())),
)


@st.composite
def past(draw: st.DrawFn) -> list[PastEvening]:
    names = draw(NAMES)
    days = draw(
        st.lists(
            st.dates(date(1950, 1, 1), date(2020, 1, 1)),
            min_size=2,
            max_size=6,
            unique=True,
        )
    )
    return [
        PastEvening(
            day,
            "",
            tuple(
                Fact(name, total=draw(st.integers(-999, 9_999)))
                for name in draw(
                    st.lists(st.sampled_from(names), min_size=2, unique=True)
                )
            ),
        )
        for day in sorted(days)
    ]


EVENINGS = [
    PastEvening(date(1998, 5, day), "", (Fact("Eva", total=1), Fact("Jan", total=day)))
    for day in (1, 8, 15)
]


def facts(found: Recognized) -> list[tuple[object, set[tuple[str, int | None]]]]:
    return [(e.day, {(f.name, f.total) for f in e.facts}) for e in found.coming]


@given(past())
def test_the_same_facts_come_out_of_either_shape(evenings: list[PastEvening]) -> None:
    same = [(e.day, {(f.name, f.total) for f in e.facts}) for e in evenings]
    chosen = ParserChoices(holds=ColumnMeaning.NET, zero_is_away=False)
    for shape, rows in (
        (Shape.ACROSS, lists.across(evenings)),
        (Shape.DOWN, lists.down(evenings)),
    ):
        found = recognize([Worksheet("", lists.as_text(rows))], chosen)
        assert found.sheets[0].layout.shape is shape
        assert facts(found) == same


@in_turn(
    "name",
    [
        "Nejvíc",
        "Výdaje za karty",
        "Startovné",
        "max",
        "Účast",
        "Celkem vybráno",
        "Počet hráčů",
        "Durchschnitt",
        "Total",
        "12. kolo",
        "Host 3",
        "Jméno",
    ],
)
def test_what_looks_like_a_total_or_a_footer_is_nobody(name: str) -> None:
    rows = [("Name", "1.5.1998", "8.5.1998"), ("Marie Kubala", "412", "388")]
    found = recognize([Worksheet("", [*rows, (name, "500", "600")])])
    assert found.nobodies == (name,)
    assert {f.name for e in found.evenings for f in e.facts} == {"Marie Kubala"}

    said = ParserChoices(nobody={name: False, "Marie Kubala": True})
    other = recognize([Worksheet("", [*rows, (name, "500", "600")])], said)
    assert other.nobodies == ("Marie Kubala",)
    assert {f.name for e in other.evenings for f in e.facts} == {name}


@in_turn("name", ["Max Huber", "Josef Celkem", "Anna Best", "Bank Tamás Jr"])
def test_somebody_who_is_called_like_it_is_somebody(name: str) -> None:
    rows = [("Name", "1.5.1998", "8.5.1998"), (name, "412", "388")]
    found = recognize([Worksheet("", rows)])
    assert found.nobodies == ()


def test_what_is_always_the_sum_of_all_is_nobody_in_any_language() -> None:
    people = [("Eva", 12, 34), ("Jan", 30, 20), ("Petr", 18, 16), ("Olga", 25, 41)]
    rows = [(name, str(a), str(b)) for name, a, b in people]
    heads = ("Name", "1.5.1998", "8.5.1998")
    found = recognize([Worksheet("", [heads, *rows, ("Mindösszesen", "85", "111")])])
    assert found.nobodies == ("Mindösszesen",)
    highest = recognize([Worksheet("", [heads, *rows, ("Rekord", "30", "41")])])
    assert highest.nobodies == ("Rekord",)
    # Who won each time is somebody.
    winner = recognize([Worksheet("", [heads, *rows, ("Ivan", "31", "42")])])
    assert winner.nobodies == ()


def test_halves_and_money_come_in_as_whole_numbers() -> None:
    heads = ("Name", "1.5.1998", "8.5.1998")
    halves = [heads, ("Marie", "412,5", "388"), ("Jan", "387,5", "400,5")]
    found = recognize([Worksheet("", halves)], ParserChoices(holds=ColumnMeaning.TOTAL))
    assert found.parts == 2
    assert facts(found)[0][1] == {("Marie", 825), ("Jan", 775)}
    money = [heads, ("Marie", "1 204,-", "12,50 Kč"), ("Jan", "$1,204.75", "-7,25")]
    cents = recognize([Worksheet("", money)])
    assert cents.parts == 100
    assert facts(cents)[0][1] == {("Marie", 120_400), ("Jan", 120_475)}
    assert facts(cents)[1][1] == {("Marie", 1_250), ("Jan", -725)}
    # A single comma among whole numbers is a slip, until somebody says otherwise.
    slip = [heads, ("Marie", "412,5", "388"), ("Jan", "387", "400")]
    told = recognize([Worksheet("", slip)])
    assert (told.parts, told.has_parts) == (1, True)
    assert told.evenings[0].problems == (
        message(
            "{place}: “{text}” isn’t a whole number of chips.",
            place="Line 2",
            text="412,5",
        ),
    )


def test_a_bare_title_line_does_no_harm() -> None:
    text = (
        "Liga 1999, podzim\n\nJméno;1.5.1999;8.5.1999\n"
        "Kubala, Marie;412,5;3\nMarek, Josef, Jr.;387,5;4,5\n"
    )
    found = read("liga.csv", text.encode())
    names = {fact.name for each in found.coming for fact in each.facts}
    assert names == {"Marie Kubala", "Josef Marek Jr."}


@in_turn(
    "typed, name",
    [
        ("Marek, Josef, Jr.", "Josef Marek Jr."),
        ("Marek, Jr., Josef", "Josef Marek Jr."),
        ("Marek, Josef Jr.", "Josef Marek Jr."),
        ("Marek Jr., Josef", "Josef Marek Jr."),
        ("Josef Marek, Jr.", "Josef Marek Jr."),
        ("Marek, Josef Jan", "Josef Jan Marek"),
        ("Marek,", "Marek,"),
    ],
)
def test_names_with_commas(typed: str, name: str) -> None:
    rows = [("Name", "1.5.1998", "8.5.1998"), (typed, "412", "388")]
    [first, _] = recognize([Worksheet("", rows)]).evenings
    assert [fact.name for fact in first.facts] == [name]


def test_a_sheet_on_its_side_names_columns() -> None:
    rows = [
        ("", "Marie", "Josef", "marie"),
        ("1.5.1998", "412", "Dallas", "1"),
        ("8.5.1998", "1", "2", "3"),
        ("9.5.1998", "1", "2", "1"),
    ]
    found = recognize([Worksheet("", rows)])
    assert found.evenings[0].problems[0] == message(
        "{place}: “{text}” isn’t a number.", place="Column C", text="Dallas"
    )
    assert (
        message(
            "Columns {one} and {other} have the same name: {name}.",
            one="B",
            other="D",
            name="marie",
        )
        in found.evenings[0].problems
    )
