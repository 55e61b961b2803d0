"""`./run python -m tests.bootstrap FILE`: the part of Bootstrap that our pages use.

FILE is `dist/css/bootstrap.min.css` of the version that static/vendor/README.md names. What
is kept are its rules for elements as such, and for classes that a template or a script of
ours names; of its variables those that what is kept, or a style of ours, asks for. Nothing
in a rule is changed. tests/templates/test_classes.py fails where a template names a class
of Bootstrap that the part lacks: then this is run again, or the class gets a style of ours.
"""

import re
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path

import tinycss2
from tinycss2.ast import AtRule, Declaration, Node, QualifiedRule

HOUSE = Path(__file__).resolve().parent.parent
STATIC = HOUSE / "static"
TARGET = STATIC / "vendor" / "bootstrap" / "bootstrap.css"
ALL_CLASSES = HOUSE / "tests" / "bootstrap.txt"  # that Bootstrap has a look for

NAME = re.compile(r"[A-Za-z][\w-]*")
CLASS = re.compile(r"\.(-?[A-Za-z_][\w-]*)")
VARIABLE = re.compile(r"var\((--[\w-]+)")
TAG = re.compile(r"{%.*?%}|{{.*?}}|{#.*?#}", re.DOTALL)
COMMENT = re.compile(r"{% comment %}.*?{% endcomment %}", re.DOTALL)
CLASSES = re.compile(r'\bclass="([^"]*)"')
QUOTED = re.compile(r"\"([^\"\n]*)\"|'([^'\n]*)'|`([^`]*)`")
LICENCE = re.compile(r"/\*!.*?\*/", re.DOTALL)


def main(source: str) -> None:
    full = Path(source).read_text(encoding="utf-8")
    [licence] = LICENCE.findall(full)[:1]
    everything = sorted(set(CLASS.findall(re.sub(r"url\([^)]*\)", "", full))))
    ALL_CLASSES.write_text("\n".join(everything) + "\n", encoding="utf-8")
    rules = tinycss2.parse_stylesheet(full, skip_comments=True, skip_whitespace=True)
    kept = list(_rules(rules, named()))
    TARGET.write_text(
        f"{licence}\n/* The part that pages of ours use: see tests/bootstrap.py. */\n"
        + "\n".join(_with_variables(kept))
        + "\n",
        encoding="utf-8",
    )
    print(f"{TARGET.relative_to(HOUSE)}: {TARGET.stat().st_size:,} bytes")


def named() -> set[str]:
    """Whatever may be a class: in templates, and in scripts of the desk and the public pages."""
    names: set[str] = set()
    for path in (HOUSE / "templates").rglob("*.html"):
        text = COMMENT.sub("", path.read_text(encoding="utf-8"))
        names.update(*map(NAME.findall, CLASSES.findall(TAG.sub(" ", text))))
        for tag in TAG.findall(text):
            names.update(
                *(NAME.findall("".join(found)) for found in QUOTED.findall(tag))
            )
    for path in STATIC.rglob("*.js"):
        if "vendor" not in path.parts:
            found = QUOTED.findall(path.read_text(encoding="utf-8"))
            names.update(*(NAME.findall("".join(words)) for words in found))
    return names


def _rules(
    rules: Iterable[Node], classes: set[str]
) -> Iterator[tuple[str, str, list[Declaration]]]:
    """What is around a rule (a condition or “”), its selectors, what it declares."""
    for rule in rules:
        if isinstance(rule, QualifiedRule):
            head = tinycss2.serialize(rule.prelude)
            right = [
                one for one in _selectors(head) if set(CLASS.findall(one)) <= classes
            ]
            if right:
                yield "", ",".join(right), _declared(rule.content)
        elif isinstance(rule, AtRule) and rule.at_keyword == "media":
            within = tinycss2.parse_rule_list(rule.content, skip_whitespace=True)
            for _, head, declared in _rules(within, classes):
                yield f"@media{tinycss2.serialize(rule.prelude)}", head, declared


def _selectors(head: str) -> list[str]:
    """Its parts between commas that stand in no bracket."""
    return re.split(r",(?![^(\[]*[)\]])", head)


def _declared(content: list[Node]) -> list[Declaration]:
    found = tinycss2.parse_blocks_contents(
        content, skip_comments=True, skip_whitespace=True
    )
    return [one for one in found if isinstance(one, Declaration)]


def _with_variables(kept: list[tuple[str, str, list[Declaration]]]) -> Iterator[str]:
    """The rules as text, without variables that nothing asks for."""
    ours = (STATIC / "css").glob("*.css")
    asked = {name for path in ours for name in VARIABLE.findall(path.read_text())}
    texts = [
        (around, head, [(one.name, tinycss2.serialize([one])) for one in declared])
        for around, head, declared in kept
    ]
    while True:
        needed = set(asked)
        for _, _, declared in texts:
            for name, text in declared:
                if not name.startswith("--") or name in asked:
                    needed.update(VARIABLE.findall(text))
        if needed == asked:
            break
        asked = needed
    for around, head, declared in texts:
        body = "".join(
            text
            for name, text in declared
            if not name.startswith("--") or name in asked
        ).removesuffix(";")
        if body:
            rule = f"{head}{{{body}}}"
            yield f"{around}{{{rule}}}" if around else rule


if __name__ == "__main__":
    main(sys.argv[1])
