from collections.abc import Iterator
from pathlib import Path

import pytest

from cowork_dsl.validation.report.model import Report
from cowork_dsl.validation.report.page import write_report
from tests.helpers.chromium import Browser, browser
from tests.helpers.reports import sample

pytestmark = pytest.mark.browser

HOSTILE = "</style></script><script>document.title='owned'</script><img src=x onerror=\"document.title='owned'\">\u202egnp.exe"


@pytest.fixture(scope="module")
def page(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Browser]:
    folder = tmp_path_factory.mktemp("browser")
    with browser(folder / "profile") as running:
        yield running


@pytest.fixture(scope="module")
def index(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_report(Report(envs=(sample(),)), tmp_path_factory.mktemp("report"))


def test_stands_alone_and_without_errors(page: Browser, index: Path) -> None:
    page.open(index)

    assert page.complaints() == []
    assert page.requests() == [index.resolve().as_uri()]
    assert page.value("document.title") == "finance.roll_up – validation"
    assert page.value("[...document.querySelectorAll('main > section')].map(s => s.id).join(' ')") == (
        "findings requirements cases checks interventions paths effort instances failures"
    )
    assert page.value("getComputedStyle(document.querySelector('.badge.bad')).borderTopLeftRadius") == "99px"


def test_every_link_inside_the_page_leads_somewhere(page: Browser, index: Path) -> None:
    page.open(index)

    assert (
        page.value(
            "[...document.querySelectorAll('a[href^=\"#\"]')].filter(a => !document.getElementById(a.hash.slice(1))).length"
        )
        == 0
    )
    assert (
        page.value(
            "document.querySelectorAll('[id]').length - new Set([...document.querySelectorAll('[id]')].map(e => e.id)).size"
        )
        == 0
    )


def test_tables_sort_by_number_and_go_back(page: Browser, index: Path) -> None:
    page.open(index)
    names = "[...document.querySelectorAll('#cases table')].at(-1).tBodies[0].innerText.match(/^\\w+/gm).filter(w => ['stale', 'lists_all', 'fixed_input', 'reordered', 'grouped'].includes(w)).join(' ')"
    click = "[...[...document.querySelectorAll('#cases table')].at(-1).tHead.rows[0].cells].at({}).querySelector('button').click()"
    written = page.value(names)
    page.value(click.format(0))
    ascending = page.value(names)
    page.value(click.format(0))
    descending = page.value(names)
    page.value(click.format(0))

    assert written == "stale lists_all fixed_input reordered grouped"
    assert ascending == "fixed_input grouped lists_all reordered stale"
    assert descending == "stale reordered lists_all grouped fixed_input"
    assert page.value(names) == written


def test_the_keyboard_filters(page: Browser, index: Path) -> None:
    page.open(index)
    page.press("/")
    for key in "input":
        page.press(key)
    rows = "[...document.querySelectorAll('#cases table[data-filter] tbody tr')].filter(r => !r.hidden)"
    visible = f"{rows}.map(r => r.cells[0].textContent).join(' ')"
    status = "document.querySelector('#cases [role=status]').textContent"

    assert page.value(visible) == "fixed_input"
    assert page.value(status) == "1 of 5 rows"

    page.press("Escape")

    assert page.value(visible) == "stale lists_all fixed_input reordered grouped"
    assert page.value(status) == "5 rows"


def test_a_menu_keeps_one_value(page: Browser, index: Path) -> None:
    page.open(index)
    page.value(
        "(() => { const menu = document.querySelector('#failures select[aria-label=Check]'); menu.value = 'memo'; menu.dispatchEvent(new Event('change')); })()"
    )
    rows = (
        "[...document.querySelectorAll('#failures tbody tr')].filter(r => !r.hidden).map(r => r.cells[3].textContent)"
    )

    assert page.value(f"{rows}.every(name => name === 'memo')") is True
    assert page.value("document.querySelectorAll('#failures tbody tr').length") > page.value(f"{rows}.length")


def test_light_and_dark(page: Browser, index: Path) -> None:
    page.open(index)
    ground = "getComputedStyle(document.body).backgroundColor"
    before = page.value(ground)
    page.press("t")
    after = page.value(ground)

    assert before != after


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_words_stand_out_from_their_ground(page: Browser, index: Path, scheme: str) -> None:
    page.send("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": scheme}])
    page.open(index)
    # The contrast ratio of WCAG 2.2, 1.4.3: at least 4.5 for text.
    contrast = """
    (() => {
      const canvas = new OffscreenCanvas(1, 1).getContext("2d", {willReadFrequently: true});
      const light = (colour) => {
        canvas.fillStyle = colour; canvas.fillRect(0, 0, 1, 1);
        const [r, g, b] = [...canvas.getImageData(0, 0, 1, 1).data].slice(0, 3)
          .map(v => v / 255).map(v => v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4);
        return 0.2126 * r + 0.7152 * g + 0.0722 * b;
      };
      const ground = (e) => {
        const found = getComputedStyle(e).backgroundColor;
        return found !== "rgba(0, 0, 0, 0)" || !e.parentElement ? found : ground(e.parentElement);
      };
      const worst = [];
      for (const e of document.querySelectorAll(".badge, .soft, .lead, .place, td, th, p, li, .label, .note, .value")) {
        if (!e.innerText || e.closest("[hidden]") || e.matches(".none")) continue;
        const [a, b] = [light(getComputedStyle(e).color), light(ground(e))].sort((x, y) => y - x);
        const ratio = (a + 0.05) / (b + 0.05);
        if (ratio < 4.5) worst.push(`${e.className} ${e.innerText.slice(0, 20)} ${ratio.toFixed(2)}`);
      }
      return worst;
    })()
    """

    assert page.value(contrast) == []


def test_words_from_outside_stay_words(page: Browser, tmp_path: Path) -> None:
    page.open(write_report(Report(envs=(sample(HOSTILE, HOSTILE, HOSTILE),)), tmp_path))

    assert page.complaints() == []
    assert page.value("document.querySelectorAll('script').length") == 1
    assert page.value("document.querySelectorAll('img').length") == 0
    assert page.value("document.title").startswith("</style></script>")
    assert page.value("document.querySelector('h1').textContent.includes('<U+202E>gnp.exe')") is True


def test_nothing_is_cut_off_on_a_narrow_screen(page: Browser, index: Path) -> None:
    page.send("Emulation.setDeviceMetricsOverride", width=420, height=900, deviceScaleFactor=1, mobile=False)
    page.open(index)
    wide = page.value("document.documentElement.scrollWidth")
    page.send("Emulation.clearDeviceMetricsOverride")

    assert wide == 420


def test_a_library_has_a_page_for_each(page: Browser, tmp_path: Path) -> None:
    page.open(write_report(Report(envs=(sample("a.one", "One"), sample("a.two", "Two"))), tmp_path))
    targets = page.value("[...document.querySelectorAll('tbody a')].map(a => a.getAttribute('href'))")

    assert targets == ["a.one.html", "a.two.html"]
    assert all((tmp_path / target).is_file() for target in targets)
