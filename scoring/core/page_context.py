"""What every page stands in, at the desk and in public, and what of it asks again."""

import json
import re
from collections.abc import Callable, Hashable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from sys import getsizeof
from typing import Any, TypeVar

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.cache import patch_cache_control, patch_vary_headers
from django.utils.safestring import SafeString

from clubs import server_clock
from clubs.access import Member, htmx_of, role_in
from clubs.clubs import public_clubs
from clubs.i18n import in_ms, message
from clubs.languages import speak_at_table
from clubs.models import Club, Season
from clubs.site_urls import site_address
from scoring.core import readings
from scoring.core.access import DeskAccess
from scoring.core.forms import ReadForm, new_key
from scoring.core.menu import menu_of
from scoring.core.names import named_in_full
from scoring.core.process_cache import ProcessCache
from scoring.core.social_images import LinkPicture, png_of
from scoring.core.undo import describe_act, describe_emails, standing_record
from scoring.core.writes import ActionRefused
from scoring.models import Tournament


def address(name: str, tournament: Tournament, *more: object) -> str:
    """A page of the tournament, by the name of its URL."""
    args = [tournament.club.slug, tournament.slug, *more]
    return reverse(f"scoring:{name}", args=args)


def desk_frame(member: Member, *crumbs: str | tuple[str, str]) -> dict[str, Any]:
    """The context of base.html for a page of the club's desk, and the way back up.

    `crumbs` names the page itself, after the pages above it with their addresses. The
    last that has a name is the page, and leads nowhere.
    """
    way = [(step, "") if isinstance(step, str) else step for step in crumbs if step]
    return {
        "club": member.club,
        "club_role": member.role,
        "is_director": member.is_director,
        "main_class": "at-desk",
        "crumbs": [
            (message("Desk"), reverse("scoring:desk", args=[member.club.slug])),
            *way[:-1],
            *((name, "") for name, _ in way[-1:]),
        ],
    }


def frame(access: DeskAccess, *crumbs: str | tuple[str, str]) -> dict[str, Any]:
    """The context of base.html for a page of a tournament's desk, and the way back up."""
    tournament = access.tournament
    desk = (tournament.name, address("tournament-desk", tournament))
    return {
        **desk_frame(access.member, desk, *crumbs),
        "club": tournament.club,
        "tournament": tournament,
        "has_news": True,
        "desk_menu": menu_of(
            tournament,
            is_director=access.member.is_director,
            is_guest=access.member.is_guest,
        ),
    }


def season_frame(
    member: Member, season: Season, *crumbs: str | tuple[str, str]
) -> dict[str, Any]:
    """The context of base.html for a page of a season at the desk, and the way back."""
    club = member.club
    change = reverse("scoring:season-change", args=[club.slug, season.slug])
    seasons = (message("Seasons"), reverse("scoring:seasons", args=[club.slug]))
    return desk_frame(member, seasons, (season.name, change), *crumbs)


@dataclass(frozen=True, slots=True)
class LinkPreview:
    """What a link to a page shows where somebody sends it; names as the page shows them."""

    title: str
    text: str
    picture: str = ""  # where it is


def preview_of(
    title: object, club: Club, *parts: object, picture: str = ""
) -> LinkPreview:
    """The page's title with its club, and what is known of it in a line."""
    words = [str(part) for part in parts if part]
    return LinkPreview(f"{title} · {club}", " · ".join(words), picture)


def picture_address(
    request: HttpRequest, picture: LinkPicture, name: str, *parts: object
) -> str:
    """Where a link's picture is: another one is elsewhere, for who shows it keeps it."""
    path = reverse(f"scoring:{name}", args=[*parts, picture.version])
    return site_address(request) + path


def picture_sent(picture: LinkPicture) -> HttpResponse:
    """As it is now, whichever was asked for: what it showed before is nobody's to see."""
    return HttpResponse(png_of(picture), content_type="image/png")


def club_frame(request: HttpRequest, club: Club, title: str = "") -> dict[str, Any]:
    """The frame of a page of the club; `title` names it in the way back up."""
    crumbs = [(club.name, reverse("scoring:club", args=[club.slug])), (title, "")]
    return {
        "club": club,
        "club_role": role_in(club, request.user),
        "indexable": club.indexable,
        "crumbs": crumbs if title else [],
    }


