"""Junk in every form and every address: told in words, never an error of ours."""

import json
from collections.abc import Iterator, Sequence
from datetime import date
from functools import cache
from itertools import cycle, product
from urllib.parse import quote_plus, urlencode
from uuid import uuid4

import pytest
from django import forms
from django.apps import apps
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import connection
from django.http import HttpResponse
from django.test import Client
from django.test.client import MULTIPART_CONTENT

from clubs.models import Counter
from scoring.models import Change
from scoring.people.spreadsheets import MAX_BYTES
from scoring.phones.tokens import MOST
from tests.drill.figures import size
from tests.in_turn import in_turn
from tests.messages import message
from tests.test_permissions import DOORS, NO, undrawn
from tests.world import Evening, client_of, somebody, undone

__all__ = ["undrawn"]
pytestmark = pytest.mark.django_db

NUL = "Marie\0Kubala"
SCRIPT = "<script>alert(1)</script>"
LONG = SCRIPT + "x" * 5_000
# No field of any form takes these.
UNFIT = (NUL, LONG)
JUNK = (
    *UNFIT,
    "",
    " ",
    "-1",
    "\N{MINUS SIGN}7",
    "0",
    "9" * 30,
    "9" * 5_000,
    "1e9",
    "\N{ARABIC-INDIC DIGIT THREE}",
    "\N{SUPERSCRIPT TWO}",
    "nan",
    "2026-02-31",
    "0001-01-01",
    "9999-12-31",
    "../../etc/passwd",
    "' OR 1=1 --",
    "\N{RIGHT-TO-LEFT OVERRIDE}\N{ZERO WIDTH JOINER}\U0001f0a1",
    "\ufffd\ud7ff\uffff",
    SCRIPT,
    "http://[::1",
    "draw",
    "all",
)
# These ask for nothing that could be wrong: whoever sends them means it. And signing
# in counts what was tried.
ASK_NOTHING = {
    "scoring:webhook-secret",
    "scoring:rsvp-links",
    "clubs:sign-in",
    "account_login",
    "account_reauthenticate",
    "clubs:sign-out",
    "scoring:invitation-close",
    "scoring:webhook-test",
    "scoring:webhook-withdraw",
    "scoring:role-end",
    "scoring:password-link-make",
    "scoring:password-link-close",
    "scoring:player-erase",
    "scoring:act-undo",
    "scoring:entries-all-here",
    "scoring:entry-remove",
    "scoring:merge-undo",
    "scoring:player-apart",
    "scoring:apart-undo",
    "scoring:entries-draw-numbers",
    "scoring:tournament-finish",
    "scoring:tournament-reopen",
    "scoring:draw-publish",
    "scoring:round-publish",
    "scoring:round-unpublish",
    "scoring:round-discard",
    "scoring:join",
    "scoring:sheet-renew",
    "scoring:sheet-revoke",
    "scoring:sheet-photo-remove",
    "scoring:pack-make",
    "scoring:announcement-end",
    "scoring:old-list-take-back",
    "scoring:open-file-back",
    "scoring:player-link-give",
    "scoring:player-link-close",
    "scoring:player-stays",
    "scoring:mail-confirm",
    "scoring:mail-off",
    "scoring:season-plan-remove",
    "scoring:program-withdraw",
}
POSTS = [name for name, door in DOORS.items() if door.post != NO]
GETS = [name for name, door in DOORS.items() if door.get != NO]
ASKED = ("q", "v", "page", "like", "code", "try", "table", "show", "version", "name")
ASKED = (*ASKED, "tables", "added", "here", "tournament", "round", "what", "next")


# The gate sends each form one kind, and the next another; a drill sends all to all.
KINDS = (*UNFIT, *range(size(1, len(JUNK))))
TURNS, EACH = size(1, len(KINDS)), size(False, True)
# No address is read that has a NUL: it would keep the views from all the other junk.
READABLE = tuple(each for each in JUNK if "\0" not in each)
TOO_LARGE = 413
FORM = "application/x-www-form-urlencoded"  # in parts it takes a third longer to read
QUOTED = cache(quote_plus)  # the same long junk goes to every form


def field_names() -> Iterator[str]:
    """Every name that any form of the site listens to."""
    kinds = [forms.Form]
    while kinds:
        kind = kinds.pop()
        kinds += kind.__subclasses__()
        if kind.__module__.partition(".")[0] in ("clubs", "scoring"):
            yield from kind.base_fields
    for seat in range(1, 5):
        for what in ("held", "borrowed", "ruled", "blue", "red", "white"):
            yield f"{what}{seat}"
        yield f"seat_1_{seat}"
        yield f"line_{seat}"
    yield from ("effects_seen", "more", "next", "again", "tables")
    yield from ("answer", "take", "does")


