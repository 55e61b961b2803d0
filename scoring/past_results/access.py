"""An uploaded file at the desk, and the page frame with the way back."""

from typing import Any

from django.http import Http404
from django.urls import reverse

from clubs.access import Member
from clubs.i18n import message
from scoring.core.page_context import desk_frame
from scoring.models import OldList


def file_at(member: Member, kind: str, pk: int) -> OldList:
    """Return a file of this kind that the club uploaded. Raises Http404."""
    files = member.club.old_lists.filter(kind=kind)
    file: OldList | None = files.filter(pk=pk).first()
    if file is None:
        raise Http404(message("There is no such file."))
    file.club = member.club
    return file


def frame_of_lists(member: Member, title: str = "") -> dict[str, Any]:
    """Return the frame of the page of all old lists, or of a page below it."""
    url = reverse("scoring:old-lists", args=[member.club.slug])
    return desk_frame(member, (message("Past results"), url), title)
