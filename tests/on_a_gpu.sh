#!/usr/bin/env bash
# What only a GPU can tell of commlab, step by step: each has a log of its own, a limit of time, and a verdict; one
# that fails stops no other. The table at the end is OUT_DIR/report.txt, too. The exit status is 1 if a step failed.
#
#   tests/on_a_gpu.sh BUILD_DIR OUT_DIR [--quick] [--only STEP,STEP]
#
# BUILD_DIR is a folder that CMake built in, or one that `./lab pack` filled and that was carried here: it needs no
# compiler and no package, only NVIDIA's driver and, for the nccl steps, libnccl.so.2 where the loader finds it
# (LD_LIBRARY_PATH). --quick asks for smaller sizes and fewer ranks: a minute or two instead of ten or more.
set -euo pipefail

readonly goal_of_kernels=90     # percent of the bytes per second that cudaMemcpy moves within the GPU
readonly goal_of_prediction=15  # percent: the median |error| of compare

# name, seconds it may take, what it shows
readonly steps=(
  "machine         60  what is here: backends, GPUs, driver, libraries"
  "conformance    420  every algorithm on 1, 2, 3, 4, 8 virtual ranks, every data type: right, bit for bit"
  "kernels        120  copies and reductions reach $goal_of_kernels % of the copy ceiling"
  "memcheck       240  compute-sanitizer finds no access out of bounds"
  "racecheck      240  compute-sanitizer finds no race in shared memory"
  "nccl           120  NCCL on one rank is right"
  "nccl-2         180  NCCL in 2 processes that may share a GPU is right, and our ring over it"
  "nccl-4         240  the same in 4 processes"
  "calibrate      240  this computer's GPUs are measured"
  "compare        420  all_reduce on 4 ranks is predicted within $goal_of_prediction % in the median"
  "compare-nccl   240  ours and NCCL's beside each other"
  "copy           120  copies by size: host and GPU, pinned and pageable"
  "overlap        120  a copy and a computation at once"
  "atomics        120  many adders on one counter"
  "pairs          120  copies between every two GPUs"
  "puzzle         300  three streams out of one GPU at once: p2p from 0 to 1, 2, 4"
  "references     300  what was measured becomes tables, and they are read back"
)

usage() {
  sed -n '2,9s/^# \{0,1\}//p' "$0"
  exit 2
}
# How a step ends: with a line that tells what it found.
found() { echo "FOUND: $*"; }
skip() {
  found "$*"
  exit 77
}
wrong() {
  found "$*"
  exit 1
}

# A program of a build, or of a packed folder; empty where there is none.
program() {
  local place
  for place in "$build/bin/$1" "$build/$1" "$build/tests/$1" "$build/tests/bench/$1"; do
    if [ -x "$place" ]; then
      echo "$place"
      return
    fi
  done
}
# What is typed goes into the log, too.
shown() {
  printf '\n$ %s\n' "$*" | sed "s|$commlab|commlab|g"
  "$@"
}
# value KEY FILE: a number at the top of a JSON file as commlab writes it.
value() { sed -n "s/^  \"$1\": \([0-9.e+-]*\),\{0,1\}\$/\1/p" "$2"; }
is() { awk "BEGIN { exit !($1) }"; }
# size QUICK WHOLE: how far a step goes.
size() { if [ -n "$quick" ]; then echo "$1"; else echo "$2"; fi; }
backends() { "$commlab" list backends; }
gpus() { backends | sed -n 's/.*ready: \([0-9]*\) GPU.*/\1/p' | head -1; }
need_nccl() {
  backends | grep -q 'ready: NCCL' || skip "$(backends | sed -n 's/^nccl  .*  //p')"
}
need_calibration() {
  [ -f "$XDG_CONFIG_HOME/commlab/cuda.toml" ] || skip "step calibrate left no machine"
}

step_machine() {
  shown "$commlab" list backends
  shown "$commlab" machine detect --out "$out/here.toml"
  if command -v nvidia-smi > /dev/null; then
    shown nvidia-smi --query-gpu=name,driver_version,memory.total,compute_cap,clocks.max.sm,clocks.max.mem --format=csv
    shown nvidia-smi topo -m || true
  fi
  shown uname -a
  shown date -u '+%Y-%m-%d %H:%M UTC'
  found "$(backends | sed -n 's/.*ready: \([0-9]* GPU[^;]*\).*/\1/p' | head -1)"
}

