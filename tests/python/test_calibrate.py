"""A machine file from this computer, or from what others measured, into a folder of one's own."""

import os
import tempfile
import unittest
from pathlib import Path

import commlab
from program import sentence_of_program

TABLE = Path(os.environ["COMMLAB_SOURCE_DIR"]) / "sim" / "measurements" / "superbench_a100x8_1n_allreduce.csv"


class Calibrations(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.file = Path(folder.name) / "new" / "my.toml"

    def test_this_computer_is_measured_and_then_predicted(self):
        said = commlab.calibrate(on="host", ranks=2, out=self.file)
        self.assertIn("ring of messages", said)
        self.assertIn(f"written to {self.file}", said)
        machine = commlab.machine(str(self.file))
        self.assertEqual(machine.gpus, 2)
        self.assertTrue(commlab.run("all_reduce", machine=self.file, size="64KiB").verified)
        compared = commlab.compare("all_reduce", machine=self.file, on="host", ranks=2, b="64K", e="64K")
        self.assertGreater(compared[0]["predicted_us"], 0)

    def test_a_table_of_others_is_fitted(self):
        self.file.parent.mkdir()
        said = commlab.calibrate(from_=TABLE, out=self.file)
        self.assertIn(str(self.file), said)
        run = commlab.run("all_reduce --algorithm nccl --size 64MiB", machine=self.file)
        self.assertGreater(run.time_us, 0)

    def test_mistakes_are_the_sentences_of_the_program(self):
        blocked = self.file.parent.parent / "file"
        blocked.write_text("")
        for line in [
            "--on sim",
            "--on host --ranks 1",
            "--on host --machine dgx-h100",
            "--from nowhere.csv --out my.toml",
            f"--from {TABLE}",
            f"--on host --ranks 2 --out {blocked}/my.toml",
            "--on host --out my.csv",
        ]:
            with self.subTest(line):
                with self.assertRaises(commlab.Error) as caught:
                    commlab.calibrate(line)
                self.assertEqual(str(caught.exception), sentence_of_program("calibrate " + line))
        self.assertFalse(self.file.parent.exists())


if __name__ == "__main__":
    unittest.main()
