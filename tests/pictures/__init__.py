"""Takes the pictures of docs/ anew: `.venv/bin/python -m tests.pictures`.

One evening of 43 players is played on a throw-away site whose clock is set by hand, with
fixed seeds: a picture changes with its page, or by a second of a clock. Names of
pictures behind the command keep only those: `… -m tests.pictures door hall`.
"""

from tests.pictures import site as site  # first of all: it sets the site up
