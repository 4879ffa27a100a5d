# SPDX-License-Identifier: MIT
"""Lists of answers as tables: for pandas, and for notebooks."""
import html
from typing import Any, Dict, Iterable, List, Mapping, Sequence, TypeVar

One = TypeVar("One")


def cell(value: Any) -> str:
    if value is None or value != value:
        return ""
    if isinstance(value, (tuple, list)):
        return html.escape(", ".join(map(str, value)))
    return html.escape(f"{value:.6g}" if isinstance(value, float) else str(value))


def as_html(names: Sequence[str], rows: Iterable[Sequence[Any]], caption: str = "",
            most: int = 0) -> str:
    """Returns a table; with `most`, only that many rows and their number."""
    lines = ["".join(f"<td>{cell(value)}</td>" for value in row) for row in rows]
    shown = lines[:most] if most else lines
    more = f"<p>{len(lines)} rows</p>" if len(shown) < len(lines) else ""
    return ("<table>" + (f"<caption>{html.escape(caption)}</caption>" if caption else "")
            + "<thead><tr>" + "".join(f"<th>{name}</th>" for name in names) + "</tr></thead><tbody>"
            + "".join(f"<tr>{line}</tr>" for line in shown) + f"</tbody></table>{more}")


def frame(columns: Mapping[str, Sequence[Any]]) -> Any:
    """Returns a frame of pandas, which is imported only now."""
    import pandas  # type: ignore[import]
    return pandas.DataFrame(columns)


class Rows(List[One]):
    """A list of answers that is a table as well."""

    def _columns(self) -> Dict[str, List[Any]]:
        """The columns by name, with a value for each answer."""
        raise NotImplementedError

    def to_pandas(self) -> Any:
        """The answers as a frame of pandas, which must be installed."""
        return frame(self._columns())

    def _repr_html_(self) -> str:
        columns = self._columns()
        return as_html(list(columns), zip(*columns.values()), most=50)
