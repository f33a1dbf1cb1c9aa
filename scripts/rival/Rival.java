import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;

import minesweeper.gamestate.GameStateModel;
import minesweeper.settings.GameSettings;
import minesweeper.solver.Solver;
import minesweeper.solver.settings.PlayStyle;
import minesweeper.solver.settings.SettingsFactory;
import minesweeper.solver.settings.SettingsFactory.Setting;
import minesweeper.solver.settings.SolverSettings;
import minesweeper.solver.utility.BinomialCache;
import minesweeper.structure.Action;
import minesweeper.structure.Location;

/**
 * Plays the boards of a file of `minesat play --make-boards` with D. N. Hill's solver, with the settings of its own program for
 * series of games, and prints a JSON object per game, as `minesat play --output` does.
 *
 * Arguments: the file, and SMALL_ANALYSIS or another Setting of the solver.
 */
public class Rival {

	/** A game on a given board. */
	private static final class Given extends GameStateModel {

		private final boolean[] mined;

		Given(GameSettings settings, boolean[] mined, long number) {
			super(settings, number);
			this.mined = mined;
		}

		private boolean isMine(int x, int y) {
			return x >= 0 && y >= 0 && x < width && y < height && mined[y * width + x];
		}

		@Override
		protected void startHandle(Location first) {
		}

		@Override
		protected void placeFlagHandle(Location cell) {
		}

		@Override
		protected int queryHandle(int x, int y) {
			if (isMine(x, y)) {
				return GameStateModel.MINE;
			}
			int mines = 0;
			for (int i = 0; i < DX.length; i++) {
				mines += isMine(x + DX[i], y + DY[i]) ? 1 : 0;
			}
			return mines;
		}

		@Override
		protected boolean clearSquareHitMine(Location cell) {
			if (isMine(cell.x, cell.y)) {
				return true;
			}
			if (queryHandle(cell.x, cell.y) == 0) {
				explode(cell);
			}
			return false;
		}

		@Override
		protected boolean clearSurroundHandle(Location cell) {
			for (int i = 0; i < DX.length; i++) {
				int x = cell.x + DX[i], y = cell.y + DY[i];
				if (x >= 0 && y >= 0 && x < width && y < height) {
					clearSquare(new Location(x, y));
				}
			}
			return true;
		}

		@Override
		public String showGameKey() {
			return "board " + seed;
		}
	}

	private static final ThreadLocal<BinomialCache> CACHE = ThreadLocal
			.withInitial(() -> new BinomialCache(5000, Solver.BINOMIAL_CACHE_LIMIT, Solver.binomialEngine));

	private static boolean[] mines(String line, int cells) {
		boolean[] mined = new boolean[cells];
		for (int cell = 0; cell < cells; cell++) {
			int digit = Character.digit(line.charAt(cell / 4), 16);
			mined[cell] = (digit >> (3 - cell % 4) & 1) == 1;
		}
		return mined;
	}

	private static String play(GameStateModel game, Location first, SolverSettings settings, AtomicInteger guesses) {
		game.doAction(new Action(first, Action.CLEAR));
		Solver solver = new Solver(game, settings, false);
		solver.setPlayStyle(PlayStyle.NO_FLAG);
		solver.setBinomialCache(CACHE.get());
		for (int turn = 0; turn < 1000; turn++) {
			if (game.getGameState() == GameStateModel.WON) {
				return "won";
			}
			if (game.getGameState() == GameStateModel.LOST) {
				return "lost";
			}
			solver.start();
			Action[] moves = solver.getResult();
			if (moves.length == 0) {
				return "stuck";
			}
			for (Action move : moves) {
				if (!move.isCertainty()) {
					guesses.incrementAndGet();
				}
				game.doAction(move);
			}
		}
		return "stuck";
	}

	public static void main(String[] args) throws Exception {
		List<String> lines = Files.readAllLines(Path.of(args[0]));
		String[] head = lines.get(0).trim().split(" +");
		int cols = Integer.parseInt(head[0]), rows = Integer.parseInt(head[1]), mines = Integer.parseInt(head[2]);
		int start = Integer.parseInt(head[3]);
		GameSettings size = GameSettings.create(cols, rows, mines);
		SolverSettings settings = SettingsFactory.GetSettings(Setting.valueOf(args[1]));
		settings.setSingleThread(true);
		settings.lockSettings();
		IntStream.range(0, lines.size() - 1).parallel().mapToObj(index -> {
			Given game = new Given(size, mines(lines.get(index + 1).trim(), cols * rows), index);
			AtomicInteger guesses = new AtomicInteger();
			long before = System.nanoTime();
			String result = play(game, new Location(start % cols, start / cols), settings, guesses);
			double seconds = (System.nanoTime() - before) / 1e9;
			return String.format(java.util.Locale.ROOT,
					"{\"player\":\"java\",\"game\":%d,\"result\":\"%s\",\"guesses\":%d,\"seconds\":%.6f}", index, result,
					guesses.get(), seconds);
		}).forEachOrdered(System.out::println);
	}
}