# Several at once: most of a run's time is the host's.
step_conformance() {
  local tests filter='*on_cuda:*/DeviceTruths.*/1' shards=4 shard running=() failed=0 passed
  tests=$(program gpu_tests)
  [ -n "$tests" ] || skip "gpu_tests was not built"
  [ -z "$quick" ] || filter='*EveryDataType*ring_on_cuda:*ManyChannels*on_cuda:*/DeviceTruths.*/1'
  for ((shard = 0; shard < shards; shard++)); do
    GTEST_TOTAL_SHARDS=$shards GTEST_SHARD_INDEX=$shard "$tests" --gtest_brief=1 --gtest_filter="$filter" \
      > "$out/conformance-$shard.txt" 2>&1 &
    running+=($!)
  done
  for shard in "${running[@]}"; do wait "$shard" || failed=$?; done
  cat "$out"/conformance-?.txt
  passed=$(sed -n 's/^\[  PASSED  \] \([0-9]*\) test.*/\1/p' "$out"/conformance-?.txt | awk '{ n += $1 } END { print n + 0 }')
  rm "$out"/conformance-?.txt
  [ "$failed" -eq 0 ] || wrong "gpu_tests ended with status $failed; $passed tests passed"
  [ "$passed" -gt 0 ] || wrong "no test ran on a GPU"
  found "$passed tests passed"
}

# Bytes read and written per second, of 256 MiB, held against cudaMemcpy's.
step_kernels() {
  local bench
  bench=$(program cuda_bench)
  [ -n "$bench" ] || skip "cuda_bench was not built"
  shown "$bench" --benchmark_out="$out/kernels.csv" --benchmark_out_format=csv > "$out/kernels.txt" 2>&1 || true
  cat "$out/kernels.txt"
  rm "$out/kernels.txt"
  [ -s "$out/kernels.csv" ] || wrong "cuda_bench told nothing"
  awk -F, -v goal=$goal_of_kernels '
    /^name,/ { for (i = 1; i <= NF; i++) column[$i] = i; next }
    !("name" in column) { next }
    { name = $1; gsub(/"|\/manual_time/, "", name)
      rate = $column["bytes_per_second"]
      if ($column["error_occurred"] ~ /true/ || rate == 0) { failed = name; next }
      if (name == "copy_ceiling") ceiling = rate
      else if (ceiling > 0) {
        share = 100 * rate / ceiling
        printf "  %-32s %8.1f GB/s  %5.1f %%%s\n", name, rate / 1e9, share, share < goal ? "  <- below the goal" : ""
        if (least == "" || share < least) { least = share; which = name }
      } }
    END { if (failed != "") { print "FOUND: " failed " did not run"; exit 1 }
          if (least == "") { print "FOUND: nothing was measured"; exit 1 }
          printf "  %-32s %8.1f GB/s\n", "copy_ceiling", ceiling / 1e9
          printf "FOUND: the slowest, %s, reaches %.1f %% of the ceiling; goal %d %%\n", which, least, goal
          exit least < goal }' "$out/kernels.csv"
}

# A kernel of each kind, on small data: the sanitizer slows a program down a hundredfold.
sanitize() {
  local tests sanitizer
  tests=$(program gpu_tests)
  [ -n "$tests" ] || skip "gpu_tests was not built"
  sanitizer=$(PATH="$PATH:/usr/local/cuda/bin" command -v compute-sanitizer) || skip "compute-sanitizer is not installed"
  # --error-exitcode tells its findings from failed tests.
  "$sanitizer" --tool "$1" --error-exitcode 9 "$tests" --gtest_brief=1 \
    --gtest_filter='*ManyChannels*all_reduce_ring_on_cuda:*ManyChannels*all_reduce_one_shot_on_cuda:*DeviceTruths.Combines*/1' \
    2>&1 | tee "$out/$1.txt" && true
  local status=${PIPESTATUS[0]} summary
  ! grep -qi 'device not supported' "$out/$1.txt" || status=77
  summary=$(grep 'SUMMARY' "$out/$1.txt" | tail -1) || summary="no summary"
  rm "$out/$1.txt"
  [ "$status" -ne 77 ] || skip "compute-sanitizer does not support this device"
  [ "$status" -eq 0 ] || wrong "status $status; $summary"
  found "${summary#=* }"
}
step_memcheck() { sanitize memcheck; }
step_racecheck() { sanitize racecheck; }

readonly collectives=(all_reduce all_gather reduce_scatter broadcast reduce gather scatter all_to_all sendrecv)

step_nccl() {
  need_nccl
  local collective
  for collective in "${collectives[@]}"; do
    shown "$commlab" run "$collective" --on nccl --ranks 1 --size 1MiB
  done
  shown "$commlab" run all_reduce --on nccl --ranks 1 --size 1MiB --algorithm ring
  found "${#collectives[@]} collectives are right on one rank"
}

# Each process says that it is a computer of its own, so that NCCL lets several share a GPU: over loopback sockets,
# which shows whether results are right, and nothing about time.
nccl_in() {
  need_nccl
  local collective operation
  export NCCL_SOCKET_IFNAME=lo NCCL_IB_DISABLE=1
  launched() { shown "$commlab" launch -n "$1" --own-host-ids -- "$commlab" run "${@:2}" --on nccl --size 256KiB; }
  for collective in "${collectives[@]}"; do launched "$1" "$collective"; done
  for operation in "all_reduce --op max --dtype int32" "all_reduce --op avg" "all_reduce --dtype bfloat16"; do
    launched "$1" $operation
  done
  for operation in "all_reduce --algorithm ring" "all_gather --algorithm ring" "broadcast --algorithm chain"; do
    launched "$1" $operation
  done
  found "${#collectives[@]} collectives, 3 types and operations, 3 schedules of ours are right on $1 ranks"
}
step_nccl-2() { nccl_in 2; }
step_nccl-4() { nccl_in 4; }

step_calibrate() {
  shown "$commlab" calibrate --on cuda --ranks 4
  cp "$XDG_CONFIG_HOME/commlab/cuda.toml" "$out/cuda-4-ranks.toml"
  shown "$commlab" calibrate --on cuda --ranks 8 --out "$out/cuda-8-ranks.toml"
  found "written to cuda-4-ranks.toml and cuda-8-ranks.toml"
}

# Of a JSON file of compare, the rows as a table.
rows_of() {
  awk -F'": ' '
    /^      "/ { key = $1; sub(/.*"/, "", key); value = $2; sub(/,$/, "", value); gsub(/"/, "", value); row[key] = value }
    /^    }/ { printf "  %12s B  %-6s %-14s %-4s predicted %10.1f us  measured %10.1f us  %+7.1f %%\n", row["size_bytes"],
                 row["backend"], row["algorithm"], row["to"], row["predicted_us"], row["measured_us"], row["error_percent"]
               delete row }' "$1"
}
# judged FILE: against the goal.
judged() {
  local error
  error=$(value median_error_percent "$1")
  rows_of "$1"
  [ -n "$error" ] || wrong "no median error was told"
  is "$error <= $goal_of_prediction" || wrong "median |error| $(printf %.1f "$error") %; goal $goal_of_prediction %"
  found "median |error| $(printf %.1f "$error") %; goal $goal_of_prediction %"
}

