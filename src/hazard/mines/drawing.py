"""A position as SVG, plain or with the risks of its cells.

Risk is a scale from pale yellow to dark purple whose lightness falls steadily, so that it reads the same
with any colour vision and in grey; each cell also carries its risk in per cent. What is certain has a shape
of its own: a ring with a tick is safe, a spiked disc is a mine. A heavy frame marks the best cell.
"""

from __future__ import annotations

from collections.abc import Iterator

from hazard.core.svg import INK, PALE, document
from hazard.mines.inference import Analysis
from hazard.mines.position import Position
from hazard.mines.views import FLAGGED

SIZE = 32  # of a cell, in pixels; everything below is drawn for this size
MARGIN = 24  # for the coordinates

# Risk 0, 1/4, 1/2, 3/4, 1: lightness falls in even steps.
SCALE = ((255, 246, 204), (253, 190, 112), (228, 120, 92), (153, 52, 102), (58, 15, 84))
NUMBER_COLOURS = ("", "#1a56c4", "#1f7a33", "#c22f2f", "#4b2a9b", "#8a2b0f", "#00707a", "#222222", "#5c5c5c")

STYLE = ".n{font-size:18px;font-weight:700}.r{font-size:11.5px}.c{font-size:10px;fill:#5b6472}"
FLAG = '<path d="M12.5 25V7" stroke="#1c1f26" stroke-width="2"/><path d="M13.5 7l10 5-10 5z" fill="#c22f2f"/>'
SPIKES = "M16 5v22M5 16h22M8.2 8.2l15.6 15.6M23.8 8.2L8.2 23.8"
MINE = f'<path d="{SPIKES}" stroke="{PALE}" stroke-width="2"/><circle cx="16" cy="16" r="7" fill="{PALE}"/>'
SAFE = (
    '<circle cx="16" cy="16" r="11" fill="#fff" stroke="#0b6fb8" stroke-width="2.5"/>'
    '<path d="M10.8 16.4l3.8 3.8 7-8" fill="none" stroke="#0b6fb8" stroke-width="2.8"/>'
)


def svg(position: Position, analysis: Analysis | None = None) -> str:
    """The position as an SVG document; with an analysis, covered cells show their risk."""
    width, height = MARGIN + position.cols * SIZE + 4, MARGIN + position.rows * SIZE + 4
    parts = [
        *coordinates(position),
        *(
            f'<g transform="translate({MARGIN + col * SIZE},{MARGIN + row * SIZE})">'
            f"{draw_cell(position, analysis, row, col)}</g>"
            for row in range(position.rows)
            for col in range(position.cols)
        ),
    ]
    return document(width, height, STYLE, parts)


def coordinates(position: Position) -> Iterator[str]:
    """Row and column numbers along two edges."""
    middle = MARGIN + SIZE / 2
    for col in range(position.cols):
        yield f'<text class="c" x="{middle + col * SIZE}" y="{MARGIN / 2}">{col}</text>'
    for row in range(position.rows):
        yield f'<text class="c" x="{MARGIN / 2}" y="{middle + row * SIZE}">{row}</text>'


def draw_cell(position: Position, analysis: Analysis | None, row: int, col: int) -> str:
    """One cell, its corner at the origin, with a tooltip."""
    code = int(position.cells[row, col])
    where = f"row {row}, column {col}"
    if code >= 0:
        digit = f'<text class="n" x="16" y="16.5" fill="{NUMBER_COLOURS[code]}">{code}</text>' if code else ""
        return f"<title>{where}: {code}</title>{tile('#f8f9fb', '#cdd3dc')}{digit}"
    if analysis is None or (code == FLAGGED and analysis.trust_flags):
        word = "flagged" if code == FLAGGED else "covered"
        return f"<title>{where}: {word}</title>{covered_tile()}{FLAG if code == FLAGGED else ''}"
    risk = float(analysis.mine_probability[row, col])
    frame = f'<rect x="2" y="2" width="28" height="28" rx="3" fill="none" stroke="{INK}" stroke-width="3.5"/>'
    best = analysis.best == (row, col)
    return (
        f"<title>{where}: {in_words(analysis, row, col)}{', best' if best else ''}</title>"
        f"{tile(colour(risk), '#8b93a1')}{sign(analysis, row, col)}{frame if best else ''}"
    )


def tile(fill: str, stroke: str) -> str:
    """The square of a cell."""
    return f'<rect x=".5" y=".5" width="31" height="31" rx="3" fill="{fill}" stroke="{stroke}"/>'


def covered_tile() -> str:
    """A raised square."""
    light = '<path d="M3 28.5V5a2 2 0 0 1 2-2h23.5" fill="none" stroke="#dfe5ee" stroke-width="2"/>'
    return tile("#aab5c5", "#7c8798") + light


def sign(analysis: Analysis, row: int, col: int) -> str:
    """What stands in a covered cell: a shape where it is certain, else its risk in per cent."""
    if analysis.certain[row, col] == 1:
        return SAFE
    if analysis.certain[row, col] == 2:
        return MINE
    risk = float(analysis.mine_probability[row, col])
    ink = PALE if risk > 0.55 else INK
    return f'<text class="r" x="16" y="16.5" fill="{ink}">{per_cent(risk)}</text>'


def in_words(analysis: Analysis, row: int, col: int) -> str:
    """The risk of a covered cell for its tooltip."""
    certain = {1: "certainly safe", 2: "certainly a mine"}.get(int(analysis.certain[row, col]))
    return certain or f"mine with probability {float(analysis.mine_probability[row, col]):.6g}"


def per_cent(risk: float) -> str:
    """ "23"; what is not certain never reads 0 or 100."""
    if risk < 0.005:
        return "&lt;1"
    return "&gt;99" if risk >= 0.995 else str(int(100 * risk + 0.5))


def colour(risk: float) -> str:
    """The colour of a risk between 0 and 1."""
    place = min(max(risk, 0.0), 1.0) * (len(SCALE) - 1)
    step = min(int(place), len(SCALE) - 2)
    mixed = (a + (b - a) * (place - step) for a, b in zip(SCALE[step], SCALE[step + 1], strict=True))
    return "#" + "".join(f"{round(channel):02x}" for channel in mixed)
