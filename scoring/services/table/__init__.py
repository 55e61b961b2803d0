"""What a table and its phones write."""
