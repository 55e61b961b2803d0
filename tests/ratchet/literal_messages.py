"""Messages that stand literally in tests, where `tests.messages.message` looks them up.

    python -m tests.ratchet.literal_messages    # list them

A string counts that is a whole message, with its values or without, where a test expects
it: in a comparison, in a call that looks for a text, or in a table of cases. Names and
what a test types into a form don't count.
"""

import ast
import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from tests.sentences import HOUSE, read_templates

TESTS = HOUSE / "tests"
# What makes messages itself, and tests about how they are written.
OUTSIDE = (
    *("ratchet/", "rewording/", "drill/", "pictures/", "games/pebbles/rules/"),
    *("games/pebbles/scoring_games/", "clubs/test_i18n.py"),
    "test_message_lookup.py",
)
# Calls whose arguments are texts of a page, with one word or more.
LOOKUPS = {
    *("get_by_text", "get_by_label", "get_by_placeholder", "get_by_title"),
    *("get_by_alt_text", "to_have_text", "to_contain_text", "not_to_have_text"),
    *("not_to_contain_text", "says", "tap", "heading", "pill", "button", "link"),
    *("stands_at", "open_link", "noticed", "block"),
}
# The same with two words or more: one word is a key or a name there.
PHRASES = {"press", "choose", "find", "count", "startswith", "endswith", "index"}
TEXT_KEYWORDS = {
    *(("get_by_role", "name"), ("locator", "has_text"), ("filter", "has_text")),
    *(("locator", "has_not_text"), ("filter", "has_not_text")),
    *(("to_have_accessible_name", "name"), ("select_option", "label")),
    ("raises", "match"),
}
THROUGH = {"sorted", "list", "set", "dict", "tuple", "param", "parametrize", "in_turn"}
# What a site is given, and what makes messages itself.
GIVEN = {
    *(
        "fill",
        "type",
        "post",
        "create",
        "say",
        "message",
        "_",
        "lazy_message",
        "message_template",
        "plural_message",
        "gettext",
    ),
    *("message", "log_text", "log_message", "Fault", "skip", "skipif", "evaluate"),
    *("Sentence", "Sentences", "translated", "filled", "together", "ngettext"),
    "announce",
}
# What a text can be within, in a comparison or a call.
AROUND = (ast.keyword, ast.List, ast.Tuple, ast.Set, ast.Dict, ast.Starred)
AROUND += (ast.IfExp, ast.BinOp, ast.GeneratorExp)
PLACE = re.compile(r"\{[\w.]+(?::\w+)?\}")
NAMED = re.compile(r"\{([a-z_]\w*)\}", re.IGNORECASE)
NUMBER = re.compile(r"[+−]?(?:[\d.,½]+|[\ue000-\uf8ff])")
WORD = re.compile(r"[^\W\d_]{2,}")
SENTENCE = re.compile(r"[“A-Z].*[.?…]", re.DOTALL)
VALUE_WORDS = 6
# Small words that a value of several words may have: “tables 1 and 3”, “3 chips”.
COUNTED = {
    *("and", "or", "chip", "chips", "day", "days", "hand", "hands", "min", "minute"),
    *("minutes", "round", "rounds", "seat", "seats", "second", "seconds", "sheet"),
    *("sheets", "table", "tables", "tournament", "tournaments"),
}
EXPRESSION = "\ue000"  # and the signs after it: the expressions of an f-string
OF_EXPRESSION = re.compile("[\ue000-\uf8ff]")


@dataclass(frozen=True)
class Literal:
    """A string of a test that is a message, with the values that fill its places."""

    node: ast.Constant | ast.JoinedStr
    text: str
    template: str
    values: dict[str, str]
    expressions: Sequence[ast.FormattedValue]


