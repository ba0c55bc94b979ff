#!/usr/bin/env bash
# Counts the instructions of a dozen runs, and compares them with instructions.txt: fails where one takes a tenth
# more. Counts, unlike times, are the same on a busy computer. They depend on the compiler: with another one than
# the file names, nothing is compared.
#
#   check.sh BUILD            compares
#   check.sh BUILD --update   counts the rows of instructions.txt anew
set -euo pipefail
build=$(realpath "$1")
mode=${2:-}
cd "$(dirname "${BASH_SOURCE[0]}")"
file=instructions.txt

# command_of ROW: sets `command`.
command_of() {
  local switch=,450GB/s,350ns
  command=("$build/commlab" run all_reduce)
  case $1 in
    ring_8) command+=(--algorithm ring --machine "switch:8$switch") ;;
    ring_256) command+=(--algorithm ring --machine "switch:256$switch") ;;
    ring_1024_exact) command+=(--algorithm ring --machine "switch:1024$switch" --exact) ;;
    recursive_doubling_65536) command+=(--algorithm recursive-doubling --machine "switch:65536$switch") ;;
    binomial_1024) command=("$build/commlab" run broadcast --algorithm binomial --machine "switch:1024$switch") ;;
    binomial_65536) command=("$build/commlab" run broadcast --algorithm binomial --machine "switch:65536$switch") ;;
    all_to_all_256) command=("$build/commlab" run all_to_all --algorithm direct --machine "switch:256$switch") ;;
    auto_16_dgx_h100) command+=(--machine "16x dgx-h100" --algorithm auto) ;;
    auto_128_dgx_h100) command+=(--machine "128x dgx-h100" --algorithm auto) ;;
    nccl_16_dgx_h100) command+=(--machine "16x dgx-h100" --algorithm nccl) ;;
    nccl_128_dgx_h100) command+=(--machine "128x dgx-h100" --algorithm nccl) ;;
    list) command=("$build/commlab" list machines) ;;
    lesson) command=("$build/commlab" lesson --check 12) ;;
    window_frames) command=("$build/tests/bench/commlab_bench" --benchmark_filter=^scrub/ring_8_ranks_50_times) ;;
    *) echo "check.sh: row '$1' of $file has no command here" >&2 && return 1 ;;
  esac
}

# counted ROW: its instructions. On one core, so that threads take turns in the same way.
counted() {
  local command core
  command_of "$1" || return 1
  core=$(taskset -cp $$ | sed 's/.*: //; s/[,-].*//')
  taskset -c "$core" valgrind --tool=cachegrind --cache-sim=no --cachegrind-out-file=/dev/null "${command[@]}" \
    2>&1 > /dev/null | sed -n 's/.*I *refs: *//p' | tr -d ,
}

compiler="# $(c++ --version | head -1), $(valgrind --version)"
if [ "$mode" = --update ]; then
  {
    echo "$compiler"
    tail -n +2 "$file" | while read -r row _; do echo "$row $(counted "$row")"; done
  } > "$file.new"
  mv "$file.new" "$file"
  cat "$file"
  exit
fi

if [ "$compiler" != "$(head -1 "$file")" ]; then
  echo "not compared: this is ${compiler#\# }, and the counts are of $(head -1 "$file" | cut -c3-)"
  exit
fi
failed=0
printf '%-26s %16s %16s %8s\n' row instructions known ratio
while read -r row known; do
  now=$(counted "$row")
  ratio=$(awk "BEGIN { printf \"%.3f\", ${now:-0} / $known }")
  printf '%-26s %16s %16s %8s\n' "$row" "${now:-none}" "$known" "$ratio"
  if [ -z "$now" ] || awk "BEGIN { exit !($ratio > 1.1) }"; then failed=1; fi
done < <(tail -n +2 "$file")
if [ "$failed" -ne 0 ]; then
  echo "More than a tenth more instructions than known, or none. Make it fast again, or, if it is worth it: check.sh BUILD --update" >&2
  exit 1
fi
