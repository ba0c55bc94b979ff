"""What the commands return: values that know how to show themselves in Jupyter."""

from __future__ import annotations

import functools
import html
from typing import Any, Callable, Iterator

from commlab import _commlab


class _Facts:
    """Values by name: fact.time_us and fact["time_us"] are the same."""

    facts: dict[str, Any]  # as in the command's JSON

    def _missing(self, name: str) -> str:
        return f"{type(self).__name__} has no '{name}'; it has {', '.join(self)}"

    def __getattr__(self, name: str) -> Any:
        try:
            return self.__dict__["facts"][name]
        except KeyError:
            raise AttributeError(self._missing(name)) from None

    def __getitem__(self, name: str) -> Any:
        try:
            return self.facts[name]
        except KeyError:
            raise KeyError(self._missing(name)) from None

    def __contains__(self, name: object) -> bool:
        return name in self.facts

    def __iter__(self) -> Iterator[str]:
        return iter(self.__dict__.get("facts", {}))

    def __dir__(self) -> list[str]:
        return [*super().__dir__(), *self]


class Transfers:
    """Every transfer of a run: a NumPy array for each column, in order of start. The arrays view the run's own memory:
    nothing is copied, and nobody can write to them. Times are in picoseconds since the run began.

    >>> t = commlab.run("all_reduce --ranks 8").transfers
    >>> t.bytes.sum(), (t.end_ps - t.start_ps).max()
    """

    def __init__(self, run: _commlab.FinishedRun):
        self._run = run
        self._columns = run.columns()
        self.phases: list[str] = run.phases()

    @functools.cached_property
    def routes(self) -> list[list[str]]:
        """The links of each route: routes[transfers.route[i]]; -1: it is not known."""
        return self._run.routes()

    @property
    def columns(self) -> list[str]:
        return list(self._columns)

    def __getattr__(self, name: str) -> Any:
        columns = self.__dict__.get("_columns", {})
        if name in columns:
            return columns[name]
        raise AttributeError(f"transfers have no '{name}'; they have {', '.join(columns)}")

    def __getitem__(self, name: str) -> Any:
        try:
            return self._columns[name]
        except KeyError:
            raise KeyError(f"transfers have no '{name}'; they have {', '.join(self._columns)}") from None

    def __len__(self) -> int:
        return len(self._columns["bytes"])

    def __dir__(self) -> list[str]:
        return [*super().__dir__(), *self._columns]

    def __repr__(self) -> str:
        return f"<commlab.Transfers: {len(self)} of {', '.join(self._columns)}>"

    def to_pandas(self) -> Any:
        """A pandas.DataFrame with these columns."""
        import pandas  # type: ignore[import]

        return pandas.DataFrame(self._columns)


class Run(_Facts):
    """A finished run. Its attributes are those of `commlab run --format json`: time_us, algbw_GBps, busbw_GBps, bound_us,
    algorithm, protocol, steps, verified, ... and `transfers`.
    """

    def __init__(self, facts: dict[str, Any], run: _commlab.FinishedRun):
        self.facts = facts
        self._run = run

    @functools.cached_property
    def transfers(self) -> Transfers:
        return Transfers(self._run)

    @property
    def line(self) -> str:
        """The line that repeats the run, defaults included."""
        return self._run.line

    @functools.cached_property
    def critical_path(self) -> list[int]:
        """The transfers that decide how long the run takes, first to last: places in `transfers`."""
        return self._run.critical()

    def timeline_svg(self) -> str:
        """The timeline as a picture (SVG)."""
        return self._run.timeline_svg()

    def machine_svg(self) -> str:
        """The machine as a picture (SVG)."""
        return self._run.machine_svg()

    def __repr__(self) -> str:
        words = [f"{self.time_us:g} us", f"busbw {self.busbw_GBps:.4g} GB/s", self.backend]
        if self.verified is not None:
            words.append("verified" if self.verified else "not verified")
        return f"<commlab.Run {self.line}: {', '.join(words)}>"

    def _repr_svg_(self) -> str | None:
        return self.timeline_svg() if self._run.has_transfers else None

    def _repr_html_(self) -> str | None:
        return _figure(self.timeline_svg()) if self._run.has_transfers else None


