"""Shorter names in the table page's scripts, for names declared by the script itself.

A name in a script becomes the same short name everywhere in it, so scopes don't change.
Properties, keys and names declared outside of all brackets stay, because other scripts
and templates use them. Our own scripts make this easy, and have to stay like this: no
label, no `switch`, no `function`, no class field, no name of the browser (`location`,
`document`) for something else. A test compares each declaration with the output of
Biome.
"""

import re
from collections import Counter
from collections.abc import Iterator
from itertools import product
from string import ascii_letters
from typing import NamedTuple

TOKEN = re.compile(
    r"""(?P<text>"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*')
    |(?P<word>[A-Za-z_$][\w$]*)
    |(?P<number>\d[\w.]*)
    |(?P<sign>=>|\.\.\.|[^\w ])
    |(?P<blank>[ ]+)""",
    re.VERBOSE,
)
REGEX = re.compile(r"/(?:\\.|\[(?:\\.|[^\]\\])*\]|[^/\\\n])+/")
TEMPLATE = re.compile(r"(?:\\.|\$(?!\{)|[^\\`$])*(?:`|\$\{)", re.DOTALL)
BEFORE_REGEX = frozenset("(,=:[!&|?{;>\n")
KEYWORDS = frozenset(
    re.findall(
        r"\w+",
        """arguments as async await break case catch class const constructor continue
        debugger default delete do else enum extends false finally for function get if
        import in instanceof let new null of return set static super switch this throw
        true try typeof undefined var void while with yield""",
    )
)
# Signs before a bracket that opens a block; other brackets open an object.
BEFORE_BLOCK = frozenset(
    ["", ")", "=>", ";", "}", "\n", "else", "try", "finally", "do"]
)
ENDS_STATEMENT = frozenset([";", "\n", "of", "in", ""])


class Token(NamedTuple):
    kind: str
    text: str


def shorten_names(code: str) -> str:
    """Return an equivalent slim script with shorter names and fewer `const`."""
    script = _Script(_tokens(code))
    return script.written(script.short_names())


def declared_names(code: str) -> set[str]:
    """Return the names that a slim script declares within brackets."""
    return _Script(_tokens(code)).declared


def _tokens(code: str) -> Iterator[Token]:
    depths: list[int] = []  # of brackets, in each `${…}` around this position
    place, before = 0, "\n"
    while place < len(code):
        character = code[place]
        if character == "`" or (character == "}" and depths and depths[-1] == 0):
            if character == "}":
                depths.pop()
            found = TEMPLATE.match(code, place + 1)
            token = Token("template", code[place : found.end() if found else None])
            if token.text.endswith("${"):
                depths.append(0)
        elif (
            character == "/"
            and before in BEFORE_REGEX
            and (found := REGEX.match(code, place))
        ):
            token = Token("regex", found[0])
        else:
            found = TOKEN.match(code, place)
            assert found, "a sign of no script"
            token = Token(found.lastgroup or "", found[0])
            if depths:
                depths[-1] += {"{": 1, "}": -1}.get(token.text, 0)
        yield token
        place += len(token.text)
        before = before if token.kind == "blank" else token.text[-1]


