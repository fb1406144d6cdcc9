"""What all pictures of positions share: the frame, the inks, the typeface."""

from __future__ import annotations

from collections.abc import Iterable

INK, PALE = "#1c1f26", "#ffffff"
PANEL = "#e9ecf1"  # behind every picture, so that it reads on a light page and on a dark one
TEXT = "text{font-family:system-ui,'DejaVu Sans',sans-serif;text-anchor:middle;dominant-baseline:central}"


def document(width: int, height: int, style: str, parts: Iterable[str]) -> str:
    """An SVG document of this many pixels, with a panel behind its parts."""
    box = f'width="{width}" height="{height}" viewBox="0 0 {width} {height}"'
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" {box}><style>{TEXT}{style}</style>'
        f'<rect width="{width}" height="{height}" rx="4" fill="{PANEL}"/>{"".join(parts)}</svg>'
    )
