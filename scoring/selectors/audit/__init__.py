"""What is kept, held against what it follows from."""
