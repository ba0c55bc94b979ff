"""The commands: each is a function with the command's own name and options."""

from __future__ import annotations

import os
from typing import Any, Sequence

from commlab._commlab import Error, InputError
from commlab._results import Machine, Rows, Run, Text
from commlab._session import answer_of, ask, check_form, json_of, split, text_of

_JSON = ("--format", "json")


def run(line: str, **options: Any) -> Run:
    """Runs one collective, simulated or for real.

    >>> run = commlab.run("all_reduce", machine="dgx-h100", size="64MiB")
    >>> run.time_us, run.busbw_GBps, run.verified

    Its attributes are those of `commlab run --format json`; run.transfers has every transfer.
    `algorithm="all"` is a ranking: see commlab.rank.
    """
    check_form("run", options, line)
    answer = ask("run", line, options, *_JSON)
    runs = answer.take_runs()
    if len(runs) != 1:
        raise InputError(f"--algorithm all: {len(runs)} algorithms ran; commlab.rank compares them")
    return Run(json_of(answer), runs[0])


def _rows(command: str, line: str, options: dict[str, Any], key: str = "rows") -> Rows:
    check_form(command, options, line)
    answer = ask(command, line, options, *_JSON)
    return Rows(json_of(answer), key, answer.svg)


def sweep(line: str, **options: Any) -> Rows:
    """Runs one collective over many sizes.

    >>> commlab.sweep("all_reduce", machine="dgx-h100", b="1K", e="1G", f=4).to_pandas()
    """
    return _rows("sweep", line, options)


def compare(line: str = "", **options: Any) -> Rows:
    """Compares predicted with measured times: of this computer, or of a published table.

    >>> commlab.compare("all_reduce", on="host", ranks=4, b="16K", e="1M")
    >>> commlab.compare(reference="sim/measurements/superbench_a100x8_1n_allreduce.csv")
    """
    return _rows("compare", line, options)


def rank(line: str, **options: Any) -> Rows:
    """Ranks all algorithms, the fastest first; `over="8:8G"` says which one is the fastest at which size.

    >>> commlab.rank("all_reduce", machine="dgx-h100", size="1MiB")
    """
    return _rows("rank", line, options)


def verify(line: str, **options: Any) -> Rows:
    """Proves that algorithms are correct, or tells how they fail: each row has `verified` and `story`.

    >>> commlab.verify("all_reduce", algorithm="ring", ranks=7)
    """
    return _rows("verify", line, options)


def accuracy(line: str = "", **options: Any) -> Rows:
    """Predicts all published tables; a row for each family of machines.

    >>> commlab.accuracy().to_pandas()
    """
    check_form("accuracy", options, line)
    answer = ask("accuracy", line, options, *_JSON)
    found = json_of(answer)
    key = "families" if "families" in found else next((k for k, v in found.items() if isinstance(v, list)), "rows")
    return Rows(found, key, answer.svg)


def explain(line: str, **options: Any) -> Text:
    """Why this algorithm, why this long, and what would be faster: a text; its `facts` are the same as JSON.

    >>> print(commlab.explain("all_reduce", algorithm="ring", machine="dgx-h100"))
    """
    check_form("explain", options, line)
    return Text(text_of(ask("explain", line, options)), lambda: json_of(ask("explain", line, options, *_JSON)))


def calibrate(
    line: str = "",
    *,
    from_: str | os.PathLike[str] | Sequence[str | os.PathLike[str]] | None = None,
    **options: Any,
) -> Text:
    """Measures this computer, or reads what nccl-tests measured (from_: a file, or several), and writes a machine file.

    >>> print(commlab.calibrate(on="host", ranks=4))
    >>> print(commlab.calibrate(from_=["nccl-tests.log"], machine="4x dgx-h100,400G", out="my.toml"))
    """
    files = [] if from_ is None else [from_] if isinstance(from_, (str, os.PathLike)) else from_
    words = ["--from", *(os.fspath(file) for file in files)] if files else []
    return Text(text_of(ask("calibrate", line, options, *words)))


def measure(what: str, **options: Any) -> Rows:
    """Measures this computer's own hardware: "copy", "p2p-matrix", "overlap" or "atomics".

    >>> commlab.measure("copy", on="host", b="1K", e="64M").to_pandas()
    >>> commlab.measure("atomics --on host --additions 100000")
    """
    check_form("measure", options, what)
    found = json_of(ask("measure", "", options, *split(what), *_JSON))
    if "rows" not in found:  # an overlap: what ran alone, and both together
        parts = ("copy", "compute", "together")
        found["rows"] = [{"what": part, **found.pop(part)} for part in parts if part in found]
    return Rows(found)


def machine(name: str | os.PathLike[str], **options: Any) -> Machine:
    """A machine with its links, rates, costs, and the source of each number.

    >>> commlab.machine("2x dgx-h100", nic="400G")
    """
    check_form("machine", options)
    shown = ("show", os.fspath(name))
    answer = ask("machine", "", options, *shown, *_JSON)
    return Machine(json_of(answer), answer.svg, lambda: text_of(ask("machine", "", options, *shown)))


def command(line: str) -> Text:
    """What any command prints.

    >>> print(commlab.command("list algorithms"))
    """
    words = split(line)
    if words[:1] == ["commlab"]:
        words = words[1:]
    if words and words[0] in ("window", "lesson", "launch", "member", "batch"):
        raise Error(f"commlab {words[0]} talks to a terminal, a screen or other processes; start it as a program")
    return Text(text_of(answer_of(words)))
