"""All measurements, one after the other; `./run bench draw` takes one of them."""

import subprocess
import sys

KINDS = (
    "hands",
    "draw",
    "annealing",
    "standings",
    "prints",
    "backups",
    "table",
    "crowd",
    "news",
    "openings",
    "rate",
    "page",
    "api",
    "board",
    "history",
    "form",
    "first_print",
    "kept_pages",
    "old_lists",
    "walks",
)


def main(asked: list[str]) -> int:
    unknown = [kind for kind in asked if kind not in KINDS]
    if unknown:
        print(f"no benchmark {', '.join(unknown)}; there are {', '.join(KINDS)}")
        return 2
    status = 0
    for kind in asked or KINDS:
        print(f"\n== {kind}", flush=True)
        # Each in a process of its own: one must not warm or burden the next.
        done = subprocess.run([sys.executable, "-m", f"benchmarks.{kind}"], check=False)
        status = status or done.returncode
    return status


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
