"""Settings of the site: one file, every setting from the environment or settings.env.

Each has a working default; docs/operations.md explains them one by one.
"""

import os
import tomllib
from functools import partial
from pathlib import Path
from typing import Any
from urllib.parse import quote

from whitenoise.compress import Compressor

from config import env, network
from config.databases import database
from config.email import mail_server, sender
from config.logging_config import logging_as
from config.storage import origins, stores

BASE_DIR = Path(__file__).resolve().parent.parent
DATA_DIR = env.folder("DATA_DIR", BASE_DIR / "data")
env.load_file(DATA_DIR / "settings.env")
# What the site's foot, a backup and `./run --version` say.
VERSION = tomllib.loads((BASE_DIR / "pyproject.toml").read_text(encoding="utf-8"))[
    "project"
]["version"]

# Lines for people, or JSON for what collects them.
LOGGING = logging_as(env.one_of("LOG_FORMAT", "line", "json"))
# Who sends it may ask how the site fares (/metrics, details at /readyz); without, nobody.
WATCH_TOKEN = env.token("WATCH_TOKEN")

# --- Where it listens -------------------------------------------------------

# On: a proxy in front (nginx) speaks https with the world and says so in
# X-Forwarded-Proto. Only that proxy shall reach us then, hence the other HOST.
HTTPS = env.switch("HTTPS", default=False)
HOST = env.address("HOST", "127.0.0.1" if HTTPS else "0.0.0.0")
PORT = env.number("PORT", 8000, least=1, most=65535)
WORKERS = env.number("WORKERS", 2, least=1, most=64)
# Processes for what is done behind the request: prints, mails, backups.
TASK_WORKERS = env.number("TASK_WORKERS", 2, least=0, most=64)

# Where the world finds it: links in mails, and those that somebody hands on.
SITE_URL = env.site_url("SITE_URL", https=HTTPS)
PUBLIC_NAMES = [
    *([env.host_of(SITE_URL)] if SITE_URL else []),
    *env.host_names("ALLOWED_HOSTS"),
]
ALLOWED_HOSTS = [
    *network.machine_names(),
    *network.machine_addresses(),
    *PUBLIC_NAMES,
]
PHONE_ADDRESSES = network.phone_addresses(HOST)
PHONE_ADDRESSES_NOW = partial(network.phone_addresses, HOST)

# --- Security ---------------------------------------------------------------

DEBUG = False
SECRET_KEY = env.secret_key("SECRET_KEY", DATA_DIR)
CSRF_TRUSTED_ORIGINS = env.origins("CSRF_TRUSTED_ORIGINS")
if SITE_URL:  # a proxy may tell us the name without the port
    CSRF_TRUSTED_ORIGINS.append(SITE_URL)
CSRF_COOKIE_SECURE = HTTPS
SESSION_COOKIE_SECURE = HTTPS
# A director signs in once and not again in the middle of an evening.
SESSION_COOKIE_AGE = 60 * 60 * 24 * 30
SECURE_SSL_REDIRECT = HTTPS
SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https") if HTTPS else None
# A month: long enough to matter, too short for the browsers' built-in lists,
# so a club can go back.
SECURE_HSTS_SECONDS = 60 * 60 * 24 * 30 if HTTPS else 0
SECURE_HSTS_INCLUDE_SUBDOMAINS = HTTPS
SECURE_HSTS_PRELOAD = HTTPS
SECURE_REFERRER_POLICY = "same-origin"
# On plain http browsers ignore this header and complain about it.
SECURE_CROSS_ORIGIN_OPENER_POLICY = "same-origin" if HTTPS else None
PASSWORD_HASHERS = [
    "clubs.passwords.SerializedArgon2Hasher",
    "django.contrib.auth.hashers.PBKDF2PasswordHasher",
]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": f"django.contrib.auth.password_validation.{name}"}
    for name in (
        "UserAttributeSimilarityValidator",
        "MinimumLengthValidator",
        "CommonPasswordValidator",
        "NumericPasswordValidator",
    )
]

# --- The parts --------------------------------------------------------------

INSTALLED_APPS = [
    "django.contrib.admin",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.staticfiles",
    "django_htmx",
    "django_tables2",
    # "allauth" itself stays out: it only brings pages that nobody shall ever see.
    "allauth.account",
    "allauth.mfa",
    "allauth.usersessions",
    "django_tasks",
    "django_tasks_db",
    "clubs",
    "scoring",
]

