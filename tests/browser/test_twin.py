"""The phone reckons as `rules.spjst` does: on every case, and on records at random.

Both must give the same net, lines (items, seats, chips, sections and sentences), notes,
paragraphs for a player, and problem codes with their fields. The order of problems is
free: a browser puts the keys "1" to "4" first wherever they stand.
"""

import json
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from itertools import product
from random import Random
from typing import Any

import pytest
from django.test import override_settings
from django.utils.translation import override
from playwright.sync_api import Page

from clubs.compile_messages import MADE_UP, make_catalogues
from clubs.i18n.js_catalog import spoken as spoken_script
from rules.explanations import paragraphs
from rules.ledger import Line, Party
from rules.spjst import (
    HOUSE,
    PROBLEM_CODES,
    Deal,
    Holding,
    HouseRules,
    check,
    declarable,
    next_deal,
    parse,
    settle,
)
from rules.spjst.faults import FAULTS
from rules.spjst.values import bearable
from scoring.games.spjst.phone import rules_for_phone
from scoring.games.translation import spoken
from tests.browser.table_stub import TWIN, size_as_sent, source_of
from tests.drill.figures import say, size
from tests.messages import message
from tests.rules.spjst.cases import cases
from tests.rules.spjst.records import claims, history, house, record

TABLE = (  # of any game
    "js/say.js",
    "table/names.js",
    "table/ui/words.js",
    "table/paragraphs.js",
)
HOUSES, RECORDS_EACH = size(16, 44), size(125, 500)  # 22,000 records in a drill
HISTORIES = size(300, 2_000)
DEALS = size(3_000, 10_000)
MOST_BYTES = 8 * 1024  # all scripts, as they are sent
# What a phone of 2018 does not know (Chrome 70, iOS 12; the scripts keep to ES2017).
NEWER = (
    r"\?\.|\?\?|\{ \.\.\.|catch \{|\bat\(|BigInt|\.flat\(|flatMap|fromEntries|"
    r"globalThis|import |matchAll|replaceAll|structuredClone|this\.#"
)
ANSWERS = """(sent) => {
  const { rules, records } = JSON.parse(sent);
  const answer = (record) => {
    try {
      const problems = Spjst.check(record, rules);
      if (problems.length) return { problems };
      const account = Spjst.settle(record, rules);
      const told = Table.paragraphs(account.lines);
      const paragraphs = told.map(({ item, section, said, reasons }) => [item, section, said, reasons]);
      return Object.assign(account, { paragraphs });
    } catch (error) {
      return { error: error.stack };
    }
  };
  return JSON.stringify(records.map(answer));
}"""
NEXT_DEALS = """(sent) => JSON.stringify(
  JSON.parse(sent).map(([history, first]) => Spjst.nextDeal(history, first)))"""
PARAGRAPHS = "(sent) => JSON.stringify(Table.paragraphs(JSON.parse(sent)))"
DECLARABLE = """(sent) => {
  const { rules, holdings } = JSON.parse(sent);
  return JSON.stringify(holdings.map((each) => Spjst.declarable(each, rules)));
}"""
BEARABLE = """(sent) => {
  const { rules, deals } = JSON.parse(sent);
  return JSON.stringify(deals.map(([claims, away]) => Spjst.bearable(claims, rules, away)));
}"""
WRITTEN: tuple[tuple[list[tuple[Party, Party]], list[str]], ...] = (
    ([("PAR", 2)], ["Seat 2 writes 1 point."]),
    ([("PAR", 2), ("PAR", 3)], ["Seat 2 and seat 3 write 1 point each."]),
    ([(2, "PAR")], ["Seat 2 writes minus 1 point."]),
    ([(1, "PAR"), (3, "PAR")], ["Seat 1 and seat 3 write minus 1 point each."]),
)

Answer = dict[str, Any]
SPOKEN = [("en", "English"), (MADE_UP, "made up")]
in_each_language = pytest.mark.parametrize(
    "twin", size([MADE_UP], ["en", MADE_UP]), indirect=True
)


@contextmanager
def made() -> Iterator[None]:
    """The catalogues, before any of them is read."""
    make_catalogues()
    yield


@pytest.fixture
def twin(empty: Page, request: pytest.FixtureRequest) -> Iterator[Page]:
    """A page with the scripts, as the site serves them in a language."""
    language = getattr(request, "param", "en")
    with override_settings(LANGUAGES=SPOKEN), made(), override(language):
        empty.evaluate(f"document.documentElement.lang = '{language}'")
        for name in (*TABLE, *TWIN):
            empty.add_script_tag(content=spoken_script(source_of(name)))
        yield empty


def ask(page: Page, script: str, question: object) -> Any:
    """As text both ways, as on a real way; JSON that no browser reads fails here."""
    sent = json.dumps(question, allow_nan=False)
    return json.loads(page.evaluate(script, sent))


