"""A club's log, with filters: who, when, what, and the source."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any

from django import forms
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.http import require_safe

from clubs.access import member_of
from clubs.forms import DayField, PlainForm, WholeNumberField
from clubs.i18n import full_day, lazy_message, message
from clubs.models import Club
from scoring.core.access import DIRECTOR
from scoring.core.menu import DeskMenu, menu_of
from scoring.core.page_context import desk_frame
from scoring.desk.log import (
    KINDS,
    OTHER,
    SOURCES,
    LogFilter,
    changes_of,
    logged_tournaments,
    rounds_logged,
    stretches,
)
from scoring.models import Tournament

A_PAGE = 50


def _choices(
    named: dict[str, tuple[str, tuple[str, ...]]], empty_label: str
) -> list[tuple[str, str]]:
    return [("", empty_label), *((value, word) for value, (word, _) in named.items())]


class LogForm(PlainForm):
    """The filters of the log; a field with an error doesn't filter."""

    words = forms.CharField(
        label=lazy_message("Search text"), required=False, max_length=80
    )
    who = forms.CharField(label=lazy_message("Who"), required=False, max_length=80)
    tournament = forms.ChoiceField(label=lazy_message("Tournament"), required=False)
    round = WholeNumberField(
        label=lazy_message("Round"), required=False, min_value=1, max_value=999
    )
    table = WholeNumberField(
        label=lazy_message("Table"), required=False, min_value=1, max_value=999
    )
    kind = forms.ChoiceField(
        label=lazy_message("What"),
        required=False,
        choices=[
            *_choices(KINDS, lazy_message("everything")),
            (OTHER, lazy_message("everything else")),
        ],
    )
    source = forms.ChoiceField(
        label=lazy_message("Source"),
        required=False,
        choices=_choices(SOURCES, lazy_message("everywhere")),
    )
    day = DayField(label=lazy_message("Day"), required=False)

    def __init__(
        self, *args: Any, tournaments: Iterable[Tournament], **kwargs: Any
    ) -> None:
        super().__init__(*args, **kwargs)
        self.named = {tournament.slug: tournament.name for tournament in tournaments}
        self.offer("tournament", [("", message("all")), *self.named.items()])

    @property
    def wanted(self) -> LogFilter:
        """The valid filters."""
        self.full_clean()
        return LogFilter(**self.cleaned_data)


@dataclass(frozen=True, slots=True)
class Chip:
    """A link that adds a filter to the log, or removes one (`removes`)."""

    words: str
    address: str
    is_chosen: bool = False
    removes: bool = False


def _chip(request: HttpRequest, words: str, /, **asked: object) -> Chip:
    """Return a link to the log with changed filters; `None` removes one."""
    query = request.GET.copy()
    query.pop("page", None)
    chosen = True
    for name, value in asked.items():
        current_value = query.pop(name, [""])[-1]
        chosen = chosen and current_value == ("" if value is None else str(value))
        if value is not None:
            query[name] = str(value)
    return Chip(words, f"?{query.urlencode()}", chosen)


def _kind_chips(request: HttpRequest) -> list[Chip]:
    return [
        _chip(request, message("everything"), kind=None),
        *(_chip(request, str(word), kind=kind) for kind, (word, _) in KINDS.items()),
        _chip(request, message("everything else"), kind=OTHER),
    ]


def _round_chips(request: HttpRequest, club: Club, wanted: LogFilter) -> list[Chip]:
    """Return links for the rounds of the filtered tournament, if any."""
    if not wanted.tournament:
        return []
    numbers = rounds_logged(club, wanted.tournament)
    whole = _chip(request, message("all rounds"), round=None, table=None)
    rounds = [
        _chip(request, message("Round {n}", n=number), round=number)
        for number in numbers
    ]
    return [whole, *rounds] if rounds else []


def _more_chips(request: HttpRequest, form: "LogForm", wanted: LogFilter) -> list[Chip]:
    """Return links that remove the other filters, one each."""
    words = {
        "words": f"“{wanted.words}”",
        "who": wanted.who,
        "tournament": form.named.get(wanted.tournament, ""),
        "table": message("Table {n}", n=wanted.table),
        "source": str(SOURCES[wanted.source][0]) if wanted.source else "",
        "day": full_day(wanted.day) if wanted.day else "",
    }
    return [
        replace(_chip(request, str(words_of), **{name: None}), removes=True)
        for name, words_of in words.items()
        if getattr(wanted, name)
    ]


@require_safe
def log(request: HttpRequest, club: str) -> HttpResponse:
    member = member_of(request, club, DIRECTOR)
    form = LogForm(request.GET, tournaments=logged_tournaments(member.club))
    wanted = form.wanted
    with timezone.override(member.club.zone):
        pages = Paginator(changes_of(member.club, wanted), A_PAGE)
        page = pages.get_page(request.GET.get("page"))
        context = {
            **desk_frame(member, message("Log")),
            "form": form,
            "wanted": wanted,
            "narrowed": wanted != LogFilter() or bool(form.errors),
            "page": page,
            "stretches": stretches(change.in_language() for change in page),
            "kinds": _kind_chips(request),
            "rounds": _round_chips(request, member.club, wanted),
            "narrowing": _more_chips(request, form, wanted),
            "found": pages.count,
            "desk_menu": _menu(member.club, wanted),
        }
        return render(request, "scoring/desk/log.html", context)


def _menu(club: Club, wanted: LogFilter) -> DeskMenu | None:
    """Return the menu of the tournament whose log it is, if any."""
    if not wanted.tournament:
        return None
    evening = club.tournaments.filter(slug=wanted.tournament, old_list=None).first()
    return menu_of(evening, is_director=True) if evening else None
