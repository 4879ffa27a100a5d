# SPDX-License-Identifier: MIT
"""Charts for notebooks: one bar for each limit."""
import html
from typing import List, NamedTuple, Sequence, Union

WIDTH, LABEL, BAR, ROW, TOP = 560, 150, 300, 26, 50


class Bar(NamedTuple):
    """The groups that a limit allows, and the part of its capacity that the resident groups use."""
    name: str
    groups: Union[None, int, str]  #: or what to write at the end of the bar
    used: float
    capacity: float
    unit: str
    limits: bool


def _text(x: float, y: float, text: str, more: str = "") -> str:
    return f'<text x="{x:g}" y="{y:g}"{more}>{html.escape(text)}</text>'


def bars(title: str, below: str, rows: Sequence[Bar]) -> str:
    """Returns a chart of the share of each resource that the resident groups use."""
    height = TOP + ROW * len(rows) + 8
    parts: List[str] = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{height}" '
        f'viewBox="0 0 {WIDTH} {height}" role="img" font-family="sans-serif" font-size="12">',
        f"<title>{html.escape(title)}</title>",
        f'<rect width="{WIDTH}" height="{height}" fill="#ffffff"/>',
        _text(8, 18, title, ' font-weight="bold" font-size="13"'),
        _text(8, 36, below, ' fill="#555555"')]
    for i, row in enumerate(rows):
        y = TOP + i * ROW
        share = min(row.used / row.capacity, 1.0) if row.capacity else 0.0
        colour = "#d55e00" if row.limits else "#0072b2"
        parts += [
            _text(LABEL - 8, y + 14, row.name, ' text-anchor="end"'
                  + (' font-weight="bold"' if row.limits else "")),
            f'<rect x="{LABEL}" y="{y + 2}" width="{BAR}" height="16" fill="#e6e6e6"/>',
            f'<rect x="{LABEL}" y="{y + 2}" width="{BAR * share:g}" height="16" '
            f'fill="{colour}"><title>'
            f"{html.escape(f'{row.used} of {row.capacity} {row.unit}')}</title></rect>",
            _text(LABEL + BAR + 8, y + 14, "" if row.groups is None else row.groups
                  if isinstance(row.groups, str) else
                  f"{row.groups} group{'' if row.groups == 1 else 's'}")]
    return "".join(parts) + "</svg>"
