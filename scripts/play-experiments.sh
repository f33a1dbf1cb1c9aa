#!/bin/sh
# Plays the experiments of instances/plans/play/ and writes results/play/NAME/report.md.
# A plan is text: lines after `# ` go into the report, every other line is the arguments of one `minesat play`.
# MINESAT names the program to use; arguments name the plans (default: all).
set -eu
. "$(dirname "$0")/program.sh"
[ $# -gt 0 ] || set -- $(basename -s .txt instances/plans/play/*.txt)
for name in "$@"; do
    mkdir -p "results/play/$name"
    report="results/play/$name/report.md"
    while IFS= read -r line; do
        case "$line" in
        '#') echo ;;
        '# '*) printf '%s\n' "${line#\# }" ;;
        *) printf '\n`minesat play %s`\n\n' "$line" && $MINESAT play $line 2>/dev/null ;;
        esac
    done <"instances/plans/play/$name.txt" >"$report.partial"
    printf '\nMade by `scripts/play-experiments.sh %s`.\n' "$name" >>"$report.partial"
    mv "$report.partial" "$report"
    echo "$report"
done