def rows() -> dict[str, int]:
    """How many there are of everything that is kept, in one question.

    What was tried is counted for a while, and nothing is saved by that.
    """
    apps_of_ours = ("clubs", "scoring")
    kept = [m for app in apps_of_ours for m in apps.get_app_config(app).get_models()]
    tables = [model._meta.db_table for model in kept if model is not Counter]
    counts = ", ".join(f'(SELECT COUNT(*) FROM "{table}")' for table in tables)
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT {counts}")
        return dict(zip(tables, cursor.fetchone(), strict=True))


@pytest.fixture
def owner(here: Evening) -> Client:
    client = client_of(somebody("owner", here.club, here.club))
    client.raise_request_exception = False
    return client


def all_of(answer: HttpResponse) -> bytes:
    """The whole body; a file that is sent away is closed by reading it."""
    return answer.getvalue() if answer.streaming else answer.content


def posted(
    client: Client,
    at: str,
    data: dict[str, object],
    *,
    form: str = FORM,
    counts: bool = False,
) -> HttpResponse:
    """The answer, with the rows there were then if they count; what it wrote is undone."""
    sent = urlencode(data, quote_via=QUOTED) if form == FORM else data
    with undone(client):
        answer = client.post(at, sent, form)
        answer.changed = rows() if counts else {}
    return answer


def at_table(name: str) -> bool:
    """Of a phone, which sends short messages that are no forms."""
    return name.startswith("scoring:table-")


def mixed(names: Sequence[str], turn: int, of: Sequence[str] = JUNK) -> dict[str, str]:
    """Each field with other junk than its neighbours; each turn with other junk."""
    return {name: of[(7 * at + 9 * turn) % len(of)] for at, name in enumerate(names)}


@pytest.mark.parametrize("first", range(TURNS))
def test_junk_in_every_field_of_every_form(
    first: int, here: Evening, owner: Client
) -> None:
    before, names = rows(), sorted(set(field_names()))
    good = {"key": uuid4().hex, "seen": "0"}
    broken, changed, raw = [], [], []
    for turn, name in enumerate(POSTS):
        junk = KINDS[(first + turn) % len(KINDS)]
        unfit = not isinstance(junk, int)
        fields = dict.fromkeys(names, junk) if unfit else mixed(names, junk)
        sent = fields if junk == NUL and turn % 2 else fields | good
        answer = posted(owner, here.address(name), sent, counts=unfit)
        unread = answer.status_code == TOO_LARGE and not at_table(name)
        if answer.status_code >= 500 or unread:
            broken.append(name)
        if unfit and name not in ASK_NOTHING and answer.changed != before:
            changed.append(name)
        if SCRIPT.encode() in all_of(answer):
            raw.append(name)
    assert (broken, changed, raw) == ([], [], [])


def test_a_number_of_thousands_of_digits(here: Evening, owner: Client) -> None:
    """Python itself refuses to read one."""
    far, broken = "9" * 5_000, []
    fields = dict.fromkeys(field_names(), far) | {f"name_{far}": far}
    for name in POSTS if EACH else POSTS[::4]:
        if posted(owner, here.address(name), fields).status_code >= 500:
            broken.append(name)
    asked = dict.fromkeys((*ASKED, "after"), far)
    for name in GETS if EACH else GETS[1::4]:
        answer = owner.get(here.address(name), asked)
        all_of(answer)
        if answer.status_code >= 500:
            broken.append(name)
    assert broken == []


@pytest.mark.parametrize("turn", range(TURNS))
def test_junk_behind_every_address(turn: int, here: Evening, owner: Client) -> None:
    asked = mixed(ASKED, turn, READABLE) | dict.fromkeys(ASKED[turn % 2 :: 2], SCRIPT)
    answers = {name: owner.get(here.address(name), asked) for name in GETS}
    whole = {name: all_of(answer) for name, answer in answers.items()}
    assert [n for n, answer in answers.items() if answer.status_code >= 500] == []
    assert [n for n, body in whole.items() if SCRIPT.encode() in body] == []


@pytest.mark.parametrize("number", [0, 2**31, 2**63, 10**40] if EACH else [2**63])
def test_numbers_no_database_holds_are_not_found(
    number: int, here: Evening, owner: Client
) -> None:
    for part in ("number", "table", "pk"):
        for name in DOORS:
            at = here.address(name, **{part: number})
            if at != here.address(name):
                assert owner.get(at).status_code in (302, 404, NO), at
                assert posted(owner, at, {}).status_code in (302, 404, NO), at


