"""The report on the boards in a folder that scripts/hardest-boards.sh made, in Markdown on standard output.

Called with the folder and the revision of the program that made them. File names say what was sought: most-ENGINE,
smallest-ENGINE-OTHER, ahead-ENGINE.
"""

import json
import pathlib
import sys

folder, revision = pathlib.Path(sys.argv[1]), sys.argv[2]


def best(kind):
    """The first board of every file of a kind."""
    for path in sorted(folder.glob(f"{kind}-*.jsonl")):
        line = path.read_text().splitlines()[:1]
        if line:
            yield path, json.loads(line[0])


def efforts(board):
    return {engine.split("#")[0]: n for engine, n in board["features"]["effort"].items()}


def steps(board):
    return int(board["origin"].split("--steps ")[1].split()[0])


def table(head, rows):
    print("| " + " | ".join(head) + " |")
    print("|" + "---|" * len(head))
    for row in rows:
        print("| " + " | ".join(f"{cell:,}" if isinstance(cell, int) else str(cell) for cell in row) + " |")
    print()


def picture(board):
    print("```\n" + "\n".join(board["board"]) + "\n```\n")


def link(path):
    return f"[{path.name}](../../{path})"


most, smallest, ahead = (list(best(kind)) for kind in ("most", "smallest", "ahead"))
print("# Boards that are hard for one engine\n")
print(f"Made by `scripts/hardest-boards.sh`, revision {revision}. Effort decides, so no machine is named.\n")
print("**How hard can a board be for one engine and easy for another, and how small is such a board?**\n")
print("## Answer\n")
for path, board in most:
    (engine, effort), *_ = efforts(board).items()
    covered = board["features"]["covered"]
    limit = int(board["origin"].split("--nodes ")[1].split()[0])
    reach = f"reaches the limit of {limit:,}" if effort >= limit else f"needs up to {effort:,}"
    print(f"- `{engine}` {reach} units of effort on a 10x10 board ({covered} covered cells).")
reached = [(path, board) for path, board in smallest if board["features"].get("ratio", 0) >= 100]
if reached:
    path, board = min(reached, key=lambda found: found[1]["features"]["covered"])
    names = list(efforts(board))
    print(f"- The smallest board on which one engine needs 100 times the effort of another has "
          f"{board['features']['covered']} covered cells: `{names[0]}` against `{names[1]}`.")
for path, board in ahead:
    (slow, much), (fast, little), *_ = efforts(board).items()
    print(f"- `{fast}`, the fastest on no evaluation board of the suite, is furthest ahead of `{slow}` on a board where "
          f"it needs {little:,} units of effort and `{slow}` {much:,}.")
print("\n## Most effort\n")
rows = []
for path, board in most:
    (engine, effort), *_ = efforts(board).items()
    feature = board["features"]
    rows.append([engine, effort, feature["covered"], feature["clues"], feature["tree_width"], steps(board), link(path)])
table(["engine", "effort", "covered cells", "clues", "tree width", "candidates", "boards"], rows)
if smallest:
    print("## Smallest board on which the first engine needs 100 times the effort of the second\n")
    print("Effort is counted in the unit of each engine (`minesat engines`), so the factor compares growth, not time.\n")
    rows = []
    for path, board in smallest:
        feature = board["features"]
        (one, many), (other, few), *_ = efforts(board).items()
        mark = "" if feature.get("ratio", 0) >= 100 else " (not reached)"
        rows.append([one, other, feature["covered"], many, few, f"{feature.get('ratio', 0):,.0f}{mark}", steps(board), link(path)])
    table(["engine", "other", "covered cells", "effort", "of the other", "factor", "candidates", "boards"], rows)
    if reached:
        print("The smallest of all:\n")
        picture(min(reached, key=lambda found: found[1]["features"]["covered"])[1])
if ahead:
    print("## Engines that win nowhere on the suite\n")
    rows = []
    for path, board in ahead:
        (slow, much), (fast, little), *_ = efforts(board).items()
        rows.append([fast, little, slow, much, board["features"]["covered"], steps(board), link(path)])
    table(["engine", "effort", "other", "of the other", "covered cells", "candidates", "boards"], rows)
    for path, board in ahead:
        print(f"`{path.stem}`:\n")
        picture(board)