class _Script:
    """The tokens of a script, the brackets around each, and the role of each word."""

    def __init__(self, tokens: Iterator[Token]) -> None:
        self.all = list(tokens)
        self.places = [n for n, token in enumerate(self.all) if token.kind != "blank"]
        self.tokens = [self.all[n] for n in self.places]
        self.ends: dict[int, int] = {}  # closing brackets by their opening ones
        self.inside: list[tuple[str, int]] = []  # bracket around, and its place
        self.depths: list[int] = []
        self._find_brackets()
        self.begins = {end: begin for begin, end in self.ends.items()}
        self.roles = [self._role(n) for n in range(len(self.tokens))]
        self.declared: set[str] = set()
        self.outside: set[str] = set()  # declared outside of all brackets
        for n in range(len(self.tokens)):
            self._find_declarations(n)
        self.declared -= self.outside

    def short_names(self) -> dict[str, str]:
        """Return the short name of each declared one; common names get the shortest."""
        names = [
            token.text
            for token, role in zip(self.tokens, self.roles, strict=True)
            if role in ("name", "shorthand")
        ]
        reserved = KEYWORDS.union(names) - self.declared
        free = (
            short
            for size in (1, 2, 3)
            for short in map("".join, product(ascii_letters, repeat=size))
            if short not in reserved
        )
        common = (name for name, _ in Counter(names).most_common())
        return dict(zip((n for n in common if n in self.declared), free, strict=False))

    def written(self, short: dict[str, str]) -> str:
        """Return the script with these names, and one `const` for several in a row."""
        texts = [token.text for token in self.all]
        for n, place in enumerate(self.places):
            name = texts[place]
            if self.roles[n] == "name":
                texts[place] = short.get(name, name)
            elif self.roles[n] == "shorthand" and name in short:
                texts[place] = f"{name}:{short[name]}"
            elif self._is_declaring(n, "const"):
                end = self._statement_end(n + 1)
                if self._text(end) in (";", "\n") and self._is_declaring(
                    end + 1, "const"
                ):
                    following = self.places[end + 1]
                    texts[self.places[end]] = ","
                    self.all[following] = Token("joined", "")
        return "".join(
            "" if token.kind == "joined" or self._is_idle_blank(n) else text
            for n, (token, text) in enumerate(zip(self.all, texts, strict=True))
        )

    def _is_idle_blank(self, n: int) -> bool:
        """Return whether this is the blank after a `const` that was removed."""
        return (
            n > 0 and self.all[n].kind == "blank" and self.all[n - 1].kind == "joined"
        )

    # --- Brackets and words

    def _text(self, n: int) -> str:
        return self.tokens[n].text if 0 <= n < len(self.tokens) else ""

    def _find_brackets(self) -> None:
        around: list[tuple[str, int]] = [("", -1)]
        for n, (kind, text) in enumerate(self.tokens):
            is_template = kind == "template"
            if (is_template and text[0] == "}") or (kind == "sign" and text in ")]}"):
                self.ends[around.pop()[1]] = n
            self.inside.append(around[-1])
            self.depths.append(len(around) - 1)
            if is_template and text.endswith("${"):
                around.append(("${", n))
            elif kind == "sign" and text in "([":
                around.append((text, n))
            elif kind == "sign" and text == "{":
                around.append((self._brace(n), n))

    def _brace(self, n: int) -> str:
        """Return what a brace opens: the body of a class, a block or an object."""
        before, (around, begin) = self._text(n - 1), self.inside[n]
        if self._is_heading_class(n):
            return "class"
        opens_block = before == "{" and begin == n - 1 and around == "block"
        return "block" if before in BEFORE_BLOCK or opens_block else "object"

    def _is_heading_class(self, n: int) -> bool:
        """Return whether the head of a class ends here: `class A extends b.C`."""
        while n and (self.tokens[n - 1].kind == "word" or self._text(n - 1) == "."):
            n -= 1
            if self._text(n) == "class":
                return True
        return False

    def _role(self, n: int) -> str:
        """Return the role of a word: name, key and name (“shorthand”), or another."""
        kind, text = self.tokens[n]
        around, begin = self.inside[n]
        before, after = self._text(n - 1), self._text(n + 1)
        if kind != "word" or before == ".":
            return ""
        if around == "class":
            return "method" if after == "(" else ""
        if around == "object":
            is_method = after == "(" and before in ("get", "set", "async")
            if begin == n - 1 or before == "," or is_method:
                if after == ":":
                    return "key"
                if after == "(":
                    return "method"
                return "modifier" if text in KEYWORDS else "shorthand"
        return "keyword" if text in KEYWORDS else "name"

    # --- Declarations

    def _is_declaring(self, n: int, word: str) -> bool:
        return self._text(n) == word and self.roles[n] == "keyword"

    def _find_declarations(self, n: int) -> None:
        text, after = self._text(n), n + 1
        if self._is_declaring(n, "const") or self._is_declaring(n, "let"):
            while True:
                self._find_bound(after, self.ends.get(after, after) + 1)
                after = self._statement_end(after, commas=True)
                if self._text(after) != ",":
                    return
                after += 1
        if self._is_declaring(n, "class"):
            self._find_bound(after, after + 1)
        elif text == "=>":
            self._find_bound(self.begins.get(n - 1, n - 1), n)
        elif self.roles[n] == "method" or self._is_declaring(n, "catch"):
            self._find_bound(after, self.ends.get(after, after))

    def _find_bound(self, begin: int, end: int) -> None:
        """Collect the names bound in a range, including patterns of names."""
        n = begin
        while n < end:
            if self._text(n) == "=":  # a default value
                n = self._statement_end(n, commas=True)
            elif self.roles[n] in ("name", "shorthand"):
                names = self.declared if self.depths[n] else self.outside
                names.add(self._text(n))
            n += 1

    def _statement_end(self, n: int, *, commas: bool = False) -> int:
        """Return the end of a statement, or of its part before the next comma."""
        ends = ENDS_STATEMENT | {","} if commas else ENDS_STATEMENT
        while n < len(self.tokens):
            if n in self.ends:
                n = self.ends[n]  # a template can continue with another bracket
                if n in self.ends:
                    continue
            elif self._text(n) in ends or n in self.begins:
                return n
            n += 1
        return n
