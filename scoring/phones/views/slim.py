"""The table page's scripts and styles without parts for human readers.

At 400 kbit/s every kilobyte delays the page by 20 ms. Comments and blanks are removed,
then long names (`short_names.py`), and a style's values that nothing uses. Only for our
own files: no label, no `a / b` right after an opening bracket, no regular expression
after a closing one. Texts, templates and regular expressions stay unchanged.
"""

import re

# A word before a blank that must stay, and signs that a blank separates.
WORD = re.compile(r"[\w$]")
SIGNS = frozenset("+-/")
GOES_ON_AFTER = frozenset("{([,;=:?&|>\n")  # the line continues after these
GOES_ON_BEFORE = frozenset("})].,?:&|=")  # the line before continues with these
BEFORE_REGEX = frozenset("(,=:[!&|?{;>\n")

PIECE = re.compile(
    r"""(?P<blank>(?:\s|//[^\n]*)+)
    |(?P<text>"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*')
    |(?P<regex>/(?:\\.|\[(?:\\.|[^\]\\])*\]|[^/\\\n*])+/)
    |(?P<code>.)""",
    re.DOTALL | re.VERBOSE,
)
TEMPLATE = re.compile(r"(?:\\.|\$(?!\{)|[^\\`$])*(?P<end>`|\$\{)", re.DOTALL)
# htm drops a new line next to a tag; one between attributes, or within words, is a
# blank.
INDENT = re.compile(
    r"""(?P<beside>(?<=>)[ ]*\n\s*|[ ]*\n\s*(?=<|/?>))
    |(?P<within>[ ]*\n\s*(?=[\w-]+=|\.{3}\$))
    |[ ]*\n\s*""",
    re.VERBOSE,
)

PROPERTY = re.compile(r"(?<=[{;])(--[\w-]+):[^;}]*(?:;|(?=}))")
STYLE_BLANK = re.compile(r"""("[^"]*"|'[^']*')|\s*([{};,>])\s*|(:)\s+""")


def slim_script(code: str) -> str:
    """Return an equivalent script of ours with fewer blanks and no comments."""
    pieces: list[str] = []
    depths: list[int] = []  # of brackets, in each `${…}` around this position
    place = 0
    while place < len(code):
        character = code[place]
        if character == "`" or (character == "}" and depths and depths[-1] == 0):
            if character == "}":
                depths.pop()
            found = TEMPLATE.match(code, place + 1)
            assert found, "a template that does not end"
            if found["end"] == "${":
                depths.append(0)
            pieces.append(INDENT.sub(_in_template, code[place : found.end()]))
            place = found.end()
            continue
        before = pieces[-1][-1] if pieces else "\n"
        kind, piece = _piece(code, place, before)
        place += len(piece)
        if kind == "blank":
            piece = _blank(before, piece, code[place : place + 1])
        if piece == "}" and before == ";":
            pieces.pop()
        if piece:
            pieces.append(piece)
        if depths:
            depths[-1] += {"{": 1, "}": -1}.get(piece, 0)
    return "".join(pieces).strip()


def slim_style(style: str) -> str:
    """Return an equivalent style with fewer blanks; its comments are removed before."""
    slim = STYLE_BLANK.sub(lambda m: m[1] or m[2] or m[3], style)
    return slim.replace(";}", "}").strip()


def drop_unused_properties(style: str) -> str:
    """Return a slim style without values (`--name`) that it declares but never uses."""
    uses = set(re.findall(r"var\((--[\w-]+)", style))
    slim = PROPERTY.sub(lambda m: m[0] if m[1] in uses else "", style)
    return slim.replace(";}", "}")


def _piece(code: str, place: int, before: str) -> tuple[str, str]:
    """Return the next piece and its kind: blanks and comments, a text, or one sign."""
    found = PIECE.match(code, place)
    assert found
    if found.lastgroup == "regex" and before not in BEFORE_REGEX:
        return "code", code[place]
    return found.lastgroup or "code", found[0]


def _in_template(blank: re.Match[str]) -> str:
    """Return the remaining part of a new line and its indentation in a template."""
    return {"beside": "", "within": " "}.get(blank.lastgroup or "", "\n")


def _blank(before: str, blank: str, after: str) -> str:
    """Return the blank that has to stay between two signs, if any."""
    if "\n" in blank:
        goes_on = before in GOES_ON_AFTER or after in GOES_ON_BEFORE
        return "" if goes_on else "\n"
    both_words = WORD.match(before) and WORD.match(after)
    return " " if both_words or (before in SIGNS and after in SIGNS) else ""
