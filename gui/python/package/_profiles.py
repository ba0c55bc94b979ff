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
    communication that no prediction knows.
    """

    def _table(self) -> tuple[list[str], list[list[str]]]:
        titles, cells = super()._table()
        shown = [*_SHOWN, *(["why_not"] if any(row["why_not"] for row in self.rows) else [])]
        places = [titles.index(title) for title in shown if title in titles]
        return [titles[i] for i in places], [[row[i] for i in places] for row in cells]

    def _shares(self) -> str:
        return (
            f"communication: {self.communication_percent:.1f} % of {self.span_us / 1000:.4g} ms"
            f", exposed: {self.exposed_percent:.1f} %; predicted for {self.machine}"
        )

    def __repr__(self) -> str:
        return f"{self._shares()}\n\n{super().__repr__()}"

    def _repr_html_(self) -> str:
        return f"<p>{html.escape(self._shares())}</p>{super()._repr_html_()}"


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
