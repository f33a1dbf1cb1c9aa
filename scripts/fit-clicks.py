#!/usr/bin/env python3
"""Trains an ensemble of value nets on the values of clicks (see examples/clicks.rs) and puts it in the place of one of the two
ensembles of a file of weights.

usage: fit-clicks.py [--plain] [--from WEIGHTS] --into WEIGHTS FILE...; needs numpy, jax and optax. --plain trains the first
ensemble, without the features by three-ply search, otherwise the second. --from begins with the nets of that ensemble in
another file, of the same features, instead of random ones. On standard error, of games that were held out: how much of what the score leaves is explained, and what clicks chosen so
won more than those of the best score.

A click is worth a multiple of its score plus the mean, over the numbers that it can show, of a net's output for the
features after the number. The loss is the squared error of differences: value and prediction are centred within each
decision, so that only what tells the clicks of one position apart is fitted. With --from the luck of the numbers that came
up in the games, by what the other ensemble says of each, is taken out of the values as a control variate first.
"""

import argparse
import collections
import json
import sys

import jax
import jax.numpy as jnp
import numpy
import optax

import value_weights

HIDDEN = (384, 128, 48)
NETWORKS = 3
DECISIONS = 512
LEAST = 100_000
# One game in this many is held out.
HELD = 8
FARTHEST = 6.0
# How networks are trained, from random ones and from those of another fit; outputs are fitted in these parts of a game.
Training = collections.namedtuple("Training", "passes rate unit")
FRESH, MORE = Training(3, 1e-3, 0.1), Training(3, 5e-4, 0.01)


