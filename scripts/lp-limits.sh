#!/bin/sh
# Where the LP relaxation breaks, between random boards and compiled ones: random boards of three densities, and
# 3-SAT formulas as boards on 6x7 tiles with their mines as flags. Formulas of 4 to 6 variables at 4.26 clauses a
# variable, with a hidden model and without; and of 6 variables with a hidden model and fewer clauses.
# Makes instances/lp-limits.jsonl.gz and results/lp-limits; further words are options of `minesat bench`, such as --restart.
set -eu
. "$(dirname "$0")/program.sh"
make_folder
# formula SEED VARIABLES CLAUSES PLANTED: with PLANTED = 1 all clauses hold for a hidden assignment. The generator
# of random numbers is Park and Miller's.
formula() {
    awk -v seed="$1" -v n="$2" -v m="$3" -v planted="$4" '
        function below(k) { state = (state * 16807) % 2147483647; return int(state / 2147483647 * k) }
        BEGIN {
            state = seed * 7919 + 17
            for (i = 0; i < 20; i++) below(2)
            for (v = 1; v <= n; v++) value[v] = below(2)
            print "p cnf", n, m
            while (made < m) {
                a = 1 + below(n); b = 1 + below(n); c = 1 + below(n)
                if (a == b || a == c || b == c) continue
                sa = below(2); sb = below(2); sc = below(2)
                if (planted && sa != value[a] && sb != value[b] && sc != value[c]) continue
                print (sa ? a : -a), (sb ? b : -b), (sc ? c : -c), 0
                made++
            }
        }'
}
board() { # file, family
    "$MINESAT" compile "$1" --json --known-mines given | sed "s/\"family\":\"compiled\"/\"family\":\"$2\"/"
}
list=$folder/lp-limits.jsonl
for density in 0.15 0.20 0.25; do
    for side in 16 32; do
        mines=$(awk "BEGIN { print int($side * $side * $density) }")
        "$MINESAT" generate uniform --rows $side --cols $side --mines "$mines" --open 0.6 --seed 1 --count 10 \
            -o "$folder/random.jsonl"
        sed "s/\"family\":\"[^\"]*\"/\"family\":\"random-$density\"/; s/\"name\":\"/\"name\":\"$density-$side-/" \
            "$folder/random.jsonl" >>"$list"
    done
done
compiled() { # variables, clauses, planted, family
    for seed in 1 2 3 4 5; do
        formula $seed "$1" "$2" "$3" >"$folder/$4-$seed.cnf"
        board "$folder/$4-$seed.cnf" "$4" >>"$list"
    done
}
for size in '4 17' '5 21' '6 26'; do
    variables=${size% *} clauses=${size#* }
    compiled "$variables" "$clauses" 1 "planted-$variables-$clauses"
    compiled "$variables" "$clauses" 0 "threshold-$variables-$clauses"
done
for clauses in 8 14 20; do
    compiled 6 $clauses 1 "planted-6-$clauses"
done
gzip -n -9 <"$list" >instances/lp-limits.jsonl.gz
"$MINESAT" bench instances/plans/lp-limits.toml "$@"
# What the report does not sum up: certain cells by family, and which of them the relaxation proves.
awk '
    function field(name) {
        if (!match($0, "\"" name "\":\"?[^,\"}]*")) return ""
        word = substr($0, RSTART, RLENGTH)
        sub(/^"[^"]*":"?/, "", word)
        return word
    }
    /"instance":/ {
        key = field("family") "|" field("instance"); engine = field("engine")
        families[field("family")] = 1; keys[key] = field("family")
        status[key, engine] = field("status"); certain[key, engine] = field("safe_cells") + field("mine_cells")
    }
    END {
        print "# Certain cells and what the relaxation proves of them\n\nMade by `scripts/lp-limits.sh` from records.jsonl."
        print "Certain cells: by `sat`, on consistent boards that `lp` answered in time.\n"
        print "| family | boards | lp out of time | inconsistent | refuted by lp | certain cells | proved by lp | by rules |"
        print "|---|---|---|---|---|---|---|---|"
        for (key in keys) {
            f = keys[key]; boards[f]++
            if (status[key, "sat"] == "inconsistent") {
                wrong[f]++; refuted[f] += status[key, "lp"] == "inconsistent"
            } else if (status[key, "lp"] != "ok") late[f]++
            else {
                all[f] += certain[key, "sat"]; lp[f] += certain[key, "lp"]; rules[f] += certain[key, "rules"]
            }
        }
        for (f in families)
            printf "| %s | %d | %d | %d | %d | %d | %d | %d |\n", f, boards[f], late[f], wrong[f], refuted[f], all[f], lp[f], rules[f] | "sort"
    }' results/lp-limits/records.jsonl >results/lp-limits/summary.md
