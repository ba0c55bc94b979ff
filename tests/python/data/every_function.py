"""Every function and attribute of the module, as types see them."""

from pathlib import Path

import commlab
from commlab import Group, Machine, Pattern, Profile, Rows, Run, Schedule, Text, Transfers, at, flip, shift

run: Run = commlab.run("all_reduce", machine="dgx-h100", size="64MiB", slow=["gpu0:2x"], in_place=True)
line: str = run.line
time_us: float = run.time_us
same: float = run["time_us"]
path: list[int] = run.critical_path
svg: str = run.timeline_svg() + run.machine_svg()
transfers: Transfers = run.transfers
phases: list[str] = transfers.phases
routes: list[list[str]] = transfers.routes
columns: list[str] = transfers.columns
count: int = len(transfers)
print(transfers.start_ps, transfers["bytes"], transfers.to_pandas(), "time_us" in run, list(run))

rows: Rows = commlab.sweep("all_reduce", b="8", e="1M", f=4)
first: dict[str, object] = rows[0]
print(rows.rows, rows.svg, rows.json, rows.facts, len(rows), [row["size_bytes"] for row in rows], rows.to_pandas())
for table in [commlab.rank("all_reduce"), commlab.compare("all_reduce", on="host"), commlab.verify("all_reduce"), commlab.accuracy()]:
    rows = table

rows = commlab.measure("copy", on="host", rounds=3)

text: Text = commlab.explain("all_reduce")
print(text.facts, text.upper(), text)
text = commlab.command("list algorithms")
text = commlab.calibrate(on="host", ranks=2, out=Path("my.toml"))
text = commlab.calibrate(from_=["a.log", Path("b.csv")], out="my.toml")

machine: Machine = commlab.machine("2x dgx-h100", nic="400G")
machine = commlab.machine(Path("my.toml"))
print(machine.gpus, machine.svg, machine.text, machine.facts)
run = commlab.run("all_reduce", machine=machine)

profile: Profile = commlab.profile("trace.json", machine="dgx-h100")
profile = commlab.profile(Path("trace.json.gz"))
print(profile.span_us, profile[0]["ratio"], profile.not_read)


@commlab.algorithm("all_reduce", "mine", idea="Mine.", ranks="even")
def mine(s: Schedule) -> None:
    n: int = s.ranks + s.root + s.blocks + s.count + s.per_node
    order: list[int] = s.order
    s.cut_into(n)
    s.split_into(2)
    everyone: Group = s.everyone()
    some: Group = s.group(order)
    s.from_root()
    s.phase("a")
    s.next_step()
    s.note("b")
    pattern: Pattern = shift(1)
    s.every(everyone, to=pattern, block=shift(-1), combine="reduce", from_="input", with_="input", who=range(2))
    s.every(some, to=at(0), block=flip(1), into_block=3, blocks=2, into="output", who=0, share=1)
    s.one(0, 1, 2, into_block=shift(0), blocks=1, combine="copy", from_="output", into="scratch", with_="output", share=0)


removed: bool = commlab.forget("all_reduce", "mine")
try:
    commlab.run("all_reduce --ranks 0")
except commlab.InputError as mistake:
    print(mistake)
except commlab.Error as error:
    print(error)
