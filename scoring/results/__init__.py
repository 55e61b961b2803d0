"""What the sheets brought: standings computed from the facts, and kept for reading."""
