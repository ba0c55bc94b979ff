"""The notebook of first steps runs from its first cell to its last."""

import contextlib
import importlib.util
import io
import json
import os
import subprocess
import sys
import tempfile
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
            with self.subTest(source):
                said = io.StringIO()
                with contextlib.redirect_stdout(said):
                    exec(compile(source, "first_steps.ipynb", "exec"), names)
                self.assertEqual(said.getvalue(), stdout(cell))

    def test_jupyter_runs_it_too(self):
        if any(importlib.util.find_spec(needed) is None for needed in ["nbconvert", "ipykernel", "pandas"]):
            self.skipTest("jupyter nbconvert is not installed (Debian: python3-nbconvert python3-ipykernel)")
        with tempfile.TemporaryDirectory() as folder:
            done = subprocess.run(
                [sys.executable, "-m", "nbconvert", "--to", "notebook", "--execute", "--output-dir", folder, NOTEBOOK],
                capture_output=True,
                text=True,
                check=False,
                env={**os.environ, "HOME": folder, "IPYTHONDIR": folder, "JUPYTER_RUNTIME_DIR": folder},
            )
            self.assertEqual(done.returncode, 0, done.stderr)
            executed = json.loads((Path(folder) / NOTEBOOK.name).read_text())
        cells = [cell for cell in executed["cells"] if cell["cell_type"] == "code"]
        for stored, cell in zip(self.cells(), cells, strict=True):
            with self.subTest("".join(stored["source"])):
                self.assertEqual(forms(cell), forms(stored))
                self.assertEqual(stdout(cell), stdout(stored))


def forms(cell):
    """What kinds of answers a cell shows."""
    return [sorted(output.get("data", {})) for output in cell["outputs"] if output["output_type"] != "stream"]


def stdout(cell):
    return "".join("".join(output["text"]) for output in cell["outputs"] if output.get("name") == "stdout")


if __name__ == "__main__":
    unittest.main()
