#!/bin/sh
# From a clone to a page of findings: measures the plans of instances/plans anew, compares each with the committed records,
# and writes target/reproduce: a report per plan, differences.md (what differs beyond noise) and README.md (the findings).
# --quick measures the shortest plans, about 30 minutes; --full all that the page of findings shows, games included. Says
# --sources measures what answers the questions of the source systems, --quick-sources a tenth of it, below 10 minutes. Says
# beforehand how long every plan takes (scripts/durations.txt, on two cores of an AMD EPYC). After an interruption or
# a kill the same command resumes. The exit code is 1 if an answer got worse or an engine slower.
set -eu
usage() {
    cat >&2 <<T
usage: scripts/reproduce.sh --quick|--full|--sources|--quick-sources [--anyway] [--list]
  --quick   the shortest plans, about 30 minutes
  --full    all plans, games included: hours
  --sources, --quick-sources
            what answers the questions of the source systems (src/guide/sources.md); quick: a tenth of the games and
            boards, below 10 minutes, compared with nothing
  --anyway  on a loaded machine too
  --list    only say what is measured and how long that takes
T
    exit 2
}
QUICK=${QUICK:-1500} # seconds of measuring
extent='' ANYWAY='' list=''
for word in "$@"; do
    case "$word" in
    --quick | --full | --sources | --quick-sources) extent=$word ;;
    --anyway) ANYWAY=1 ;;
    --list) list=1 ;;
    *) usage ;;
    esac
done
[ -n "$extent" ] || usage
BUILD=later
. "$(dirname "$0")/program.sh"
out=target/reproduce

# "SECONDS NAME" of every plan that writes to results/NAME and of every experiment, the shortest first. What has
# no duration in the table counts as an hour.
plans() {
    {
        sed -n 's|^results = "results/\(.*\)"$|\1|p' instances/plans/*.toml
        for plan in instances/plans/play/*.toml; do echo "play/$(basename "$plan" .toml)"; done
        printf '%s\n' transition play/a3 play/rival
        scripts/source-studies.sh --list | sed 's|^|play/|'
    } | awk 'FNR == NR { if (!/^#/) seconds[$1] = $2; next } { print ($1 in seconds ? seconds[$1] : 3600), $1 }' \
        scripts/durations.txt - | sort -n
}
# Those that are measured. For --quick no counters of others, which are installed from the network.
chosen() {
    if [ "$extent" = --sources ]; then
        plans | grep -wE "$(scripts/source-studies.sh --all | sed 's|^|play/|' | paste -sd'|')|play/rival|checks"
    elif [ "$extent" = --quick ]; then
        plans | awk -v most="$QUICK" '$2 != "counters" && $2 != "play/rival" && (sum += $1) <= most'
    else
        plans
    fi
}
if [ "$extent" = --quick-sources ]; then
    [ -z "$list" ] || { scripts/source-studies.sh --all; exit 0; }
    wait_until_quiet 3
    build
    QUICK=1 RESULTS=$out/quick-sources scripts/source-studies.sh $(scripts/source-studies.sh --all)
    echo "$out/quick-sources"
    exit 0
fi
chosen | awk '{ printf "%7.1f min  %s\n", $1 / 60, $2; sum += $1 }
    END { printf "%7.1f min  in all, after the build\n", sum / 60 }'
[ -z "$list" ] || exit 0

wait_until_quiet 3
[ -n "${MINESAT:-}" ] || echo "building the program: some minutes"
build
mkdir -p "$out/differences"
chosen >"$out/plans.txt"
if ! sha256sum --quiet --check instances/large.sha256 2>/dev/null; then
    echo "making the large instances: about a minute"
    scripts/make-instances.sh large >/dev/null
fi
wait_until_quiet 5

# Runs a command that measures. Code 1 (answers disagree, or an engine failed, such as one that is not installed) is in the
# report; others end the script.
measure() {
    "$@" >"$out/log.txt" 2>&1 </dev/null || {
        code=$?
        if [ $code != 1 ]; then
            cat "$out/log.txt" >&2
            echo "stopped in $name (code $code); the same command resumes. If the program has changed since, remove $out." >&2
            exit $code
        fi
    }
}
worse=0 measured=0 all=$(wc -l <"$out/plans.txt")
while read -r seconds name; do
    measured=$((measured + 1))
    echo "$measured of $all: $name, about $((seconds / 60 + 1)) min"
    new=$out/$name
    mkdir -p "$new"
    case "$name" in
    compiled) measure env RESULTS="$new" scripts/compiled-experiments.sh ;;
    counters) measure env RESULTS="$new" scripts/compare-counters.sh ;;
    transition)
        measure "$MINESAT" study transition --sizes 8:20000 16:8000 32:2000 64:400 128:60 --densities 0.02 0.3 0.01 \
            --relax-up-to 32 -o "$new"
        ;;
    play/a3)
        measure "$MINESAT" study chains --boards 200 --found instances/chains.jsonl instances/sources.jsonl -o "$new"
        ;;
    play/rival) RESULTS="$new" scripts/rival.sh >"$out/log.txt" 2>&1 </dev/null || true ;; # needs a JDK and the network
    play/*)
        if scripts/source-studies.sh --list | grep -qx "${name#play/}"; then
            measure env RESULTS="$out/play" scripts/source-studies.sh "${name#play/}"
        else
            measure "$MINESAT" experiment "instances/plans/$name.toml" --missing -o "$new"
        fi
        ;;
    *)
        plan=$(grep -lx "results = \"results/$name\"" instances/plans/*.toml)
        measure "$MINESAT" bench "$plan" -o "$new"
        ;;
    esac

    difference=$out/differences/$(echo "$name" | tr / -).md
    old=results/$name
    records=$(ls "$old"/records.jsonl "$old"/records.jsonl.zst 2>/dev/null | head -n 1)
    code=0
    if [ "$name" = play/rival ]; then
        if [ ! -e "$new/report.md" ]; then
            tail -n 1 "$out/log.txt" | sed 's/^/- not played: /' >"$difference"
        elif cmp -s "$old/won.jsonl.gz" "$new/won.jsonl.gz"; then
            echo "- Both win the same games." >"$difference"
        else
            sed -n 's/^- First cell/- Other games are won; first cell/p' "$new/report.md" >"$difference"
        fi
    elif [ -n "$records" ] && [ -e "$old/run.json" ]; then
        "$MINESAT" report --compare "$records" "$new/records.jsonl" -o "$new" >/dev/null || code=$?
        case $code in
        0) grep '^- ' "$new/compare.md" >"$difference" ;;
        1) worse=$((worse + 1)) && sed 1d "$new/compare.md" >"$difference" ;;
        *) exit $code ;;
        esac
    elif [ -d "$old" ]; then
        "$PYTHON" scripts/differing-figures.py "$old" "$new" >"$difference"
    else
        echo "- There are no committed results to compare with." >"$difference"
    fi
    sed -n 's/^- /   /p' "$difference"
done <"$out/plans.txt"

{
    echo "# Figures that differ from the committed results"
    echo
    echo "By \`scripts/reproduce.sh $extent\`. Plans in which an answer got worse or an engine slower beyond noise: $worse" \
        "of $all. NAME/compare.md has all tables."
    while read -r _ name; do
        printf '\n## %s\n\n' "$name"
        sed '/./,$!d; s/^#/##/' "$out/differences/$(echo "$name" | tr / -).md"
    done <"$out/plans.txt"
} >"$out/differences.md"
"$MINESAT" results findings "$out"
echo "$out/differences.md"
[ $worse = 0 ]
