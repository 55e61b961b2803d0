"""The worked cases, copied once from the club's papers."""

import json
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).parents[2] / "cases"


def cases(name: str) -> list[dict[str, Any]]:
    """The cases of one file, each with what it must come to."""
    text = (FOLDER / f"{name}.json").read_text(encoding="utf-8")
    return list(json.loads(text)["cases"])
