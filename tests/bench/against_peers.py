#!/usr/bin/env python3
"""Compares commlab's speed with other simulators on the same collectives, and all times with closed forms.

    COMMLAB=build/commlab SIMGRID_PEER=simgrid_peer tests/bench/against_peers.py --most-ranks 1024

README.md beside this file says which environment variable names which peer. Every peer gets the same model: each
rank has a link of 25 GB/s and 0.5 us to a switch, so a message of s bytes takes 1 us + s * 40 ps. A number is the
CPU time (user + system) of a whole process, the median of several runs. All programs of a row take turns, so that
a busy computer slows all of them.
"""

import argparse
import json
import math
import os
import re
import statistics
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import Callable

LATENCY_PS = 1_000_000
BYTE_PS = 40
BYTES = 1 << 20


# --- Rows: what is simulated, and how long it takes by arithmetic. Ranks are powers of two.

def log2(ranks: int) -> int:
    return ranks.bit_length() - 1


def message_ps(length: int) -> int:
    return LATENCY_PS + length * BYTE_PS


def halving_doubling_ps(ranks: int) -> int:
    return 2 * sum(message_ps(BYTES >> (round + 1)) for round in range(log2(ranks)))


@dataclass(frozen=True)
class Row:
    name: str
    commlab: str  # what `commlab run` is asked for
    ranks: tuple[int, ...]
    closed_form_ps: Callable[[int], int]


