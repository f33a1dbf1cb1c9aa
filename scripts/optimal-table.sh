#!/bin/sh
# Writes results/play/optimal/report.md: models won by best play from a board with nothing open.
# Boards whose tree takes longer than SECONDS_EACH (default 10) are left out.
set -eu
. "$(dirname "$0")/program.sh"
mkdir -p results/play/optimal
{
    echo "# Exactly optimal play from a covered board"
    echo
    echo "Nothing is open, the first click may hit a mine, the total is known. Made by \`scripts/optimal-table.sh\` with \`minesat best\`."
    echo
    echo "| rows | cols | mines | models | won by best play | % | best first cells |"
    echo "|---|---|---|---|---|---|---|"
    for size in "1 1" "1 2" "1 3" "1 4" "1 5" "1 6" "2 2" "2 3" "2 4" "2 5" "2 6" "3 3" "3 4" "4 4" "3 5" "3 6" "4 5"; do
        set -- $size
        mines=0
        while [ $mines -lt $(($1 * $2)) ]; do
            row=$(printf "%0$2d" 0 | tr 0 '#')
            line=$({ echo "$1 $2 $mines"; for _ in $(seq $1); do echo "$row"; done; } |
                timeout "${SECONDS_EACH:-10}" "$MINESAT" best - --show 0 --models 200000 2>/dev/null | head -1) || line=
            case "$line" in
            *"wins"*)
                echo "$line" | sed -E "s/.*wins ([0-9]+) of ([0-9]+) models; best: (.*)/\2 \1 \3/" |
                    awk -v r=$1 -v c=$2 -v m=$mines '{ best = ""; for (i = 3; i <= NF; i++) best = best " " $i;
                        printf "| %d | %d | %d | %d | %d | %.3f |%s |\n", r, c, m, $1, $2, 100 * $2 / $1, best }'
                ;;
            esac
            mines=$((mines + 1))
        done
    done
} >results/play/optimal/report.md.partial
mv results/play/optimal/report.md.partial results/play/optimal/report.md
