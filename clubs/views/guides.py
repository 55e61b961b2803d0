"""Pages of the guides: an index with a search, a page for each guide and each task."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from clubs.guides import Guide, guides, search_guides
from clubs.i18n import message

LONGEST = 100  # characters of a search


@require_safe
def index(request: HttpRequest) -> HttpResponse:
    typed = request.GET.get("q", "")[:LONGEST]
    context = {
        "guides": guides().values(),
        "typed": typed,
        "found": search_guides(typed),
        "indexable": not typed,
    }
    return render(request, "clubs/guides.html", context)


@require_safe
def guide(request: HttpRequest, guide: str) -> HttpResponse:
    context = {"guide": _guide(guide), "indexable": True}
    return render(request, "clubs/guide.html", context)


@require_safe
def task(request: HttpRequest, guide: str, task: str) -> HttpResponse:
    the_guide = _guide(guide)
    slugs = [item.slug for item in the_guide.tasks]
    if task not in slugs:
        raise Http404(message("That page of the guide doesn’t exist."))
    index = slugs.index(task)
    context = {
        "guide": the_guide,
        "task": the_guide.tasks[index],
        "previous": the_guide.tasks[index - 1] if index else None,
        "next": next(iter(the_guide.tasks[index + 1 :]), None),
        "indexable": True,
    }
    return render(request, "clubs/guide_task.html", context)


def _guide(slug: str) -> Guide:
    if slug not in guides():
        raise Http404(message("That guide doesn’t exist."))
    return guides()[slug]
