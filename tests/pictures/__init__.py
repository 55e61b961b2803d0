"""Takes the pictures of docs/ anew: `.venv/bin/python -m tests.pictures`.

One evening of 43 players is played on a throw-away site whose clock is set by hand, with
fixed seeds: a picture changes with its page, or by a second of a clock. Names of
pictures behind the command keep only those: `… -m tests.pictures door hall`.
"""

import os

import django

from tests.pictures import story_time

os.environ["DJANGO_SETTINGS_MODULE"] = "tests.settings"
os.environ.pop("TEST_DATABASE_URL", None)  # the evening is nobody else's
story_time.rule()
django.setup()  # before any module of the site is read
