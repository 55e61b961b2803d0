"""How far a request walks through the house: `python -m benchmarks.walks`.

For each walk: how many modules it enters, and how often the way goes back into one that
it had already left. Few of each is a subject somebody can read from top to bottom.

The rule. On the server, at run time, every call of a function or method of `scoring`,
`clubs` and `rules` is a step into the module that it is written in; steps within one
module in a row are one. Each step into a module where the walk has been before is a way
back. Not counted: a comprehension, lambda or generator beside its function, a generator
that goes on; a property of a frozen dataclass, which is reading a number; models,
because every subject uses them; and what is the same for every request (FRAME). A page that
renders properties of ours steps into them, so the fields are small: four people for the
hand and the standings, eight for the draw. A PDF is walked from the question for its
paper to the bytes, without the process that is started for it.
"""

import functools
import inspect
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from types import CodeType, FrameType
from typing import Any

from django.core.management import call_command
from django.http import HttpResponse
from django.test import Client
from django.test.utils import setup_test_environment
from django.urls import reverse
from django.utils import timezone

import benchmarks.site  # noqa: F401  (sets the site up first)
from benchmarks.walk_packages import FRAME, PACKAGES
from scoring.draw.documents.score_sheets import sheet_document
from scoring.models import Hand, Tournament
from scoring.printing.render import pdf_of
from scoring.standings.documents.standings import standings_document
from tests import builders
from tests.scoring.at_desk import form as count_form
from tests.scoring.at_desk import signed_in
from tests.scoring.at_table import hand_of, joined, new_key

HOUSE = Path(__file__).resolve().parent.parent
NAMES = "Marie Kubala; Lodge 24\nAnna Svoboda\nJosef Marek\nKarel Novak"


class Walk:
    """The modules that a piece of work entered, in their order."""

    def __init__(self, work: Callable[[], object]) -> None:
        self.steps: list[str] = []
        before = sys.gettrace()
        sys.settrace(self._look)  # a profile would also be told of every return
        try:
            self.answer = work()
        finally:
            sys.settrace(before)

    def _look(self, frame: FrameType, event: str, _: object) -> None:
        """Note the module of a call; None is returned, so lines aren't traced."""
        module = module_of(frame)
        if module and module not in self.steps[-1:]:
            self.steps.append(module)

    @property
    def modules(self) -> int:
        return len({*self.steps})

    @property
    def ways_back(self) -> int:
        return len(self.steps) - self.modules


def module_of(frame: FrameType) -> str:
    """The module of a step that counts, else nothing."""
    code = frame.f_code
    module = _module(code.co_filename, code.co_name)
    # Most calls are outside the product, and a frame's locals are slow to read.
    if not module or _reads_a_value(code, frame.f_locals.get("self")):
        return ""
    goes_on = code.co_flags & inspect.CO_GENERATOR and frame.f_lasti > _begins(code)
    return "" if goes_on else module


def _reads_a_value(code: CodeType, value: object) -> bool:
    """Whether a property of a frozen dataclass is asked for."""
    params = getattr(type(value), "__dataclass_params__", None)
    if params is None or not params.frozen:
        return False
    attribute = inspect.getattr_static(type(value), code.co_name, None)
    getter = getattr(attribute, "fget", None) or getattr(attribute, "func", None)
    return getattr(getter, "__code__", None) is code


@functools.cache
def _module(file: str, function: str) -> str:
    path = Path(file)
    if function.startswith("<") or not path.is_relative_to(HOUSE):
        return ""
    module = path.relative_to(HOUSE).as_posix()
    is_frame = "/models" in module or module.startswith(FRAME)
    return module if module.startswith(PACKAGES) and not is_frame else ""


def _begins(code: CodeType) -> int:
    """Where the code of a generator stands when it is asked first (Python 3.11)."""
    return 2 * (2 + bool(code.co_freevars) + len(code.co_cellvars))


class Evening:
    """A club, its two directors, and addresses of a tournament of theirs."""

    def __init__(self) -> None:
        self.club = builders.club()
        self.one, self.other = (
            signed_in(builders.member(self.club, "director", name))
            for name in ("anna", "karel")
        )

    def tournament(self, name: str) -> Tournament:
        return builders.tournament(self.club, name=name)

    def at(self, tournament: Tournament, name: str, *more: object) -> str:
        return reverse(f"scoring:{name}", args=[self.club.slug, tournament.slug, *more])


