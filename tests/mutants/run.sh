#!/usr/bin/env bash
# run.sh BUILD [--survivors]: tries each mutant of the mutants build against the tests that reach it, the quickest first,
# until one fails, crashes or takes too long. Continues where it was interrupted, as long as the test programs are the
# same; with --survivors, tries only the mutants that survived, also with new tests.
#
# Exit status: 0: every mutant is killed or explained; 1: one survived without a reason; 3: a test fails without mutants.
set -euo pipefail
here=$(readlink -f "${BASH_SOURCE[0]}")
build=$(readlink -f "$1")
programs=(core sim experiments lessons gpu)
table=$build/mutants/mutants.txt    # number, place in the lists, reason, mutant
reach=$build/mutants/reach.txt      # program, test, milliseconds, mutants reached
results=$build/mutants/results.txt  # mutant, killed or survived, by which test, milliseconds
jobs=${COMMLAB_MUTATE_JOBS:-$(nproc)}
memory_kb=8000000                   # a mutant may ask for memory without end
stack_kb=512                        # of each thread, of which a test has up to 8,000

tests_of() {  # TestSuite.Test, a line each
  "$build/tests/$1_tests" --gtest_list_tests | sed 's/ *#.*//' |
    awk '/^[^ ]/ { suite = $1 } /^ / { if (suite !~ /^DISABLED/ && $1 !~ /^DISABLED/) print suite $1 }'
}

# Each test runs in a process of its own, because what an earlier test computed may be kept.
reach_of_one() {
  local file attempt
  file=$(mktemp "$build/mutants/reach.XXXXXX")
  for attempt in 1 2; do  # a busy computer can fail a test
    : > "$file"
    COMMLAB_MUTANTS_REACHED=$file timeout 120 "$build/tests/$1_tests" --gtest_filter="$2" > "$file.out" 2>&1 && break
    [ $attempt = 1 ] || { echo "run.sh: $1_tests fails without mutants:" >&2; tail -20 "$file.out" >&2; exit 255; }
  done
  sed "s/^/$1 /" "$file"
  rm -f "$file" "$file.out"
}

find_reach() {
  local program again=0
  for program in "${programs[@]}"; do [ "$reach" -nt "$build/tests/${program}_tests" ] || again=1; done
  [ $again = 1 ] || return 0
  echo "Which test reaches which mutant ..."
  for program in "${programs[@]}"; do tests_of "$program" | sed "s/^/$program /"; done |
    xargs -P "$jobs" -L 1 "$here" "$build" --reach-of-one > "$reach.part" || exit 3
  mv "$reach.part" "$reach"
}

# Prints classes of tests that take about equally long: program, milliseconds of all, filter.
tests_that_reach() {
  awk -v mutant="$1" '
    { for (i = 4; i <= NF; ++i) if ($i == mutant) {
        class = ($3 < 20 ? 0 : $3 < 200 ? 1 : $3 < 2000 ? 2 : 3) " " $1
        sum[class] += $3; filter[class] = filter[class] (class in filter ? ":" : "") $2
        break } }
    END { for (class in sum) print class, sum[class], filter[class] }' "$reach" | sort -k1,1n -k3,3n
}

# run_with MUTANT PROGRAM SECONDS FILTER: status 0: the tests pass; 124: they take too long.
run_with() (
  ulimit -v $memory_kb -s $stack_kb -c 0
  status=0
  COMMLAB_MUTANT=$1 timeout -k 1 "$3" "$build/tests/$2_tests" --gtest_filter="$4" --gtest_fail_fast 2>&1 || status=$?
  [ $status != 137 ] || status=124
  exit $status
)

# The same, but tests that take too long get more time until they would be done in it without the mutant: a busy
# computer is slow, and a mutant that loops forever is not done in any time. Mutant 0 is none.
run_in_time() {
  local number=$1 program=$2 seconds=$3 filter=$4 output=$5 status=0
  while :; do
    status=0
    run_with "$number" "$program" "$seconds" "$filter" > "$output" || status=$?
    [ $status = 124 ] && [ "$seconds" -lt 1000 ] || return $status
    run_with 0 "$program" $((seconds / 2)) "$filter" > /dev/null && return $status
    seconds=$((seconds * 3))
  done
}

