"""Requests of phones: a sheet's token gives access (docs/table.md).

There is no session and no cookie, so that a phone that was asleep for an hour can still
send its hands. The key that a phone sends decides what it can do.
"""

import json
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import IntEnum
from functools import wraps
from math import isfinite
from typing import Any, NoReturn

from django.http import HttpRequest, HttpResponse, JsonResponse, UnreadablePostError
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.gzip import gzip_page
from django.views.decorators.http import require_POST, require_safe

from clubs.i18n import chips, in_words, lazy_message, message
from clubs.languages import speak_at_table
from scoring.core.forms import MOST_CHIPS
from scoring.core.names import public_name
from scoring.core.page_context import stamped
from scoring.core.text_cleaning import refuse_unfit
from scoring.core.writes import ActionRefused, Actor, Conflict
from scoring.games.table_rules import seats_at
from scoring.models import Phone, Sheet
from scoring.phones.phone_state import state_of
from scoring.phones.tokens import phone_at, sheet_by_token
from scoring.sheets.hand_writes import SentHand

KEY = re.compile(r"[0-9a-f]{32}")  # 128 random bits, made by the phone
MOST_ID = 2**63 - 1  # largest key of a row
MOST_BYTES = 64 * 1024  # of a message; a hand has less than 1 KB
NO_SHEET = lazy_message(
    "There’s no score sheet at this address. If the desk gave the table a new code, "
    "scan that one."
)
UNKNOWN = lazy_message("First choose your name on this phone.")
CLOSED_PAGE = lazy_message("The desk closed this page. Ask at the desk.")
Told = dict[str, Any]
View = Callable[..., HttpResponse]
Write = Callable[..., Told]


class Garbled(Exception):
    """A request body that isn't a message of ours; the text says why."""


@dataclass(frozen=True, slots=True)
class Message:
    """The fields of a message; each method reads and checks one.

    `size` is the number of people at the table. All methods raise ActionRefused with
    the field's name.
    """

    fields: Mapping[str, Any]
    size: int

    def key(self) -> str:
        """Return the key of this write, or of the phone itself."""
        value = self.fields.get("key")
        if not isinstance(value, str) or not KEY.fullmatch(value):
            raise ActionRefused(message("A key must be 32 hexadecimal digits."), "key")
        return value

    def text(self, name: str) -> str:
        """Return a text, or the key of an earlier record; "" if it's missing."""
        value = self.fields.get(name)
        if value is None:
            return ""
        if not isinstance(value, str):
            raise ActionRefused(message("This must be text."), name)
        return value

    def whole(self, name: str, least: int = -MOST_CHIPS, most: int = MOST_CHIPS) -> int:
        """Return a whole number; neither 54.0 nor True is one."""
        return _whole(self.fields.get(name), name, least, most)

    def seat(self, name: str = "seat") -> int:
        return self.whole(name, 1, self.size)

    def seat_or_none(self, name: str = "seat") -> int | None:
        return None if self.fields.get(name) is None else self.seat(name)

    def yes(self, name: str) -> bool:
        value = self.fields.get(name)
        if not isinstance(value, bool):
            raise ActionRefused(message("This must be true or false."), name)
        return value

    def each(self, name: str) -> list[Any]:
        """Return a value for each of the seats, unchecked."""
        value = self.fields.get(name)
        if not isinstance(value, list) or len(value) != self.size:
            raise ActionRefused(
                message("Enter {n} numbers, one for each seat.", n=in_words(self.size)),
                name,
            )
        return value

    def each_whole(self, name: str) -> list[int]:
        return [
            _whole(number, name, -MOST_CHIPS, MOST_CHIPS) for number in self.each(name)
        ]

    def seats(self) -> list[int | None]:
        """Return the key of an entry for each seat; None for a free seat."""
        return [
            None if seat is None else _whole(seat, "seats", 1, MOST_ID)
            for seat in self.each("seats")
        ]

    def game_record(self) -> dict[str, Any]:
        """Return the game's record of a hand, which the rules check."""
        value = self.fields.get("record")
        if not isinstance(value, dict):
            raise ActionRefused(message("This must be the record of a hand."), "record")
        return value

    def hand(self) -> SentHand:
        """Return a hand, or with `replaces` another version of one."""
        return SentHand(
            key=self.key(),
            record=self.game_record(),
            number=self.whole("number", 1),
            dealer=self.seat_or_none("dealer"),
            note=self.text("note"),
            replaces=self.text("replaces"),
            reason=self.text("reason"),
        )