class Rows(_Facts):
    """Rows of a table: a sequence of dicts. What holds for all rows is an attribute.

    >>> rows = commlab.rank("all_reduce --size 1MiB")
    >>> rows[0]["algorithm"], len(rows), rows.to_pandas()
    """

    def __init__(self, facts: dict[str, Any], key: str = "rows", svg: str = ""):
        self.facts = {name: value for name, value in facts.items() if name != key}
        self.json = facts
        self.rows: list[dict[str, Any]] = facts.get(key, [])
        self.svg = svg  # the chart; empty: it has none

    def _missing(self, name: str) -> str:
        columns = ", ".join(self.rows[0]) if self.rows else "none"
        return f"the table has no '{name}'; it has {', '.join(self.facts)}; columns of its rows: {columns}"

    def __getitem__(self, place: Any) -> Any:
        return super().__getitem__(place) if isinstance(place, str) else self.rows[place]

    def __iter__(self) -> Iterator[Any]:
        return iter(self.__dict__.get("rows", []))

    def __len__(self) -> int:
        return len(self.rows)

    def __dir__(self) -> list[str]:
        return [*object.__dir__(self), *self.facts]

    def __getattr__(self, name: str) -> Any:
        facts = self.__dict__.get("facts", {})
        if name in facts:
            return facts[name]
        raise AttributeError(self._missing(name) if "rows" in self.__dict__ else name)

    def _flat(self) -> list[dict[str, Any]]:
        """Columns of columns have names like out_of_place_time_us."""
        flat = []
        for row in self.rows:
            one: dict[str, Any] = {}
            for name, value in row.items():
                if isinstance(value, dict):
                    one.update({f"{name}_{inner}": each for inner, each in value.items()})
                else:
                    one[name] = value
            flat.append(one)
        return flat

    def to_pandas(self) -> Any:
        """A pandas.DataFrame of the rows."""
        import pandas

        return pandas.DataFrame(self._flat())

    def _table(self) -> tuple[list[str], list[list[str]]]:
        flat = self._flat()
        titles = list(dict.fromkeys(name for row in flat for name in row))
        return titles, [[_cell(row.get(title)) for title in titles] for row in flat]

    def __repr__(self) -> str:
        titles, cells = self._table()
        widths = [max(map(len, column)) for column in zip(titles, *cells)]
        lines = ["  ".join(text.rjust(width) for text, width in zip(row, widths)) for row in [titles, *cells]]
        return "\n".join(line.rstrip() for line in lines)

    def _repr_html_(self) -> str:
        titles, cells = self._table()
        head = "".join(f"<th>{html.escape(title)}</th>" for title in titles)
        body = "".join(
            "<tr>" + "".join(f"<td>{html.escape(cell)}</td>" for cell in row) + "</tr>" for row in cells
        )
        table = f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"
        if not self.svg:
            return f'<div style="overflow-x:auto">{table}</div>'
        closed = f'<details><summary>{len(self)} rows</summary><div style="overflow-x:auto">{table}</div></details>'
        return _figure(self.svg) + closed


def _figure(svg: str) -> str:
    """The picture within a page: some pages that are made of notebooks show no SVG as a picture of its own."""
    return f'<div style="overflow-x:auto">{svg}</div>'


def _cell(value: Any) -> str:
    if value is None:
        return ""
    if isinstance(value, float):
        return f"{value:.6g}"
    return str(value)


class Text(str):
    """What a command says. `facts` are the same as values, where the command has them."""

    _facts: Callable[[], Any] | None

    def __new__(cls, text: str, facts: Callable[[], Any] | None = None) -> Text:
        made = super().__new__(cls, text)
        made._facts = facts
        return made

    @functools.cached_property
    def facts(self) -> Any:
        return self._facts() if self._facts else None

    def __repr__(self) -> str:
        return str(self)

    def _repr_markdown_(self) -> str:
        return f"```\n{self}\n```"


class Machine(_Facts):
    """A machine: its attributes are those of `commlab machine show --format json`; str() of it is the text."""

    def __init__(self, facts: dict[str, Any], svg: str, text: Callable[[], str]):
        self.facts = facts
        self.svg = svg
        self._text = text

    @functools.cached_property
    def text(self) -> str:
        return self._text()

    def __str__(self) -> str:
        return self.text

    def __fspath__(self) -> str:
        """Its name: commlab.run("all_reduce", machine=machine)."""
        return str(self.facts["machine"])

    def __repr__(self) -> str:
        return f"<commlab.Machine {self.facts['machine']}: {self.facts['title']}>"

    def _repr_svg_(self) -> str:
        return self.svg

    def _repr_html_(self) -> str:
        return _figure(self.svg)