class Clicks:
    """Rows, one for each number of a click, and arrays with one entry a click."""

    def __init__(self, paths, plain):
        columns, features, games = [], [], []
        for path in paths:
            with open(path, "rb") as file:
                first, two_ply, three_ply = json.loads(file.readline())
                rows = numpy.fromfile(file, "<f4")
            width = len(first + two_ply + three_ply)
            rows = rows[: len(rows) // width * width].reshape(-1, width)
            # The columns of the inputs are those of the table of features, which the program wrote.
            self.names = two_ply if plain else two_ply + three_ply
            # Games end in any order; the fit is not to depend on it.
            order = numpy.lexsort([rows[:, first.index(name)] for name in ("rank", "decision", "game")])
            columns.append(rows[order, :len(first)])
            features.append(rows[order, len(first):len(first) + len(self.names)])
            games.append(rows[order, 0].astype(numpy.int64) + (len(games) << 32))
        columns, games = numpy.concatenate(columns), numpy.concatenate(games)
        column = lambda name: columns[:, first.index(name)]
        click = (games * 1000 + column("decision").astype(numpy.int64)) * 10 + column("rank").astype(numpy.int64)
        starts = numpy.flatnonzero(numpy.r_[True, numpy.diff(click) != 0])
        self.click = numpy.cumsum(numpy.r_[True, numpy.diff(click) != 0]) - 1
        self.game = numpy.unique(games[starts], return_inverse=True)[1]
        self.decision = numpy.unique(click[starts] // 10, return_inverse=True)[1]
        self.share, self.seen = column("share").copy(), column("seen").copy()
        self.value, self.models, self.weight = (column(name)[starts] for name in ("value", "models", "weight"))
        # First row of each click, first click of each decision, and one beyond the last.
        self.rows = numpy.r_[starts, len(columns)]
        self.clicks = numpy.r_[numpy.flatnonzero(numpy.r_[True, numpy.diff(self.decision) != 0]), len(starts)]
        # One array of all the features is all that memory is to hold of them.
        self.features = numpy.empty((len(columns), len(self.names)), "f4")
        for at in numpy.cumsum([0] + [len(f) for f in features])[:-1]:
            part = features.pop(0)
            self.features[at:at + len(part)] = part
        feature = lambda name: self.features[starts, self.names.index(name)]
        assert numpy.allclose(numpy.bincount(self.click, self.seen), 1, atol=1e-4), "games show other numbers than clicks can"
        self.score, self.before = feature("score"), feature("ln models before")

    def spread(self):
        """Mean and standard deviation of the features."""
        columns = range(self.features.shape[1])
        mean = numpy.array([self.features[:, i].mean(dtype=float) for i in columns])
        return mean, numpy.array([self.features[:, i].std(dtype=float) for i in columns]) + 1e-6

    def scale(self, mean, scale):
        """Scales the features where they are."""
        for i in range(self.features.shape[1]):
            column = (self.features[:, i] - mean[i].astype("f4")) / scale[i].astype("f4")
            self.features[:, i] = numpy.clip(column, -FARTHEST, FARTHEST)

    def batch(self, decisions):
        """Clicks of some decisions, their decisions, rows and their clicks, counted within the batch."""
        clicks, decision = spread(self.clicks[decisions], self.clicks[decisions + 1])
        rows, click = spread(self.rows[clicks], self.rows[clicks + 1])
        return clicks, decision, rows, click


def spread(first, last):
    """The numbers of all the ranges one after the other, and which range each is of."""
    lengths = last - first
    of = numpy.repeat(numpy.arange(len(first)), lengths)
    return numpy.arange(len(of)) + (first - numpy.r_[0, numpy.cumsum(lengths)[:-1]])[of], of


def centred(values, decision):
    """Values less their mean within the decision."""
    return values - (numpy.bincount(decision, values) / numpy.bincount(decision))[decision]


def network(layers, inputs):
    """Outputs, one a row."""
    for weights, bias in layers[:-1]:
        inputs = jax.nn.relu(inputs @ weights + bias)
    weights, bias = layers[-1]
    return (inputs @ weights + bias)[:, 0]


def begin(seed, inputs):
    """Random layers, the last one small."""
    random = numpy.random.default_rng(seed)
    widths = (inputs, *HIDDEN, 1)
    layers = [(random.normal(0, (2 / a) ** 0.5, (a, b)), numpy.zeros(b)) for a, b in zip(widths, widths[1:])]
    layers[-1] = (0.1 * layers[-1][0], layers[-1][1])
    return dict(layers=[(jnp.float32(w), jnp.float32(b)) for w, b in layers], score=jnp.float32(0.45))


def begin_from(ensemble, which, unit):
    """One of the nets of an ensemble."""
    layers = ensemble["nets"][which % len(ensemble["nets"])]
    part = lambda x, i: jnp.float32(x) / (unit if i == len(layers) - 1 else 1)
    layers = [(part(weights, i), part(bias, i)) for i, (bias, weights) in enumerate(layers)]
    return dict(layers=layers, score=jnp.float32(ensemble["score"]))


def loss(fit, unit, features, share, click, score, value, weight, decision):
    """Weighted mean squared error of the differences. Rows of weight 0 fill the batch up."""
    clicks = len(score)
    after = jax.ops.segment_sum(share * network(fit["layers"], features), click, clicks)
    error = value / unit - fit["score"] * score / unit - after
    there = (weight > 0).astype(error.dtype)
    total = lambda x: jax.ops.segment_sum(x, decision, DECISIONS + 1)
    mean = total(error * there) / jnp.maximum(total(there), 1)
    return (weight * (error - mean[decision]) ** 2).sum() / weight.sum()


def train(data, decisions, fit, seed, training):
    """Fits on, to some of the decisions."""
    random = numpy.random.default_rng(seed)
    steps = training.passes * (len(decisions) // DECISIONS)
    rate = optax.warmup_cosine_decay_schedule(0, training.rate, steps // 100, steps)
    optimizer = optax.adamw(rate)
    state = optimizer.init(fit)

    @jax.jit
    def step(fit, state, *batch):
        slope = jax.grad(loss)(fit, training.unit, *batch)
        change, state = optimizer.update(slope, state, fit)
        return optax.apply_updates(fit, change), state

    def filled(values, length, filler):
        return numpy.concatenate([values, numpy.full((length - len(values), *values.shape[1:]), filler, values.dtype)])

    at_most = 4 * DECISIONS
    for _ in range(training.passes):
        order = random.permutation(decisions)
        for i in range(len(order) // DECISIONS):
            clicks, decision, rows, click = data.batch(order[i * DECISIONS:(i + 1) * DECISIONS])
            length = -(-len(rows) // 2048) * 2048
            fit, state = step(
                fit, state, filled(data.features[rows], length, 0), filled(data.share[rows], length, 0),
                filled(click, length, 0), filled(data.score[clicks], at_most, 0),
                filled(data.value[clicks], at_most, 0), filled(data.models[clicks], at_most, 0),
                filled(decision, at_most, DECISIONS))
    return fit


def outputs(data, fits, unit):
    """What the networks say of each number, in the mean."""
    apply = jax.jit(network)
    parts = lambda fit: [numpy.array(apply(fit["layers"], data.features[i:i + 100_000]))
                         for i in range(0, len(data.features), 100_000)]
    return unit * sum(numpy.concatenate(parts(fit)) for fit in fits) / len(fits)


def luck(data, fits, unit):
    """What the numbers that each click showed in the games made its value more than their probabilities do, by the
    networks times what fits the values best: expected to be 0 where these were fitted to other games."""
    safety = numpy.bincount(data.click, data.share)[data.click]
    after = outputs(data, fits, unit)
    more = numpy.bincount(data.click, after * (safety * data.seen - data.share))
    value = float(fits[0]["score"]) * data.score + numpy.bincount(data.click, after * data.share)
    left, along = centred(data.value - value, data.decision), centred(more, data.decision)
    return more * (data.models * left * along).sum() / (data.models * along**2).sum()


def tell(data, held, added):
    """On the clicks held out: of what the score leaves, the correlation with what the networks add, and what clicks so
    chosen won more in the games played on (what the networks themselves predict is more than that: the highest of
    several uncertain values is too high). Returns the slope of what is left by what is added."""
    print("ln models  clicks  correlation  slope  points a game", file=sys.stderr)
    games = len(numpy.unique(data.game[held]))
    for low, high in ((0, 10), (10, 30), (30, 60), (60, 120), (120, 200), (200, 230), (230, 1000), (0, 1000)):
        some = held & (data.before >= low) & (data.before < high)
        if not some.any():
            continue
        decision = numpy.unique(data.decision[some], return_inverse=True)[1]
        value, score, more = (centred(x[some], decision) for x in (data.value, data.score, added))
        weight = data.models[some]
        factor = (weight * score * value).sum() / (weight * score**2).sum()
        left = value - factor * score
        more = more - (weight * score * more).sum() / (weight * score**2).sum() * score
        along = (weight * left * more).sum()
        slope = along / (weight * more**2).sum()
        share = along / ((weight * left**2).sum() * (weight * more**2).sum()) ** 0.5
        best = lambda by: (order := numpy.lexsort([by, decision]))[numpy.r_[numpy.diff(decision[order]) != 0, True]]
        worth = factor * score + slope * more
        gain = 100 / games * (value[best(worth)] - value[best(score)]) * data.weight[some][best(score)]
        print(f"{low:4}-{high:<4} {some.sum():8}  {share:.4f} +- {some.sum() ** -0.5:.4f} {slope:6.2f}"
              f" {gain.sum():7.3f} +- {(gain**2).sum() ** 0.5:.3f}", file=sys.stderr)
    return slope


def arguments():
    parser = argparse.ArgumentParser()
    parser.add_argument("--plain", action="store_true")
    parser.add_argument("--from", dest="fit")
    parser.add_argument("--into", required=True)
    parser.add_argument("files", nargs="+")
    return parser.parse_args()


def main():
    options = arguments()
    data = Clicks(options.files, options.plain)
    clicks = len(data.value)
    if clicks < LEAST:
        sys.exit(f"fit-clicks.py: {clicks} clicks are too few, {LEAST} are the least")
    print(f"{clicks} clicks, {data.decision[-1] + 1} decisions of {data.game[-1] + 1} games", file=sys.stderr)
    names, place = value_weights.names_hash(data.names), 0 if options.plain else 1
    if options.fit:
        training, other = MORE, value_weights.read(options.fit)[place]
        if other["names"] != names:
            sys.exit(f"fit-clicks.py: the ensemble of {options.fit} is of other features")
        mean, scale = numpy.array(other["mean"]), numpy.array(other["scale"])
        starts = [begin_from(other, seed, training.unit) for seed in range(NETWORKS)]
    else:
        training, (mean, scale) = FRESH, data.spread()
        starts = [begin(seed, len(mean)) for seed in range(NETWORKS)]
    data.scale(mean, scale)
    if options.fit:
        data.value -= luck(data, starts, training.unit)
    decisions = numpy.arange(data.decision[-1] + 1)
    # Games that are held out tell how much of what the networks add to take.
    held = data.game % HELD == HELD - 1
    learned = decisions[~held[data.clicks[:-1]]]
    fits = [train(data, learned, start, seed, training) for seed, start in enumerate(starts)]
    added = lambda fits: numpy.bincount(data.click, outputs(data, fits, training.unit) * data.share)
    if options.fit:
        tell(data, held, added(starts))
    slope = tell(data, held, added(fits))
    unit = lambda i: slope * training.unit if i == len(HIDDEN) else 1
    layer = lambda w, b, unit: (numpy.array(b) * unit, numpy.array(w) * unit)
    nets = [[layer(w, b, unit(i)) for i, (w, b) in enumerate(fit["layers"])] for fit in fits]
    score = numpy.mean([float(fit["score"]) for fit in fits])
    ensembles = value_weights.read(options.into)
    ensembles[place] = dict(names=names, score=score, mean=mean, scale=scale, nets=nets)
    value_weights.write(options.into, ensembles)


main()
