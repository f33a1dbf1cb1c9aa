#!/usr/bin/env python3
"""Models of a DIMACS formula by a library for Python, printed as the Model Counting Competitions do.

count_models.py ganak|sdd|cudd FILE; `c p show` is obeyed by ganak and refused by the others.
`minesat count --no-cells --engine "sat:counter=scripts/count_models.py ganak"` calls it.
"""

import os
import sys
from pathlib import Path


def formula(path):
    """Number of variables, the clauses, and the variables to count over (None: all)."""
    variables, rows, row, shown = 0, [], [], None
    for line in Path(path).read_text().splitlines():
        words = line.split()
        if words[:2] == ["p", "cnf"]:
            variables = int(words[2])
        elif words[:3] == ["c", "p", "show"]:
            shown = [int(word) for word in words[3:-1]]
        elif words and words[0] != "c":
            for literal in map(int, words):
                if literal:
                    row.append(literal)
                else:
                    rows.append(row)
                    row = []
    return variables, rows, shown


def ganak(path):
    """Search with component caching and clause learning, after preprocessing by Arjun."""
    from pyganak import Counter

    variables, rows, shown = formula(path)
    counter = Counter()
    counter.new_vars(variables)
    counter.add_clauses(rows)
    if shown is not None:
        counter.set_sampling_set(shown)
    return counter.count()


def sdd(path):
    """A sentential decision diagram, its vtree minimised on the way."""
    from pysdd.sdd import SddManager

    variables, rows, shown = formula(path)
    if shown is not None:
        sys.exit("sdd: no projected counts")
    manager, node = SddManager.from_cnf_file(os.fsencode(path))
    # Exact integers: the library's own count is in 64 bits.
    memo = {}

    def models(node, vtree):
        """Models of a node over the variables of a vtree above it."""
        if node.is_false():
            return 0
        if node.is_true():
            return 1 << vtree.var_count()
        own = node.vtree()
        if node.id not in memo:
            if node.is_literal():
                memo[node.id] = 1
            else:
                pairs = node.elements()
                memo[node.id] = sum(models(p, own.left()) * models(s, own.right()) for p, s in pairs)
        return memo[node.id] << (vtree.var_count() - own.var_count())

    root = manager.vtree()
    return models(node, root) << (variables - root.var_count())


def cudd(path):
    """A binary decision diagram over the variables in their order, with sifting."""
    from dd import cudd as library

    variables, rows, shown = formula(path)
    if shown is not None:
        sys.exit("cudd: no projected counts")
    bdd = library.BDD()
    bdd.configure(reordering=True)
    bdd.declare(*(f"x{i}" for i in range(1, variables + 1)))
    node = bdd.true
    for row in rows:
        clause = bdd.false
        for literal in row:
            variable = bdd.var(f"x{abs(literal)}")
            clause |= variable if literal > 0 else ~variable
        node &= clause
    bdd.configure(reordering=False)
    memo = {}

    def models(node):
        """Models over the levels from the node's own; nodes carry their negation in the edge."""
        if node == bdd.true:
            return 1
        if node == bdd.false:
            return 0
        key = int(node)
        if key not in memo:
            level, total = node.level, 0
            for child in (node.low, node.high):
                child = ~child if node.negated else child
                below = variables if child in (bdd.true, bdd.false) else child.level
                total += models(child) << (below - level - 1)
            memo[key] = total
        return memo[key]

    first = variables if node in (bdd.true, bdd.false) else node.level
    return models(node) << first


if __name__ == "__main__":
    sys.setrecursionlimit(1_000_000)
    sys.set_int_max_str_digits(0)
    counters = {f.__name__: f for f in (ganak, sdd, cudd)}
    if len(sys.argv) != 3 or sys.argv[1] not in counters:
        sys.exit(__doc__)
    of, path = counters[sys.argv[1]], sys.argv[2]
    variables, rows, _ = formula(path)
    print("c s exact arb int", of(path) if variables and [] not in rows else int([] not in rows))
