"""What no sentence may do, so that every language can say it.

Names inflect in Czech and Hungarian: they stand as the subject, in quotation marks or after
a colon. An article depends on what fills the place after it. Nobody is “he”.
"""

import ast
import re

import polib
import pytest

from tests.sentences import CATALOGUE, HOUSE, KEYWORDS

PEOPLE = (
    "who",
    "whom",
    "name",
    "names",
    "others",
    "player",
    "people",
    "user",
    "by",
    "by_name",
    "username",
    "leaver",
    "stand_in",
    "payer",
    "payers",
    "payee",
    "payees",
    "winner",
    "loser",
    "losers",
    "soloist",
    "declarer",
    "dealer",
    "holder",
    "partner",
    "partners",
    "leaders",
    "breaker",
    "povinost",
    "announced",
    "plays_for",
    "sits_for",
    "club",
    "tournament",
    "sheet",
    "lost_by",
    "caught_by",
)
PLACE = r"(?:%\([\w.]+\)s|\{[\w.:]+\})"
A_NAME = rf"(?:%\((?:{'|'.join(PEOPLE)})\)s|\{{(?:\w+\.)?(?:{'|'.join(PEOPLE)})\}})"
TAG = re.compile(r"<[^>]+>")
FORBIDDEN = {
    "an article before a place": rf"\b(?:an?|the) {PLACE}",
    "a name that inflects": (
        rf"\b(?:for|by|of|to|from|with|against|on|at) {A_NAME}|{A_NAME}['’]s?\b"
    ),
    "he": r"\b(?:he|his|him|himself)\b",
}
# The terminal prints these too (`score_hands`), and its words are an interface: whoever
# reads them by a program would have to be told. In a catalogue they may be put otherwise.
OF_THE_TERMINAL = {
    "{count} for {others}",
    "{count} each for {others}",
    "{payer} pays {payee} {chips} in place of {others}.",
    "{payer} pays {payees} {chips} each in place of {others}.",
    "The session ends, and the {total} in the pools go to {dealer}, who dealt last.",
    (
        "After three deals, {who} has the lowest total, {total}, tied with {other}: "
        "{chips} to {winner}."
    ),
    "{who} ({fault}) pays {share} of the {chips} that {partners} lost.",
    "{who} ({fault}) pays {share} of the {chips} that {partners} should get from {losers}.",
    "{who} ({fault}) pays what {partners} should get from {losers}.",
    "The odd chip falls on {who}, who comes first in order of play.",
    "A {what} has no field {name}. Did you mean {close}?",
    "A {what} has no field {name}. Leave it out.",
    "A value of {who} must be text, not {value}.",
    "The values of {who} must be a list, not {value}.",
    "The bid Povinost belongs to {leaders}, not to {who}. Correct the declarer or Povinost, "
    "or record who led off wrongly.",
    (
        "Transfer {n} of the ruling goes from {who} to the same seat. Enter two "
        "different seats."
    ),
    "{who} can’t be their own partner. Leave the partner out if they play alone.",
    "{who} hasn’t declared {value}. Add it to their values, or correct the fault.",
    "{who} can declare only one value for five-counters: {values}, not both.",
    "{who} can declare only one value for trumps: {values}, not both.",
    "{who} announced the Pagat and lost it in the last trick to {partner}, a "
    "partner. Under the strict rule, the Pagat is lost.",
    "{who} played the Pagat to the last trick and lost it to {partner}, a partner. "
    "Under the strict rule, the Pagat is lost.",
    "{who} played the Pagat to the last trick and lost it to {partner}, a partner. "
    "It’s a standoff, so nothing is paid.",
}
# A number of things: in every language their noun inflects, not the number.
NUMBERS = {
    "{what}: enter one for each of the {count} seats.",
    "The {n} score sheets that are still out are at the end, by table.",
    "The {n} score sheet that’s still out is at the end, by table.",
    "<b>Round {number}</b> hasn’t been drawn. Draw it by hand on the plan in this "
    "packet, and write the names on the {n} blank sheet at the end.",
    "<b>Round {number}</b> hasn’t been drawn. Draw it by hand on the plan in this "
    "packet, and write the names on the {n} blank sheets at the end.",
}
LEFT = OF_THE_TERMINAL | NUMBERS
CODE = ("config", "clubs", "scoring")
SAYS = {each.partition(":")[0] for each in KEYWORDS} | {"gettext"}
IN_BRACES = re.compile(r"\{[^}\n]*(?:say|gettext)\w*\(")


def sentences() -> set[str]:
    entries = polib.pofile(str(CATALOGUE))
    return {text for each in entries for text in (each.msgid, each.msgid_plural)}


@pytest.mark.parametrize("what", FORBIDDEN)
def test_every_language_can_say_it(what: str) -> None:
    wrong = re.compile(FORBIDDEN[what], re.IGNORECASE)
    found = {each for each in sentences() if wrong.search(TAG.sub("", each))}
    assert sorted(found - LEFT) == []


def test_no_sentence_is_said_where_nobody_collects_it() -> None:
    """xgettext does not look into an f-string."""
    code = (each for folder in CODE for each in (HOUSE / folder).rglob("*.py"))
    texts = {each: each.read_text(encoding="utf-8") for each in sorted(code)}
    found = [
        f"{path.relative_to(HOUSE)}: {ast.unparse(call)}"
        for path, text in texts.items()
        if IN_BRACES.search(text)
        for put in ast.walk(ast.parse(text))
        if isinstance(put, ast.JoinedStr)
        for call in ast.walk(put)
        if isinstance(call, ast.Call) and getattr(call.func, "id", "") in SAYS
        if isinstance(call.args[0], ast.Constant)
    ]
    assert found == []


def test_what_may_stay_is_still_said() -> None:
    assert sorted(LEFT - sentences()) == []