def truth(hand_record: Any, rules: HouseRules, sentences: dict[str, str]) -> Answer:
    if problems := check(hand_record, rules):
        return in_order(
            {
                **{"code": each.code, "field": each.field, "section": each.section},
                "message": sentences[each.code],
            }
            for each in problems
        )
    settlement = settle(parse(hand_record, checked=True), rules)
    lines = [
        {
            "item": line.item,
            "from": line.payer,
            "to": line.payee,
            "chips": line.chips,
            "section": line.section,
            "reasons": list(spoken(line.reasons)),
            "instead_of": line.instead_of,
        }
        for line in settlement.lines
    ]
    return {
        "net": list(settlement.net),
        "lines": lines,
        "notes": list(spoken(settlement.notes)),
        "paragraphs": [
            [
                each.item,
                each.section,
                list(spoken(each.said)),
                list(spoken(each.reasons)),
            ]
            for each in paragraphs(settlement.lines)
        ],
    }


def in_order(problems: Iterable[dict[str, str]]) -> Answer:
    return {
        "problems": sorted(problems, key=lambda each: sorted(map(str, each.items())))
    }


def compare(page: Page, rules: HouseRules, records: Sequence[Any]) -> list[Answer]:
    """What both say; fails at the first record on which they differ."""
    given_rules = rules_for_phone(rules)
    sentences = given_rules["tables"]["problems"]
    question = {"rules": given_rules, "records": records}
    expected = [truth(each, rules, sentences) for each in records]
    for given, true, said in zip(
        records, expected, ask(page, ANSWERS, question), strict=True
    ):
        answer = in_order(said["problems"]) if "problems" in said else said
        assert answer == true, json.dumps(given, ensure_ascii=False)
    return expected


def is_told_apart(value: Any) -> bool:
    """Does this JSON mean the same to a browser?

    The one exemption: 54.0 is no whole number in Python, and in JavaScript it is 54.
    The phone itself never writes such a number; the server refuses it.
    """
    if isinstance(value, dict | list):
        inner = value.values() if isinstance(value, dict) else value
        return all(map(is_told_apart, inner))
    return not (isinstance(value, float) and value.is_integer())


@in_each_language
def test_every_worked_hand_comes_to_the_same(twin: Page) -> None:
    for case in cases("hands"):
        answer = compare(
            twin, HOUSE.rules("spjst-2013", case["rules"]), [case["record"]]
        )
        assert answer[0]["net"] == case["net"], case["source"]


@in_each_language
def test_the_chip_table_and_whole_rounds_come_to_the_same(twin: Page) -> None:
    records = [
        {"bid": bid, "declarer": 1, "points": row["points"], "prever_set": number}
        for row in cases("chip_table")
        for bid, number in [
            ("povinost", None),
            *(("prever", number) for number in (1, 2, 3)),
        ]
    ]
    records += [hand["record"] for case in cases("rounds") for hand in case["hands"]]
    answers = compare(twin, HOUSE.presets["spjst-2013"], records)
    assert all("net" in answer for answer in answers)
    compare(twin, HOUSE.presets["westfest-2012"], records)


@in_each_language
def test_every_wrong_record_is_refused_alike(twin: Page) -> None:
    wrong = [case["record"] for case in cases("refused")]
    told_apart = [each for each in wrong if is_told_apart(each)]
    assert len(wrong) - len(told_apart) <= 3
    for rules in HOUSE.presets.values():
        assert all("problems" in answer for answer in compare(twin, rules, told_apart))


@pytest.mark.parametrize("twin", ["en", MADE_UP][: size(1, 2)], indirect=True)
def test_random_records_come_to_the_same(twin: Page) -> None:
    chance = Random(size(1996, 1897))  # both meet every problem there is
    seen: Counter[str] = Counter()
    houses = [*HOUSE.presets.values(), *(house(chance) for _ in range(HOUSES - 2))]
    for rules in houses:
        records = [record(chance) for _ in range(RECORDS_EACH)]
        assert all(map(is_told_apart, records))
        for answer in compare(twin, rules, records):
            seen["scored" if "net" in answer else "refused"] += 1
            seen.update(each["code"] for each in answer.get("problems", ()))
            seen.update({each["item"] for each in answer.get("lines", ())})
    say(f"{seen['scored']} records scored, {seen['refused']} refused alike")
    assert min(seen["scored"], seen["refused"]) >= HOUSES * RECORDS_EACH / 4
    items = ("value", "game", "valat", "pagat", "fault", "ruling")
    assert not {*PROBLEM_CODES, *items} - set(seen)


@pytest.mark.parametrize("twin", [MADE_UP], indirect=True)
def test_another_language_is_spoken(twin: Page) -> None:
    hand = {"bid": "povinost", "declarer": 1, "partner": 2, "points": 60}
    [answer] = compare(twin, HOUSE.presets["spjst-2013"], [hand])
    [paragraph] = answer["paragraphs"]
    assert all(said.startswith("⟦") for said in paragraph[2]), paragraph


