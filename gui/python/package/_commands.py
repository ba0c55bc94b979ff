"""The commands: each is a function with the command's own name and options."""

from __future__ import annotations

from typing import Any

from commlab._commlab import Error, InputError
from commlab._results import Machine, Rows, Run, Text
from commlab._session import ask, json_of, text_of

_JSON = ("--format", "json")


def _check_form(command: str, options: dict[str, Any], line: str) -> None:
    """The result is a value, so its form is not asked for."""
    for option in ("format", "out"):
        if option in options or f"--{option}" in line.split():
            raise InputError(f"--{option}: commlab.{command} returns a value; leave it out")


def run(line: str, **options: Any) -> Run:
    """Runs one collective, simulated or for real.

    >>> run = commlab.run("all_reduce", machine="dgx-h100", size="64MiB")
    >>> run.time_us, run.busbw_GBps, run.verified

    Its attributes are those of `commlab run --format json`; run.transfers has every transfer.
    `algorithm="all"` is a ranking: see commlab.rank.
    """
    _check_form("run", options, line)
    answer = ask("run", line, options, *_JSON)
    runs = answer.take_runs()
    if len(runs) != 1:
        raise InputError(f"--algorithm all: {len(runs)} algorithms ran; commlab.rank compares them")
    return Run(json_of(answer), runs[0])


def _rows(command: str, line: str, options: dict[str, Any], key: str = "rows") -> Rows:
    _check_form(command, options, line)
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
    _check_form("accuracy", options, line)
    answer = ask("accuracy", line, options, *_JSON)
    found = json_of(answer)
    key = "families" if "families" in found else next((k for k, v in found.items() if isinstance(v, list)), "rows")
    return Rows(found, key, answer.svg)


def explain(line: str, **options: Any) -> Text:
    """Why this algorithm, why this long, and what would be faster: a text; its `facts` are the same as JSON.

    >>> print(commlab.explain("all_reduce", algorithm="ring", machine="dgx-h100"))
    """
    _check_form("explain", options, line)
    return Text(text_of(ask("explain", line, options)), lambda: json_of(ask("explain", line, options, *_JSON)))


def calibrate(line: str = "", **options: Any) -> Text:
    """Measures this computer, or reads what nccl-tests measured (from_=...), and writes a machine file.

    >>> print(commlab.calibrate(on="host", ranks=4))
    """
    return Text(text_of(ask("calibrate", line, options)))


def machine(name: str, **options: Any) -> Machine:
    """A machine with its links, rates, costs, and the source of each number.

    >>> commlab.machine("2x dgx-h100", nic="400G")
    """
    _check_form("machine", options, "")
    answer = ask("machine", "", options, "show", name, *_JSON)
    return Machine(json_of(answer), answer.svg, lambda: text_of(ask("machine", "", options, "show", name)))


def command(line: str) -> Text:
    """What any command prints.

    >>> print(commlab.command("list algorithms"))
    """
    name, _, rest = line.strip().partition(" ")
    if name in ("window", "lesson", "launch", "member", "batch"):
        raise Error(f"commlab {name} talks to a terminal, a screen or other processes; start it as a program")
    return Text(text_of(ask(name, rest, {})))