# Of a page in a frame: stricter than others in all but who may frame it.
FRAME_POLICY = "; ".join(
    [
        "default-src 'none'",
        "style-src 'self'",
        "font-src 'self'",
        "img-src 'self' data:",
        "base-uri 'none'",
        "form-action 'none'",
        "frame-ancestors 'self'",
    ]
)


def embedded_club(request: HttpRequest, number: int) -> Club:
    """The club of a page in a frame, whose language it speaks from here on.

    Raises Http404; for a club that is shut, too.
    """
    club = public_clubs().filter(pk=number).first()
    if club is None:
        raise Http404(message("That club doesn’t exist."))
    speak_at_table(request, club)
    return club


def embedded(
    request: HttpRequest, template: str, club: Club, context: dict[str, Any]
) -> HttpResponse:
    """A page that stands in a frame of the sites which the club names, and of this one.

    It asks no session, so members see what everybody sees. `?theme=light` and
    `?theme=dark` match it to the page around it; any other word is as none.
    """
    asked = request.GET.get("theme", "")
    theme = asked if asked in ("light", "dark") else ""
    context = {"club": club, "theme": theme, **context}
    response = render(request, template, context)
    policy = " ".join([FRAME_POLICY, *club.embed_hosts.split()])
    response.headers["Content-Security-Policy"] = policy
    # The older header knows no list: it would refuse what the policy allows.
    response.xframe_options_exempt = True
    return response


def tell_of_names(request: HttpRequest, club: Club, text: str) -> bool:
    """Whether what everybody can read has names in full that the club shows otherwise.

    It stands as it was typed; whoever typed it is told, and may change it.
    """
    named = named_in_full(text, club)
    if named:
        sentence = message(
            "Everyone can read what you wrote, and it has the full names of people "
            "who are shown differently in public: {names}.",
            names=", ".join(f"{name} ({public})" for name, public in named),
        )
        messages.warning(request, sentence)
    return bool(named)


@contextmanager
def refusals_as_messages(request: HttpRequest) -> Iterator[None]:
    """What is refused within is a message of the next page; the rest is not done."""
    try:
        yield
    except ActionRefused as refused:
        messages.error(request, refused.message)


UNDO = "undo "  # begins the tags of a message that can be undone


def report_with_undo(
    request: HttpRequest, text: str, undo: str, **sent: object
) -> None:
    """Say what was done, with a button beside it that takes it back.

    `undo` is the address that does so, `sent` what the button sends along. A form of its
    own is the key of a press, so that a double click is one.
    """
    offer = {"url": undo, "sent": {"key": new_key(), **sent}}
    messages.success(request, text, extra_tags=UNDO + json.dumps(offer))


def act_done(
    request: HttpRequest, access: DeskAccess, text: str, changed: int = 1
) -> None:
    """Say what a large act did; beside it the button that undoes the whole of it.

    An act that changed nothing is followed by no button.
    """
    record = changed and standing_record(access.tournament, access.member.user)
    if not record:
        messages.success(request, text)
        return
    text = " ".join(filter(None, (text, describe_emails(record))))
    report_with_undo(request, text, address("act-undo", access.tournament, record.pk))


def offer_undo(request: HttpRequest, access: DeskAccess) -> None:
    """Offer Undo of somebody's last large act again, until they write something else.

    A page that has something newer to say offers nothing. One query.
    """
    member = access.member
    if member.is_guest or not member.is_director:
        return
    if len(messages.get_messages(request)):
        return
    if record := standing_record(access.tournament, member.user):
        act_done(request, access, describe_act(record))


def asked_year(request: HttpRequest) -> int | None:
    """The year in the address, `?year=2024`; nothing where it is none."""
    asked = request.GET.get("year", "")
    return int(asked) if re.fullmatch("[0-9]{4}", asked) else None


def tournament_frame(
    request: HttpRequest, tournament: Tournament, title: str = ""
) -> dict[str, Any]:
    """The frame of a page of the tournament."""
    club = tournament.club
    frame = club_frame(request, club, tournament.name)
    if title:
        url = reverse("scoring:tournament", args=[club.slug, tournament.slug])
        frame["crumbs"] = [frame["crumbs"][0], (tournament.name, url), (title, "")]
    return {
        **frame,
        "indexable": club.indexable and tournament.public,
        "tournament": tournament,
    }