class Templates:
    """The messages of the site, found by a text that one of them makes."""

    def __init__(self, files: dict[str, list[str]]) -> None:
        self.files = files
        self._patterns = defaultdict[
            tuple[int, str], list[tuple[re.Pattern[str], str]]
        ](list)
        for template in files:
            if PLACE.search(template) and WORD.search(PLACE.sub("", template)):
                pattern = re.compile(pattern_of(template), re.DOTALL)
                self._patterns[_bucket(template)].append((pattern, template))

    def find(self, text: str, test: str) -> tuple[str, dict[str, str]] | None:
        """Return the template that makes a text, and its values; the longest one.

        Of several, the one whose file is of the test's area; None if that leaves two.
        """
        if PLACE.search(text):
            return None
        if text in self.files:
            return text, {}
        fits = []
        for template, values in self._fitting(text):
            fixed = PLACE.sub("", template)
            if is_plausible(text, fixed, values):
                areas = {*Path(test).parts} & {
                    part for path in self.files[template] for part in Path(path).parts
                }
                fits.append(((len(fixed), len(areas)), template, values))
        fits.sort(key=lambda fit: fit[0], reverse=True)
        if not fits or (len(fits) > 1 and fits[0][0] == fits[1][0]):
            return None
        return fits[0][1:]

    def _fitting(self, text: str) -> Iterator[tuple[str, dict[str, str]]]:
        words = text.split(" ")
        for bucket in ((0, words[0]), (-1, words[-1]), (1, "")):
            for pattern, template in self._patterns.get(bucket, ()):
                if match := pattern.fullmatch(text):
                    yield template, match.groupdict()


def _bucket(template: str) -> tuple[int, str]:
    """Its first word or its last, if no place is in it."""
    words = template.split(" ")
    for at in (0, -1):
        if not PLACE.search(words[at]) and "{" not in words[at]:
            return at, words[at]
    return 1, ""


def pattern_of(template: str) -> str:
    """Return the pattern of the texts that a template makes; nothing fits odd places."""
    pattern, end, known = "", 0, set[str]()
    for place in PLACE.finditer(template):
        name = NAMED.fullmatch(place[0])
        if not name:
            return r"(?!)"
        pattern += re.escape(template[end : place.start()])
        pattern += f"(?P={name[1]})" if name[1] in known else f"(?P<{name[1]}>.+?)"
        known.add(name[1])
        end = place.end()
    return pattern + re.escape(template[end:])


def is_plausible(text: str, fixed: str, values: dict[str, str]) -> bool:
    """Whether the values are numbers and names, and the words between them say enough."""
    words = WORD.findall(fixed)
    are_numbers = all(not WORD.search(value) for value in values.values())
    if len(words) < 2 and not (are_numbers and words and len(words[0]) > 3):
        return False
    if not are_numbers and len(fixed) < 0.35 * len(text):
        return False
    if "n" in values and not NUMBER.fullmatch(values["n"]):
        return False
    return all(map(is_value, values.values()))


def is_value(value: str) -> bool:
    """Whether it is a number, a word or a name, and no piece of a sentence."""
    words = value.split(" ")
    if len(words) > VALUE_WORDS or value != value.strip() or "\n" in value:
        return False
    if {*value} & set('<>{}="\\;·≠') or re.search(
        r"[.:?!] |’s |[a-z][.]$|[:?!,]$", value
    ):
        return False
    small = {word.rstrip(",") for word in words if word[:1].islower()}
    return len(words) == 1 or (len(small) < len(words) and small <= COUNTED)


@cache
def templates() -> Templates:
    """The messages that were collected last, ready to be searched."""
    return Templates(read_templates())


def literals_of(path: Path) -> Iterator[Literal]:
    """Every message that stands literally in a module of tests, where it is expected."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    yield from literals_in(tree, path.relative_to(HOUSE).as_posix(), templates())


def literals_in(tree: ast.Module, test: str, known: Templates) -> Iterator[Literal]:
    """The same in a tree, for a test's path."""
    parents = {
        child: node for node in ast.walk(tree) for child in ast.iter_child_nodes(node)
    }
    for node in ast.walk(tree):
        if not isinstance(node, ast.Constant | ast.JoinedStr):
            continue
        text, expressions = text_of(node)
        is_part = isinstance(parents[node], ast.JoinedStr | ast.FormattedValue)
        if is_part or not WORD.search(text):
            continue
        reach = expected_in(node, parents)
        if reach == "match":
            text = re.sub(r"\\([.’“” ])", r"\1", text)
        is_long = may_be_message(text, reach, text in known.files)
        if is_long and (found := known.find(text, test)):
            yield Literal(node, text, *found, expressions)