MIDDLEWARE = [
    "config.health.answer_monitors",
    "django.middleware.security.SecurityMiddleware",
    "config.gzip.PackPages",
    "config.api_middleware.answer_programs",
    "config.languages.ReadersLanguage",
    "config.security.content_security_policy",
    "config.redirects.to_the_page",
    "config.redirects.to_the_new_address",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "config.security.reject_nul_bytes",
    "config.upload_handlers.refuse_too_large",
    "config.cache_headers.set_cache_headers",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "config.form_receipts.give_receipts",
    "clubs.access.ClubViewer",
    "config.security.keep_from_shared_caches",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "allauth.account.middleware.AccountMiddleware",
    "clubs.access.SignInMiddleware",
]

if WATCH_TOKEN:
    os.environ["PROMETHEUS_MULTIPROC_DIR"] = str(DATA_DIR / "metrics")
    MIDDLEWARE.insert(1, "config.metrics.count_answers")

ROOT_URLCONF = "config.urls"
WSGI_APPLICATION = "config.wsgi.application"

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            # Every template has sentences; ours has quicker ones of the same names.
            "builtins": ["django.templatetags.i18n", "clubs.templatetags.sentences"],
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
            ],
        },
    },
]

DJANGO_TABLES2_TEMPLATE = "components/table.html"

# --- Accounts and mail ------------------------------------------------------

AUTH_USER_MODEL = "clubs.User"
AUTHENTICATION_BACKENDS = ["allauth.account.auth_backends.AuthenticationBackend"]
LOGIN_URL = "clubs:sign-in"
LOGIN_REDIRECT_URL = "clubs:home"

MAIL_SERVER = mail_server("MAIL_URL")
# Without mail: accounts by invitation, new passwords by a link from an owner.
MAIL = MAIL_SERVER is not None
DEFAULT_FROM_EMAIL = SERVER_EMAIL = sender("MAIL_FROM", MAIL_SERVER)
EMAIL_TIMEOUT = 10  # s; somebody waits for the page meanwhile
if MAIL_SERVER:
    EMAIL_HOST = MAIL_SERVER.host
    EMAIL_PORT = MAIL_SERVER.port
    EMAIL_HOST_USER = MAIL_SERVER.user
    EMAIL_HOST_PASSWORD = MAIL_SERVER.password
    EMAIL_USE_TLS = MAIL_SERVER.starts_tls
    EMAIL_USE_SSL = MAIL_SERVER.begins_in_tls

ACCOUNT_ADAPTER = "clubs.views.allauth_adapters.AccountAdapter"
ACCOUNT_LOGIN_METHODS = {"username", "email"}
ACCOUNT_SIGNUP_FIELDS = ["username*", "email*", "password1*"]
ACCOUNT_EMAIL_VERIFICATION = "mandatory" if MAIL else "none"
ACCOUNT_EMAIL_CONFIRMATION_AUTHENTICATED_REDIRECT_URL = "clubs:account"
ACCOUNT_CHANGE_EMAIL = True  # one address each
ACCOUNT_EMAIL_UNKNOWN_ACCOUNTS = False  # strangers get no mail from us
ACCOUNT_EMAIL_NOTIFICATIONS = MAIL  # of what guards an account, to its owner
ACCOUNT_DEFAULT_HTTP_PROTOCOL = "https" if HTTPS else "http"
# Who may not see a page may sign in as somebody else.
ACCOUNT_AUTHENTICATED_LOGIN_REDIRECTS = False
ACCOUNT_REAUTHENTICATION_REQUIRED = True
ACCOUNT_SESSION_REMEMBER = True
ACCOUNT_SESSION_COOKIE_AGE = SESSION_COOKIE_AGE
# A hall has one address: forty people sign in within minutes from behind it. Wrong
# passwords are counted by name and address, in clubs.login_throttle.
ACCOUNT_RATE_LIMITS = {
    "login": "120/m/ip",
    "login_failed": "5/5m/key",  # codes of one account's second factor
    "signup": "60/h/ip",
    # by household and account; strangers together may ask for more
    "reset_password": "60/h/ip,5/h/key",
    "reset_password_from_everywhere": "30/h/key",
    "reset_password_from_key": "120/h/ip",
    "confirm_email": "1/m/key",
    # what asks a mailbox for its owner's word
    "mail_address": "120/h/ip,5/d/key",
    # by name, with the club's word
    "sign_up": "60/h/ip",
    # a club of one's own
    "open_club": "5/d/ip",
}
MFA_ADAPTER = "clubs.views.allauth_adapters.SecondFactorAdapter"
MFA_ALLOW_UNVERIFIED_EMAIL = True  # accounts by invitation have none
MFA_RECOVERY_CODES_SHOW_ONCE = True
MFA_TOTP_TOLERANCE = 1  # a hall's laptop has no internet to set its clock by

# --- Data -------------------------------------------------------------------

