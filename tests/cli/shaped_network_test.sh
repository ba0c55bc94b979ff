#!/usr/bin/env bash
# Compares the simulator's prediction with the tcp backend's measurement over links of a known rate. Four ranks run in
# network namespaces of their own, joined by a bridge, and tc shapes every link:
#
#    rank 0 --1 Gbit/s--+
#    rank 1 --1 Gbit/s--+-- bridge          shaped in both directions
#    rank 2 --1 Gbit/s--+
#    rank 3 --1 Gbit/s--+
#
# Usage: shaped_network_test.sh COMMLAB. Skips (exit status 77) where namespaces cannot be made: they need root, and a
# system that allows them.
set -euo pipefail
commlab=$1
ranks=4
rate=1gbit
# A frame of 1,514 B on the wire carries 1,448 B of data, so 1 Gbit/s carries 119.5 MB/s.
machine=switch:$ranks,119.5MB/s,30us
# The ratio of the fastest run to the prediction. A busy computer is slower, so a ratio above $most skips the test and
# prints the numbers. A ratio below $impossible fails it: no run can be faster than the shaped links.
least=0.9 most=1.1 impossible=0.75
tries=3

name=commlab-$$
spaces=("$name-bridge")
for ((r = 0; r < ranks; r++)); do spaces+=("$name-$r"); done
members=()
ratios=$(mktemp)
clean_up() {
  rm -f "$ratios"
  for process in "${members[@]}"; do kill "$process" 2> /dev/null || true; done
  for space in "${spaces[@]}"; do ip netns del "$space" 2> /dev/null || true; done
}
trap clean_up EXIT

skip() {
  echo "SKIPPED: $1"
  exit 77
}
shape() { tc -n "$1" qdisc add dev "$2" root tbf rate $rate burst 128kb latency 200ms; }

command -v ip > /dev/null && command -v tc > /dev/null || skip "no ip and tc here (Debian: iproute2)"
for space in "${spaces[@]}"; do
  ip netns add "$space" 2> /dev/null || skip "network namespaces cannot be made here"
done
bridge=${spaces[0]}
ip -n "$bridge" link add hub type bridge 2> /dev/null || skip "no bridge can be made here"
ip -n "$bridge" link set hub up
for ((r = 0; r < ranks; r++)); do
  ip -n "$bridge" link add "port$r" type veth peer name eth0 netns "$name-$r" 2> /dev/null || skip "no veth can be made here"
  ip -n "$bridge" link set "port$r" master hub up
  ip -n "$name-$r" addr add "10.77.0.$((r + 1))/24" dev eth0
  ip -n "$name-$r" link set lo up
  ip -n "$name-$r" link set eth0 up
  shape "$bridge" "port$r" 2> /dev/null || skip "tc cannot shape a link here"
  shape "$name-$r" eth0
done

export WORLD_SIZE=$ranks MASTER_ADDR=10.77.0.1 MASTER_PORT=29511 COMMLAB_TOKEN=between-four-namespaces

# compare: prints times and predictions for each size, and writes the smallest and the greatest ratio to $ratios.
compare() {
  members=()
  for ((r = 1; r < ranks; r++)); do
    RANK=$r LOCAL_RANK=$r ip netns exec "$name-$r" "$commlab" member &
    members+=($!)
  done
  RANK=0 LOCAL_RANK=0 timeout 300 ip netns exec "$name-0" "$commlab" compare all_reduce --algorithm ring --on tcp \
    --ranks $ranks --machine "$machine" -b 1M -e 4M -f 2 --format csv |
    awk -F, -v ratios="$ratios" '
      NR == 1 { for (i = 1; i <= NF; i++) column[$i] = i; next }
      { printf "%8d B: predicted %8.0f us, measured %8.0f us, the fastest run %8.0f us\n", $column["size_bytes"],
               $column["predicted_us"], $column["measured_us"], $column["measured_min_us"]
        this = $column["measured_min_us"] / $column["predicted_us"]
        if (NR == 2 || this < smallest) smallest = this
        if (this > greatest) greatest = this }
      END { if (NR < 4) { print "no three sizes were compared"; exit 1 }
            printf "%.3f %.3f\n", smallest, greatest > ratios }'
  wait "${members[@]}"
}
is() { awk "BEGIN { exit !($1) }"; }

for ((try = 1; try <= tries; try++)); do
  compare
  read -r smallest greatest < "$ratios"
  echo "the fastest runs take $smallest to $greatest times what was predicted; $least to $most are allowed"
  if is "$smallest >= $least && $greatest <= $most"; then exit 0; fi
done
if is "$smallest < $impossible"; then
  echo "that is faster than the links are"
  exit 1
fi
skip "$least to $most was not reached in $tries tries: this computer is busy"
