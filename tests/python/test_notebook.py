"""The notebook of first steps runs from its first cell to its last."""

import contextlib
import io
import json
import os
import unittest
from pathlib import Path

NOTEBOOK = Path(os.environ["COMMLAB_SOURCE_DIR"]) / "gui" / "python" / "first_steps.ipynb"


class Notebook(unittest.TestCase):
    def cells(self):
        return [cell for cell in json.loads(NOTEBOOK.read_text())["cells"] if cell["cell_type"] == "code"]

    def test_it_was_stored_with_its_answers_and_without_errors(self):
        for number, cell in enumerate(self.cells()):
            with self.subTest("".join(cell["source"])):
                self.assertEqual(cell["execution_count"], number + 1)
                self.assertNotIn("error", [output["output_type"] for output in cell["outputs"]])
        shown = {form for cell in self.cells() for output in cell["outputs"] for form in output.get("data", {})}
        self.assertLessEqual({"image/svg+xml", "text/html", "text/plain"}, shown)

    def test_every_cell_runs_and_says_what_is_stored(self):
        try:
            import pandas  # noqa: F401
        except ImportError:
            self.skipTest("pandas is not installed")
        names = {}
        before = os.getcwd()
        os.chdir(NOTEBOOK.parent)  # as Jupyter does
        self.addCleanup(os.chdir, before)
        for cell in self.cells():
            source = "".join(cell["source"])
            stored = "".join(
                "".join(output["text"]) for output in cell["outputs"] if output.get("name") == "stdout"
            )
            with self.subTest(source):
                said = io.StringIO()
                with contextlib.redirect_stdout(said):
                    exec(compile(source, "first_steps.ipynb", "exec"), names)
                self.assertEqual(said.getvalue(), stored)


if __name__ == "__main__":
    unittest.main()
