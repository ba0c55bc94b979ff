"""Every command returns what the program prints."""

import unittest

import commlab
from program import json_of_program, run_program, sentence_of_program

LINES = [
    "all_reduce",
    "all_reduce --machine dgx-h100 --size 64MiB",
    "all_reduce --machine dgx-h100 --algorithm nccl --size 1MiB",
    'all_reduce --machine "2x dgx-h100,400G" --algorithm ring --size 1MB --in-place',
    "all_gather --machine switch:5,450GB/s,350ns --size 1003B --dtype int8",
    "reduce_scatter --algorithm ring --slow gpu3:2x",
    "broadcast --root 3 --algorithm chain --size 4MiB",
    "reduce --machine dgx-h100 --ranks 7 --size 64KiB --protocol ll",
    "scatter --ranks 1",
    "gather --algorithm flat --channels 2",
    "all_to_all --ranks 4 --counts 8000,1000,1000,1000",
    "sendrecv --machine hcm8 --size 0B",
    "p2p --from 0 --to 2 --size 400MB --route 0-7-2",
    'all_reduce --machine "16x dgx-h100" --algorithm ring --size 16MiB',
]


class Commands(unittest.TestCase):
    maxDiff = None

    def test_a_run_has_all_that_the_program_says(self):
        for line in LINES:
            with self.subTest(line):
                run = commlab.run(line)
                self.assertEqual(run.facts, json_of_program("run " + line))
                self.assertEqual(run.time_us, run["time_us"])

    def test_measurements_have_rows(self):
        ways = commlab.measure("atomics", on="host", rounds=2, additions=100)
        self.assertEqual({row["rounds"] for row in ways}, {2})
        self.assertEqual(ways.expected, ways.adders * 100)
        self.assertEqual(commlab.measure("copy --on host --rounds 2 -b 1K -e 2K").on, "host")
        together = commlab.measure("overlap", on="host", rounds=2, size="64KiB")
        self.assertEqual([row["what"] for row in together], ["copy", "compute", "together"])
        self.assertGreater(together[0]["median_us"], 0)
        for what in ("", "speed", "--format json"):
            with self.subTest(what), self.assertRaises(commlab.InputError):
                commlab.measure(what)

    def test_keywords_are_options(self):
        by_line = commlab.run("all_gather --machine dgx-h100 --size 1MiB --in-place --slow gpu0:2x --slow gpu1:3x")
        by_words = commlab.run("all_gather --slow gpu0:2x", machine="dgx-h100", size="1MiB", in_place=True, slow="gpu1:3x")
        self.assertEqual(by_line.facts, by_words.facts)
        self.assertEqual(
            commlab.run("p2p", from_=0, to=[1, 2], size="1MB", exact=False).facts,
            json_of_program("run p2p --from 0 --to 1,2 --size 1MB"),
        )

    def test_the_line_of_a_run_repeats_it(self):
        for line in LINES:
            with self.subTest(line):
                run = commlab.run(line)
                self.assertEqual(commlab.run(run.line).facts, run.facts)

    def test_tables_are_those_of_the_program(self):
        for make, line in [
            (commlab.sweep, "sweep all_reduce --machine dgx-h100 -b 8 -e 1M -f 8"),
            (commlab.rank, "rank all_reduce --size 1MiB"),
            (commlab.rank, "rank broadcast --machine switch:6,450GB/s,350ns --over 8:1M -f 8"),
            (commlab.verify, "verify all_reduce --ranks 6 --size 1003B"),
            (commlab.verify, "verify all_reduce --algorithm ring --fused --slots 1"),
            (commlab.compare, "compare --reference sim/measurements/superbench_a100x8_1n_allreduce.csv"),
        ]:
            with self.subTest(line):
                self.assertEqual(make(line.split(" ", 1)[1]).json, json_of_program(line))

    def test_the_accuracy_is_that_of_the_program(self):
        accuracy = commlab.accuracy()
        self.assertEqual(accuracy.json, json_of_program("accuracy"))
        self.assertEqual(accuracy.rows, accuracy.json["families"])
        self.assertIn("<svg", accuracy.svg)

    def test_a_table_is_a_sequence_of_rows(self):
        ranking = commlab.rank("all_reduce --size 1MiB")
        self.assertEqual(list(ranking), ranking.rows)
        self.assertEqual(ranking[0], ranking.rows[0])
        self.assertEqual(len(ranking[:2]), 2)
        self.assertIn("algorithm", repr(ranking).split("\n")[0])
        sweep = commlab.sweep("all_gather", b="8", e="1K", f=2, machine="hcm8")
        self.assertEqual(sweep.ranks, 8)
        self.assertEqual(len(sweep), 8)

    def test_texts_are_those_of_the_program(self):
        explained = commlab.explain("all_reduce --algorithm ring --machine dgx-h100")
        self.assertEqual(explained, run_program("explain all_reduce --algorithm ring --machine dgx-h100")[1])
        self.assertEqual(explained.facts, json_of_program("explain all_reduce --algorithm ring --machine dgx-h100"))
        self.assertEqual(commlab.command("list algorithms"), run_program("list algorithms")[1])
        self.assertEqual(commlab.command("rank all_reduce --size 1KiB"), run_program("rank all_reduce --size 1KiB")[1])

    # A picture of pairs needs a machine to draw; without one there was a crash.
    def test_what_is_measured_is_told(self):
        self.assertIn("copies between every two", commlab.command("measure p2p-matrix --on host --rounds 1"))

    def test_machines_are_those_of_the_program(self):
        for name in ["hcm8", "dgx-h100", "2x dgx-h100", "ring:5,100GB/s,500ns"]:
            with self.subTest(name):
                machine = commlab.machine(name)
                self.assertEqual(machine.facts, json_of_program(f'machine show "{name}"'))
                self.assertEqual(str(machine), run_program(f'machine show "{name}"')[1])

    def test_errors_are_the_sentences_of_the_program(self):
        for line, kind in [
            ("run all_reduce --size 64XB", ValueError),
            ("run all_reduce --machine hcm9", ValueError),
            ("run all_reduce --algorithm rnig", ValueError),
            ("run all_reduce --ranks 9", ValueError),
            ("run all_redcue", ValueError),
            ("run all_reduce --sizes 1MiB", ValueError),
            ("sweep all_reduce --size 1MiB", ValueError),
            ("rank all_reduce --on", ValueError),
            ("machine show nothing", ValueError),
            ("explain all_reduce --on host", ValueError),
            ("compare", ValueError),
        ]:
            with self.subTest(line):
                command, _, rest = line.partition(" ")
                rest = rest.removeprefix("show ")
                with self.assertRaises(kind) as caught:
                    getattr(commlab, command)(rest)
                self.assertIsInstance(caught.exception, commlab.Error)
                self.assertEqual(str(caught.exception), sentence_of_program(line))

    def test_a_form_of_output_is_refused(self):
        with self.assertRaisesRegex(ValueError, "--format: commlab.run returns a value"):
            commlab.run("all_reduce --format csv")
        with self.assertRaisesRegex(ValueError, "--out"):
            commlab.rank("all_reduce", out="x.svg")

    def test_several_algorithms_are_a_ranking(self):
        with self.assertRaisesRegex(ValueError, "commlab.rank"):
            commlab.run("all_reduce --algorithm all")

    def test_a_missing_name_is_an_attribute_error_that_lists_the_others(self):
        with self.assertRaisesRegex(AttributeError, "time_us"):
            commlab.run("all_reduce").time_ns

    def test_real_runs_move_and_check_data(self):
        for algorithm in ["ring", "recursive-doubling", "two-shot"]:
            run = commlab.run("all_reduce", on="host", ranks=4, size="64KiB", algorithm=algorithm)
            self.assertEqual((run.backend, run.verified, run.ranks), ("host", True, 4))
            self.assertGreater(run.time_us, 0)
            self.assertGreater(len(run.transfers), 0)


if __name__ == "__main__":
    unittest.main()
