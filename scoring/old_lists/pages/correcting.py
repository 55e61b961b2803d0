"""One line of an old list, put right."""

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods

from clubs.access import member_of
from clubs.wording import say
from scoring.core.access import DIRECTOR
from scoring.core.services.changes import Actor, Refused
from scoring.core.views import tell_of_names
from scoring.models import Entry
from scoring.old_lists.correcting import correct
from scoring.old_lists.pages.correction_form import CorrectionForm
from scoring.old_lists.pages.old_lists import frame
from scoring.results.reckon import facts_of


@require_http_methods(["GET", "HEAD", "POST"])
def old_result(request: HttpRequest, club: str, pk: int) -> HttpResponse:
    """What the list says of somebody's evening, to be typed once more."""
    member = member_of(request, club, DIRECTOR)
    rows = Entry.objects.filter(tournament__club=member.club, tournament__public=True)
    rows = rows.filter(old_result__isnull=False)
    entry = rows.select_related("old_result", "tournament__club").filter(pk=pk).first()
    if entry is None:
        raise Http404(say("There is no such line of an old list."))
    evening = entry.tournament
    placed = evening.entries.filter(old_result__place__isnull=False)
    form = CorrectionForm(
        request.POST if request.method == "POST" else None,
        facts=facts_of(entry.old_result),
        has_places=placed.exists(),
    )
    if request.method == "POST" and form.is_valid():
        by, data = Actor.at_desk(member.user), form.cleaned_data
        try:
            correct(entry=entry, by=by, facts=form.facts(), reason=data["reason"])
        except Refused as refused:
            form.add_error(refused.field or None, refused.message)
        else:
            messages.success(request, say("It is put right: {name}.", name=entry.name))
            tell_of_names(request, member.club, data["reason"])
            return redirect(evening)
    context = {**frame(member, entry.name), "form": form, "entry": entry}
    context["crumbs"].insert(-1, (evening.name, evening.get_absolute_url()))
    return render(request, "scoring/old_lists/old_result.html", context)
