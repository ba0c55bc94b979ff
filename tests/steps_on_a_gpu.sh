# shellcheck shell=bash disable=SC2154
# The steps of tests/on_a_gpu.sh, which sets $build, $out, $commlab, $quick and the goals. Each step is a function that
# prints its log, ends with what it found, and returns its verdict: 0 passed, 77 skipped, otherwise failed.

readonly collectives=(all_reduce all_gather reduce_scatter broadcast reduce gather scatter all_to_all sendrecv)

# Ends a step: prints the line that tells what it found.
found() { echo "FOUND: $*"; }
skip() {
  found "$*"
  exit 77
}
wrong() {
  found "$*"
  exit 1
}

# The path of a program in a build or a packed folder; empty if there is none.
program() {
  local place
  for place in "$build/bin/$1" "$build/$1" "$build/tests/$1" "$build/tests/bench/$1"; do
    if [ -x "$place" ]; then
      echo "$place"
      return
    fi
  done
}
# Runs a command, and prints it first, so that the log has it, too.
shown() {
  printf '\n$ %s\n' "$*" | sed "s|$commlab|commlab|g"
  "$@"
}
# value KEY FILE: a number at the top of a JSON file as commlab writes it.
value() { sed -n "s/^  \"$1\": \([0-9.e+-]*\),\{0,1\}\$/\1/p" "$2"; }
is() { awk "BEGIN { exit !($1) }"; }
# size QUICK WHOLE: how far a step goes, with --quick or without.
size() { if [ -n "$quick" ]; then echo "$1"; else echo "$2"; fi; }
backends() { "$commlab" list backends; }
# "1 GPU (NVIDIA H100)"; the line of cuda. (No pipe into a command that ends early: see on_a_gpu.sh.)
gpus_named() { backends | sed -n 's/^ *cuda .*ready: \([0-9]* GPU[^;]*\).*/\1/p'; }
gpus() { backends | sed -n 's/^ *cuda .*ready: \([0-9]*\) GPU.*/\1/p'; }
need_nccl() {
  grep -q 'ready: NCCL' <<< "$(backends)" || skip "$(backends | sed -n 's/^ *nccl  .*  //p')"
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
  found "$(gpus_named)"
}

# counted WORD FILE...: how many tests Google Test reports as WORD: PASSED or SKIPPED.
counted() { sed -n "s/^\[ *$1 *\] \([0-9]*\) test.*/\1/p" "${@:2}" | awk '{ n += $1 } END { print n + 0 }'; }

# Several shards run at once, because the host takes most of the time. The tests copy by copy engine; then come copies
# by kernel. There is a GPU, otherwise no step begins, so a test that is skipped for the lack of a GPU has not passed.
step_conformance() {
  local tests filter='*on_cuda:*/DeviceTruths.*/cuda' shards=4 shard running=() failed=0 passed skipped why collective type
  tests=$(program gpu_tests)
  [ -n "$tests" ] || skip "gpu_tests was not built"
  [ -z "$quick" ] || filter='*EveryDataType*ring_on_cuda:*ManyChannels*on_cuda:*/DeviceTruths.*/cuda'
  for ((shard = 0; shard < shards; shard++)); do
    GTEST_TOTAL_SHARDS=$shards GTEST_SHARD_INDEX=$shard "$tests" --gtest_brief=1 --gtest_filter="$filter" \
      > "$out/conformance-$shard.txt" 2>&1 &
    running+=($!)
  done
  for shard in "${running[@]}"; do wait "$shard" || failed=$?; done
  cat "$out"/conformance-?.txt
  passed=$(counted PASSED "$out"/conformance-?.txt)
  skipped=$(counted SKIPPED "$out"/conformance-?.txt)
  why=$(sed -n '/: Skipped$/{n;p;q;}' "$out"/conformance-?.txt)
  rm "$out"/conformance-?.txt
  [ "$failed" -eq 0 ] || wrong "gpu_tests ended with status $failed; $passed tests passed"
  [ "$skipped" -eq 0 ] || wrong "$skipped tests were skipped: $why"
  [ "$passed" -gt 0 ] || wrong "no test ran on a GPU"
  for collective in "${collectives[@]}"; do
    for type in float32 float16 int8; do
      shown "$commlab" run "$collective" --on cuda --copy sm --ranks 4 --count 100003 --dtype $type
    done
  done
  found "$passed tests passed, and ${#collectives[@]} collectives with copies by kernel"
}