# Prints which test kills the mutant. A test must fail twice with the mutant, and pass without it, because a busy
# computer can fail it, too.
killer() {
  local number=$1 output=$2 class program ms filter without status limit test
  while read -r class program ms filter; do
    limit=$((10 + ms / 200))
    without=-
    while :; do
      status=0
      run_in_time "$number" "$program" $limit "$filter$without" "$output" || status=$?
      [ $status != 0 ] || break
      test=$(sed -n 's/^\[ RUN      \] //p' "$output" | tail -1)
      if [ $status = 124 ]; then echo "$program $test (time)"; return; fi
      run_with "$number" "$program" $limit "$filter$without" > "$output" && break
      test=$(sed -n 's/^\[  FAILED  \] \([^ ,]*\.[^ ,]*\).*/\1/p' "$output" | head -1)
      [ -n "$test" ] || test="$(sed -n 's/^\[ RUN      \] //p' "$output" | tail -1) (crash)"
      if run_with 0 "$program" $limit "${test% (crash)}" > /dev/null; then echo "$program $test"; return; fi
      without+=${test% (crash)}:
    done
  done < <(tests_that_reach "$number")
}

try_one() {
  local number=$1 output by text verdict=killed started=$((${EPOCHREALTIME/./} / 1000))
  text=$(awk -F'\t' -v number="$number" '$1 == number { print $4 }' "$table")
  output=$(mktemp "$build/mutants/output.XXXXXX")
  by=$(killer "$number" "$output")
  rm -f "$output"
  if [ -z "$by" ]; then
    verdict=survived
    by="$(awk -v mutant="$number" '{ for (i = 4; i <= NF; ++i) n += $i == mutant } END { print n + 0 }' "$reach") tests reach it"
  fi
  printf '%s\t%s\t%s\t%s\n' "$text" $verdict "$by" $((${EPOCHREALTIME/./} / 1000 - started)) >> "$results"
  printf '%4d of %d  %-8s  %s\n             %s\n' "$(wc -l < "$results")" "$(wc -l < "$table")" $verdict "$by" "$text"
}

forget_old_results() {
  [ -f "$results" ] || : > "$results"
  local program
  if [ "${1:-}" != --survivors ]; then
    for program in "${programs[@]}"; do [ "$results" -nt "$build/tests/${program}_tests" ] || : > "$results"; done
    awk -F'\t' 'FILENAME == ARGV[1] { listed[$4]; next } $1 in listed' "$table" "$results" > "$results.kept"
  else
    awk -F'\t' 'FILENAME == ARGV[1] { listed[$4]; next } $1 in listed && $2 == "killed"' "$table" "$results" > "$results.kept"
  fi
  mv "$results.kept" "$results"
}

report() {
  awk -F'\t' '
    FILENAME == ARGV[1] { verdict[$1] = $2; by[$1] = $3; next }
    { list = $2; sub(/:.*/, "", list); ++all[list]; ++all["all"]
      if (verdict[$4] == "killed") {
        ++killed[list]; ++killed["all"]
        if (by[$4] ~ /\(time\)/) { ++late[list]; ++late["all"] }
        if ($3 != "") print $2 ": killed by " by[$4] ", so it needs no reason to survive"
      } else if ($3 != "") { ++explained[list]; ++explained["all"] }
      else { ++open; print $2 " survived (" by[$4] ")\n    " $4 } }
    END {
      format = "%-16s %8s %8s %12s %10s %12s\n"
      printf "\n" format, "list", "mutants", "killed", "(by time)", "explained", "unexplained"
      for (list in all) if (list != "all") printf format, list, all[list], killed[list] + 0, late[list] + 0, explained[list] + 0,
                                                  all[list] - killed[list] - explained[list]
      printf format, "all", all["all"], killed["all"] + 0, late["all"] + 0, explained["all"] + 0, open + 0
      printf "%.1f %% are killed\n", 100 * killed["all"] / all["all"]
      exit open > 0 }' "$results" "$table"
}

case "${2:-}" in
  --reach-of-one) reach_of_one "$3" "$4" ;;
  --try-one) try_one "$3" ;;
  *)
    find_reach
    forget_old_results "${2:-}"
    awk -F'\t' 'FILENAME == ARGV[1] { done[$1]; next } !($4 in done) { print $1 }' "$results" "$table" |
      xargs -r -P "$jobs" -n 1 "$here" "$build" --try-one
    report
    ;;
esac
