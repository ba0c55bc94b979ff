"""Processes that were started together: the first has the answers, the others serve it. Ctrl-C ends all of them."""

import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import unittest
from pathlib import Path

import commlab
from program import PROGRAM

MPI = shutil.which("mpirun") and (Path(commlab.__file__).parent / "commlab_mpi.so").exists()
BESIDE_OTHERS = ["mpirun", "--allow-run-as-root", "--oversubscribe", "-n"]

# Each line in one piece: the processes share an output.
ANSWERS = """
import commlab, os
def say(*words):
    os.write(1, (" ".join(map(str, words)) + chr(10)).encode())
say(commlab.run("all_reduce", ranks=4).verified)
for collective in ("all_reduce", "broadcast"):
    run = commlab.run(collective, on="{on}", ranks=2, size="64KiB")
    say(run.verified, run.ranks)
"""

# Each process writes its name when it begins, and what became of it. The first one knows that all have joined.
INTERRUPTED = """
import commlab, os
from pathlib import Path

def tell(what):
    name = str(os.getpid())
    Path(name + ".new").write_text(what)
    os.rename(name + ".new", name)

tell("begins")
try:
    commlab.run("all_reduce --on {on} --ranks 2 --size 1KiB --algorithm {algorithm}")
    tell("all are here")
    for _ in range(100):
        commlab.sweep("all_reduce --on {on} --ranks 2 -b 1M -e 16M --algorithm {algorithm}")
    ended = "done"
except KeyboardInterrupt:
    ended = "interrupted"
tell(ended + " " + str(commlab.run("all_reduce", ranks=2).verified))
"""


def runs(process):
    try:
        return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except FileNotFoundError:
        return False


class Launched(unittest.TestCase):
    def says(self, launcher, script):
        done = subprocess.run(
            [*launcher, sys.executable, "-c", script], capture_output=True, text=True, timeout=120, check=False
        )
        self.assertEqual(done.returncode, 0, done.stderr)
        return sorted(done.stdout.split("\n"))

    # Each process simulates for itself.
    def test_only_the_first_has_the_answer_of_a_run_on_all(self):
        launchers = {"tcp": [PROGRAM, "launch", "-n", "2", "--"]}
        if MPI:
            launchers["mpi"] = [*BESIDE_OTHERS, "2"]
        for on, launcher in launchers.items():
            with self.subTest(on):
                self.assertEqual(
                    self.says(launcher, ANSWERS.format(on=on)), ["", "True", "True", "True 2", "True 2"]
                )

    def interrupt(self, launcher, script):
        """The seconds from Ctrl-C until all processes have told what became of them."""
        with tempfile.TemporaryDirectory() as folder:
            group = subprocess.Popen(
                [*launcher, sys.executable, "-c", script],
                cwd=folder,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
            )

            def told():
                return [path.read_text() for path in Path(folder).iterdir() if path.name.isdigit()]

            def wait_for(text, count):
                until = time.monotonic() + 60
                while sum(each.startswith(text) for each in told()) < count:
                    self.assertLess(time.monotonic(), until, told())
                    time.sleep(0.05)

            wait_for("all are here", 1)
            time.sleep(0.5)
            began = time.monotonic()
            processes = [int(path.name) for path in Path(folder).iterdir()]
            for process in processes:
                os.kill(process, signal.SIGINT)
            wait_for("interrupted True", 2)
            took = time.monotonic() - began
            group.wait(60)
            until = time.monotonic() + 10
            while any(runs(process) for process in processes):
                self.assertLess(time.monotonic(), until)
                time.sleep(0.05)
        return took

    def test_ctrl_c_ends_a_run_in_launched_processes(self):
        launch = [PROGRAM, "launch", "-n", "2", "--"]
        self.assertLess(self.interrupt(launch, INTERRUPTED.format(on="tcp", algorithm="ring")), 10)

    @unittest.skipUnless(MPI, "there is no MPI (Debian: openmpi-bin libopenmpi-dev)")
    def test_ctrl_c_ends_a_run_on_mpi(self):
        for algorithm in ("mpi", "ring"):
            with self.subTest(algorithm):
                script = INTERRUPTED.format(on="mpi", algorithm=algorithm)
                self.assertLess(self.interrupt([*BESIDE_OTHERS, "2"], script), 10)


if __name__ == "__main__":
    unittest.main()