ROWS = [
    Row("ring", "all_reduce --algorithm ring", (8, 64, 256, 1024, 4096),
        lambda n: 2 * (n - 1) * message_ps(BYTES // n)),
    Row("recursive-doubling", "all_reduce --algorithm recursive-doubling", (1024, 4096, 16384, 65536),
        lambda n: log2(n) * message_ps(BYTES)),
    Row("halving-doubling", "all_reduce --algorithm rabenseifner", (1024, 4096, 16384, 65536),
        halving_doubling_ps),
    Row("binomial", "broadcast --algorithm binomial", (1024, 4096, 16384, 65536),
        lambda n: log2(n) * message_ps(BYTES)),
    Row("all_to_all", "all_to_all --algorithm direct", (64, 256, 512, 1024),
        lambda n: LATENCY_PS + (n - 1) * (BYTES // n) * BYTE_PS),
]


OURS = "commlab"  # every rank and transfer simulated, only the time answered: what the others are compared with


# --- Programs: how each one is asked, and how its answer is read

@dataclass
class Program:
    name: str
    command: Callable[[Row, int, Path], list[str]]  # may write files into the folder, outside the measured time
    microseconds: Callable[[str], float]  # from what it prints
    given_up: str = ""  # the row in which it took too long: larger ones are left out


def commlab_only_time(path: str) -> Program:
    """A sweep over one size answers what the peers answer: how long it takes, and nothing else."""
    return commlab(path, OURS, "sweep", ["-b", f"{BYTES}B", "-e", f"{BYTES}B", "--pieces", "1", "--exact"],
                   lambda answer: answer["rows"][0]["out_of_place"]["time_us"])


def commlab_run(path: str, name: str, *options: str) -> Program:
    """A run also proves the schedule, and says where the time goes, of up to 200,000 transfers."""
    return commlab(path, name, "run", ["--size", f"{BYTES}B", *options], lambda answer: answer["time_us"])


def commlab(path: str, name: str, subcommand: str, options: list[str], microseconds) -> Program:
    def command(row: Row, ranks: int, _: Path) -> list[str]:
        return [path, subcommand, *row.commlab.split(), "--machine", f"switch:{ranks},25GB/s,0.5us",
                *options, "--format", "json"]

    return Program(name, command, lambda output: microseconds(json.loads(output)))


def plain(path: str, name: str) -> Program:
    """A program that is called as PROGRAM ROW RANKS BYTES, and prints microseconds in its last line."""
    return Program(name, lambda row, ranks, _: [path, row.name, str(ranks), str(BYTES)],
                   lambda output: float(output.split()[-1]))


def loggopsim(path: str, txt2bin: str) -> Program:
    """LogGOPSim, which counts in any unit: here in picoseconds. Its schedule is made before the clock starts."""
    def command(row: Row, ranks: int, folder: Path) -> list[str]:
        text, binary = folder / "schedule.goal", folder / "schedule.bin"
        with text.open("w") as file:
            write_goal(file, row, ranks)
        subprocess.run([txt2bin, "-i", str(text), "-o", str(binary)], check=True, stdout=subprocess.DEVNULL)
        return [path, "-b", "-f", str(binary), "-L", str(LATENCY_PS), "-o", "0", "-g", "0", "-O", "0",
                "-G", str(BYTE_PS), "-S", str(1 << 30)]

    def microseconds(output: str) -> float:
        found = re.search(r"Maximum finishing time at host \d+: (\d+)", output)
        if not found:
            raise ValueError("no 'Maximum finishing time'")
        return int(found.group(1)) / 1e6

    return Program("LogGOPSim", command, microseconds)


# --- LogGOPSim's input: for each rank, its sends and receives, and what each of them waits for

def rounds_of(row: Row, ranks: int, rank: int):
    """Yields (to, from, bytes) for each round of the rank; None: nobody."""
    rounds = range(log2(ranks))
    if row.name == "ring":
        for _ in range(2 * (ranks - 1)):
            yield (rank + 1) % ranks, (rank - 1) % ranks, BYTES // ranks
    elif row.name == "recursive-doubling":
        for round in rounds:
            yield rank ^ (1 << round), rank ^ (1 << round), BYTES
    elif row.name == "halving-doubling":
        for round in [*rounds, *reversed(rounds)]:
            partner = rank ^ (ranks >> (round + 1))
            yield partner, partner, BYTES >> (round + 1)
    elif row.name == "binomial":
        for round in rounds:
            distance = 1 << round
            if rank < distance:
                yield rank + distance, None, BYTES
            elif rank < 2 * distance:
                yield None, rank - distance, BYTES
    else:
        for ahead in range(1, ranks):
            yield (rank + ahead) % ranks, (rank - ahead) % ranks, BYTES // ranks


def write_goal(file, row: Row, ranks: int) -> None:
    at_once = row.name == "all_to_all"
    file.write(f"num_ranks {ranks}\n")
    for rank in range(ranks):
        file.write(f"rank {rank} {{\n")
        received = ""
        for round, (to, source, length) in enumerate(rounds_of(row, ranks, rank)):
            tag = round if row.name == "halving-doubling" else 0  # partners meet twice, with different lengths
            if to is not None:
                file.write(f"s{round}: send {length}b to {to} tag {tag}\n")
                if received:
                    file.write(f"s{round} requires {received}\n")
            if source is not None:
                file.write(f"r{round}: recv {length}b from {source} tag {tag}\n")
                if received:
                    file.write(f"r{round} requires {received}\n")
                received = "" if at_once else f"r{round}"
        file.write("}\n")


# --- Measuring

@dataclass
class Measured:
    microseconds: float
    cpu: list[float]  # seconds
    peak_mb: float

    def median(self) -> float:
        return statistics.median(self.cpu)

    def spread(self) -> float:  # per cent, from the least to the most
        return 100 * (max(self.cpu) - min(self.cpu)) / self.median() if self.median() else 0


def run_once(command: list[str]) -> tuple[str, float, float]:
    """What it printed, its CPU seconds, and its peak memory in MB."""
    with tempfile.TemporaryFile("w+") as output, tempfile.TemporaryFile("w+") as errors:
        process = subprocess.Popen(command, stdout=output, stderr=errors)
        _, status, used = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        output.seek(0)
        errors.seek(0)
        if process.returncode != 0:
            raise ValueError(f"{command[0]} ended with {process.returncode}: {errors.read().strip()[-200:]}")
        return output.read(), used.ru_utime + used.ru_stime, used.ru_maxrss / 1024


def measure(programs: list[Program], row: Row, ranks: int, runs: int, patience: float) -> dict[str, Measured | str]:
    """For each program, what was measured, or why nothing was."""
    results: dict[str, Measured | str] = {}
    with tempfile.TemporaryDirectory() as folder:
        commands = {}
        for program in programs:
            if program.given_up:
                results[program.name] = f"not run: over {patience:g} s at {program.given_up}"
                continue
            try:
                (Path(folder) / program.name).mkdir()
                commands[program.name] = program.command(row, ranks, Path(folder) / program.name)
            except (OSError, subprocess.SubprocessError) as why:
                results[program.name] = f"failed: {why}"
        for _ in range(runs):
            for program in programs:
                if program.name not in commands or program.given_up:
                    continue
                try:
                    output, cpu, peak = run_once(commands[program.name])
                    known = results.setdefault(program.name, Measured(program.microseconds(output), [], peak))
                    known.cpu.append(cpu)
                    if cpu > patience:  # measured once; larger rows are left out
                        program.given_up = f"{ranks} ranks"
                except (OSError, ValueError, KeyError) as why:
                    results[program.name] = f"failed: {why}"
                    del commands[program.name]
    return results


# --- Answers

def compared(measured: Measured, exact_ps: int) -> str:
    off = round(measured.microseconds * 1e6) - exact_ps
    return "exact" if off == 0 else f"off by {off:+d} ps"


def print_row(row: Row, ranks: int, results: dict[str, Measured | str], exact_ps: int, least_mb: float) -> None:
    ours = results[OURS]
    print(f"{row.name}, {ranks} ranks: closed form {exact_ps / 1e6:.6f} us")
    for name, found in results.items():
        if isinstance(found, str):
            print(f"  {name:20} {found}")
            continue
        ratio = ""
        if name != OURS and isinstance(ours, Measured) and ours.median() > 0:
            ratio = f"{found.median() / ours.median():9.2f} x"
        memory = f"{found.peak_mb:.0f} MB" if found.peak_mb > least_mb else f"<= {least_mb:.0f} MB"
        print(f"  {name:20} {found.median():9.4f} s  +-{found.spread() / 2:4.0f} %  of {len(found.cpu)}"
              f"  {memory:>9} {ratio:11}  {compared(found, exact_ps)}")


def print_growth(row: Row, name: str, times: dict[int, float], start: float) -> None:
    """The exponents e of time ~ ranks^e between sizes, without the program's start."""
    net = {ranks: cpu - start for ranks, cpu in times.items() if cpu > 2 * start}
    steps = [f"{a}..{b}: {math.log(net[b] / net[a]) / math.log(b / a):.2f}" for a, b in zip(net, list(net)[1:])]
    print(f"  {row.name:20} {name:20} {', '.join(steps) or 'two sizes must take twice the time of a start'}")


def found_programs() -> tuple[list[Program], list[str]]:
    path = os.environ.get("COMMLAB", "build/commlab")
    programs = [commlab_only_time(path), commlab_run(path, "commlab run --exact", "--exact"), commlab_run(path, "commlab run")]
    absent = []
    for variable, name in (("SIMGRID_PEER", "SimGrid S4U"), ("ASTRA_SIM", "ASTRA-sim")):
        if os.environ.get(variable):
            programs.append(plain(os.environ[variable], name))
        else:
            absent.append(f"{name} ({variable} is not set)")
    if os.environ.get("LOGGOPSIM") and os.environ.get("TXT2BIN"):
        programs.append(loggopsim(os.environ["LOGGOPSIM"], os.environ["TXT2BIN"]))
    else:
        absent.append("LogGOPSim (LOGGOPSIM and TXT2BIN are not both set)")
    return programs, absent


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rows", nargs="+", choices=[row.name for row in ROWS], metavar="ROW",
                        help="default: all of " + ", ".join(row.name for row in ROWS))
    parser.add_argument("--most-ranks", type=int, default=65536, help="leave out larger rows; default 65536")
    parser.add_argument("--runs", type=int, default=5, help="of each program; default 5")
    parser.add_argument("--patience", type=float, default=60,
                        help="a program that takes more CPU seconds is not asked for larger rows; default 60")
    asked = parser.parse_args()

    programs, absent = found_programs()
    try:
        starts = [run_once([os.environ.get("COMMLAB", "build/commlab"), "--version"]) for _ in range(asked.runs)]
    except (OSError, ValueError) as why:
        print(f"against_peers.py: {why}; COMMLAB must name the program", file=sys.stderr)
        return 2
    start = statistics.median(cpu for _, cpu, _ in starts)
    least_mb = max(peak for _, _, peak in starts)  # a child's peak begins with this script's own memory
    print("CPU seconds of whole processes, medians; x: times that of commlab in the same row")
    for name in absent:
        print(f"not found: {name}")
    ours = {program.name for program in programs[:3]}
    wrong = 0
    growth = []
    for row in ROWS:
        if asked.rows and row.name not in asked.rows:
            continue
        for program in programs:
            program.given_up = ""
        times: dict[str, dict[int, float]] = {name: {} for name in ours}
        for ranks in (n for n in row.ranks if n <= asked.most_ranks):
            exact_ps = row.closed_form_ps(ranks)
            results = measure(programs, row, ranks, asked.runs, asked.patience)
            print_row(row, ranks, results, exact_ps, least_mb)
            sys.stdout.flush()
            for name in ours:
                found = results[name]
                if isinstance(found, Measured):
                    times[name][ranks] = found.median()
                    wrong += compared(found, exact_ps) != "exact"
                else:
                    wrong += found.startswith("failed")
        growth += [(row, name, times[name]) for name in sorted(ours) if times[name]]
    print(f"growth: e in time ~ ranks^e, less a start of {start:.4f} s")
    for row, name, of_row in growth:
        print_growth(row, name, of_row, start)
    if wrong:
        print(f"commlab failed, or differs from the closed form, in {wrong} places")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
