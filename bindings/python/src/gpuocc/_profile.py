# SPDX-License-Identifier: MIT
"""The launches of real runs, weighted by time, which the command gpuocc reads."""
import json
import os
import subprocess
from typing import Any, Dict, List, Mapping, Optional, Sequence, Tuple, Union

from ._command import find
from ._rows import as_html, frame

_Source = Union[str, bytes, "os.PathLike[str]"]

# Columns of a shape that are members of its row, and numbers that may be ranges.
_PLAIN = ("name", "profile", "calls", "time_ns", "min_ns", "max_ns", "share", "grid_groups",
          "status", "message", "tail_ns", "less_than_one_round", "next_step", "setting")
_KERNEL = ("threads_per_group", "registers_per_thread", "accumulators_per_thread",
           "scalar_registers_per_wave", "grf_count", "shared_bytes", "dynamic_shared_bytes",
           "barriers_per_group", "groups_per_cluster")
_RANGES = ("groups", "waves", "max_waves", "percent", "percent_with_grid", "rounds")
_REPORTED = ("estimated_percent", "theoretical_percent", "achieved_percent", "because",
             "explanation")


def _ends(value: Any) -> Tuple[Any, Any]:
    """The lower and the upper end of a number or a range."""
    return (value["low"], value["high"]) if isinstance(value, dict) else (value, value)


def _row(row: Mapping[str, Any]) -> Dict[str, Any]:
    flat: Dict[str, Any] = {name: row[name] for name in _PLAIN}
    flat["gpu"] = row["gpu"]["name"] or row["gpu"]["architecture"]
    flat["device"] = row["device"]["name"] if row["device"] else None
    for name in _KERNEL:
        flat[name + "_low"], flat[name] = _ends(row["kernel"].get(name, 0))
    for name in _RANGES:
        flat[name + "_low"], flat[name] = _ends(row[name])
    for name in _REPORTED:
        flat[name] = row["reported"][name]
    limiters = row["limiters"]
    names = limiters["high"] if isinstance(limiters, dict) else limiters or []
    flat["limiters"] = "|".join(names)
    return flat


class Profile:
    """The shapes of launches in order of their total time, and the sums over them.

    columns   a list for each column, all of equal length: pandas.DataFrame(profile.columns)
    rows      the same as a dict for each shape
    sums      what the command prints below the rows, as in its JSON
    warnings  what it says about parts that it cannot read

    An amount or a result that is a range has its lower end in the column with _low behind its name;
    None is unknown.
    """

    def __init__(self, answer: Mapping[str, Any], warnings: Sequence[str]) -> None:
        self.rows: List[Dict[str, Any]] = [_row(row) for row in answer["rows"]]
        names = self.rows[0] if self.rows else ()
        self.columns: Dict[str, List[Any]] = {name: [row[name] for row in self.rows]
                                              for name in names}
        self.sums: Dict[str, Any] = dict(answer["sums"])
        self.warnings = list(warnings)

    def __len__(self) -> int:
        return len(self.rows)

    def to_pandas(self) -> Any:
        """The shapes as a frame of pandas, which must be installed."""
        return frame(self.columns)

    def _repr_html_(self) -> str:
        names = [name for name in ("name", "calls", "time_ns", "share", "groups", "waves",
                                   "max_waves", "percent", "limiters", "rounds")
                 if name in self.columns]
        rows = zip(*(self.columns[name] for name in names))
        return as_html(names, rows, repr(self).strip("<>"), most=50)

    def __repr__(self) -> str:
        return (f"<gpuocc.Profile of {self.sums['launches']} launches, {len(self)} shapes, "
                f"{self.sums['time_ns'] / 1e6:.4g} ms>")


def profile(*sources: _Source, device: Optional[str] = None, kernels: Sequence[_Source] = (),
            command: str = "gpuocc") -> Profile:
    """Reads profiles of real runs.

    Parameters
    ----------
    *sources : str, path or bytes
        Paths of profiles, or the bytes of one.
    device : str, optional
        Ask the same launches of this GPU instead of that of the profile.
    kernels : sequence of paths
        Compiled kernels, for what a profile lacks.
    command : str
        The command gpuocc, which reads the files, if it is not that of this package.

    Returns
    -------
    Profile
        A row for each shape of launch, in order of total time, and the sums over them.

    Raises
    ------
    FileNotFoundError
        There is no such command.
    ValueError
        Nothing can be read; with what the command says.

    Examples
    --------
    >>> run = profile("trace.json")  # doctest: +SKIP
    >>> run.sums["below_25_percent_share"]  # doctest: +SKIP
    0.3
    """
    contents = [source for source in sources if isinstance(source, bytes)]
    if not sources or len(contents) > 1 or (contents and len(sources) > 1):
        raise ValueError("profile() takes paths, or the bytes of one profile")
    arguments = [find(command), "profile", "--json"]
    if device is not None:
        arguments += ["--device", device]
    for kernel in kernels:
        arguments += ["--kernels", os.fsdecode(kernel)]
    arguments += ["--"]
    arguments += ["-"] if contents else [os.fsdecode(source) for source in sources]
    run = subprocess.run(arguments, input=contents[0] if contents else b"", stdout=subprocess.PIPE,
                         stderr=subprocess.PIPE, check=False)
    said = run.stderr.decode("utf-8", "replace").splitlines()
    try:
        answer = json.loads(run.stdout)
    except ValueError:
        raise ValueError("\n".join(said) or "the command gpuocc failed") from None
    if not answer["rows"] and run.returncode != 0:
        raise ValueError("\n".join(said))
    return Profile(answer, said)
