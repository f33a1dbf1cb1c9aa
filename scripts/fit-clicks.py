#!/usr/bin/env python3
"""Fits regression trees to the values of clicks (see examples/clicks.rs) and prints src/play/players/lookahead/fitted.json.

usage: fit-clicks.py FILE...; needs numpy and lightgbm. On standard error: how much of what the score leaves is explained
on games that were held out.

The loss is the squared error of differences: value, score and prediction are centred within each decision, so that only
what tells the clicks of one position apart is fitted. First the factor of the score, then trees on what it leaves.
"""

import json
import sys

import lightgbm
import numpy

ROUNDS = 100
LEAST = 100_000
SETTINGS = dict(learning_rate=0.05, num_leaves=12, min_data_in_leaf=4000, max_bin=63, feature_fraction=0.5,
                bagging_fraction=0.7, bagging_freq=1, seed=1, num_threads=1, deterministic=True, verbose=-1)


def read(paths):
    """Column names, rows, and for every row the number of its game, all files together."""
    rows, games = [], []
    for path in paths:
        with open(path, "rb") as file:
            names = json.loads(file.readline())
            some = numpy.frombuffer(file.read(), "<f4").reshape(-1, len(names)).astype(float)
        # Games end in any order; the fit is not to depend on it.
        some = some[numpy.lexsort([some[:, names.index(name)] for name in ("rank", "decision", "game")])]
        rows.append(some)
        games.append(some[:, 0] + 1e9 * len(games))
    return names, numpy.concatenate(rows), numpy.concatenate(games)


def centred(values, decision):
    """Values less their mean within the decision."""
    return values - (numpy.bincount(decision, values) / numpy.bincount(decision))[decision]


def boost(figures, left, decision, weight):
    """Trees on what the score leaves."""
    decision = numpy.unique(decision, return_inverse=True)[1]

    def objective(predicted, _):
        return (centred(predicted, decision) - left) * weight, weight

    data = lightgbm.Dataset(figures, label=left, params=SETTINGS)
    return lightgbm.train(dict(SETTINGS, objective=objective), data, num_boost_round=ROUNDS)


def flat(tree):
    """Nodes of a tree, the root first: [value], or [figure, threshold, node if not larger, node if larger]."""
    nodes = []

    def add(node):
        at = len(nodes)
        nodes.append(None)
        if "split_feature" in node:
            split = [node["split_feature"], float("%.6g" % node["threshold"])]
            nodes[at] = split + [add(node["left_child"]), add(node["right_child"])]
        else:
            nodes[at] = [float("%.5g" % node["leaf_value"])]
        return at

    add(tree["tree_structure"])
    return nodes


def main():
    names, rows, games = read(sys.argv[1:])
    if len(rows) < LEAST:
        sys.exit(f"fit-clicks.py: {len(rows)} clicks are too few, {LEAST} are the least")
    first = names.index("value") + 1
    decision = numpy.unique(games * 1000 + rows[:, names.index("decision")], return_inverse=True)[1]
    score, value = (centred(rows[:, names.index(name)], decision) for name in ("score", "value"))
    # The root: decisions that games seldom live to see count less, but they are what is learned from too.
    weight = numpy.sqrt(rows[:, names.index("weight")])
    figures = rows[:, first:]
    factor = (score * value).sum() / (score**2).sum()
    left = value - factor * score
    game = numpy.unique(games, return_inverse=True)[1]
    predicted = numpy.zeros(len(rows))
    for half in (0, 1):
        fitted, held = game % 2 != half, game % 2 == half
        model = boost(figures[fitted], left[fitted], decision[fitted], weight[fitted])
        predicted[held] = model.predict(figures[held], num_threads=1)
    share = numpy.corrcoef(centred(predicted, decision), left)[0, 1]
    print(f"{len(rows)} clicks, {decision.max() + 1} decisions of {game.max() + 1} games; value and score correlate by "
          f"{numpy.corrcoef(score, value)[0, 1]:.4f}, what is left and the trees, on held-out games, by {share:.4f} "
          f"+- {len(rows) ** -0.5:.4f}", file=sys.stderr)
    trees = [flat(tree) for tree in boost(figures, left, decision, weight).dump_model()["tree_info"]]
    print('{"figures": %s,\n"score": %.5g,\n"trees": [' % (json.dumps(names[first:]), factor))
    print(",\n".join(json.dumps(tree, separators=(",", ":")) for tree in trees) + "\n]}")


main()
