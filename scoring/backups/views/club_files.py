"""Pages of club files: downloaded by an owner, restored by the site admin."""

from contextlib import ExitStack
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from django import forms
from django.conf import settings
from django.contrib import messages
from django.core.exceptions import ValidationError
from django.core.files.uploadedfile import UploadedFile
from django.http import FileResponse, Http404, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import (
    require_http_methods,
    require_POST,
    require_safe,
)

from clubs.access import member_of, operator_of
from clubs.clubs import normalize_username
from clubs.forms import PlainForm
from clubs.i18n import message
from clubs.models import User
from scoring.backups import club_uploads
from scoring.backups.archive import NotABackup, NotWritten
from scoring.backups.club_restore import ClubFilePreview, bring_back, look_at
from scoring.backups.create import make
from scoring.backups.restore import NotRestored
from scoring.core.access import OWNER
from scoring.core.page_context import desk_frame
from scoring.core.writes import Actor, log
from scoring.models.log_messages import log_message

LARGEST = 16 << 20  # bytes in a form; larger files need the command
ACCOUNT = "account-"  # prefix of a field's name


@require_safe
def club_file(request: HttpRequest, club: str) -> HttpResponse:
    """Show the contents of a club's file, and a download button."""
    member = member_of(request, club, OWNER, closed=True)
    parent = (message("Settings"), reverse("clubs:settings", args=[member.club.slug]))
    context = desk_frame(member, parent, message("Club file"))
    return render(request, "scoring/backups/club_file.html", context)


@require_POST
@never_cache
def club_file_make(request: HttpRequest, club: str) -> HttpResponseBase:
    """Make the club's file now and send it to the browser, without storing it."""
    member = member_of(request, club, OWNER, closed=True)
    name = f"{member.club.slug}-{timezone.localdate():%Y-%m-%d}.zip"
    try:
        with TemporaryDirectory(dir=settings.DATA_DIR, prefix=".backup-") as folder:
            make(Path(folder) / name, member.club)
            file = (Path(folder) / name).open("rb")
    except (NotWritten, OSError) as wrong:
        messages.error(
            request, message("The file wasn’t created: {reason}", reason=wrong)
        )
        return redirect("scoring:club-file", member.club.slug)
    text = log_message("club.exported")
    log(Actor.at_desk(member.user), "club", text, club=member.club)
    return FileResponse(
        file, as_attachment=True, filename=name, content_type="application/zip"
    )


class ClubFileForm(PlainForm):
    """The upload of a club's file."""

    file = forms.FileField(
        label=_("The club’s file"),
        widget=forms.FileInput(attrs={"accept": ".zip"}),
        help_text=_(
            "The file can be up to 16 MB. For a larger file, use ./run "
            "manage restore_club."
        ),
        error_messages={"required": _("Choose a file first.")},
    )

    def clean_file(self) -> UploadedFile:
        file: UploadedFile = self.cleaned_data["file"]
        if (file.size or 0) > LARGEST:
            raise ValidationError(
                message("The file is larger than 16 MB. Use ./run manage restore_club.")
            )
        return file


class ReturnForm(PlainForm):
    """The club's address, and the accounts here for the accounts in the file."""

    slug = forms.SlugField(
        label=_("Address"),
        max_length=50,
    )

    def __init__(self, *args: Any, look: ClubFilePreview, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["slug"].initial = look.slug
        self.look = look
        for account in look.accounts:
            if account.role:
                self.fields[f"{ACCOUNT}{account.key}"] = forms.CharField(
                    label=account.name, required=False, max_length=150
                )

    @property
    def people(self) -> list[tuple[Any, Any, str]]:
        """Each account in the file, its field, and an equal account's name here."""
        usernames = [account.username for account in self.look.accounts]
        users = User.objects.filter(username__in=usernames)
        local_names = {user.username: user.name for user in users}
        return [
            (
                account,
                self[f"{ACCOUNT}{account.key}"],
                local_names.get(account.username, ""),
            )
            for account in self.look.accounts
            if account.role
        ]

    def clean(self) -> dict[str, Any]:
        data = super().clean() or {}
        self.users: dict[int, User] = {}
        for name, typed in [*data.items()]:
            if not name.startswith(ACCOUNT) or not typed:
                continue
            user = User.objects.filter(username=normalize_username(typed)).first()
            if user is None:
                self.add_error(
                    name,
                    message("There’s no account “{typed}” on this site.", typed=typed),
                )
            elif user in self.users.values():
                self.add_error(
                    name,
                    message("You already chose this account for another person."),
                )
            else:
                self.users[int(name.removeprefix(ACCOUNT))] = user
        return data


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def club_return(request: HttpRequest) -> HttpResponse:
    """Upload a file; its contents are displayed before any of it is used."""
    operator_of(request)
    is_sent = request.method == "POST"
    form = ClubFileForm(request.POST, request.FILES) if is_sent else ClubFileForm()
    if is_sent and form.is_valid() and (key := _store_upload(form)):
        return redirect("scoring:club-return-look", key)
    return render(request, "scoring/backups/club_return.html", {"form": form})


def _store_upload(form: ClubFileForm) -> str:
    """Return the key of the uploaded file; "" if the form has an error."""
    try:
        key = club_uploads.store_upload(form.cleaned_data["file"])
        with club_uploads.at_hand(key) as path:
            try:
                look_at(path)
            except (NotABackup, NotRestored) as wrong:
                club_uploads.forget(key)
                form.add_error("file", str(wrong).replace(str(path), message("This")))
                return ""
    except OSError as error:
        text = message("The file couldn’t be saved: {reason}", reason=error.strerror)
        form.add_error("file", text)
        return ""
    return key


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def club_return_look(request: HttpRequest, key: str) -> HttpResponse:
    """Assign the accounts, then restore the club."""
    actor = Actor.at_desk(operator_of(request))
    with ExitStack() as held:
        try:
            path = held.enter_context(club_uploads.at_hand(key))
        except FileNotFoundError:
            text = message("This file is no longer here. Upload it again.")
            raise Http404(text) from None
        return _look(request, path, key, actor)


def _look(request: HttpRequest, path: Path, key: str, actor: Actor) -> HttpResponse:
    look = look_at(path)
    form = ReturnForm(request.POST or None, look=look)
    if request.method == "POST" and form.is_valid():
        slug = form.cleaned_data["slug"].lower()
        try:
            club = bring_back(
                path,
                actor=actor,
                accounts=form.users,
                slug="" if slug == look.slug else slug,
            )
        except (NotABackup, NotRestored) as wrong:
            form.add_error(None, str(wrong))
        else:
            club_uploads.forget(key)
            messages.success(request, message("{club} has been restored.", club=club))
            return redirect("scoring:desk", club.slug)
    context = {"form": form, "look": look}
    return render(request, "scoring/backups/club_return_look.html", context)
