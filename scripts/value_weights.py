"""Reads and writes the weights of lookahead, crates/play/weights/lookahead.bin: the format stands in
crates/play/src/play/players/lookahead/weights.rs.

usage: value_weights.py FILE prints what a file holds and its SHA-256.
"""

import array
import hashlib
import struct
import sys

MAGIC, VERSION = b"minesatV", 1


def names_hash(names):
    """FNV-1a of 64 bits of the names of features, each with a line end behind it."""
    hash = 0xCBF29CE484222325
    for byte in "".join(name + "\n" for name in names).encode():
        hash = (hash ^ byte) * 0x100000001B3 % 2**64
    return hash


def floats(values):
    """Little-endian floats of 32 bits."""
    found = array.array("f", values)
    if sys.byteorder == "big":
        found.byteswap()
    return found.tobytes()


def pack(ensemble):
    """The bytes of an ensemble: names (their hash), score, mean, scale, and nets of layers (bias, weights), the weights one
    row per input."""
    widths = [len(bias) for bias, _ in ensemble["nets"][0]]
    parts = [struct.pack("<3I", len(ensemble["mean"]), len(ensemble["nets"]), len(widths)),
             struct.pack(f"<{len(widths)}IQd", *widths, ensemble["names"], ensemble["score"]),
             floats(ensemble["mean"]), floats(ensemble["scale"])]
    for net in ensemble["nets"]:
        assert [len(bias) for bias, _ in net] == widths, "nets of an ensemble have the same shape"
        for bias, weights in net:
            parts.append(floats(bias))
            parts.extend(floats(row) for row in weights)
    return b"".join(parts)


def unpack(data, at):
    """The ensemble that begins at a place, as for `pack`, and where it ends."""
    def take(form):
        nonlocal at
        values = struct.unpack_from("<" + form, data, at)
        at += struct.calcsize("<" + form)
        return values
    features, count, layers = take("3I")
    widths = take(f"{layers}I")
    names, score = take("Qd")
    mean, scale = take(f"{features}f"), take(f"{features}f")
    shape = list(zip((features, *widths), widths))
    net = lambda: [(take(f"{outputs}f"), [take(f"{outputs}f") for _ in range(inputs)]) for inputs, outputs in shape]
    return dict(names=names, score=score, mean=mean, scale=scale, nets=[net() for _ in range(count)]), at


def read(path):
    """The two ensembles of a file."""
    with open(path, "rb") as file:
        data = file.read()
    if data[:8] != MAGIC or struct.unpack_from("<2I", data, 8) != (VERSION, 2):
        sys.exit(f"{path} is not a file of weights of version {VERSION}")
    first, at = unpack(data, 16)
    second, end = unpack(data, at)
    if end != len(data):
        sys.exit(f"{path} is longer than its two ensembles")
    return [first, second]


def write(path, ensembles):
    """Writes two ensembles."""
    data = MAGIC + struct.pack("<2I", VERSION, len(ensembles)) + b"".join(map(pack, ensembles))
    with open(path, "wb") as file:
        file.write(data)


def main():
    for ensemble in read(sys.argv[1]):
        widths = [len(bias) for bias, _ in ensemble["nets"][0]]
        print(f"{len(ensemble['nets'])} nets {len(ensemble['mean'])}-{'-'.join(map(str, widths))},"
              f" names {ensemble['names']:016x}, score {ensemble['score']}")
    print(hashlib.sha256(open(sys.argv[1], "rb").read()).hexdigest())


if __name__ == "__main__":
    main()
