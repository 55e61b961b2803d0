"""The club's log: who, when, what, from where."""

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.http import require_safe

from clubs.access import member_of
from clubs.wording import say
from scoring.core.access import DIRECTOR
from scoring.core.views import desk_frame
from scoring.desk.log import Wanted, changes_of, logged_tournaments, source_said
from scoring.desk.pages.log_form import LogForm

A_PAGE = 50


@require_safe
def log(request: HttpRequest, club: str) -> HttpResponse:
    member = member_of(request, club, DIRECTOR)
    form = LogForm(request.GET, tournaments=logged_tournaments(member.club))
    wanted = form.wanted
    with timezone.override(member.club.zone):
        pages = Paginator(changes_of(member.club, wanted), A_PAGE)
        page = pages.get_page(request.GET.get("page"))
        context = {
            **desk_frame(member, say("Log")),
            "form": form,
            "wanted": wanted,
            "narrowed": wanted != Wanted() or bool(form.errors),
            "page": page,
            "changes": [(each.in_language(), source_said(each)) for each in page],
            "found": pages.count,
        }
        return render(request, "scoring/desk/log.html", context)
