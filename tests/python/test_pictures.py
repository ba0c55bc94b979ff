"""What Jupyter shows."""

import unittest
import xml.etree.ElementTree as xml

import commlab


class Pictures(unittest.TestCase):
    def texts(self, svg):
        root = xml.fromstring(svg)
        self.assertTrue(root.tag.endswith("svg"))
        return [element.text for element in root.iter() if element.tag.endswith("text")]

    def test_a_run_shows_its_timeline(self):
        for line in [
            "all_reduce --algorithm ring",
            "all_reduce --ranks 1",
            "all_to_all --algorithm direct",
            'all_reduce --machine "8x dgx-h100" --algorithm ring',
            "p2p --from 0 --to 1 --size 0B",
        ]:
            with self.subTest(line):
                run = commlab.run(line)
                texts = self.texts(run._repr_svg_())
                self.assertIn("rank 0", texts)
                self.assertTrue(texts[0].startswith(run.collective))
                self.assertIn(run._repr_svg_(), run._repr_html_())
                self.texts(run.machine_svg())

    def test_a_bar_says_what_it_is(self):
        svg = commlab.run("all_reduce --algorithm ring --ranks 4 --size 4KiB")._repr_svg_()
        self.assertIn("rank 3 -&gt; rank 0: block 3, step 0", svg)

    def test_a_machine_shows_its_wiring(self):
        self.assertIn("gpu0", " ".join(filter(None, self.texts(commlab.machine("hcm8")._repr_svg_()))))

    def test_tables_show_their_chart_and_their_rows(self):
        for rows in [
            commlab.sweep("all_reduce -b 8 -e 1M -f 8"),
            commlab.rank("all_reduce --over 8:1M -f 8"),
            commlab.compare("--reference sim/measurements/superbench_a100x8_1n_allreduce.csv"),
        ]:
            self.texts(rows.svg)
            page = rows._repr_html_()
            self.assertIn("<svg", page)
            self.assertEqual(page.count("<tr>"), len(rows) + 1)
        self.assertNotIn("<svg", commlab.verify("all_reduce --algorithm ring")._repr_html_())

    def test_texts_are_blocks_of_code(self):
        shown = commlab.explain("all_reduce --algorithm ring")._repr_markdown_()
        self.assertTrue(shown.startswith("```\n") and shown.endswith("\n```"))


if __name__ == "__main__":
    unittest.main()