class PhonePermission(IntEnum):
    """The permission of a phone: each one includes those before it."""

    ANYBODY = 0
    JOINED = 1
    WRITES = 2
    KEEPER = 3


@dataclass(frozen=True, slots=True)
class PhoneRequest:
    """A request of a phone: its sheet, and the phone if it's known.

    A phone with a key that isn't known yet may be about to join.
    """

    http: HttpRequest
    sheet: Sheet
    key: str
    phone: Phone | None

    @property
    def state(self) -> Told:
        """The current state of the sheet. Raises Sheet.DoesNotExist."""
        return state_of(self.sheet, self.key)

    @property
    def by(self) -> Actor:
        """The person who writes.

        Raises ActionRefused for a phone that no one has claimed.
        """
        if self.phone is None:
            raise ActionRefused(UNKNOWN)
        return Actor.at_table(self.phone)

    def kept_out(self, least: PhonePermission) -> str:
        """Return why this phone isn't allowed to, in a sentence; "" if it is."""
        if self.phone is None:
            return str(UNKNOWN) if least > PhonePermission.ANYBODY else ""
        if least == PhonePermission.WRITES and not self.phone.writes:
            return message("Scorekeeper: {name}. Ask to keep score.", name=self._keeper)
        if least == PhonePermission.KEEPER and not self.phone.keeper:
            return message(
                "Scorekeeper: {name}. Only that phone decides who else can keep score.",
                name=self._keeper,
            )
        return ""

    @property
    def _keeper(self) -> str:
        """The name of the scorekeeper."""
        keeper = self.sheet.phones.filter(keeper=True).first()
        if keeper is None:
            return message("another phone")
        return public_name(keeper.name, self.sheet.round.tournament.club)


def get_view(
    least: PhonePermission = PhonePermission.ANYBODY,
) -> Callable[[View], View]:
    """Make a view for GET by phones with this permission; 403 for others."""

    def opened(answer: View) -> View:
        @require_safe
        @with_token
        @wraps(answer)
        def view(request: PhoneRequest) -> HttpResponse:
            if reason := request.kept_out(least):
                return refusal(403, reason)
            return answer(request)

        return view

    return opened


def write_view(least: PhonePermission) -> Callable[[Write], View]:
    """Make a view for a write by phones with this permission, answered with the state.

    400 and 413 for an invalid message, 403 for a phone without permission, 409 if
    someone else wrote in between, 422 for wrong input.
    """

    def opened(write: Write) -> View:
        @_posted(least)
        @wraps(write)
        def view(request: PhoneRequest, data: Message, **parts: Any) -> HttpResponse:
            return _write_response(request, lambda: write(request, data, **parts))

        return view

    return opened


def question_view(least: PhonePermission) -> Callable[[Write], View]:
    """Make a view for a question by phones with this permission; nothing is written.

    ActionRefused is answered with 422, without the state.
    """

    def opened(answer: Write) -> View:
        @_posted(least)
        @wraps(answer)
        def view(request: PhoneRequest, data: Message, **parts: Any) -> HttpResponse:
            try:
                return JsonResponse(answer(request, data, **parts))
            except ActionRefused as refused:
                return refusal(422, refused.message, refused.field)

        return view

    return opened


def _posted(least: PhonePermission) -> Callable[[View], View]:
    """Make a view for POST with a valid message, by phones with this permission."""

    def opened(answer: View) -> View:
        @csrf_exempt
        @require_POST
        @with_token
        @wraps(answer)
        def view(request: PhoneRequest, **parts: Any) -> HttpResponse:
            body = _body_of(request.http)
            if len(body) > MOST_BYTES:
                return refusal(413, message("This message is too long."))
            try:
                data = read(body, seats_at(request.sheet))
            except Garbled as garbled:
                return refusal(400, str(garbled))
            if reason := request.kept_out(least):
                return refusal(403, reason, state=request.state)
            return answer(request, data, **parts)

        return view

    return opened


