"""What newcomers type, and what they are told."""

import unittest

import commlab

MACHINE = "switch:4,450GB/s,350ns"


class Mistakes(unittest.TestCase):
    def test_what_was_meant_is_done(self):
        run = commlab.run("all_reduce", machine=MACHINE, size="1000000B")
        for again in [
            lambda: commlab.run("commlab run all_reduce", machine=MACHINE, size="1000000B"),
            lambda: commlab.run("all_reduce", machine=commlab.machine(MACHINE), size=1e6),
            lambda: commlab.run("allreduce", machine=MACHINE, size=1_000_000),
        ]:
            self.assertEqual(again().facts, run.facts)
        self.assertEqual(commlab.command("commlab list machines"), commlab.command("list machines"))
        self.assertIn("examples:", commlab.command("run --help"))

    def test_what_is_wrong_is_a_sentence(self):
        run, table = commlab.run("all_reduce", machine=MACHINE), commlab.rank("all_reduce", machine=MACHINE)
        for kind, sentence, do in [
            (TypeError, "expected a line of text", lambda: commlab.run(None)),
            (TypeError, "expected a line of text", lambda: commlab.sweep(["all_reduce"])),
            (TypeError, "expected a line of text", lambda: commlab.command(None)),
            (ValueError, "no closing quotation", lambda: commlab.run('all_reduce --machine "2x hcm8')),
            (ValueError, r"print\(commlab.command\('run --help'\)\)", lambda: commlab.run("all_reduce --help")),
            (ValueError, "--size: size '64.5': no unit", lambda: commlab.run("all_reduce", size=64.5)),
            (ValueError, "did you mean --size?", lambda: commlab.run("all_reduce", Size="1MiB")),
            (ValueError, "returns a value", lambda: commlab.rank("all_reduce --out=x.csv")),
            (AttributeError, "Run has no 'time'; it has .*time_us", lambda: run.time),
            (KeyError, "Run has no 'time'; it has .*time_us", lambda: run["time"]),
            (KeyError, "transfers have no 'end'; they have .*end_ps", lambda: run.transfers["end"]),
            (KeyError, "the table has no 'time'; .*columns of its rows: .*time_us", lambda: table["time"]),
            (AttributeError, "the table has no 'time'; .*columns of its rows: .*time_us", lambda: table.time),
            (TypeError, "the collective is missing", lambda: commlab.algorithm(lambda s: None)),
            (TypeError, "expected a function", lambda: commlab.algorithm("all_reduce")(3)),
            (TypeError, "NoneType", lambda: commlab.machine(None)),
            (TypeError, "NoneType", lambda: commlab.profile(None)),
            (FileNotFoundError, "nowhere.json", lambda: commlab.profile("nowhere.json")),
        ]:
            with self.subTest(sentence), self.assertRaisesRegex(kind, sentence):
                do()


if __name__ == "__main__":
    unittest.main()
