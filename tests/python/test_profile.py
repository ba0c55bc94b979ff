"""Traces of torch.profiler, beside what is predicted."""

import gzip
import json
import os
import tempfile
import unittest
from pathlib import Path

import commlab

TRACE = Path(__file__).parent / "data" / "torch_profile.json"


class Profiles(unittest.TestCase):
    def test_each_collective_stands_beside_its_prediction(self):
        profile = commlab.profile(TRACE, machine="dgx-h100")
        self.assertEqual(profile.machine, "dgx-h100")
        rows = {(row["collective"], row["size_bytes"]): row for row in profile}
        self.assertEqual(
            set(rows), {("all_reduce", 2 << 20), ("all_gather", 8 << 20), ("reduce_scatter", 16 << 20)}
        )
        for (collective, size), row in rows.items():
            run = commlab.run(
                collective, machine="dgx-h100", algorithm="nccl", ranks=8, size=f"{size}B", dtype=row["dtype"]
            )
            self.assertEqual(row["predicted_us"], run.time_us)
            self.assertEqual(row["why_not"], "")
        both = rows["all_reduce", 2 << 20]
        self.assertEqual((both["calls"], both["measured_min_us"], both["measured_sum_us"]), (2, 40.0, 100.0))

    def test_shares_of_the_step(self):
        profile = commlab.profile(TRACE)
        self.assertEqual(profile.steps, 1)
        self.assertEqual(profile.span_us, 1000.0)
        self.assertEqual(profile.communication_us, 400.0)  # 40 + 60 + 100 + 180 + 20
        self.assertEqual(profile.communication_percent, 40.0)
        self.assertEqual(profile.exposed_us, 300.0)  # a kernel computes beside the all_gather
        self.assertEqual([(each["kernel"], each["calls"]) for each in profile.not_read], [("ncclDevKernel_SendRecv", 1)])
        self.assertIn("communication: 40.0 %", repr(profile))

    def test_too_few_gpus_are_told_in_the_row(self):
        for row in commlab.profile(TRACE, machine="a100x4"):
            self.assertIsNone(row["predicted_us"])
            self.assertIn("8", row["why_not"])

    def test_a_compressed_trace_is_read_too(self):
        with tempfile.TemporaryDirectory() as folder:
            packed = os.path.join(folder, "trace.json.gz")
            with gzip.open(packed, "wb") as file:
                file.write(TRACE.read_bytes())
            self.assertEqual(commlab.profile(packed).json, commlab.profile(TRACE).json)

    def test_what_is_no_trace_is_an_error(self):
        with tempfile.TemporaryDirectory() as folder:
            for text, sentence in [
                ("", "expected a trace of torch.profiler"),
                ("[]", "expected a trace of torch.profiler"),
                ('{"traceEvents": []}', "the trace has no communication"),
                (json.dumps({"traceEvents": [{"ph": "X", "cat": "kernel", "ts": 1, "dur": 1}]}), "no communication"),
            ]:
                path = os.path.join(folder, "trace.json")
                Path(path).write_text(text)
                with self.subTest(text), self.assertRaisesRegex(ValueError, sentence):
                    commlab.profile(path)
        with self.assertRaises(FileNotFoundError):
            commlab.profile("nowhere.json")
        with self.assertRaisesRegex(ValueError, "hcm9"):
            commlab.profile(TRACE, machine="hcm9")


if __name__ == "__main__":
    unittest.main()
