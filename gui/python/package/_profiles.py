"""Traces of torch.profiler, beside what commlab predicts."""

from __future__ import annotations

import gzip
import html
import json
import os
from typing import Any

from commlab._results import Rows
from commlab._session import session, words_of


class Profile(Rows):
    """The collectives of a training step: a row for each, measured and predicted. communication_percent is the share of the
    step in which some collective ran, exposed_percent that in which nothing else ran on the GPU; `not_read` names
    communication that no prediction knows.
    """

    def _shares(self) -> str:
        return (
            f"communication: {self.communication_percent:.1f} % of {self.span_us / 1000:.4g} ms"
            f", exposed: {self.exposed_percent:.1f} %; predicted for {self.machine}"
        )

    def __repr__(self) -> str:
        return f"{self._shares()}\n\n{super().__repr__()}"

    def _repr_html_(self) -> str:
        return f"<p>{html.escape(self._shares())}</p>{super()._repr_html_()}"


def profile(
    file: str | os.PathLike[str], *, machine: str = "dgx-h100", algorithm: str = "nccl", **options: Any
) -> Profile:
    """Reads a trace that torch.profiler has written (export_chrome_trace; also .json.gz), and predicts each of its
    collectives on a machine. A kernel also waits for the last rank to come: compare with measured_min_us, too.

    >>> commlab.profile("trace.json", machine="dgx-h100").to_pandas()
    """
    opened = gzip.open(file) if str(file).endswith(".gz") else open(file, "rb")
    with opened as trace:
        text = trace.read()
    words = words_of("", {"machine": machine, "algorithm": algorithm, **options})
    line = " ".join(["all_reduce", *(f'"{word}"' if " " in word else word for word in words)])
    return Profile(json.loads(session().profile(text, line)))