# The bytes per second that kernels read and write, with 256 MiB per operand, compared with cudaMemcpy's.
step_kernels() {
  local bench failed
  bench=$(program cuda_bench)
  [ -n "$bench" ] || skip "cuda_bench was not built"
  shown "$bench" --benchmark_out="$out/kernels.csv" --benchmark_out_format=csv > "$out/kernels.txt" 2>&1 || true
  cat "$out/kernels.txt"
  failed=$(sed -n '/ERROR OCCURRED: /{s/.*ERROR OCCURRED: //p;q;}' "$out/kernels.txt")
  rm "$out/kernels.txt"
  [ -z "$failed" ] || wrong "$failed"
  awk -F, -v goal=$goal_of_kernels '
    /^name,/ { for (i = 1; i <= NF; i++) column[$i] = i; next }
    !("name" in column) { next }
    { name = $1; gsub(/"|\/manual_time/, "", name)
      rate = $column["bytes_per_second"]
      if (name == "copy_ceiling") ceiling = rate
      else if (ceiling > 0) {
        share = 100 * rate / ceiling
        printf "  %-32s %8.1f GB/s  %5.1f %%%s\n", name, rate / 1e9, share, share < goal ? "  <- below the goal" : ""
        if (least == "" || share < least) { least = share; which = name }
      } }
    END { if (least == "") { print "FOUND: nothing was measured"; exit 1 }
          printf "  %-32s %8.1f GB/s\n", "copy_ceiling", ceiling / 1e9
          printf "FOUND: the slowest, %s, reaches %.1f %% of the ceiling; goal %d %%\n", which, least, goal
          exit least < goal }' "$out/kernels.csv"
}

# The path of a tool of the CUDA Toolkit: in PATH, or where the Toolkit is installed.
toolkit() { PATH="$PATH:/usr/local/cuda/bin" command -v "$1"; }

# The instructions that the assembler made of the kernels, for each architecture that they were compiled for.
step_words() {
  local disassembler
  disassembler=$(toolkit cuobjdump) || skip "cuobjdump is not installed"
  "$disassembler" -sass "$commlab" > "$out/words.sass" || wrong "cuobjdump cannot read the program"
  awk '
    function judge() {
      if (kernel !~ /combine_elements|copy_words|divide_elements/) return
      kernels++
      packed = kernel !~ /copy_wordsI[jh]/  # those of 4 bytes and of one are for what lies askew
      if ((packed && (loads == 0 || stores == 0)) || local > 0) {
        printf "  %s: %d loads and %d stores of 16 bytes, %d accesses to local memory\n", kernel, loads, stores, local
        wrong++
      } }
    /Function :/ { judge(); kernel = $NF; loads = stores = local = 0 }
    / LDG[.A-Z0-9]*\.128/ { loads++ }
    / STG[.A-Z0-9]*\.128/ { stores++ }
    / (LDL|STL)[. ]/ { local++ }
    END { judge()
          if (kernels == 0) { print "FOUND: no kernels in the program"; exit 1 }
          printf "FOUND: %d of %d kernels, as compiled, move 16 bytes at a time in registers\n", kernels - wrong, kernels
          exit wrong > 0 }' "$out/words.sass"
}

# sanitized TOOL COMMAND...: fails with a status of its own if the tool finds something.
sanitized() {
  local tool=$1 log="$out/$1.txt" status=0
  shift
  printf '\n$ compute-sanitizer --tool %s %s\n' "$tool" "$*"
  "$(toolkit compute-sanitizer)" --tool "$tool" --error-exitcode 9 "$@" > "$log" 2>&1 || status=$?
  cat "$log"
  ! grep -qi 'device not supported' "$log" || status=77
  rm "$log"
  case $status in
    0) ;;
    9) wrong "compute-sanitizer found something: see the log" ;;
    77) skip "compute-sanitizer does not support this device" ;;
    *) wrong "under compute-sanitizer the program ended with status $status" ;;
  esac
}
# Runs kernels of each kind on small data, because the sanitizer makes a program a hundred times slower.
sanitize() {
  local tests
  tests=$(program gpu_tests)
  [ -n "$tests" ] || skip "gpu_tests was not built"
  toolkit compute-sanitizer > /dev/null || skip "compute-sanitizer is not installed"
  sanitized "$1" "$tests" --gtest_filter='*ManyChannels*all_reduce_ring_on_cuda:*DeviceTruths.Combines*/cuda'
  sanitized "$1" "$commlab" run all_reduce --on cuda --copy sm --ranks 4 --count 1003 --dtype bfloat16 --op avg
  sanitized "$1" "$commlab" run all_reduce --on cuda --algorithm nvls --ranks 4 --count 1003
  sanitized "$1" "$commlab" measure atomics --on cuda --rounds 2 --additions 10
  grep -q '^\[  PASSED  \] [1-9]' "$out/$1.log" || wrong "no test ran under compute-sanitizer"
  found "compute-sanitizer --tool $1 is clean"
}
step_memcheck() { sanitize memcheck; }
step_racecheck() { sanitize racecheck; }