# Which setting an error of the database is about.
DATABASE_SETTING = "DATABASE_URL" if env.text("DATABASE_URL", "") else "DATA_DIR"
DATABASES = {
    "default": database(
        "DATABASE_URL",
        env.text("DATABASE_URL", f"sqlite:///{quote(str(DATA_DIR))}/valat.sqlite3"),
    )
}
# All processes share them. allauth counts in `default`, which forgets nothing before its
# time; what is made anew at no loss is in `boards`, whose table a migration of clubs
# makes.
CACHES: dict[str, dict[str, object]] = {
    "default": {"BACKEND": "clubs.counters.CounterTable"},
    "boards": {
        "BACKEND": "django.core.cache.backends.db.DatabaseCache",
        "LOCATION": "valat_cache",
        "OPTIONS": {"MAX_ENTRIES": 10_000},
    },
}
# Or a Redis that several machines share; what is counted in a database of its own.
REDIS_OF_COUNTERS = env.redis_url("CACHE")
REDIS_OF_BOARDS = env.next_database(REDIS_OF_COUNTERS)
if REDIS_OF_COUNTERS:
    CACHES = {
        "default": {
            "BACKEND": "clubs.redis_caches.CounterRedis",
            "LOCATION": REDIS_OF_COUNTERS,
        },
        "boards": {
            "BACKEND": "clubs.redis_caches.BoardRedis",
            "LOCATION": REDIS_OF_BOARDS,
        },
    }
# Work behind the request; who waits for which queue: clubs/tasks.py. The database keeps
# the tasks, or a Redis that several machines share.
REDIS_OF_TASKS = env.redis_url("TASKS")
QUEUES = ["paper", "evening", "mail", "night", "webhooks"]
TASKS: dict[str, dict[str, object]] = {
    "default": {"BACKEND": "django_tasks_db.DatabaseBackend", "QUEUES": QUEUES}
}
TASK_WORK = "clubs.management.worker.work"
if REDIS_OF_TASKS:
    TASKS["default"] |= {
        "BACKEND": "clubs.redis_tasks.RedisBackend",
        "OPTIONS": {"URL": REDIS_OF_TASKS},
    }
    TASK_WORK = "clubs.management.redis_worker.work"
# What a worker of Redis reads once, so that no task's process has to.
TASKS_NEED = ["scoring.printing.render"]
# Modules renamed since 1.0: what the release before queued names them by their old path.
# Remove with the next release.
MOVED_MODULES = {
    "clubs.mail": "clubs.email",
    "clubs.pages.mail": "clubs.views.email",
    "scoring.api.telling": "scoring.api.webhook_delivery",
    "scoring.backups.keeping": "scoring.backups.retention",
    "scoring.backups.packs": "scoring.backups.emergency_packets",
    "scoring.draw.long_draws": "scoring.draw.draw_tasks",
    "scoring.letters.pages.sending": "scoring.emails.views.sending",
    "scoring.paper.jobs": "scoring.printing.jobs",
    "scoring.tournaments.club_lives": "scoring.tournaments.club_lifecycle",
    "scoring.years.following": "scoring.rollups.updates",
    "scoring.exports.evening_files": "scoring.exports.card_evening_export",
    "scoring.old_lists.drafts": "scoring.past_results.import_drafts",
}
if REDIS_OF_TASKS and REDIS_OF_TASKS in (REDIS_OF_COUNTERS, REDIS_OF_BOARDS):
    raise env.WrongSetting(
        "CACHE",
        "must be two databases of a Redis that TASKS does not use: another number",
    )
# Where an nginx with nchan takes what is new, for all that wait there.
NEWS = env.inner_url("NEWS")
# Networks inside of which webhooks may call, by plain http too; else the world alone.
WEBHOOKS_INSIDE = env.networks("WEBHOOKS_INSIDE")
# Called at the start and every hour: they put again what left a mark.
HOURLY = [
    "clubs.browsers.clear_expired",
    "clubs.email.enqueue_waiting",
    "scoring.core.subscriptions.enqueue_missed",
    "scoring.rollups.updates.enqueue_stale",
    "scoring.signups.rsvps.update_waitlists",
    "scoring.signups.email_addresses.forget_old",
    "scoring.signups.name_signups.forget_old",
    "scoring.core.undo.forget_old",
    "scoring.emails.schedule.enqueue_due",
    "scoring.api.webhook_delivery.enqueue_due",
    "scoring.backups.retention.enqueue_daily",
    "scoring.backups.retention.enqueue_missed",
    "scoring.printing.jobs.enqueue_clearing",
    "scoring.sheets.old_log_lines.remove_old",
    "scoring.backups.emergency_packets.clear_erased",
    "scoring.backups.club_uploads.clear_old",
    "scoring.draw.draw_tasks.clear_old",
    "scoring.core.readings.clear_old",
    "scoring.past_results.import_drafts.clear_old",
    "scoring.tournaments.club_lifecycle.enqueue_due",
    "scoring.tournaments.club_lifecycle.remind_operators",
]
# Where the site puts a backup whenever a round opens or closes.
BACKUPS = env.folder_or_off("BACKUPS", DATA_DIR / "backups")
# Of the whole site, too; not where PostgreSQL keeps its own.
BACKUPS_OF_ALL = env.text("BACKUPS", "on").lower() != "evenings"
# Whether people open clubs by themselves, which then wait for the operator's approval.
OPEN_CLUBS = env.switch("OPEN_CLUBS", default=False)
if OPEN_CLUBS and not MAIL:
    raise env.WrongSetting(
        "OPEN_CLUBS", "needs MAIL_URL: who opens a club has a confirmed address"
    )
