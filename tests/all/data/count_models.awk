# A model counter for the tests: all assignments, variable by variable, a clause looked at as soon as all of its
# variables have a value.
$1 == "p" { variables = $3 }
$1 ~ /^-?[0-9]+$/ {
    last = 0
    for (i = 1; i < NF; i++) {
        size = $i < 0 ? -$i : $i
        if (size > last) last = size
    }
    clause[last, ++clauses[last]] = $0
}
function holds(text,   literals, n, i) {
    n = split(text, literals, " ")
    for (i = 1; i < n; i++)
        if (literals[i] > 0 ? value[literals[i]] : !value[-literals[i]]) return 1
    return 0
}
function fits(v,   i) {
    for (i = 1; i <= clauses[v]; i++)
        if (!holds(clause[v, i])) return 0
    return 1
}
function models(v,   found, b) {
    if (v > variables) return 1
    found = 0
    for (b = 0; b <= 1; b++) {
        value[v] = b
        if (fits(v)) found += models(v + 1)
    }
    return found
}
END { print "c s exact arb int " (fits(0) ? models(1) : 0) }
