"""commlab: the laboratory for GPU collective communication, in Python.

Every function takes what the command of the same name takes, as one line, as keyword arguments, or as both:

    import commlab

    run = commlab.run("all_reduce --machine dgx-h100 --size 64MiB")
    run = commlab.run("all_reduce", machine="dgx-h100", size="64MiB")
    run.time_us, run.busbw_GBps, run.verified
    run.transfers.start_ps                     # NumPy, without a copy

In Jupyter, a run shows its timeline, a machine its wiring, and a sweep, a comparison or a ranking its chart.
print(commlab.command("run --help")) shows the options of a command. Mistakes are exceptions: InputError, a ValueError.
"""

from commlab._algorithms import algorithm, forget
from commlab._commands import (
    accuracy,
    calibrate,
    command,
    compare,
    explain,
    machine,
    measure,
    rank,
    run,
    sweep,
    verify,
)
from commlab._commlab import Error, Group, InputError, Pattern, Schedule, at, flip, shift
from commlab._profiles import Profile, profile
from commlab._results import Machine, Rows, Run, Text, Transfers

__all__ = [
    "Error",
    "Group",
    "InputError",
    "Machine",
    "Pattern",
    "Profile",
    "Rows",
    "Run",
    "Schedule",
    "Text",
    "Transfers",
    "accuracy",
    "algorithm",
    "at",
    "calibrate",
    "command",
    "compare",
    "explain",
    "flip",
    "forget",
    "machine",
    "measure",
    "profile",
    "rank",
    "run",
    "shift",
    "sweep",
    "verify",
]
