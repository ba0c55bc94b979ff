"""The one engine of this process, and how words for it are made."""

from __future__ import annotations

import functools
import json
import shlex
from typing import Any

from commlab import _commlab


@functools.cache
def session() -> _commlab.Session:
    return _commlab.Session()


def words_of(line: str, options: dict[str, Any]) -> list[str]:
    """The words of a line, then those of keywords: size="1MiB", in_place=True is --size 1MiB --in-place."""
    words = shlex.split(line)
    for name, value in options.items():
        dashes = "-" if len(name) == 1 else "--"  # b="8" is -b 8
        option = dashes + name.rstrip("_").replace("_", "-")
        if value is None or value is False:
            continue
        words.append(option)
        if isinstance(value, (list, tuple, range)):
            words.append(",".join(str(each) for each in value))
        elif value is not True:
            words.append(str(value))
    return words


def ask(command: str, line: str, options: dict[str, Any], *more: str) -> _commlab.CommandAnswer:
    """Does the command, as the command line does it."""
    return session().answer([command, *more, *words_of(line, options)])


def text_of(answer: _commlab.CommandAnswer) -> str:
    return answer.text.decode("utf-8", errors="replace")


def json_of(answer: _commlab.CommandAnswer) -> Any:
    return json.loads(answer.text)