def with_token(answer: View) -> View:
    """Admit requests with a sheet's token; answers are JSON that isn't cached.

    404 for an unknown token, 410 if the desk closed the page.
    """

    @gzip_page
    @wraps(answer)
    def view(request: HttpRequest, token: str, **parts: Any) -> HttpResponse:
        asked = phone_request_of(request, token)
        if asked:
            speak_at_table(request, asked.sheet.round.tournament.club)
        response: HttpResponse
        if asked is None:
            response = refusal(404, NO_SHEET)
        elif asked.sheet.revoked_at:
            response = refusal(410, CLOSED_PAGE)
        else:
            response = _answered(answer, asked, parts)
        response["Cache-Control"] = "no-store"
        return stamped(hide_address(response))

    return view


def phone_request_of(request: HttpRequest, token: str) -> PhoneRequest | None:
    """Return the phone and its sheet, in one query if the phone is known."""
    key = request.headers.get("X-Phone", "")
    key = key if KEY.fullmatch(key) else ""
    if key and (phone := phone_at(token, key)):
        return PhoneRequest(request, phone.sheet, key, phone)
    sheet = sheet_by_token(token)
    return PhoneRequest(request, sheet, key, None) if sheet else None


def hide_address(response: HttpResponse) -> HttpResponse:
    """Keep the secret address out of referrers and search engines."""
    response["Referrer-Policy"] = "no-referrer"
    response["X-Robots-Tag"] = "noindex"
    return response


def refusal(status: int, text: str, field: str = "", **more: Any) -> JsonResponse:
    """Return a refusal, with the reason in a sentence."""
    refused = {"message": str(text), "field": field, "problems": []}
    return JsonResponse({"refused": refused} | more, status=status)


def _answered(
    answer: View, request: PhoneRequest, parts: dict[str, Any]
) -> HttpResponse:
    try:
        return answer(request, **parts)
    except Sheet.DoesNotExist:  # the round was drawn again at this very moment
        return refusal(404, NO_SHEET)


def _body_of(request: HttpRequest) -> bytes:
    """Return the body, at most one byte longer than the limit."""
    try:
        return request.read(MOST_BYTES + 1)
    except UnreadablePostError:  # the connection broke in the middle
        return b""


def _write_response(request: PhoneRequest, write: Callable[[], Told]) -> HttpResponse:
    try:
        answer = write()
    except ActionRefused as refused:
        status = 409 if isinstance(refused, Conflict) else 422
        return refusal(status, refused.message, refused.field, state=request.state)
    status = 422 if "refused" in answer else 200
    if "state" not in answer:  # the write may have read it already
        answer["state"] = request.state
    return JsonResponse(answer, status=status)


def read(body: bytes, size: int) -> Message:
    """Return the message in a body from a table of this size. Raises Garbled."""
    try:
        value = _STRICT.decode(body.decode())
        refuse_unfit(value, "")
    except (ValueError, RecursionError, ActionRefused) as error:
        raise Garbled(
            message("This isn’t a valid message from the table page.")
        ) from error
    if not isinstance(value, dict):
        raise Garbled(message("A message must be a JSON object."))
    return Message(value, size)


def _whole(value: Any, name: str, least: int, most: int) -> int:
    if type(value) is not int or not least <= value <= most:
        raise ActionRefused(
            message(
                "Type a whole number from {least} to {most}.",
                least=chips(least),
                most=most,
            ),
            name,
        )
    return value


def _single(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    fields = dict(pairs)
    if len(fields) != len(pairs):
        raise ValueError("a field stands twice")
    return fields


def _finite(text: str) -> float:
    number = float(text)
    if not isfinite(number):
        raise ValueError("too large a number")
    return number


def _no_constant(name: str) -> NoReturn:
    raise ValueError(f"{name} is not a JSON number")


_STRICT = json.JSONDecoder(
    object_pairs_hook=_single, parse_float=_finite, parse_constant=_no_constant
)
