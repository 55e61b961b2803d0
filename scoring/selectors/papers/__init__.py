"""What prints say, as plain values."""
