"""Other threads of Python run during work, and Ctrl-C ends it."""

import signal
import subprocess
import sys
import threading
import time
import unittest

import commlab

# Each takes far longer than the test waits.
LONG = [
    'commlab.run("all_to_all --exact --algorithm direct --machine switch:2048,450GB/s,350ns --size 1GiB")',
    'commlab.rank("all_to_all --machine switch:4096,450GB/s,350ns --size 1GiB --exact")',
    'commlab.sweep("all_to_all -b 8 -e 8G --exact --machine switch:1024,450GB/s,350ns --algorithm direct")',
]

INTERRUPTED = """
import commlab, sys
commlab.run("all_reduce")
print("begins", flush=True)
try:
    {work}
except KeyboardInterrupt:
    print("interrupted", commlab.run("all_reduce --ranks 2").verified)
"""


class Threads(unittest.TestCase):
    def test_ctrl_c_is_a_keyboard_interrupt_and_the_module_goes_on(self):
        for work in LONG:
            with self.subTest(work):
                child = subprocess.Popen(
                    [sys.executable, "-c", INTERRUPTED.format(work=work)],
                    stdout=subprocess.PIPE,
                    stderr=subprocess.PIPE,
                    text=True,
                )
                self.assertEqual(child.stdout.readline(), "begins\n")
                time.sleep(0.3)
                child.send_signal(signal.SIGINT)
                answer, message = child.communicate(timeout=120)
                self.assertEqual((answer, child.returncode), ("interrupted True\n", 0), message)

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