step_compare() {
  need_calibration
  mkdir -p "$out/references"
  shown "$commlab" compare all_reduce --on cuda --ranks 4 -b 1K -e "$(size 1M 1G)" --format json --out "$out/compare.json" \
    --reference-out "$out/references/cuda_x4_allreduce_auto.csv"
  judged "$out/compare.json"
}

# In one process NCCL wants a GPU for each rank; in several they may share one.
step_compare-nccl() {
  need_calibration
  need_nccl
  local ranks
  ranks=$(gpus)
  [ "$ranks" -le 4 ] || ranks=4
  shown "$commlab" compare all_reduce --on cuda,nccl --ranks "$ranks" -b 1K -e "$(size 1M 256M)" --out "$out/compare-nccl.svg"
  [ "$ranks" -eq 1 ] || return 0
  export NCCL_SOCKET_IFNAME=lo NCCL_IB_DISABLE=1
  shown "$commlab" launch -n 4 --own-host-ids -- "$commlab" compare all_reduce --on cuda,nccl --algorithm ring -b 64K -e 1M
  found "one GPU: NCCL alone on it, and 4 processes over loopback sockets, whose times mean nothing"
}

step_copy() { shown "$commlab" measure copy --on cuda -b 1K -e "$(size 1M 256M)"; }
step_overlap() { shown "$commlab" measure overlap --on cuda --size "$(size 1MiB 256MiB)"; }
step_atomics() { shown "$commlab" measure atomics --on cuda; }
step_pairs() { shown "$commlab" measure p2p-matrix --on cuda --size "$(size 1MiB 64MiB)"; }

