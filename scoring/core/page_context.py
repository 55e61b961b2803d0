"""The context of pages at the desk and in public, and parts that refresh themselves."""

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
from scoring.core.undo import describe_act, describe_emails, undoable_record
from scoring.core.writes import ActionRefused
from scoring.models import Tournament


def address(name: str, tournament: Tournament, *more: object) -> str:
    """Return the address of a tournament's page, by the name of its URL."""
    args = [tournament.club.slug, tournament.slug, *more]
    return reverse(f"scoring:{name}", args=args)


def desk_frame(member: Member, *crumbs: str | tuple[str, str]) -> dict[str, Any]:
    """Return the context of base.html for a page of the club's desk, with breadcrumbs.

    `crumbs` has the page's own name last, after the pages above it with their
    addresses. The last named one is the page itself, without a link.
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


def closing_step_frame(access: DeskAccess, name: str) -> dict[str, Any]:
    """Return the context of base.html for a step of closing an event.

    A director has a link back to all steps.
    """
    steps = (message("Close the event"), address("closing", access.tournament))
    return (
        frame(access, steps, name) if access.member.is_director else frame(access, name)
    )


def frame(access: DeskAccess, *crumbs: str | tuple[str, str]) -> dict[str, Any]:
    """Return the context of base.html for a page of a tournament's desk."""
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
    """Return the context of base.html for a season's page at the desk."""
    club = member.club
    change = reverse("scoring:season-change", args=[club.slug, season.slug])
    seasons = (message("Seasons"), reverse("scoring:seasons", args=[club.slug]))
    return desk_frame(member, seasons, (season.name, change), *crumbs)


@dataclass(frozen=True, slots=True)
class LinkPreview:
    """The preview of a shared link to a page, with the page's names."""

    title: str
    text: str
    picture: str = ""  # its address


def preview_of(
    title: object, club: Club, *parts: object, picture: str = ""
) -> LinkPreview:
    """Return a preview with the page's title, its club, and a line of facts."""
    words = [str(part) for part in parts if part]
    return LinkPreview(f"{title} · {club}", " · ".join(words), picture)


def picture_address(
    request: HttpRequest, picture: LinkPicture, name: str, *parts: object
) -> str:
    """Return the address of a preview image, which changes with the image."""
    path = reverse(f"scoring:{name}", args=[*parts, picture.version])
    return site_address(request) + path


def picture_sent(picture: LinkPicture) -> HttpResponse:
    """Return the current image for any version, because old names stay private."""
    return HttpResponse(png_of(picture), content_type="image/png")


def club_frame(request: HttpRequest, club: Club, title: str = "") -> dict[str, Any]:
    """Return the context of a club's page; `title` is its name in the breadcrumbs."""
    crumbs = [(club.name, reverse("scoring:club", args=[club.slug])), (title, "")]
    return {
        "club": club,
        "club_role": role_in(club, request.user),
        "indexable": club.indexable,
        "crumbs": crumbs if title else [],
    }


# Policy for embedded pages: stricter than for others, except for who can frame them.
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
    """Return the club of an embedded page, and activate its language.

    Raises Http404, also for a club that is shut.
    """
    club = public_clubs().filter(pk=number).first()
    if club is None:
        raise Http404(message("That club doesn’t exist."))
    speak_at_table(request, club)
    return club


def embedded(
    request: HttpRequest, template: str, club: Club, context: dict[str, Any]
) -> HttpResponse:
    """Return a page that the club's listed sites, and this one, can embed in a frame.

    It uses no session, so members see what the public sees. `?theme=light` and
    `?theme=dark` match the page around it; other values are ignored.
    """
    asked = request.GET.get("theme", "")
    theme = asked if asked in ("light", "dark") else ""
    context = {"club": club, "theme": theme, **context}
    response = render(request, template, context)
    policy = " ".join([FRAME_POLICY, *club.embed_hosts.split()])
    response.headers["Content-Security-Policy"] = policy
    # The older header has no list: it would block sites that the policy allows.
    response.xframe_options_exempt = True
    return response