def test_the_next_deal_is_the_same(twin: Page) -> None:
    chance = Random(1897)
    histories = [history(chance) for _ in range(HISTORIES)]
    asked = [(played, first and as_json(first)) for played, first in histories]
    for (played, first), said in zip(
        histories, ask(twin, NEXT_DEALS, asked), strict=True
    ):
        assert said == as_json(next_deal([parse(each) for each in played], first))
    assert ask(
        twin, NEXT_DEALS, [([], {"dealer": 2, "lead": 1, "sits": None}), ([], None)]
    ) == [
        {"dealer": 2, "lead": 1, "sits": None},
        None,
    ]


def as_json(deal: Deal) -> dict[str, int | None]:
    return {"dealer": deal.dealer, "lead": deal.povinost, "sits": None}


def test_what_goes_to_an_account_is_told_alike(twin: Page) -> None:
    parties = [(1, "POOL"), (2, "POOL"), ("PAR", 3), (5, "PAR"), (1, 4), ("POOL", 4)]
    lines: list[Line[Party]] = [
        Line("stake", payer, payee, 3, "§1", ("Each pays.",))
        for payer, payee in parties
    ]
    sent = [
        {"item": each.item, "from": each.payer, "to": each.payee, "chips": each.chips}
        | {"section": "§1", "reasons": each.reasons, "instead_of": None}
        for each in lines
    ]
    [paragraph] = ask(twin, PARAGRAPHS, sent)
    assert paragraph["said"] == list(paragraphs(lines)[0].said)
    assert "Seat 2 pays the pool 3 chips." in paragraph["said"]
    assert "Seat 3 writes 3 points." in paragraph["said"]
    assert "Seat 5 writes minus 3 points." in paragraph["said"]


def test_points_are_written_down_alike(twin: Page) -> None:
    for pairs, expected in WRITTEN:
        lines = [Line("ramsch", *pair, 1, "house", ("Why.",)) for pair in pairs]
        sent = [
            {"item": each.item, "from": each.payer, "to": each.payee, "chips": 1}
            | {"section": "house", "reasons": each.reasons, "instead_of": None}
            for each in lines
        ]
        [paragraph] = ask(twin, PARAGRAPHS, sent)
        assert paragraph["said"] == list(paragraphs(lines)[0].said) == expected


def test_every_holding_may_declare_the_same(twin: Page) -> None:
    chance = Random(1897)
    flags = (False, True)
    holdings = [
        {"trumps": trumps, "skys": skys, "mond": mond, "pagat": pagat, "kings": kings}
        for trumps, skys, mond, pagat, kings in product(
            range(13), flags, flags, flags, range(5)
        )
    ]
    for rules in (*HOUSE.presets.values(), house(chance), house(chance), house(chance)):
        question = {"rules": rules_for_phone(rules), "holdings": holdings}
        expected = [may_declare(holding, rules) for holding in holdings]
        assert ask(twin, DECLARABLE, question) == expected
    assert None in expected


def test_the_same_values_find_a_deal(twin: Page) -> None:
    chance = Random(1897)
    away = ((0, 0), (0, 0), (1, 0), (2, 3), (4, 2), (0, 6))
    deals = [(claims(chance), chance.choice(away)) for _ in range(DEALS)]
    question = {"rules": rules_for_phone(HOUSE.presets["spjst-2013"]), "deals": deals}
    expected = [bearable(map(frozenset, deal), *gone) for deal, gone in deals]
    assert ask(twin, BEARABLE, question) == expected
    assert DEALS / 4 < sum(expected) < DEALS * 3 / 4


def may_declare(holding: dict[str, Any], rules: HouseRules) -> list[str] | None:
    try:
        return list(declarable(Holding(**holding), rules.values))
    except ValueError:
        return None


def test_what_the_phone_is_given_speaks_of_every_fault() -> None:
    given = json.loads(json.dumps(rules_for_phone(HOUSE.presets["westfest-2012"])))
    assert list(given["tables"]["faults"]) == list(FAULTS)
    assert given["tables"]["faults"]["renege"]["each"] == 5
    assert given["renege_each"] == 5
    assert given["tables"]["problems"]["not_a_seat"] == message(
        "A seat is 1, 2, 3 or 4."
    )


def test_the_scripts_are_small_and_plain_enough_for_old_phones() -> None:
    total = size_as_sent(TWIN)
    print(f"\nthe twin: {total:,} bytes as sent")
    assert total <= MOST_BYTES
    for name in TWIN:
        code = re.sub(r"^ *//.*", "", source_of(name), flags=re.MULTILINE)
        assert re.search(NEWER, code) is None, name