step_nccl() {
  need_nccl
  local collective
  for collective in "${collectives[@]}"; do
    shown "$commlab" run "$collective" --on nccl --ranks 1 --size 1MiB
  done
  shown "$commlab" run all_reduce --on nccl --ranks 1 --size 1MiB --algorithm ring
  found "${#collectives[@]} collectives are right on one rank"
}

# Each process says that it is a computer of its own, so that NCCL lets several processes share a GPU, over loopback
# sockets. This shows whether results are right, and nothing about time.
nccl_in() {
  need_nccl
  local collective operation
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

# rows_of FILE: the rows of a JSON file of compare, as a table.
rows_of() {
  awk -F'": ' '
    /^      "/ { key = $1; sub(/.*"/, "", key); value = $2; sub(/,$/, "", value); gsub(/"/, "", value); row[key] = value }
    /^    }/ { printf "  %12s B  %-6s %-14s %-4s predicted %10.1f us  measured %10.1f us  %+7.1f %%\n", row["size_bytes"],
                 row["backend"], row["algorithm"], row["to"], row["predicted_us"], row["measured_us"], row["error_percent"]
               delete row }' "$1"
}
# judged FILE: compares the error of the predictions with the goal.
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

# In one process NCCL needs a GPU for each rank; several processes may share a GPU.
step_compare-nccl() {
  need_calibration
  need_nccl
  local ranks
  ranks=$(gpus)
  [ "$ranks" -le 4 ] || ranks=4
  shown "$commlab" compare all_reduce --on cuda,nccl --ranks "$ranks" -b 1K -e "$(size 1M 256M)" --out "$out/compare-nccl.svg"
  [ "$ranks" -eq 1 ] || return 0
  shown "$commlab" launch -n 4 --own-host-ids -- "$commlab" compare all_reduce --on cuda,nccl --algorithm ring -b 64K -e 1M
  found "one GPU: NCCL alone on it, and 4 processes over loopback sockets, whose times mean nothing"
}

step_copy() { shown "$commlab" measure copy --on cuda -b 1K -e "$(size 1M 256M)"; }
step_overlap() { shown "$commlab" measure overlap --on cuda --size "$(size 1MiB 256MiB)"; }
step_atomics() { shown "$commlab" measure atomics --on cuda; }
step_pairs() {
  [ "$(gpus)" -gt 1 ] || skip "one GPU has no pairs"
  shown "$commlab" measure p2p-matrix --on cuda --size "$(size 1MiB 64MiB)"
}

step_puzzle() {
  [ -f "$out/cuda-8-ranks.toml" ] || skip "step calibrate left no machine of 8 ranks"
  shown "$commlab" compare p2p --from 0 --to 1,2,4 --on cuda --ranks 8 --machine "$out/cuda-8-ranks.toml" \
    --size "$(size 1MiB 64MiB)"
}

# Each table has the machine beside it that predicted it, so the table can be read and predicted anywhere.
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
      --reference-out "$out/references/cuda_x4_${collective//_/}_$algorithm.csv"
  done
  for table in "$out"/references/*.csv; do shown "$commlab" compare --reference "$table"; done
  shown "$commlab" accuracy "$out/references"
  found "$(find "$out/references" -name '*.csv' | wc -l) tables, each with its machine, in references/"
}
