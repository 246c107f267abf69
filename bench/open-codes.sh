#!/bin/sh
# Makes crates/workbench/data/open-codes.csv anew: `sh bench/open-codes.sh grundy 120s > open-codes.csv`, where the first word is the
# program and the second the time for each code, half of which goes into its nimbers. What is published is taken over.
set -eu
program=$1
time=$2
table=$(dirname "$0")/../crates/workbench/data/open-codes.csv
field() { printf '%s' "$json" | sed -n "s/.*\"$1\":\([0-9]*\).*/\1/p"; }
grep '^#' "$table"
grep -v '^#' "$table" | while IFS=, read -r code _ _ _ _ published source; do
    json=$("$program" code "$code" --terms 1e12 --time "$time" --json || true)
    echo "$code,$(field known),$(field rares),$(field last_rare),$(field max),$published,$source"
done