def warn_about_names(request: HttpRequest, club: Club, text: str) -> bool:
    """Warn about full names in a public text that are displayed differently.

    Returns whether there are any. The text stays as typed; its author can change it.
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
    """Turn a refusal inside into a message on the next page; the rest is skipped."""
    try:
        yield
    except ActionRefused as refused:
        messages.error(request, refused.message)


UNDO = "undo "  # prefix of the tags of a message with an Undo button


def report_with_undo(
    request: HttpRequest, text: str, undo: str, **sent: object
) -> None:
    """Add a success message with an Undo button.

    `undo` is the address that undoes it, `sent` the values that the button sends. The
    form has its own key, so that a double click counts once.
    """
    offer = {"url": undo, "sent": {"key": new_key(), **sent}}
    messages.success(request, text, extra_tags=UNDO + json.dumps(offer))


def act_done(
    request: HttpRequest, access: DeskAccess, text: str, changed: int = 1
) -> None:
    """Add a message about a large action, with a button that undoes all of it.

    An action that changed nothing has no button.
    """
    record = changed and undoable_record(access.tournament, access.member.user)
    if not record:
        messages.success(request, text)
        return
    text = " ".join(filter(None, (text, describe_emails(record))))
    report_with_undo(request, text, address("act-undo", access.tournament, record.pk))


def offer_undo(request: HttpRequest, access: DeskAccess) -> None:
    """Offer to undo the user's last large action, until they change something else.

    A page with newer messages offers nothing. One query.
    """
    member = access.member
    if member.is_guest or not member.is_director:
        return
    if len(messages.get_messages(request)):
        return
    if record := undoable_record(access.tournament, member.user):
        act_done(request, access, describe_act(record))


def asked_year(request: HttpRequest) -> int | None:
    """Return the year in the address, `?year=2024`; None if it isn't valid."""
    asked = request.GET.get("year", "")
    return int(asked) if re.fullmatch("[0-9]{4}", asked) else None


def tournament_frame(
    request: HttpRequest, tournament: Tournament, title: str = ""
) -> dict[str, Any]:
    """Return the context of a page of the tournament."""
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


NOW = "X-Valat-Now"  # the server's time in ms, for the clock on the page
# The response has the current state of all fields sent.
GIVEN_BACK = "X-Valat-Given-Back"


def is_part(request: HttpRequest) -> bool:
    """Return whether htmx requests a part of an open page, not the whole page."""
    return bool(htmx_of(request)) and not htmx_of(request).boosted


def stamped(response: HttpResponse) -> HttpResponse:
    """Add the server's time to a response."""
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
    """Return a form whose file is read by a worker, and a page to respond with, if any.

    `make` makes the form from the request's data. Without a page, the form is unbound,
    or bound: then its file was read, or it has errors.
    """
    owner, user = member.club.slug, member.user.pk
    key = request.POST.get("reading") or request.GET.get("reading", "")
    try:
        if key and not request.FILES:  # a newly chosen file is a new reading
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
    if reading.is_over:  # in tests, where tasks run immediately
        return make(_typed_again(reading)).with_reading(reading), None
    return form, redirect(f"{request.path}?reading={key}")


def _typed_again(reading: readings.Reading, sent: QueryDict | None = None) -> QueryDict:
    """Return the values typed with the file; `sent`: the form again, with answers."""
    data = QueryDict(mutable=True)
    repeated = sent and {*reading.typed} & {*sent}
    for name, values in sent.lists() if sent and repeated else reading.typed.items():
        data.setlist(name, values)
    return data


def _reading_page(
    request: HttpRequest, reading: readings.Reading, context: dict[str, Any]
) -> HttpResponse:
    """Return a page with the number of files ahead, which refreshes until done."""
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
    """Return a part of a page as rendered for this version, or render it now.

    The part is shared by all readers, so it gets no request. `version` has everything
    the part depends on, including the key of its row and the language, and must be read
    before the part's data.
    """

    def make() -> SafeString:
        return render_to_string(template, make_context())

    return _parts.get((template, version), make)
