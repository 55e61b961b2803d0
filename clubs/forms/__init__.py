"""Forms of accounts and clubs."""
