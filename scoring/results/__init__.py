"""What the sheets brought: standings reckoned from the facts, and kept for reading."""
