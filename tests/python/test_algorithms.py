"""Algorithms written in Python are algorithms like all others."""

import unittest

import numpy as np

import commlab
from commlab import at, flip, shift


def ring(s):
    """Each chunk goes round the ring twice."""
    s.cut_into(s.ranks)
    everyone = s.everyone()
    s.phase("reduce-scatter")
    for k in range(s.ranks - 1):
        s.next_step()
        s.every(
            everyone,
            to=shift(1),
            block=shift(-k),
            combine="reduce",
            from_="input" if k == 0 else "output",
            with_="input",
        )
    s.phase("all-gather")
    for k in range(s.ranks - 1):
        s.next_step()
        s.every(everyone, to=shift(1), block=shift(1 - k))


def flat(s):
    root = s.from_root()
    s.next_step()
    s.every(root, to=at(0), from_="input", who=0)
    s.next_step()
    for other in range(s.ranks):
        if other != s.root:
            s.one(s.root, other)


def python_halving(s):
    """Partners exchange everything, at twice the distance in each step."""
    everyone = s.everyone()
    s.next_step()
    s.every(everyone, to=shift(0), from_="input")
    distance = 1
    while distance < s.ranks:
        s.next_step()
        s.every(everyone, to=flip(distance), combine="reduce")
        distance *= 2


def written():
    return commlab.algorithm("all_reduce", "python-bad")


