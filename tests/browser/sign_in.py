"""Through the sign-in page to the desk, as one comes in the evening."""

from playwright.sync_api import Page, expect

from tests.messages import message


def sign_in(page: Page, username: str) -> None:
    """As an account of the builders, whose password is its name with "-password"."""
    page.goto("/sign-in/")
    page.get_by_label(message("Username")).fill(username)
    page.get_by_label(message("Password")).fill(f"{username}-password")
    page.get_by_role("main").get_by_role("button", name=message("Sign in")).click()
    expect(page.get_by_text(message("Find sheet"))).to_be_visible()
