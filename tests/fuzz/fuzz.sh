#!/usr/bin/env bash
# Runs libFuzzer on readers, as many at a time as there are cores; then prints a table (./lab fuzz).
#   fuzz.sh PROGRAM FOLDER SECONDS [READER...]     default: all readers
# FOLDER keeps the inputs that were found to reach new code (corpus), logs, and findings: inputs that crash a reader, or
# take more than 10 s or 2 GiB. A reader with a finding stops there. Exit status: 1 if there are findings.
set -euo pipefail
program=$1 folder=$2 seconds=$3
shift 3

rm -rf "$folder/first" "$folder/findings" "$folder/logs"
mkdir -p "$folder/findings" "$folder/logs"
"$program" prepare "$folder/first"
known=$(cd "$folder/first" && printf '%s\n' */ | tr -d /)
readers=("$@")
[ $# -gt 0 ] || mapfile -t readers <<< "$known"
for reader in "${readers[@]}"; do
  grep -qx "$reader" <<< "$known" || {
    echo "lab fuzz: there is no reader '$reader'; there are" $known >&2
    exit 2
  }
done

# attack READER: the log, and a file with the seconds that it took.
attack() {
  local reader=$1 begin=$SECONDS log=$folder/logs/$1.log
  mkdir -p "$folder/corpus/$reader"
  echo "$(date +%H:%M:%S) $reader: attacked for $seconds s"
  # shellcheck disable=SC2046
  UBSAN_OPTIONS=print_stacktrace=1 "$program" "$reader" "$folder/corpus/$reader" "$folder/first/$reader" \
    -dict="$folder/first/$reader.dict" $(cat "$folder/first/$reader.options") -max_total_time="$seconds" -timeout=10 \
    -rss_limit_mb=2048 -print_final_stats=1 -artifact_prefix="$folder/findings/$reader." > "$log" 2>&1 || true
  echo $((SECONDS - begin)) > "$folder/logs/$reader.seconds"
  echo "$(date +%H:%M:%S) $reader: $(row "$reader")"
}
# What the log says: runs, covered edges, seconds, findings.
row() {
  local log=$folder/logs/$1.log
  printf '%s runs, %s edges covered, %s s, %s findings\n' \
    "$(sed -n 's/^stat::number_of_executed_units: *//p; s/^#\([0-9]*\)\t.*/\1/p' "$log" | tail -1)" \
    "$(sed -n 's/.* cov: \([0-9]*\).*/\1/p' "$log" | tail -1)" \
    "$(cat "$folder/logs/$1.seconds")" "$(find "$folder/findings" -name "$1.*" | wc -l)"
}
export program folder seconds
export -f attack row
printf '%s\n' "${readers[@]}" | xargs -P "$(nproc)" -I{} bash -c 'attack {}'

echo
for reader in "${readers[@]}"; do printf '%-16s %s\n' "$reader" "$(row "$reader")"; done
findings=$(find "$folder/findings" -type f)
[ -n "$findings" ] || exit 0
echo
while read -r finding; do
  reader=$(basename "$finding" | sed 's/\..*//')
  sed -n 's/^SUMMARY: /&/p' "$folder/logs/$reader.log" | tail -1
  echo "to repeat it: $program $reader $finding"
done <<< "$findings"
exit 1