@pytest.mark.usefixtures("undrawn")
def test_bodies_that_are_no_forms(here: Evening, owner: Client) -> None:
    bodies = {
        "application/json": json.dumps({"key": ["1"]}),
        "text/plain": "key=1",
        "multipart/form-data": "no boundary",
        "multipart/form-data; boundary=x": "--x\r\nContent-Disposition: form-data; na",
        "application/x-www-form-urlencoded": b"\xff\xfe=%ED%A0%80&key=%00&seen=%FF",
    }
    kinds = list(bodies.items())
    for turn, name in enumerate(POSTS if EACH else POSTS[::4]):
        at, one = here.address(name), turn % len(kinds)
        for kind, body in kinds if EACH else kinds[one : one + 1]:
            with undone(owner):
                answer = owner.generic("POST", at, body, content_type=kind)
            assert answer.status_code < 500, (name, kind)


@pytest.mark.usefixtures("undrawn")
def test_methods_nobody_uses(here: Evening, owner: Client) -> None:
    before, methods = rows(), (owner.put, owner.head)
    for turn, name in enumerate(DOORS):
        for ask in methods if EACH else methods[turn % 2 :][:1]:
            answer = ask(here.address(name))
            all_of(answer)
            assert answer.status_code < 500, name
    assert rows() == before


NO_LISTS = (
    b"\0\1\2\3",
    b"PK\x03\x04" + bytes(200),
    b"\xff\xfe\x00\xd8",
    b"%PDF-1.7",
    b'"' + b"a" * 200_000,
    b"Name\n" + b",".join([b"x"] * 100_000),
)
CALLED = ("people.csv", "people.xlsx", "../../x\0.xls".replace("/", "_"), "a" * 500)


@in_turn(
    "content, called", size(zip(NO_LISTS, cycle(CALLED)), product(NO_LISTS, CALLED))
)
def test_uploads_that_are_no_lists(
    content: bytes, called: str, here: Evening, owner: Client
) -> None:
    before = rows()
    file = SimpleUploadedFile(called, content)
    for name in (
        "scoring:entries-upload",
        "scoring:old-lists",
        "scoring:open-file-new",
    ):
        file.seek(0)
        at, sent = here.address(name), {"file": file}
        answer = posted(owner, at, sent, form=MULTIPART_CONTENT, counts=True)
        assert answer.status_code == 200
        assert answer.changed == before


@pytest.mark.usefixtures("undrawn")
def test_a_key_that_something_else_was_saved_with(here: Evening, owner: Client) -> None:
    """Every form of the site with a key that another kind of write has used."""
    used = Change.objects.exclude(key="").values_list("key", flat=True)
    keys = [used[0], here.tournament.adjustments.get().key]
    right = {
        **{"name": "Rose Krenek", "kind": "scorekeeper", "entry": "1", "chips": "5"},
        **{f"held{n}": "100" for n in range(1, 5)},
        **{f"seat_1_{n}": str(n) for n in range(1, 5)},
        **{"seen": "0", "reason": "why", "scope": "next", "spare": "sit_out"},
        **{"text": "Rose Krenek", "one": "1", "other": "5", "tables": "1"},
        **{"date": date(2026, 12, 1).isoformat(), "witness": "account"},
    }
    for turn, name in enumerate(POSTS if EACH else POSTS[1::2]):
        for key in keys if EACH else keys[turn % 2 :][:1]:
            answer = posted(owner, here.address(name), {**right, "key": key})
            assert answer.status_code < 500, (name, key)


def test_a_file_too_large_is_not_even_read(here: Evening, owner: Client) -> None:
    file = SimpleUploadedFile("people.csv", b"x" * (MAX_BYTES + 1))
    answer = owner.post(here.address("scoring:entries-upload"), {"file": file})
    assert message("The file is larger than 2 MB.") in answer.content.decode()


def test_behind_a_proxy_everybody_has_a_brake_of_his_own(
    settings, client: Client
) -> None:
    settings.HTTPS = True
    said = ""
    for n in range(MOST + 5):
        headers = {"x-forwarded-for": f"192.0.2.{n}"}
        answer = client.get("/t/", {"code": "AAAAA"}, headers=headers, follow=True)
        said += answer.content.decode()
    assert "No score sheet has the code “" in said
    assert "Too many" not in said
