"""Settings of the site: one file, every setting from the environment or settings.env.

All have a working default; docs/operations.md explains them one by one.
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
# The version in the page footer, in backups and in `./run --version`.
VERSION = tomllib.loads((BASE_DIR / "pyproject.toml").read_text(encoding="utf-8"))[
    "project"
]["version"]

# Lines for people, or JSON for log collectors.
LOGGING = logging_as(env.one_of("LOG_FORMAT", "line", "json"))
# Clients with this token can read metrics (/metrics) and details at /readyz; if unset,
# no one can.
WATCH_TOKEN = env.token("WATCH_TOKEN")

# --- Addresses --------------------------------------------------------------

# On: a proxy in front (nginx) speaks https with the internet and reports it in
# X-Forwarded-Proto. Then only that proxy should reach us, hence the other HOST.
HTTPS = env.switch("HTTPS", default=False)
HOST = env.address("HOST", "127.0.0.1" if HTTPS else "0.0.0.0")
PORT = env.number("PORT", 8000, least=1, most=65535)
WORKERS = env.number("WORKERS", 2, least=1, most=64)
# Processes for background work: prints, emails, backups.
TASK_WORKERS = env.number("TASK_WORKERS", 2, least=0, most=64)

# The public address: for links in emails, and links that people share.
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
if SITE_URL:  # a proxy can forward the name without the port
    CSRF_TRUSTED_ORIGINS.append(SITE_URL)
CSRF_COOKIE_SECURE = HTTPS
SESSION_COOKIE_SECURE = HTTPS
# A director signs in once, and not again in the middle of an event.
SESSION_COOKIE_AGE = 60 * 60 * 24 * 30
SECURE_SSL_REDIRECT = HTTPS
SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https") if HTTPS else None
# A month: long enough to matter, too short for the browsers' built-in lists, so a club
# can go back.
SECURE_HSTS_SECONDS = 60 * 60 * 24 * 30 if HTTPS else 0
SECURE_HSTS_INCLUDE_SUBDOMAINS = HTTPS
SECURE_HSTS_PRELOAD = HTTPS
SECURE_REFERRER_POLICY = "same-origin"
# On plain http browsers ignore this header and log a warning.
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
    # "allauth" itself isn't installed: it only adds pages that must never be visible.
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
            # All templates translate; our blocktranslate replaces Django's.
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

# --- Accounts and email -----------------------------------------------------

AUTH_USER_MODEL = "clubs.User"
AUTHENTICATION_BACKENDS = ["allauth.account.auth_backends.AuthenticationBackend"]
LOGIN_URL = "clubs:sign-in"
LOGIN_REDIRECT_URL = "clubs:home"

MAIL_SERVER = mail_server("MAIL_URL")
# Without email: accounts by invitation, new passwords by a link from an owner.
MAIL = MAIL_SERVER is not None
DEFAULT_FROM_EMAIL = SERVER_EMAIL = sender("MAIL_FROM", MAIL_SERVER)
EMAIL_TIMEOUT = 10  # s; a person waits for the page
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
ACCOUNT_EMAIL_UNKNOWN_ACCOUNTS = False  # never email strangers
ACCOUNT_EMAIL_NOTIFICATIONS = MAIL  # security notifications to the account's owner
ACCOUNT_DEFAULT_HTTP_PROTOCOL = "https" if HTTPS else "http"
# A user who isn't allowed to see a page can sign in as another one.
ACCOUNT_AUTHENTICATED_LOGIN_REDIRECTS = False
ACCOUNT_REAUTHENTICATION_REQUIRED = True
ACCOUNT_SESSION_REMEMBER = True
ACCOUNT_SESSION_COOKIE_AGE = SESSION_COOKIE_AGE
# A hall has one address: forty people behind it sign in within minutes. Wrong passwords
# are counted by name and address, in clubs.login_throttle.
ACCOUNT_RATE_LIMITS = {
    "login": "120/m/ip",
    "login_failed": "5/5m/key",  # codes of one account's two-factor authentication
    "signup": "60/h/ip",
    # By household and account; strangers together have a higher limit.
    "reset_password": "60/h/ip,5/h/key",
    "reset_password_from_everywhere": "30/h/key",
    "reset_password_from_key": "120/h/ip",
    "confirm_email": "1/m/key",
    # Emails that ask the owner of an address to confirm it.
    "mail_address": "120/h/ip,5/d/key",
    # By name, with the club password.
    "sign_up": "60/h/ip",
    # Opening one's own club.
    "open_club": "5/d/ip",
}
MFA_ADAPTER = "clubs.views.allauth_adapters.SecondFactorAdapter"
MFA_ALLOW_UNVERIFIED_EMAIL = True  # accounts by invitation have none
MFA_RECOVERY_CODES_SHOW_ONCE = True
MFA_TOTP_TOLERANCE = 1  # without internet, a laptop in a hall can't set its clock

# --- Data -------------------------------------------------------------------

# The setting to name when the database fails.
DATABASE_SETTING = "DATABASE_URL" if env.text("DATABASE_URL", "") else "DATA_DIR"
DATABASES = {
    "default": database(
        "DATABASE_URL",
        env.text("DATABASE_URL", f"sqlite:///{quote(str(DATA_DIR))}/valat.sqlite3"),
    )
}
# Shared by all processes. allauth counts in `default`, which loses nothing before its
# time; values that can be computed again are in `boards`, whose table is created by a
# migration of clubs.
CACHES: dict[str, dict[str, object]] = {
    "default": {"BACKEND": "clubs.counters.CounterTable"},
    "boards": {
        "BACKEND": "django.core.cache.backends.db.DatabaseCache",
        "LOCATION": "valat_cache",
        "OPTIONS": {"MAX_ENTRIES": 10_000},
    },
}
# With a Redis that several machines share, counters have a database of their own.
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
# Background tasks; clubs/tasks.py explains the queues. The database stores the tasks,
# or a Redis that several machines share.
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
# Imported once by a Redis worker, so that each task's process doesn't need to.
TASKS_NEED = ["scoring.printing.render"]
# Modules renamed since 1.0: tasks queued by the previous release use their old paths.
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
# Address of an nginx with nchan that forwards news to all waiting clients.
NEWS = env.inner_url("NEWS")
# Private networks that webhooks can call, also by plain http; otherwise only the
# internet.
WEBHOOKS_INSIDE = env.networks("WEBHOOKS_INSIDE")
# Called at the start and every hour: they queue work again that left a mark.
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
# Folder for the backups made whenever a round opens or closes.
BACKUPS = env.folder_or_off("BACKUPS", DATA_DIR / "backups")
# Also back up the whole site; not needed if PostgreSQL has its own backups.
BACKUPS_OF_ALL = env.text("BACKUPS", "on").lower() != "evenings"
# Whether people can open clubs themselves, which then wait for a site admin's approval.
OPEN_CLUBS = env.switch("OPEN_CLUBS", default=False)
if OPEN_CLUBS and not MAIL:
    raise env.WrongSetting(
        "OPEN_CLUBS", "needs MAIL_URL: who opens a club has a confirmed address"
    )
# API responses per minute for a household (client network); 0 is no limit.
API_A_MINUTE = env.number("API_A_MINUTE", 1_200, least=0, most=1_000_000)
# Limits of clubs without a limit of their own set by the site admin.
LIMITS = env.limits("LIMITS", "photos", "prints", "players", "accounts", "evenings")
# Photos of paper sheets; never among the public files.
PHOTOS = env.folder("PHOTOS", DATA_DIR / "photos")
# With FILES, all files are in a bucket that several machines share; a folder that is
# set explicitly stays a folder.
BUCKET, FOLDER_IN_BUCKET = env.bucket("FILES")
# An internal location of nginx that sends files after the site has checked permission.
X_ACCEL = env.inner_address("X_ACCEL")
PICTURES_FROM = origins(BUCKET) if BUCKET and not X_ACCEL else []
# Larger requests are read to the end, but not stored.
DATA_UPLOAD_MAX_MEMORY_SIZE = 2_500_000  # bytes of a form without files: 413.html
# A form of past results has a checkbox for each event.
DATA_UPLOAD_MAX_NUMBER_FIELDS = 5_000
FILE_UPLOAD_HANDLERS = [
    "django.core.files.uploadhandler.MemoryFileUploadHandler",
    "config.upload_handlers.UpToTheLargest",
]
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

# --- Language and time ------------------------------------------------------

LANGUAGE_CODE = "en"
LANGUAGES = [("en", "English")]
if env.switch("MADE_UP_LANGUAGE", default=False):
    # A pseudo-language that reveals text no translator can reach.
    LANGUAGES.append(("en-xa", "⟦Ěňğľįšĥ⟧"))
LOCALE_PATHS = [DATA_DIR / "locale"]  # made by `manage.py serve` when files changed
LANGUAGE_COOKIE_NAME = "language"
LANGUAGE_COOKIE_AGE = 60 * 60 * 24 * 365
LANGUAGE_COOKIE_SAMESITE = "Lax"
LANGUAGE_COOKIE_SECURE = HTTPS
TIME_ZONE = env.time_zone("TIME_ZONE", "America/Chicago")
# With only one language, Django doesn't look up translations or detect a language.
USE_I18N = len(LANGUAGES) > 1
USE_TZ = True

# --- Static files -----------------------------------------------------------

STATIC_URL = "static/"
STATIC_ROOT = DATA_DIR / "static"  # made by `manage.py serve` when files changed
# The documents in docs/ that the site serves, in the order of its index.
GUIDES = ("director", "scorekeeper", "member")
STATICFILES_DIRS = [
    BASE_DIR / "static",
    # The images of the guides that the site serves.
    *((f"guides/{guide}", BASE_DIR / "docs" / guide) for guide in GUIDES),
]
STATICFILES_FINDERS = [
    "django.contrib.staticfiles.finders.FileSystemFinder",
    "django.contrib.staticfiles.finders.AppDirectoriesFinder",
    # Each game has scripts for its own pages.
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
# Compressing the fonts for prints took half a minute, and no browser requests them.
WHITENOISE_SKIP_COMPRESS_EXTENSIONS = (*Compressor.SKIP_COMPRESS_EXTENSIONS, "ttf")
