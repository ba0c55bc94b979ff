#!/usr/bin/env bash
# Runs, step by step, what only a GPU can tell about commlab. Each step has a log, a time limit and a verdict; one that
# fails does not stop the others. The final table is also in OUT_DIR/report.txt. The exit status is 1 if a step failed.
#
#   tests/on_a_gpu.sh BUILD_DIR OUT_DIR [--quick] [--only STEP,STEP]
#
# BUILD_DIR is a build folder of CMake, or a folder that `./lab pack` filled on another computer. Such a folder needs no
# compiler and no packages, only NVIDIA's driver, and libnccl.so.2: where the loader finds it (LD_LIBRARY_PATH), or in
# Python's package nvidia-nccl. --quick uses smaller sizes and fewer ranks: a few minutes instead of a quarter of an
# hour. --only runs these steps, and adds to the report of an earlier call. COMMLAB=PROGRAM tests that program instead.
set -euo pipefail

readonly goal_of_kernels=90     # percent of the bytes per second that cudaMemcpy moves within the GPU
readonly goal_of_prediction=15  # percent: the median |error| of compare

# name, seconds it may take, what it shows
readonly steps=(
  "machine         60  what is here: backends, GPUs, driver, libraries"
  "conformance    420  every algorithm on 1, 2, 3, 4, 8 virtual ranks, every data type: right, bit for bit"
  "kernels        120  copies and reductions reach $goal_of_kernels % of the copy ceiling"
  "words           60  every kernel moves 16 bytes at a time, and keeps nothing in local memory"
  "memcheck       240  compute-sanitizer finds no access out of bounds"
  "racecheck      240  compute-sanitizer finds no race in shared memory"
  "nccl           120  NCCL on one rank is right"
  "nccl-2         180  NCCL in 2 processes that may share a GPU is right, and our ring over it"
  "nccl-4         240  the same in 4 processes"
  "calibrate      240  this computer's GPUs are measured"
  "compare        540  all_reduce on 4 ranks is predicted within $goal_of_prediction % in the median"
  "compare-nccl   240  ours and NCCL's beside each other"
  "copy           120  copies by size: host and GPU, pinned and pageable"
  "overlap        120  a copy and a computation at once"
  "atomics        120  many adders on one counter"
  "pairs          120  copies between every two GPUs"
  "puzzle         300  three streams out of one GPU at once: p2p from 0 to 1, 2, 4"
  "references     300  what was measured becomes tables, and they are read back"
)

usage() {
  sed -n '2,10s/^# \{0,1\}//p' "$0"
  exit 2
}
# shellcheck source=tests/steps_on_a_gpu.sh
source "$(dirname "${BASH_SOURCE[0]}")/steps_on_a_gpu.sh"

# chosen NAME: whether the step is to run: --only names it, or was not given.
chosen() { [ -z "$only" ] || [[ ",$only," == *",$1,"* ]]; }

declare -A tally=([passed]=0 [failed]=0 [skipped]=0)
# Runs one step in a process group of its own, prints its verdict, and adds it to the report.
carry_out() {
  local name=$1 limit=$2 what=$3 log="$out/$1.log" status=0 begun=$SECONDS verdict found
  timeout --kill-after=10 "$limit" bash "$0" --step "$name" "$build" "$out" $quick > "$log" 2>&1 < /dev/null || status=$?
  case $status in
    0) verdict=passed ;;
    77) verdict=skipped ;;
    *) verdict=failed ;;
  esac
  found=$(sed -n 's/^FOUND: //p' "$log" | tail -1)
  if [ "$verdict" = failed ]; then
    [ -n "$found" ] || found=$(sed -n 's/^commlab: //p' "$log" | tail -1)
    [ -n "$found" ] || found=$(grep -v '^ *$' "$log" | tail -1)
    case $status in 124 | 137) found="no end within $limit s" ;; esac
  fi
  tally[$verdict]=$((tally[$verdict] + 1))
  printf '%-13s %-8s %4d s  %s\n' "$name" "$verdict" $((SECONDS - begun)) "${found:-$what}" | tee -a "$out/report.txt"
}

if [ "${1:-}" = --step ]; then
  step=$2
  shift 2
else
  step=
fi
[ $# -ge 2 ] || usage
build=$1 out=$2 quick='' only=''
shift 2
while [ $# -gt 0 ]; do
  case $1 in
    --quick) quick=--quick ;;
    --only)
      [ $# -ge 2 ] || usage
      only=$2
      shift
      ;;
    *) usage ;;
  esac
  shift
done
# Absolute paths, because a step may change its folder.
build=$(cd "$build" && pwd)
mkdir -p "$out"
out=$(cd "$out" && pwd)
export XDG_CONFIG_HOME=$out/config

readonly commlab=${COMMLAB:-$(program commlab)}
[ -n "$commlab" ] || {
  echo "on_a_gpu: $build has no commlab; ./lab gpu builds one" >&2
  exit 2
}
# If the program does not find NCCL, look for it in Python's package.
# (No pipe into grep -q, which may end before its writer: under pipefail, the pipe would then have failed.)
if grep -q 'libnccl.so.2: cannot open' <<< "$("$commlab" list backends)"; then
  nccl=$(python3 -c 'import nvidia.nccl; print(list(nvidia.nccl.__path__)[0])' 2> /dev/null) || nccl=
  [ -z "$nccl" ] || export LD_LIBRARY_PATH=${LD_LIBRARY_PATH:+$LD_LIBRARY_PATH:}$nccl/lib
fi

if [ -n "$step" ]; then
  "step_$step"
  exit
fi

"$commlab" list backends > "$out/backends.txt" || exit 2
[ "$(gpus)" ] || {
  echo "on_a_gpu: no GPU to run on; $(sed -n 's/^ *cuda  .*  //p' "$out/backends.txt")" >&2
  exit 2
}
rm "$out/backends.txt"
for name in ${only//,/ }; do
  grep -q "^$name " <<< "$(printf '%s\n' "${steps[@]}")" || {
    echo "on_a_gpu: there is no step '$name'; there are $(printf '%s\n' "${steps[@]}" | cut -d ' ' -f 1 | paste -sd ' ')" >&2
    exit 2
  }
done
[ -n "$only" ] || : > "$out/report.txt"
echo "commlab on $(gpus_named), $(date -u '+%Y-%m-%d %H:%M UTC')" | tee -a "$out/report.txt"
for step in "${steps[@]}"; do
  read -r name limit what <<< "$step"
  ! chosen "$name" || carry_out "$name" "$limit" "$what"
done
printf '\n%d passed, %d failed, %d skipped\n' "${tally[passed]}" "${tally[failed]}" "${tally[skipped]}" | tee -a "$out/report.txt"
echo "logs and tables: $out"
[ "${tally[failed]}" -eq 0 ]
