"""The types that the package promises are those that it has. Skipped without mypy (Debian: mypy)."""

import importlib.util
import os
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

import commlab

PACKAGE = Path(commlab.__file__).parent
USES = Path(__file__).parent / "data" / "every_function.py"


@unittest.skipIf(importlib.util.find_spec("mypy") is None, "mypy is not installed (Debian: mypy)")
class Types(unittest.TestCase):
    def check(self, *words):
        with tempfile.TemporaryDirectory() as folder:
            done = subprocess.run(
                [sys.executable, "-m", *words],
                capture_output=True,
                text=True,
                check=False,
                cwd=folder,
                env={**os.environ, "MYPYPATH": str(PACKAGE.parent), "MYPY_CACHE_DIR": folder},
            )
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)

    def test_a_script_that_uses_every_function_has_no_mistake(self):
        self.check("mypy", "--strict", str(USES))
        used = USES.read_text()
        for name in commlab.__all__:
            self.assertIn(name, used)

    def test_the_package_itself_has_no_mistake(self):
        self.check("mypy", "--strict", str(PACKAGE))

    # pybind11 has a metaclass of its own, and an __init__ that says that there is none.
    def test_the_stub_is_the_module(self):
        with tempfile.NamedTemporaryFile("w") as allowed:
            allowed.write(r"commlab\._commlab\.\w+(\.__init__)?")
            allowed.flush()
            self.check("mypy.stubtest", "--allowlist", allowed.name, "commlab._commlab")


if __name__ == "__main__":
    unittest.main()
