"""tests/cli/run_cases passes a case only when status, standard output and (where given) standard error are right."""

import pathlib
import subprocess
import sys
import tempfile
import unittest

RUN_CASES = pathlib.Path(__file__).resolve().parents[1] / "cli" / "run_cases"


class RunCases(unittest.TestCase):
    def run_case(self, script, *options, **expected):
        """The exit status and output of a run over one case."""
        with tempfile.TemporaryDirectory() as folder:
            case = pathlib.Path(folder) / "case.sh"
            case.write_text(script)
            for ending, text in expected.items():
                case.with_suffix("." + ending).write_text(text)
            done = subprocess.run([sys.executable, RUN_CASES, "--bin", folder, *options, case],
                                  capture_output=True, text=True, check=False)
            return done.returncode, done.stdout

    def test_passes_what_is_as_expected(self):
        status, out = self.run_case("echo out; echo err >&2; exit 3", stdout="out\n", stderr="err\n", exit="3\n")
        self.assertEqual(status, 0, out)

    def test_fails_on_another_status(self):
        self.assertEqual(self.run_case("exit 3")[0], 1)
        self.assertEqual(self.run_case("true", exit="1\n")[0], 1)

    def test_fails_on_other_output(self):
        self.assertEqual(self.run_case("echo b", stdout="a\n")[0], 1)
        self.assertEqual(self.run_case("printf a", stdout="a\n")[0], 1)
        self.assertEqual(self.run_case("true", stderr="a\n")[0], 1)

    def test_takes_an_absent_stdout_file_as_empty_and_an_absent_stderr_file_as_anything(self):
        self.assertEqual(self.run_case("echo a")[0], 1)
        self.assertEqual(self.run_case("echo a >&2")[0], 0)

    def test_runs_in_an_empty_folder_without_the_callers_settings(self):
        script = 'ls -A; echo "${WAI_INT_THREADS-unset} $LC_ALL"; test -f "$WAI_SOURCE/CMakeLists.txt"'
        status, out = self.run_case(script, stdout="unset C\n")
        self.assertEqual(status, 0, out)

    def test_ends_a_case_that_takes_too_long_and_what_it_started(self):
        status, out = self.run_case("sleep 60 & wait", "--timeout", "0.5")
        self.assertEqual(status, 1)
        self.assertIn("none within", out)

    def test_is_no_success_when_no_case_ran(self):
        with tempfile.TemporaryDirectory() as folder:
            done = subprocess.run([sys.executable, RUN_CASES, "--bin", folder, folder],
                                  capture_output=True, text=True, check=False)
        self.assertEqual(done.returncode, 1)


if __name__ == "__main__":
    unittest.main()