NOW = "X-Valat-Now"  # the server's time in ms, by which the page's clock counts
GIVEN_BACK = "X-Valat-Given-Back"  # the answer has all that a form sent, as it is now


def is_part(request: HttpRequest) -> bool:
    """Whether an open page asks for a part of it (htmx), not somebody for the page."""
    return bool(htmx_of(request)) and not htmx_of(request).boosted


def stamped(response: HttpResponse) -> HttpResponse:
    """With the server's time on it."""
    response.headers[NOW] = str(in_ms(server_clock.now()))
    return response


# --- Files that a worker reads --------------------------------------------------------

F = TypeVar("F", bound=ReadForm)


def form_with_file(
    request: HttpRequest,
    member: Member,
    make: Callable[..., F],
    *,
    reader: str,
    context: dict[str, Any],
) -> tuple[F, HttpResponse | None]:
    """A form whose file is read by a worker, as far as it is; or the page to answer with.

    `make` makes the form from what was sent. Without a page to answer with, the form is
    unsent, or bound: then its file was read, or something in it has to be corrected.
    """
    owner, user = member.club.slug, member.user.pk
    key = request.POST.get("reading") or request.GET.get("reading", "")
    try:
        if key and not request.FILES:  # a file that is chosen anew is another one
            reading = readings.find(key, owner=owner, user=user)
            if request.method == "POST" and reading.is_over:
                data = _typed_again(reading, request.POST)
                return make(data).with_reading(reading), None
            return make(), _reading_page(request, reading, context)
    except readings.UnknownReading:
        messages.error(
            request, message("This file is no longer here. Upload it again.")
        )
        return make(), redirect(request.path)
    if request.method != "POST":
        return make(), None
    form = make(request.POST, request.FILES)
    if not form.is_valid():
        return form, None
    file = form.cleaned_data["file"]
    typed = {
        name: request.POST.getlist(name)
        for name in form.fields
        if name in request.POST and name != "file"
    }
    try:
        key = readings.start(
            reader,
            **{"owner": owner, "user": user, "name": file.name},
            **{"content": file.read(), "typed": typed},
        )
    except ActionRefused as refused:
        form.add_error("file", refused.message)
        return form, None
    reading = readings.find(key, owner=owner, user=user)
    if reading.is_over:  # as in tests, where a task is done at once
        return make(_typed_again(reading)).with_reading(reading), None
    return form, redirect(f"{request.path}?reading={key}")


def _typed_again(reading: readings.Reading, sent: QueryDict | None = None) -> QueryDict:
    """What was typed beside the file; `sent`: the form once more, with answers in it."""
    data = QueryDict(mutable=True)
    repeated = sent and {*reading.typed} & {*sent}
    for name, values in sent.lists() if sent and repeated else reading.typed.items():
        data.setlist(name, values)
    return data


def _reading_page(
    request: HttpRequest, reading: readings.Reading, context: dict[str, Any]
) -> HttpResponse:
    """How many files are before this one; asks again by itself until it is read."""
    page = "_reading.html" if is_part(request) else "reading.html"
    context = {
        **context,
        "reading": reading,
        "ahead": 0 if reading.is_over else reading.ahead,
        "this_page": f"{request.path}?reading={reading.key}",
        "path": request.path,
    }
    answer = render(request, f"scoring/core/{page}", context)
    patch_cache_control(answer, no_store=True)
    patch_vary_headers(answer, ["HX-Request"])
    return answer


MOST_BYTES = 32_000_000  # of parts in a process; the seats of 4,000 people are 1.2 MB

_parts: ProcessCache[SafeString] = ProcessCache(
    most=256, weigh=getsizeof, most_bytes=MOST_BYTES
)


def render_part(
    template: str, version: Hashable, make_context: Callable[[], dict[str, Any]]
) -> SafeString:
    """Return a part of a page as it was rendered for this version, or render it now.

    It knows no request, so nothing of whoever asks is in it: all readers share it.
    `version` has all that the part follows from, with the key of the row it is about and
    the language, and is read before anything that the part shows.
    """

    def make() -> SafeString:
        return render_to_string(template, make_context())

    return _parts.get((template, version), make)
