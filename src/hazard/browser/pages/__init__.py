"""The table of pages: which kinds of Minesweeper pages can be played; each is one JavaScript file here."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from hazard.core.errors import BrowserError

FOLDER = Path(__file__).parent


@dataclass(frozen=True, slots=True)
class PageRow:
    """One kind of page; docs/browser.md says what its file holds."""

    name: str
    file: Path
    sentence: str

    @property
    def source(self) -> str:
        """The JavaScript object that describes it; raises BrowserError."""
        try:
            return self.file.read_text(encoding="utf-8")
        except (OSError, UnicodeDecodeError) as error:
            why = error.strerror if isinstance(error, OSError) else "it is no text"
            raise BrowserError(f"cannot read the page file {self.file}: {why}") from None


PAGES: tuple[PageRow, ...] = (
    PageRow("minesweeper-for-web", FOLDER / "for_web.js", "the web component of npm minesweeper-for-web"),
    PageRow("react-minesweeper", FOLDER / "react.js", "the component of npm react-minesweeper, and its demo"),
    PageRow("classic", FOLDER / "classic.js", "pages with the markup of minesweeperonline.com, our demo"),
)
