"""Addresses of people's own pages and of the desk's RSVP list."""

from django.urls import path

from scoring.signups.views import calendars, desk, mail, me, mine, series, sign_up

# /…
site = [
    path("me/", mine.mine, name="mine"),
    path("me/worker.js", me.worker, name="my-worker"),
    path("me/<str:token>/", me.me, name="me"),
    path("me/<str:token>/out/", me.change_data, name="me-out"),
    path("me/<str:token>/app.webmanifest", me.app, name="my-app"),
    path("me/<str:token>/calendar.ics", calendars.mine, name="my-calendar"),
    path("me/<str:token>/mail/", mail.my_mail, name="my-mail"),
    path("me/mail/<str:token>/", mail.mail_confirm, name="mail-confirm"),
    path("me/sign-up/<str:token>/", sign_up.signed_up, name="signed-up"),
    path("me/sign-up/<slug:club>/<slug:tournament>/", sign_up.sign_up, name="sign-up"),
    path("me/mail/<str:token>/off/<slug:wish>/", mail.mail_off, name="mail-off"),
]

# /<club>/…
club_pages = [
    path("calendar.ics", calendars.of_club, name="club-calendar"),
    path("feed.atom", calendars.feed, name="club-feed"),
]

# /<club>/<tournament>/…
tournament_pages = [path("event.ics", calendars.one_event, name="event-calendar")]

# /desk/<club>/…
club_desk = [
    path("mails/", mail.mails, name="mails"),
    path("players/<int:number>/link/", desk.link, name="player-link"),
    path("players/<int:number>/link/give/", desk.link_give, name="player-link-give"),
    path("players/<int:number>/link/close/", desk.link_close, name="player-link-close"),
]

# /desk/<club>/<tournament>/…
tournament_desk = [
    path("coming/", desk.coming, name="coming"),
    path("coming/series/", series.repeat, name="series"),
    path("coming/off/", desk.call_off, name="call-off"),
    path("coming/links/", desk.rsvp_links, name="rsvp-links"),
    path("coming/ask/", desk.coming_ask, name="coming-ask"),
    path("coming/<int:number>/", desk.coming_say, name="coming-say"),
    path(
        "coming/sign-ups/<int:pk>/", sign_up.resolve_name_signup, name="sign-up-settle"
    ),
]
