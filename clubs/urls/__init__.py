"""Addresses of clubs and accounts; those that allauth asks for by name in `accounts`."""

from django.urls import path

from clubs.views import accounts, home, people, settings

app_name = "clubs"
urlpatterns = [
    path("", home.home, name="home"),
    path("sign-in/", accounts.sign_in, name="sign-in"),
    path("sign-out/", accounts.sign_out, name="sign-out"),
    path("accounts/", accounts.account, name="account"),
    path("accounts/password/", accounts.password, name="password"),
    path("setup/<str:code>/", accounts.setup, name="setup"),
    path("join/<str:token>/", accounts.join_club, name="join"),
    # /desk/<club>/…
    path("desk/<slug:club>/people/", people.people, name="people"),
    path("desk/<slug:club>/people/invite/", people.invite, name="invite"),
    path(
        "desk/<slug:club>/people/invitations/<int:pk>/close/",
        people.invitation_close,
        name="invitation-close",
    ),
    path(
        "desk/<slug:club>/people/<int:pk>/change/",
        people.role_change,
        name="role-change",
    ),
    path("desk/<slug:club>/people/<int:pk>/end/", people.role_end, name="role-end"),
    path("desk/<slug:club>/settings/", settings.club_settings, name="settings"),
]
