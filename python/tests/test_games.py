"""Games by hand, by players, and as an environment."""

import json

import minesat
import minesat.gym as gym
import numpy
import pytest
from test_program import run


def played_out(game):
    """Plays by what is certain, else the safest cell."""
    while game.outcome == "playing":
        count = game.board.count()
        for cell in count.safe or [count.safest()]:
            game.open(*cell)
    return game


def test_a_game_is_played_by_its_rules():
    game = minesat.Game("beginner", start="zero", at=(4, 4), seed=3)
    assert game.outcome == "playing" and game.mines is None and game.board.cells[4, 4] == "0"
    assert not game.open(4, 4)
    played_out(game)
    mines = game.mines
    assert mines.sum() == 10 and game.bv3 > 0
    if game.outcome == "won":
        assert game.opened == 71 and set(map(tuple, numpy.argwhere(mines))) >= set(game.board.covered)
    outcomes = {played_out(minesat.Game("beginner", seed=5, index=index)).outcome for index in range(30)}
    assert outcomes == {"won", "lost"}
    flagged = minesat.Game(rows=2, cols=2, mines=1, start="none")
    assert flagged.flag(0, 0) and not flagged.flag(0, 0) and flagged.board.lines == ["F#", "##"]
    with pytest.raises(minesat.InputError, match="not on the board"):
        flagged.open(2, 0)


def test_players_play_as_on_the_command_line(tmp_path):
    data = minesat.play("frontier", "beginner", games=20, seed=2)
    assert len(data) == 20 and set(data.result) <= {"won", "lost"} and (data.mines == 10).all()
    path = tmp_path / "games.jsonl"
    run("play", "--player", "frontier", "--level", "beginner", "--games", "20", "--seed", "2", "-o", str(path))
    lines = [json.loads(line) for line in path.read_text().splitlines()]
    for name in ("game", "result", "clicks", "guesses", "opened", "bv3", "nodes"):
        assert [line[name] for line in lines] == data[name].tolist(), name
    parallel = minesat.play("frontier", "beginner", games=20, seed=2, jobs=2)
    assert parallel.drop(columns="seconds").equals(data.drop(columns="seconds"))
    some = minesat.play("frontier", "beginner", games=3, index=5, seed=2, frame="list")
    assert [record["clicks"] for record in some] == data.clicks[5:8].tolist()
    assert "lookahead" in minesat.players()


@pytest.fixture(params=["bare", "gymnasium"])
def env(request):
    """The environment as a class of its own, and as Gymnasium makes it."""
    if request.param == "bare":
        return gym.MinesweeperEnv("beginner", render_mode="ansi")
    gymnasium = pytest.importorskip("gymnasium")
    return gymnasium.make(gym.ID, level="beginner", render_mode="ansi")


def test_the_environment_keeps_the_rules(env):
    won = lost = 0
    for seed in range(15):
        seen, info = env.reset(seed=seed)
        assert seen.shape == (9, 9) and seen.dtype == numpy.int8 and (seen == gym.COVERED).all()
        assert info["action_mask"].sum() == 81
        over, steps, last = False, 0, seen
        while not over:
            count = env.unwrapped.board.count() if hasattr(env, "unwrapped") else env.board.count()
            action = numpy.ravel_multi_index((count.safe or [count.safest()])[0], (9, 9)) if steps else 40
            seen, reward, over, truncated, info = env.step(action)
            steps += 1
            assert not truncated and env.observation_space.contains(seen)
            assert steps > 1 or seen[4, 4] >= 0, "the first cell is safe"
            assert ((seen == last) | (last == gym.COVERED)).all(), "what is open stays"
            assert reward == (0 if not over else 1 if info["outcome"] == "won" else -1)
            last = seen
        won += info["outcome"] == "won"
        lost += info["outcome"] == "lost"
        assert (seen == gym.FLAG).sum() == (info["outcome"] == "lost")
    assert won > lost > 0 or won == 15


def test_seeds_decide_the_games():
    def game(env, seed):
        seen, _ = env.reset(seed=seed)
        return env.step(0)[0].tolist()

    one, other = gym.MinesweeperEnv(), gym.MinesweeperEnv()
    assert game(one, 1) == game(other, 1)
    assert len({str(game(one, seed)) for seed in range(10)}) > 3
    one.reset(seed=1)
    one.reset()
    other.reset(seed=1)
    other.reset()
    assert one.step(5)[0].tolist() == other.step(5)[0].tolist()


def test_rewards_masks_and_mistakes():
    env = gym.MinesweeperEnv(rows=4, cols=4, mines=1, first="zero", rewards={"open": 0.5, "repeat": -0.5})
    with pytest.raises(minesat.InputError, match="reset"):
        env.step(0)
    env.reset(seed=1)
    seen, reward, over, _, info = env.step(0)
    assert seen[0, 0] == 0 and reward == (1 if over else 0.5)
    assert (info["action_mask"].reshape(4, 4) == (seen == gym.COVERED)).all()
    if not over:
        assert env.step(0)[1] == -0.5
    assert (env.action_masks() == info["action_mask"]).all() or over
    for wrong in (
        lambda: gym.MinesweeperEnv(rows=3, cols=3, mines=9),
        lambda: gym.MinesweeperEnv(first="x"),
        lambda: gym.MinesweeperEnv(render_mode="x"),
        lambda: gym.MinesweeperEnv(rewards={"x": 1}),
    ):
        with pytest.raises(minesat.InputError):
            wrong()
    with pytest.raises(minesat.InputError, match="not on the board"):
        env.reset()
        env.step(16)
    assert gym.MinesweeperEnv(render_mode="svg").render().startswith("<svg")


def test_gymnasium_accepts_the_environment():
    pytest.importorskip("gymnasium")
    from gymnasium.utils.env_checker import check_env

    check_env(gym.MinesweeperEnv("beginner"), skip_render_check=True)


def test_without_gymnasium(tmp_path):
    import subprocess
    import sys

    script = tmp_path / "script.py"
    script.write_text(
        "import sys\nsys.modules['gymnasium'] = None\nimport minesat.gym as gym\n"
        "env = gym.MinesweeperEnv()\nenv.reset(seed=1)\n"
        "env.action_space.seed(1)\nover = False\n"
        "while not over:\n"
        "    action = env.action_space.sample(env.action_masks())\n"
        "    assert action in env.action_space\n"
        "    seen, reward, over, *_ = env.step(action)\n"
        "    assert seen in env.observation_space\n"
        "assert reward in (1, -1)\nprint('played')\n"
    )
    assert subprocess.run([sys.executable, script], capture_output=True, text=True, check=True).stdout == "played\n"
