"""Characters that no font of this machine has: they would print as empty boxes."""

import subprocess
from bisect import bisect_right
from collections.abc import Iterable
from functools import cache

# Our own fonts have all characters below this: Latin, Greek, Cyrillic.
OURS = 0x0530
PATIENCE = 20  # s; fontconfig may have to read every font first


def unprinted(texts: Iterable[str]) -> list[str]:
    """Return the texts with a character that no font has; none if that is unknown."""
    if not any(_covered()):
        return []
    return [text for text in texts if not all(map(_is_covered, text))]


def _is_covered(letter: str) -> bool:
    code = ord(letter)
    if code < OURS or letter.isspace():
        return True
    starts, ends = _covered()
    index = bisect_right(starts, code) - 1
    return index >= 0 and code <= ends[index]


@cache
def _covered() -> tuple[list[int], list[int]]:
    """Return first and last of each range of covered characters, in order."""
    command = ["fc-list", "--format", "%{charset}\n"]
    try:
        answer = subprocess.run(
            command, capture_output=True, text=True, timeout=PATIENCE, check=True
        ).stdout
    except (OSError, subprocess.SubprocessError):
        return [], []
    runs: list[list[int]] = []
    for word in sorted({*answer.split()}, key=lambda run: int(run.split("-")[0], 16)):
        first, _, last = word.partition("-")
        start, end = int(first, 16), int(last or first, 16)
        if runs and start <= runs[-1][1] + 1:
            runs[-1][1] = max(runs[-1][1], end)
        else:
            runs.append([start, end])
    return [run[0] for run in runs], [run[1] for run in runs]
