"""The one engine of this process, and how words for it are made."""

from __future__ import annotations

import functools
import json
import os
import shlex
from typing import Any

from commlab import _commlab


@functools.cache
def session() -> _commlab.Session:
    return _commlab.Session()


def split(line: str) -> list[str]:
    if not isinstance(line, str):
        raise TypeError(f"expected a line of text, as in 'all_reduce --ranks 8'; found {type(line).__name__}")
    try:
        return shlex.split(line)
    except ValueError as mistake:
        raise _commlab.InputError(f"{line!r}: {str(mistake).lower()}") from None


def _text(value: Any) -> str:
    if isinstance(value, (list, tuple, range)):
        return ",".join(_text(each) for each in value)
    if isinstance(value, float) and value.is_integer():
        return str(int(value))  # 1e6 bytes
    return str(os.fspath(value) if isinstance(value, os.PathLike) else value)


def words_of(line: str, options: dict[str, Any]) -> list[str]:
    """The words of a line, then those of keywords: size="1MiB", in_place=True is --size 1MiB --in-place."""
    words = split(line)
    for name, value in options.items():
        dashes = "-" if len(name) == 1 else "--"  # b="8" is -b 8
        option = dashes + name.rstrip("_").replace("_", "-")
        if value is None or value is False:
            continue
        words.append(option)
        if value is not True:
            words.append(_text(value))
    return words


def check_form(command: str, options: dict[str, Any], line: str = "") -> None:
    """The result is a value, so its form is not asked for."""
    for option in ("format", "out"):
        if option in options or any(word.partition("=")[0] == f"--{option}" for word in split(line)):
            raise _commlab.InputError(f"--{option}: commlab.{command} returns a value; leave it out")


def ask(command: str, line: str, options: dict[str, Any], *more: str) -> _commlab.CommandAnswer:
    """Does the command, as the command line does it. A line that was copied from there may begin with its name."""
    words = words_of(line, options)
    if words[:2] == ["commlab", command]:
        words = words[2:]
    if "--help" in words or "-h" in words:
        raise _commlab.InputError(f"--help: print(commlab.command('{command} --help')) shows all options")
    return answer_of([command, *more, *words])


def answer_of(words: list[str]) -> _commlab.CommandAnswer:
    """What the command answers. If this process was launched beside others (commlab launch, mpirun, torchrun), only the
    first one has the answer of a run for which the processes are the ranks. The others have served it, for all runs of the
    first one, when they come back from here: there is nothing left to do.
    """
    answer = session().answer(words)
    if answer.served:
        raise SystemExit(0)
    return answer


def text_of(answer: _commlab.CommandAnswer) -> str:
    return answer.text.decode("utf-8", errors="replace")


def json_of(answer: _commlab.CommandAnswer) -> Any:
    return json.loads(answer.text)
