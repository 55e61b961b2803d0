"""`commit-msg`: the subject of a commit fits on one line. .pre-commit-config.yaml runs it."""

import sys
from pathlib import Path

LONGEST = 72


def problem(message: str) -> str:
    """Return what is wrong with a commit message, or an empty string."""
    subject = message.split("\n", 1)[0]
    if len(subject) > LONGEST:
        return f"The subject has {len(subject)} letters; {LONGEST} is the limit."
    return ""


if __name__ == "__main__":
    sys.exit(problem(Path(sys.argv[1]).read_text(encoding="utf-8")))
