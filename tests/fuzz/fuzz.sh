#!/usr/bin/env bash
# Runs libFuzzer on readers, as many at a time as there are cores; then prints a table (./lab fuzz).
#   fuzz.sh PROGRAM FOLDER SECONDS [READER...]     default: all readers
# FOLDER keeps corpus/ from run to run: inputs that reached new code. It also has a log for each reader, and findings/:
# inputs that crash a reader, or that take more than a minute (sanitizers make it 50 times slower) or 2 GiB. A reader stops
# at its first finding. Exit status: 1 if there are findings, 2 for an unknown reader.
set -euo pipefail
program=$1 folder=$2 seconds=$3
shift 3

rm -rf "$folder/first" "$folder/findings" "$folder/logs"
mkdir -p "$folder/findings" "$folder/logs"
"$program" prepare "$folder/first"
mapfile -t known < <(cd "$folder/first" && printf '%s\n' */ | tr -d /)
readers=("$@")
[ $# -gt 0 ] || readers=("${known[@]}")
for reader in "${readers[@]}"; do
  [[ " ${known[*]} " == *" $reader "* ]] || {
    echo "lab fuzz: there is no reader '$reader'; there are ${known[*]}" >&2
    exit 2
  }
done

row() { printf '%-14s %12s %14s %8s %9s\n' "$@"; }
# row_of READER SECONDS: what its log says. The edges are those of the code's branches.
row_of() {
  local log=$folder/logs/$1
  row "$1" "$(sed -n 's/^#\([0-9]*\)\t.*/\1/p; s/^stat::number_of_executed_units: *//p' "$log" | tail -1)" \
    "$(sed -n 's/.* cov: \([0-9]*\) .*/\1/p' "$log" | tail -1)" "$2" "$(find "$folder/findings" -name "$1.*" | wc -l)"
}
attack() {
  local reader=$1 begin=$SECONDS options
  mapfile -t options < "$folder/first/$reader.options"
  mkdir -p "$folder/corpus/$reader"
  UBSAN_OPTIONS=print_stacktrace=1 "$program" "$reader" "$folder/corpus/$reader" "$folder/first/$reader" \
    -dict="$folder/first/$reader.dict" "${options[@]}" -max_total_time="$seconds" -timeout=60 -report_slow_units=60 \
    -rss_limit_mb=2048 -print_final_stats=1 -artifact_prefix="$folder/findings/$reader." > "$folder/logs/$reader" 2>&1 || true
  row_of "$reader" $((SECONDS - begin))
}
export program folder seconds
export -f attack row row_of
echo "${#readers[@]} readers, $seconds s each, $(nproc) at a time; a row appears when a reader is done"
row reader runs "edges reached" seconds findings
printf '%s\n' "${readers[@]}" | xargs -P "$(nproc)" -I{} bash -c 'attack {}'

[ -n "$(ls "$folder/findings")" ] || exit 0
echo
for finding in "$folder"/findings/*; do
  reader=$(basename "$finding")
  reader=${reader%%.*}
  echo "$reader: $(sed -n 's/^SUMMARY: //p' "$folder/logs/$reader" | tail -1)"
  echo "  to repeat it: $program $reader $finding"
done
exit 1