# Answers of the API that a household may have a minute; 0 is no limit.
API_A_MINUTE = env.number("API_A_MINUTE", 1_200, least=0, most=1_000_000)
# How much a club may have, where the operator did not give it a limit of its own.
LIMITS = env.limits("LIMITS", "photos", "prints", "players", "accounts", "evenings")
# Pictures of paper sheets; never among the public files.
PHOTOS = env.folder("PHOTOS", DATA_DIR / "photos")
# Or all files in a bucket that several machines share; who names a folder means it.
BUCKET, FOLDER_IN_BUCKET = env.bucket("FILES")
# A place of nginx that sends them, once the site has said who may.
X_ACCEL = env.inner_address("X_ACCEL")
PICTURES_FROM = origins(BUCKET) if BUCKET and not X_ACCEL else []
# What is sent beyond what any form takes is counted, and kept nowhere.
DATA_UPLOAD_MAX_MEMORY_SIZE = 2_500_000  # bytes of a form without files: 413.html
DATA_UPLOAD_MAX_NUMBER_FIELDS = 5_000  # an old list has a box an evening
FILE_UPLOAD_HANDLERS = [
    "django.core.files.uploadhandler.MemoryFileUploadHandler",
    "config.upload_handlers.UpToTheLargest",
]
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

# --- Language and time ------------------------------------------------------

LANGUAGE_CODE = "en"
LANGUAGES = [("en", "English")]
if env.switch("MADE_UP_LANGUAGE", default=False):
    # To see what no translator can reach; nobody reads it for pleasure.
    LANGUAGES.append(("en-xa", "⟦Ěňğľįšĥ⟧"))
LOCALE_PATHS = [DATA_DIR / "locale"]  # made by `manage.py serve` when files changed
LANGUAGE_COOKIE_NAME = "language"
LANGUAGE_COOKIE_AGE = 60 * 60 * 24 * 365
LANGUAGE_COOKIE_SAMESITE = "Lax"
LANGUAGE_COOKIE_SECURE = HTTPS
TIME_ZONE = env.time_zone("TIME_ZONE", "America/Chicago")
# Where there is nothing to choose, Django looks no sentence up and asks for no language.
USE_I18N = len(LANGUAGES) > 1
USE_TZ = True

# --- Static files -----------------------------------------------------------

STATIC_URL = "static/"
STATIC_ROOT = DATA_DIR / "static"  # made by `manage.py serve` when files changed
# The documents in docs/ that the site serves, in the order of its index.
GUIDES = ("director", "scorekeeper", "member")
STATICFILES_DIRS = [
    BASE_DIR / "static",
    # The pictures of the guides that the site serves.
    *((f"guides/{guide}", BASE_DIR / "docs" / guide) for guide in GUIDES),
]
STATICFILES_FINDERS = [
    "django.contrib.staticfiles.finders.FileSystemFinder",
    "django.contrib.staticfiles.finders.AppDirectoriesFinder",
    # A game brings the scripts of its own pages.
    "scoring.games.static_files.FilesOfGames",
    "config.static_files.JoinedStyle",
]
STORAGES: dict[str, dict[str, Any]] = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {
        "BACKEND": "whitenoise.storage.CompressedManifestStaticFilesStorage"
    },
    **stores(BUCKET, FOLDER_IN_BUCKET),
}
WHITENOISE_KEEP_ONLY_HASHED_FILES = True
# Squeezing the fonts of the prints took half a minute, and no browser asks for them.
WHITENOISE_SKIP_COMPRESS_EXTENSIONS = (*Compressor.SKIP_COMPRESS_EXTENSIONS, "ttf")
