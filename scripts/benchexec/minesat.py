"""Tool-info module of BenchExec (https://github.com/sosy-lab/benchexec) for minesat: see README.md."""
import re

import benchexec.result as result
import benchexec.tools.template

# Exit codes of minesat, as in `minesat --help`.
DISAGREE, BAD_INPUT, NO_SOLUTION, LIMIT = 1, 2, 20, 124


class Tool(benchexec.tools.template.BaseTool2):
    """`minesat solve` and `minesat count` on one board or instance file per task."""

    def executable(self, tool_locator):
        return tool_locator.find_executable("minesat", subdir="target/release")

    def name(self):
        return "minesat"

    def version(self, executable):
        return self._version_from_tool(executable, line_prefix="minesat")

    def cmdline(self, executable, options, task, rlimits):
        """`options` begin with the command, `solve` unless another is named. BenchExec sets the limits."""
        command = options[:1] if options[:1] in (["solve"], ["count"]) else ["solve"]
        rest = options[1:] if options[:1] == command else options
        return [executable, *command, task.single_input_file, *rest]

    def determine_result(self, run):
        """`true`: the board has a solution, `false`: it has none; what the program found is in its output."""
        code = run.exit_code.value
        if run.was_timeout or code == LIMIT:
            return result.RESULT_TIMEOUT
        if code == NO_SOLUTION or code == 0 and self.get_value_from_output(run.output, "models") == "0":
            return result.RESULT_FALSE_PROP
        if code == 0:
            # An incomplete engine, such as `rules`, that left cells open proves nothing about the board.
            incomplete = self.get_value_from_output(run.output, "unknown")
            return result.RESULT_UNKNOWN if incomplete else result.RESULT_TRUE_PROP
        if code == DISAGREE:
            return result.RESULT_ERROR + " (engine failed)"
        if code == BAD_INPUT:
            return result.RESULT_ERROR + " (bad input)"
        return result.RESULT_ERROR

    def get_value_from_output(self, output, identifier):
        """A counter of the engine (`nodes`, `sat_calls`), `models`, or the cells that are `safe`, `mine`, `open`, `unknown`."""
        patterns = {
            "models": r"^models (\d+)$",
            "safe": r"^(\d+) safe \(s\)",
            "mine": r"(\d+) mines? \(m\)",
            "open": r"(\d+) open \(#\)",
            "unknown": r"(\d+) unknown \(\?\)",
        }
        pattern = re.compile(patterns.get(identifier, rf"(?:^|, ){re.escape(identifier)} (\d+)"))
        return next((found[1] for line in output if (found := pattern.search(line.strip()))), None)