class Algorithms(unittest.TestCase):
    def setUp(self):
        commlab.algorithm("all_reduce", "python-ring")(ring)
        commlab.algorithm("broadcast", "python-flat")(flat)
        commlab.algorithm("all_reduce", ranks="power of two")(python_halving)

    def tearDown(self):
        for name in ["python-ring", "python-halving", "python-bad", "python-changed"]:
            commlab.forget("all_reduce", name)
        commlab.forget("broadcast", "python-flat")

    def test_auto_and_forgotten_algorithms(self):
        @written()
        def never(s):
            raise AssertionError("auto chooses among commlab's own")

        self.assertTrue(commlab.run("all_reduce --size 1MiB").verified)
        self.assertTrue(commlab.forget("all_reduce", "python-bad"))
        self.assertFalse(commlab.forget("all_reduce", "python-bad"))
        with self.assertRaisesRegex(ValueError, "unknown algorithm 'python-bad'"):
            commlab.run("all_reduce --algorithm python-bad")
        with self.assertRaisesRegex(ValueError, "unknown algorithm"):
            commlab.run("all_gather --algorithm python-ring")

    def test_a_ring_in_python_is_the_ring_to_the_picosecond(self):
        for ranks in range(1, 18):
            for size in ["0B", "64B", "1003B", "1MiB"]:
                options = {"machine": f"switch:{ranks},450GB/s,350ns", "size": size, "dtype": "int8"}
                with self.subTest(ranks=ranks, size=size):
                    ours = commlab.run("all_reduce --algorithm python-ring", **options)
                    theirs = commlab.run("all_reduce --algorithm ring", **options)
                    self.assertTrue(ours.verified)
                    self.assertEqual(ours.time_us, theirs.time_us)
                    for name in theirs.transfers.columns:
                        self.assertTrue(np.array_equal(ours.transfers[name], theirs.transfers[name]), name)

    def test_every_command_knows_it(self):
        proof = commlab.verify("all_reduce --algorithm python-ring --ranks 7 --size 1003B --dtype int8")
        self.assertEqual([row["verified"] for row in proof], [True])
        self.assertIn("python-ring", [row["algorithm"] for row in commlab.rank("all_reduce --size 1MiB")])
        self.assertIn("python-ring", commlab.command("list algorithms"))
        self.assertIn("Each chunk goes round the ring twice.", commlab.command("list algorithms"))
        self.assertIn("python-ring", commlab.explain("all_reduce --algorithm python-ring"))
        swept = commlab.sweep("all_reduce --algorithm python-ring -b 8 -e 1M -f 16")
        self.assertEqual({row["algorithm"] for row in swept}, {"python-ring"})

    def test_it_runs_for_real(self):
        for line in ["all_reduce --algorithm python-ring", "broadcast --algorithm python-flat --root 2"]:
            run = commlab.run(line, on="host", ranks=4, size="64KiB")
            self.assertTrue(run.verified, line)

    def test_other_collectives_and_words(self):
        self.assertTrue(commlab.run("broadcast --algorithm python-flat --root 3 --ranks 5").verified)
        halving = commlab.run("all_reduce --algorithm python-halving --ranks 8")
        self.assertTrue(halving.verified)
        with self.assertRaisesRegex(ValueError, "does not support 6 ranks; it needs power of two"):
            commlab.run("all_reduce --algorithm python-halving --ranks 6")

    def test_a_new_function_takes_the_place_of_the_old_one(self):
        commlab.algorithm("all_reduce", "python-changed")(ring)
        before = commlab.run("all_reduce --algorithm python-changed")
        commlab.algorithm("all_reduce", "python-changed")(python_halving)
        after = commlab.run("all_reduce --algorithm python-changed")
        self.assertNotEqual(before.steps, after.steps)
        self.assertEqual(len(before.transfers), before.facts["transfers"])

    def test_its_exception_is_what_the_caller_sees(self):
        class Mine(Exception):
            pass

        @written()
        def bad(s):
            s.next_step()
            raise Mine("by the function")

        for do in [commlab.run, commlab.verify, commlab.explain]:
            with self.assertRaisesRegex(Mine, "by the function"):
                do("all_reduce --algorithm python-bad")
        with self.assertRaisesRegex(Mine, "by the function"):
            commlab.rank("all_reduce --size 1MiB")
        commlab.algorithm("all_reduce", "python-bad")(ring)
        self.assertTrue(commlab.run("all_reduce --algorithm python-bad").verified)

    def test_a_wrong_algorithm_is_told_as_a_story(self):
        @written()
        def half(s):
            s.next_step()
            s.every(s.everyone(), to=shift(0), from_="input")

        row = commlab.verify("all_reduce --algorithm python-bad --ranks 4")[0]
        self.assertFalse(row["verified"])
        self.assertTrue(row["story"])
        self.assertFalse(commlab.run("all_reduce --algorithm python-bad --ranks 4").verified)

    def test_each_mistake_is_an_exception_where_it_is_made(self):
        def no_step(s):
            s.every(s.everyone(), to=shift(1))

        def far_block(s):
            s.next_step()
            s.every(s.everyone(), to=shift(1), block=9)

        def far_rank(s):
            s.next_step()
            s.one(0, 99)

        def unknown_buffer(s):
            s.next_step()
            s.every(s.everyone(), to=shift(1), from_="heap")

        def twice(s):
            s.group([0, 0])

        def late_cut(s):
            s.next_step()
            s.every(s.everyone(), to=shift(1))
            s.cut_into(8)

        def far_flip(s):
            s.next_step()
            s.every(s.everyone(), to=flip(8))

        def input_written(s):
            s.next_step()
            s.every(s.everyone(), to=shift(1), into="input")

        for write, sentence in [
            (no_step, "call next_step"),
            (far_block, "block=9: expected 0..0"),
            (far_rank, "rank 99 is none of 0..7"),
            (unknown_buffer, "'heap' is no buffer"),
            (twice, "names a rank twice"),
            (late_cut, "before the first move"),
            (far_flip, "flip"),
            (input_written, "the input is never written"),
        ]:
            with self.subTest(write.__name__):
                written()(write)
                with self.assertRaisesRegex(ValueError, sentence):
                    commlab.run("all_reduce --algorithm python-bad")

    def test_names_are_checked(self):
        for collective, name, sentence in [
            ("all_reduce", "ring", "has 'ring' already"),
            ("all_reduce", "auto", "has 'auto' already"),
            ("all_reduce", "My Ring", "is no name"),
            ("all_redcue", "x", "unknown collective"),
        ]:
            with self.subTest(name), self.assertRaisesRegex(ValueError, sentence):
                commlab.algorithm(collective, name)(ring)
        with self.assertRaisesRegex(ValueError, "expected 'any', 'even' or 'power of two'"):
            commlab.algorithm("all_reduce", "python-other", ranks="odd")(ring)

    def test_a_schedule_is_closed_after_its_function(self):
        kept = []

        @written()
        def keep(s):
            kept.append(s)
            ring(s)

        commlab.run("all_reduce --algorithm python-bad")
        with self.assertRaisesRegex(ValueError, "the schedule is finished"):
            kept[0].next_step()

    def test_its_function_runs_nothing_itself(self):
        @written()
        def nested(s):
            commlab.run("all_reduce")

        with self.assertRaisesRegex(ValueError, "only writes its schedule"):
            commlab.run("all_reduce --algorithm python-bad")


if __name__ == "__main__":
    unittest.main()