def walks(evening: Evening, name: str) -> Iterator[tuple[str, Walk]]:
    """Each walk of an evening, in the order of an evening."""
    for site in (_small, _large):
        yield from site(evening, evening.tournament(f"{name}{site.__name__}"))


def _small(evening: Evening, tournament: Tournament) -> Iterator[tuple[str, Walk]]:
    """Four people: their list, a hand, their sheet, the standings."""

    def at(name: str, *more: object) -> str:
        return evening.at(tournament, name, *more)

    one, other = evening.one, evening.other
    yield (
        "a pasted list",
        (pasted := Walk(lambda: one.post(at("entries-paste"), {"text": NAMES}))),
    )
    sent = sent_by(pasted.answer, "form") | {"here": "on"}
    yield "  then confirm", Walk(lambda: one.post(at("entries-confirm"), sent))
    sheet = builders.open_sheet(tournament)
    phone, body = joined(sheet), {"key": new_key(), **hand_of()}
    yield "a hand's POST from the phone", Walk(lambda: phone.send("hands/", body))
    where = (1, sheet.table, Hand.objects.get(sheet=sheet).number)
    yield "  its “why”", Walk(lambda: one.get(at("hand-desk", *where)))
    count = count_form(sheet, key=new_key())
    yield "count", Walk(lambda: one.post(at("sheet-count", 1, 1), count))
    seen = {"key": new_key(), "seen": builders.seen(sheet), "witness": "account"}
    yield "  then confirm", Walk(lambda: other.post(at("sheet-confirm", 1, 1), seen))
    yield "standings page", Walk(lambda: Client().get(at("tournament")))
    yield "  then its PDF", Walk(lambda: standings_pdf(tournament))


def _large(evening: Evening, tournament: Tournament) -> Iterator[tuple[str, Walk]]:
    """Eight people: two tables are drawn, published and printed."""

    def at(name: str) -> str:
        return evening.at(tournament, name)

    one = evening.one
    builders.entries(tournament, 8)
    wishes = sent_by(one.get(at("draw")), "draw_form") | {"seed": "1897"}
    yield "draw", Walk(lambda: one.post(at("draw-run"), wishes))
    seen = {"seen": one.get(at("draw")).context["seen"]}
    yield "  publish", Walk(lambda: one.post(at("draw-publish"), seen))
    yield "  PDF of the sheets", Walk(lambda: sheets_pdf(tournament))


def sent_by(answer: Any, name: str) -> dict[str, Any]:
    """What a browser sends of an untouched form of the page."""
    fields = {field.html_name: field.value() for field in answer.context[name]}
    return {name: value for name, value in fields.items() if value or value == 0}


def standings_pdf(tournament: Tournament) -> bytes:
    again = Tournament.objects.select_related("club").get(pk=tournament.pk)
    return pdf_of(standings_document(again, time=timezone.now(), paper="letter"))


def sheets_pdf(tournament: Tournament) -> bytes:
    rnd = tournament.rounds.get(number=1)
    document = sheet_document(rnd, address="https://tarok.test", paper="letter")
    return pdf_of(document)


def main(details: str = "") -> None:
    """The table; with a word, the modules of the walks whose name has it."""
    setup_test_environment()  # pages say what they were made of
    call_command("migrate", verbosity=0)
    evening = Evening()
    list(walks(evening, "Warm up"))  # modules are read, templates compiled
    print(f"{'walk':<30}{'modules':>8}{'ways back':>11}")
    for name, walk in walks(evening, "Measured"):
        if isinstance(walk.answer, HttpResponse) and walk.answer.status_code >= 400:
            raise RuntimeError(f"{name} answers {walk.answer.status_code}")
        print(f"{name:<30}{walk.modules:>8}{walk.ways_back:>11}")
        if details and details in name:
            print("".join(f"    {step}\n" for step in walk.steps), end="")


if __name__ == "__main__":
    main(*sys.argv[1:])
