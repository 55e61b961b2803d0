"""Pages to sign in and out, change passwords, make an account, and set up a site."""

from typing import Any
from zoneinfo import available_timezones

from allauth.account.fields import PasswordField, SetPasswordField
from allauth.account.forms import (
    ChangePasswordForm,
    LoginForm,
    ReauthenticateForm,
    ResetPasswordKeyForm,
)
from allauth.account.models import EmailAddress
from allauth.account.views import LoginView, PasswordChangeView, ReauthenticateView
from django import forms
from django.conf import settings
from django.contrib import messages
from django.contrib.auth import logout, password_validation
from django.contrib.auth.decorators import login_required
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import (
    require_POST,
    require_safe,
)

from clubs import browsers, two_factor
from clubs.access import SignedInRequest
from clubs.accounts import new_account
from clubs.clubs import roles_of
from clubs.forms import NameField, PlainErrorMessages, PlainForm
from clubs.i18n import lazy_message, message, whole_number
from clubs.models import Invitation, User

QUICKER = lazy_message("Someone just took this name. Choose another.")
# Time zones of SPJST lodges; all other zones follow by name.
NEAR_ZONES = (
    ("America/Chicago", lazy_message("Central: Texas, Chicago")),
    ("America/Denver", lazy_message("Mountain: El Paso, Denver")),
    ("America/New_York", lazy_message("Eastern: New York")),
    ("America/Los_Angeles", lazy_message("Pacific: Los Angeles")),
    ("Europe/Prague", lazy_message("Central Europe: Prague, Vienna")),
)
LONGEST_PASSWORD = 200  # a longer password only costs time to hash
PASSWORD_HELP = lazy_message(
    "Use at least 8 characters. Don’t use only numbers or a common word."
)


def zone_choices() -> list[tuple[str, Any]]:
    """Return all time zones, the likely ones first."""
    near = {zone for zone, _ in NEAR_ZONES}
    rest = [(z, z.replace("_", " ")) for z in sorted(available_timezones() - near)]
    return [(message("Likely"), list(NEAR_ZONES)), (message("All others"), rest)]


def new_password_field(
    label: str, kind: type[PasswordField] = SetPasswordField, **words: str
) -> PasswordField:
    """Return allauth's password field without its placeholder text."""
    field = kind(label=label, max_length=LONGEST_PASSWORD, **words)
    field.widget.attrs = {"autocomplete": "new-password"}
    return field


