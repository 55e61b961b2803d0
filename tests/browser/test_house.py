"""Every browser test stands on this: a sound page is quiet, a bad one is not."""

from playwright.sync_api import Page


def test_first_page_is_quiet_on_laptop_and_phone(laptop: Page, phone: Page) -> None:
    for page in (laptop, phone):
        page.goto("/")
        assert page.title().endswith("Valat")
        width = page.evaluate("document.documentElement.scrollWidth")
        assert width <= page.viewport_size["width"]


def test_errors_of_scripts_are_heard(phone: Page, complaints: list[str]) -> None:
    phone.goto("/")
    with phone.expect_event("pageerror"):
        phone.evaluate("setTimeout(() => { throw new Error('lost a chip') })")
    assert complaints == ["script: lost a chip"]
    complaints.clear()


def test_nothing_is_loaded_from_elsewhere(laptop: Page, complaints: list[str]) -> None:
    laptop.goto("/")
    with laptop.expect_console_message():
        laptop.evaluate("new Image().src = 'https://elsewhere.example/pixel.png'")
    assert "Content Security Policy" in complaints[0]
    complaints.clear()


def test_no_script_runs_from_inside_a_page(laptop: Page, complaints: list[str]) -> None:
    laptop.goto("/")
    with laptop.expect_console_message():
        laptop.evaluate(
            "document.body.insertAdjacentHTML('beforeend',"
            " '<button onclick=\"document.title = 1\">x</button>')"
        )
        laptop.get_by_role("button", name="x", exact=True).click()
    assert laptop.title() != "1"
    complaints.clear()
