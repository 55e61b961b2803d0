"""How numbers, amounts and times are written."""

import re
from fractions import Fraction

import pytest
from django.conf import settings
from django.template import Context, Template

from clubs import i18n
from clubs.i18n import short_name
from tests.in_turn import in_turn


@in_turn(
    "number, written",
    [(0, "0"), (112, "112"), (-12, "−12"), (None, "–"), ("", "–")],
)
def test_chips_have_a_true_minus(number: int | None, written: str) -> None:
    assert i18n.chips(number) == written


@in_turn(
    "typed, number",
    [
        *[("54", 54), (" 7 ", 7), (54, 54), ("٣", 3), ("9" * 18, 10**18 - 1)],
        *[("", None), (None, None), ("-1", None), ("7.5", None), ("²", None)],
        *[("1_000", None), ("9" * 19, None), ("9" * 5_000, None)],
    ],
)
def test_a_whole_number_has_as_many_digits_as_a_column_holds(
    typed: object, number: int | None
) -> None:
    assert i18n.whole_number(typed) == number


@pytest.mark.parametrize(
    ("number", "written"), [(12, "+12"), (-12, "−12"), (0, "0"), (None, "–")]
)
def test_gains_have_a_plus(number: int | None, written: str) -> None:
    assert i18n.signed(number) == written


@in_turn(
    "number, written",
    [
        (4, "4"),
        (3.5, "3½"),
        (Fraction(5, 2), "2½"),
        (0.5, "½"),
        (0, "0"),
        (-1.5, "−1½"),
        (Fraction(10, 3), "3.33"),
        (None, "–"),
    ],
)
def test_shared_points_are_fractions(number: float | None, written: str) -> None:
    assert i18n.points(number) == written


def test_chips_agree_with_their_number() -> None:
    assert [i18n.chips_word(n) for n in (1, 9, 0)] == [
        "1 chip",
        "9 chips",
        "0 chips",
    ]
    said = [i18n.many(n, "chip", "+") for n in (1, -1, 5, -5)]
    assert said == ["+1 chip", "−1 chip", "+5 chips", "−5 chips"]


COUNTED = "minutes|seconds|hands|chips|sheets|rounds|tables|players|people|pages"
BARE = re.compile(rf".{{0,20}}\{{\{{ ?([\w.|]+) ?}}}}(?:</\w+>)? (?:{COUNTED})\b")
# What is said of several, where the page says it otherwise of one.
OF_SEVERAL = re.compile(r"\{% plural %\}.*?\{% endblocktranslate %\}", re.DOTALL)
NEVER_ONE = re.compile(
    r"\{% else %\}|if more %|with all |must_total|\{\{ many|job\.of|\{\{ (?:here|average|enough)|begun"
)


def test_no_page_says_a_number_with_many_of_one() -> None:
    """A count beside its noun is written by `many`, or the page asks for 1 before."""
    found = [
        f"{path.name}: {match[0]}"
        for path in sorted((settings.BASE_DIR / "templates").rglob("*.html"))
        for match in BARE.finditer(OF_SEVERAL.sub("", path.read_text(encoding="utf-8")))
        if not NEVER_ONE.search(match[0])
    ]
    assert found == []


@in_turn(
    "name, family, given, short",
    [
        ("Marie Kubala", "Kubala", "Marie", "Marie K."),
        ("Tomáš Pospíšil st.", "Pospíšil st.", "Tomáš", "Tomáš P. st."),
        ("Josef Marek, Jr.", "Marek, Jr.", "Josef", "Josef M. Jr."),
        ("Marie K.", "K.", "Marie", "Marie K."),
        ("Pat St.", "St.", "Pat", "Pat S."),
        ("Kubala", "Kubala", "", "Kubala"),
        ("", "", "", ""),
    ],
)
def test_a_family_name_keeps_what_follows_it(
    name: str, family: str, given: str, short: str
) -> None:
    assert i18n.family_first(name) == (family, given)
    assert short_name(name) == short


def test_a_sentence_has_one_full_stop() -> None:
    assert i18n.sentence("Before Pospíšil st..") == "Before Pospíšil st."
    assert i18n.sentence("Wait ... here.") == "Wait ... here."


def test_a_list_of_sentences_has_each_with_its_values() -> None:
    said = i18n.and_list(i18n.message("table {n}", n=each) for each in (1, 2, 3))
    assert said == "table 1, table 2 and table 3"
    assert said.values["most"].values["part0"].values == {"n": 1}


def test_nothing_said_together_is_nothing() -> None:
    assert i18n.joined([]) == ""


@pytest.mark.parametrize(
    ("number", "text"),
    [
        (1, "1 table point"),
        (1.0, "1 table point"),
        (0, "0 table points"),
        (1.5, "1½ table points"),
        (Fraction(7, 2), "3½ table points"),
        (None, "– table points"),
    ],
)
def test_table_points_have_their_noun(number: float | None, text: str) -> None:
    assert i18n.table_points(number) == text


HEBREW = "אנה כהן"
ISOLATED = f"\N{FIRST STRONG ISOLATE}{HEBREW}\N{POP DIRECTIONAL ISOLATE}"


def test_a_name_from_right_to_left_turns_no_sentence_around() -> None:
    said = i18n.message("{name}: {n}", name=HEBREW, n=120)
    assert said == f"{ISOLATED}: 120"
    assert i18n.message("Well: {said}", said=said) == f"Well: {said}"
    assert i18n.in_english(said) == f"{HEBREW}: 120"  # as it is kept
    assert i18n.name(ISOLATED) == HEBREW  # copied from a page, and typed again


def test_a_name_from_right_to_left_turns_no_sentence_of_a_page_around() -> None:
    page = Template("{% blocktranslate %}{{ name }}: {{ n }}{% endblocktranslate %}")
    assert page.render(Context({"name": HEBREW, "n": 120})) == f"{ISOLATED}: 120"
