"""Transfers are NumPy arrays that view the run's own memory."""

import gc
import unittest

import numpy as np

import commlab


class Transfers(unittest.TestCase):
    def test_all_columns_view_the_same_memory(self):
        run = commlab.run("all_reduce --algorithm ring")
        first = run.transfers
        second = commlab._results.Transfers(run._run)
        for name in first.columns:
            with self.subTest(name):
                self.assertIsNotNone(first[name].base)
                self.assertFalse(first[name].flags.owndata)
                self.assertTrue(np.shares_memory(first[name], second[name]))
        rows = first["bytes"].strides[0]
        self.assertEqual({column.strides[0] for column in first._columns.values()}, {rows})

    def test_nobody_writes_to_them(self):
        transfers = commlab.run("all_reduce").transfers
        for name in transfers.columns:
            with self.subTest(name), self.assertRaises(ValueError):
                transfers[name][0] = 0

    def test_they_outlive_the_run(self):
        run = commlab.run("all_reduce --algorithm ring --ranks 8")
        ends = run.transfers.end_ps
        wanted = ends.copy()
        del run
        gc.collect()
        other = [commlab.run("all_gather", ranks=ranks) for ranks in range(2, 9)]
        self.assertTrue(np.array_equal(ends, wanted))
        del other

    def test_they_are_the_run(self):
        for algorithm in ["ring", "tree", "recursive-doubling", "direct"]:
            collective = "all_gather" if algorithm == "direct" else "all_reduce"
            with self.subTest(algorithm):
                run = commlab.run(collective, algorithm=algorithm, size="1MiB")
                t = run.transfers
                self.assertEqual(len(t), run.facts["transfers"])
                self.assertEqual(t.end_ps.max() / 1e6, run.time_us)
                self.assertTrue((t.start_ps <= t.end_ps).all())
                self.assertTrue((np.diff(t.start_ps) >= 0).all())
                self.assertEqual(t.step.max() + 1, run.steps)
                self.assertTrue(((0 <= t.source) & (t.source < run.ranks)).all())
                self.assertTrue((t.source != t.destination).all())

    def test_a_ring_sends_to_the_next_rank_only(self):
        t = commlab.run("all_reduce --algorithm ring --ranks 8 --size 8MiB").transfers
        self.assertTrue((t.destination == (t.source + 1) % 8).all())
        self.assertEqual(t.bytes.sum(), 2 * 7 * 8 * 2**20)
        self.assertEqual(t.phases, ["reduce-scatter", "all-gather"])
        for route in t.routes:
            self.assertTrue(all(link.startswith("link ") for link in route))
        self.assertLess(t.route.max(), len(t.routes))

    def test_no_transfers_are_empty_columns(self):
        t = commlab.run("all_reduce --ranks 1").transfers
        self.assertEqual(len(t), 0)
        self.assertEqual(t.start_ps.shape, (0,))

    def test_the_critical_path_ends_with_the_run(self):
        run = commlab.run("all_reduce --algorithm ring")
        self.assertEqual(run.transfers.end_ps[run.critical_path[-1]] / 1e6, run.time_us)

    def test_a_large_run_says_why_it_has_none(self):
        run = commlab.run('all_reduce --machine "128x dgx-h100" --algorithm ring --size 1GiB')
        with self.assertRaisesRegex(commlab.Error, "are too many to keep"):
            run.transfers
        self.assertIsNone(run._repr_svg_())

    def test_pandas(self):
        try:
            import pandas  # noqa: F401
        except ImportError:
            self.skipTest("pandas is not installed")
        run = commlab.run("all_reduce --algorithm ring")
        frame = run.transfers.to_pandas()
        self.assertEqual(list(frame.columns), run.transfers.columns)
        self.assertEqual(frame.end_ps.max() / 1e6, run.time_us)
        table = commlab.sweep("all_reduce -b 8 -e 1K").to_pandas()
        self.assertIn("out_of_place_time_us", table.columns)
        self.assertEqual(len(table), 8)


if __name__ == "__main__":
    unittest.main()