class SignInForm(PlainErrorMessages, LoginForm):
    """Username or email, and password; the adapter has the error messages."""

    password = forms.CharField(
        label=lazy_message("Password"),
        strip=False,
        widget=forms.PasswordInput(attrs={"autocomplete": "current-password"}),
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["login"] = forms.CharField(
            label=lazy_message("Username or email"),
            max_length=254,
            widget=forms.TextInput(
                attrs={"autocomplete": "username", "autocapitalize": "none"}
            ),
        )
        self.order_fields(["login", "password"])


class PasswordAgainForm(PlainErrorMessages, ReauthenticateForm):
    """The password again, before a change to the account's security."""

    password = forms.CharField(
        label=lazy_message("Your password"),
        strip=False,
        widget=forms.PasswordInput(attrs={"autocomplete": "current-password"}),
    )


class PasswordForm(PlainErrorMessages, ChangePasswordForm):
    """A new password for the user's own account."""

    oldpassword = forms.CharField(
        label=lazy_message("Current password"),
        strip=False,
        widget=forms.PasswordInput(attrs={"autocomplete": "current-password"}),
    )
    password1 = new_password_field(
        lazy_message("New password"), help_text=PASSWORD_HELP
    )
    password2 = new_password_field(
        lazy_message("New password again"), kind=PasswordField
    )


class NewPasswordForm(PlainErrorMessages, ResetPasswordKeyForm):
    """A new password for a user who forgot the old one."""

    password1 = new_password_field(
        lazy_message("New password"), help_text=PASSWORD_HELP
    )
    password2 = new_password_field(
        lazy_message("New password again"), kind=PasswordField
    )


class AccountForm(PlainForm):
    """The name, username and password of a new account."""

    name = NameField(
        label=lazy_message("Your name"),
        max_length=100,
        help_text=lazy_message(
            "The name shown next to your entries, such as Marie Kubala."
        ),
        widget=forms.TextInput(attrs={"autocomplete": "name"}),
    )
    username = forms.CharField(
        label=lazy_message("Username"),
        max_length=150,
        help_text=lazy_message("You’ll sign in with this. Don’t use spaces."),
        validators=[User.username_validator],
        widget=forms.TextInput(
            attrs={"autocomplete": "username", "autocapitalize": "none"}
        ),
        error_messages={
            "invalid": lazy_message(
                "Use only letters, digits and @ . + - _ without spaces."
            )
        },
    )
    password = forms.CharField(
        label=lazy_message("Password"),
        strip=False,
        max_length=LONGEST_PASSWORD,
        help_text=PASSWORD_HELP,
        widget=forms.PasswordInput(attrs={"autocomplete": "new-password"}),
    )
    password_again = forms.CharField(
        label=lazy_message("Confirm password"),
        strip=False,
        widget=forms.PasswordInput(attrs={"autocomplete": "new-password"}),
    )

    def clean_username(self) -> str:
        username = self.cleaned_data["username"]
        if User.objects.filter(username__iexact=username).exists():
            raise ValidationError(
                message(
                    "“{username}” is already in use. Choose another.", username=username
                )
            )
        return username

    def clean(self) -> dict[str, Any]:
        data: dict[str, Any] = super().clean() or self.cleaned_data
        password = data.get("password")
        if password and password != data.get("password_again", password):
            self.add_error("password_again", message("The two passwords don’t match."))
        elif password:
            self._check_password(password)
        return data

    def _check_password(self, password: str) -> None:
        somebody = User(
            name=self.cleaned_data.get("name", ""),
            username=self.cleaned_data.get("username", ""),
        )
        try:
            password_validation.validate_password(password, somebody)
        except ValidationError as wrong:
            self.add_error("password", wrong)

    def account(self) -> User:
        """Return the unsaved account."""
        return new_account(
            name=self.cleaned_data["name"],
            username=self.cleaned_data["username"],
            password=self.cleaned_data["password"],
        )


def mail() -> bool:
    """Return whether email is set up; each page asks again."""
    return bool(settings.MAIL)


sign_in = LoginView.as_view(
    form_class=SignInForm,
    template_name="clubs/login_throttle.html",
    extra_context={"mail": mail},
)
password = never_cache(
    PasswordChangeView.as_view(
        form_class=PasswordForm,
        template_name="clubs/password.html",
        success_url=reverse_lazy("clubs:account"),
    )
)
password_again = never_cache(
    sensitive_post_parameters()(
        ReauthenticateView.as_view(
            form_class=PasswordAgainForm, template_name="account/password_again.html"
        )
    )
)


@require_POST
def sign_out(request: HttpRequest) -> HttpResponse:
    logout(request)
    messages.success(request, message("You’re signed out."))
    return redirect("clubs:home")


@require_safe
@login_required
def account(request: SignedInRequest) -> HttpResponse:
    """Show the user's name, email, password, two-factor authentication and roles."""
    context = {
        "waiting": EmailAddress.objects.get_new(request.user),
        "second_factor": two_factor.is_on(request.user),
        "codes_left": two_factor.codes_left(request.user),
        "roles": roles_of(request.user),
        "mail": mail(),
        "browsers": browsers.list_browsers(request.user, request.session.session_key),
    }
    return render(request, "account/account.html", context)


@require_POST
@login_required
def session_end(request: SignedInRequest) -> HttpResponse:
    """Sign out one other browser, or all others."""
    user, session_key = request.user, request.session.session_key
    chosen = request.POST.get("browser", "")
    if chosen == "others":
        browsers.sign_out_others(user=user, session_key=session_key)
        messages.success(request, message("You’re signed out everywhere else."))
    elif browsers.sign_out_browser(
        user=user, session_key=session_key, pk=whole_number(chosen) or 0
    ):
        messages.success(request, message("That browser was signed out."))
    else:
        messages.success(request, message("That browser was already signed out."))
    return redirect("clubs:account")


def spent(
    request: HttpRequest, invitation: Invitation | None, own_page: str
) -> HttpResponse:
    """Redirect the user who used a spent link to their page; show others an error."""
    used_by = invitation.used_by if invitation else None
    if used_by is not None and used_by == request.user:
        return redirect(own_page)
    return render(request, "clubs/link_spent.html", status=404)
