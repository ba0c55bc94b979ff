"""Traces of torch.profiler, beside what commlab predicts."""

from __future__ import annotations

import html
import os
from typing import Any

from commlab._results import Rows
from commlab._session import ask, check_form, json_of


# What is shown of a row; its other values are in the row itself, and in to_pandas().
_SHOWN = (
    "collective",
    "ranks",
    "group",
    "size_bytes",
    "dtype",
    "calls",
    "measured_min_us",
    "measured_us",
    "predicted_us",
    "ratio",
)


class Profile(Rows):
    """The collectives of a training step: a row for each, measured and predicted. communication_percent is the share of the
    step in which some collective ran, exposed_percent that in which nothing else ran on the GPU; `not_read` names
    communication that no prediction knows, and why. to_pandas() has all columns: collective, ranks, group (the ranks of the
    job, "0-7"), size_bytes, dtype, calls, measured_us (the median), measured_min_us, measured_sum_us, predicted_us, ratio,
    error_percent, algorithm, kernel, and why_not where there is no prediction.
    """

    def _table(self) -> tuple[list[str], list[list[str]]]:
        titles, cells = super()._table()
        empty = [column for column in ("group", "why_not") if not any(row[column] for row in self.rows)]
        shown = [column for column in (*_SHOWN, "why_not") if column not in empty]
        places = [titles.index(title) for title in shown if title in titles]
        return [titles[i] for i in places], [[row[i] for i in places] for row in cells]

    def _shares(self) -> str:
        return (
            f"communication: {self.communication_percent:.1f} % of {self.span_us / 1000:.4g} ms"
            f", exposed: {self.exposed_percent:.1f} %; predicted for {self.machine}"
        )

    def _left_out(self) -> str:
        calls = sum(each["calls"] for each in self.not_read)
        return f"not in the table, see not_read: {calls} call{'' if calls == 1 else 's'}" if calls else ""

    def __repr__(self) -> str:
        return "\n\n".join(part for part in (self._shares(), super().__repr__().rstrip("\n"), self._left_out()) if part)

    def _repr_html_(self) -> str:
        left_out = f"<p>{self._left_out()}</p>" if self.not_read else ""
        return f"<p>{html.escape(self._shares())}</p>{super()._repr_html_()}{left_out}"


def profile(file: str | os.PathLike[str], **options: Any) -> Profile:
    """Reads a trace that torch.profiler has written (export_chrome_trace; also .json.gz), and predicts each of its
    collectives on a machine: dgx-h100 by NCCL's choice, unless `machine` and `algorithm` say otherwise. Equal calls are one
    row: measured_us is their median, ratio is measured over predicted. A kernel also waits for the last rank to come:
    look at measured_min_us, too.

    >>> commlab.profile("trace.json", machine="dgx-h100").to_pandas()
    """
    check_form("profile", options)
    path = os.fspath(file)
    os.stat(path)  # a missing file is FileNotFoundError, as everywhere in Python
    return Profile(json_of(ask("profile", "", options, path, "--format", "json")))
