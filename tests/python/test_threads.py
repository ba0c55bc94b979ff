"""Other threads of Python run during work, and Ctrl-C ends it."""

import multiprocessing
import os
import signal
import subprocess
import sys
import tempfile
import threading
import time
import unittest
from pathlib import Path

import commlab

# Each takes far longer than the test waits.
LONG = [
    'commlab.run("all_to_all --exact --algorithm direct --machine switch:2048,450GB/s,350ns --size 1GiB")',
    'commlab.rank("all_to_all --machine switch:4096,450GB/s,350ns --size 1GiB --exact")',
    'commlab.sweep("all_to_all -b 8 -e 8G --exact --machine switch:1024,450GB/s,350ns --algorithm direct")',
    'commlab.verify("all_to_all --algorithm direct --slots 0 --machine switch:2048,450GB/s,350ns")',
]

# Each takes half a minute and more, and moves hundreds of megabytes at once.
LONG_ON_HARDWARE = [
    'commlab.run("all_reduce --on host --ranks 8 --size 64MiB --loop 20")',
    'commlab.run("all_reduce --on host --ranks 8 --size 64MiB --loop 20 --algorithm one-shot")',
    'commlab.run("all_reduce --on tcp --ranks 4 --size 128MiB")',
    'commlab.sweep("all_reduce --on host --ranks 4 -b 64M -e 512M")',
    'commlab.compare("all_reduce --on host --ranks 4 --machine switch:4,10GB/s,1us -b 64M -e 512M")',
    'commlab.compare("all_reduce --on tcp --ranks 4 --machine switch:4,10GB/s,1us -b 64M -e 512M")',
    'commlab.calibrate("--on host --ranks 2 --out never.toml")',
    'commlab.measure("copy --on host --rounds 10000")',
    'commlab.measure("overlap", on="host", rounds=10000)',
    'commlab.measure("atomics --on host --rounds 10000 --additions 10000000")',
]
if len(os.sched_getaffinity(0)) > 1:
    LONG_ON_HARDWARE.append('commlab.measure("p2p-matrix --on host --rounds 10000")')

INTERRUPTED = """
import commlab, os, time
commlab.run("all_reduce")

def threads_and_processes():
    threads = os.listdir("/proc/self/task")
    return len(threads), sum(len(open(f"/proc/self/task/{{thread}}/children").read().split()) for thread in threads)

def are_as_before():
    try:
        return threads_and_processes() == before
    except FileNotFoundError:  # a thread that is just ending
        return False

def all_are_gone():  # the system lists a thread for a moment after it has ended
    end = time.monotonic() + 2
    while not are_as_before() and time.monotonic() < end:
        time.sleep(0.01)
    return are_as_before()

before = threads_and_processes()
print("begins", flush=True)
try:
    {work}
except KeyboardInterrupt:
    print("interrupted", all_are_gone(), flush=True)
print(commlab.run("all_reduce --ranks 2").verified, commlab.run("all_reduce --on host --ranks 2").verified)
"""


def time_of(ranks):
    return commlab.run("all_reduce", ranks=ranks).time_us


class Threads(unittest.TestCase):
    def interrupt(self, work, after):
        """The seconds from Ctrl-C to the KeyboardInterrupt. All processes of the group get it, as in a terminal."""
        with tempfile.TemporaryDirectory() as folder:
            child = subprocess.Popen(
                [sys.executable, "-c", INTERRUPTED.format(work=work)],
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                text=True,
                cwd=folder,
                start_new_session=True,
            )
            self.assertEqual(child.stdout.readline(), "begins\n")
            time.sleep(after)
            os.killpg(child.pid, signal.SIGINT)
            began = time.monotonic()
            first = child.stdout.readline()
            took = time.monotonic() - began
            rest, message = child.communicate(timeout=120)
            self.assertEqual((first + rest, child.returncode), ("interrupted True\nTrue True\n", 0), message)
            self.assertEqual(message, "")
            self.assertEqual(os.listdir(folder), [])
        return took

    def test_ctrl_c_is_a_keyboard_interrupt_and_the_module_goes_on(self):
        for work in LONG:
            with self.subTest(work):
                self.interrupt(work, after=0.3)

    def test_ctrl_c_ends_a_run_on_hardware_before_it_is_done(self):
        for work in LONG_ON_HARDWARE:
            with self.subTest(work):
                self.assertLess(self.interrupt(work, after=1), 4)

    def test_runs_in_processes_share_them(self):
        def processes():
            own = os.listdir("/proc/self/task")
            return {child for thread in own for child in Path(f"/proc/self/task/{thread}/children").read_text().split()}

        self.assertTrue(commlab.run("all_reduce --on tcp --ranks 3 --size 1KiB").verified)
        first = processes()
        self.assertEqual(len(first), 3)
        self.assertTrue(commlab.run("broadcast --on tcp --ranks 3 --size 1KiB").verified)
        self.assertEqual(processes(), first)

    # Such a process has none of its parent's threads.
    def test_a_forked_process_works_too(self):
        times = {ranks: time_of(ranks) for ranks in (2, 4, 8)}
        with multiprocessing.get_context("fork").Pool(2) as pool:
            self.assertEqual(pool.map(time_of, times), list(times.values()))
        self.assertEqual(time_of(4), times[4])

    def test_other_threads_run_meanwhile(self):
        ticks = []
        done = threading.Event()

        def tick():
            while not done.wait(0.01):
                ticks.append(time.monotonic())

        thread = threading.Thread(target=tick)
        thread.start()
        began = time.monotonic()
        while time.monotonic() - began < 0.5:
            commlab.run("all_to_all --machine switch:64,450GB/s,350ns --algorithm direct --exact")
        ended = time.monotonic()
        done.set()
        thread.join()
        self.assertGreater(sum(began < at < ended for at in ticks), 5)

    def test_several_threads_may_ask(self):
        found = {}

        def ask(ranks):
            found[ranks] = commlab.run("all_reduce --algorithm ring", machine=f"switch:{ranks},450GB/s,350ns").facts

        threads = [threading.Thread(target=ask, args=(ranks,)) for ranks in range(2, 10)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        for ranks in range(2, 10):
            alone = commlab.run("all_reduce --algorithm ring", machine=f"switch:{ranks},450GB/s,350ns")
            self.assertEqual(found[ranks], alone.facts)


if __name__ == "__main__":
    unittest.main()
