"""URLs of clubs and accounts; those that allauth names are in `allauth_urls`."""

from django.urls import path

from clubs.views import (
    accounts,
    club_signup,
    first_start,
    guides,
    home,
    languages,
    settings,
    task_monitor,
)

app_name = "clubs"
urlpatterns = [
    path("", home.home, name="home"),
    path("open/", club_signup.open_page, name="open"),
    path("guides/", guides.index, name="guides"),
    path("guides/<slug:guide>/", guides.guide, name="guide"),
    path("guides/<slug:guide>/<slug:task>/", guides.task, name="guide-task"),
    path("language/", languages.choose, name="language"),
    path("sign-in/", accounts.sign_in, name="sign-in"),
    path("sign-out/", accounts.sign_out, name="sign-out"),
    path("accounts/", accounts.account, name="account"),
    path("accounts/sessions/end/", accounts.session_end, name="session-end"),
    path("accounts/password/", accounts.password, name="password"),
    path("setup/<str:code>/", first_start.setup, name="setup"),
    path("tasks/", task_monitor.tasks, name="tasks"),
    path("tasks/again/", task_monitor.task_again, name="task-again"),
    path("desk/<slug:club>/settings/", settings.club_settings, name="settings"),
]