def text_of(
    node: ast.Constant | ast.JoinedStr,
) -> tuple[str, list[ast.FormattedValue]]:
    """A string, with a sign of its own for each expression; nothing for other constants."""
    if isinstance(node, ast.Constant):
        return node.value if isinstance(node.value, str) else "", []
    text, expressions = "", list[ast.FormattedValue]()
    for part in node.values:
        if isinstance(part, ast.Constant):
            text += str(part.value)
        elif isinstance(part, ast.FormattedValue):
            text += chr(ord(EXPRESSION) + len(expressions))
            expressions.append(part)
    return text, expressions


def may_be_message(text: str, reach: str, is_template: bool) -> bool:
    """Whether a text is long enough for where it stands."""
    count = len(text.split())
    match reach:
        case "lookup":
            return count > 1 or text[:1].isupper()
        case "phrase":
            return count > 1
        case "":
            return False
        case _:  # in a table of cases, or a pattern for an error
            if is_template and reach == "table":
                return count > 3 or (count > 1 and not text[:1].islower())
            return count > 3 and bool(SENTENCE.fullmatch(text))


def expected_in(node: ast.AST, parents: dict[ast.AST, ast.AST]) -> str:
    """Return how a test expects a text: "lookup", "phrase", "match" or in a "table"."""
    child: ast.AST = node
    while parent := parents.get(child):
        match parent:
            case ast.Call():
                reach = _of_call(parent, child)
                if reach != "through":
                    return reach
            case ast.Compare():
                return "phrase" if _expects(parent, parents) else ""
            case ast.Dict() if child in parent.keys:
                return ""
            case ast.For() | ast.comprehension():
                return "table" if child is parent.iter else ""
            case ast.Assign() | ast.AnnAssign() | ast.FunctionDef() | ast.Yield():
                return "table"
            case _ if not isinstance(parent, AROUND):
                return ""
        child = parent
    return ""


def _expects(comparison: ast.Compare, parents: dict[ast.AST, ast.AST]) -> bool:
    """Whether a comparison is about a text of the site, and not about a case's name."""
    if isinstance(comparison.ops[0], ast.In | ast.NotIn):
        return True
    statement: ast.AST = comparison
    while not isinstance(statement, ast.stmt):
        statement = parents[statement]
    return isinstance(statement, ast.Assert)


def _of_call(call: ast.Call, child: ast.AST) -> str:
    name = getattr(call.func, "attr", getattr(call.func, "id", ""))
    if isinstance(child, ast.keyword):
        if (name, child.arg) in TEXT_KEYWORDS:
            return "match" if child.arg == "match" else "lookup"
        return "through" if name in THROUGH else ""
    if name in LOOKUPS:
        return "lookup"
    if name in PHRASES:
        return "phrase"
    if name in THROUGH:
        return "through"
    return "" if name in GIVEN or child is call.func else "table"


def literal_messages() -> Iterator[str]:
    """Place and text of each message that stands literally in tests."""
    for path in modules():
        for found in literals_of(path):
            text = OF_EXPRESSION.sub("{}", found.text)
            yield f"{path.relative_to(HOUSE)}:{found.node.lineno} {text}"


def modules() -> list[Path]:
    """Every module of tests but those that are about messages themselves."""
    paths = sorted(TESTS.rglob("*.py"))
    return [
        path
        for path in paths
        if not path.relative_to(TESTS).as_posix().startswith(OUTSIDE)
    ]


if __name__ == "__main__":
    print(*literal_messages(), sep="\n")
