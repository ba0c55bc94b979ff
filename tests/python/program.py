"""The program beside the module, for comparison. A test that hangs ends all, and tells where."""

import faulthandler
import json
import os
import shlex
import subprocess

PROGRAM = os.environ["COMMLAB_PROGRAM"]

faulthandler.dump_traceback_later(480, exit=True)


def run_program(line):
    """Exit status, standard output, standard error."""
    done = subprocess.run([PROGRAM, *shlex.split(line)], capture_output=True, text=True, check=False)
    return done.returncode, done.stdout, done.stderr


def json_of_program(line):
    status, answer, message = run_program(line + " --format json")
    assert answer, f"{line}: exit status {status}, {message}"
    return json.loads(answer)


def sentence_of_program(line):
    """What it says when it fails."""
    status, _, message = run_program(line)
    assert status != 0, line
    return message.removeprefix("commlab: ").removesuffix("\n")
