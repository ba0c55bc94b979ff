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

    def test_what_is_not_in_the_table_is_told_beside_it(self):
        profile = commlab.profile(TRACE)
        self.assertIn("not in the table, see not_read: 1 call", repr(profile))
        self.assertIn("not in the table, see not_read: 1 call", profile._repr_html_())

    # One GPU of each node, as data parallel groups have beside tensor parallel ones of a node each.
    def test_a_group_is_predicted_on_the_gpus_that_it_has(self):
        def all_reduce(ts, ranks):
            args = {"Collective name": "allreduce", "In msg nelems": 1 << 22, "Out msg nelems": 1 << 22}
            args |= {"Group size": 4, "dtype": "BFloat16", "Process Group Ranks": ranks}
            return {"ph": "X", "cat": "kernel", "name": "ncclDevKernel_X", "ts": ts, "dur": 90, "args": args}

        events = [all_reduce(0, "[0, 8, 16, 24]"), all_reduce(100, "[8, 9, 10, 11]")]
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "trace.json")
            Path(path).write_text(json.dumps({"traceEvents": events}))
            four_nodes = {row["group"]: row for row in commlab.profile(path, machine="4x dgx-h100,400G")}
            one_node = {row["group"]: row for row in commlab.profile(path, machine="dgx-h100")}
        inside = commlab.run("all_reduce", machine="dgx-h100", algorithm="nccl", ranks=4, size="8MiB", dtype="bf16")
        self.assertEqual(one_node["8-11"]["predicted_us"], inside.time_us)
        self.assertEqual(four_nodes["8-11"]["predicted_us"], inside.time_us)
        self.assertGreater(four_nodes["0, 8, 16, 24"]["predicted_us"], 2 * inside.time_us)
        self.assertIsNone(one_node["0, 8, 16, 24"]["predicted_us"])
        self.assertIn('on 4 nodes of 8 GPUs, and dgx-h100 has 1 node', one_node["0, 8, 16, 24"]["why_not"])
        self.assertIn("4x dgx-h100", one_node["0, 8, 16, 24"]["why_not"])

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
