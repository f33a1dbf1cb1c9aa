"""Models of small boards by trying everything: what right answers are, without any code of minesat."""

from itertools import product


def neighbours(rows, cols, row, col):
    """The cells around a cell."""
    places = [(row + down, col + right) for down in (-1, 0, 1) for right in (-1, 0, 1)]
    return [(r, c) for r, c in places if (r, c) != (row, col) and 0 <= r < rows and 0 <= c < cols]


def models(lines, mines=None):
    """The sets of mined cells that agree with every clue, and with the total where it is given; flags are mines."""
    rows, cols = len(lines), len(lines[0])
    cells = [(row, col) for row in range(rows) for col in range(cols)]
    flags = {cell for cell in cells if lines[cell[0]][cell[1]] == "F"}
    covered = [cell for cell in cells if lines[cell[0]][cell[1]] == "#"]
    clues = [(cell, int(lines[cell[0]][cell[1]])) for cell in cells if lines[cell[0]][cell[1]].isdigit()]
    around = {cell: neighbours(rows, cols, *cell) for cell, _ in clues}
    found = []
    for values in product((False, True), repeat=len(covered)):
        mined = {cell for cell, value in zip(covered, values) if value}
        every = mined | flags
        if mines is not None and len(every) != mines:
            continue
        if all(sum(cell in every for cell in around[clue]) == number for clue, number in clues):
            found.append(frozenset(mined))
    return found


def satisfiable(clauses):
    """Whether clauses have a model: unit propagation and branching."""
    clauses = [set(clause) for clause in clauses]
    while True:
        if any(not clause for clause in clauses):
            return False
        unit = next((next(iter(clause)) for clause in clauses if len(clause) == 1), None)
        if unit is None:
            break
        clauses = [clause - {-unit} for clause in clauses if unit not in clause]
    if not clauses:
        return True
    literal = next(iter(clauses[0]))
    return satisfiable([*clauses, {literal}]) or satisfiable([*clauses, {-literal}])


def projected(clauses, variables):
    """The assignments of some variables, as sets of true ones, that extend to a model."""
    found = set()
    for values in product((False, True), repeat=len(variables)):
        units = [{variable if value else -variable} for variable, value in zip(variables, values)]
        if satisfiable([*clauses, *units]):
            found.add(frozenset(variable for variable, value in zip(variables, values) if value))
    return found