step_puzzle() {
  [ -f "$out/cuda-8-ranks.toml" ] || skip "step calibrate left no machine of 8 ranks"
  shown "$commlab" compare p2p --from 0 --to 1,2,4 --on cuda --ranks 8 --machine "$out/cuda-8-ranks.toml" \
    --size "$(size 1MiB 64MiB)"
}

# Each with the machine that predicted it beside it, so that it can be read, and predicted, anywhere.
step_references() {
  need_calibration
  local collective table
  mkdir -p "$out/references"
  for collective in all_reduce all_gather reduce_scatter broadcast all_to_all; do
    local algorithm=ring
    case $collective in
      broadcast) algorithm=chain ;;
      all_to_all) algorithm=direct ;;
    esac
    shown "$commlab" compare "$collective" --on cuda --ranks 4 --algorithm "$algorithm" -b 16K -e "$(size 256K 64M)" \
      --reference-out "$out/references/cuda_x4_${collective/_/}_$algorithm.csv"
  done
  for table in "$out"/references/*.csv; do shown "$commlab" compare --reference "$table"; done
  shown "$commlab" accuracy "$out/references"
  found "$(find "$out/references" -name '*.csv' | wc -l) tables, each with its machine, in references/"
}

# chosen NAME: --only names it, or nobody was named.
chosen() { [ -z "$only" ] || [[ ",$only," == *",$1,"* ]]; }

# One step, in a process group of its own that ends with it; prints its verdict, and adds it to the report.
carry_out() {
  local name=$1 limit=$2 what=$3 log="$out/$1.log" status=0 begun=$SECONDS verdict found
  timeout --kill-after=10 "$limit" "$0" --step "$name" "$build" "$out" $quick > "$log" 2>&1 < /dev/null || status=$?
  case $status in
    0) verdict=passed ;;
    77) verdict=skipped ;;
    *) verdict=failed ;;
  esac
  found=$(sed -n 's/^FOUND: //p' "$log" | tail -1)
  if [ "$verdict" = failed ]; then
    [ -n "$found" ] || found=$(grep -v '^ *$' "$log" | tail -1)
    case $status in 124 | 137) found="no end within $limit s" ;; esac
  fi
  printf '%-13s %-8s %4d s  %s\n' "$name" "$verdict" $((SECONDS - begun)) "${found:-$what}" | tee -a "$out/report.txt"
}

if [ "${1:-}" = --step ]; then
  step=$2
  shift 2
else
  step=
fi
[ $# -ge 2 ] || usage
build=$1 out=$2 quick= only=
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
# Made absolute: steps run where they like.
build=$(cd "$build" && pwd)
mkdir -p "$out"
out=$(cd "$out" && pwd)
export XDG_CONFIG_HOME=$out/config

# What a packed folder brought, and NCCL where a Python package has it.
[ ! -d "$build/lib" ] || export LD_LIBRARY_PATH=$build/lib${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}
readonly commlab=${COMMLAB:-$(program commlab)}
[ -n "$commlab" ] || {
  echo "on_a_gpu: $build has no commlab; ./lab gpu builds one" >&2
  exit 2
}
if ldd "$commlab" | grep -q 'libnccl.so.2 => not found'; then
  nccl=$(python3 -c 'import nvidia.nccl; print(list(nvidia.nccl.__path__)[0])' 2> /dev/null) || nccl=
  [ -z "$nccl" ] || export LD_LIBRARY_PATH=${LD_LIBRARY_PATH:+$LD_LIBRARY_PATH:}$nccl/lib
fi

if [ -n "$step" ]; then
  "step_$step"
  exit
fi

"$commlab" list backends > "$out/backends.txt" || exit 2
[ "$(gpus)" ] || {
  echo "on_a_gpu: no GPU to run on; $(sed -n 's/^cuda  .*  //p' "$out/backends.txt")" >&2
  exit 2
}
rm "$out/backends.txt"
: > "$out/report.txt"
for step in "${steps[@]}"; do
  read -r name limit what <<< "$step"
  ! chosen "$name" || carry_out "$name" "$limit" "$what"
done
echo
for verdict in passed failed skipped; do
  echo "$(awk -v verdict=$verdict '$2 == verdict' "$out/report.txt" | wc -l) $verdict"
done | paste -sd ' ' | sed 's/\([a-z]\) \([0-9]\)/\1, \2/g' | tee -a "$out/report.txt"
echo "logs and tables: $out"
! grep -q '^[a-z0-9-]*  *failed ' "$out/report.txt"
